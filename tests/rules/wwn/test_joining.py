"""A faction that joins later changes nothing that was told before."""

from __future__ import annotations

from typing import Final

from tests.rules.rule_cases import audiences, tellings
from tests.rules.wwn.rule_cases import world
from tests.small_campaign import play_files

TURN: Final = """\
turn: 1
orders:
  vael:
    attack: [{id: hit, asset: foot, against: oru}]
  oru: {forbids: {mill: [vael]}}
"""
NEWCOMER: Final = """\
name: The Kell
for: everyone
colors: ["#3a3a3a", "#d8d8d8"]
sigil: tower
opening: {force: 1, cunning: 2, wealth: 3, asleep: true}
"""


def told(files: dict[str, str]) -> dict[str, object]:
    """What each audience learns of the turn, except the newcomer."""
    played = play_files({**files, "turns/001.yaml": TURN}, over={})
    (played_turn,) = played.history.turns
    return {
        who: tellings(played, played_turn, reader)
        for who, reader in audiences(played)
        if who != "kell"
    }


def test_w_turn_1_turns_before_a_faction_joins_are_told_as_they_were() -> None:
    places = world()["places.yaml"].replace("ruler: kell", "")
    before = {**world(), "places.yaml": places}
    del before["factions/kell.yaml"]
    assert told({**before, "factions/kell.yaml": NEWCOMER}) == told(before)
    awake = NEWCOMER.replace("asleep: true", "bases: [{id: tower, at: crag, headquarters: true}]")
    assert told({**before, "factions/kell.yaml": awake}) != told(before)
