"""Exact probabilities of checks and of damage, without rolling dice (L-CHK-1, L-DMG).

Everything is a sum over outcomes that differ in meaning: a check has four, a choice among equals
has as many as there are choices.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb
from types import MappingProxyType
from typing import Final, TypeAlias, TypeVar

from chronicle.model.dice import Dice, Roll
from chronicle.records import field
from chronicle.rules.lieutenants.action_context import result_of_total
from chronicle.rules.lieutenants.damage import DamageDealer, DamageGrade
from chronicle.rules.lieutenants.state import Condition, Facility, Lieutenant, Unit
from chronicle.rules.lieutenants.terms import RollResult

#: For each total of two dice: two faces that add up to it, and how many of 36 rolls give it.
FACES_BY_TOTAL: Final[Mapping[int, tuple[int, int]]] = {
    total: (max(1, total - 6), min(6, total - 1)) for total in range(2, 13)
}
WAYS_BY_TOTAL: Final[Mapping[int, int]] = {total: 6 - abs(total - 7) for total in range(2, 13)}

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


class _ScriptedDealer(DamageDealer):
    """Deals damage by a script of choices among equals, and notes what else could be chosen.

    ``apart`` if each unit may have a fate of its own, otherwise those of one condition share it.
    """

    apart: bool = False
    script: tuple[int, ...] = ()
    options: list[tuple[tuple[list[Unit], Fraction], ...]] = field(default_factory=list)

    def choose(self, equals: Sequence[Unit], count: int) -> list[Unit]:
        made = tuple(_choices(equals, count, apart=self.apart))
        position = len(self.options)
        self.options.append(made)
        return list(made[self.script[position] if position < len(self.script) else 0][0])


def _choices(
    equals: Sequence[Unit], count: int, *, apart: bool
) -> Iterator[tuple[list[Unit], Fraction]]:
    """Yield who may be chosen from equal units, with the probability of each choice."""
    whole = comb(len(equals), count)
    if apart:
        yield from ((list(some), Fraction(1, whole)) for some in combinations(equals, count))
        return
    hurt = [unit for unit in equals if unit.condition == "damaged"]
    sound = [unit for unit in equals if unit.condition != "damaged"]
    for number in range(max(0, count - len(sound)), min(count, len(hurt)) + 1):
        ways = comb(len(hurt), number) * comb(len(sound), count - number)
        yield hurt[:number] + sound[: count - number], Fraction(ways, whole)


def unit_fates(
    units: Sequence[Unit], harm: DamageGrade, more_damaged: int = 0, traps: int = 0
) -> tuple[FateChances, ...]:
    """Return the fate of each unit of a force that takes damage, with every choice among equals.

    After the damage itself, ``more_damaged`` units are damaged by choice of dice, and one for each
    of ``traps`` by choice of its owner, who knows them apart.
    """
    kinds = [unit.id if traps else unit.condition for unit in units]
    found: dict[str, dict[Condition, Fraction]] = {kind: defaultdict(Fraction) for kind in kinds}
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        script = waiting.pop()
        dealer = _ScriptedDealer(
            (), Dice(b"", 0), "", "theirs", units, (), apart=traps > 0, script=script
        )
        dealer.deal(harm)
        for _ in range(more_damaged):
            dealer.damage_one_more()
        for _ in range(traps):
            dealer.chosen("L-AST-TRAPS")
        chance = Fraction(1)
        for position, made in enumerate(dealer.options):
            before = (*script, *(0,) * (position - len(script)))
            chance *= made[script[position] if position < len(script) else 0][1]
            if position >= len(script):
                waiting += ((*before, other) for other in range(1, len(made)))
        for kind, unit in zip(kinds, units, strict=True):
            found[kind][dealer.now(unit)] += chance / kinds.count(kind)
    return tuple(found[kind] for kind in kinds)


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
