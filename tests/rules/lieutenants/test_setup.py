"""The opening board (L-ENT): what stands in the files is on it, and mistakes are found in place."""

from __future__ import annotations

from pathlib import Path

from chronicle.rules.lieutenants.catalogue import built_in_catalogue
from chronicle.rules.lieutenants.state import HouseRules, State
from tests.rules.lieutenants.setup_boards import sound_board
from tests.rules.record_as_text import as_text, read_records


def test_the_initial_board_matches_the_files() -> None:
    state = sound_board()
    parts = (state.factions, state.assets, state.places)
    assert all(id == it.id for part in parts for id, it in part.items())
    found = [as_text(it, full=True) for part in parts for it in part.values()]
    assert sorted(found) == sorted(read_records(Path(__file__).parent / "opening_board.txt"))
    house = HouseRules(3, 0, built_in_catalogue())
    assert state == State(1, *parts, house=house)
