"""How assets are joined so that they make a level, in the fewest steps (L-CMB-1, L-CMB-2).

The search goes from the level down: what is asked for is filled by an asset of that very level or
joined from demands below it. It goes on where the cost can be least, so that the first way it
finishes is the best.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import accumulate
from typing import Final, NamedTuple, TypeAlias

#: The levels joined, highest first, and the level they make.
GroupingStep: TypeAlias = tuple[tuple[int, ...], int]

#: How a level is made: how many are joined, and how many of them stand one above the lowest.
#: Sizes between these add nothing to the next smaller one. In the order that settles a tie.
_SIZES: Final = (64, 48, 32, 24, 16, 12, 8, 6, 4, 3, 2)
_GROUP_SHAPES: Final = tuple((size, above) for size in _SIZES for above in range(size - 1, -1, -1))
#: What sums of weights may be off by.
_TOLERANCE: Final = 1 + 1e-9


def grouping_bonus(count: int) -> int:
    """What so many assets of one level add to it: 2 for each doubling, 1 for half of one (L-CMB-1).

    Defined for one asset and more.
    """
    doublings = count.bit_length() - 1
    return 2 * doublings + (2 * count >= 3 << doublings and doublings > 0)


def weight_of(level: int) -> float:
    """Two of a level weigh as one two levels above, so that no grouping adds weight."""
    return math.pow(2.0, level / 2)


class _LevelPool:
    """The assets of a side: how many of each level, and how many and what weight up to a level."""

    __slots__ = ("_ascending", "_fewest", "_weights", "falling", "of")

    def __init__(self, levels: Sequence[int]) -> None:
        self.of: Final = Counter(levels)
        self.falling: Final = sorted(self.of, reverse=True)
        self._ascending: Final = sorted(levels)
        self._weights: Final = [0.0, *accumulate(map(weight_of, self._ascending))]
        self._fewest: Final[dict[int, float]] = {}

    def up_to(self, level: int) -> int:
        """How many assets are no higher than this."""
        return bisect_right(self._ascending, level)

    def may_fill(self, state: _SearchState) -> bool:
        """Whether weight and number allow all that is open, from the lowest demand up."""
        weight = 0.0
        for number, level in enumerate(reversed(state.below), start=1):
            weight += weight_of(level)
            if number > self.up_to(level) or self._lack(weight, level):
                return False
        weight += state.count * weight_of(state.level)
        number = len(state.below) + 2 * state.count
        return number <= self.up_to(state.level - 1) and not self._lack(weight, state.level - 1)

    def ways(self, most: int) -> range:
        """The ways to join at most so many, by their numbers."""
        return range(bisect_left(_GROUP_SHAPES, -most, key=lambda way: -way[0]), len(_GROUP_SHAPES))

    def fewest_steps(self, level: int) -> float:
        """The fewest steps that one asset of a level is made in, had it all the side to itself."""
        if level not in self._fewest:
            ways = self.ways(self.up_to(level - 1))
            each = (1 + self._steps_of(_group_levels(level, way)) for way in ways)
            self._fewest[level] = min(each, default=math.inf)
        return self._fewest[level]

    def _steps_of(self, demands: tuple[int, ...]) -> float:
        asked = Counter(demands)
        short = {level: count - self.of[level] for level, count in asked.items()}
        return sum(count * self.fewest_steps(level) for level, count in short.items() if count > 0)

    def _lack(self, weight: float, level: int) -> bool:
        return weight > self._weights[self.up_to(level)] * _TOLERANCE


@dataclass(frozen=True, slots=True)
class _SearchState:
    """What is still to be made: so many at the level that is being made, and demands below it.

    ``way`` is the first way still to be tried there: ways of one level come in order, as their
    order does not matter.
    """

    level: int
    count: int
    way: int
    below: tuple[int, ...]

    def least(self, supply: _LevelPool) -> tuple[float, int]:
        """The steps and assets that this takes at the least.

        Each demand that no asset fills takes the steps it would take alone; all of them together
        take as many assets as the heaviest that are left weigh as much.
        """
        asked = Counter(self.below)
        short = {level: count - supply.of[level] for level, count in asked.items()}
        short[self.level] = self.count
        lacking = {level: count for level, count in short.items() if count > 0}
        if not lacking:
            return 0, len(self.below)
        steps = sum(count * supply.fewest_steps(level) for level, count in lacking.items())
        assets = len(self.below) + self.count - sum(lacking.values())
        weight = sum(count * weight_of(level) for level, count in lacking.items())
        for level in supply.falling:
            if level < max(lacking):
                left = supply.of[level] - min(asked[level], supply.of[level])
                needed = min(left, math.ceil(weight / weight_of(level) / _TOLERANCE))
                assets += needed
                weight -= needed * weight_of(level) * _TOLERANCE
                if weight <= 0:
                    break
        return steps, assets


class _SearchNode(NamedTuple):
    """A way down to some point: first what it costs at the least, then what settles a tie."""

    steps: float
    assets: int
    path: tuple[int, ...]
    number: int


def find_grouping(target: int, levels: Sequence[int]) -> tuple[GroupingStep, ...]:
    """The groupings that make a level: fewest steps, then fewest assets, then first in order.

    A search from the target down that goes on where the cost can be least.
    """
    supply = _LevelPool(levels)
    used, start = _fill_demands((target,), supply)
    states, spent = [start], [(0, used)]
    queue, seen = [_SearchNode(0, 0, (), 0)], set[_SearchState]()
    while True:
        found = heappop(queue)
        state, (steps, assets) = states[found.number], spent[found.number]
        if state.count == 0:
            return _steps_of_path(target, found.path, supply)
        if state in seen:
            continue
        seen.add(state)
        for way, more, after in _successors(state, supply):
            least_steps, least_assets = after.least(supply)
            at_least = (steps + 1 + least_steps, assets + more + least_assets)
            heappush(queue, _SearchNode(*at_least, (*found.path, way), len(states)))
            states.append(after)
            spent.append((steps + 1, assets + more))


def _successors(state: _SearchState, supply: _LevelPool) -> Iterator[tuple[int, int, _SearchState]]:
    """Each way to make one more of the open level: its number, the assets it takes, the rest."""
    room = supply.up_to(state.level - 1) - len(state.below) - 2 * (state.count - 1)
    for way in supply.ways(room):
        if way < state.way:
            continue
        below = _merge_demands(state.below, _group_levels(state.level, way))
        after = _SearchState(state.level, state.count - 1, way, below)
        if not supply.may_fill(after):
            continue
        if after.count:
            yield way, 0, after
        else:
            yield way, *_fill_demands(below, supply)


def _merge_demands(demands: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted((*demands, *more), reverse=True))


def _group_levels(level: int, way: int) -> tuple[int, ...]:
    size, above = _GROUP_SHAPES[way]
    lowest = level - grouping_bonus(size)
    return (lowest + 1,) * above + (lowest,) * (size - above)


def _fill_demands(demands: tuple[int, ...], supply: _LevelPool) -> tuple[int, _SearchState]:
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
            return used, _SearchState(level, asked - there, 0, demands)
    return used, _SearchState(0, 0, 0, ())


def _steps_of_path(
    target: int, path: tuple[int, ...], supply: _LevelPool
) -> tuple[GroupingStep, ...]:
    """The groupings that a path of ways stands for, what is joined before what it is joined to."""
    _, state = _fill_demands((target,), supply)
    found: list[GroupingStep] = []
    for way in path:
        joined = _group_levels(state.level, way)
        found.append((joined, state.level))
        below = _merge_demands(state.below, joined)
        if state.count > 1:
            state = _SearchState(state.level, state.count - 1, way, below)
        else:
            _, state = _fill_demands(below, supply)
    return tuple(sorted(found, key=lambda step: (step[1], step[0])))
