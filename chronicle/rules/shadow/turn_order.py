"""The order in which powers conspire (S-ROUND-5)."""

from __future__ import annotations

from chronicle.rules.shadow.state import State


def sequence_of(state: State) -> tuple[tuple[str, int], ...]:
    """Return powers with their dice, counted once: smallest pool first, then clockwise from there.

    Among equal pools the earlier seat begins.
    """
    seats = state.seating
    first = min(range(len(seats)), key=lambda seat: (state.powers[seats[seat]].dice, seat))
    return tuple((power, state.powers[power].dice) for power in (*seats[first:], *seats[:first]))
