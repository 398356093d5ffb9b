"""What of an author's files the ruleset `lieutenants` reads."""

from __future__ import annotations

from chronicle.rules.file_models import AllowedKeys, FileModels
from chronicle.rules.lieutenants import inputs
from chronicle.rules.lieutenants.catalogue import shipped
from chronicle.rules.lieutenants.catalogue.inputs import CatalogueShape
from chronicle.rules.lieutenants.validation.keys import ALWAYS, FRAME, NEEDS, TAKES


def written() -> FileModels:
    """The parts of its files, the types that ship, and what goes with each action."""
    catalogue = shipped()
    done: dict[str, AllowedKeys] = {
        action: AllowedKeys((*ALWAYS, *takes), NEEDS.get(action, ()))
        for action, takes in TAKES.items()
    }
    ordered = {word: AllowedKeys((*FRAME, *use.takes), use.needs) for word, use in done.items()}
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
            "unit-type": tuple(sorted(catalogue.units)),
            "facility-type": tuple(sorted(catalogue.facilities)),
            "ability": tuple(sorted(catalogue.abilities)),
            "upgrade": tuple(sorted(catalogue.upgrades)),
        },
        {inputs.DoingShape: ("action", done), inputs.OrderShape: ("action", ordered)},
    )
