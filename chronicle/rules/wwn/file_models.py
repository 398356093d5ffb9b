"""The parts of an author's files that the ruleset `wwn` reads."""

from __future__ import annotations

from chronicle.rules.file_models import FileModels
from chronicle.rules.wwn import inputs
from chronicle.rules.wwn.catalogue import shipped_catalogue
from chronicle.rules.wwn.catalogue.inputs import CatalogueInput
from chronicle.rules.wwn.terms import ACTIONS


def build_file_models() -> FileModels:
    """Return the parts of its files, and the types that ship with it."""
    catalogue = shipped_catalogue()
    return FileModels(
        {
            "rules": inputs.RulesInput,
            "faction": inputs.FactionOpeningInput,
            "place": inputs.PlaceOpeningInput,
            "orders": inputs.FactionOrdersInput,
            "effect": inputs.EffectInput,
            "adjustment": inputs.AdjustmentInput,
            "catalogue": CatalogueInput,
        },
        {
            "asset-type": tuple(sorted(catalogue.assets)),
            "tag": tuple(sorted(catalogue.tags)),
        },
        alone={inputs.FactionOrdersInput: ACTIONS},
        one_order_each={
            **dict.fromkeys(("attack", "move", "hide", "sell", "redo"), ("asset",)),
            "repair": ("asset", "base", "faction"),
        },
    )
