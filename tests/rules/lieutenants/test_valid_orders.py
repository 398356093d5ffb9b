"""Valid orders: each action is read into an order, with defaults filled in."""

from __future__ import annotations

from typing import Final

import pytest

from chronicle.records import replace
from chronicle.rules.lieutenants.catalogue import Price
from chronicle.rules.lieutenants.orders import (
    AttackOrder,
    Order,
    Orders,
    PurchaseOrder,
)
from chronicle.rules.lieutenants.state import Bonus, Facility, Item, Unit
from chronicle.rules.lieutenants.terms import Action
from tests.rules.lieutenants.small_campaign import SOUND
from tests.rules.lieutenants.turns import TURN, actions, read, turn
from tests.rules.lieutenants.valid_orders import ADA, GOOD
from tests.small_campaign import play_files


def only(text: str, *gm: str) -> Order:
    """The one order of House Vael's."""
    (order,) = read(turn(actions(f"id: a, {text}"), gm=gm)).factions["vael"].orders
    return order


@pytest.mark.parametrize(("text", "gm", "order"), GOOD, ids=[text for text, _, _ in GOOD])
def test_an_order_is_parsed(text: str, gm: tuple[str, ...], order: Order) -> None:
    assert only(text, *gm) == order


def c(amount: int) -> Price:
    """A price in capital."""
    return Price(amount, "capital")


BUYING: Final = "lieutenant: ada, action: purchase, buy: "
RATS: Final = Unit(
    id="rats",
    name="Rats",
    faction="vael",
    at="cellar",
    type="thief-pack",
    level=4,
    competencies=("sneak",),
    kinds=frozenset({"squad"}),
    cost=c(4),
    upkeep=c(1),
)
PURCHASES: Final[tuple[tuple[str, PurchaseOrder], ...]] = (
    (
        "{unit: rats, type: thief-pack, name: Rats}",
        PurchaseOrder("unit", "rats", RATS, 4),
    ),
    (
        # Loyal: the upkeep is respect, and the unit bonded.
        "{unit: rats, type: thief-pack, name: Rats, at: manor, upgrades: [loyal]}",
        PurchaseOrder(
            "unit",
            "rats",
            replace(RATS, at="manor", upgrades=("loyal",), upkeep=Price(1, "respect"), bonded=True),
            4,
        ),
    ),
    (
        # Four influence with the watch.
        "{unit: two, type: pair-of-acolytes, name: Two, from: watch}",
        PurchaseOrder(
            "unit",
            "two",
            Unit(
                id="two",
                name="Two",
                faction="vael",
                at="cellar",
                type="pair-of-acolytes",
                level=1,
                competencies=("lore",),
                kinds=frozenset({"divine", "squad"}),
                cost=Price(4, "influence"),
                upkeep=Price(1, "respect"),
                bonded=True,
            ),
            1,
            "watch",
        ),
    ),
    (
        # Its price opposes who buys it, and who buys it keeps it.
        "{item: ring, name: A Ring, value: 7}",
        PurchaseOrder("item", "ring", Item("ring", "A Ring", "vael", "", "ada", 7), 7),
    ),
    (
        (
            "{item: ring, name: A Ring, value: 7, level: 3, at: manor, "
            "bonuses: [{actions: [ally], value: 1}]}"
        ),
        PurchaseOrder(
            "item",
            "ring",
            Item("ring", "A Ring", "vael", "manor", value=7, bonuses=(Bonus(("ally",), 1),)),
            3,
        ),
    ),
    (
        "{item: ring, name: A Ring, holder: knives}",
        PurchaseOrder("item", "ring", Item("ring", "A Ring", "vael", "", "knives"), 0),
    ),
    (
        "{facility: hole, type: underground-tunnel, name: A Hole, at: manor, to: cellar}",
        PurchaseOrder(
            "facility",
            "hole",
            Facility(
                "hole",
                "A Hole",
                "vael",
                "manor",
                "underground-tunnel",
                6,
                cost=c(10),
                link="tunnel",
                to="cellar",
            ),
            6,
        ),
    ),
    ("{location: market}", PurchaseOrder("location", "market", None, 4)),
)


@pytest.mark.parametrize(("what", "command"), PURCHASES, ids=[what for what, _ in PURCHASES])
def test_a_purchase_is_parsed(what: str, command: PurchaseOrder) -> None:
    order = only(f"{BUYING}{what}, pay: double")
    assert order == replace(ADA, action="purchase", command=command, pay="double")


def test_every_action_is_read() -> None:
    read_here: set[Action] = {order.action for _, _, order in GOOD} | {"purchase"}
    assert len(read_here) == 21


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
