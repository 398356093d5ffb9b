"""The odds of checks and of damage against every throw that dice can make."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chronicle.model.dice import Dice, Roll
from chronicle.records import replace
from chronicle.rules.kit.changes import apply_changes
from chronicle.rules.lieutenants import probability
from chronicle.rules.lieutenants.action_context import result_of_total
from chronicle.rules.lieutenants.actions.combat import Combat, deal_damage
from chronicle.rules.lieutenants.damage import DamageDealer, DamageGrade
from chronicle.rules.lieutenants.state import Condition, Facility, Lieutenant, State
from tests.rules.lieutenants.boards import KEY, TURN, board, facility, lieutenant, unit, units
from tests.rules.lieutenants.dice_outcomes import Table, every_throw

HARMS: Final[tuple[DamageGrade, ...]] = ("", "dinged", "damaged", "defeated", "destroyed")


# ── Checks ───────────────────────────────────────────────────────────────────────────────────────


@given(st.integers(-15, 15))
def test_a_check_has_the_chances_that_counting_all_throws_gives(modifier: int) -> None:
    sums = [one + other + modifier for one in range(1, 7) for other in range(1, 7)]
    counted = Counter(result_of_total(total) for total in sums)
    assert probability.check_chances(modifier) == {
        shown: Fraction(throws, 36) for shown, throws in counted.items()
    }


@given(st.integers(-15, 15))
def test_a_throw_for_a_result_comes_to_it(modifier: int) -> None:
    for shown in probability.check_chances(modifier):
        assert result_of_total(sum(probability.faces_for(shown, modifier)) + modifier) == shown


# ── Damage ───────────────────────────────────────────────────────────────────────────────────────


def harmed(minion: Lieutenant | Facility, grade: DamageGrade, table: Table) -> DamageDealer:
    people = [minion] if isinstance(minion, Lieutenant) else []
    built = [minion] if isinstance(minion, Facility) else []
    harming = DamageDealer((), Dice(b"", TURN, table), KEY, "theirs", (), people, built)
    harming.deal(grade)
    return harming


@pytest.mark.parametrize("grade", HARMS)
@pytest.mark.parametrize("condition", ["undamaged", "damaged"])
@pytest.mark.parametrize("force", [-4, -1, 0, 2, 5, 9])
def test_the_fate_of_a_lieutenant_is_that_of_all_throws(
    grade: DamageGrade, condition: Condition, force: int
) -> None:
    fox = lieutenant("fox", "oru", force=force, condition=condition)
    counted: dict[Condition, Fraction] = defaultdict(Fraction)
    for table, chance in every_throw(lambda table: harmed(fox, grade, table).rolls):
        counted[harmed(fox, grade, table).now(fox)] += chance
    found = probability.fate(fox, grade)
    assert {end: chance for end, chance in found.items() if chance} == counted


@pytest.mark.parametrize("grade", HARMS)
@pytest.mark.parametrize("condition", ["undamaged", "damaged"])
def test_the_fate_of_a_facility_is_certain(grade: DamageGrade, condition: Condition) -> None:
    shop = facility("shop", condition=condition)
    assert probability.fate(shop, grade) == {harmed(shop, grade, {}).now(shop): 1}


def fought(clash: Combat, grade: DamageGrade, table: Table) -> tuple[State, tuple[Roll, ...]]:
    """The defenders' units after they were dealt a grade, with all that adds to it."""
    changes, rolls = deal_damage(replace(clash, dice=Dice(b"", TURN, table)), grade, "")
    return board_after(clash.state, changes), rolls


def board_after(state: State, changes: Sequence[Any]) -> State:
    return apply_changes(state, changes)


CONDITIONS: Final[tuple[Condition, ...]] = ("undamaged", "damaged")
FORCES = st.lists(st.sampled_from(CONDITIONS), max_size=5)


@settings(deadline=None, max_examples=80)
@given(FORCES, st.sampled_from(HARMS[1:]), st.integers(0, 2))
def test_the_fate_of_each_unit_is_that_of_all_throws(
    conditions: list[Condition], grade: DamageGrade, more: int
) -> None:
    force = [unit(f"oru-{n}", "oru", condition=now) for n, now in enumerate(conditions)]
    mage = unit("mage", powers={"one-more-damaged": more})
    state = board(mage, *force)
    clash = Combat(state, Dice(b"", TURN), KEY, (mage,), tuple(force))
    counted: list[dict[str, Fraction]] = [defaultdict(Fraction) for _ in force]
    for table, chance in every_throw(lambda table: fought(clash, grade, table)[1]):
        after, _ = fought(clash, grade, table)
        for one, fates in zip(force, counted, strict=True):
            found = after.unit(one.id)
            assert found is not None
            fates[found.condition] += chance
    assert list(probability.unit_fates(force, grade, more)) == counted


@settings(deadline=None, max_examples=80)
@given(
    st.lists(st.tuples(st.sampled_from(CONDITIONS), st.integers(1, 3)), max_size=4),
    st.sampled_from(HARMS),
    st.integers(0, 3),
)
def test_traps_take_their_toll_of_those_who_come(
    force: list[tuple[Condition, int]], grade: DamageGrade, traps: int
) -> None:
    own = [unit(f"vael-{n}", level=level, condition=now) for n, (now, level) in enumerate(force)]
    mage = unit("mage", "oru", powers={"traps": traps})
    state = board(mage, *own)
    clash = Combat(state, Dice(b"", TURN), KEY, tuple(own), (mage,))

    def ours(table: Table) -> tuple[State, tuple[Roll, ...]]:
        changes, rolls = deal_damage(replace(clash, dice=Dice(b"", TURN, table)), "", grade)
        return board_after(state, changes), rolls

    counted: list[dict[str, Fraction]] = [defaultdict(Fraction) for _ in own]
    for table, chance in every_throw(lambda table: ours(table)[1]):
        after, _ = ours(table)
        for one, fates in zip(own, counted, strict=True):
            found = after.unit(one.id)
            assert found is not None
            fates[found.condition] += chance
    assert list(probability.unit_fates(own, grade, traps=traps)) == counted


def test_a_dozen_units_are_reckoned_exactly() -> None:
    force = units(12, "oru")
    assert set(map(str, probability.unit_fates(force, "dinged")[0].items())) == {
        "('damaged', Fraction(1, 2))",
        "('undamaged', Fraction(1, 2))",
    }
    # Six of twelve are hit, then one more of the six that are whole.
    fate = probability.unit_fates(force, "dinged", more_damaged=1)[11]
    assert fate == {"damaged": Fraction(7, 12), "undamaged": Fraction(5, 12)}
