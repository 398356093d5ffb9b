"""The cases of lieutenants, on the sound campaign of Vael, the Oru and the watch."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from tests.casebook import Case, cases_of
from tests.lieutenants.sound import SOUND


@lru_cache(maxsize=1)
def all_cases() -> tuple[Case, ...]:
    """Every case of every file."""
    return cases_of(Path(__file__).parent / "cases", SOUND)
