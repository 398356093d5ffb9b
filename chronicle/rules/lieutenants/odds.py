"""Exact odds: what two dice come to, and whom damage hits, without throwing any (L-CHK-1, L-DMG).

Everything is a sum over outcomes that are told apart by what they mean: a check has four, a choice
among equals as many as there are choices.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Final, TypeAlias

from chronicle.rules.lieutenants.damage import Harm, half
from chronicle.rules.lieutenants.scene import result_of
from chronicle.rules.lieutenants.state import Condition, Facility, Lieutenant, Unit
from chronicle.rules.lieutenants.terms import WON, Result

#: Two faces for each total of two dice, and of 36 throws how many come to it.
FACES: Final[Mapping[int, tuple[int, int]]] = {
    total: (max(1, total - 6), min(6, total - 1)) for total in range(2, 13)
}
WAYS: Final[Mapping[int, int]] = {total: 6 - abs(total - 7) for total in range(2, 13)}

#: How a row of units stands, one condition each, and how likely each such row is.
Row: TypeAlias = tuple[Condition, ...]
Rows: TypeAlias = Mapping[Row, Fraction]
#: How likely each condition is for one asset in the end.
Fate: TypeAlias = Mapping[Condition, Fraction]


@lru_cache(maxsize=256)
def of_check(modifier: int) -> Mapping[Result, Fraction]:
    """The chance of each result of a check; those that can't come are left out (L-CHK-1)."""
    found: dict[Result, Fraction] = defaultdict(Fraction)
    for total, ways in WAYS.items():
        found[result_of(total + modifier)] += Fraction(ways, 36)
    return dict(found)


def throw_for(wanted: Result, modifier: int) -> tuple[int, int]:
    """Two faces that come to a result; an error where none do."""
    found = (total for total in WAYS if result_of(total + modifier) == wanted)
    return FACES[next(found)]


# ── Units ────────────────────────────────────────────────────────────────────────────────────────


def of_units(units: Sequence[Unit], harm: Harm, more: int = 0, traps: int = 0) -> tuple[Fate, ...]:
    """The fate of each unit of a force that is dealt some harm.

    ``more`` units are damaged after that by choice of dice, and one for each of ``traps`` by choice
    of its owner.
    """
    rows: Rows = {tuple(unit.condition for unit in units): Fraction(1)}
    rows = _after(rows, lambda row: _dealt(row, harm))
    for _ in range(more):
        rows = _after(rows, lambda row: _damaged_of(row, min(1, len(_standing(row)))))
    for _ in range(traps):
        rows = _after(rows, lambda row: {_trapped(row, units): Fraction(1)})
    return tuple(_fate(rows, index) for index in range(len(units)))


def _after(rows: Rows, step: Callable[[Row], Rows]) -> Rows:
    return _summed(
        (then, chance * weight)
        for row, chance in rows.items()
        for then, weight in step(row).items()
    )


def _summed(parts: Iterable[tuple[Row, Fraction]]) -> Rows:
    """Rows with their chances; one that comes about in several ways has those of all together."""
    found: dict[Row, Fraction] = defaultdict(Fraction)
    for row, chance in parts:
        found[row] += chance
    return found


def _fate(rows: Rows, index: int) -> Fate:
    found: dict[Condition, Fraction] = defaultdict(Fraction)
    for row, chance in rows.items():
        found[row[index]] += chance
    return dict(found)


def _dealt(row: Row, harm: Harm) -> Rows:
    standing = _standing(row)
    match harm:
        case "":
            return {row: Fraction(1)}
        case "dinged":
            return _damaged_of(row, half(standing))
        case "damaged":
            return {_damaged(row, standing): Fraction(1)}
        case "destroyed":
            return {_destroyed(row, standing): Fraction(1)}
        case "defeated":
            return _summed(
                (_damaged(_destroyed(row, dead), set(standing) - set(dead)), chance)
                for dead, chance in _choices(row, half(standing), "damaged")
            )


def _standing(row: Row) -> tuple[int, ...]:
    return tuple(index for index, now in enumerate(row) if now != "destroyed")


def _damaged_of(row: Row, count: int) -> Rows:
    """So many units are damaged, those that are whole first (L-DMG-WHO)."""
    choices = _choices(row, count, "undamaged")
    return _summed((_damaged(row, hit), chance) for hit, chance in choices)


def _choices(row: Row, count: int, first: Condition) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Whom dice may choose, all of one condition before any other; equals are equally likely."""
    sooner = [index for index in _standing(row) if row[index] == first]
    later = [index for index in _standing(row) if row[index] != first]
    sure, among = ([], sooner) if count <= len(sooner) else (sooner, later)
    left = count - len(sure)
    chance = Fraction(1, comb(len(among), left))
    for chosen in combinations(among, left):
        yield (*sure, *chosen), chance


def _damaged(row: Row, hit: Sequence[int] | set[int]) -> Row:
    """Units are damaged; those that were already are destroyed (L-DMG-AGAIN)."""
    return tuple(
        now if index not in hit else "damaged" if now == "undamaged" else "destroyed"
        for index, now in enumerate(row)
    )


def _destroyed(row: Row, hit: Sequence[int]) -> Row:
    return tuple("destroyed" if index in hit else now for index, now in enumerate(row))


def _trapped(row: Row, units: Sequence[Unit]) -> Row:
    """The owner gives up the lowest of the whole units, then of all (L-AST-TRAPS)."""
    standing = _standing(row)
    whole = [index for index in standing if row[index] == "undamaged"]
    lowest = min(
        whole or standing, key=lambda index: (units[index].level, units[index].id), default=None
    )
    return row if lowest is None else _damaged(row, (lowest,))


# ── Lieutenants and facilities ───────────────────────────────────────────────────────────────────


#: The results of a lieutenant's check that hurt (L-DMG-DINGED, L-DMG-DAMAGED, L-DMG-DEFEATED).
_HURTS: Final[Mapping[Harm, tuple[Result, ...]]] = {
    "": (),
    "dinged": ("complete-failure",),
    "damaged": ("complete-failure",),
    "defeated": ("complete-failure", "failure"),
}


def of_lieutenant(lieutenant: Lieutenant, harm: Harm) -> Fate:
    """The fate of a lieutenant whose force is dealt some harm: a check, and perhaps another."""
    now, check = lieutenant.condition, of_check(lieutenant.statistics.force)
    if harm == "destroyed":
        return _defeat(check)
    hurt = sum((check.get(shown, Fraction(0)) for shown in _HURTS[harm]), Fraction(0))
    if now != "damaged":
        return {now: 1 - hurt, "damaged": hurt}
    fall = _defeat(check)
    return {now: 1 - hurt, **{then: hurt * chance for then, chance in fall.items()}}


def _defeat(check: Mapping[Result, Fraction]) -> Fate:
    """A defeated lieutenant is lost on a check that comes off, and else destroyed."""
    lost = sum((chance for shown, chance in check.items() if shown in WON), Fraction(0))
    return {"lost": lost, "destroyed": 1 - lost}


def of_facility(facility: Facility, harm: Harm) -> Fate:
    """The fate of a facility that an attack hits, which no die decides (L-AST-HITS-FACILITIES)."""
    now = facility.condition
    again = harm in ("damaged", "defeated") and now == "damaged"
    if harm == "destroyed" or again:
        now = "destroyed"
    elif harm in ("damaged", "defeated"):
        now = "damaged"
    return {now: Fraction(1)}
