"""The opening board of the sound campaign with files added to it, and what is found in it."""

from __future__ import annotations

from functools import cache
from typing import Final

from chronicle.rules.lieutenants.setup import opening_state
from chronicle.rules.lieutenants.state import State
from tests.rules.lieutenants.small_campaign import SOUND
from tests.rules.opened_campaigns import Openings

_OPENINGS: Final = Openings[State](SOUND, opening_state)
opened, board, swapped = _OPENINGS.opened, _OPENINGS.board, _OPENINGS.swapped


@cache
def sound_board() -> State:
    """The board of the sound campaign as it is."""
    return board({})
