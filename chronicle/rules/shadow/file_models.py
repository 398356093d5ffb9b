"""What of an author's files the ruleset `shadow` reads."""

from __future__ import annotations

from chronicle.rules.file_models import FileModels
from chronicle.rules.shadow import inputs


def build_file_models() -> FileModels:
    """The parts of its files; its places have nothing of their own."""
    return FileModels(
        {
            "rules": inputs.RulesInput,
            "faction": inputs.PowerInput,
            "orders": inputs.PowerOrdersInput,
            "effect": inputs.EffectInput,
            "adjustment": inputs.AdjustmentInput,
        }
    )
