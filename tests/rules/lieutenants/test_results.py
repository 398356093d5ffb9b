"""The boards that come of orders, with exact probabilities: as the odds of the orders say."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Final, get_args

import pytest

from chronicle.model.character import NO_CHARACTER
from chronicle.model.facts import Facts
from chronicle.proposals.candidates import Candidate, candidates
from chronicle.proposals.evaluation import PlanningBoard
from chronicle.proposals.knowledge import knowledge_of
from chronicle.records import replace
from chronicle.rules import values_of
from chronicle.rules.lieutenants.actions.attack import AttackOrder
from chronicle.rules.lieutenants.actions.espionage import SpyOrder
from chronicle.rules.lieutenants.actions.influence import InfluenceOrder
from chronicle.rules.lieutenants.actions.raid import TakeOrder
from chronicle.rules.lieutenants.odds import chances_of
from chronicle.rules.lieutenants.orders import Orders
from chronicle.rules.lieutenants.results import results_of, ways_of
from chronicle.rules.lieutenants.state import AttackStyle, Item, Lieutenant, State, Unit
from chronicle.rules.lieutenants.terms import ActionName
from tests.rules.lieutenants.boards import (
    KEY,
    board,
    faction,
    lieutenant,
    order,
    orders,
    unit,
    units,
)
from tests.sample_campaigns import play_sample
from tests.thorough import beginning

FACTIONS: Final = ("agency", "basins", "lenses", "night-leaf", "rocal")


@cache
def planning_board(id: str) -> tuple[PlanningBoard, tuple[tuple[Candidate, ...], ...]]:
    """The board of a faction of the sample, and its orders by kind and actor."""
    found, values = play_sample("cauvenne"), values_of("lieutenants")
    known = knowledge_of(found.campaign, found.history, found.ruleset, id)
    assert known is not None
    assert values is not None
    start = known.board
    kinds: dict[object, list[Candidate]] = {}
    for candidate in candidates(known.form):
        kinds.setdefault((candidate.kind, candidate.actor), []).append(candidate)
    board = PlanningBoard(found.ruleset, values, id, known.turn, NO_CHARACTER, start, start)
    return board, tuple(map(tuple, kinds.values()))


def tried(id: str, nth: int) -> Iterator[tuple[State, Orders]]:
    """One order of each kind, for every third kind in turn."""
    board, kinds = planning_board(id)
    for found in kinds[nth % 3 :: 3]:
        given = board.orders_of(found[nth % len(found)].entries(), board.start)
        if given is not None:
            yield board.start, given


@pytest.mark.parametrize(
    ("id", "nth"), beginning([(id, nth) for nth in range(30) for id in FACTIONS], 2)
)
def test_the_results_of_what_forms_offer_agree_with_the_odds(id: str, nth: int) -> None:
    compared: Counter[str] = Counter()
    for state, given in tried(id, nth):
        ways = list(ways_of(state, given))
        assert sum((way.probability for way in ways), Fraction(0)) == 1
        for one in given.in_order():
            chances = chances_of(state, given, (one.key,))[one.key]
            # Others may defend a thing than the order says.
            if chances and not isinstance(one.command, TakeOrder | SpyOrder):
                won = sum(it.probability for it in chances if it.facts["outcome"] == "done")
                made = sum(way.probability for way in ways if one.key in way.gained)
                assert made == won, one
                compared[one.action] += 1
    assert len(compared) >= 3


#: A faction's minions of a level that get a worse condition.
Loss = tuple[str, int, str]


def expected_losses(state: State, given: Orders) -> dict[Loss, Fraction]:
    """The expected numbers of minions in each worse condition, over all results."""
    found: dict[Loss, Fraction] = defaultdict(Fraction)
    for after, chance in results_of(state, given):
        for id, asset in after.assets.items():
            before = state.assets[id]
            if not isinstance(asset, Lieutenant | Unit) or asset == before:
                continue
            found[asset.faction, asset.level, asset.condition] += chance
    return found


def expected_by_odds(state: State, given: Orders) -> dict[Loss, Fraction]:
    minions = {it.name: it for it in state.assets.values() if isinstance(it, Lieutenant | Unit)}
    found: dict[Loss, Fraction] = defaultdict(Fraction)
    for chance in chances_of(state, given, (KEY,))[KEY]:
        rows = chance.facts["toll"]
        assert isinstance(rows, tuple)
        for row in rows:
            assert isinstance(row, Facts)
            asset = minions[str(row["name"])]
            for end in ("damaged", "lost", "destroyed"):
                share = row[end]
                assert isinstance(share, Facts)
                times, of = share["times"], share["of"]
                assert isinstance(times, int)
                assert isinstance(of, int)
                found[asset.faction, asset.level, end] += chance.probability * Fraction(times, of)
    return {key: number for key, number in found.items() if number}


@pytest.mark.parametrize("style", get_args(AttackStyle))
@pytest.mark.parametrize(
    "there",
    [
        (lieutenant("fox", "oru"),),
        units(2, "oru"),
        (lieutenant("fox", "oru", force=2, condition="damaged"), *units(3, "oru")),
        (*units(2, "oru"), unit("old", "oru", level=3, condition="damaged")),
    ],
    ids=["alone", "units", "led", "mixed"],
)
def test_damage_is_dealt_as_often_as_the_odds_say(
    style: AttackStyle, there: tuple[Unit, ...]
) -> None:
    state = board(*there, unit("guard"), *units(2, "vael", level=1))
    action: ActionName = "aggressive-attack" if style == "aggressive" else "cautious-attack"
    given = orders(order(action, AttackOrder(style), units=("guard", "vael-1", "vael-2")))
    results = list(results_of(state, given))
    assert sum((chance for _, chance in results), Fraction(0)) == 1
    assert expected_losses(state, given) == expected_by_odds(state, given)


def test_equal_units_that_a_die_decides_between_are_one_result() -> None:
    state = board(*units(4, "oru"), lieutenant("ada", level=9))
    given = orders(order("cautious-attack", AttackOrder("cautious")))
    hurt = {
        frozenset(
            (it.id, it.condition)
            for it in after.assets.values()
            if isinstance(it, Unit) and it.condition != "undamaged"
        )
        for after, _ in results_of(state, given)
    }
    # On a failure two are damaged, on a success all, and on a complete one two are destroyed.
    assert len(hurt) == 3


def test_orders_are_carried_out_one_after_the_other() -> None:
    first = order("gain-influence", InfluenceOrder("watch"), against="watch")
    second = replace(first, id="again", lieutenant="bo")
    state = board(lieutenant("bo"), factions=(faction("vael", influence={"watch": 1}),))
    found: Counter[int] = Counter()
    for after, chance in results_of(state, orders(first, second)):
        found[after.factions["vael"].influence.get("watch", 0)] += int(36 * 36 * chance)
    # Of 36 throws 6 succeed completely, for 4 points, 15 succeed, for 2, and 12 fail.
    assert found[1 + 4 + 4] == 6 * 6
    assert found[1 + 4 + 2] == 2 * 6 * 15
    # A complete failure, in 3 of 36, costs three points, or all. After the first one the next throw
    # has -2, and fails completely in 10 of 36.
    assert found[0] == 3 * 10 + (12 + 15) * 3
    assert sum(found.values()) == 36 * 36


def test_a_thief_does_not_count_on_guards_that_an_order_leaves_out() -> None:
    state = board(
        lieutenant("fox", "oru", sneak=3, level=4), Item("ring", "Ring", "oru", "mill", value=5)
    )
    honest = orders(order("steal", TakeOrder("item", "ring")))
    sly = orders(order("steal", TakeOrder("item", "ring"), against="watch"))

    def taken(given: Orders) -> Fraction:
        ways = results_of(state, given)
        return sum(
            (it for after, it in ways if after.assets["ring"].faction == "vael"), Fraction(0)
        )

    assert taken(sly) == taken(honest) < Fraction(1, 2)
