"""The best level that a side can reach by combining assets (L-CMB).

There are two steps, both exact: `_best_level` finds the level, `find_grouping` the way to it with
the fewest steps.

`_best_level` relies on this fact: replacing an asset by one of a higher level never lowers the best
level. If the higher asset no longer fits with the others, it reaches their level by itself or
together with what the others can combine. So the level stays the same if assets may also count as a
lower level, and each demand can be filled by any asset at or above it, the highest first. Groups of
two and three are sufficient: four assets are two pairs, six are a pair of triples, and sizes in
between add nothing.

`find_grouping` starts at the target level and works down: each demand is filled by an asset of
exactly that level or combined from demands below it (L-CMB-1, L-CMB-2). The cheapest open state is
always expanded first, so the first solution found is the best.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from heapq import heappop, heappush
from itertools import accumulate
from typing import Final, NamedTuple, TypeAlias

from chronicle.records import Record

#: The levels combined, highest first, and the level they make.
GroupingStep: TypeAlias = tuple[tuple[int, ...], int]

#: Group shapes: the group size, and how many members are one level above the lowest. Other sizes
#: add no more than the next smaller size. Sorted in the order that breaks ties.
_SIZES: Final = (64, 48, 32, 24, 16, 12, 8, 6, 4, 3, 2)
_GROUP_SHAPES: Final = tuple((size, above) for size in _SIZES for above in range(size - 1, -1, -1))
#: Tolerance for rounding errors in sums of weights.
_TOLERANCE: Final = 1 + 1e-9


def grouping_bonus(count: int) -> int:
    """Return the bonus of 1 or more equal assets: 2 a doubling, 1 for half of one (L-CMB-1)."""
    doublings = count.bit_length() - 1
    return 2 * doublings + (2 * count >= 3 << doublings and doublings > 0)


def weight_of(level: int) -> float:
    """Return the weight of a level.

    Two assets weigh as much as one that is two levels higher, so no grouping adds weight.
    """
    return math.pow(2.0, level / 2)


class _LevelPool:
    """The assets of a side: counts per level, and count and weight up to each level."""

    __slots__ = ("_ascending", "_fewest", "_weights", "falling", "of")

    def __init__(self, levels: Sequence[int]) -> None:
        self.of: Final = Counter(levels)
        self.falling: Final = sorted(self.of, reverse=True)
        self._ascending: Final = sorted(levels)
        self._weights: Final = [0.0, *accumulate(map(weight_of, self._ascending))]
        self._fewest: Final[dict[int, float]] = {}

    def up_to(self, level: int) -> int:
        """Return how many assets have this level or less."""
        return bisect_right(self._ascending, level)

    def may_fill(self, state: _SearchState) -> bool:
        """Return whether weight and number allow all open demands, from the lowest up."""
        weight = 0.0
        for number, level in enumerate(reversed(state.below), start=1):
            weight += weight_of(level)
            if number > self.up_to(level) or self._lack(weight, level):
                return False
        weight += state.count * weight_of(state.level)
        number = len(state.below) + 2 * state.count
        return number <= self.up_to(state.level - 1) and not self._lack(weight, state.level - 1)

    def ways(self, most: int) -> range:
        """Return the indexes of the group shapes of at most this size."""
        return range(bisect_left(_GROUP_SHAPES, -most, key=lambda way: -way[0]), len(_GROUP_SHAPES))

    def fewest_steps(self, level: int) -> float:
        """Return the fewest steps to make one asset of a level, if all assets were free for it."""
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


class _SearchState(Record):
    """What is still to be made: a count at the current level, and demands below it.

    ``way`` is the first group shape still to be tried. The shapes for one level are tried in order,
    because their order makes no difference.
    """

    level: int
    count: int
    way: int
    below: tuple[int, ...]

    def least(self, supply: _LevelPool) -> tuple[float, int]:
        """Return the minimum of steps and assets that this state takes.

        Each demand that no asset fills takes the steps it would take alone. Together they take at
        least as many assets as the heaviest remaining ones that reach the same weight.
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
    """A partial path in the search, sorted by its minimum cost and then by the tie-breakers."""

    steps: float
    assets: int
    path: tuple[int, ...]
    number: int


def find_grouping(target: int, levels: Sequence[int]) -> tuple[GroupingStep, ...]:
    """Return the groupings that make a level in the fewest steps.

    Ties go to the fewest assets, then to the first in order. This is a best-first search from the
    target level down.
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
    """Yield each way to make one more of the level: shape index, assets used, next state."""
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
    """Fill demands with assets of the same level, down to the first one that is not filled.

    An asset fits no other demand, so none is held back.
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
    """Return the groupings of a path of shapes, each after the groupings that it uses."""
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
        """Return whether demands at a level, one and two below can be met, with ``used`` in use."""
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
