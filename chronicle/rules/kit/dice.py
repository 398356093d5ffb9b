"""How many throws of several equal dice come to each total."""

from __future__ import annotations

from collections.abc import Mapping


def ways_by_total(die: Mapping[int, int], count: int) -> dict[int, int]:
    """Return the totals of some dice, in order, with the number of throws that have each.

    ``die`` maps what a face is worth, at least 0, to the number of such faces.
    """
    # One long integer is the polynomial of the die: a digit of so many bytes for each total that
    # no digit of its power overflows.
    size = (sum(die.values()) ** count).bit_length() // 8 + 1
    power = sum(faces << 8 * size * worth for worth, faces in die.items()) ** count
    digits = power.to_bytes(size * (max(die) * count + 1), "little")
    ways = (int.from_bytes(digits[at : at + size], "little") for at in range(0, len(digits), size))
    return {total: number for total, number in enumerate(ways) if number}
