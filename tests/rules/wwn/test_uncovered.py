"""Who stands unhidden where a ruler forbids it, and the turn that it has to leave (W-ACT-2)."""

from __future__ import annotations

from typing import Any

import pytest

from chronicle.model.audience import FOR_EVERYONE, FOR_GM, visibility_of_factions
from chronicle.rules.wwn.events import Leg, Started, TurnEnded
from chronicle.rules.wwn.resolve import end_event
from chronicle.rules.wwn.state import Asset, Mark, PlaceState, State
from chronicle.rules.wwn.turn_start import start_event
from tests.rules.wwn.custom_catalogue_boards import after, asset, board, faction, orders, told

#: The mill, whose ruler Oru lets nobody in.
SHUT = PlaceState("mill", ruler="oru", closed=True, neighbours=("ford",))


def ended(state: State) -> TurnEnded:
    return end_event(state, orders(turn=state.turn), told({}, state.turn))


def begun(state: State, who: str = "vael") -> Started:
    return start_event(state, orders(turn=state.turn), told({}, state.turn), who)


def intruder(**fields: Any) -> Asset:
    """Vael's spears, 6 hit points, at Oru's mill."""
    return asset("spears", "vael", "spears", "mill", **fields)


# ── Marked at the end of a turn ──────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("piece", "place"),
    [
        pytest.param(intruder(), SHUT, id="W-ACT-2 everybody barred"),
        pytest.param(
            intruder(),
            PlaceState("mill", ruler="oru", forbids=frozenset({"vael"}), neighbours=("ford",)),
            id="W-ACT-2 one faction barred",
        ),
    ],
)
def test_an_uncovered_asset_is_marked(piece: Asset, place: PlaceState) -> None:
    state = board(piece, places=[place])
    event = ended(state)
    assert [one.id for one in event.uncovered] == ["spears"]
    assert after(state, event).assets["spears"].marks == (Mark("uncovered", turn=5),)


@pytest.mark.parametrize(
    ("pieces", "place"),
    [
        pytest.param([intruder(stealth="hidden")], SHUT, id="W-ENT-5 Stealthed"),
        pytest.param([asset("spies", "vael", "spies", "mill")], SHUT, id="W-ENT-5 Subtle"),
        pytest.param([intruder(marks=(Mark("smuggled"),))], SHUT, id="W-FX-CARRIES smuggled"),
        pytest.param([intruder(marks=(Mark("subtle"),))], SHUT, id="W-FX-CLOAKS made Subtle"),
        pytest.param([intruder(marks=(Mark("sheltered"),))], SHUT, id="W-FX-LEADS led there"),
        pytest.param(
            [intruder(), asset("refuge", "vael", "refuge", "mill")],
            SHUT,
            id="W-FX-SHELTERS sheltered",
        ),
        pytest.param(
            [intruder()],
            PlaceState("mill", ruler="oru", closed=True, admits=frozenset({"vael"})),
            id="W-ACT-2 let in",
        ),
        pytest.param(
            [intruder()],
            PlaceState("mill", ruler="oru", forbids=frozenset({"kell"})),
            id="W-ACT-2 another barred",
        ),
        pytest.param(
            [intruder()],
            PlaceState("mill", ruler="vael", closed=True),
            id="W-ACT-2 the ruler itself",
        ),
        pytest.param([intruder(marks=(Mark("rogue"),))], SHUT, id="W-FX-UPKEEP nobody's any more"),
    ],
)
def test_allowed_assets_are_not_marked(pieces: list[Asset], place: PlaceState) -> None:
    assert ended(board(*pieces, places=[place])).uncovered == ()


def test_w_act_2_a_shelter_of_another_faction_is_none() -> None:
    state = board(intruder(), asset("refuge", "kell", "refuge", "mill"), places=[SHUT])
    assert [one.id for one in ended(state).uncovered] == ["spears"]


MARKED = Mark("uncovered", turn=4)


def test_w_act_2_the_mark_of_an_earlier_turn_stays() -> None:
    state = board(intruder(marks=(MARKED,)), places=[SHUT])
    event = ended(state)
    assert event.uncovered == ()
    assert after(state, event).assets["spears"].marks == (MARKED,)


def test_w_act_2_who_has_cover_again_is_forgiven() -> None:
    state = board(intruder(marks=(MARKED,), stealth="hidden"), places=[SHUT])
    assert after(state, ended(state)).assets["spears"].marks == ()


# ── Hurt at the start of a turn ──────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("marked", "damage"),
    [
        # Marked at the end of turn 5; turn 6 is there to leave; hurt as turn 7 starts.
        pytest.param(5, None, id="W-ACT-2 a turn to leave"),
        pytest.param(4, None, id="W-ACT-2 in the turn to leave itself"),
        pytest.param(3, 3, id="W-ACT-2 hurt after it"),
        pytest.param(2, 3, id="W-ACT-2 and again every turn"),
    ],
)
def test_half_the_maximum_is_lost_after_the_turn_to_leave(marked: int, damage: int | None) -> None:
    state = board(intruder(marks=(Mark("uncovered", turn=marked),)), places=[SHUT])
    event = begun(state)
    assert [(one.id, hurt) for one, hurt in event.harried] == (
        [("spears", damage)] if damage else []
    )
    assert after(state, event).assets["spears"].hp == 6 - (damage or 0)


OLD = (Mark("uncovered", turn=3),)


@pytest.mark.parametrize(
    ("piece", "damage", "left"),
    [
        # Half of 5 rounded up is 3.
        pytest.param(asset("liars", "vael", "liars", "mill", marks=OLD), 3, 2, id="rounded up"),
        # Half of the maximum of 10, not of the 8 that are left.
        pytest.param(
            asset("knights", "vael", "knights", "mill", marks=OLD, hp=8), 5, 3, id="of the maximum"
        ),
        pytest.param(intruder(marks=OLD, hp=3), 3, None, id="to the last"),
        pytest.param(intruder(marks=OLD, hp=1), 1, None, id="no more than there is"),
    ],
)
def test_w_act_2_what_want_of_cover_costs(piece: Asset, damage: int, left: int | None) -> None:
    state = board(piece, places=[SHUT])
    event = begun(state)
    assert [(one.hp, hurt) for one, hurt in event.harried] == [(left or 0, damage)]
    now = after(state, event).assets.get(piece.id)
    assert (now.hp if now else None) == left


@pytest.mark.parametrize(
    ("piece", "place"),
    [
        pytest.param(intruder(marks=OLD), PlaceState("mill", ruler="oru"), id="W-ACT-2 ban lifted"),
        pytest.param(intruder(marks=OLD, stealth="hidden"), SHUT, id="W-ENT-5 hidden since"),
    ],
)
def test_who_has_got_cover_since_is_not_hurt(piece: Asset, place: PlaceState) -> None:
    assert begun(board(piece, places=[place])).harried == ()


def test_w_act_2_only_in_its_owners_turn() -> None:
    assert begun(board(intruder(marks=OLD), places=[SHUT]), "oru").harried == ()


def test_w_act_2_turn_by_turn() -> None:
    """Uncovered in turn 5: nothing as turn 6 starts, half as turn 7 does, gone as turn 8 does."""
    state = board(intruder(), places=[SHUT])
    seen = []
    for _ in range(4):
        state = after(state, begun(state))
        seen.append(state.assets["spears"].hp if "spears" in state.assets else 0)
        state = after(state, ended(state))
    assert seen == [6, 6, 3, 0]


# ── Late arrivals (W-FX-TOLLS) ───────────────────────────────────────────────────────────────────


def test_w_fx_tolls_who_was_held_up_is_there_when_its_owners_turn_begins() -> None:
    state = board(asset("spears", "vael", "spears", "ford", bound_for="mill"))
    assert begun(state, "oru").arrived == ()
    event = begun(state)
    assert event.arrived == (Leg("spears", "Spears", "ford", "mill"),)
    now = after(state, event).assets["spears"]
    assert (now.at, now.bound_for) == ("mill", "")
    assert event.known == FOR_EVERYONE


def test_w_fx_afflicts_who_is_pinned_down_waits() -> None:
    pinned = (Mark("pinned", by="charmer"),)
    state = board(asset("spears", "vael", "spears", "ford", bound_for="mill", marks=pinned))
    event = begun(state)
    assert event.arrived == ()
    assert after(state, event).assets["spears"].bound_for == "mill"


def test_w_act_2_who_leaves_in_time_by_a_toll_road_is_not_hurt() -> None:
    state = board(intruder(marks=OLD, bound_for="ford"), places=[SHUT])
    event = begun(state)
    assert event.harried == ()
    assert after(state, event).assets["spears"].marks == ()


# ── Debts (W-FX-YIELDS) ──────────────────────────────────────────────────────────────────────────

DEBT = (Mark("owing", amount=1),)


@pytest.mark.parametrize(
    ("treasure", "forfeit", "left"),
    [
        pytest.param(0, ["shop"], 0, id="W-FX-YIELDS lost unpaid"),
        pytest.param(1, [], 0, id="W-FX-YIELDS paid at the last"),
    ],
)
def test_a_debt_falls_due_when_the_turn_ends(treasure: int, forfeit: list[str], left: int) -> None:
    state = board(
        asset("shop", "oru", "shop", marks=DEBT), factions=[faction("oru", treasure=treasure)]
    )
    event = ended(state)
    assert [one.id for one in event.forfeit] == forfeit
    now = after(state, event)
    assert now.factions["oru"].treasure == left
    assert ("shop" in now.assets) == (not forfeit)
    assert all(one.marks == () for one in now.assets.values())
    assert event.known == (FOR_EVERYONE if forfeit else FOR_GM)


def test_w_fx_yields_what_is_owed_is_each_factions_own() -> None:
    # Oru can pay for one of two, and Kell has nothing.
    state = board(
        asset("a", "oru", "shop", marks=DEBT),
        asset("b", "oru", "shop", marks=DEBT),
        asset("c", "kell", "shop", marks=DEBT),
        factions=[faction("oru", treasure=1), faction("kell", treasure=0)],
    )
    event = ended(state)
    assert [one.id for one in event.forfeit] == ["b", "c"]


def test_w_turn_the_next_turn_begins_with_nothing_spent() -> None:
    state = board(asset("spies", "vael", "spies"))
    used = after(state, ended(state))
    assert (used.turn, used.used, used.played) == (6, frozenset(), frozenset())


def test_who_is_uncovered_hears_of_it_alone() -> None:
    event = ended(board(intruder(), places=[SHUT]))
    assert event.known == visibility_of_factions(["vael"])
