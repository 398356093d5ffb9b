"""The history: a campaign as played, turn by turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from chronicle.rules.protocol import E, Moment, O, S


@dataclass(frozen=True, slots=True)
class History(Generic[S, O, E]):
    """A campaign as played: the opening and every turn, in order."""

    opening: Moment[S, O, E]
    turns: tuple[Moment[S, O, E], ...]
