"""Every rule of lieutenants is cited in the code, proved by a case and told in the docs."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final, get_args

import pytest

import chronicle.rules.lieutenants as package
from chronicle.rules.lieutenants import LIEUTENANTS
from chronicle.rules.lieutenants.catalogue import PowerKind
from chronicle.rules.lieutenants.terms import Action, rule_of
from tests.rules.lieutenants.rule_cases import all_cases

PAGE: Final = Path(__file__).parents[3] / "docs" / "rulesets" / "lieutenants.md"
ID: Final = re.compile(r"\bL-[A-Z]+(?:-[A-Z0-9]+)*\b")
#: A separate entry: a heading that starts with the id, or a line or an item of a list in bold.
ENTRY: Final = re.compile(r"^(?:#+ |(?:- )?\*\*)(L-[A-Z]+(?:-[A-Z0-9]+)*)\b", re.MULTILINE)
#: Chapters named as a whole, and the beginnings of ids that the code puts together.
CHAPTERS: Final = frozenset({"L-TURN", "L-CHK", "L-CMB", "L-STL", "L-DMG", "L-ACT", "L-AST"})

EACH = pytest.mark.parametrize("rule", LIEUTENANTS.rules)


@lru_cache(maxsize=1)
def _cited() -> frozenset[str]:
    """Ids in the ruleset's modules; the list of all rules itself cites none."""
    (folder,) = package.__path__
    root = Path(folder) / "__init__.py"
    modules = [path for path in Path(folder).rglob("*.py") if path != root]
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
    assert ENTRY.findall(_page()).count(rule) == 1


def test_the_docs_cite_only_existing_rules() -> None:
    assert set(ID.findall(_page())) - CHAPTERS <= set(LIEUTENANTS.rules)


def test_cases_and_modules_cite_only_existing_rules() -> None:
    assert _proved() | (_cited() - CHAPTERS) <= set(LIEUTENANTS.rules)


def test_the_rules_are_those_of_the_book() -> None:
    counts = {"TURN": 7, "CHK": 7, "CMB": 3, "STL": 5}
    numbered = [f"L-{part}-{n}" for part, last in counts.items() for n in range(1, last + 1)]
    harms = [f"L-DMG-{h}" for h in ["DINGED", "DAMAGED", "DEFEATED", "DESTROYED", "AGAIN", "WHO"]]
    actions = {rule_of(action) for action in get_args(Action)} - {"L-AST-SEDUCES"}
    workings = {f"L-AST-{kind.upper()}" for kind in get_args(PowerKind)} | {"L-AST-LINK"}
    # The twenty of the book, and all that it calls custom.
    assert len(actions) == 21
    book = {"L-ENT", "L-INF-3", "L-MOVE", *numbered, *harms, *actions, *workings}
    assert set(LIEUTENANTS.rules) == book
    assert len(LIEUTENANTS.rules) == len(book)


def test_case_names_are_unique() -> None:
    laws = [case.law for case in all_cases()]
    assert sorted(set(laws)) == sorted(laws)
