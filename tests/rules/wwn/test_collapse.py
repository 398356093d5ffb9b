"""Factions that come to nothing (W-TURN-7), and what becomes of what was theirs."""

from __future__ import annotations

from typing import Any

from chronicle.model.audience import FOR_EVERYONE
from chronicle.records import replace
from chronicle.rules.shared.adjustment_events import Alteration
from chronicle.rules.wwn.changes import Change, FactionHurt
from chronicle.rules.wwn.events import Attacked, Collapsed, Event, GoalChecked
from chronicle.rules.wwn.orders import AttackOrder, FactionOrders, Order, Orders
from chronicle.rules.wwn.resolve import resolve
from chronicle.rules.wwn.state import Goal, Mark, Piece, PlaceState, State
from tests.rules.wwn.custom_catalogue_boards import after, asset, base, board, faction, orders, told

KNIGHTS = asset("knights", "vael", "knights", "inn")
#: Kell with 2 of its 3 hit points (1 + 1 + 1), in its hall as well.
KELL = faction("kell", hp=2)


def attacking(*, against: str = "kell", **own: Any) -> FactionOrders:
    """Vael's knights attack at the inn."""
    order = Order("vael", "hit", "knights", AttackOrder(against))
    return FactionOrders("vael", action="attack", orders=(order,), **own)


#: A hit, 3 + 9 against 1 + 1, for 3 + 4 = 7: more than the hall can take.
HIT = {
    "vael/hit/check": (9,),
    "vael/hit/defence": (1,),
    "vael/hit/damage": (3, 4),
}


def played(
    *pieces: Piece,
    given: Orders | None = None,
    table: dict[str, tuple[int, ...]] | None = None,
    vael: Goal | None = None,
    oru: Goal | None = None,
) -> tuple[State, list[Event]]:
    """A turn on a board where Kell is nearly done for, Vael's knights are at the inn."""
    state = board(
        KNIGHTS, *pieces, factions=[KELL, faction("vael", goal=vael), faction("oru", goal=oru)]
    )
    turn = given or orders(attacking(), sequence=("vael", "kell", "oru"))
    found = list(resolve(state, turn, told(HIT if table is None else table)))
    return after(state, *found), found


def fall(events: list[Event]) -> Collapsed:
    (found,) = [event for event in events if isinstance(event, Collapsed)]
    return found


def test_w_turn_7_at_no_hit_points_a_faction_collapses_at_once() -> None:
    state, events = played(
        asset("bank", "kell", "bank", "ford"),
        base("den", "kell", "ford"),
        asset("a", "oru", "shop"),
    )
    names = [event.id for event in events]
    # Straight after the blow that did it.
    assert names[names.index("5/vael/hit") + 1] == "5/kell/collapse"
    event = fall(events)
    assert [one.id for one in event.lost] == ["bank", "den"]
    assert event.by == "vael"
    assert [id for id, one in state.factions.items() if one.collapsed] == ["kell"]
    assert set(state.assets) == {"knights", "a"}
    assert set(state.bases) == {"vael-hall", "oru-hall"}
    assert not state.places["inn"].ruler


def test_w_ent_4_no_more_is_dealt_to_the_faction_than_the_base_had_left() -> None:
    # A den of 1 hit point falls to 7 damage, and Kell loses only 1 of 2.
    den = base("den", "kell", "inn", hp=1)
    state = board(KNIGHTS, den, factions=[KELL])
    given = orders(attacking(), FactionOrders("kell", defend=("den",)), sequence=("vael",))
    found = list(resolve(state, given, told(HIT)))
    assert not [event for event in found if isinstance(event, Collapsed)]
    assert after(state, *found).factions["kell"].hp == 1


def test_w_turn_7_who_has_collapsed_plays_no_more() -> None:
    _, events = played()
    ids = [event.id for event in events]
    assert [id for id in ids if id.startswith("5/kell/")] == ["5/kell/collapse"]
    assert "5/oru/income" in ids


def test_w_turn_7_who_has_played_before_it_falls_has_played() -> None:
    _, events = played(given=orders(attacking(), sequence=("kell", "vael", "oru")))
    ids = [event.id for event in events]
    assert ids.index("5/kell/goal") < ids.index("5/kell/collapse")


FOE = Goal("destroy-the-foe", against="kell")


def test_w_goal_whoever_brings_the_foe_down_has_destroyed_it() -> None:
    state, events = played(vael=FOE, oru=FOE)
    ends = {event.faction: event for event in events if isinstance(event, GoalChecked)}
    # 2 and the mean of 1, 1 and 1.
    assert (ends["vael"].met, ends["vael"].xp) == (True, 3)
    # Nobody else has, and can't any more.
    assert (ends["oru"].met, ends["oru"].failed) == (False, True)
    assert (state.factions["vael"].xp, state.factions["oru"].xp) == (3, 0)


def test_w_goal_a_seat_that_falls_is_a_base_rooted_out() -> None:
    _, events = played(vael=Goal("root-out-the-enemy", at="inn"))
    (end,) = [one for one in events if isinstance(one, GoalChecked) and one.faction == "vael"]
    # Half of the mean of 1, 1 and 1, rounded up.
    assert (end.met, end.xp) == (True, 1)


def test_w_turn_7_by_the_gms_hand_it_is_nobodys_doing() -> None:
    news: Alteration[Change] = Alteration(
        id="5/adjustment/1",
        by_news=False,
        because="",
        visibility=FOR_EVERYONE,
        what="hp",
        faction="kell",
        subject="",
        before=2,
        after=0,
        changes=(FactionHurt("kell", 2, "W-ENT-1"),),
    )
    barred = FactionOrders("kell", bans=(PlaceState("inn", ruler="kell", closed=True),))
    state, events = played(given=Orders(5, {"kell": barred}, (news,)), vael=FOE)
    assert [event.id for event in events][:3] == [
        "5/adjustment/1",
        "5/kell/collapse",
        "5/sequence",
    ]
    assert fall(events).by == ""
    assert not state.factions["vael"].xp
    # Nor does it throw for initiative.
    rolls = {roll.id for event in events for roll in event.rolls}
    assert {id for id in rolls if id.endswith("initiative")} == {
        "5/vael/turn/initiative",
        "5/oru/turn/initiative",
    }


def test_w_fx_upkeep_a_rogue_may_bring_its_own_owner_down() -> None:
    rogue = asset("company", "kell", "company", marks=(Mark("rogue", amount=9),))
    state = board(rogue, factions=[replace(KELL, treasure=0)])
    # It stays rogue by a 6, then 1 + 9 against 1 + 1 hits the hall for 4.
    table = {
        "kell/upkeep/rogue-company": (6,),
        "kell/rogue/company-check": (9,),
        "kell/rogue/company-defence": (1,),
        "kell/rogue/company-damage": (2, 2),
    }
    found = list(resolve(state, orders(sequence=("kell", "vael", "oru")), told(table)))
    ids = [event.id for event in found if event.id.startswith("5/kell")]
    assert ids == [
        "5/kell/start",
        "5/kell/income",
        "5/kell/upkeep",
        "5/kell/rogue/company",
        "5/kell/collapse",
    ]
    assert fall(found).by == ""
    assert after(state, *found).assets == {}


def test_w_turn_7_the_second_attack_finds_nobody() -> None:
    second = Order("vael", "again", "more", AttackOrder("kell"))
    first = attacking()
    given = orders(replace(first, orders=(*first.orders, second)), sequence=("vael", "kell", "oru"))
    _, events = played(asset("more", "vael", "knights", "inn"), given=given)
    (clash,) = [one for one in events if isinstance(one, Attacked) and one.order == "again"]
    assert (clash.outcome, clash.rolls) == ("nobody-there", ())


def test_w_act_2_what_it_ruled_is_open() -> None:
    shut = PlaceState("inn", ruler="kell", closed=True, neighbours=("ford",))
    state = board(KNIGHTS, factions=[KELL], places=[shut])
    found = list(resolve(state, orders(attacking(), sequence=("vael",)), told(HIT)))
    assert not after(state, *found).places["inn"].shuts_out("oru")
