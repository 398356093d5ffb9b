"""Enumeration of all results of dice: code is run once for each possible result."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod
from typing import Final, TypeVar

from chronicle.model.dice import Dice, RollSource
from chronicle.model.facts import Fact, Facts
from chronicle.records import field

T = TypeVar("T")
#: The most results that are tried; beyond this no exact chances are shown.
MAX_OUTCOMES: Final = 20_000


class TooManyOutcomes(Exception):
    """The dice have more possible results than are tried."""


class ScriptedDice(Dice):
    """Dice with scripted results, or the first possible result beyond the script.

    ``script`` has an index into the results of each roll; ``ways`` is how many results each had,
    and ``weights`` the probability of the one used. The order of the faces of a roll doesn't
    matter, unless they are ``apart``.
    """

    script: tuple[int, ...] = ()
    ways: list[int] = field(default_factory=list)
    weights: list[Fraction] = field(default_factory=list)
    apart: bool = False

    def throw(self, roll: str, count: int, sides: int) -> tuple[tuple[int, ...], RollSource]:
        del roll  # the results do not depend on the purpose
        # Too many results are not even listed: nine dice of twenty sides have millions.
        if (sides**count if self.apart else comb(count + sides - 1, count)) > MAX_OUTCOMES:
            raise TooManyOutcomes
        falls = _ordered_falls(count, sides) if self.apart else _unordered_falls(count, sides)
        position = len(self.ways)
        chosen = self.script[position] if position < len(self.script) else 0
        faces, weight = falls[chosen]
        self.ways.append(len(falls))
        self.weights.append(weight)
        return faces, "computed"


class ClassDice(ScriptedDice):
    """Scripted dice for which whole checks and amounts have results of their own.

    Results that do the same are one: a check is won or lost, an amount has each value once.
    """

    def one_of(self, chances: Mapping[T, Fraction]) -> T:
        """Return the scripted one of several results, each with its probability."""
        ways = tuple((value, chance) for value, chance in chances.items() if chance)
        position = len(self.ways)
        value, weight = ways[self.script[position] if position < len(self.script) else 0]
        self.ways.append(len(ways))
        self.weights.append(weight)
        return value


class CoarseDice(ClassDice):
    """Dice with which a check has its chance with all rolls again, whose price is not paid."""


@cache
def _unordered_falls(count: int, sides: int) -> tuple[tuple[tuple[int, ...], Fraction], ...]:
    """Return the results of this many dice, ignoring order, with the probability of each."""
    whole = sides**count
    found: list[tuple[tuple[int, ...], Fraction]] = []
    for faces in combinations_with_replacement(range(1, sides + 1), count):
        same = prod(factorial(faces.count(face)) for face in set(faces))
        found.append((faces, Fraction(factorial(count) // same, whole)))
    return tuple(found)


@cache
def _ordered_falls(count: int, sides: int) -> tuple[tuple[tuple[int, ...], Fraction], ...]:
    """Return the results of this many dice, in order, with the probability of each."""
    share = Fraction(1, sides**count)
    return tuple((faces, share) for faces in product(range(1, sides + 1), repeat=count))


def enumerate_outcomes(
    run: Callable[[Dice], T],
    turn: int,
    *,
    ordered: bool = False,
    dice: type[ScriptedDice] = ScriptedDice,
    most: int = MAX_OUTCOMES,
) -> Iterator[tuple[T, Fraction]]:
    """Yield the result of a run for every result of its dice, with its probability.

    ``ordered`` when it matters which of several dice has which face. Raises
    :class:`TooManyOutcomes` where there are more than are tried, which are at ``most`` so many.
    """
    waiting: list[tuple[int, ...]] = [()]
    tried = 0
    while waiting:
        script = waiting.pop()
        fork = dice(b"", turn, {}, script, apart=ordered)
        found = run(fork)
        tried += 1
        if tried > most:
            raise TooManyOutcomes
        for position in range(len(script), len(fork.ways)):
            before = script + (0,) * (position - len(script))
            waiting.extend((*before, other) for other in range(1, fork.ways[position]))
        yield found, prod(fork.weights, start=Fraction(1))


def fraction_fact(value: Fraction) -> Facts:
    """Return an expected value as a fact."""
    return Facts(times=value.numerator, of=value.denominator)


def chance_facts(**known: Fact) -> Facts:
    """Return the facts of a chance; those that its kind of order does not have are empty."""
    empty: dict[str, Fact] = {
        "defender": "",
        "attacker": "",
        "taken": False,
        "spared": False,
        "theirs": None,
        "ours": None,
        "amount": None,
        "found": None,
        "rivals": (),
    }
    return Facts({**empty, **known})
