"""Where a reader learned what a sheet says: matched by hand, and in a played campaign."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest

from chronicle.model.audience import EVERYONE, GM
from chronicle.model.facts import Fact, Facts, faction_ref, place_ref
from chronicle.project.sheet_sources import sheet_with_sources, sourced_sightings
from chronicle.rules.protocol import Sheet, SheetSource, Sighting
from tests.outline.figures_campaign import ORU, VAEL, edition, main, turn

HARBOUR, MARSH = place_ref("harbour"), place_ref("marsh")
ORU_REF: Final = faction_ref("oru")


def seen(turn: int, **facts: Fact) -> Mapping[str, Sighting]:
    return {"subject": Sighting("subject", Facts(facts), turn)}


def sources(
    facts: Facts, memory: Mapping[str, Sighting], known: bool = True
) -> tuple[SheetSource, ...]:
    """The sources of a sheet of the Oru, all of which is taught by the event `e<turn>`."""
    sightings = sourced_sightings(
        memory,
        lambda turn, subject: f"e{turn}" if subject == "subject" else "",
        lambda found: found if known else Facts(dict.fromkeys(found)),
    )
    return sheet_with_sources(Sheet("x", facts), ORU_REF, sightings).sources


ROW: Final = Facts(name="Eyes", at=MARSH, level=2, own=False, seen=4, level_turn=3)


@pytest.mark.parametrize(
    ("memory", "anchors"),
    [
        (seen(4, name="Eyes", at=MARSH), {4: "e4"}),
        (seen(3, name="Eyes", level=2), {3: "e3"}),
        # Whose it is, is known from whose sheet it is. What isn't known, or not so, tells nothing.
        (seen(4, name="Eyes", faction=ORU_REF, of=None, gone=True, type=""), {4: "e4"}),
        # Another turn, another thing, another place, another number.
        (seen(5, name="Eyes", at=MARSH), {}),
        (seen(4, name="Ears", at=MARSH), {}),
        (seen(4, name="Eyes", at=HARBOUR), {}),
        (seen(3, name="Eyes", level=1), {}),
        # Nothing is seen.
        (seen(4, gone=True), {}),
        ({}, {}),
        # No event of the turn teaches it.
        ({"other": Sighting("other", Facts(name="Eyes"), 4)}, {}),
    ],
)
def test_a_row_is_learned_from_what_was_seen_in_its_turn(
    memory: Mapping[str, Sighting], anchors: dict[int, str]
) -> None:
    found = sources(Facts(rows=(Facts(deep=ROW),), total=3), memory)
    assert {(it.row, it.turn): it.anchor for it in found} == {
        (ROW, turn): anchor for turn, anchor in anchors.items()
    }
    sheet = Sheet("x", Facts(), found)
    assert {turn: sheet.anchor(ROW, turn) for turn in (3, 4)} == {3: "", 4: "", **anchors}
    assert sheet.anchor(Facts(name="Ears"), 4) == ""


def test_only_what_names_a_turn_has_a_source() -> None:
    assert sources(Facts(name="Eyes", seen=0, since=4), seen(4, name="Eyes")) == ()
    # The figures of a sheet itself can have one.
    own = Facts(name="Eyes", seen=4)
    assert sources(own, seen(4, name="Eyes")) == (SheetSource(own, 4, "e4"),)


def test_unknown_things_in_a_sighting_are_not_compared() -> None:
    # Nothing that the reader knows is left.
    assert sources(Facts(row=ROW), seen(4, at=MARSH), known=False) == ()


def test_a_dossier_links_what_it_knows_to_the_events_that_taught_it() -> None:
    # In turns 2 and 3 Vael's second and third event reveal who is where (S-ROUND-4).
    for number, anchor in ((1, "e1"), (2, "e2"), (3, "e2")):
        assert {it.anchor: it.telling.code for it in turn(VAEL, number).events}[
            anchor
        ] == "revealed"
        ((ref, sheet),) = edition(VAEL).dossiers["vael", number].others
        assert ref == ORU_REF
        rows = sheet.facts["resources"]
        assert isinstance(rows, tuple)
        (giants,) = rows
        assert isinstance(giants, Facts)
        assert (giants["sphere"], giants["seen"]) == (MARSH, number)
        assert sheet.anchor(giants, number) == anchor
    # Their actor was seen in turns 2 and 3, at the vale.
    assert [
        edition(VAEL).dossiers["vael", number].others[0][1].facts["seen"] for number in (1, 2, 3)
    ] == [0, 2, 3]
    link = '<a href="../turns/2.html#e2">turn 2</a>'
    assert main(VAEL, "dossier/2.html").count(link) == 2
    assert 'id="e2"' in main(VAEL, "turns/2.html")


def test_only_factions_have_sources() -> None:
    for reader in (EVERYONE, GM):
        own = edition(reader)
        sheets = [it.sheet for it in own.factions if it.sheet is not None]
        sheets += [it.sheet for it in own.places if it.sheet is not None]
        assert [sheet.sources for sheet in sheets if sheet.sources] == []
    assert any(it.sheet is not None and it.sheet.sources for it in edition(ORU).places)
