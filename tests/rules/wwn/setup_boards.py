"""The opening board of the sound campaign with files added to it, and what is found in it."""

from __future__ import annotations

from functools import cache
from typing import Final

from chronicle.rules.wwn.setup import opening_state
from chronicle.rules.wwn.state import State
from tests.rules.opened_campaigns import Openings
from tests.rules.wwn.small_campaign import SOUND

_OPENINGS: Final = Openings[State](SOUND, opening_state)
opened, board, swapped = _OPENINGS.opened, _OPENINGS.board, _OPENINGS.swapped


@cache
def sound_board() -> State:
    """The board of the sound campaign as it is."""
    return board({})
