"""What a ruleset says of one order, one event or one thing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from chronicle.model.audience import Audience
from chronicle.model.facts import Ref
from chronicle.rules.protocol import Chance, PlayedTurn, Ruleset, Sheet, Sighting, Step, Telling


def odds_of(
    system: Ruleset[Any, Any, Any], state: object, orders: object, key: str
) -> tuple[Chance, ...]:
    """The chances of one order."""
    return system.odds(state, orders, [key])[key]


def step_of(system: Ruleset[Any, Any, Any], before: Any, event: Any) -> Step[Any, Any]:
    """The step of an event on a board."""
    return Step(before, event, system.apply(before, event))


def tell(
    system: Ruleset[Any, Any, Any], before: Any, event: Any, audience: Audience
) -> Telling | None:
    """What an audience is told about an event on a board, without the turn that led there."""
    return system.tell(step_of(system, before, event), audience).telling


def reveal(system: Ruleset[Any, Any, Any], before: Any, event: Any) -> Telling | None:
    """What becomes known when the GM reveals an event on a board."""
    return system.reveal(step_of(system, before, event))


def sheet_of(
    system: Ruleset[Any, Any, Any],
    played_turn: PlayedTurn[Any, Any, Any],
    memory: Mapping[str, Sighting],
    audience: Audience,
    subject: Ref,
) -> Sheet | None:
    """The sheet of one faction or place."""
    return system.sheets(played_turn, memory, audience, [subject]).get(subject)
