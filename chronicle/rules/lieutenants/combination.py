"""The best level that a side can reach by combining assets (L-CMB).

There are two steps, both exact: `_best_level` finds the level, `find_grouping` the way to it with
the fewest steps.

`_best_level` relies on this fact: replacing an asset by one of a higher level never lowers the best
level. If the higher asset no longer fits with the others, it reaches their level by itself or
together with what the others can combine. So the level stays the same if assets may also count as a
lower level, and each demand can be filled by any asset at or above it, the highest first. Groups of
two and three are sufficient: four assets are two pairs, six are a pair of triples, and sizes in
between add nothing.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache

from chronicle.records import Record
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


class Combination(Record):
    """The result of combining assets.

    ``steps`` are the groupings, ordered so that each uses only what exists by then; ``counted`` are
    the levels of the assets used, lowest first.
    """

    level: int
    steps: tuple[GroupingStep, ...] = ()
    counted: tuple[int, ...] = ()


def combine_levels(levels: Sequence[int]) -> Combination:
    """Return the best combination of assets of these levels; some may be unused (L-CMB-3).

    Ties are broken by fewest steps, then fewest assets, then, from the last step back to the first,
    by the larger group, and of equal groups by the one with more assets of its higher level. No
    assets give level 0, and so do assets whose best level is below 0.
    """
    return _combine(tuple(sorted(levels, reverse=True)))


def unused_positions(levels: Sequence[int], combination: Combination) -> tuple[int, ...]:
    """Return the positions of unused assets (L-CMB-2); among equals the earlier ones are used."""
    left = Counter(combination.counted)
    idle = []
    for position, level in enumerate(levels):
        if left[level] == 0:
            idle.append(position)
        left[level] -= 1 if left[level] else 0
    return tuple(idle)


def format_combination(combination: Combination) -> str:
    """Return the steps as language-neutral text: `(1+1)→3, 3+3→5`; a lone asset is its level."""
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
    """Return the highest level that can be reached; ``levels`` are sorted highest first."""
    most = math.floor(2 * math.log2(sum(map(weight_of, levels))) + 1e-6)
    return next(level for level in range(most, levels[0] - 1, -1) if _can_reach(level, levels))


def _can_reach(target: int, levels: tuple[int, ...]) -> bool:
    """Return whether a level can be made, filling demands with assets from the level down."""

    @cache
    def fills(at: int, here: int, below: int, lower: int, used: int) -> bool:
        """Return whether demands at a level, one below and two below it can be met.

        ``used`` is the number of assets already used.
        """
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
