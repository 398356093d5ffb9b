"""Every way in which the dice of a resolution can fall."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product

from chronicle.model.dice import Roll

Table = Mapping[str, tuple[int, ...]]


def every_throw(
    rolls: Callable[[Table], Sequence[Roll]], table: Table | None = None, weight: int = 1
) -> Iterator[tuple[Table, Fraction]]:
    """All ways in which the dice of a resolution can fall, and how likely each is.

    Each roll that nobody has pinned yet is pinned to all its faces in turn; of two dice one throw
    stands for all with its sum.
    """
    pinned = table or {}
    for roll in rolls(pinned):
        key = roll.id.partition("/")[2]
        if key in pinned:
            continue
        dice = product(range(1, roll.sides + 1), repeat=len(roll.faces))
        sums: dict[int, list[tuple[int, ...]]] = defaultdict(list)
        for faces in dice:
            sums[sum(faces)].append(faces)
        for throws in sums.values():
            share = Fraction(len(throws), roll.sides ** len(roll.faces))
            for found, chance in every_throw(rolls, {**pinned, key: throws[0]}):
                yield found, chance * share
        return
    yield pinned, Fraction(weight)
