"""Every rule of orders in words is cited in the code, proved by a case and told in the docs."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

import pytest

import chronicle.rules.freeform as package
from chronicle.rules.freeform import FREEFORM
from tests.rules.freeform.rule_cases import all_cases

PAGE: Final = Path(__file__).parents[3] / "docs" / "rulesets" / "freeform.md"
ID: Final = re.compile(r"\bF-[A-Z]+\b")
#: A separate entry: a heading that starts with the id.
ENTRY: Final = re.compile(r"^#+ (F-[A-Z]+)\b", re.MULTILINE)

EACH = pytest.mark.parametrize("rule", FREEFORM.rules)


@lru_cache(maxsize=1)
def _cited() -> frozenset[str]:
    """Ids in the ruleset's modules; the list of all rules itself cites none."""
    (folder,) = package.__path__
    modules = [path for path in Path(folder).glob("*.py") if path.name != "__init__.py"]
    return frozenset(id for path in modules for id in ID.findall(path.read_text("utf-8")))


@lru_cache(maxsize=1)
def _proved() -> frozenset[str]:
    return frozenset(rule for case in all_cases() for rule in case.proves)


@EACH
def test_every_rule_is_cited_in_the_code(rule: str) -> None:
    assert rule in _cited()


@EACH
def test_every_rule_is_proved_by_a_case(rule: str) -> None:
    assert rule in _proved()


@EACH
def test_a_rule_has_an_entry_of_its_own_in_the_docs(rule: str) -> None:
    assert ENTRY.findall(PAGE.read_text("utf-8")).count(rule) == 1


def test_cases_modules_and_docs_cite_only_existing_rules() -> None:
    documented = frozenset(ID.findall(PAGE.read_text("utf-8")))
    assert _proved() | _cited() | documented == set(FREEFORM.rules)
