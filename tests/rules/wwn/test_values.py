"""Each advice gives more points to the better of two boards, and says so in words."""

from __future__ import annotations

from typing import Final

import pytest

from chronicle.model.facts import faction_ref, place_ref
from chronicle.rules.wwn.changes import Fallen
from chronicle.rules.wwn.state import Goal, State
from chronicle.rules.wwn.terms import GoalKind
from chronicle.rules.wwn.values import VALUES
from tests.rules.wwn.boards import asset, base, board, faction

FARMERS: Final = asset("farmers")
INFANTRY: Final = asset("infantry", "vael", "ford")
CORPS: Final = asset("reserve-corps", "oru", "ford")


def goal(kind: GoalKind, progress: int = 0, at: str = "ford", against: str = "") -> State:
    chosen = Goal(kind, progress=progress, against=against)
    return board(asset("infantry", at=at), factions=[faction("vael", goal=chosen)])


def healthy(hp: int) -> State:
    return board(factions=[faction("vael", hp=hp)])


def rich(treasure: int) -> State:
    return board(factions=[faction("vael", treasure=treasure)])


#: By advice: the worse board and the better one.
BETTER: Final[dict[str, list[tuple[State, State]]]] = {
    "treasure": [(rich(had), rich(has)) for had, has in ((0, 1), (5, 8), (20, 21))],
    "income": [
        (board(), board(FARMERS)),
        (board(FARMERS), board(asset("manufactory"))),
        (board(asset("free-company")), board()),
        # Two assets of Wealth are all that a Wealth of 2 keeps for nothing.
        (
            board(*(asset("armed-guards", id=f"guard-{n}") for n in range(3))),
            board(*(asset("armed-guards", id=f"guard-{n}") for n in range(2))),
        ),
    ],
    "assets": [
        (board(), board(INFANTRY)),
        (board(asset("infantry", hp=1)), board(asset("infantry"))),
        (board(asset("infantry")), board(asset("knights"))),
    ],
    "bases": [(board(), board(base("lodge"))), (board(base("lodge", hp=1)), board(base("lodge")))],
    "health": [(healthy(hp), healthy(hp + 4)) for hp in (1, 8)],
    "ratings": [
        (board(), board(factions=[faction("vael", xp=1)])),
        # A rating is worth more than the XP that it costs (W-ENT-1: Wealth 3 costs 4).
        (board(factions=[faction("vael", xp=4)]), board(factions=[faction("vael", wealth=3)])),
    ],
    "goal": [
        (board(), goal("peaceable-kingdom")),
        (goal("peaceable-kingdom"), goal("peaceable-kingdom", 2)),
        (goal("blood-the-enemy"), goal("blood-the-enemy", 9)),
        (goal("expand-influence", at="castle"), goal("expand-influence")),
        # The Kell are far off.
        (goal("destroy-the-foe", against="kell"), goal("destroy-the-foe", against="oru")),
    ],
    "reach": [
        (board(asset("knights"), CORPS), board(asset("knights", at="ford"), CORPS)),
        (board(asset("knights", at="isle"), CORPS), board(asset("knights"), CORPS)),
    ],
    "risk": [
        (board(asset("usurers"), asset("knights", "oru", "castle")), board(asset("usurers"))),
        (
            board(asset("usurers"), asset("knights", "oru", "castle")),
            board(asset("usurers", stealth="hidden"), asset("knights", "oru", "fen")),
        ),
    ],
    "hidden": [(board(INFANTRY), board(asset("infantry", stealth="hidden")))],
    "room": [(board(asset("infantry")), board(INFANTRY))],
}


def test_all_advice_is_tried() -> None:
    assert [one.code for one in VALUES.advice] == [*BETTER]
    assert all(one.words for one in VALUES.advice)


@pytest.mark.parametrize(
    ("code", "worse", "better"),
    [
        pytest.param(code, worse, better, id=f"{code}-{number}")
        for code, pairs in BETTER.items()
        for number, (worse, better) in enumerate(pairs)
    ],
)
def test_the_better_board_has_more_points(code: str, worse: State, better: State) -> None:
    points = next(one.points for one in VALUES.advice if one.code == code)
    assert points(worse, "vael") < points(better, "vael")


def test_buying_is_worth_more_than_its_price_and_a_hoard_less() -> None:
    """Infantry costs 6."""
    advice = {one.code: one.points for one in VALUES.advice}

    def worth(state: State) -> float:
        return sum(points(state, "vael") for points in advice.values())

    for had, least in ((8, 0.0), (30, 0.5)):
        before = board(factions=[faction("vael", treasure=had)])
        after = board(asset("infantry"), factions=[faction("vael", treasure=had - 6)])
        assert worth(after) - worth(before) > least


def test_a_place_is_held_by_a_base_then_by_assets_then_by_those_near() -> None:
    boards = [
        board(asset("infantry", at="isle")),
        board(asset("infantry")),
        board(INFANTRY),
        board(INFANTRY, base("lodge"), base("mill-lodge", "oru")),
        board(INFANTRY, base("lodge")),
    ]
    held = [VALUES.holding(it, "vael", "ford") for it in boards]
    assert held == sorted(held)
    assert len({*held}) == len(held)
    assert 0 <= held[0] <= held[-1] <= 1


def test_a_faction_that_is_gone_has_nothing_and_wins_nothing() -> None:
    before = board(INFANTRY)
    after = Fallen("vael").apply(before)
    assert VALUES.strength(before, "vael") > VALUES.strength(after, "vael") == 0
    assert VALUES.winning(before, "vael") > VALUES.winning(after, "vael") == 0


def test_who_is_ahead_is_counted_in_treasure() -> None:
    """Force 5, Cunning 4 and Wealth 2 cost 21, 12 and 2 XP; 20 Treasure, a seat of 17."""
    assert VALUES.winning(board(), "vael") == 6 * (21 + 12 + 2) + 20 + 17
    more = board(asset("infantry", hp=3), base("lodge"), factions=[faction("vael", xp=2)])
    assert VALUES.winning(more, "vael") - VALUES.winning(board(), "vael") == 6 * 2 + 3 + 4


def test_friends_and_what_is_known() -> None:
    allied = board(INFANTRY, CORPS, allies=frozenset({("oru", "vael")}))
    assert VALUES.friendship(allied, "vael", "oru") == 1
    assert VALUES.friendship(board(CORPS), "vael", "oru") == 0
    blind = board()
    for about in (faction_ref("oru"), place_ref("ford")):
        assert VALUES.knowledge(board(CORPS), "vael", about) > VALUES.knowledge(
            blind, "vael", about
        )
