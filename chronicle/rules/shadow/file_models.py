"""What of an author's files the ruleset `shadow` reads."""

from __future__ import annotations

from chronicle.rules.file_models import Written
from chronicle.rules.shadow import inputs


def written() -> Written:
    """The parts of its files; its places have nothing of their own."""
    return Written(
        {
            "rules": inputs.HouseShape,
            "faction": inputs.PowerShape,
            "orders": inputs.PowerOrdersShape,
            "effect": inputs.EffectShape,
            "adjustment": inputs.AdjustmentShape,
        }
    )
