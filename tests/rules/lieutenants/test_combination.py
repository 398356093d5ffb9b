"""What assets come to together: the table of the rules, and every grouping there is (L-CMB)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import Final, TypeAlias

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from chronicle.rules.lieutenants.combination import (
    Combination,
    combine_levels,
    format_combination,
    grouping_bonus,
)

#: Levels, what they come to, how it is said, and which of them stay out of it.
TABLE: Final = (
    ("L-CMB-1 one unit alone", (4,), 4, "4", ()),
    ("L-CMB-1 two of a level", (1, 1), 3, "1+1→3", ()),
    ("L-CMB-1 one and two", (1, 2), 3, "1+2→3", ()),
    ("L-CMB-1 two and three", (2, 3), 4, "2+3→4", ()),
    ("L-CMB-1 three and four", (3, 4), 5, "3+4→5", ()),
    ("L-CMB-1 three units and a lieutenant of 3", (3, 3, 3, 3), 7, "3+3+3+3→7", ()),
    ("L-CMB-1 the lowest of neighbours counts", (2, 2, 3, 3), 6, "2+2+3+3→6", ()),
    ("L-CMB-1 three at once", (1, 1, 2), 4, "1+1+2→4", ()),
    ("L-CMB-1 a fifth adds nothing", (3, 3, 3, 3, 3), 7, "3+3+3+3→7", (4,)),
    ("L-CMB-2 two levels apart", (1, 3), 3, "3", (0,)),
    ("L-CMB-2 a pair joins a higher one", (1, 1, 3), 5, "(1+1)→3, 3+3→5", ()),
    ("L-CMB-2 unlike ones join a higher one", (1, 2, 3), 5, "(1+2)→3, 3+3→5", ()),
    ("L-CMB-2 step by step", (1, 1, 3, 5, 7), 9, "(1+1)→3, (3+3)→5, (5+5)→7, 7+7→9", ()),
    ("L-CMB-2 what fits nowhere", (6, 1, 2), 6, "6", (1, 2)),
    ("L-CMB-3 a pair stays out where it adds nothing", (1, 1, 5, 5), 7, "5+5→7", (0, 1)),
    ("L-CMB-3 nobody", (), 0, "", ()),
    ("L-CMB-3 an adept of no level", (0,), 0, "0", ()),
    ("L-CMB-3 two adepts of no level", (0, 0), 2, "0+0→2", ()),
    ("L-CMB-3 less than nobody is nobody", (-1,), 0, "", (0,)),
    ("L-CMB-3 two that are less than nobody", (-1, -1), 1, "−1+−1→1", ()),
    ("L-CMB-3 one step rather than two", (3, 3, 4, 4), 7, "3+3+4+4→7", ()),
    ("L-CMB-3 fewer assets in as many steps", (2, 2, 2, 4), 6, "(2+2)→4, 4+4→6", (2,)),
)
ROWS: Final = pytest.mark.parametrize(
    ("levels", "level", "said", "idle"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE]
)


def unused_positions(levels: Sequence[int], combination: Combination) -> tuple[int, ...]:
    """The positions of unused assets; among equals the earlier ones are used."""
    left = Counter(combination.counted)
    idle = []
    for position, level in enumerate(levels):
        if left[level] == 0:
            idle.append(position)
        left[level] -= 1 if left[level] else 0
    return tuple(idle)


@ROWS
def test_combined_levels_match_the_table(
    levels: tuple[int, ...], level: int, said: str, idle: object
) -> None:
    found = combine_levels(levels)
    assert (found.level, format_combination(found), unused_positions(levels, found)) == (
        level,
        said,
        idle,
    )


@pytest.mark.parametrize(
    ("count", "wanted"),
    [
        *((1, 0), (2, 2), (3, 3), (4, 4), (5, 4), (6, 5), (7, 5), (8, 6), (11, 6)),
        *((12, 7), (15, 7), (16, 8), (23, 8), (24, 9), (32, 10), (40, 10), (48, 11), (64, 12)),
    ],
)
def test_l_cmb_1_so_many_add(count: int, wanted: int) -> None:
    assert grouping_bonus(count) == wanted


@pytest.mark.parametrize("count", range(1, 65))
def test_l_cmb_1_every_doubling_adds_two(count: int) -> None:
    assert grouping_bonus(2 * count) == grouping_bonus(count) + 2


# ── Every grouping there is ──────────────────────────────────────────────────────────────────────

#: What may be said for a way: its level, and against it its steps and assets.
Merit: TypeAlias = tuple[int, int, int]
BONUS: Final = {1: 0, 2: 2, 3: 3, 4: 4, 5: 4, 6: 5, 7: 5, 8: 6}


@cache
def by_trying_all(items: tuple[Merit, ...]) -> Merit:
    """The best of these things, or of what is there after joining some of them, in every way."""
    best = max(items)
    for size in range(2, len(items) + 1):
        for chosen in set(combinations(items, size)):
            lowest = min(level for level, _, _ in chosen)
            if max(level for level, _, _ in chosen) > lowest + 1:
                continue
            steps = sum(steps for _, steps, _ in chosen) - 1
            joined = (lowest + BONUS[size], steps, sum(assets for _, _, assets in chosen))
            rest = Counter(items) - Counter(chosen)
            best = max(best, by_trying_all(tuple(sorted((*rest.elements(), joined)))))
    return best


def merit(found: Combination) -> Merit:
    """The level of a combination, with its steps and assets as what there should be few of."""
    return found.level, -len(found.steps), -len(found.counted)


LEVELS: Final = st.lists(st.integers(0, 7), min_size=1, max_size=6)


@given(LEVELS)
@settings(max_examples=150, deadline=None)
@example([1, 1, 1, 3, 3, 5])
@example([1, 2, 2, 4, 5, 6])
def test_l_cmb_3_no_way_of_up_to_six_assets_is_better(levels: list[int]) -> None:
    by_trying_all.cache_clear()
    items = tuple(sorted((level, 0, -1) for level in levels))
    assert merit(combine_levels(levels)) == by_trying_all(items)


@given(st.lists(st.integers(1, 6), min_size=7, max_size=7))
@settings(max_examples=15, deadline=None)
def test_l_cmb_3_no_way_of_seven_assets_is_better(levels: list[int]) -> None:
    by_trying_all.cache_clear()
    items = tuple(sorted((level, 0, -1) for level in levels))
    assert merit(combine_levels(levels)) == by_trying_all(items)


# ── From below: what every part of a side can make ───────────────────────────────────────────────

Part: TypeAlias = tuple[int, ...]


def parts_of(part: Part) -> Iterator[Part]:
    """Every part of a part: how many assets of each level are taken."""
    yield from product(*(range(count + 1) for count in part))


def from_below(levels: Sequence[int]) -> int:
    """The best level, by what each part of the side makes if all of it has to join.

    A group is built one member at a time: its lowest level, whether that has come up, its size.
    """
    kinds = sorted(set(levels))
    whole = tuple(levels.count(kind) for kind in kinds)
    made: dict[Part, set[int]] = {}
    groups: dict[Part, set[tuple[int, bool, int]]] = {}
    for part in sorted(parts_of(whole), key=sum):
        made[part], groups[part] = set(), set()
        if sum(part) == 1:
            made[part].add(kinds[part.index(1)])
        for first in parts_of(part):
            if sum(first) in (0, sum(part)):
                continue
            rest = tuple(a - b for a, b in zip(part, first, strict=True))
            for lowest, come_up, size in groups[first]:
                groups[part] |= {
                    (lowest, come_up or level == lowest, size + 1)
                    for level in made[rest]
                    if lowest <= level <= lowest + 1
                }
        made[part] |= {
            lowest + grouping_bonus(size)
            for lowest, come_up, size in groups[part]
            if come_up and size > 1
        }
        groups[part] |= {(level, True, 1) for level in made[part]}
        groups[part] |= {(level - 1, False, 1) for level in made[part]}
    return max(0, *(level for found in made.values() for level in found))


@st.composite
def twelve(draw: st.DrawFn) -> list[int]:
    """Twelve assets of at most four different levels."""
    kinds = draw(st.lists(st.integers(-2, 9), min_size=4, max_size=4, unique=True))
    return draw(st.lists(st.sampled_from(kinds), min_size=12, max_size=12))


@given(twelve())
@settings(max_examples=40, deadline=None)
def test_l_cmb_3_twelve_assets_come_to_what_their_parts_can_make(levels: list[int]) -> None:
    assert combine_levels(levels).level == from_below(levels)


@given(st.lists(st.sampled_from([0, 1, 3, 4, 6]), min_size=1, max_size=8))
@settings(max_examples=60, deadline=None)
def test_l_cmb_3_some_assets_come_to_what_their_parts_can_make(levels: list[int]) -> None:
    assert combine_levels(levels).level == from_below(levels)


# ── What holds of every side ─────────────────────────────────────────────────────────────────────

SIDES: Final = st.lists(st.integers(-3, 30), max_size=12) | st.lists(st.integers(1, 6), max_size=12)


@given(SIDES, st.randoms(use_true_random=False))
@settings(deadline=None)
def test_the_order_of_assets_does_not_matter(levels: list[int], chance: random.Random) -> None:
    shuffled = chance.sample(levels, len(levels))
    assert combine_levels(shuffled) == combine_levels(levels)


@given(SIDES, st.integers(-3, 30))
@settings(deadline=None)
def test_one_asset_more_makes_it_no_worse(levels: list[int], more: int) -> None:
    assert combine_levels([*levels, more]).level >= combine_levels(levels).level


@given(SIDES, st.data())
@settings(deadline=None)
def test_a_higher_asset_makes_it_no_worse(levels: list[int], draw: st.DataObject) -> None:
    raised = [level + draw.draw(st.integers(0, 3)) for level in levels]
    assert combine_levels(raised).level >= combine_levels(levels).level


@given(SIDES)
@settings(deadline=None)
def test_each_step_is_a_rule_and_all_of_them_lead_to_the_level(levels: list[int]) -> None:
    found = combine_levels(levels)
    there = Counter(found.counted)
    assert there <= Counter(levels)
    for joined, made in found.steps:
        assert max(joined) - min(joined) <= 1
        assert made == min(joined) + grouping_bonus(len(joined))
        assert Counter(joined) <= there
        there = there - Counter(joined) + Counter([made])
    assert list(there.elements()) == ([found.level] if found.counted else [])


@given(SIDES)
@settings(deadline=None)
def test_each_asset_counts_or_is_left_out(levels: list[int]) -> None:
    found = combine_levels(levels)
    idle = unused_positions(levels, found)
    counting = [level for position, level in enumerate(levels) if position not in idle]
    assert tuple(sorted(counting)) == found.counted


def test_forty_defenders_are_joined_too() -> None:
    levels = [1 + number * number % 7 for number in range(40)]
    found = combine_levels(levels)
    # No grouping adds weight, two of a level weighing as one two levels above.
    assert 2 ** (found.level / 2) <= sum(2 ** (level / 2) for level in levels)
    assert found.level >= combine_levels(levels[:20]).level + 1
