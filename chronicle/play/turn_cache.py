"""Turns as they were played before, so that an edit has only those played again that it bears on.

Kept is what came of a turn together with all that it came of, and it is good for the very same
alone: the turn with the text it was read from, the seed, and the state that it began with.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from chronicle.diagnostics.report import Finding
from chronicle.model.campaign import Turn
from chronicle.rules.protocol import PlayedTurn


@dataclass(frozen=True, slots=True)
class CachedTurn:
    """What came of a turn: the moment, None when findings say why there is none."""

    seed: str
    turn: Turn
    before: Any
    moment: PlayedTurn[Any, Any, Any] | None
    findings: tuple[Finding, ...]


@dataclass(slots=True)
class TurnCache:
    """The turns of one campaign as they were played last, by number, and the state before them."""

    opening: Any = None
    turns: dict[int, CachedTurn] = field(default_factory=dict)

    def opened(self, state: Any) -> Any:
        """The opening that is kept when it is the same as this one, else this one from now on."""
        if not is_same_state(self.opening, state):
            self.opening = state
        return self.opening

    def turn(self, seed: str, turn: Turn, before: Any) -> CachedTurn | None:
        """What came of a turn when it was played from a state; None when it was not."""
        kept = self.turns.get(turn.number)
        if kept is None or kept.seed != seed or kept.turn != turn:
            return None
        return kept if is_same_state(kept.before, before) else None


def is_same_state(one: Any, other: Any) -> bool:
    """Whether two states are alike in everything, the order of their parts too."""
    return one is other or (one == other and repr(one) == repr(other))
