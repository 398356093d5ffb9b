"""House rules: each choice of a campaign is told to those who may know it, in words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.load import read_tree
from chronicle.model.audience import EVERYONE, GM, Audience, faction_audience
from chronicle.model.facts import faction_ref
from chronicle.pipeline import build_files
from chronicle.project import project
from chronicle.render import shipped_themes_folder
from chronicle.rules import RULESETS
from tests.order_form_text import LANGUAGES
from tests.rules.freeform.small_campaign import SOUND as FREEFORM
from tests.sample_campaigns import CHECKOUT
from tests.shipped_theme import shipped_theme
from tests.small_campaign import SOUND as SHADOW
from tests.small_campaign import play_files, tree_of

STARTERS: Final = CHECKOUT / "chronicle" / "starters"
VAEL: Final = faction_audience("vael")
#: What each choice of `rules:` is told as: the code and its values.
CHOICES: Final = [
    ("lieutenants", "influence_limit: 2", ("influence-limit", {"n": 2})),
    ("lieutenants", "damaged_penalty: 1", ("damaged-penalty", {"n": 1})),
    ("lieutenants", "damaged_penalty: 0", ("no-damaged-penalty", {})),
    ("wwn", "distance: neighbours", ("distance-neighbours", {})),
    ("wwn", "{distance: miles, move: 60}", ("distance-miles", {"n": 60})),
    ("wwn", "assets: public", ("assets-public", {})),
    ("wwn", "assets: rumored", ("assets-rumored", {})),
    ("wwn", "assets: owner", ("assets-owner", {})),
    ("wwn", "xp_cost: reached", ("xp_cost-reached", {})),
    ("wwn", "xp_cost: leaving", ("xp_cost-leaving", {})),
    ("wwn", "foes: one", ("foes-one", {})),
    ("wwn", "foes: several", ("foes-several", {})),
    ("wwn", "rogues: stay", ("rogues-stay", {})),
    ("wwn", "rogues: move", ("rogues-move", {})),
    ("wwn", "friends: own", ("friends-own", {})),
    ("wwn", "friends: allies", ("friends-allies", {})),
]
#: Who learns of what in the small campaigns, by hand: `riches` are of the vale, which the public
#: does not know, `plot` is Vael's and the GM's secret, and only powers see the board.
READERS: Final = [
    ("freeform", EVERYONE, ["Fear", "The flood"]),
    ("freeform", VAEL, ["Crowns", "Fear", "Grain", "Riches", "The flood"]),
    ("freeform", GM, ["Crowns", "Fear", "Grain", "Riches", "The flood", "The plot"]),
    ("shadow", EVERYONE, []),
    ("shadow", VAEL, ["seating"]),
    ("shadow", GM, ["seating"]),
]


def starter(ruleset: str, rules: str) -> FileTree:
    """A starter without turns, with other house rules."""
    tree = read_tree(STARTERS / ruleset, ruleset)
    files = {path: text for path, text in tree.files.items() if not path.startswith("turns/")}
    head = files["campaign.yaml"]
    assert isinstance(head, bytes)
    kept = re.sub(r"^rules:.*\n(?:[ #].*\n|\n)*", "", head.decode(), flags=re.MULTILINE)
    written = rules if rules.startswith("{") else f"{{{rules}}}"
    return FileTree("", {**files, "campaign.yaml": f"{kept}\nrules: {written}\n".encode()})


def house_rules(tree: FileTree, audience: Audience) -> list[tuple[str, Mapping[str, object]]]:
    """The house rules of an audience's edition: codes and facts."""
    texts = {path: text for path, text in tree.files.items() if isinstance(text, bytes)}
    played = play_files(texts, over={})
    edition = project(played.campaign, played.history, played.ruleset, audience)
    return [(one.code, dict(one.facts)) for one in edition.house_rules]


@pytest.mark.parametrize(
    ("ruleset", "rules", "expected"), CHOICES, ids=[f"{one[0]}-{one[1]}" for one in CHOICES]
)
def test_everybody_is_told_of_a_choice(
    ruleset: str, rules: str, expected: tuple[str, Mapping[str, object]]
) -> None:
    assert expected in house_rules(starter(ruleset, rules), EVERYONE)


@pytest.mark.parametrize(("ruleset", "audience", "expected"), READERS)
def test_only_those_who_see_a_figure_are_told_of_it(
    ruleset: str, audience: Audience, expected: list[str]
) -> None:
    tree = tree_of({}, over={"freeform": FREEFORM, "shadow": SHADOW}[ruleset])
    found = house_rules(tree, audience)
    assert sorted(str(facts.get("name", code)) for code, facts in found) == expected


def test_powers_are_told_of_the_seats_in_their_order() -> None:
    ((code, facts),) = house_rules(tree_of({}, over=SHADOW), VAEL)
    assert (code, facts) == ("seating", {"powers": (faction_ref("vael"), faction_ref("oru"))})


def test_each_code_is_in_the_table_above() -> None:
    by_hand = {(ruleset, code) for ruleset, _, (code, _) in CHOICES}
    by_hand |= {("shadow", "seating")}
    by_hand |= {("freeform", code) for code in ("counter", "counter-to", "clock")}
    assert {(id, code) for id in RULESETS for code in RULESETS[id].house_rule_codes} == by_hand


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_each_house_rule_has_words(ruleset: str, language: str) -> None:
    theme = shipped_theme(language)
    assert all(
        f"{ruleset}.house.{code}" in theme.words for code in RULESETS[ruleset].house_rule_codes
    )


def test_the_page_says_what_is_counted() -> None:
    files = build_files(tree_of({}, over=FREEFORM), Report(), themes=(shipped_themes_folder(),))
    assert files is not None
    page = re.sub(r"<[^>]+>", "", files["private/vael/rules.html"].decode())
    assert "Crowns: a number from 0 to 9" in page
    assert "Fear: a number, at least -2" in page
    assert "The flood: a clock with 4 segments" in page
