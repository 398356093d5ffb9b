"""What of an author's files the ruleset `shadow` reads."""

from __future__ import annotations

from chronicle.rules.file_models import Written
from chronicle.rules.shadow import shapes


def written() -> Written:
    """The parts of its files; its places have nothing of their own."""
    return Written(
        {
            "rules": shapes.HouseShape,
            "faction": shapes.PowerShape,
            "orders": shapes.PowerOrdersShape,
            "effect": shapes.EffectShape,
            "adjustment": shapes.AdjustmentShape,
        }
    )
