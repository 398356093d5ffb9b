"""Mistakes in the orders and boards of each ruleset, and what looks like one and is none.

In `mistakes/adjustments.txt` and `mistakes/catalogue.txt` are those that are read by themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from chronicle.rules import RULESETS
from tests.rules.freeform.small_campaign import SOUND as FREEFORM
from tests.rules.lieutenants.small_campaign import SOUND as LIEUTENANTS
from tests.rules.mistakes import Mistake, check_mistake, read_mistakes, shown_in
from tests.rules.wwn.small_campaign import SOUND as WWN
from tests.small_campaign import SOUND as SHADOW

SOUND: Final[Mapping[str, Mapping[str, str]]] = {
    "freeform": FREEFORM,
    "lieutenants": LIEUTENANTS,
    "shadow": SHADOW,
    "wwn": WWN,
}


def _folder(ruleset: str) -> Path:
    return Path(__file__).parent / ruleset / "mistakes"


def _cases() -> list[object]:
    return [
        pytest.param(ruleset, mistake, id=f"{ruleset} {mistake.id}")
        for ruleset in SOUND
        for path in sorted(_folder(ruleset).glob("*.txt"))
        if path.stem not in ("adjustments", "catalogue")
        for mistake in read_mistakes(_folder(ruleset), path.stem)
    ]


@pytest.mark.parametrize(("ruleset", "mistake"), _cases())
def test_each_mistake_is_reported_once_at_its_place_and_nothing_is_resolved(
    ruleset: str, mistake: Mistake
) -> None:
    check_mistake(mistake, SOUND[ruleset])


@pytest.mark.parametrize("ruleset", SOUND)
def test_every_finding_of_a_ruleset_has_an_example(ruleset: str) -> None:
    assert {problem.code for problem in RULESETS[ruleset].problems} <= shown_in(_folder(ruleset))
