"""The size of a campaign."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

RULESETS: Final = ("shadow", "lieutenants", "wwn")
#: As many factions as there are colours and names for.
MOST_FACTIONS: Final = 40


@dataclass(frozen=True, slots=True)
class Size:
    """What a campaign is made by: the same size makes the same bytes.

    Of each kind of text a turn has so many: ``news`` for everyone, ``letters`` to single factions
    (0 for one to every second faction), ``rumors``. ``prose`` multiplies the length of all texts,
    and ``sentences`` is how many different ones they are made of (0: each is a new one).
    """

    ruleset: str
    turns: int = 50
    factions: int = 8
    seed: str = "1"
    news: int = 3
    letters: int = 0
    rumors: int = 5
    prose: float = 1.0
    sentences: int = 0

    def __post_init__(self) -> None:
        if self.ruleset not in RULESETS:
            raise ValueError(f"unknown ruleset {self.ruleset!r}, choose one of {RULESETS}")
        if not 2 <= self.factions <= MOST_FACTIONS:
            raise ValueError(f"a campaign has 2 to {MOST_FACTIONS} factions")
        if self.turns < 1:
            raise ValueError("a campaign has a turn at least")
