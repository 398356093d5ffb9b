"""How many throws come to a total, against counting all throws."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Final

import pytest

from chronicle.rules.kit.dice import ways_by_total

#: What the faces of some dice are worth: a sum, a success from 4 on, and a die whose faces differ.
DICE: Final = ((1, 2, 3, 4, 5, 6), (0, 0, 0, 1, 1, 1), (0, 7, 7, 300))


@pytest.mark.parametrize("faces", DICE)
@pytest.mark.parametrize("count", [0, 1, 4])
def test_totals_are_those_of_all_throws(faces: tuple[int, ...], count: int) -> None:
    counted = Counter(sum(throw) for throw in product(faces, repeat=count))
    assert ways_by_total(Counter(faces), count) == counted


def test_totals_come_in_order() -> None:
    assert list(ways_by_total({1: 1, 3: 1}, 2)) == [2, 4, 6]
