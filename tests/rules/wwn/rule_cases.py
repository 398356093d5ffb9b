"""The cases of wwn, on their own campaign in `world/`.

House Vael and the Oru are next to each other at the mill, the Kell look on from the crag. Vael
plays first, then the Oru, then the Kell: that follows from the seed, so that no case says it.
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
    """The files of the campaign that all cases are added to, by path."""
    return read_campaign(FOLDER / "world")


@lru_cache(maxsize=1)
def all_cases() -> tuple[Case, ...]:
    """Every case of every file, those of single assets among them."""
    return (*cases_of(FOLDER / "cases", world()), *asset_cases())


@lru_cache(maxsize=1)
def asset_cases() -> tuple[Case, ...]:
    """The cases in which the assets of the rules show what they do."""
    return cases_of(FOLDER / "cases" / "assets", world())
