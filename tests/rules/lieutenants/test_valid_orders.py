"""Valid orders: each action is read into an order, with defaults filled in."""

from __future__ import annotations

from pathlib import Path
from typing import Final, get_args

import pytest

from chronicle.rules.lieutenants.actions.attack import AttackOrder
from chronicle.rules.lieutenants.orders import Order, Orders
from chronicle.rules.lieutenants.terms import ActionName
from tests.rules.lieutenants.small_campaign import SOUND
from tests.rules.lieutenants.turns import TURN, actions, read, turn
from tests.rules.record_as_text import fields_as_text
from tests.rules.written_orders import WrittenOrder, read_written_orders
from tests.small_campaign import play_files

ORDERS: Final = read_written_orders(Path(__file__).parent / "orders.txt")
WRITTEN: Final = " ".join(case.order for case in ORDERS)


def only(text: str, *gm: str) -> Order:
    """The one order of House Vael's."""
    (order,) = read(turn(actions(f"id: a, {text}"), gm=gm)).factions["vael"].orders
    return order


@pytest.mark.parametrize("case", ORDERS, ids=lambda case: case.law)
def test_an_order_is_parsed(case: WrittenOrder) -> None:
    (order,) = read(case.text).factions["vael"].orders
    assert fields_as_text(order) == case.order


def test_every_action_is_read() -> None:
    missing = {action for action in get_args(ActionName) if f"action {action}," not in WRITTEN}
    # Read with a catalogue of its own, see `cases/custom.yaml`.
    assert missing == {"custom"}


def test_orders_keep_faction_and_file_order() -> None:
    text = """\
turn: 1
orders:
  oru:
    leaves: []
    actions:
      - {id: b, lieutenant: fox, action: gain-influence, npc: watch}
  vael:
    upkeep_priority: [manor, wren, kess]
    leaves: [ada, guards]
    actions:
      - {id: b, lieutenant: kess, action: gain-influence, npc: watch}
      - {id: a, lieutenant: ada, action: gain-influence, npc: watch}
"""
    made = read(text)
    assert [order.key for order in made.in_order()] == ["oru/b", "vael/b", "vael/a"]
    assert made.factions["vael"].priority == ("manor", "wren", "kess")
    assert made.factions["vael"].leaves == ("ada", "guards")
    assert (made.factions["oru"].priority, made.factions["oru"].leaves) == (None, ())
    assert (made.turn, made.alterations, made.reveals) == (1, (), ())


def test_what_a_turn_brings_may_leave_in_it() -> None:
    made = read(
        turn(
            "    leaves: [two]\n"
            + actions(
                "id: a, lieutenant: ada, action: purchase, "
                "buy: {unit: two, type: pair-of-acolytes, name: Two, from: watch}"
            )
        )
    )
    assert made.factions["vael"].leaves == ("two",)


def test_orders_are_checked_against_the_adjusted_board() -> None:
    moved = "lieutenant: kess, action: surveil, target: {unit: spies}"
    assert only(moved, "asset: spies, at: mill").at == "mill"
    assert only("lieutenant: wren, action: work, units: [knives]", "asset: knives, at: inn").units


def test_an_npc_faction_answers_a_rally_of_the_same_turn() -> None:
    made = read(
        turn(
            actions(
                "id: rouse, lieutenant: ada, action: rally, npc: watch, against: oru, pay: capital"
            ),
            watch=actions(
                "id: hit, lieutenant: serjeant, action: aggressive-attack, at: ford, "
                "against: oru, answers: vael/rouse, units: [patrol]"
            ),
        )
    )
    (answer,) = made.factions["watch"].orders
    assert answer.command == AttackOrder("aggressive", answers="vael/rouse")


def test_what_is_hidden_from_a_faction_can_be_aimed_at() -> None:
    # The cellar is known to Vael alone, and the adept in it is hidden besides: the GM may know why.
    for target in ("{unit: adept}", "{location: cellar}", "{lieutenant: ada}"):
        text = turn("", actions(f"id: a, lieutenant: fox, action: surveil, target: {target}"))
        (order,) = read(text).factions["oru"].orders
        assert (order.at, order.against) == ("cellar", "vael")


#: Ada carries off Old Fox for certain: 2 + 2 and the 10 of the GM, and a throw of twelve.
CARRIED_OFF: Final = (
    turn(
        actions(
            "id: lift, lieutenant: ada, action: steal, take: {lieutenant: fox}, "
            "modifiers: [{value: 10, because: a ruse}]"
        )
    )
    + "rolls: {vael/lift/check: [6, 6]}\n"
)


def second(block: str) -> Orders:
    """The orders of a second turn, after Old Fox has been carried off to the cellar."""
    played = play_files({TURN: CARRIED_OFF, "turns/002.yaml": f"turn: 2\n{block}"}, over=SOUND)
    made = played.history.turns[1].orders
    assert isinstance(made, Orders)
    return made


def test_a_prisoner_is_freed_from_whoever_keeps_it() -> None:
    back = actions("id: back, lieutenant: wren, action: steal, take: {lieutenant: fox}")
    gm = "adjustments: [{for: gm, because: a way, asset: wren, at: market}]\n"
    order = second(f"{gm}orders:\n  oru:\n{back}").order("oru/back")
    assert order is not None
    assert (order.at, order.against) == ("cellar", "vael")


def test_a_prisoner_is_recruited() -> None:
    woo = actions("id: woo, lieutenant: kess, action: recruit, target: {lieutenant: fox}")
    order = second(f"orders:\n  vael:\n{woo}").order("vael/woo")
    assert order is not None
    assert (order.at, order.against) == ("cellar", "oru")


def test_a_facility_that_nobody_keeps_is_claimed() -> None:
    # The craftsmen ask for the respect that the Oru have no longer, and go.
    gone = turn("", "    leaves: [shop]\n", gm=("faction: oru, reach: -1",))
    ours = "id: ours, lieutenant: ada, action: claim, npc: watch, target: {facility: shop}"
    claim = f"turn: 2\norders:\n  vael:\n{actions(f'{ours}, pay: capital')}"
    played = play_files({TURN: gone, "turns/002.yaml": claim}, over=SOUND)
    assert played.history.turns[1].before.assets["shop"].faction == ""
    assert isinstance(played.history.turns[1].orders, Orders)
