"""Turns of the sound campaign, and the sheets that each audience has after them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from chronicle.model.audience import Audience, faction_audience
from chronicle.model.facts import Facts
from chronicle.project import project
from chronicle.project.edition import Edition
from chronicle.rules.lieutenants import LIEUTENANTS
from chronicle.rules.protocol import Sheet
from tests.rules.lieutenants.small_campaign import SOUND
from tests.small_campaign import play_files

VAEL, ORU, WATCH = faction_audience("vael"), faction_audience("oru"), faction_audience("watch")
TURNS: Final = (
    # Fox follows Ada into Vael's cellar unseen, and finds Brother Ash, who hides there.
    """\
turn: 1
title: One
orders:
  oru:
    actions:
      - {id: eye, lieutenant: fox, action: surveil, target: {lieutenant: ada}, choose: stealth}
rolls: {oru/eye/check: [6, 6]}
""",
    # Ada asks all about the mill; Ash goes to the market, and only Vael hears of it.
    """\
turn: 2
title: Two
orders:
  vael:
    actions:
      - id: ask
        lieutenant: ada
        action: investigate
        target: {location: mill}
        choose: more
        modifiers: [{value: 5, because: a good day}]
adjustments:
  - {for: vael, because: a word in time, asset: adept, at: market}
rolls: {vael/ask/check: [6, 6]}
""",
    # Wren, whom Vael pays, woos the watch; the claim on the mill goes through.
    """\
turn: 3
title: Three
orders:
  vael:
    actions:
      - id: claim
        lieutenant: ada
        action: claim
        npc: watch
        target: {location: mill}
        pay: capital
        modifiers: [{value: 6, because: a good day}]
  oru:
    actions:
      - {id: study, lieutenant: fox, action: research, project: wards, name: The Wards, hold: true, successes: 8}
adjustments:
  - {for: gm, because: a fever, asset: knives, condition: destroyed}
rolls: {vael/claim/check: [6, 6], oru/study/check: [6, 3]}
""",  # noqa: E501  one line for each order
)
#: Vael buys the market unseen, and wins over the Giants, of whom it has heard before.
QUIETLY: Final = (
    """\
turn: 1
title: One
orders:
  vael:
    actions:
      - id: ask
        lieutenant: ada
        action: investigate
        target: {unit: giants}
        modifiers: [{value: 9, because: a good day}]
      - id: buy
        lieutenant: kess
        action: purchase
        buy: {location: market}
        stealthy: true
        modifiers: [{value: 9, because: a good day}]
rolls: {vael/ask/check: [3, 3], vael/buy/check: [3, 3], vael/buy/stealth: [6, 6]}
""",
    """\
turn: 2
title: Two
orders:
  vael:
    actions:
      - id: woo
        lieutenant: ada
        action: recruit
        target: {unit: giants}
        join: over
        modifiers: [{value: 9, because: a good day}]
  oru:
    actions:
      - id: lift
        lieutenant: fox
        action: steal
        at: manor
        take: {unit: knives}
        against: vael
        stealthy: true
        modifiers: [{value: 9, because: a good day}]
rolls: {vael/woo/check: [6, 6], oru/lift/check: [6, 6], oru/lift/stealth: [6, 6]}
""",
)


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
