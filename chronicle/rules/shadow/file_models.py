"""The parts of an author's files that the ruleset `shadow` reads."""

from __future__ import annotations

from chronicle.rules.file_models import FileModels
from chronicle.rules.shadow import inputs


def build_file_models() -> FileModels:
    """Return the parts of its files; its places have no keys for the ruleset."""
    return FileModels(
        {
            "rules": inputs.RulesInput,
            "faction": inputs.PowerInput,
            "orders": inputs.PowerOrdersInput,
            "effect": inputs.EffectInput,
            "adjustment": inputs.AdjustmentInput,
        },
        one_order_each=dict.fromkeys(("conspiracies", "help", "block"), ("resource",)),
    )
