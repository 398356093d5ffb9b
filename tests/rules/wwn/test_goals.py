"""The ten goals (W-GOAL): what brings each nearer, when it is met, and what it is worth."""

from __future__ import annotations

from typing import Any

import pytest

from chronicle.rules.wwn.changes import Furthered
from chronicle.rules.wwn.goals import goal_credit, goal_credit_for_collapse
from chronicle.rules.wwn.orders import FactionOrders
from chronicle.rules.wwn.state import Goal, Piece
from tests.rules.wwn.custom_catalogue_boards import asset, base, board, faction, goal, striving

# ── What brings a goal nearer ────────────────────────────────────────────────────────────────────

# Vael has Force 3, Cunning 4, Wealth 2; the ratings of Oru are 2 + 3 + 4 = 9.
THEIRS = asset("theirs", "oru", "giants")
SPIES = asset("spies", "oru", "spies")
DEN = base("den", "oru", "ford")


@pytest.mark.parametrize(
    ("aim", "damage", "destroyed", "gained"),
    [
        pytest.param(goal("blood-the-enemy"), 5, None, (5, 0), id="blood-the-enemy damage"),
        pytest.param(goal("blood-the-enemy"), 3, THEIRS, (3, 0), id="blood-the-enemy last blow"),
        pytest.param(goal("blood-the-enemy"), 0, None, None, id="blood-the-enemy no damage"),
        pytest.param(
            goal("eliminate-target", asset="theirs"), 9, THEIRS, (1, 0), id="eliminate-target it"
        ),
        pytest.param(
            goal("eliminate-target", asset="theirs"), 9, SPIES, None, id="eliminate-target another"
        ),
        pytest.param(
            goal("eliminate-target", asset="theirs"), 9, None, None, id="eliminate-target hurt"
        ),
        pytest.param(
            goal("invincible-valor"), 9, THEIRS, (1, 0), id="invincible-valor Force 4 for 3"
        ),
        pytest.param(
            goal("invincible-valor"),
            9,
            asset("k", "oru", "knights"),
            None,
            id="invincible-valor Force 2 for 3",
        ),
        pytest.param(
            goal("invincible-valor"),
            9,
            asset("l", "oru", "legion"),
            None,
            id="invincible-valor Wealth 4",
        ),
        pytest.param(goal("invincible-valor"), 9, DEN, None, id="invincible-valor a base"),
        pytest.param(
            goal("root-out-the-enemy", at="ford"), 4, DEN, (1, 9), id="root-out-the-enemy there"
        ),
        pytest.param(
            goal("root-out-the-enemy", at="mill"), 4, DEN, None, id="root-out-the-enemy elsewhere"
        ),
        pytest.param(
            goal("root-out-the-enemy", at="mill"), 4, SPIES, None, id="root-out-the-enemy an asset"
        ),
        pytest.param(
            goal("sphere-dominance", attribute="cunning"),
            4,
            SPIES,
            (1, 0),
            id="sphere-dominance its kind",
        ),
        pytest.param(
            goal("sphere-dominance", attribute="cunning"),
            4,
            THEIRS,
            None,
            id="sphere-dominance another kind",
        ),
        pytest.param(
            goal("sphere-dominance", attribute="cunning"), 4, DEN, None, id="sphere-dominance base"
        ),
        pytest.param(
            goal("sphere-dominance", attribute="cunning"),
            4,
            asset("own", "vael", "spies"),
            None,
            id="sphere-dominance its own",
        ),
        pytest.param(goal("destroy-the-foe", against="oru"), 4, DEN, None, id="destroy-the-foe"),
        pytest.param(goal("peaceable-kingdom"), 4, THEIRS, None, id="peaceable-kingdom"),
        pytest.param(None, 4, THEIRS, None, id="no goal"),
    ],
)
def test_what_damage_and_destruction_are_worth(
    aim: Goal | None, damage: int, destroyed: Piece | None, gained: tuple[int, int] | None
) -> None:
    state = board(factions=[faction("vael", goal=aim)])
    found = goal_credit(state, "vael", damage=damage, destroyed=destroyed)
    assert found == ((Furthered("vael", *gained),) if gained else ())


def test_w_goal_invincible_valor_takes_a_level_above_the_own_force() -> None:
    state = board(factions=[faction("vael", force=4, goal=goal("invincible-valor"))])
    assert goal_credit(state, "vael", destroyed=THEIRS) == ()


@pytest.mark.parametrize(
    ("aim", "fallen", "gained"),
    [
        pytest.param(goal("destroy-the-foe", against="oru"), "oru", (1, 9), id="the foe"),
        pytest.param(goal("destroy-the-foe", against="kell"), "oru", None, id="another"),
        pytest.param(goal("blood-the-enemy"), "oru", None, id="another goal"),
        pytest.param(None, "oru", None, id="no goal"),
    ],
)
def test_w_goal_what_the_fall_of_a_rival_is_worth(
    aim: Goal | None, fallen: str, gained: tuple[int, int] | None
) -> None:
    state = board(factions=[faction("vael", goal=aim)])
    found = goal_credit_for_collapse(state, "vael", fallen)
    assert found == ((Furthered("vael", *gained),) if gained else ())


BLOOD = goal("blood-the-enemy", progress=1)


# ── When a goal is met ───────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("aim", "need", "xp"),
    [
        # 3 + 4 + 2
        pytest.param(goal("blood-the-enemy", progress=9), 9, 2, id="blood-the-enemy"),
        pytest.param(goal("blood-the-enemy", progress=12), 9, 2, id="blood-the-enemy and more"),
        # A mean of 9 / 3 = 3; of 10 / 3, rounded up, 4.
        pytest.param(
            goal("destroy-the-foe", against="oru", progress=1, worth=9), 1, 5, id="destroy mean 3"
        ),
        pytest.param(
            goal("destroy-the-foe", against="oru", progress=1, worth=10),
            1,
            6,
            id="destroy mean rounded up",
        ),
        pytest.param(
            goal("eliminate-target", asset="gone", progress=1, since=4), 1, 1, id="eliminate-target"
        ),
        pytest.param(goal("invincible-valor", progress=1), 1, 2, id="invincible-valor"),
        # Half of the mean: 9 / 6 = 1.5, rounded up; 12 / 6 = 2; 13 / 6 rounded up 3.
        pytest.param(
            goal("root-out-the-enemy", at="ford", progress=1, worth=9), 1, 2, id="root-out 1.5"
        ),
        pytest.param(
            goal("root-out-the-enemy", at="ford", progress=1, worth=12), 1, 2, id="root-out 2"
        ),
        pytest.param(
            goal("root-out-the-enemy", at="ford", progress=1, worth=13), 1, 3, id="root-out 2.17"
        ),
        # As many as the own score, half of them rounded up.
        pytest.param(
            goal("sphere-dominance", attribute="force", progress=3), 3, 2, id="sphere force 3"
        ),
        pytest.param(
            goal("sphere-dominance", attribute="cunning", progress=4), 4, 2, id="sphere cunning 4"
        ),
        pytest.param(
            goal("sphere-dominance", attribute="wealth", progress=2), 2, 1, id="sphere wealth 2"
        ),
        # Three turns without an Attack, and this one.
        pytest.param(goal("peaceable-kingdom", progress=3), 4, 1, id="peaceable-kingdom"),
    ],
)
def test_w_goal_a_goal_that_is_met_brings_xp(aim: Goal, need: int, xp: int) -> None:
    now, event = striving(aim, xp=7)
    assert (event.met, event.xp, event.needed) == (True, xp, need)
    assert (event.failed, event.abandoned, event.chosen) == (False, False, None)
    assert now.factions["vael"].xp == 7 + xp
    assert now.factions["vael"].goal is None
    assert now.factions["vael"].idle == 0


@pytest.mark.parametrize(
    ("aim", "progress"),
    [
        pytest.param(goal("blood-the-enemy", progress=8), 8, id="blood-the-enemy"),
        pytest.param(goal("destroy-the-foe", against="oru"), 0, id="destroy-the-foe"),
        pytest.param(goal("invincible-valor"), 0, id="invincible-valor"),
        pytest.param(goal("root-out-the-enemy", at="mill"), 0, id="root-out-the-enemy"),
        pytest.param(
            goal("sphere-dominance", attribute="force", progress=2), 2, id="sphere-dominance"
        ),
        pytest.param(goal("peaceable-kingdom", progress=2), 3, id="peaceable-kingdom"),
        pytest.param(goal("expand-influence"), 0, id="expand-influence"),
        pytest.param(goal("inside-enemy-territory"), 0, id="inside-enemy-territory"),
        pytest.param(goal("wealth-of-kingdoms"), 0, id="wealth-of-kingdoms"),
    ],
)
def test_w_goal_one_that_is_not_met_stays_with_its_progress(aim: Goal, progress: int) -> None:
    now, event = striving(aim, xp=7)
    assert (event.met, event.failed, event.abandoned) == (False, False, False)
    kept = now.factions["vael"].goal
    assert kept == event.goal
    assert kept is not None
    assert (kept.kind, kept.progress, now.factions["vael"].xp) == (aim.kind, progress, 7)


# ── Peaceable Kingdom ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("action", "idle", "progress"),
    [
        pytest.param("attack", 0, 0, id="W-GOAL an Attack ends the peace"),
        pytest.param("move", 0, 3, id="W-GOAL another action doesn't"),
        pytest.param("attack", 5, 3, id="W-GOAL nor one that could not be taken"),
    ],
)
def test_peace_is_turns_without_an_attack(action: Any, idle: int, progress: int) -> None:
    own = FactionOrders("vael", action=action)
    now, _ = striving(goal("peaceable-kingdom", progress=2), own=own, idle=idle)
    assert (now.factions["vael"].goal or BLOOD).progress == progress


# ── Wealth of Kingdoms ───────────────────────────────────────────────────────────────────────────

LAVISH = FactionOrders("vael", lavish=True)


@pytest.mark.parametrize(
    ("figures", "own", "spent"),
    [
        # 4 × Wealth 2
        pytest.param({"treasure": 8}, LAVISH, 8, id="W-GOAL four times Wealth"),
        pytest.param({"treasure": 7}, LAVISH, 0, id="W-GOAL all or nothing"),
        pytest.param({"treasure": 8}, None, 0, id="W-GOAL not by itself"),
        pytest.param({"treasure": 8, "lavished": 2}, LAVISH, 0, id="W-GOAL not twice"),
        pytest.param(
            {"treasure": 20, "wealth": 3, "lavished": 2}, LAVISH, 12, id="W-GOAL when Wealth rose"
        ),
    ],
)
def test_lavish_spending(figures: dict[str, Any], own: FactionOrders | None, spent: int) -> None:
    now, event = striving(goal("wealth-of-kingdoms"), own=own, **figures)
    assert (event.lavished, event.met, event.xp) == (spent, spent > 0, 2 if spent else 0)
    power = now.factions["vael"]
    assert power.treasure == figures["treasure"] - spent
    assert power.lavished == (power.wealth if spent else figures.get("lavished", 0))
