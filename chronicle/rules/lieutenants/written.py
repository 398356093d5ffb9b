"""What of an author's files the ruleset `lieutenants` reads."""

from __future__ import annotations

from chronicle.rules.file_models import Use, Written
from chronicle.rules.lieutenants import shapes
from chronicle.rules.lieutenants.catalogue import shipped
from chronicle.rules.lieutenants.catalogue.shapes import CatalogueShape
from chronicle.rules.lieutenants.check.keys import ALWAYS, FRAME, NEEDS, TAKES


def written() -> Written:
    """The parts of its files, the types that ship, and what goes with each action."""
    catalogue = shipped()
    done: dict[str, Use] = {
        action: Use((*ALWAYS, *takes), NEEDS.get(action, ())) for action, takes in TAKES.items()
    }
    ordered = {word: Use((*FRAME, *use.takes), use.needs) for word, use in done.items()}
    return Written(
        {
            "rules": shapes.HouseShape,
            "faction": shapes.FactionShape,
            "place": shapes.PlaceShape,
            "orders": shapes.FactionOrdersShape,
            "effect": shapes.EffectShape,
            "adjustment": shapes.AdjustmentShape,
            "catalogue": CatalogueShape,
        },
        {
            "unit-type": tuple(sorted(catalogue.units)),
            "facility-type": tuple(sorted(catalogue.facilities)),
            "ability": tuple(sorted(catalogue.abilities)),
            "upgrade": tuple(sorted(catalogue.upgrades)),
        },
        {shapes.DoingShape: ("action", done), shapes.OrderShape: ("action", ordered)},
    )
