"""Every rule of wwn is cited in the code, proved by a case and told in the docs."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

import pytest

import chronicle.rules.wwn as package
from chronicle.rules.wwn import WWN
from chronicle.rules.wwn.effects import EFFECT_BY_WORD, TAG_ONLY_WORDS
from tests.rules.wwn.rule_cases import all_cases
from tests.rules.wwn.test_all_assets import refusals
from tests.rules.wwn.test_setup import MISTAKES

PAGE: Final = Path(__file__).parents[3] / "docs" / "rulesets" / "wwn.md"
ID: Final = re.compile(r"\bW-[A-Z]+(?:-[A-Z0-9]+)*\b")
#: A separate entry: a heading that starts with the id, or a line or an item of a list in bold.
ENTRY: Final = re.compile(r"^(?:#+ |(?:- )?\*\*)(W-[A-Z]+(?:-[A-Z0-9]+)*)\b", re.MULTILINE)
#: Chapters named as a whole, and the beginnings of ids that the code puts together.
CHAPTERS: Final = frozenset({"W-ENT", "W-TURN", "W-CHK", "W-ACT", "W-FX"})
#: A rule that has no turn to be shown in: it warns of openings, by these findings.
WARNS: Final = {"W-ENT-2": frozenset({"WN011", "WN012"})}

EACH = pytest.mark.parametrize("rule", WWN.rules)


@lru_cache(maxsize=1)
def _modules() -> tuple[str, ...]:
    """The ruleset's modules; the list of all rules itself cites none."""
    (folder,) = package.__path__
    root = Path(folder) / "__init__.py"
    return tuple(path.read_text("utf-8") for path in Path(folder).rglob("*.py") if path != root)


@lru_cache(maxsize=1)
def _cited() -> frozenset[str]:
    return frozenset(id for text in _modules() for id in ID.findall(text))


@lru_cache(maxsize=1)
def _asked_for() -> frozenset[str]:
    """The rules of those effects that the code asks for: whether something here has one."""
    asking = re.compile(
        r"(?:effects_of|has_effect|tag_effects|isinstance)\(([^()]*)\)|case (\w+)\("
    )
    found = {
        name
        for text in _modules()
        for match in asking.finditer(text)
        for name in re.findall(r"\w+", f"{match[1]} {match[2]}")
    }
    return frozenset(
        f"W-FX-{word.upper()}" for word, it in EFFECT_BY_WORD.items() if it.__name__ in found
    )


@lru_cache(maxsize=1)
def _proved() -> frozenset[str]:
    """The rules of all cases, and those by which an order is wrong or an opening odd."""
    cases = {rule for case in all_cases() for rule in case.proves}
    refused = {f"W-FX-{entry['word'].upper()}" for entry in refusals().values()}
    codes = {mistake.code for mistake in MISTAKES}
    warned = {rule for rule, wanted in WARNS.items() if wanted <= codes}
    return frozenset(cases | refused | warned)


@lru_cache(maxsize=1)
def _page() -> str:
    return PAGE.read_text("utf-8")


@EACH
def test_every_rule_is_cited_in_the_code(rule: str) -> None:
    assert rule in _cited() | _asked_for()


@EACH
def test_every_rule_is_proved_by_a_case(rule: str) -> None:
    assert rule in _proved()


@EACH
def test_a_rule_has_an_entry_of_its_own_in_the_docs(rule: str) -> None:
    assert ENTRY.findall(_page()).count(rule) == 1


def test_the_docs_cite_only_existing_rules() -> None:
    assert set(ID.findall(_page())) - CHAPTERS <= set(WWN.rules)


def test_cases_and_modules_cite_only_existing_rules() -> None:
    assert _proved() | (_cited() - CHAPTERS) <= set(WWN.rules)


def test_the_rules_are_those_of_the_book() -> None:
    counts = {"ENT": 5, "TURN": 7, "CHK": 2, "ACT": 7}
    numbered = [f"W-{part}-{n}" for part, last in counts.items() for n in range(1, last + 1)]
    effects = [f"W-FX-{word.upper()}" for word in EFFECT_BY_WORD]
    assert len(EFFECT_BY_WORD) == 43
    book = {"W-TAG", "W-GOAL", *numbered, *effects}
    assert set(WWN.rules) == book
    assert len(WWN.rules) == len(book)


def test_every_effect_of_tags_alone_is_proved_by_a_tag() -> None:
    """What no asset can have is in no table of assets."""
    tags = {rule for case in all_cases() if "W-TAG" in case.proves for rule in case.proves}
    wanted = {f"W-FX-{word.upper()}" for word in TAG_ONLY_WORDS}
    assert wanted <= tags
