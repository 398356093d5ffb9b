"""A modifier of a turn counts in the odds of that turn, and of those whom it is for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.load import load_campaign
from chronicle.play.turn_odds import compute_odds
from chronicle.rules import RULESETS
from tests.rules.freeform.small_campaign import SOUND as FREEFORM
from tests.rules.lieutenants import rule_cases as lieutenants
from tests.rules.wwn import rule_cases as wwn
from tests.small_campaign import SOUND as SHADOW
from tests.small_campaign import findings_of

_FACTION = 'name: %s\nfor: everyone\ncolors: ["#7a1f2b", "#e8d8b0"]\nsigil: key\nopening:\n'
KESS = _FACTION % "House Vael" + (
    "  lieutenants: [{id: kess, name: Captain Kess, level: 1, force: 2, at: manor}]\n"
)
FOX = _FACTION % "The Oru" + (
    "  lieutenants: [{id: fox, name: Old Fox, level: 3, force: -1, at: mill}]\n"
)
#: A campaign, the orders of `vael`, and the chance of each outcome with 1 more for `vael`, 2 more
#: for everybody and 9 less for `oru`, counted by hand.
CASES = [
    # 2d6 + 1 >= 9 with 3 more: five or more in 30 of 36 ways.
    (
        FREEFORM,
        "{actions: [{id: hit, order: Now., roll: 2d6+1 >= 9}]}",
        {"success": Fraction(30, 36), "failure": Fraction(6, 36)},
    ),
    # Influence 1 and the actor are two dice, and with three more five: 2 or more of them succeed,
    # all but 1 + 5 of 32 ways.
    (
        SHADOW,
        "{conspiracies: [{id: hit, action: raise, resource: eyes, to: 2, narrative: Up.}]}",
        {"success": Fraction(26, 32), "failure": Fraction(6, 32)},
    ),
    # Levels 1 and 3, Force 2 and -1 make 1, with three more 4: on two dice 2 is a failure (6),
    # 3 to 5 a success (7 to 9), 6 and more a complete success.
    (
        {**lieutenants.world(), "factions/vael.yaml": KESS, "factions/oru.yaml": FOX},
        "{actions: [{id: hit, lieutenant: kess, action: cautious-attack, at: mill}]}",
        {
            "failure": Fraction(1, 36),
            "success": Fraction(9, 36),
            "complete-success": Fraction(26, 36),
        },
    ),
]


def outcomes(world: Mapping[str, str], orders: str, modifiers: str) -> dict[str, Fraction]:
    turn = f"turn: 1\nmodifiers: {modifiers}\norders:\n  vael: {orders}\n"
    files = {path: text.encode() for path, text in {**world, "turns/001.yaml": turn}.items()}
    report = Report()
    campaign = load_campaign(FileTree("", files), report)
    assert campaign is not None, report.findings
    found = compute_odds(campaign, RULESETS[campaign.ruleset], 1, report)
    assert found is not None, report.findings
    chances: dict[str, Fraction] = defaultdict(Fraction)
    for chance in next(it for it in found if it.order == "vael/hit").chances:
        chances[chance.outcome] += chance.probability
    return dict(chances)


@pytest.mark.parametrize(("world", "orders", "wanted"), CASES)
def test_odds_count_the_modifiers_of_the_turn(
    world: Mapping[str, str], orders: str, wanted: Mapping[str, Fraction]
) -> None:
    modifiers = (
        "[{value: 1, because: luck, for: vael}, {value: 2, because: a feast},"
        " {value: -9, because: fever, for: oru}]"
    )
    assert outcomes(world, orders, modifiers) == wanted
    assert outcomes(world, orders, "[]") != wanted


def test_odds_count_the_modifiers_of_both_sides_of_a_check() -> None:
    """Force 5 and 3 more against Force 3 and 5 more: a d10 must only be higher, in 45 of 100."""
    modifiers = "[{value: 3, because: luck, for: vael}, {value: 5, because: a wall, for: oru}]"
    orders = "{attack: [{id: hit, asset: foot, against: oru}]}"
    assert outcomes(wwn.world(), orders, modifiers)["done"] == Fraction(45, 100)
    # Force 5 against 3: the other die may be one more, 45 + 10 + 9 of 100.
    assert outcomes(wwn.world(), orders, "[]")["done"] == Fraction(64, 100)


@pytest.mark.parametrize(
    ("written", "column"),
    [
        ("{value: 0, because: a feast}", 21),
        ("{value: 1, because: a feast, for: gm}", 47),
        ("{value: 101, because: a feast}", 21),
        ("{value: 1}", 14),
        ("{value: 1, because: a feast, for: orru}", 47),
    ],
)
def test_a_modifier_for_nobody_or_of_nothing_is_an_error(written: str, column: int) -> None:
    (found,) = findings_of({"turns/001.yaml": f"turn: 1\nmodifiers: [{written}]\n"})
    assert found.severity == "error"
    assert found.at is not None
    assert (found.at.line, found.at.column) == (2, column)
