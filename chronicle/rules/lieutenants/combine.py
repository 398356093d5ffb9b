"""Assets that act as one: the best level that a side can reach (L-CMB).

Two steps, both exact. `_best` finds the level, `_grouping` the way to it with the fewest steps.

`_best` leans on this: a higher asset in the place of a lower one never makes the best worse. Where
it no longer fits beside the others it reaches what they made by itself, or together with what the
others make of themselves. So the level does not change if assets may also act below their own, and
then a demand is filled by any asset at or above it, the highest first. Groups of two and three say
all: four are two pairs, six a pair of threes, and what lies between counts for no more.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from heapq import heappop, heappush
from itertools import accumulate
from typing import Final, NamedTuple, TypeAlias

#: The levels joined, highest first, and the level they make.
Step: TypeAlias = tuple[tuple[int, ...], int]

#: How a level is made: how many are joined, and how many of them stand one above the lowest.
#: Sizes between these add nothing to the next smaller one. In the order that settles a tie.
_SIZES: Final = (64, 48, 32, 24, 16, 12, 8, 6, 4, 3, 2)
_WAYS: Final = tuple((size, above) for size in _SIZES for above in range(size - 1, -1, -1))


@dataclass(frozen=True, slots=True)
class Combination:
    """What assets come to together.

    ``steps`` are the groupings in an order in which each joins what is there by then; ``counted``
    are the levels of the assets that have a part in it, lowest first.
    """

    level: int
    steps: tuple[Step, ...] = ()
    counted: tuple[int, ...] = ()


def bonus(count: int) -> int:
    """What so many assets of one level add to it: 2 for each doubling, 1 for half of one (L-CMB-1).

    Defined for one asset and more.
    """
    doublings = count.bit_length() - 1
    return 2 * doublings + (2 * count >= 3 << doublings and doublings > 0)


def combined(levels: Sequence[int]) -> Combination:
    """The best that assets of these levels come to, some perhaps left out (L-CMB-3).

    Of several ways: the fewest steps, then the fewest assets, then, looking from the last step
    back to the first, the larger group and of equals the one that joins more of its higher level.
    Nobody at all is level 0, and a side that could only come to less is nobody too.
    """
    return _combined(tuple(sorted(levels, reverse=True)))


def left_out(levels: Sequence[int], combination: Combination) -> tuple[int, ...]:
    """The positions of the assets that do not count (L-CMB-2); of equals, the earlier count."""
    left = Counter(combination.counted)
    idle = []
    for position, level in enumerate(levels):
        if left[level] == 0:
            idle.append(position)
        left[level] -= 1 if left[level] else 0
    return tuple(idle)


def spelled(combination: Combination) -> str:
    """The steps as a line for any language: `(1+1)→3, 3+3→5`; a lone asset is its level."""
    if not combination.steps:
        return "".join(_number(level) for level in combination.counted)
    *inner, (last, made) = combination.steps
    said = [f"({_sum(joined)})→{_number(level)}" for joined, level in inner]
    return ", ".join([*said, f"{_sum(last)}→{_number(made)}"])


def _sum(joined: tuple[int, ...]) -> str:
    return "+".join(_number(level) for level in sorted(joined))


def _number(level: int) -> str:
    return str(level).replace("-", "−")


@lru_cache(maxsize=4096)
def _combined(levels: tuple[int, ...]) -> Combination:
    best = _best(levels) if levels else -1
    if best < 0:
        return Combination(0)
    steps = _grouping(best, _Supply(levels))
    taken = Counter(level for joined, _ in steps for level in joined) if steps else Counter([best])
    taken.subtract(made for _, made in steps[:-1])
    return Combination(best, steps, tuple(sorted(taken.elements())))


# ── The level ────────────────────────────────────────────────────────────────────────────────────


def _weight(level: int) -> float:
    """Two of a level weigh as one two levels above, so that no grouping adds weight."""
    return math.pow(2.0, level / 2)


def _best(levels: tuple[int, ...]) -> int:
    """The highest level within reach; levels from the highest to the lowest."""
    most = math.floor(2 * math.log2(sum(map(_weight, levels))) + 1e-6)
    return next(level for level in range(most, levels[0] - 1, -1) if _reaches(level, levels))


def _reaches(target: int, levels: tuple[int, ...]) -> bool:
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


# ── The way there ────────────────────────────────────────────────────────────────────────────────


class _Supply:
    """The assets of a side: how many of each level, and how many and what weight up to a level."""

    __slots__ = ("_ascending", "_weights", "of")

    def __init__(self, levels: Sequence[int]) -> None:
        self.of: Final = Counter(levels)
        self._ascending: Final = sorted(levels)
        self._weights: Final = [0.0, *accumulate(map(_weight, self._ascending))]

    def up_to(self, level: int) -> int:
        """How many assets are no higher than this."""
        return bisect_right(self._ascending, level)

    def may_fill(self, demands: Sequence[int]) -> bool:
        """Whether weight and number allow these demands, given from the highest to the lowest."""
        weight = 0.0
        for number, level in enumerate(reversed(demands), start=1):
            weight += _weight(level)
            there = self.up_to(level)
            if number > there or weight > self._weights[there] * (1 + 1e-9):
                return False
        return True


@dataclass(frozen=True, slots=True)
class _Open:
    """What is still to be made: so many at the level that is being made, and demands below it.

    ``way`` is the first way still to be tried there: ways of one level come in order, as their
    order does not matter.
    """

    level: int
    count: int
    way: int
    below: tuple[int, ...]

    def least(self, supply: _Supply) -> tuple[int, int]:
        """The steps and assets that this takes at the least: two for each demand not filled."""
        asked = Counter(self.below)
        steps = self.count + sum(max(0, n - supply.of[level]) for level, n in asked.items())
        return steps, self.count + len(self.below) + steps


class _Found(NamedTuple):
    """A way down to some point: first what it costs at the least, then what settles a tie."""

    steps: int
    assets: int
    path: tuple[int, ...]
    number: int


def _grouping(target: int, supply: _Supply) -> tuple[Step, ...]:
    """The groupings that make a level: fewest steps, then fewest assets, then first in order.

    A search from the target down that goes on where the cost can be least.
    """
    used, start = _filled((target,), supply)
    states, spent = [start], [(0, used)]
    queue, seen = [_Found(0, 0, (), 0)], set[_Open]()
    while True:
        found = heappop(queue)
        state, (steps, assets) = states[found.number], spent[found.number]
        if state.count == 0:
            return _steps(target, found.path, supply)
        if state in seen:
            continue
        seen.add(state)
        for way, more, after in _next(state, supply):
            least_steps, least_assets = after.least(supply)
            at_least = (steps + 1 + least_steps, assets + more + least_assets)
            heappush(queue, _Found(*at_least, (*found.path, way), len(states)))
            states.append(after)
            spent.append((steps + 1, assets + more))


def _next(state: _Open, supply: _Supply) -> Iterator[tuple[int, int, _Open]]:
    """Each way to make one more of the open level: its number, the assets it takes, the rest."""
    waiting = (state.level - 1,) * (state.count - 1)
    room = supply.up_to(state.level - 1) - len(state.below) - len(waiting)
    for way in range(state.way, len(_WAYS)):
        if _WAYS[way][0] > room:
            continue
        below = _merged(state.below, _joined(state.level, way))
        if not supply.may_fill(_merged(below, waiting)):
            continue
        if state.count > 1:
            yield way, 0, _Open(state.level, state.count - 1, way, below)
        else:
            yield way, *_filled(below, supply)


def _merged(demands: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted((*demands, *more), reverse=True))


def _joined(level: int, way: int) -> tuple[int, ...]:
    size, above = _WAYS[way]
    lowest = level - bonus(size)
    return (lowest + 1,) * above + (lowest,) * (size - above)


def _filled(demands: tuple[int, ...], supply: _Supply) -> tuple[int, _Open]:
    """Assets put where their level is asked for, down to the first level that they do not fill.

    An asset fits no other demand, so that none is kept back.
    """
    used = 0
    while demands:
        level = demands[0]
        asked = demands.count(level)
        there = min(asked, supply.of[level])
        used, demands = used + there, demands[asked:]
        if asked > there:
            return used, _Open(level, asked - there, 0, demands)
    return used, _Open(0, 0, 0, ())


def _steps(target: int, path: tuple[int, ...], supply: _Supply) -> tuple[Step, ...]:
    """The groupings that a path of ways stands for, what is joined before what it is joined to."""
    _, state = _filled((target,), supply)
    found: list[Step] = []
    for way in path:
        joined = _joined(state.level, way)
        found.append((joined, state.level))
        below = _merged(state.below, joined)
        if state.count > 1:
            state = _Open(state.level, state.count - 1, way, below)
        else:
            _, state = _filled(below, supply)
    return tuple(sorted(found, key=lambda step: (step[1], step[0])))
