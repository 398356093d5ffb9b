"""What the how-to of lieutenants tells of its two turns is so."""

from __future__ import annotations

from typing import Final

import pytest

from chronicle.model.facts import faction_ref
from chronicle.rules.lieutenants.events import Acted, Intercepted
from tests.docs.played_howto import HowTo

HOWTO: Final = HowTo("docs/how-to/play-with-lieutenants.md")
event, told = HOWTO.event, HOWTO.told


def test_the_page_shows_a_campaign_that_builds_for_every_audience() -> None:
    HOWTO.check_page("private/court")


#: What the page says came of each check: the total, and how it ended.
CHECKS: Final = {
    "1/customs/dine": (9, "done"),
    "1/ferry/purse": (10, "done"),
    "2/ferry/buy": (7, "done"),
    "2/ferry/settle": (10, "done"),
}


@pytest.mark.parametrize("id", CHECKS)
def test_the_checks_come_out_as_they_are_told(id: str) -> None:
    found = event(id)
    assert isinstance(found, Acted)
    assert (found.rolls[0].result["total"], found.outcome) == CHECKS[id]


def test_the_oars_are_stopped_and_marrow_arrives() -> None:
    met = event("1/ferry/cross/stance-orrin")
    assert isinstance(met, Intercepted)
    assert (met.outcome, met.movers) == ("stopped", ("oars",))
    assert met.rolls[0].result["total"] == 10
    board = HOWTO.played.history.turns[0].after
    assert (board.assets["oars"].at, board.assets["marrow"].at) == ("boathouse", "tavern")


def test_the_board_after_both_turns_is_as_it_is_told() -> None:
    first, second = (turn.after for turn in HOWTO.played.history.turns)
    assert first.factions["customs"].influence == {"court": 3}
    assert first.places["customs-hall"].capital == 2
    assert second.places["tavern"].owner == "ferry"
    assert second.assets["marrow"].at == "cellar"
    assert dict(second.claims) == {("court", "quay"): "ferry"}


#: The rows of the page's table, and the event that each is about.
ROWS: Final = {
    "the block": "1/customs/bar",
    "the dinner with the court": "1/customs/dine",
    "the move to the tavern": "1/ferry/cross",
    "the meeting at the quay": "1/ferry/cross/stance-orrin",
    "the theft": "1/ferry/purse",
}


@pytest.mark.parametrize("row", ROWS)
def test_each_audience_is_told_of_what_the_table_says(row: str) -> None:
    cells = HOWTO.rows()[row]
    assert [cell != "no" for cell in cells] == [one is not None for one in told(ROWS[row])]


def test_the_theft_is_told_as_the_table_says() -> None:
    public, customs, ferry, gm = told("1/ferry/purse")
    assert public is not None
    assert customs is not None
    assert (public.facts["who"], customs.facts["who"]) == (None, None)
    assert (public.facts["amount"], customs.facts["amount"]) == (None, 4)
    assert public.facts["against"] == faction_ref("customs")
    shown = [one is not None and bool(one.rolls) for one in (public, customs, ferry, gm)]
    dice = next(cells for name, cells in HOWTO.rows().items() if "dice" in name)
    assert [cell == "yes" for cell in dice] == shown


def test_the_meeting_names_both_sides_to_the_public() -> None:
    public = told("1/ferry/cross/stance-orrin")[0]
    assert public is not None
    assert public.facts["lieutenant"] == "Warden Orrin"
    assert public.facts["mover"] == faction_ref("ferry")
