"""What the GM changes by news and adjustments: each change exactly, and every mistake in place."""

from __future__ import annotations

from chronicle.model.audience import visibility_of_factions
from chronicle.rules.kit.changes import apply_changes
from chronicle.rules.lieutenants.adjustments import reveals_of
from chronicle.rules.lieutenants.changes import Moved
from tests.rules.lieutenants.adjusted_board import adjusted, later
from tests.rules.lieutenants.small_campaign import SOUND
from tests.small_campaign import loaded


def test_an_effect_does_to_the_board_what_it_says() -> None:
    state = later()
    (found,) = adjusted("asset: kess, joins: oru", state=state)
    after = apply_changes(state, found.changes)
    kess, crown = after.assets["kess"], after.assets["crown"]
    assert (kess.faction, crown.faction, after.at(crown)) == ("oru", "oru", "manor")
    assert after.stances == {}


def test_a_thing_is_laid_down_where_its_holder_stands() -> None:
    state = later()
    held = apply_changes(state, (Moved("crown", "manor", "kess"),))
    (found,) = adjusted("asset: crown, at: manor", state=held)
    assert found.changes == (Moved("crown", "manor"),)


def test_what_an_adjustment_brings_can_be_changed_by_the_next() -> None:
    found = adjusted(
        "faction: oru, unit: {id: rats, name: Rats, type: thief-pack, at: mill}",
        "asset: rats, condition: damaged",
        "faction: oru, item: {id: ring, name: Ring, holder: rats}",
    )
    assert [change.id for change in found] == [f"1/adjustment/{n}/1" for n in (1, 2, 3)]


def test_reveals_of_secret_locations_are_given_with_those_who_learn_them() -> None:
    text = """\
turn: 1
reveals:
  - {place: mill, for: everyone}
  - {place: cellar, for: [oru]}
  - {faction: oru, for: everyone}
"""
    turn = loaded({"turns/001.yaml": text}, over=SOUND).turns[0]
    assert reveals_of(turn, later()) == (("cellar", visibility_of_factions(["oru"])),)
