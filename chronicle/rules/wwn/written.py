"""What of an author's files the ruleset `wwn` reads."""

from __future__ import annotations

from chronicle.rules.file_models import Written
from chronicle.rules.wwn import shapes
from chronicle.rules.wwn.catalogue import shipped
from chronicle.rules.wwn.catalogue.shapes import CatalogueShape
from chronicle.rules.wwn.terms import ACTIONS


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
            "asset-type": tuple(sorted(catalogue.assets)),
            "tag": tuple(sorted(catalogue.tags)),
        },
        alone={shapes.FactionOrdersShape: ACTIONS},
    )
