"""Assets that act as one: the best level that a side can reach (L-CMB).

Two steps, both exact. `_best` finds the level, `grouping` the way to it with the fewest steps.

`_best` leans on this: a higher asset in the place of a lower one never makes the best worse. Where
it no longer fits beside the others it reaches what they made by itself, or together with what the
others make of themselves. So the level does not change if assets may also act below their own, and
then a demand is filled by any asset at or above it, the highest first. Groups of two and three say
all: four are two pairs, six a pair of threes, and what lies between counts for no more.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from chronicle.rules.lieutenants.combination_search import (
    GroupingStep,
    find_grouping,
    grouping_bonus,
    weight_of,
)

__all__ = [
    "Combination",
    "GroupingStep",
    "combine_levels",
    "format_combination",
    "grouping_bonus",
    "unused_positions",
]


@dataclass(frozen=True, slots=True)
class Combination:
    """What assets come to together.

    ``steps`` are the groupings in an order in which each joins what is there by then; ``counted``
    are the levels of the assets that have a part in it, lowest first.
    """

    level: int
    steps: tuple[GroupingStep, ...] = ()
    counted: tuple[int, ...] = ()


def combine_levels(levels: Sequence[int]) -> Combination:
    """The best that assets of these levels come to, some perhaps left out (L-CMB-3).

    Of several ways: the fewest steps, then the fewest assets, then, looking from the last step
    back to the first, the larger group and of equals the one that joins more of its higher level.
    Nobody at all is level 0, and a side that could only come to less is nobody too.
    """
    return _combine(tuple(sorted(levels, reverse=True)))


def unused_positions(levels: Sequence[int], combination: Combination) -> tuple[int, ...]:
    """The positions of the assets that do not count (L-CMB-2); of equals, the earlier count."""
    left = Counter(combination.counted)
    idle = []
    for position, level in enumerate(levels):
        if left[level] == 0:
            idle.append(position)
        left[level] -= 1 if left[level] else 0
    return tuple(idle)


def format_combination(combination: Combination) -> str:
    """The steps as a line for any language: `(1+1)→3, 3+3→5`; a lone asset is its level."""
    if not combination.steps:
        return "".join(_format_level(level) for level in combination.counted)
    *inner, (last, made) = combination.steps
    said = [f"({_format_sum(joined)})→{_format_level(level)}" for joined, level in inner]
    return ", ".join([*said, f"{_format_sum(last)}→{_format_level(made)}"])


def _format_sum(joined: tuple[int, ...]) -> str:
    return "+".join(_format_level(level) for level in sorted(joined))


def _format_level(level: int) -> str:
    return str(level).replace("-", "−")


@lru_cache(maxsize=4096)
def _combine(levels: tuple[int, ...]) -> Combination:
    best = _best_level(levels) if levels else -1
    if best < 0:
        return Combination(0)
    steps = find_grouping(best, levels)
    taken = Counter(level for joined, _ in steps for level in joined) if steps else Counter([best])
    taken.subtract(made for _, made in steps[:-1])
    return Combination(best, steps, tuple(sorted(taken.elements())))


def _best_level(levels: tuple[int, ...]) -> int:
    """The highest level within reach; levels from the highest to the lowest."""
    most = math.floor(2 * math.log2(sum(map(weight_of, levels))) + 1e-6)
    return next(level for level in range(most, levels[0] - 1, -1) if _can_reach(level, levels))


def _can_reach(target: int, levels: tuple[int, ...]) -> bool:
    """Whether a level can be made, going down from it and filling demands as assets come up."""

    @cache
    def fills(at: int, here: int, below: int, lower: int, used: int) -> bool:
        """Demands at a level, one below it and two below it, when so many assets are used."""
        while here and used < len(levels) and levels[used] >= at:
            here, used = here - 1, used + 1
        if here + below + lower == 0:
            return True
        if 2 * here + below + lower > len(levels) - used:
            return False
        return any(
            fills(at - 1, below, lower + 2 * (here - threes), 3 * threes, used)
            for threes in range(here + 1)
        )

    return fills(target, 1, 0, 0, 0)
