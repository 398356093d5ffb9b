"""Exact chances of a dice pool, without rolling it (S-DICE-2).

A die is a failure (1–3, one half), a success (4–5, one third) or a six (one sixth). The chances of
a pool are the coefficients of (1/2 + x/3 + xy/6)ⁿ, x counting successes and y sixes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final

#: The chance of each (successes, sixes) of one die.
_DIE: Final = (((0, 0), Fraction(1, 2)), ((1, 0), Fraction(1, 3)), ((1, 1), Fraction(1, 6)))


@lru_cache(maxsize=128)
def distribution(dice: int) -> Mapping[tuple[int, int], Fraction]:
    """Return the chance of each (successes, sixes) for a pool of this many dice."""
    if dice <= 0:
        return {(0, 0): Fraction(1)}
    found: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for (successes, sixes), chance in distribution(dice - 1).items():
        for (success, six), weight in _DIE:
            found[successes + success, sixes + six] += chance * weight
    return dict(found)


def at_least(dice: int, successes: int) -> Fraction:
    """Return the chance that a pool has at least this many successes (S-ACT-1)."""
    return sum(
        (chance for (shown, _), chance in distribution(dice).items() if shown >= successes),
        Fraction(0),
    )


@lru_cache(maxsize=512)
def attack_win_chance_by_sixes(attack: int, defence: int) -> Mapping[int, Fraction]:
    """Return the chance that an attack wins with exactly this many 6s, by number of 6s (S-ACT-3).

    More successes win, then more 6s, then the attacker; the rest up to 1 is the defender's.
    """
    found: dict[int, Fraction] = defaultdict(Fraction)
    for shown, chance in distribution(attack).items():
        beaten = sum(
            (weight for against, weight in distribution(defence).items() if shown >= against),
            Fraction(0),
        )
        found[shown[1]] += chance * beaten
    return {sixes: chance for sixes, chance in sorted(found.items()) if chance}


def attack_win_chance(attack: int, defence: int) -> Fraction:
    """Return the chance that an attack wins its contest (S-DICE-2)."""
    return sum(attack_win_chance_by_sixes(attack, defence).values(), Fraction(0))
