"""The opening board (L-ENT): what stands in the files is on it, and mistakes are found in place."""

from __future__ import annotations

from pathlib import Path

from chronicle.rules.lieutenants.catalogue import built_in_catalogue
from chronicle.rules.lieutenants.state import HouseRules, State
from tests.marked_text import place_in_file, places, unmarked
from tests.rules.lieutenants.setup_boards import opened, sound_board, swapped
from tests.rules.record_as_text import as_text, read_records


def test_the_initial_board_matches_the_files() -> None:
    state = sound_board()
    parts = (state.factions, state.assets, state.places)
    assert all(id == it.id for part in parts for id, it in part.items())
    found = [as_text(it, full=True) for part in parts for it in part.values()]
    assert sorted(found) == sorted(read_records(Path(__file__).parent / "opening_board.txt"))
    house = HouseRules(3, 0, built_in_catalogue())
    assert state == State(1, *parts, house=house)


def test_all_mistakes_in_the_setup_are_reported_in_one_run() -> None:
    files = {
        **swapped(
            "places.yaml",
            ("{name: The Vale}", "{name: The Vale, opening: {«income»: 1}}"),
            ("{owner: vael, capital: 2}", "{owner: «oru», capital: 2, known_to: [«tief»]}"),
        ),
        **swapped(
            "factions/vael.yaml",
            ("leadership: 3", "leadership: 1"),
            ("{watch: 2}", "{«oru»: 2}"),
            ("[kess, knives]", "[«kes», knives]"),
            ("id: kess, name: Captain Kess, level: 3", "id: «kess», name: Kess, level: «9»"),
            ("- id: ada", "- id: «ada»"),
            ("type: thief-pack, at: manor", "type: «thief», at: «town», upgrades: [«loyall»]"),
            ("abilities: [blast]", "abilities: [blast, demolition, «energy-wall»]"),
            ("name: an Iron Chest, value: 3, at: manor", "name: an Iron Chest, holder: «fox»"),
            ("to: market", "to: «inn»"),
        ),
        **swapped(
            "factions/oru.yaml",
            ("allies: [watch]", "allies: [«vael»]"),
            ("agent_of: vael", "agent_of: «oru»"),
            ("id: shop", "id: kess"),
        ),
    }
    found = opened(unmarked(files))
    # Factions are read in order of their ids: of two of one id, the Oru's comes first.
    assert found.state is None
    marked = set(places(files))
    assert {place_in_file(finding) for finding in found.findings} == marked
