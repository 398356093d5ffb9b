"""One order's chances and one thing's sheet; rulesets answer for several at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from chronicle.model.audience import Audience
from chronicle.model.facts import Ref
from chronicle.rules.protocol import Chance, PlayedTurn, Ruleset, Sheet, Sighting


def odds_of(
    system: Ruleset[Any, Any, Any], state: object, orders: object, key: str
) -> tuple[Chance, ...]:
    """The chances of one order."""
    return system.odds(state, orders, [key])[key]


def sheet_of(
    system: Ruleset[Any, Any, Any],
    played_turn: PlayedTurn[Any, Any, Any],
    memory: Mapping[str, Sighting],
    audience: Audience,
    subject: Ref,
) -> Sheet | None:
    """The sheet of one faction or place."""
    return system.sheets(played_turn, memory, audience, [subject]).get(subject)
