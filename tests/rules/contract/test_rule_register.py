"""Every rule of a ruleset is cited in its code, proved by a case and told in its docs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Final, get_args

import pytest

import chronicle.rules
from chronicle.records import Record
from chronicle.rules import RULESETS
from chronicle.rules.lieutenants.catalogue import PowerKind
from chronicle.rules.lieutenants.terms import ActionName, rule_of
from chronicle.rules.wwn.effects import EFFECT_BY_WORD
from tests.rules.freeform.rule_cases import all_cases as freeform_cases
from tests.rules.lieutenants.rule_cases import all_cases as lieutenants_cases
from tests.rules.rule_cases import Case
from tests.rules.shadow.rule_cases import all_cases as shadow_cases
from tests.rules.wwn.rule_cases import all_cases as wwn_cases
from tests.rules.wwn.test_all_assets import refusals
from tests.rules.wwn.test_setup import MISTAKES


def _numbered(start: str, **counts: int) -> list[str]:
    return [f"{start}-{part}-{n}" for part, last in counts.items() for n in range(1, last + 1)]


def _lieutenants_book() -> Iterable[str]:
    harms = [f"L-DMG-{h}" for h in ["DINGED", "DAMAGED", "DEFEATED", "DESTROYED", "AGAIN", "WHO"]]
    actions = {rule_of(action) for action in get_args(ActionName)} - {"L-AST-SEDUCES"}
    # The twenty of the book, and all that it calls custom.
    assert len(actions) == 21
    workings = [f"L-AST-{kind.upper()}" for kind in get_args(PowerKind)]
    numbered = _numbered("L", TURN=7, CHK=7, CMB=3, STL=5)
    return ("L-ENT", "L-INF-3", "L-MOVE", "L-AST-LINK", *numbered, *harms, *actions, *workings)


def _wwn_book() -> Iterable[str]:
    assert len(EFFECT_BY_WORD) == 43
    effects = [f"W-FX-{word.upper()}" for word in EFFECT_BY_WORD]
    return ("W-TAG", "W-GOAL", *_numbered("W", ENT=5, TURN=7, CHK=2, ACT=7), *effects)


def _asked_for() -> Iterable[str]:
    """The rules of those effects that the code asks for: whether something here has one."""
    asking = re.compile(
        r"(?:effects_of|has_effect|tag_effects|isinstance)\(([^()]*)\)|case (\w+)\("
    )
    found = {
        name
        for text in _modules("wwn")
        for match in asking.finditer(text)
        for name in re.findall(r"\w+", f"{match[1]} {match[2]}")
    }
    return [f"W-FX-{word.upper()}" for word, it in EFFECT_BY_WORD.items() if it.__name__ in found]


def _refused() -> Iterable[str]:
    """The rules of wwn by which an order is wrong or an opening odd."""
    # W-ENT-2 has no turn to be shown in: it warns of openings, by these findings.
    assert {"WN011", "WN012"} <= {mistake.code for mistake in MISTAKES}
    return ("W-ENT-2", *(f"W-FX-{entry['word'].upper()}" for entry in refusals().values()))


class Register(Record):
    """The rules of a ruleset's book, its cases, and what else cites and proves rules."""

    book: Callable[[], Iterable[str]]
    cases: Callable[[], tuple[Case, ...]]
    #: Chapters named as a whole, and the beginnings of ids that the code puts together.
    chapters: frozenset[str] = frozenset()
    cited: Callable[[], Iterable[str]] = tuple
    proved: Callable[[], Iterable[str]] = tuple


REGISTERS: Final = {
    "freeform": Register(lambda: RULESETS["freeform"].rules, freeform_cases),
    "lieutenants": Register(
        _lieutenants_book,
        lieutenants_cases,
        frozenset({"L-TURN", "L-CHK", "L-CMB", "L-STL", "L-DMG", "L-ACT", "L-AST"}),
    ),
    "shadow": Register(
        lambda: ("S-ENT", *_numbered("S", ROUND=7, DICE=4, ACT=5, STAKE=5)),
        shadow_cases,
        # With the worked example.
        frozenset({"S-EX", "S-ROUND", "S-DICE", "S-ACT", "S-STAKE"}),
    ),
    "wwn": Register(
        _wwn_book,
        wwn_cases,
        frozenset({"W-ENT", "W-TURN", "W-CHK", "W-ACT", "W-FX"}),
        _asked_for,
        _refused,
    ),
}
_ID: Final = r"[FLSW]-[A-Z]+(?:-[A-Z0-9]+)*\b"
#: A separate entry: a heading that starts with the id, or a line or an item of a list in bold.
ENTRY: Final = re.compile(rf"^(?:#+ |(?:- )?\*\*)({_ID})", re.MULTILINE)

each_ruleset = pytest.mark.parametrize("ruleset", REGISTERS)


@cache
def _modules(ruleset: str) -> tuple[str, ...]:
    """The ruleset's modules; the list of all rules itself cites none."""
    (folder,) = chronicle.rules.__path__
    root = Path(folder) / ruleset / "__init__.py"
    return tuple(path.read_text("utf-8") for path in root.parent.rglob("*.py") if path != root)


def _ids(ruleset: str, text: str) -> set[str]:
    return set(re.findall(rf"\b{ruleset[0].upper()}{_ID.removeprefix('[FLSW]')}", text))


@cache
def _cited(ruleset: str) -> frozenset[str]:
    found = {id for text in _modules(ruleset) for id in _ids(ruleset, text)}
    return frozenset({*found, *REGISTERS[ruleset].cited()})


@cache
def _proved(ruleset: str) -> frozenset[str]:
    found = {rule for case in REGISTERS[ruleset].cases() for rule in case.proves}
    return frozenset({*found, *REGISTERS[ruleset].proved()})


@cache
def _page(ruleset: str) -> str:
    return (Path(__file__).parents[3] / f"docs/rulesets/{ruleset}.md").read_text("utf-8")


@each_ruleset
def test_every_rule_is_cited_in_the_code(ruleset: str) -> None:
    assert {*RULESETS[ruleset].rules} - _cited(ruleset) == set()


@each_ruleset
def test_every_rule_is_proved_by_a_case(ruleset: str) -> None:
    assert {*RULESETS[ruleset].rules} - _proved(ruleset) == set()


@each_ruleset
def test_a_rule_has_an_entry_of_its_own_in_the_docs(ruleset: str) -> None:
    entries = Counter(ENTRY.findall(_page(ruleset)))
    assert {rule: n for rule in RULESETS[ruleset].rules if (n := entries[rule]) != 1} == {}


@each_ruleset
def test_cases_modules_and_docs_cite_only_existing_rules(ruleset: str) -> None:
    named = _proved(ruleset) | _cited(ruleset) | _ids(ruleset, _page(ruleset))
    assert named - REGISTERS[ruleset].chapters <= set(RULESETS[ruleset].rules)


@each_ruleset
def test_the_rules_are_those_of_the_book(ruleset: str) -> None:
    assert sorted(RULESETS[ruleset].rules) == sorted(REGISTERS[ruleset].book())


@each_ruleset
def test_case_names_are_unique(ruleset: str) -> None:
    laws = [case.law for case in REGISTERS[ruleset].cases()]
    assert sorted(set(laws)) == sorted(laws)


def test_every_effect_of_tags_alone_is_proved_by_a_tag() -> None:
    """What no asset can have is in no table of assets."""
    tags = {rule for case in wwn_cases() if "W-TAG" in case.proves for rule in case.proves}
    assert {it.rule for it in EFFECT_BY_WORD.values() if it.bearers == ("tag",)} <= tags
