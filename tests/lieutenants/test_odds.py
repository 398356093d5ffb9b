"""Exact chances against every throw that dice can make, resolved by the engine."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chronicle.dice import Dice, Roll
from chronicle.facts import Facts
from chronicle.rules.lieutenants import LIEUTENANTS, odds
from chronicle.rules.lieutenants.actions.force import Clash, harm
from chronicle.rules.lieutenants.damage import Harm, Harming
from chronicle.rules.lieutenants.events import Acted, Event, Intercepted
from chronicle.rules.lieutenants.orders import (
    Order,
    ToAttack,
    ToBuy,
    ToCourt,
    ToMove,
    ToRecruit,
    ToSpy,
    ToTake,
    ToWork,
)
from chronicle.rules.lieutenants.scene import result_of
from chronicle.rules.lieutenants.state import (
    Condition,
    Facility,
    Hiding,
    Item,
    Lieutenant,
    Stance,
    State,
    Unit,
)
from chronicle.rules.system import Chance
from tests.lieutenants.boards import (
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

Table = Mapping[str, tuple[int, ...]]
HARMS: Final[tuple[Harm, ...]] = ("", "dinged", "damaged", "defeated", "destroyed")


def every_throw(
    rolls: Callable[[Table], Sequence[Roll]], table: Table | None = None, weight: int = 1
) -> Iterator[tuple[Table, Fraction]]:
    """All ways in which the dice of a resolution can fall, and how likely each is.

    Each roll that nobody has pinned yet is pinned to all its faces in turn; of two dice one throw
    stands for all with its sum.
    """
    pinned = table or {}
    for roll in rolls(pinned):
        key = roll.id.partition("/")[2]
        if key in pinned:
            continue
        dice = product(range(1, roll.sides + 1), repeat=len(roll.faces))
        sums: dict[int, list[tuple[int, ...]]] = defaultdict(list)
        for faces in dice:
            sums[sum(faces)].append(faces)
        for throws in sums.values():
            share = Fraction(len(throws), roll.sides ** len(roll.faces))
            for found, chance in every_throw(rolls, {**pinned, key: throws[0]}):
                yield found, chance * share
        return
    yield pinned, Fraction(weight)


# ── Checks ───────────────────────────────────────────────────────────────────────────────────────


@given(st.integers(-15, 15))
def test_a_check_has_the_chances_that_counting_all_throws_gives(modifier: int) -> None:
    sums = [one + other + modifier for one in range(1, 7) for other in range(1, 7)]
    counted = Counter(result_of(total) for total in sums)
    assert odds.of_check(modifier) == {
        shown: Fraction(throws, 36) for shown, throws in counted.items()
    }


@given(st.integers(-15, 15))
def test_a_throw_for_a_result_comes_to_it(modifier: int) -> None:
    for shown in odds.of_check(modifier):
        assert result_of(sum(odds.throw_for(shown, modifier)) + modifier) == shown


# ── Damage ───────────────────────────────────────────────────────────────────────────────────────


def harmed(minion: Lieutenant | Facility, grade: Harm, table: Table) -> Harming:
    people = [minion] if isinstance(minion, Lieutenant) else []
    built = [minion] if isinstance(minion, Facility) else []
    harming = Harming(board(), Dice(b"", TURN, table), KEY, "theirs", (), people, built)
    harming.deal(grade)
    return harming


@pytest.mark.parametrize("grade", HARMS)
@pytest.mark.parametrize("condition", ["undamaged", "damaged"])
@pytest.mark.parametrize("force", [-4, -1, 0, 2, 5, 9])
def test_the_fate_of_a_lieutenant_is_that_of_all_throws(
    grade: Harm, condition: Condition, force: int
) -> None:
    fox = lieutenant("fox", "oru", force=force, condition=condition)
    counted: dict[Condition, Fraction] = defaultdict(Fraction)
    for table, chance in every_throw(lambda table: harmed(fox, grade, table).rolls):
        counted[harmed(fox, grade, table).now(fox)] += chance
    found = odds.of_lieutenant(fox, grade)
    assert {end: chance for end, chance in found.items() if chance} == counted


@pytest.mark.parametrize("grade", HARMS)
@pytest.mark.parametrize("condition", ["undamaged", "damaged"])
def test_the_fate_of_a_facility_is_certain(grade: Harm, condition: Condition) -> None:
    shop = facility("shop", condition=condition)
    assert odds.of_facility(shop, grade) == {harmed(shop, grade, {}).now(shop): 1}


def fought(clash: Clash, grade: Harm, table: Table) -> tuple[State, tuple[Roll, ...]]:
    """The defenders' units after they were dealt a grade, with all that adds to it."""
    changes, rolls = harm(replace(clash, dice=Dice(b"", TURN, table)), grade, "")
    return board_after(clash.state, changes), rolls


def board_after(state: State, changes: Sequence[Any]) -> State:
    for change in changes:
        state = LIEUTENANTS.apply(state, _Changed(change))  # type: ignore[arg-type]
    return state


class _Changed:
    """An event of one change."""

    def __init__(self, change: Any) -> None:
        self.changes = (change,)


CONDITIONS: Final[tuple[Condition, ...]] = ("undamaged", "damaged")
FORCES = st.lists(st.sampled_from(CONDITIONS), max_size=5)


@settings(deadline=None, max_examples=80)
@given(FORCES, st.sampled_from(HARMS[1:]), st.integers(0, 2))
def test_the_fate_of_each_unit_is_that_of_all_throws(
    conditions: list[Condition], grade: Harm, more: int
) -> None:
    force = [unit(f"oru-{n}", "oru", condition=now) for n, now in enumerate(conditions)]
    mage = unit("mage", powers={"one-more-damaged": more})
    state = board(mage, *force)
    clash = Clash(state, Dice(b"", TURN), KEY, (mage,), tuple(force))
    counted: list[dict[str, Fraction]] = [defaultdict(Fraction) for _ in force]
    for table, chance in every_throw(lambda table: fought(clash, grade, table)[1]):
        after, _ = fought(clash, grade, table)
        for one, fates in zip(force, counted, strict=True):
            found = after.unit(one.id)
            assert found is not None
            fates[found.condition] += chance
    assert list(odds.of_units(force, grade, more)) == counted


@settings(deadline=None, max_examples=80)
@given(
    st.lists(st.tuples(st.sampled_from(CONDITIONS), st.integers(1, 3)), max_size=4),
    st.sampled_from(HARMS),
    st.integers(0, 3),
)
def test_traps_take_their_toll_of_those_who_come(
    force: list[tuple[Condition, int]], grade: Harm, traps: int
) -> None:
    own = [unit(f"vael-{n}", level=level, condition=now) for n, (now, level) in enumerate(force)]
    mage = unit("mage", "oru", powers={"traps": traps})
    state = board(mage, *own)
    clash = Clash(state, Dice(b"", TURN), KEY, tuple(own), (mage,))

    def ours(table: Table) -> tuple[State, tuple[Roll, ...]]:
        changes, rolls = harm(replace(clash, dice=Dice(b"", TURN, table)), "", grade)
        return board_after(state, changes), rolls

    counted: list[dict[str, Fraction]] = [defaultdict(Fraction) for _ in own]
    for table, chance in every_throw(lambda table: ours(table)[1]):
        after, _ = ours(table)
        for one, fates in zip(own, counted, strict=True):
            found = after.unit(one.id)
            assert found is not None
            fates[found.condition] += chance
    assert list(odds.of_units(own, grade, traps=traps)) == counted


def test_a_dozen_units_are_reckoned_exactly() -> None:
    force = units(12, "oru")
    assert set(map(str, odds.of_units(force, "dinged")[0].items())) == {
        "('damaged', Fraction(1, 2))",
        "('undamaged', Fraction(1, 2))",
    }
    # Six of twelve are hit, then one more of the six that are whole.
    fate = odds.of_units(force, "dinged", more=1)[11]
    assert fate == {"damaged": Fraction(7, 12), "undamaged": Fraction(5, 12)}


# ── Orders ───────────────────────────────────────────────────────────────────────────────────────

BOTH: Final[dict[str, Any]] = {"skills": ("force", "sneak")}
WAIT: Final = Stance("fox", "oru", "ambush", "inn", (), ("vael",), "cautious")


def small() -> dict[str, tuple[State, Order]]:
    """Orders whose every throw can be counted."""
    fox = lieutenant("fox", "oru", level=3, force=1, sneak=1, charm=1)
    crown = Item("crown", "the Crown", "oru", "mill")
    killers = unit("killers", powers={"strikes-one": 0}, **BOTH)
    spies = unit("spies", skills=("sneak", "charm"), powers={"unseen-on-success": 0})
    hands = unit("hands", at="manor", cost=capital(15))
    cautious, aggressive = ToAttack("cautious"), ToAttack("aggressive")
    rich = faction("vael", influence={"watch": 12})
    return {
        "a cautious attack": (
            board(*units(2, "vael"), *units(3, "oru")),
            order("cautious-attack", cautious, units=("vael-1", "vael-2")),
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
                ToAttack("cautious", "oru-2"),
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
            order("steal", ToTake("item", "crown"), units=("vael-1",)),
        ),
        "a raid past a trap": (
            board(unit("vael-1", **BOTH), unit("oru-1", "oru", powers={"traps": 1}, **BOTH), crown),
            order("raid", ToTake("item", "crown"), units=("vael-1",)),
        ),
        "a raid": (
            board(unit("vael-1", **BOTH), unit("oru-1", "oru", **BOTH), crown),
            order("raid", ToTake("item", "crown"), units=("vael-1",)),
        ),
        "a theft in the dark": (
            board(skilled(sneak=1), unit("oru-1", "oru", level=4, **BOTH), crown),
            order("steal", ToTake("item", "crown"), stealth="unidentified"),
        ),
        "a theft of what is not there": (
            board(unit("oru-1", "oru", **BOTH)),
            order("steal", ToTake("item", "crown")),
        ),
        "a theft that nobody resists, in the dark": (
            board(crown),
            order("steal", ToTake("item", "crown"), stealth="unidentified"),
        ),
        "an attack on hidden foes, in the dark": (
            board(unit("oru-1", "oru", hiding=Hiding(1))),
            order("cautious-attack", cautious, stealth="unidentified"),
        ),
        "a watch that may go unnoticed": (
            board(skilled(sneak=2), fox),
            order("surveil", ToSpy("lieutenant", "fox"), stealth="unnoticed"),
        ),
        "a watch by spies": (
            board(fox, spies),
            order("surveil", ToSpy("lieutenant", "fox"), units=("spies",), choose="stealth"),
        ),
        "an offer to a lieutenant": (
            board(skilled(charm=5), fox),
            order("recruit", ToRecruit("fox", stays=True), stealth="unidentified"),
        ),
        "a purchase beyond the purse": (
            board(factions=(faction("vael", capital=12),)),
            order("purchase", ToBuy("unit", "hands", hands, 2), against="", stealth="unnoticed"),
        ),
        "an alliance that only the best success can pay": (
            board(skilled(charm=1), factions=(rich,)),
            order("ally", ToCourt("watch"), against="", stealth="unnoticed", influence=2),
        ),
        "a move into an ambush": (
            board(replace(fox, at="inn"), stances={"fox": WAIT}),
            order("move", ToMove((("ada", "inn"),)), at="inn", against=""),
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
    """All rolls of a turn but those of a fight after a meeting, which no chance tells of."""
    return [
        roll
        for event in events
        for roll in event.rolls
        if not (isinstance(event, Acted) and event.part)
    ]


def worth(fraction: object) -> Fraction:
    assert isinstance(fraction, Facts)
    times, of = fraction["times"], fraction["of"]
    assert isinstance(times, int)
    assert isinstance(of, int)
    return Fraction(times, of)


def conditions(state: State) -> dict[str, Condition]:
    kinds = (Lieutenant, Unit, Facility)
    return {a.name: a.condition for a in state.assets.values() if isinstance(a, kinds)}


@pytest.mark.parametrize("name", SMALL)
class TestOrders:
    def test_each_outcome_is_as_likely_as_all_throws_resolved_make_it(self, name: str) -> None:
        state, given = SMALL[name]
        counted: dict[tuple[object, ...], Fraction] = defaultdict(Fraction)
        for table, chance in every_throw(lambda table: of_fights(resolved(state, given, table))):
            counted[case_of(resolved(state, given, table))] += chance
        found = LIEUTENANTS.odds(state, orders(given), KEY)
        assert {said(chance): chance.probability for chance in found} == counted

    def test_so_is_what_each_asset_suffers(self, name: str) -> None:
        state, given = SMALL[name]
        counted: dict[tuple[object, ...], Fraction] = defaultdict(Fraction)
        for table, chance in every_throw(lambda table: of_fights(resolved(state, given, table))):
            events = resolved(state, given, table)
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
        for told in LIEUTENANTS.odds(state, orders(given), KEY):
            for row, end in product(rows(told, "toll"), ("damaged", "lost", "destroyed")):
                if worth(row[end]):
                    found[said(told), row["name"], end] = told.probability * worth(row[end])
        assert found == counted

    def test_they_sum_to_one(self, name: str) -> None:
        state, given = SMALL[name]
        found = LIEUTENANTS.odds(state, orders(given), KEY)
        assert sum(chance.probability for chance in found) == 1
        assert all(chance.probability > 0 for chance in found)

    def test_what_to_expect_is_the_sum_of_what_each_suffers(self, name: str) -> None:
        state, given = SMALL[name]
        for chance in LIEUTENANTS.odds(state, orders(given), KEY):
            for side in rows(chance, "expected"):
                for end in ("damaged", "lost", "destroyed"):
                    own = [row for row in rows(chance, "toll") if row["side"] == side["side"]]
                    assert worth(side[end]) == sum(worth(row[end]) for row in own)


def rows(chance: Chance, name: str) -> tuple[Facts, ...]:
    found = chance.facts[name]
    assert isinstance(found, tuple)
    return tuple(row for row in found if isinstance(row, Facts))


class TestNoOdds:
    def test_what_rolls_nothing_has_none(self) -> None:
        given = order("work", ToWork(), against="")
        assert LIEUTENANTS.odds(board(), orders(given), KEY) == ()

    def test_an_order_that_nobody_gave_has_none(self) -> None:
        given = order("work", ToWork(), against="")
        assert LIEUTENANTS.odds(board(), orders(given), "oru/go") == ()

    def test_nor_has_one_that_hangs_on_anothers_gain(self) -> None:
        instead = order("surveil", ToSpy("lieutenant", "fox"))
        given = replace(instead, needs="vael/first", otherwise=instead)
        state = board(lieutenant("fox", "oru"))
        assert LIEUTENANTS.odds(state, orders(given), KEY) == ()


def test_the_odds_are_those_after_income() -> None:
    # 12 and the 3 that the manor brings pay the full price of 15.
    state, given = SMALL["a purchase beyond the purse"]
    manor = replace(state.places["manor"], income=3)
    poor = {said(c)[1] for c in LIEUTENANTS.odds(state, orders(given), KEY)}
    better = LIEUTENANTS.odds(state.with_place(manor), orders(given), KEY)
    paid = {said(c)[0]: said(c)[1] for c in better}
    assert "unpaid" in poor
    assert paid["success"] == "done"
