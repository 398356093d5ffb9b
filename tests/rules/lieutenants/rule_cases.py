"""The cases of lieutenants, on their own campaign in `world/`.

House Vael, the Oru and the Mir play, the watch is an NPC faction. Its board is that of the sound
campaign without anything that comes in or falls due, so that a turn holds what its orders bring
about and no more.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from tests.folders import read_campaign
from tests.rules.rule_cases import Case, cases_of

FOLDER: Final = Path(__file__).parent


def world() -> Mapping[str, str]:
    """The files of the campaign that all cases are laid over, by path."""
    return read_campaign(FOLDER / "world")


@lru_cache(maxsize=1)
def all_cases() -> tuple[Case, ...]:
    """Every case of every file."""
    return cases_of(FOLDER / "cases", world())
