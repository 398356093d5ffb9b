"""A board on which every kind of order can be given, and the forms that its factions have there.

House Vael has asked all about the mill, where the Oru keep the Manor Guard prisoner, and has
carried off the Ears from there. It has units of every trade, a tunnel, and two projects begun.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from chronicle.model.audience import faction_audience
from chronicle.pipeline import PlayedCampaign
from chronicle.project.projection import sightings_by_turn
from chronicle.rules.lieutenants.known_state import known_state_of
from chronicle.rules.lieutenants.order_form import build_form
from chronicle.rules.lieutenants.state import State
from chronicle.rules.order_form import Form
from chronicle.rules.protocol import Sighting
from tests.known_things import EVERYTHING
from tests.rules.lieutenants.sheets_after_turns import TURNS
from tests.rules.lieutenants.small_campaign import SOUND
from tests.small_campaign import play_files


def _unit(id: str, made: str, at: str) -> str:
    return (
        "  - {for: gm, because: a test, faction: vael, "
        f"unit: {{id: {id}, name: The {id}, type: {made}, at: {at}}}}}\n"
    )


_HIRED: Final = "".join(
    _unit(id, made, at)
    for id, made, at in (
        ("silk", "seducer", "market"),
        ("blades", "assassins", "manor"),
        ("moles", "saboteurs", "manor"),
        ("boats", "smugglers", "manor"),
        ("boys", "cut-purses", "manor"),
        ("porters", "militia", "ford"),
    )
)
_LAST: Final = f"""\
turn: 4
title: Four
orders:
  vael:
    actions:
      - {{id: study, lieutenant: ada, action: research, project: charts, name: The Charts}}
      - id: teach
        lieutenant: kess
        action: train
        project: drill
        target: {{lieutenant: ada}}
        gain: level
        statistic: lore
  oru:
    actions:
      - id: lift
        lieutenant: fox
        action: steal
        at: manor
        take: {{unit: guards}}
        against: vael
        modifiers: [{{value: 9, because: a good day}}]
adjustments:
{_HIRED}\
  - {{for: gm, because: a test, faction: vael, capital: +90}}
  - {{for: gm, because: a test, faction: oru, capital: +90}}
  - {{for: gm, because: a test, faction: vael, item: {{id: map, name: a Map, at: ford}}}}
  - {{for: gm, because: a test, faction: oru, item: {{id: scales, name: the Scales, at: mill}}}}
rolls: {{vael/study/check: [4, 4], vael/teach/check: [4, 4], oru/lift/check: [6, 6]}}
"""
#: The number of the turn that the forms are for.
NEXT: Final = 6
#: The stocked turns: the last has Vael ask about the mill once more, and find the Scales there.
_STOCKED: Final = (
    *TURNS,
    _LAST,
    """\
turn: 5
title: Five
orders:
  vael:
    actions:
      - id: ask
        lieutenant: ada
        action: investigate
        target: {location: mill}
        modifiers: [{value: 9, because: a good day}]
      - id: win
        lieutenant: kess
        action: steal
        at: mill
        take: {unit: ears}
        against: oru
        modifiers: [{value: 9, because: a good day}]
rolls: {vael/ask/check: [6, 6], vael/win/check: [3, 4]}
""",
)


@cache
def stocked() -> PlayedCampaign:
    """The campaign as played."""
    files = {f"turns/{n:03}.yaml": text for n, text in enumerate(_STOCKED, 1)}
    return play_files(files, over=SOUND)


def board() -> State:
    """The board that it leaves."""
    state = stocked().history.turns[-1].after
    assert isinstance(state, State)
    return state


@cache
def memory(faction: str) -> Mapping[str, Sighting]:
    """What a faction has seen by the end of it."""
    played = stocked()
    *_, last = sightings_by_turn(played.history, played.ruleset, faction_audience(faction))
    return last


@cache
def form_of(faction: str) -> Form:
    """What a faction may order next."""
    return form_on(board(), memory(faction), faction)


def form_on(state: State, seen: Mapping[str, Sighting], faction: str) -> Form:
    """What a faction that knows all factions and places may order next on a board."""
    found = build_form(known_state_of(state, seen, faction, NEXT, EVERYTHING))
    assert found is not None
    return found
