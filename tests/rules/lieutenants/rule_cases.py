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

from tests.rules.rule_cases import Case, cases_of

FOLDER: Final = Path(__file__).parent


@lru_cache(maxsize=1)
def world() -> Mapping[str, str]:
    """The files of the campaign that all cases are laid over, by path."""
    root = FOLDER / "world"
    paths = sorted(root.rglob("*.yaml"))
    return {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in paths}


@lru_cache(maxsize=1)
def all_cases() -> tuple[Case, ...]:
    """Every case of every file."""
    return cases_of(FOLDER / "cases", world())
