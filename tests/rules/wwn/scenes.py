"""All scenes for the table of who learns what, and each as it was played."""

from __future__ import annotations

from functools import cache
from typing import Final

from tests.rules.wwn import scenes_of_deeds, scenes_of_turns
from tests.rules.wwn.stage import House, Make, Played, play

DEEDS: Final[dict[str, Make]] = {**scenes_of_deeds.DEEDS, **scenes_of_turns.DEEDS}


@cache
def played(deed: str, house: House) -> Played:
    """A deed played in a campaign that shows so much of its assets."""
    return play(DEEDS[deed](), house)
