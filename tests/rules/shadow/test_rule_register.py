"""Every rule of shadow powers is cited in the code, proved by a case and told in the docs."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

import pytest

import chronicle.rules.shadow as package
from chronicle.rules.shadow import SHADOW
from tests.rules.shadow.rule_cases import all_cases

PAGE: Final = Path(__file__).parents[3] / "docs" / "rulesets" / "shadow.md"
ID: Final = re.compile(r"\bS-[A-Z]+(?:-\d+)?\b")
#: A separate entry: a heading that starts with the id, or a line that does so in bold.
ENTRY: Final = re.compile(r"^(?:#+ |\*\*)(S-[A-Z]+(?:-\d+)?)\b", re.MULTILINE)
#: What is no rule: the worked example, and chapters named as a whole.
OTHER_IDS: Final = frozenset({"S-EX", "S-ROUND", "S-DICE", "S-ACT", "S-STAKE"})

EACH = pytest.mark.parametrize("rule", SHADOW.rules)


@lru_cache(maxsize=1)
def _cited() -> frozenset[str]:
    """Ids in the ruleset's modules; the list of all rules itself cites none."""
    (folder,) = package.__path__
    modules = [path for path in Path(folder).rglob("*.py") if path.parent != Path(folder)]
    modules += [path for path in Path(folder).glob("*.py") if path.name != "__init__.py"]
    return frozenset(id for path in modules for id in ID.findall(path.read_text("utf-8")))


@lru_cache(maxsize=1)
def _proved() -> frozenset[str]:
    return frozenset(rule for case in all_cases() for rule in case.proves)


@lru_cache(maxsize=1)
def _page() -> str:
    return PAGE.read_text("utf-8")


@EACH
def test_every_rule_is_cited_in_the_code(rule: str) -> None:
    assert rule in _cited()


@EACH
def test_every_rule_is_proved_by_a_case(rule: str) -> None:
    assert rule in _proved()


@EACH
def test_a_rule_has_an_entry_of_its_own_in_the_docs(rule: str) -> None:
    entries = ENTRY.findall(_page())
    assert entries.count(rule) == 1


def test_the_docs_cite_only_existing_rules() -> None:
    assert set(ID.findall(_page())) - OTHER_IDS <= set(SHADOW.rules)


def test_cases_and_modules_cite_only_existing_rules() -> None:
    assert _proved() | (_cited() - OTHER_IDS) <= set(SHADOW.rules)


def test_the_rules_are_those_of_the_book() -> None:
    counts = {"ROUND": 7, "DICE": 4, "ACT": 5, "STAKE": 5}
    numbered = [f"S-{part}-{n}" for part, last in counts.items() for n in range(1, last + 1)]
    assert SHADOW.rules == ("S-ENT", *numbered)


def test_case_names_are_unique() -> None:
    laws = [case.law for case in all_cases()]
    assert sorted(set(laws)) == sorted(laws)
