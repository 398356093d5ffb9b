"""Turns of the sound campaign, and the sheets that each audience has after them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from chronicle.model.audience import Audience, faction_audience
from chronicle.model.facts import Facts
from chronicle.project import project
from chronicle.project.edition import Edition
from chronicle.rules.lieutenants import LIEUTENANTS
from chronicle.rules.protocol import Sheet
from tests.folders import read_campaign
from tests.rules.lieutenants.small_campaign import SOUND
from tests.small_campaign import play_files

VAEL, ORU, WATCH = faction_audience("vael"), faction_audience("oru"), faction_audience("watch")
FOLDER: Final = Path(__file__).parent
TURNS: Final = tuple(read_campaign(FOLDER / "turns_for_sheets").values())
#: Vael buys the market unseen, and wins over the Giants.
QUIETLY: Final = tuple(read_campaign(FOLDER / "quiet_turns").values())


@cache
def edition(audience: Audience, turns: int = 3) -> Edition:
    """The edition of an audience after so many turns."""
    files = {f"turns/{n:03}.yaml": text for n, text in enumerate(TURNS[:turns], 1)}
    played = play_files(files, over=SOUND)
    return project(played.campaign, played.history, LIEUTENANTS, audience)


def sheet(audience: Audience, subject: str, turns: int = 3) -> Sheet:
    """The sheet of a faction or a place, as shown to an audience after so many turns."""
    found = edition(audience, turns)
    views = {view.id: view.sheet for view in found.factions}
    views |= {view.id: view.sheet for view in found.places}
    shown = views[subject]
    assert shown is not None
    return shown


def rows(shown: Sheet, name: str) -> dict[str, Facts]:
    """The rows of a sheet by the name of each."""
    listed = shown.facts[name]
    assert isinstance(listed, tuple)
    found = [row for row in listed if isinstance(row, Facts)]
    assert len(found) == len(listed)
    return {str(row["name"]): row for row in found}


@cache
def quietly(audience: Audience, turns: int) -> Mapping[str, Sheet | None]:
    """The sheets of those turns by the id of the faction or place."""
    files = {f"turns/{n:03}.yaml": text for n, text in enumerate(QUIETLY[:turns], 1)}
    played = play_files(files, over=SOUND)
    found = project(played.campaign, played.history, LIEUTENANTS, audience)
    views = {view.id: view.sheet for view in found.factions}
    return views | {view.id: view.sheet for view in found.places}


def quiet(audience: Audience, subject: str, turns: int) -> Sheet:
    """The sheet of a faction or a place after so many of the quiet turns."""
    found = quietly(audience, turns)[subject]
    assert found is not None
    return found
