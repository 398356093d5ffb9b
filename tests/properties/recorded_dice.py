"""Dice that were thrown at the table, in generated campaigns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from chronicle.rules.protocol import Step
from tests.properties.editable_campaign import Content
from tests.properties.secret_tokens import Choices, pick, some


def rolls_of(events: Iterable[Step[Any, Any]]) -> dict[str, tuple[int, int]]:
    """The rolls of a turn without its number: how many dice of how many sides."""
    return {
        roll.id.partition("/")[2]: (len(roll.faces), roll.sides)
        for step in events
        for roll in step.event.rolls
        if roll.faces
    }


def table_dice(choices: Choices, rolls: dict[str, tuple[int, int]]) -> Content:
    """Faces for some rolls, as many as each had: the highest, the lowest, or anything."""
    return {
        name: pick(
            choices,
            [[sides] * count, [1] * count, [choices.number(1, sides) for _ in range(count)]],
        )
        for name, (count, sides) in some(choices, rolls.items(), 40)
    }
