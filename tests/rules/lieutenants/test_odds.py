"""The chances of orders against every throw that dice can make, resolved by the engine."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, Final, Literal

import pytest

from chronicle.model.dice import Dice, Roll
from chronicle.model.facts import Facts
from chronicle.records import replace
from chronicle.rules.lieutenants import LIEUTENANTS
from chronicle.rules.lieutenants.actions.attack import AttackOrder
from chronicle.rules.lieutenants.actions.custom import CustomOrder
from chronicle.rules.lieutenants.actions.espionage import SpyOrder
from chronicle.rules.lieutenants.actions.influence import InfluenceOrder
from chronicle.rules.lieutenants.actions.move import MoveOrder
from chronicle.rules.lieutenants.actions.purchase import PurchaseOrder
from chronicle.rules.lieutenants.actions.raid import TakeOrder
from chronicle.rules.lieutenants.actions.recruit import RecruitOrder
from chronicle.rules.lieutenants.actions.work import WorkOrder
from chronicle.rules.lieutenants.events import Acted, Event, Intercepted
from chronicle.rules.lieutenants.orders import Order
from chronicle.rules.lieutenants.state import (
    Condition,
    Facility,
    HiddenStatus,
    Item,
    Lieutenant,
    Stance,
    StanceKind,
    State,
    Unit,
)
from chronicle.rules.protocol import Chance
from tests.rules.lieutenants.boards import (
    KEY,
    TURN,
    board,
    capital,
    facility,
    faction,
    lieutenant,
    order,
    orders,
    skilled,
    unit,
    units,
)
from tests.rules.lieutenants.dice_outcomes import Table, every_throw
from tests.rules.lieutenants.setup_boards import opened
from tests.rules.lieutenants.turns import read
from tests.rules.single_results import odds_of
from tests.rules.written_orders import WrittenOrder, read_written_orders
from tests.thorough import beginning, thorough

BOTH: Final[dict[str, Any]] = {"skills": ("force", "sneak")}
WAIT: Final = Stance("fox", "oru", "ambush", "inn", (), ("vael",), "cautious")


def small() -> dict[str, tuple[State, Order]]:
    """Orders whose every throw can be counted."""
    fox = lieutenant("fox", "oru", level=3, force=1, sneak=1, charm=1)
    crown = Item("crown", "the Crown", "oru", "mill")
    killers = unit("killers", powers={"strikes-one": 0}, **BOTH)
    spies = unit("spies", skills=("sneak", "charm"), powers={"unseen-on-success": 0})
    hands = unit("hands", at="manor", cost=capital(15))
    cautious, aggressive = AttackOrder("cautious"), AttackOrder("aggressive")
    rich = faction("vael", influence={"watch": 12})
    return {
        "a cautious attack": (
            board(*units(2, "vael"), *units(3, "oru")),
            order("cautious-attack", cautious, units=("vael-1", "vael-2")),
        ),
        "a custom action against a level": (
            board(*units(2, "vael"), *units(3, "oru")),
            order(
                "custom",
                CustomOrder("A", "force", 3, None, "public", {}),
                units=("vael-1", "vael-2"),
            ),
        ),
        "a custom action against force": (
            board(*units(2, "vael"), *units(3, "oru")),
            order("custom", CustomOrder("A", "force", None, "force", "nobody", {})),
        ),
        "an aggressive attack on a lieutenant who is hurt already": (
            board(unit("vael-1", condition="damaged"), replace(fox, condition="damaged")),
            order("aggressive-attack", aggressive, units=("vael-1",)),
        ),
        "an attack in the dark": (
            board(*units(2, "vael"), unit("oru-1", "oru")),
            order("cautious-attack", cautious, units=("vael-1",), stealth="unidentified"),
        ),
        "a strike": (
            board(killers, *units(2, "oru")),
            order(
                "cautious-attack",
                AttackOrder("cautious", "oru-2"),
                units=("killers",),
                stealth="unidentified",
            ),
        ),
        "an attack on shops, by mages": (
            board(
                unit("mages", powers={"hits-facilities": 0, "one-more-damaged": 1}),
                *units(2, "oru"),
                facility("shop"),
            ),
            order("aggressive-attack", aggressive, units=("mages",)),
        ),
        "a cautious attack by mages": (
            board(unit("mages", powers={"one-more-damaged": 1}), *units(2, "oru")),
            order("cautious-attack", cautious, units=("mages",)),
        ),
        "a theft past a trap": (
            board(unit("vael-1", **BOTH), unit("oru-1", "oru", powers={"traps": 1}, **BOTH), crown),
            order("steal", TakeOrder("item", "crown"), units=("vael-1",)),
        ),
        "a raid past a trap": (
            board(unit("vael-1", **BOTH), unit("oru-1", "oru", powers={"traps": 1}, **BOTH), crown),
            order("raid", TakeOrder("item", "crown"), units=("vael-1",)),
        ),
        "a raid": (
            board(unit("vael-1", **BOTH), unit("oru-1", "oru", **BOTH), crown),
            order("raid", TakeOrder("item", "crown"), units=("vael-1",)),
        ),
        "a raid for a unit that is hurt already": (
            board(
                unit("vael-1", powers={"one-more-damaged": 1}),
                unit("oru-1", "oru", condition="damaged"),
                unit("oru-2", "oru"),
            ),
            order("raid", TakeOrder("unit", "oru-1"), units=("vael-1",)),
        ),
        "a raid for a whole unit": (
            board(
                unit("vael-1", powers={"one-more-damaged": 1}),
                unit("oru-1", "oru", condition="damaged"),
                unit("oru-2", "oru"),
            ),
            order("raid", TakeOrder("unit", "oru-2"), units=("vael-1",)),
        ),
        "a raid into a trap that nobody guards, in the dark": (
            board(unit("vael-1"), unit("oru-1", "oru", powers={"traps": 1}, skills=()), crown),
            order("raid", TakeOrder("item", "crown"), units=("vael-1",), stealth="unidentified"),
        ),
        "a theft in the dark": (
            board(skilled(sneak=1), unit("oru-1", "oru", level=4, **BOTH), crown),
            order("steal", TakeOrder("item", "crown"), stealth="unidentified"),
        ),
        "a theft of what is not there": (
            board(unit("oru-1", "oru", **BOTH)),
            order("steal", TakeOrder("item", "crown")),
        ),
        "a theft that nobody resists, in the dark": (
            board(crown),
            order("steal", TakeOrder("item", "crown"), stealth="unidentified"),
        ),
        "an attack on hidden foes, in the dark": (
            board(unit("oru-1", "oru", hiding=HiddenStatus(1))),
            order("cautious-attack", cautious, stealth="unidentified"),
        ),
        "a watch that may go unnoticed": (
            board(skilled(sneak=2), fox),
            order("surveil", SpyOrder("lieutenant", "fox"), stealth="unnoticed"),
        ),
        "a watch by spies": (
            board(fox, spies),
            order("surveil", SpyOrder("lieutenant", "fox"), units=("spies",), choose="stealth"),
        ),
        "an offer to a lieutenant": (
            board(skilled(charm=5), fox),
            order("recruit", RecruitOrder("fox", stays=True), stealth="unidentified"),
        ),
        "a purchase beyond the purse": (
            board(factions=(faction("vael", capital=12),)),
            order(
                "purchase",
                PurchaseOrder("unit", "hands", hands, 2),
                against="",
                stealth="unnoticed",
            ),
        ),
        "an alliance that only the best success can pay": (
            board(skilled(charm=1), factions=(rich,)),
            order("ally", InfluenceOrder("watch"), against="", stealth="unnoticed", influence=2),
        ),
        "a move into an ambush": (
            board(replace(fox, at="inn"), stances={"fox": WAIT}),
            order("move", MoveOrder((("ada", "inn"),)), at="inn", against=""),
        ),
    }


SMALL: Final = small()


def resolved(state: State, given: Order, table: Table) -> tuple[Event, ...]:
    return tuple(LIEUTENANTS.resolve(state, orders(given), Dice(b"", TURN, table)))


def case_of(events: Sequence[Event]) -> tuple[object, ...]:
    """What a chance tells apart: the result, the outcome, the try at stealth, what it hid."""
    acted = next(event for event in events if isinstance(event, Acted) and not event.part)
    met = [event for event in events if isinstance(event, Intercepted)]
    hidden = acted.stealth.kind if acted.stealth.held else ""
    if met:
        return met[0].outcome, "", acted.stealth.tried, hidden
    return acted.result or acted.outcome, acted.outcome, acted.stealth.tried, hidden


def said(chance: Chance) -> tuple[object, ...]:
    facts = chance.facts
    return chance.outcome, facts["outcome"], facts["tried"], facts["hidden"]


def of_fights(events: Sequence[Event]) -> list[Roll]:
    """All rolls of a turn but those of a fight after a meeting, which no outcome tells of."""
    return [
        roll
        for event in events
        for roll in event.rolls
        if not (isinstance(event, Acted) and event.part)
    ]


def all_rolls(events: Sequence[Event]) -> list[Roll]:
    return [roll for event in events for roll in event.rolls]


def ends(
    state: State, given: Order, thrown: Callable[[Sequence[Event]], list[Roll]]
) -> Iterator[tuple[tuple[Event, ...], Fraction]]:
    """All that an order can come to, each resolved once, and how likely it is."""
    events: tuple[Event, ...] = ()

    def rolls(table: Table) -> list[Roll]:
        nonlocal events
        events = resolved(state, given, table)
        return thrown(events)

    for _, chance in every_throw(rolls):
        # These dice were looked at last, and there were no more to throw.
        yield events, chance


@cache
def ends_of(name: str) -> list[tuple[tuple[Event, ...], Fraction]]:
    return list(ends(*SMALL[name], of_fights))


def worth(fraction: object) -> Fraction:
    assert isinstance(fraction, Facts)
    times, of = fraction["times"], fraction["of"]
    assert isinstance(times, int)
    assert isinstance(of, int)
    return Fraction(times, of)


def conditions(state: State) -> dict[str, Condition]:
    kinds = (Lieutenant, Unit, Facility)
    return {a.name: a.condition for a in state.assets.values() if isinstance(a, kinds)}


#: With so many throws that `make thorough` alone counts them all.
LONG: Final = "an aggressive attack on a lieutenant who is hurt already"


@pytest.mark.parametrize("name", [*(name for name in SMALL if name != LONG), *thorough([LONG])])
class TestOrders:
    def test_each_outcome_is_as_likely_as_all_throws_resolved_make_it(self, name: str) -> None:
        state, given = SMALL[name]
        counted: dict[tuple[object, ...], Fraction] = defaultdict(Fraction)
        for events, chance in ends_of(name):
            counted[case_of(events)] += chance
        found = odds_of(LIEUTENANTS, state, orders(given), KEY)
        assert {said(chance): chance.probability for chance in found} == counted

    def test_losses_of_each_asset_match_all_rolls(self, name: str) -> None:
        state, given = SMALL[name]
        counted: dict[tuple[object, ...], Fraction] = defaultdict(Fraction)
        for events, chance in ends_of(name):
            if any(isinstance(event, Intercepted) for event in events):
                continue
            after = state
            for event in events:
                after = LIEUTENANTS.apply(after, event)
            for asset, before in conditions(state).items():
                now = conditions(after)[asset]
                if now != before:
                    counted[case_of(events), asset, now] += chance
        found: dict[tuple[object, ...], Fraction] = {}
        for told in odds_of(LIEUTENANTS, state, orders(given), KEY):
            for row, end in product(rows(told, "toll"), ("damaged", "lost", "destroyed")):
                if worth(row[end]) and told.outcome not in ("attacked", "attack"):
                    found[said(told), row["name"], end] = told.probability * worth(row[end])
        assert found == counted

    def test_odds_sum_to_one(self, name: str) -> None:
        state, given = SMALL[name]
        found = odds_of(LIEUTENANTS, state, orders(given), KEY)
        assert sum(chance.probability for chance in found) == 1
        assert all(chance.probability > 0 for chance in found)

    def test_what_to_expect_is_the_sum_of_what_each_suffers(self, name: str) -> None:
        state, given = SMALL[name]
        for chance in odds_of(LIEUTENANTS, state, orders(given), KEY):
            for side in rows(chance, "expected"):
                for end in ("damaged", "lost", "destroyed"):
                    own = [row for row in rows(chance, "toll") if row["side"] == side["side"]]
                    assert worth(side[end]) == sum(worth(row[end]) for row in own)


def rows(chance: Chance, name: str) -> tuple[Facts, ...]:
    found = chance.facts[name]
    assert isinstance(found, tuple)
    return tuple(row for row in found if isinstance(row, Facts))


class TestFights:
    """What a move that meets a stance may cost, over all that the fight can come to."""

    @pytest.mark.parametrize(
        ("kind", "style"), beginning([("ambush", "cautious"), ("block", "aggressive")], 1)
    )
    def test_each_suffers_as_all_throws_make_it(
        self, kind: StanceKind, style: Literal["aggressive", "cautious"]
    ) -> None:
        stance = Stance("fox", "oru", kind, "inn", ("oru-1",), ("vael",), style)
        state = board(
            lieutenant("fox", "oru", at="inn", force=1, condition="damaged"),
            unit("oru-1", "oru", at="inn", powers={"traps": 1}),
            *units(3, "vael", condition="damaged"),
            unit("vael-3"),
            stances={"fox": stance},
        )
        legs = (("vael-1", "inn"), ("vael-2", "inn"), ("vael-3", "inn"))
        given = order(
            "move",
            MoveOrder(legs),
            at="inn",
            against="",
            units=("vael-1", "vael-2", "vael-3"),
            if_ambushed=style,
            if_blocked=style,
        )
        weights: dict[str, Fraction] = defaultdict(Fraction)
        counted: dict[tuple[object, ...], Fraction] = defaultdict(Fraction)
        for events, chance in ends(state, given, all_rolls):
            outcome = next(e.outcome for e in events if isinstance(e, Intercepted))
            weights[outcome] += chance
            after = state
            for event in events:
                after = LIEUTENANTS.apply(after, event)
            now = conditions(after)
            for asset, before in conditions(state).items():
                if now[asset] != before:
                    counted[outcome, asset, now[asset]] += chance
        told = {
            chance.outcome: chance for chance in odds_of(LIEUTENANTS, state, orders(given), KEY)
        }
        assert {outcome: chance.probability for outcome, chance in told.items()} == weights
        found = {
            (outcome, row["name"], end): chance.probability * worth(row[end])
            for outcome, chance in told.items()
            for row, end in product(rows(chance, "toll"), ("damaged", "lost", "destroyed"))
            if worth(row[end])
        }
        assert found == counted
        ours = {
            row["name"]
            for chance in told.values()
            for row in rows(chance, "toll")
            if row["side"] == "ours"
        }
        assert ours == {"Vael-1", "Vael-2", "Vael-3"}


class TestNoOdds:
    def test_an_action_without_roll_has_no_odds(self) -> None:
        given = order("work", WorkOrder(), against="")
        assert odds_of(LIEUTENANTS, board(), orders(given), KEY) == ()

    def test_an_unknown_order_has_no_odds(self) -> None:
        given = order("work", WorkOrder(), against="")
        assert odds_of(LIEUTENANTS, board(), orders(given), "oru/go") == ()

    def test_an_order_that_depends_on_random_damage_has_no_odds(self) -> None:
        fight = order("cautious-attack", AttackOrder("cautious"))
        given = replace(fight, id="then", lieutenant="ben", needs=KEY, otherwise=None)
        state = board(lieutenant("ben"), lieutenant("fox", "oru"))
        assert odds_of(LIEUTENANTS, state, orders(fight, given), "vael/then") == ()


def test_the_odds_are_those_after_income() -> None:
    # 12 and the 3 that the manor brings pay the full price of 15.
    state, given = SMALL["a purchase beyond the purse"]
    manor = replace(state.places["manor"], income=3)
    poor = {said(c)[1] for c in odds_of(LIEUTENANTS, state, orders(given), KEY)}
    better = odds_of(LIEUTENANTS, state.with_place(manor), orders(given), KEY)
    paid = {said(c)[0]: said(c)[1] for c in better}
    assert "unpaid" in poor
    assert paid["success"] == "done"


@pytest.mark.parametrize(
    "case", read_written_orders(Path(__file__).parent / "orders.txt"), ids=lambda case: case.law
)
def test_every_actual_outcome_had_odds(case: WrittenOrder) -> None:
    state = opened({}).state
    assert state is not None
    given = read(case.text)
    found = {said(chance) for chance in odds_of(LIEUTENANTS, state, given, "vael/a")}
    for seed in range(8):
        events = tuple(LIEUTENANTS.resolve(state, given, Dice(bytes([seed]), 1)))
        assert not found or case_of(events) in found
