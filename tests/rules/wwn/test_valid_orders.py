"""Valid orders: each form is read to its record, with defaults filled in."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from chronicle.records import replace
from chronicle.rules.wwn.actions.create import CreateOrder
from chronicle.rules.wwn.changes import fold
from chronicle.rules.wwn.orders import FactionOrders, FreeActionOrder, RedoOrder
from chronicle.rules.wwn.state import Asset, Goal, PlaceState, Policy
from chronicle.rules.wwn.terms import ACTIONS
from tests.rules.record_as_text import fields_as_text
from tests.rules.written_orders import WrittenOrder, read_written_orders
from tests.rules.wwn.setup_boards import sound_board
from tests.rules.wwn.turns import abilities, listed, new, read, read_for, turn

POLICY: Final = sound_board().factions["vael"].policy


ORDERS: Final = read_written_orders(Path(__file__).parent / "orders.txt")


#: Farmers who can do two things.
OWN_FARMERS: Final = """\
title: Banners
ruleset: wwn
seed: one
rules:
  catalogue:
    assets:
      farmers:
        effects:
          - {does: yields, amount: 1d4}
          - {does: mends, amount: 1}
"""


@pytest.mark.parametrize("case", ORDERS, ids=lambda case: case.law)
def test_an_order_is_parsed(case: WrittenOrder) -> None:
    (made,) = read(case.text).factions.values()
    (order,) = (*made.abilities, *made.orders)
    assert fields_as_text(order) == case.order
    free = case.key == "abilities"
    assert (order in made.abilities, order.free) == (free, free)
    assert made.action == ("" if free else case.key)


def test_every_action_and_every_free_action_is_read_here() -> None:
    assert {case.key for case in ORDERS} == {"abilities", *ACTIONS}
    words = set()
    for case in ORDERS:
        made = read(case.text)
        state = fold(sound_board(), (it for change in made.alterations for it in change.changes))
        for faction in made.factions.values():
            for order in faction.abilities:
                if isinstance(order.command, FreeActionOrder):
                    effects = state.type_of(state.assets[order.asset]).effects
                    words.add(effects[order.command.effect].word)
    assert words == {"carries", "yields", "mends", "exposes", "cloaks", "demands"}


def test_the_word_says_which_of_several_free_actions_is_meant() -> None:
    texts = {"use: yields": 0, "use: mends, target: riders": 1}
    for more, position in texts.items():
        text = turn(abilities(f"id: a, asset: fields, {more}"))
        made = read(text, {"campaign.yaml": OWN_FARMERS})
        (order,) = made.factions["vael"].abilities
        assert getattr(order.command, "effect", None) == position


def test_everything_that_a_faction_resolves_is_read() -> None:
    text = turn(
        """\
sheds: [herds]
defend: [guards, red-keep]
contest: [kell]
standing:
  defend: [eyes]
  at_war: []
  contest: [kell]
  sacrifice: never
  step_in: false
  restore: false
  take_over: false
  rerolls: 0
  pays: false
forbids: {redhaven: everyone}
redo:
  - {asset: benders, roll: kell/hit/check}
  - {asset: benders, roll: oru/turn/initiative, keep: higher}
goal: {kind: sphere-dominance, attribute: force}
abandon: true
raises: [wealth, wealth]
""",
        kell=listed("attack", "id: hit, asset: traders, against: oru"),
        gm=(
            "faction: vael, xp: +7",
            new("vael", "herds", "farmers", "redhaven"),
            new("vael", "barns", "farmers", "redhaven"),
            new("vael", "benders", "mindbenders", "redhaven"),
        ),
    )
    assert read_for("vael", text) == FactionOrders(
        faction="vael",
        sheds=("herds",),
        defend=("guards", "red-keep"),
        contest=frozenset({"kell"}),
        standing=Policy(
            defend=("eyes",),
            contest=frozenset({"kell"}),
            sacrifice="never",
            step_in=False,
            restore=False,
            take_over=False,
            pays=False,
        ),
        bans=(PlaceState("redhaven", "vael", closed=True, neighbours=("ford", "mill")),),
        redo=(
            RedoOrder("benders", "kell/hit/check", "lower"),
            RedoOrder("benders", "oru/turn/initiative", "higher"),
        ),
        goal=Goal("sphere-dominance", attribute="force", since=1),
        abandon=True,
        raises=("wealth", "wealth"),
    )


def test_what_is_not_said_stays_as_it_is() -> None:
    assert read_for("vael", turn("sheds: []\n")) == FactionOrders("vael")
    kept = read_for("vael", turn("standing: {pays: false}\n")).standing
    assert kept == replace(POLICY, pays=False)


def test_bans_are_lifted_and_named_one_by_one() -> None:
    (lifted,) = read_for("vael", turn("forbids: {redhaven: []}\n")).bans
    assert (lifted.closed, lifted.forbids) == (False, frozenset())
    (barred,) = read_for("vael", turn("forbids: {redhaven: [kell, oru]}\n")).bans
    assert (barred.closed, barred.forbids) == (False, frozenset({"kell", "oru"}))


def test_what_is_spent_for_nothing_is_read() -> None:
    gm = ("faction: oru, goal: {kind: wealth-of-kingdoms}",)
    assert read_for("oru", turn(oru="lavish: true\n", gm=gm)).lavish


def test_orders_keep_faction_and_file_order() -> None:
    text = """\
turn: 1
orders:
  vael:
    repair:
      - {id: b, asset: riders}
      - {id: a, faction: true}
    abilities:
      - {id: d, asset: fields}
      - {id: c, asset: eyes, against: kell}
  kell:
    move: [{id: a, asset: traders, to: ford}]
"""
    made = read(text)
    assert list(made.factions) == ["vael", "kell"]
    vael = made.factions["vael"]
    assert [order.key for order in vael.abilities] == ["vael/d", "vael/c"]
    assert [order.key for order in vael.orders] == ["vael/b", "vael/a"]
    assert (made.turn, made.alterations, made.sequence) == (1, (), ())


def test_an_order_of_play_that_the_gm_states_is_kept() -> None:
    assert read(turn(gm=("sequence: [kell, oru, vael]",))).sequence == ("kell", "oru", "vael")


def test_orders_are_checked_against_the_adjusted_board() -> None:
    text = turn(
        abilities("id: reap, asset: herds"), gm=(new("vael", "herds", "farmers", "redhaven"),)
    )
    made = read(text)
    assert [order.asset for order in made.factions["vael"].abilities] == ["herds"]
    assert len(made.alterations) == 1


def test_an_asset_comes_into_play_as_its_buyer_has_it() -> None:
    (order,) = read_for(
        "oru", turn(oru="create: {id: a, asset: two, type: informers, at: mill}\n")
    ).orders
    assert order.command == CreateOrder(
        Asset("two", "Informers", "oru", "mill", "informers", 3, ready=2)
    )


@pytest.mark.parametrize("where", ["defend: [guards]\n", "standing: {defend: [guards]}\n"])
def test_who_comes_forward_to_defend_can_be_attacked_in_hiding(where: str) -> None:
    text = turn(
        where,
        kell=listed("attack", "id: a, asset: traders, against: vael"),
        gm=("asset: traders, at: crag", "asset: guards, at: crag", "asset: guards, stealth: true"),
    )
    assert len(read_for("kell", text).orders) == 1
