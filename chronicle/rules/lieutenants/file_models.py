"""The parts of a campaign's files that the ruleset `lieutenants` reads."""

from __future__ import annotations

from chronicle.rules.file_models import AllowedKeys, FileModels
from chronicle.rules.lieutenants import inputs
from chronicle.rules.lieutenants.action_definitions import (
    ACTION_DEFINITIONS,
    COMMON_KEYS,
    ORDER_KEYS,
)
from chronicle.rules.lieutenants.catalogue import built_in_catalogue
from chronicle.rules.lieutenants.catalogue.inputs import CatalogueInput


def build_file_models() -> FileModels:
    """Return the models of file parts, the built-in types, and the keys of each action."""
    catalogue = built_in_catalogue()
    done: dict[str, AllowedKeys] = {
        action: AllowedKeys((*COMMON_KEYS, *definition.keys), definition.required)
        for action, definition in ACTION_DEFINITIONS.items()
    }
    ordered = {
        word: AllowedKeys((*ORDER_KEYS, *use.takes), use.needs) for word, use in done.items()
    }
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
            "unit-type": tuple(sorted(catalogue.units)),
            "facility-type": tuple(sorted(catalogue.facilities)),
            "ability": tuple(sorted(catalogue.abilities)),
            "upgrade": tuple(sorted(catalogue.upgrades)),
        },
        {inputs.ActionInput: ("action", done), inputs.OrderInput: ("action", ordered)},
        one_order_each={"actions": ("lieutenant",)},
    )
