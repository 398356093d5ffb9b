"""Templates read only what tellings contain: each telling code against the type of its facts."""

from __future__ import annotations

from functools import cache

import pytest

from chronicle.render.templates import create_environment
from chronicle.rules import RULESETS
from chronicle.rules.protocol import Telling
from tests.shipped_theme import shipped_theme
from tests.template_types import UNKNOWN, Checker, Const, Record, value_of


@cache
def checker(ruleset: str) -> Checker:
    """A checker of the shipped theme's templates."""
    return Checker(create_environment(shipped_theme()), {"ruleset": Const(ruleset)})


def telling_of(ruleset: str, code: str) -> Record:
    """The type of a telling with a code."""
    telling = value_of(Telling)
    assert isinstance(telling, Record)
    facts = value_of(RULESETS[ruleset].telling_facts[code])
    return telling.with_part("code", Const(code)).with_part("facts", facts)


@pytest.mark.parametrize(
    ("ruleset", "code"),
    [(id, code) for id, system in RULESETS.items() for code in system.telling_facts],
)
def test_templates_read_only_the_facts_of_a_telling(ruleset: str, code: str) -> None:
    found = checker(ruleset)
    found.faults.clear()
    telling = telling_of(ruleset, code)
    for template in ("headline", code):
        path = f"rules/{ruleset}/{template}.html"
        found.check(path, telling=telling, anchor=UNKNOWN, audit=UNKNOWN)
    assert found.faults == set()
