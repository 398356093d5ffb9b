"""The history: a campaign as played, turn by turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from chronicle.rules.system import E, Moment, O, S, Step


@dataclass(frozen=True, slots=True)
class History(Generic[S, O, E]):
    """A campaign as played: the opening and every turn, in order."""

    opening: Moment[S, O, E]
    turns: tuple[Moment[S, O, E], ...]

    def event(self, id: str) -> Step[S, E] | None:
        """The step of an event by its id."""
        steps = (step for moment in self.turns for step in moment.steps)
        return next((step for step in steps if step.event.id == id), None)
