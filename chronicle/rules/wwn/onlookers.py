"""Those who see what happens to assets and bases as a turn goes by."""

from __future__ import annotations

from collections.abc import Iterable

from chronicle.audience import FOR_GM, Circle
from chronicle.rules.wwn.notice import seen_by
from chronicle.rules.wwn.state import State


def onlookers(states: Iterable[State], ids: Iterable[str]) -> Circle:
    """Those who see any of these assets and bases on one of these boards."""
    circle, wanted = FOR_GM, tuple(ids)
    for state in states:
        for id in wanted:
            piece = state.piece(id)
            if piece is not None:
                circle = circle | seen_by(state, piece)
    return circle
