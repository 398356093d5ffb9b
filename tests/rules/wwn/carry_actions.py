"""Free actions by which assets are moved, each carried out alone (W-FX-CARRIES)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from chronicle.rules.wwn.state import State
from tests.rules.wwn.boards import Played, played, uses

Throws: TypeAlias = Mapping[str, tuple[int, ...]]


def carried(
    state: State, bearer: str, to: str, target: str = "", dice: Throws | None = None
) -> Played:
    return played(state, uses(state, bearer, "carries", to=to, target=target), dice)
