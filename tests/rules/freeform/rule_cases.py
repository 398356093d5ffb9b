"""The cases of orders in words, on the sound campaign of Vael and Oru."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from tests.rules.freeform.small_campaign import SOUND
from tests.rules.rule_cases import Case, cases_of


@lru_cache(maxsize=1)
def all_cases() -> tuple[Case, ...]:
    """Every case of every file."""
    return cases_of(Path(__file__).parent / "cases", SOUND)
