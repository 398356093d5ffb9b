"""Exact probabilities of checks and of damage, without rolling dice (L-CHK-1, L-DMG).

Everything is a sum over outcomes that differ in meaning: a check has four, a choice among equals
has as many as there are choices.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from types import MappingProxyType
from typing import Final, TypeAlias, TypeVar

from chronicle.model.dice import Dice, Roll
from chronicle.rules.lieutenants.action_context import result_of_total
from chronicle.rules.lieutenants.damage import DamageDealer, DamageGrade, half_rounded_up
from chronicle.rules.lieutenants.state import Condition, Facility, Lieutenant, Unit
from chronicle.rules.lieutenants.terms import RollResult

#: For each total of two dice: two faces that add up to it, and how many of 36 rolls give it.
FACES_BY_TOTAL: Final[Mapping[int, tuple[int, int]]] = {
    total: (max(1, total - 6), min(6, total - 1)) for total in range(2, 13)
}
WAYS_BY_TOTAL: Final[Mapping[int, int]] = {total: 6 - abs(total - 7) for total in range(2, 13)}

#: The state of a force: the number of units by kind and condition. Units of a kind are treated
#: alike by damage.
ForceCounts: TypeAlias = Mapping[tuple[int, Condition], int]
#: The same as a hashable value, and the probability of each.
ForceKey: TypeAlias = frozenset[tuple[tuple[int, Condition], int]]
ForceDistribution: TypeAlias = Mapping[ForceKey, Fraction]
#: The faces of some rolls, by their keys.
Pinned: TypeAlias = Mapping[str, tuple[int, int]]
T = TypeVar("T")
#: The probability of each final condition of an asset.
FateChances: TypeAlias = Mapping[Condition, Fraction]


@lru_cache(maxsize=256)
def check_chances(modifier: int) -> Mapping[RollResult, Fraction]:
    """Return the chance of each result of a check, without impossible ones (L-CHK-1)."""
    found: dict[RollResult, Fraction] = defaultdict(Fraction)
    for total, ways in WAYS_BY_TOTAL.items():
        found[result_of_total(total + modifier)] += Fraction(ways, 36)
    return dict(found)


def faces_for(wanted: RollResult, modifier: int) -> tuple[int, int]:
    """Return two faces that give this result; raise an error if none do."""
    found = (total for total in WAYS_BY_TOTAL if result_of_total(total + modifier) == wanted)
    return FACES_BY_TOTAL[next(found)]


def over_results(
    run: Callable[[Pinned], tuple[T, Iterable[Roll]]], pinned: Pinned = MappingProxyType({})
) -> Iterator[tuple[T, Fraction, Pinned]]:
    """Yield what comes of every result of some checks, its probability, and the dice that make it.

    ``run`` plays with pinned dice, by key, and returns what came of it and the checks to pin.
    """
    found, rolls = run(pinned)
    for roll in rolls:
        key = roll.id.partition("/")[2]
        if key in pinned:
            continue
        modifier = sum(part.value for part in roll.modifiers)
        for shown, chance in check_chances(modifier).items():
            faces = faces_for(shown, modifier)
            for end, weight, dice in over_results(run, {**pinned, key: faces}):
                yield end, chance * weight, dice
        return
    yield found, Fraction(1), pinned


# ── Units ────────────────────────────────────────────────────────────────────────────────────────


def unit_fates(
    units: Sequence[Unit], harm: DamageGrade, more_damaged: int = 0, traps: int = 0
) -> tuple[FateChances, ...]:
    """Return the fate of each unit of a force that takes damage.

    After the damage itself, ``more_damaged`` units are damaged by choice of dice, and one for each
    of ``traps`` by choice of its owner. Units in the same condition have the same fate, unless an
    owner chooses among them.
    """
    kinds = _unit_classes(units, apart=traps > 0)
    start = Counter((kind, unit.condition) for kind, unit in zip(kinds, units, strict=True))
    rows: ForceDistribution = {_force_key(start): Fraction(1)}
    rows = _apply_step(rows, lambda ranks: _deal_damage(ranks, harm))
    for _ in range(more_damaged):
        rows = _apply_step(rows, lambda ranks: _damage_some(ranks, min(1, _unit_count(ranks))))
    for _ in range(traps):
        rows = _apply_step(rows, lambda ranks: [(_apply_trap(ranks, units), Fraction(1))])
    sizes = Counter(kinds)
    fates = {kind: _fate_of_class(rows, kind, size) for kind, size in sizes.items()}
    return tuple(fates[kind] for kind in kinds)


def _unit_classes(units: Sequence[Unit], *, apart: bool) -> tuple[int, ...]:
    """Return a class for each unit; equal classes have equal fates. ``apart`` separates all."""
    if apart:
        return tuple(range(len(units)))
    conditions = [unit.condition for unit in units]
    return tuple(conditions.index(condition) for condition in conditions)


def _force_key(ranks: ForceCounts) -> ForceKey:
    return frozenset((rank, count) for rank, count in ranks.items() if count)


def _apply_step(
    rows: ForceDistribution, step: Callable[[ForceCounts], Iterable[tuple[ForceCounts, Fraction]]]
) -> dict[ForceKey, Fraction]:
    """Return the states after a step, adding up the chances of equal states."""
    found: dict[ForceKey, Fraction] = defaultdict(Fraction)
    for row, chance in rows.items():
        for ranks, weight in step(dict(row)):
            found[_force_key(ranks)] += chance * weight
    return found


def _fate_of_class(rows: ForceDistribution, kind: int, size: int) -> FateChances:
    found: dict[Condition, Fraction] = defaultdict(Fraction)
    for row, chance in rows.items():
        for (of, now), count in row:
            if of == kind:
                found[now] += chance * Fraction(count, size)
    return dict(found)


def _deal_damage(ranks: ForceCounts, harm: DamageGrade) -> Iterator[tuple[ForceCounts, Fraction]]:
    count = half_rounded_up(range(_unit_count(ranks)))
    match harm:
        case "":
            yield ranks, Fraction(1)
        case "dinged":
            yield from _damage_some(ranks, count)
        case "damaged":
            yield _damage_units(ranks, _standing_units(ranks)), Fraction(1)
        case "destroyed":
            yield _destroy_units(ranks, _standing_units(ranks)), Fraction(1)
        case "defeated":
            for dead, chance in _dice_choices(ranks, count, "damaged"):
                left = {rank: n - dead.get(rank, 0) for rank, n in _standing_units(ranks).items()}
                yield _damage_units(_destroy_units(ranks, dead), left), chance


def _standing_units(ranks: ForceCounts) -> ForceCounts:
    return {rank: count for rank, count in ranks.items() if rank[1] != "destroyed"}


def _unit_count(ranks: ForceCounts) -> int:
    return sum(_standing_units(ranks).values())


def _damage_some(ranks: ForceCounts, count: int) -> Iterator[tuple[ForceCounts, Fraction]]:
    """Yield the results of damaging some units, undamaged ones first (L-DMG-WHO)."""
    for hit, chance in _dice_choices(ranks, count, "undamaged"):
        yield _damage_units(ranks, hit), chance


def _dice_choices(
    ranks: ForceCounts, count: int, first: Condition
) -> Iterator[tuple[dict[tuple[int, Condition], int], Fraction]]:
    """Yield whom dice can choose: one condition first, equal units equally likely."""
    standing = _standing_units(ranks)
    sooner = {rank: n for rank, n in standing.items() if rank[1] == first}
    later = {rank: n for rank, n in standing.items() if rank[1] != first}
    total = sum(sooner.values())
    sure, among = ({}, sooner) if count <= total else (sooner, later)
    left = count - sum(sure.values())
    all_ways = comb(sum(among.values()), left)
    for chosen, ways in _draws(tuple(among.items()), left):
        yield {**sure, **chosen}, Fraction(ways, all_ways)


def _draws(
    among: Sequence[tuple[tuple[int, Condition], int]], count: int
) -> Iterator[tuple[dict[tuple[int, Condition], int], int]]:
    """Yield how many of each rank are drawn, and in how many ways."""
    if not among:
        if not count:
            yield {}, 1
        return
    (rank, size), rest = among[0], among[1:]
    for taken in range(min(size, count) + 1):
        for others, ways in _draws(rest, count - taken):
            yield {rank: taken, **others}, ways * comb(size, taken)


def _damage_units(ranks: ForceCounts, hit: ForceCounts) -> ForceCounts:
    """Damage units; those already damaged are destroyed (L-DMG-AGAIN)."""
    found = Counter(ranks)
    # Counted from the state before, so that no unit is hit twice.
    for (kind, now), count in hit.items():
        found[kind, now] -= count
        found[kind, "damaged" if now == "undamaged" else "destroyed"] += count
    return found


def _destroy_units(ranks: ForceCounts, hit: ForceCounts) -> ForceCounts:
    found = Counter(ranks)
    for (kind, now), count in hit.items():
        found[kind, now] -= count
        found[kind, "destroyed"] += count
    return found


def _apply_trap(ranks: ForceCounts, units: Sequence[Unit]) -> ForceCounts:
    """Damage the unit that the owner chooses: the lowest undamaged, or the lowest (L-AST-TRAPS)."""
    standing = [rank for rank in _standing_units(ranks) if ranks[rank]]
    whole = [rank for rank in standing if rank[1] == "undamaged"]
    lowest = min(
        whole or standing, key=lambda rank: (units[rank[0]].level, units[rank[0]].id), default=None
    )
    return ranks if lowest is None else _damage_units(ranks, {lowest: 1})


# ── Lieutenants and facilities ───────────────────────────────────────────────────────────────────


@lru_cache(maxsize=1024)
def fate(asset: Lieutenant | Facility, harm: DamageGrade) -> FateChances:
    """Return the fate of a lieutenant or a facility whose force takes damage (L-DMG).

    The damage is dealt as in play, with every result of the checks.
    """
    people = (asset,) if isinstance(asset, Lieutenant) else ()
    built = (asset,) if isinstance(asset, Facility) else ()

    def deal(pinned: Pinned) -> tuple[Condition, Iterable[Roll]]:
        dice = Dice(b"", 0, pinned)
        dealer = DamageDealer((), dice, "odds/damage", "theirs", (), people, built)
        dealer.deal(harm)
        return dealer.now(asset), dealer.rolls

    found: dict[Condition, Fraction] = defaultdict(Fraction)
    for condition, chance, _ in over_results(deal):
        found[condition] += chance
    return found
