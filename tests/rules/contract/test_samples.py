"""What the sample campaign of a ruleset shows, as patterns of its events (`sample.yaml`)."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from tests.rules.contract.test_rulesets import of_ruleset
from tests.rules.lieutenants import turn_as_text as lieutenants
from tests.rules.rule_cases import read_yaml
from tests.rules.shadow import turn_as_text as shadow
from tests.rules.wwn import turn_as_text as wwn

NOTATIONS: Final[dict[str, Callable[[Any], str]]] = {
    "lieutenants": lieutenants.events_as_text,
    "shadow": lambda steps: shadow.events_as_text(step.event for step in steps),
    "wwn": wwn.events_as_text,
}
FOLDER: Final = Path(__file__).parent.parent
SHOWN: Final = {
    f"{ruleset}: {law}": (ruleset, [patterns] if isinstance(patterns, str) else patterns)
    for ruleset in NOTATIONS
    for law, patterns in read_yaml(FOLDER / ruleset / "sample.yaml").items()
}


@cache
def _events(ruleset: str) -> tuple[str, ...]:
    """Every event of the sample in the notation of the cases."""
    turns = of_ruleset(ruleset).history.turns
    text = "".join(NOTATIONS[ruleset](turn.steps) for turn in turns)
    return tuple(re.split(r"^(?=\S)", text, flags=re.MULTILINE))


@pytest.mark.parametrize("law", SHOWN)
def test_the_sample_shows_it(law: str) -> None:
    ruleset, patterns = SHOWN[law]
    for pattern in patterns:
        assert any(re.search(pattern, event) for event in _events(ruleset)), pattern
