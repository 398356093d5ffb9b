"""What of an author's files the ruleset `wwn` reads."""

from __future__ import annotations

from chronicle.rules.file_models import FileModels
from chronicle.rules.wwn import inputs
from chronicle.rules.wwn.catalogue import shipped
from chronicle.rules.wwn.catalogue.inputs import CatalogueShape
from chronicle.rules.wwn.terms import ACTIONS


def written() -> FileModels:
    """The parts of its files, and the types that ship."""
    catalogue = shipped()
    return FileModels(
        {
            "rules": inputs.HouseShape,
            "faction": inputs.FactionShape,
            "place": inputs.PlaceShape,
            "orders": inputs.FactionOrdersShape,
            "effect": inputs.EffectShape,
            "adjustment": inputs.AdjustmentShape,
            "catalogue": CatalogueShape,
        },
        {
            "asset-type": tuple(sorted(catalogue.assets)),
            "tag": tuple(sorted(catalogue.tags)),
        },
        alone={inputs.FactionOrdersShape: ACTIONS},
    )
