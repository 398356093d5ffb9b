"""What of an author's files the ruleset `lieutenants` reads."""

from __future__ import annotations

from chronicle.rules.lieutenants import shapes
from chronicle.rules.lieutenants.catalogue import shipped
from chronicle.rules.lieutenants.catalogue.shapes import CatalogueShape
from chronicle.rules.shared.written import Written


def written() -> Written:
    """The parts of its files, and the types that ship."""
    catalogue = shipped()
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
    )
