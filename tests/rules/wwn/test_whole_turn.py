"""The turn as a whole (W-TURN): its parts in order, and what lasts from one to the next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from chronicle.model.audience import FOR_EVERYONE, Visibility, visibility_of_factions
from chronicle.rules.wwn.events import Acted, Attacked, Event, GoalChecked
from chronicle.rules.wwn.orders import (
    AttackOrder,
    FactionOrders,
    MoveOrder,
    Order,
    Orders,
    RedoOrder,
    SellOrder,
)
from chronicle.rules.wwn.resolve import resolve
from chronicle.rules.wwn.state import Goal, Mark, PlaceState, Policy, State
from chronicle.rules.wwn.turn_start import declaration_event
from tests.rules.wwn.custom_catalogue_boards import after, asset, board, faction, orders, told

SEQUENCE = ("vael", "oru", "kell")


def played(
    state: State,
    *own: FactionOrders,
    table: Mapping[str, tuple[int, ...]] | None = None,
    sequence: tuple[str, ...] = SEQUENCE,
) -> tuple[State, list[Event]]:
    """One turn with these orders, and the board after it."""
    given = Orders(state.turn, {one.faction: one for one in own}, sequence=sequence)
    found = list(resolve(state, given, told(table or {}, state.turn)))
    return after(state, *found), found


def ids(events: Iterable[Event]) -> list[str]:
    """What happened, without the number of the turn."""
    return [event.id.partition("/")[2] for event in events]


# ── The parts of a turn ──────────────────────────────────────────────────────────────────────────


def test_w_turn_a_faction_without_orders_has_its_turn_all_the_same() -> None:
    _, events = played(board())
    assert ids(events) == [
        "sequence",
        *(f"{who}/{part}" for who in SEQUENCE for part in ("start", "income", "goal")),
        "over",
    ]


def test_w_turn_everything_has_its_place() -> None:
    state = board(
        asset("seers", "vael", "seers", "ford"),
        asset("company", "vael", "company", "ford", marks=(Mark("rogue", amount=9),)),
        asset("spears", "vael", "spears"),
        asset("hidden", "oru", "spears", "ford", stealth="hidden"),
        asset("guard", "oru", "spears", "ford"),
        factions=[faction("vael", treasure=0)],
    )
    move = Order("vael", "go", "spears", MoveOrder("ford"))
    own = FactionOrders("vael", action="move", orders=(move,), standing=Policy(rerolls=1))
    table = {"vael/upkeep/rogue-company": (6,)}
    _, events = played(state, own, table=table)
    assert ids(events)[:9] == [
        "vael/declares",
        "sequence",
        "vael/start",
        "vael/start/seers/oru",
        "vael/income",
        "vael/upkeep",
        "vael/rogue/company",
        "vael/go",
        "vael/goal",
    ]


def test_w_turn_1_factions_play_in_order_of_their_throws() -> None:
    table = {"vael/turn/initiative": (1,), "oru/turn/initiative": (4,)}
    table["kell/turn/initiative"] = (8,)
    _, events = played(board(), table=table, sequence=())
    starts = [id for id in ids(events) if id.endswith("start")]
    assert starts == ["kell/start", "oru/start", "vael/start"]


def test_w_turn_2_income_can_be_spent_on_upkeep() -> None:
    # Vael has nothing and earns 3; the legion costs 2.
    state = board(asset("legion", "vael", "legion"), factions=[faction("vael", treasure=0)])
    now, _ = played(state)
    assert now.factions["vael"].treasure == 1
    assert "legion" in now.assets


def test_w_turn_the_board_after_a_turn_waits_for_the_next() -> None:
    now, events = played(board())
    assert (now.turn, now.used, now.played) == (6, frozenset(), frozenset())
    assert len({event.id for event in events}) == len(events)


# ── The turn given up for a goal ─────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("idle", "carried_out"),
    [
        pytest.param(5, False, id="W-GOAL in the turn after"),
        pytest.param(4, True, id="W-GOAL not in the one after that"),
    ],
)
def test_who_has_given_a_goal_up_neither_acts_nor_uses_abilities(
    idle: int, carried_out: bool
) -> None:
    state = board(
        asset("shop", "vael", "shop"),
        asset("court", "vael", "court"),
        factions=[faction("vael", idle=idle)],
    )
    sale = Order("vael", "sale", "shop", SellOrder())
    gone = Order("vael", "gone", "court", MoveOrder("ford"), free=True)
    own = FactionOrders("vael", abilities=(gone,), action="sell", orders=(sale,))
    now, events = played(state, own)
    assert [event.order for event in events if isinstance(event, Acted)] == (
        ["gone", "sale"] if carried_out else []
    )
    # Income continues: 10 and 3 by its ratings, 1 by the court, 1 for the shop if it is sold.
    assert now.factions["vael"].treasure == 14 + carried_out


def test_w_goal_giving_up_costs_the_next_turn_and_no_other() -> None:
    state = board(factions=[faction("vael", goal=Goal("blood-the-enemy"))])
    for turn in (5, 6, 7):
        piece = asset(f"shop-{turn}", "vael", "shop")
        state = state.with_asset(piece)
        sale = Order("vael", "sale", piece.id, SellOrder())
        own = FactionOrders("vael", action="sell", orders=(sale,), abandon=turn == 5)
        state, _ = played(state, own)
    assert [id for id in state.assets if id.startswith("shop")] == ["shop-6"]


# ── What factions declare ────────────────────────────────────────────────────────────────────────

SHUT = PlaceState("mill", ruler="oru", closed=True, neighbours=("ford",))
OPEN = PlaceState("mill", ruler="oru", neighbours=("ford",))


@pytest.mark.parametrize(
    ("own", "known"),
    [
        pytest.param(
            FactionOrders("oru", standing=Policy(pays=False)),
            visibility_of_factions(["oru"]),
            id="orders",
        ),
        pytest.param(FactionOrders("oru", bans=(SHUT,)), FOR_EVERYONE, id="bans"),
        pytest.param(
            FactionOrders("oru", standing=Policy(pays=False), bans=(SHUT,)), FOR_EVERYONE, id="both"
        ),
        pytest.param(FactionOrders("oru", standing=Policy(), bans=(OPEN,)), None, id="as it was"),
        pytest.param(FactionOrders("oru"), None, id="nothing"),
    ],
)
def test_standing_orders_are_its_own_and_bans_everybodys(
    own: FactionOrders, known: Visibility | None
) -> None:
    event = declaration_event(board(), orders(own), "oru")
    assert (event.known if event else None) == known


def test_w_act_2_bans_hold_at_once_for_whoever_plays_later_or_before() -> None:
    state = board(asset("spears", "vael", "spears", "ford"))
    move = Order("vael", "go", "spears", MoveOrder("mill"))
    vael = FactionOrders("vael", action="move", orders=(move,))
    now, events = played(state, vael, FactionOrders("oru", bans=(SHUT,)))
    (acted,) = [event for event in events if isinstance(event, Acted)]
    assert (acted.outcome, acted.reason) == ("not-carried-out", "closed")
    assert now.assets["spears"].at == "ford"
    assert now.places["mill"] == SHUT


def test_w_act_2_nobody_bars_a_place_that_it_has_lost() -> None:
    lost = PlaceState("mill", ruler="kell", neighbours=("ford",))
    state = board(places=[lost])
    assert declaration_event(state, orders(FactionOrders("oru", bans=(SHUT,))), "oru") is None


def test_standing_orders_last_and_those_of_a_turn_do_not() -> None:
    # Oru's guards at the ford: standing orders name the weak, this turn's the strong.
    state = board(
        asset("spears", "vael", "spears", "ford"),
        asset("strong", "oru", "giants", "ford"),
        asset("weak", "oru", "militia", "ford"),
    )
    order = Order("vael", "hit", "spears", AttackOrder("oru"))
    vael = FactionOrders("vael", action="attack", orders=(order,))
    oru = FactionOrders("oru", standing=Policy(defend=("weak",)), defend=("strong",))
    # 3 + 1 against 2 + 9: neither can answer.
    table = {"vael/hit/check": (1,), "vael/hit/defence": (9,)}
    met = []
    for own in ([vael, oru], [vael]):
        state, events = played(state, *own, table=table)
        met += [
            event.defender.id for event in events if isinstance(event, Attacked) and event.defender
        ]
    assert met == ["strong", "weak"]


# ── What lasts from turn to turn ─────────────────────────────────────────────────────────────────


def test_w_goal_progress_is_kept_over_turns_and_others_turns_count() -> None:
    """Vael needs 3 + 4 + 2 = 9 damage.

    Turn 5: a hit of 5. Turn 6: Oru attacks in its own turn and is answered with 2: 7, but Vael has
    played already, or will; it plays last here. Turn 7: a hit of 2, 9 in all.
    """
    state = board(
        asset("spears", "vael", "spears", "ford"),
        asset("guard", "oru", "giants", "ford"),
        asset("raiders", "oru", "spears", "ford"),
        factions=[faction("vael", goal=Goal("blood-the-enemy"))],
    )
    hit = Order("vael", "hit", "spears", AttackOrder("oru"))
    vael = FactionOrders("vael", action="attack", orders=(hit,))
    raid = Order("oru", "raid", "raiders", AttackOrder("vael"))
    oru = FactionOrders("oru", action="attack", orders=(raid,), defend=("guard",))
    won = {"vael/hit/check": (9,), "vael/hit/defence": (1,)}
    turns: list[tuple[FactionOrders, dict[str, tuple[int, ...]]]] = [
        (vael, {**won, "vael/hit/damage": (5,)}),
        (oru, {"oru/raid/check": (1,), "oru/raid/defence": (9,), "oru/raid/counter": (2,)}),
        (vael, {**won, "vael/hit/damage": (2,)}),
    ]
    progress = []
    for own, table in turns:
        state, events = played(state, own, table=table, sequence=("oru", "kell", "vael"))
        (end,) = [one for one in events if isinstance(one, GoalChecked) and one.faction == "vael"]
        progress.append((end.goal.progress if end.goal else 0, end.met))
    assert progress == [(5, False), (7, False), (9, True)]
    assert state.factions["vael"].xp == 2


def test_w_goal_four_turns_of_peace() -> None:
    """Three turns of peace, an Attack, and peace again: met in the fourth turn after the Attack."""
    state = board(
        asset("spears", "vael", "spears", "ford"),
        factions=[faction("vael", goal=Goal("peaceable-kingdom"))],
    )
    hit = Order("vael", "hit", "spears", AttackOrder("oru"))
    war = FactionOrders("vael", action="attack", orders=(hit,))
    peace = FactionOrders("vael")
    met = []
    for own in (peace, peace, peace, war, peace, peace, peace, peace):
        state, _ = played(state, own)
        met.append(state.factions["vael"].goal is None)
    assert met == [False] * 7 + [True]


def test_w_goal_three_turns_to_eliminate_a_target_chosen_in_the_one_before() -> None:
    state = board(asset("theirs", "oru", "giants"))
    command = Goal("eliminate-target", asset="theirs")
    kept = []
    for own in (FactionOrders("vael", goal=command), *(FactionOrders("vael") for _ in range(3))):
        state, _ = played(state, own)
        kept.append(state.factions["vael"].goal is not None)
    # Chosen in turn 5; turns 6 and 7 pass; with turn 8 its time is up.
    assert kept == [True, True, True, False]


def test_w_fx_redoes_each_rival_once_from_turn_to_turn() -> None:
    """A rival who was made to throw again can be made to when the owner has begun its turn."""
    state = board(asset("benders", "vael", "benders"))
    own = FactionOrders("vael", redo=(RedoOrder("benders", "oru/turn/initiative", "lower"),))
    reds = []
    for _ in range(3):
        state, events = played(state, own, sequence=())
        again = [roll for event in events for roll in event.rolls if roll.id.endswith("-redone")]
        reds.append(len(again))
    assert reds == [1, 1, 1]


@pytest.mark.parametrize(
    ("until", "kept"),
    [
        pytest.param(5, [False, False], id="W-FX-AFFLICTS to the end of this turn"),
        pytest.param(6, [True, False], id="W-FX-AFFLICTS to the end of the next"),
        pytest.param(0, [True, True], id="W-FX-AFFLICTS for as long as its bearer stays"),
    ],
)
def test_marks_last_as_long_as_they_say(until: int, kept: list[bool]) -> None:
    mark = Mark("unusable", by="witch", until=until)
    state = board(asset("spears", "vael", "spears", marks=(mark,)), asset("witch", "oru", "spies"))
    found: list[bool] = []
    for _ in kept:
        state, _ = played(state)
        found.append(bool(state.assets["spears"].marks))
    assert found == kept


def test_earmarked_treasure_is_gone_with_its_turn() -> None:
    state = board(factions=[faction("vael", earmarked=4)])
    assert played(state)[0].factions["vael"].earmarked == 0


@pytest.mark.parametrize("seed", range(3))
def test_the_same_turn_is_always_the_same(seed: int) -> None:
    state = board(
        asset("spears", "vael", "spears", "ford", hp=2 + seed),
        asset("guard", "oru", "spears", "ford"),
        asset("legion", "oru", "legion", "ford"),
    )
    hit = Order("vael", "hit", "spears", AttackOrder("oru"))
    own: Any = FactionOrders("vael", action="attack", orders=(hit,))
    assert played(state, own, sequence=()) == played(state, own, sequence=())
