"""Goals that fail, are given up and taken up, and XP that is spent (W-TURN-6, W-ENT-1)."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from chronicle.rules.wwn.goal_progress import goal_event
from chronicle.rules.wwn.orders import FactionOrders
from chronicle.rules.wwn.state import Goal, Piece
from chronicle.rules.wwn.terms import Attribute
from tests.rules.wwn.custom_catalogue_boards import (
    Striving,
    asset,
    base,
    board,
    faction,
    goal,
    orders,
    striving,
    told,
)


def ordered(**own: Any) -> FactionOrders:
    return FactionOrders("vael", **own)


# ── Failing ──────────────────────────────────────────────────────────────────────────────────────

THEIRS = asset("theirs", "oru", "giants")


# It is turn 5.
@pytest.mark.parametrize(
    ("aim", "pieces", "failed"),
    [
        pytest.param(
            # Chosen as turn 2 ended: turns 3, 4 and 5 were the three.
            goal("eliminate-target", asset="theirs", since=2),
            [THEIRS],
            True,
            id="eliminate-target after three turns",
        ),
        pytest.param(
            goal("eliminate-target", asset="theirs", since=3),
            [THEIRS],
            False,
            id="eliminate-target within them",
        ),
        pytest.param(
            goal("eliminate-target", asset="theirs", since=4),
            [],
            True,
            id="eliminate-target gone by another's hand",
        ),
        pytest.param(
            goal("eliminate-target", asset="theirs", since=4),
            [asset("theirs", "vael", "giants")],
            True,
            id="eliminate-target come over",
        ),
        pytest.param(
            goal("root-out-the-enemy", at="ford"), [], True, id="root-out-the-enemy no base"
        ),
        pytest.param(
            goal("root-out-the-enemy", at="ford"),
            [base("own", "vael", "ford")],
            True,
            id="root-out-the-enemy only its own",
        ),
        pytest.param(
            goal("root-out-the-enemy", at="ford"),
            [base("den", "kell", "ford")],
            False,
            id="root-out-the-enemy a base",
        ),
        pytest.param(goal("blood-the-enemy"), [], False, id="blood-the-enemy never"),
    ],
)
def test_w_goal_one_that_can_not_be_met_any_more_fails(
    aim: Goal, pieces: list[Piece], failed: bool
) -> None:
    now, event = striving(aim, *pieces, xp=3)
    assert (event.failed, event.met, event.xp) == (failed, False, 0)
    power = now.factions["vael"]
    assert (power.goal is None) == failed
    # It costs no turn.
    assert (power.idle, power.xp) == (0, 3)


@pytest.mark.parametrize("collapsed", [True, False])
def test_w_goal_a_foe_who_falls_by_another_hand_is_out_of_reach(collapsed: bool) -> None:
    foe = faction("oru", collapsed=collapsed, **({"hp": 0} if collapsed else {}))
    state = board(factions=[faction("vael", goal=goal("destroy-the-foe", against="oru")), foe])
    event = goal_event(state, orders(), told({}), "vael", ())
    assert event.failed == collapsed


def test_w_goal_after_a_failure_another_is_chosen_in_the_same_turn() -> None:
    own = ordered(goal=goal("blood-the-enemy"))
    now, event = striving(goal("root-out-the-enemy", at="ford"), own=own)
    assert event.failed
    assert event.chosen == now.factions["vael"].goal == goal("blood-the-enemy", since=5)
    assert now.factions["vael"].idle == 0


# ── Giving up ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("aim", "what"),
    [
        pytest.param(goal("blood-the-enemy", progress=9), "met", id="W-GOAL met"),
        pytest.param(goal("root-out-the-enemy", at="ford"), "failed", id="W-GOAL failed"),
        pytest.param(None, "", id="W-GOAL none"),
    ],
)
def test_a_met_or_failed_goal_cannot_be_abandoned(aim: Goal | None, what: str) -> None:
    now, event = striving(aim, own=ordered(abandon=True))
    assert not event.abandoned
    assert (event.met, event.failed) == (what == "met", what == "failed")
    assert now.factions["vael"].idle == 0


# ── Taking up ────────────────────────────────────────────────────────────────────────────────────


def choosing(aim: Goal, *pieces: Piece, **figures: Any) -> Striving:
    return striving(None, *pieces, own=ordered(goal=aim), **figures)


def test_w_goal_nobody_has_two() -> None:
    aim = goal("blood-the-enemy", progress=2)
    now, event = striving(aim, own=ordered(goal=goal("invincible-valor")))
    assert (event.chosen, now.factions["vael"].goal) == (None, aim)


def test_w_goal_those_who_are_hidden_when_it_is_chosen_do_not_count() -> None:
    aim = goal("inside-enemy-territory", excluded=frozenset({"old"}))
    _, event = choosing(
        aim,
        asset("inside", "vael", "spies", "mill", stealth="hidden"),
        asset("at-home", "vael", "spies", stealth="hidden"),
        asset("open", "vael", "spies", "mill"),
    )
    assert event.chosen is not None
    assert event.chosen.excluded == {"inside", "at-home"}


TARGET = goal("eliminate-target", asset="theirs", since=5)


@pytest.mark.parametrize(
    ("aim", "pieces", "figures", "taken"),
    [
        pytest.param(TARGET, [THEIRS], {}, True, id="eliminate-target unhurt"),
        pytest.param(
            TARGET, [asset("theirs", "oru", "giants", hp=9)], {}, False, id="eliminate-target hurt"
        ),
        pytest.param(
            TARGET,
            [asset("theirs", "oru", "giants", stealth="hidden")],
            {},
            False,
            id="eliminate-target hidden",
        ),
        pytest.param(TARGET, [], {}, False, id="eliminate-target gone"),
        pytest.param(
            TARGET, [asset("theirs", "vael", "giants")], {}, False, id="eliminate-target its own"
        ),
        pytest.param(
            goal("root-out-the-enemy", at="mill", since=5), [], {}, True, id="root-out a base"
        ),
        pytest.param(
            goal("root-out-the-enemy", at="castle", since=5), [], {}, False, id="root-out no base"
        ),
        pytest.param(
            goal("wealth-of-kingdoms", since=5), [], {"lavished": 1}, True, id="wealth risen"
        ),
        pytest.param(
            goal("wealth-of-kingdoms", since=5), [], {"lavished": 2}, False, id="wealth not risen"
        ),
        pytest.param(
            # 4 XP raise Wealth 2 to 3, and only then is the goal chosen.
            goal("wealth-of-kingdoms", since=5),
            [],
            {"lavished": 2, "xp": 4, "raises": True},
            True,
            id="wealth just raised",
        ),
    ],
)
def test_w_goal_what_can_be_chosen(
    aim: Goal, pieces: list[Piece], figures: dict[str, Any], taken: bool
) -> None:
    raises: tuple[Attribute, ...] = ("wealth",) if figures.pop("raises", False) else ()
    now, event = striving(None, *pieces, own=ordered(goal=aim, raises=raises), **figures)
    assert event.chosen == now.factions["vael"].goal == (aim if taken else None)


def test_w_goal_nobody_chooses_a_foe_who_has_fallen() -> None:
    state = board(factions=[faction("oru", collapsed=True, hp=0)])
    own = ordered(goal=goal("destroy-the-foe", against="oru"))
    assert goal_event(state, orders(own), told({}), "vael", ()).chosen is None


# ── XP (W-ENT-1) ─────────────────────────────────────────────────────────────────────────────────

# Rows of the table: 1→1, 2→2, 3→4, 4→6, 5→9, 6→12, 7→16, 8→20.
# Vael has Force 3, Cunning 4, Wealth 2.
Cost = Literal["reached", "leaving"]


@pytest.mark.parametrize(
    ("raises", "xp", "cost", "raised", "left"),
    [
        pytest.param(["force"], 6, "reached", [("force", 4, 6)], 0, id="3 to 4 for the row of 4"),
        pytest.param(["force"], 5, "reached", [], 5, id="3 to 4 a point short"),
        pytest.param(["force"], 5, "leaving", [("force", 4, 4)], 1, id="3 to 4 for the row of 3"),
        pytest.param(["wealth"], 4, "reached", [("wealth", 3, 4)], 0, id="2 to 3"),
        pytest.param(["wealth"], 4, "leaving", [("wealth", 3, 2)], 2, id="2 to 3 leaving 2"),
        pytest.param(
            # 4 for Wealth 3, then 6 for Wealth 4.
            ["wealth", "wealth"],
            10,
            "reached",
            [("wealth", 3, 4), ("wealth", 4, 6)],
            0,
            id="step by step",
        ),
        pytest.param(
            # 9 for Cunning 5 is too much, 4 for Wealth 3 is not.
            ["cunning", "wealth"],
            8,
            "reached",
            [("wealth", 3, 4)],
            4,
            id="what can be paid",
        ),
    ],
)
def test_w_ent_1_ratings_are_bought_with_xp(
    raises: list[Attribute],
    xp: int,
    cost: Cost,
    raised: list[tuple[Attribute, int, int]],
    left: int,
) -> None:
    own = ordered(raises=tuple(raises))
    now, event = striving(None, own=own, xp=xp, house={"xp_cost": cost})
    assert event.raised == tuple(raised)
    power = now.factions["vael"]
    assert power.xp == left
    assert {name: power.rating(name) for name, _, _ in raised} == {
        name: rating for name, rating, _ in raised
    }


def test_w_ent_1_nothing_goes_beyond_8() -> None:
    now, event = striving(None, own=ordered(raises=("force",)), force=8, xp=99)
    assert (event.raised, now.factions["vael"].force, now.factions["vael"].xp) == ((), 8, 99)


def test_w_ent_1_a_rating_raises_the_maximum_of_hit_points_alone() -> None:
    # 4 + 6 + 2 = 12; with Force 4, 6 + 6 + 2 = 14. Seven were left.
    now, _ = striving(None, own=ordered(raises=("force",)), xp=6, hp=7)
    power = now.factions["vael"]
    assert (power.hp, power.maximum) == (7, 14)
    hall = now.bases["vael-hall"]
    assert (hall.hp, now.maximum(hall)) == (7, 14)
