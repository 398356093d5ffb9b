"""The chances of an order that builds on another, against every throw of both (L-TURN-4)."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest

from chronicle.model.dice import Dice
from chronicle.records import replace
from chronicle.rules.lieutenants import LIEUTENANTS
from chronicle.rules.lieutenants.actions.espionage import SpyOrder
from chronicle.rules.lieutenants.actions.influence import InfluenceOrder
from chronicle.rules.lieutenants.actions.work import WorkOrder
from chronicle.rules.lieutenants.events import Acted
from chronicle.rules.lieutenants.orders import Order, Orders
from chronicle.rules.lieutenants.state import State
from tests.rules.lieutenants.boards import KEY, TURN, board, lieutenant, order, orders
from tests.rules.lieutenants.dice_outcomes import Table, every_throw
from tests.rules.lieutenants.test_odds import case_of, said
from tests.rules.single_results import odds_of
from tests.thorough import beginning


class TestNeeds:
    """An order that builds on another: its chances and those of what is done in its stead."""

    def given(self, otherwise: Order | None, **more: Any) -> tuple[State, Orders]:
        # 2 influence is gained on a success and 4 at best; one is then spent on the other check.
        first = order("gain-influence", InfluenceOrder("watch"), against="")
        claim = order("claim", InfluenceOrder("watch", "market"), against="", pay="influence")
        then = replace(claim, id="then", lieutenant="ben", needs=KEY, **more)
        instead = replace(otherwise, id="then", lieutenant="ben") if otherwise else None
        ben = lieutenant("ben", charm=2, sneak=1)
        return board(ben), orders(first, replace(then, otherwise=instead))

    @pytest.mark.parametrize(
        ("more", "stands_in"),
        beginning(
            [
                *(({}, True), ({}, False), ({"influence": 3}, False)),
                *(({"influence": 3}, True), ({"stealth": "unnoticed"}, True)),
                ({"stealth": "unnoticed"}, False),
            ],
            3,
        ),
    )
    def test_odds_of_a_dependent_order_match_resolving_both(
        self, stands_in: bool, more: dict[str, Any]
    ) -> None:
        work = order("surveil", SpyOrder("location", "mill"), stealth="unnoticed")
        state, given = self.given(work if stands_in else None, **more)
        counted: dict[tuple[object, ...], Fraction] = defaultdict(Fraction)

        def resolve(table: Table) -> list[Acted]:
            events = LIEUTENANTS.resolve(state, given, Dice(b"", TURN, table))
            return [event for event in events if isinstance(event, Acted)]

        for table, chance in every_throw(
            lambda table: [roll for event in resolve(table) for roll in event.rolls]
        ):
            first, then = resolve(table)
            counted[*case_of([then]), first.outcome != "done"] += chance
        found = {
            (*said(chance), chance.facts["instead"]): chance.probability
            for chance in odds_of(LIEUTENANTS, state, given, "vael/then")
        }
        assert found == counted
        assert sum(found.values()) == 1

    def test_a_fallback_does_not_count_as_success(self) -> None:
        state, given = self.given(order("work", WorkOrder(), against=""))
        last = replace(
            order("ally", InfluenceOrder("watch"), against=""), id="last", lieutenant="cay"
        )
        last = replace(last, needs="vael/then", otherwise=None)
        own = given.factions["vael"].orders
        state = state.with_asset(lieutenant("cay"))
        found = odds_of(LIEUTENANTS, state, orders(*own, last), "vael/last")
        missed = [chance.probability for chance in found if chance.outcome == "not-carried-out"]
        gained = [
            chance.probability
            for chance in odds_of(LIEUTENANTS, state, given, "vael/then")
            if chance.facts["outcome"] == "done" and not chance.facts["instead"]
        ]
        assert sum(missed) == 1 - sum(gained)
