"""What boards are worth does not depend on the process that works it out."""

from __future__ import annotations

from fractions import Fraction

from chronicle.rules.values import Consideration, outlook


def test_the_worst_result_is_summed_in_the_order_of_the_considerations() -> None:
    # Sums of floats of such different sizes depend on their order.
    points = {
        Consideration(f"advice {number}"): (-1) ** number * 10.0 ** (number % 17) / 3
        for number in range(40)
    }
    worst = 0.0
    for value in points.values():
        worst += value
    # With this caution the worst result alone counts.
    assert outlook({}, [(points, Fraction(1))], 1.0).gain == worst
