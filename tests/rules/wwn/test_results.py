"""The boards that come of orders: exact, with the chances that are told of the same orders."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any, Final

import pytest

from chronicle.model.character import NO_CHARACTER
from chronicle.model.facts import Facts
from chronicle.proposals.candidates import Candidate, candidates
from chronicle.proposals.evaluation import PlanningBoard
from chronicle.proposals.knowledge import knowledge_of
from chronicle.records import replace
from chronicle.rules.protocol import Chance
from chronicle.rules.wwn import WWN
from chronicle.rules.wwn.actions.attack import AttackOrder
from chronicle.rules.wwn.orders import FactionOrders, Orders
from chronicle.rules.wwn.state import Goal, Policy, State
from chronicle.rules.wwn.values import VALUES
from tests.rules.wwn.attacks_by_hand import ATTACKS
from tests.rules.wwn.boards import TURN, asset, board, faction
from tests.rules.wwn.odds_by_hand import (
    EXPANSIONS,
    HOARD,
    MECHANISMS,
    NONE,
    ONE,
    Put,
    ability,
    attack,
    number,
)
from tests.sample_campaigns import play_sample
from tests.thorough import thorough

#: Without these, what is lost is not all that an attack does.
PLAIN: Final = {
    name: put
    for name, (put, ends) in ATTACKS.items()
    if not any(taken or spared for _, _, _, taken, spared in ends)
    and "REROLLS" not in name
    and "RESTORES" not in name
}


def results(state: State, orders: Orders) -> list[tuple[State, Fraction]]:
    found = list(WWN.results(state, orders))
    assert sum((chance for _, chance in found), NONE) == ONE
    return found


def hit_points(state: State, faction: str) -> int:
    pieces: tuple[Any, ...] = (*state.own(faction), *state.own_bases(faction))
    return sum(piece.hp for piece in pieces)


def losses(before: State, found: list[tuple[State, Fraction]], faction: str) -> Fraction:
    """How many hit points a faction loses on average."""
    had = hit_points(before, faction)
    return sum((chance * (had - hit_points(after, faction)) for after, chance in found), NONE)


def expected(odds: tuple[Chance, ...], side: str) -> Fraction:
    """The damage to a side on average, as it is told."""
    return sum((one.probability * number(one.facts[side]) for one in odds), NONE)


@pytest.mark.parametrize("name", PLAIN)
def test_an_attack_does_on_average_what_its_chances_say(name: str) -> None:
    put = PLAIN[name]
    found = results(put.state, put.orders)
    assert losses(put.state, found, "oru") == expected(put.odds(), "theirs")
    assert losses(put.state, found, "vael") == expected(put.odds(), "ours")


@pytest.mark.parametrize(
    "put",
    [
        ability("trade-company"),
        ability("manufactory", MECHANISMS),
        ability("hoard", MECHANISMS, of_kind=[HOARD]),
    ],
)
def test_a_profit_comes_on_average(put: Put) -> None:
    before = put.state.factions["vael"].treasure
    gained = sum(
        (
            chance * (after.factions["vael"].treasure - before)
            for after, chance in results(put.state, put.orders)
        ),
        NONE,
    )
    told = [(one.probability, one.facts["amount"]) for one in put.odds()]
    assert gained == sum((chance * int(str(amount)) for chance, amount in told), NONE)


@pytest.mark.parametrize("name", EXPANSIONS)
def test_a_new_base_is_contested_as_often_as_its_chances_say(name: str) -> None:
    """Who may attack it loses or takes hit points; the rest of the boards are all the same."""
    put, oru, kell = EXPANSIONS[name]
    found = results(put.state, put.orders)
    quiet = sum(
        (
            chance
            for after, chance in found
            if hit_points(after, "vael") == hit_points(put.state, "vael") + 4
            and hit_points(after, "oru") == hit_points(put.state, "oru")
            and hit_points(after, "kell") == hit_points(put.state, "kell")
        ),
        NONE,
    )
    assert quiet >= (1 - oru) * (1 - kell)
    assert (quiet == 1) == (oru == kell == 0)


def test_rolls_again_are_counted_up_to_the_last() -> None:
    """With a price for each, and without where there are too many to follow."""
    put = attack("expert-treachery", asset("informers", "oru", "ford"))
    state = put.state.with_asset(asset("just-as-planned", "vael", "castle"))

    def won(rerolls: int) -> Fraction:
        own = replace(state.factions["vael"], policy=Policy(rerolls=rerolls))
        boards = results(state.with_faction(own), put.orders)
        return sum((p for it, p in boards if it.assets["informers"].faction == "vael"), NONE)

    chances = [won(rerolls) for rerolls in (0, 1, 2, 20)]
    assert chances == sorted(chances)
    assert chances[0] < chances[1] < chances[2]


def test_income_is_there_for_orders_and_does_not_come_of_them() -> None:
    state = board(factions=[faction("vael", treasure=1)])
    assert results(state, Orders(TURN, {"vael": FactionOrders("vael")})) == [(state, ONE)]


def test_an_attack_ends_a_peaceable_kingdom_and_other_orders_do_not() -> None:
    goal = Goal("peaceable-kingdom", progress=2)
    put = attack("infantry", vael=faction("vael", goal=goal))
    quiet = Orders(TURN, {"vael": FactionOrders("vael")})
    for orders, progress in ((put.orders, 0), (quiet, 2)):
        for after, _ in results(put.state, orders):
            now = after.factions["vael"].goal
            assert now is not None
            assert now.progress == progress
    later = WWN.next_board(put.state, "vael").factions["vael"]
    assert later.goal is not None
    assert (later.goal.progress, later.treasure) == (3, 24)


# ── The samples ──────────────────────────────────────────────────────────────────────────────────


@cache
def planning_board(faction: str) -> tuple[PlanningBoard, tuple[Candidate, ...]]:
    found = play_sample("orrow")
    known = knowledge_of(found.campaign, found.history, found.ruleset, faction)
    assert known is not None
    state = known.board
    planned = PlanningBoard(WWN, VALUES, faction, known.turn, NO_CHARACTER, state, state)
    return planned, tuple(candidates(known.form, known.turn))


def orders_offered(faction: str) -> Iterator[Orders]:
    planned, offered = planning_board(faction)
    for candidate in offered:
        orders = planned.orders_of(candidate.entries(), planned.start)
        if orders is not None:
            yield orders


@pytest.mark.parametrize(
    "faction", ["warden", *thorough(["askers", "bearers", "remembrancers", "salt"])]
)
def test_orders_that_a_form_offers_come_to_what_their_chances_say(faction: str) -> None:
    state, attacks = planning_board(faction)[0].start, 0
    for orders in orders_offered(faction):
        found = results(state, orders)
        given = orders.of(faction)
        for order in given.orders if given.action == "attack" else ():
            odds = WWN.odds(state, orders, [order.key])[order.key]
            facts: list[Facts] = [one.facts for one in odds]
            if not odds or any(it["theirs"] is None or it["taken"] for it in facts):
                continue
            attacks += 1
            assert isinstance(order.command, AttackOrder)
            assert losses(state, found, order.command.against) == expected(odds, "theirs")
            assert losses(state, found, faction) == expected(odds, "ours")
    assert attacks or faction not in ("warden", "salt")
