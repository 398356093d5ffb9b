"""The parts of an author's files that the ruleset `freeform` reads."""

from __future__ import annotations

from chronicle.rules.file_models import FileModels
from chronicle.rules.freeform import inputs


def build_file_models() -> FileModels:
    """Return the parts of its files."""
    return FileModels(
        {
            "rules": inputs.RulesInput,
            "faction": inputs.OpeningInput,
            "place": inputs.OpeningInput,
            "orders": inputs.OrdersInput,
            "effect": inputs.EffectInput,
            "adjustment": inputs.AdjustmentInput,
        }
    )
