"""Orders for assets on which something lasts: new, held fast, pinned, owed for, or on their way."""

from __future__ import annotations

from typing import Any, Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.records import replace
from chronicle.rules.wwn.order_parser import parse_orders
from chronicle.rules.wwn.orders import Orders
from chronicle.rules.wwn.state import Asset, Goal, Mark, State
from tests.rules.wwn.setup_boards import board, opened, sound_board
from tests.rules.wwn.turns import TURN, abilities, listed, turn

ATTACK: Final = listed("attack", "id: hit, asset: guards, against: kell")
MOVE: Final = listed("move", "id: go, asset: riders, to: ford")
REAP: Final = abilities("id: reap, asset: fields")
#: Traders of the Kell are in the ford, where the guards are.
FORD: Final = ("asset: traders, at: ford",)


def told(text: str, state: State) -> list[tuple[str, str]]:
    """What is wrong with a turn on this board: codes and messages."""
    report = Report()
    parse_orders(opened({TURN: text}).campaign.turns[0], state, report)
    return [(finding.code, finding.message) for finding in report.findings]


def read_on(text: str, state: State) -> Orders:
    """The orders of a turn that is sound on this board."""
    report = Report()
    made = parse_orders(opened({TURN: text}).campaign.turns[0], state, report)
    assert report.findings == ()
    assert made is not None
    return made


def with_asset(id: str, state: State | None = None, **changed: Any) -> State:
    """A board, the sound one if none is named, on which an asset is otherwise."""
    state = state or sound_board()
    return state.with_asset(replace(state.assets[id], **changed))


def marked(id: str, *marks: Mark) -> State:
    """The sound board with marks on an asset."""
    return with_asset(id, marks=marks)


UNABLE: Final = (
    ({"ready": 2}, "is new and can't be used before turn 2"),
    ({"marks": (Mark("unusable", by="ears"),)}, "is blocked by a rival's asset"),
    # More than 20 Treasure and an income of 4.
    ({"marks": (Mark("withheld", amount=25),)}, "can't be used until 25 Treasure is paid for it"),
    ({"bound_for": "mill", "marks": (Mark("pinned"),)}, "is on its way to `mill`"),
    ({"marks": (Mark("rogue", amount=25),)}, "obeys nobody until it is paid"),
)


@pytest.mark.parametrize(("changed", "why"), UNABLE, ids=[why for _, why in UNABLE])
def test_an_asset_that_can_do_nothing_is_ordered_nothing(changed: dict[str, Any], why: str) -> None:
    said = [("WN054", f"`fields` {why}")]
    assert told(turn(REAP), with_asset("fields", **changed)) == said
    at_large = with_asset("guards", **changed)
    said = [("WN054", f"`guards` {why}")]
    assert told(turn(listed("hide", "id: veil, asset: guards")), at_large) == said
    on_foot = with_asset("riders", **changed)
    found = told(turn(listed("move", "id: go, asset: riders, to: ford")), on_foot)
    assert ("WN054", f"`riders` {why}") in found


@pytest.mark.parametrize(("changed", "why"), UNABLE[1:], ids=[why for _, why in UNABLE[1:]])
def test_who_is_kept_from_serving_is_not_sold(changed: dict[str, Any], why: str) -> None:
    sale = turn(listed("sell", "id: part, asset: fields"))
    assert told(sale, with_asset("fields", **changed)) == [("WN054", f"`fields` {why}")]


def test_who_is_new_can_be_sold() -> None:
    sale = turn(listed("sell", "id: part, asset: fields"))
    assert told(sale, with_asset("fields", ready=2)) == []


def test_who_is_pinned_goes_nowhere_and_still_fights() -> None:
    pinned = Mark("pinned", by="ears")
    assert told(turn(MOVE), marked("riders", pinned)) == [
        ("WN054", "`riders` is pinned in `redhaven`")
    ]
    fight = turn(ATTACK, gm=FORD)
    assert told(fight, marked("guards", pinned)) == []
    ride = turn(oru=abilities("id: ride, asset: wagons, to: ford"))
    assert told(ride, marked("wagons", pinned)) == [("WN054", "`wagons` is pinned in `mill`")]


def test_who_is_pinned_or_held_is_not_carried() -> None:
    text = turn(oru=abilities("id: ride, asset: wagons, target: band, to: ford"))
    band = Asset("band", "Band", "oru", "mill", "scouts", 5)
    for mark, why in (
        (Mark("pinned"), "is pinned in `mill`"),
        (Mark("unusable"), "is blocked by a rival's asset"),
    ):
        state = sound_board().with_asset(replace(band, marks=(mark,)))
        assert told(text, state) == [("WN054", f"`band` {why}")]
    assert told(text, sound_board().with_asset(replace(band, ready=2))) == []


def test_who_is_hobbled_uses_no_free_action_and_still_acts() -> None:
    hobbled = Mark("hobbled", until=1)
    why = "can't use its free action this turn"
    assert told(turn(REAP), marked("fields", hobbled)) == [("WN054", f"`fields` {why}")]
    assert told(turn(ATTACK, gm=FORD), marked("guards", hobbled)) == []
    lenders = Asset("lenders", "Usurers", "vael", "redhaven", "usurers", 8, marks=(hobbled,))
    buying = "create: {id: buy, asset: spears, type: infantry, at: ford, helped_by: [lenders]}\n"
    state = sound_board().with_asset(lenders)
    assert told(turn(buying), state) == [("WN054", f"`lenders` {why}")]


def test_what_is_owed_is_paid_before_orders_if_there_is_enough() -> None:
    # 20 on hand and an income of 4; the company itself costs 1.
    for mark in (Mark("withheld", amount=23), Mark("rogue", amount=23)):
        company = Asset("band", "Band", "vael", "redhaven", "free-company", 6, marks=(mark,))
        state = sound_board().with_asset(company)
        go = turn(abilities("id: go, asset: band, to: ford"))
        assert told(go, state) == []


def test_who_does_not_pay_gets_nothing_back() -> None:
    state = marked("fields", Mark("withheld", amount=2))
    assert told(turn(REAP), state) == []
    assert told(turn("standing: {pays: false}\n" + REAP), state) == [
        ("WN054", "`fields` can't be used until 2 Treasure is paid for it")
    ]


def test_what_is_paid_for_the_old_is_not_there_for_the_new() -> None:
    # 20 and 4, less 20: of the 6 that the foot costs, 4 are left.
    state = marked("fields", Mark("withheld", amount=20))
    found = told(turn("create: {id: buy, asset: foot, type: infantry, at: ford}\n"), state)
    assert found == [("WN088", "this costs 6 Treasure, but at most 4 is left")]


def test_who_was_held_up_arrives_before_it_is_ordered_about() -> None:
    state = with_asset("riders", bound_for="mill")
    made = read_on(turn(listed("attack", "id: hit, asset: riders, against: oru")), state)
    assert [order.asset for order in made.factions["vael"].orders] == ["riders"]


def test_cover_that_lasts_until_one_acts_does_not_help_on_the_march() -> None:
    march = turn(oru=listed("move", "id: go, asset: wagons, to: redhaven"))
    said = [("WN066", "`vael` shuts `oru` out of `redhaven`, and `wagons` is not hidden")]
    assert told(march, with_asset("wagons", stealth="carried")) == said
    assert told(march, marked("wagons", Mark("smuggled"))) == said
    assert told(march, with_asset("wagons", stealth="hidden")) == []
    assert told(march, marked("wagons", Mark("subtle"))) == []


def test_a_rogue_does_not_defend_but_may_return() -> None:
    state = with_asset("traders", at="ford", marks=(Mark("rogue", amount=3),))
    assert told(turn(ATTACK), state) == [
        ("WN074", "at the start of the turn, `kell` has nothing in `ford` to attack")
    ]


def test_who_is_on_the_way_may_be_attacked_where_it_arrives() -> None:
    state = with_asset("traders", bound_for="ford")
    said = [("WN074", "at the start of the turn, `kell` has nothing in `ford` to attack")]
    assert told(turn(ATTACK), state) == said
    late = turn(ATTACK, gm=("sequence: [vael, oru, kell]",))
    assert told(late, state) == [
        ("WN073", "`kell` has nothing in `ford` that can defend against `guards`")
    ]


def test_who_is_on_the_way_may_be_pressed_where_it_arrives() -> None:
    ring = Asset("ring", "Ring", "vael", "ford", "monopoly", 12)
    state = with_asset("traders", bound_for="ford").with_asset(ring)
    press = turn(abilities("id: press, asset: ring, target: traders"))
    assert told(press, state) == [
        ("WN074", "at the start of the turn, `traders` of `kell` is out of reach")
    ]


#: Farmers who cost more than there is, and are no mercenaries.
DEAR: Final = """\
title: Banners
ruleset: wwn
seed: one
rules: {catalogue: {assets: {farmers: {effects: [{does: upkeep, amount: 25}]}}}}
"""


def test_who_can_t_be_kept_is_ordered_nothing() -> None:
    state = board({"campaign.yaml": DEAR})
    sale = turn(listed("sell", "id: part, asset: fields"))
    assert told(sale, state) == [("WN054", "`fields` is gone after this turn's upkeep")]


def test_who_is_taken_along_by_ship_is_subtle_till_it_acts() -> None:
    state = sound_board()
    closed = replace(state.places["harbour"], admits=frozenset(), ruler="oru")
    state = state.with_place(closed)
    for asset in (
        Asset("hulk", "Hulk", "kell", "mill", "smuggling-fleet", 6),
        Asset("barrow", "Barrow", "kell", "mill", "farmers", 4),
        Asset("roads", "Roads", "kell", "ford", "military-roads", 10),
    ):
        state = state.with_asset(asset)
    sail = "id: sail, asset: hulk, target: barrow, to: harbour"
    beside = replace(state.places["mill"], neighbours=("harbour",))
    state = state.with_place(beside)
    assert told(turn(kell=abilities(sail)), state) == []
    away = "id: away, asset: roads, target: barrow, to: ford"
    back = "id: back, asset: roads-two, target: barrow, to: harbour"
    state = state.with_asset(Asset("roads-two", "Roads", "kell", "ford", "military-roads", 10))
    assert told(turn(kell=abilities(sail, away, back)), state) == []
    alone = "id: alone, asset: roads, target: other, to: harbour"
    state = state.with_asset(Asset("other", "Other", "kell", "ford", "farmers", 4))
    assert told(turn(kell=abilities(alone)), state) == [
        ("WN066", "`oru` shuts `kell` out of `harbour`, and `other` is not hidden")
    ]


def test_who_gave_up_a_goal_still_says_what_it_does_on_others_turns() -> None:
    state = sound_board()
    idle = state.with_faction(replace(state.factions["vael"], idle=1))
    quiet = "defend: [riders]\nstanding: {pays: false}\nsheds: []\nforbids: {redhaven: []}\n"
    assert read_on(turn(quiet), idle).factions["vael"].defend == ("riders",)
    assert told(turn(MOVE + REAP), idle) == [
        ("WN059", "`vael` gave up its goal last turn, so it can't use `move:` now"),
        ("WN059", "`vael` gave up its goal last turn, so it can't use `abilities:` now"),
    ]


def test_the_wealth_of_kingdoms_needs_more_wealth_than_before() -> None:
    state = sound_board()
    wealthy = replace(state.factions["oru"], goal=Goal("wealth-of-kingdoms"), lavished=2)
    assert told(turn(oru="lavish: true\n"), state.with_faction(wealthy)) == [
        ("WN021", "this goal was met at Wealth 2, and Wealth has not risen since")
    ]


def test_a_goal_that_may_end_this_turn_makes_room_for_another() -> None:
    peaceful = Goal("peaceable-kingdom", progress=3)
    late = Goal("eliminate-target", asset="ships", since=-2)
    for goal in (peaceful, late):
        state = sound_board()
        state = state.with_faction(replace(state.factions["oru"], goal=goal))
        chosen = turn(oru="goal: {kind: blood-the-enemy}\n")
        made = read_on(chosen, state).factions["oru"].goal
        assert made == Goal("blood-the-enemy", since=1)
    state = sound_board()
    state = state.with_faction(replace(state.factions["kell"], goal=peaceful))
    attack = listed("attack", "id: hit, asset: traders, against: oru")
    assert told(turn(kell=f"goal: {{kind: blood-the-enemy}}\n{attack}"), state) == [
        (
            "WN097",
            "the faction still has the goal `peaceable-kingdom`, which can't be met this turn",
        )
    ]


def test_a_rating_that_opens_two_purchases_opens_no_third() -> None:
    innovative = board({})
    innovative = innovative.with_faction(
        replace(innovative.factions["vael"], tags=("innovative",), wealth=3)
    )
    for id in ("first", "second"):
        above = Asset(id, "Lenders", "vael", "redhaven", "usurers", 8, above=True)
        innovative = innovative.with_asset(above)
    buying = turn("create: {id: buy, asset: third, type: monopoly, at: ford}\n")
    assert ("WN084", "this needs Wealth 4, but the faction has 3") in told(buying, innovative)
