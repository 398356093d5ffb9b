"""Turns as played last time, so that an edit replays only the turns it affects.

The result of a turn is reused only if the seed, the turn with its source text, and the state before
it are all unchanged.
"""

from __future__ import annotations

from dataclasses import field
from typing import Any

from chronicle.diagnostics.report import Finding
from chronicle.model.campaign import Turn
from chronicle.records import dataclass
from chronicle.rules.protocol import PlayedTurn


@dataclass(frozen=True, slots=True)
class CachedTurn:
    """The result of a turn and what it was computed from; ``moment`` is None after an error."""

    seed: str
    turn: Turn
    before: Any
    moment: PlayedTurn[Any, Any, Any] | None
    findings: tuple[Finding, ...]


@dataclass(slots=True)
class TurnCache:
    """The last played turns of a campaign by number, and the state before the first."""

    opening: Any = None
    turns: dict[int, CachedTurn] = field(default_factory=dict)

    def opened(self, state: Any) -> Any:
        """Return the cached opening state if ``state`` equals it; else cache ``state``."""
        if not is_same_state(self.opening, state):
            self.opening = state
        return self.opening

    def turn(self, seed: str, turn: Turn, before: Any) -> CachedTurn | None:
        """Return the cached result of a turn; None if turn, seed or state has changed."""
        kept = self.turns.get(turn.number)
        if kept is None or kept.seed != seed or kept.turn != turn:
            return None
        return kept if is_same_state(kept.before, before) else None


def is_same_state(one: Any, other: Any) -> bool:
    """Whether two states are equal, including the order of their parts."""
    return one is other or (one == other and repr(one) == repr(other))
