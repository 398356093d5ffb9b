"""What the how-to of lieutenants tells of its two turns is so."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.model.audience import EVERYONE, GM, Audience, faction_audience
from chronicle.model.facts import faction_ref
from chronicle.pipeline import PlayedCampaign, build_files
from chronicle.rules.lieutenants.events import Acted, Event, Intercepted
from chronicle.rules.protocol import Telling
from tests.docs.campaigns import stages
from tests.docs.pages import fences, sections
from tests.small_campaign import play_files

PAGE: Final = "docs/how-to/play-with-lieutenants.md"
AUDIENCES: Final[tuple[Audience, ...]] = (
    EVERYONE,
    faction_audience("customs"),
    faction_audience("ferry"),
    GM,
)


@lru_cache(maxsize=1)
def played() -> PlayedCampaign:
    """The how-to's campaign as its last block leaves it."""
    return play_files(list(stages(PAGE))[-1].files, over={})


def event(id: str) -> Event:
    """The event of this id."""
    steps = (step for turn in played().history.turns for step in turn.steps)
    found: Event = next(step.event for step in steps if step.event.id == id)
    return found


def told(id: str) -> list[Telling | None]:
    """The tellings of an event to the audiences of the table, in the order of its columns."""
    for turn in played().history.turns:
        for step in turn.steps:
            if step.event.id == id:
                return [played().ruleset.tell(step, a).telling for a in AUDIENCES]
    raise AssertionError(id)


def test_the_campaign_of_the_howto_builds_for_every_audience() -> None:
    files = {path: text.encode() for path, text in list(stages(PAGE))[-1].files.items()}
    report = Report()
    built = build_files(FileTree("my-lieutenants", files), report)
    assert not report.findings
    assert built is not None
    for folder in ("site", "private/gm", "private/customs", "private/ferry", "private/court"):
        assert b"The Ferry War" in built[f"{folder}/index.html"]


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
    board = played().history.turns[0].after
    assert (board.assets["oars"].at, board.assets["marrow"].at) == ("boathouse", "tavern")


def test_the_board_after_both_turns_is_as_it_is_told() -> None:
    first, second = (turn.after for turn in played().history.turns)
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
    table = sections(PAGE)["What the players see"].rows
    cells = next(cells for cells in table if cells[0] == row)
    assert [cell != "no" for cell in cells[1:]] == [one is not None for one in told(ROWS[row])]


def test_the_theft_is_told_as_the_table_says() -> None:
    public, customs, ferry, gm = told("1/ferry/purse")
    assert public is not None
    assert customs is not None
    assert (public.facts["who"], customs.facts["who"]) == (None, None)
    assert (public.facts["amount"], customs.facts["amount"]) == (None, 4)
    assert public.facts["against"] == faction_ref("customs")
    shown = [one is not None and bool(one.rolls) for one in (public, customs, ferry, gm)]
    dice = next(row for row in sections(PAGE)["What the players see"].rows if "dice" in row[0])
    assert [cell == "yes" for cell in dice[1:]] == shown


def test_the_meeting_names_both_sides_to_the_public() -> None:
    public = told("1/ferry/cross/stance-orrin")[0]
    assert public is not None
    assert public.facts["lieutenant"] == "Warden Orrin"
    assert public.facts["mover"] == faction_ref("ferry")


def test_the_example_also_works_with_computed_dice() -> None:
    files = dict(list(stages(PAGE))[-1].files)
    for path in ("turns/001.yaml", "turns/002.yaml"):
        files[path] = files[path].partition("rolls:")[0]
    turns = play_files(files, over={}).history.turns
    rolls = [roll for turn in turns for step in turn.steps for roll in step.event.rolls]
    assert {roll.source for roll in rolls} == {"computed"}


def test_the_page_shows_all_files_of_its_campaign() -> None:
    shown = [fence.get("title") for fence in fences(PAGE) if fence.get("title")]
    assert shown == list(list(stages(PAGE))[-1].files)
