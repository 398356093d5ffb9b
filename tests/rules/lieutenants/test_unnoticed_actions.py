"""Of what nobody noticed no edition but its owner's and the GM's has a trace, in any later turn."""

from __future__ import annotations

from typing import Final

import pytest

from chronicle.model.audience import EVERYONE, faction_audience
from chronicle.project import project
from chronicle.rules.lieutenants import LIEUTENANTS
from tests.rules.lieutenants.small_campaign import SOUND
from tests.small_campaign import play_files

OTHERS: Final = (EVERYONE, faction_audience("oru"), faction_audience("watch"))
#: The Oru have people, works and things at the market, which nobody owns.
AT_THE_MARKET: Final = {
    **SOUND,
    "factions/oru.yaml": SOUND["factions/oru.yaml"]
    .replace("reach: 2", "reach: 9\n  leadership: 3\n  cohesion: 3")
    .replace(
        "  units:\n",
        """\
    - {id: hare, name: Hare, level: 1, at: market}
  items:
    - {id: bell, name: the Bell, value: 3, at: market}
  units:
    - {id: goons, name: the Goons, type: mercenaries, at: market}
""",
    )
    .replace(
        "  facilities:\n",
        """\
  facilities:
    - {id: pit, name: the Pit, type: underground-tunnel, at: mill, to: market}
    - {id: stall, name: the Stall, type: craftsmen, at: market}
""",
    ),
}
#: What the Oru do meanwhile: they watch, study, lay claim, leave, rob and ask about the market.
MEANWHILE: Final = (
    """\
  oru:
    actions:
      - {id: eye, lieutenant: fox, action: surveil, target: {location: market}, against: vael}
      - {id: study, lieutenant: hare, action: research, project: wards, name: Wards, hold: true, successes: 8}
rolls: {oru/eye/check: [1, 1], vael/o/check: [3, 3], vael/o/stealth: [6, 6]}
""",  # noqa: E501  one line for each order
    """\
turn: 2
title: Two
orders:
  oru:
    actions:
      - {id: lay, lieutenant: fox, action: claim, npc: watch, target: {location: market}, pay: capital}
      - {id: go, lieutenant: hare, action: move, to: mill, units: [goons]}
rolls: {oru/lay/check: [1, 1]}
""",  # noqa: E501  one line for each order
    """\
turn: 3
title: Three
orders:
  oru:
    actions:
      - {id: rob, lieutenant: fox, action: raid, at: market, take: {capital: 2}, against: vael}
      - {id: ask, lieutenant: hare, action: investigate, target: {location: market}}
rolls: {oru/ask/check: [1, 1]}
""",
)
#: What Vael does unnoticed.
ACTIONS: Final = {
    "buys the market": "action: purchase, buy: {location: market}",
    "gains influence": "action: gain-influence, npc: watch",
    "lays claim": "action: claim, npc: watch, target: {location: mill}, pay: capital",
    "rallies the watch": "action: rally, npc: watch, against: oru, pay: capital",
    "wins an agent": "action: recruit, target: {unit: giants}, join: stay",
    "sells a chest": "action: sell, target: {item: chest}",
    "asks about the mill": "action: investigate, target: {location: mill}",
}


def _editions(action: str) -> list[object]:
    """What all others read after Ada has done this, or looked into a well if it is empty."""
    what = action or 'action: investigate, target: {other: "what is in the well"}'
    word = "stealthy: true, modifiers: [{value: 10, because: a good day}]"
    first = f"""\
turn: 1
title: One
orders:
  vael:
    actions:
      - {{id: o, lieutenant: ada, {what}, {word}}}
{MEANWHILE[0]}"""
    files = {f"turns/{n:03}.yaml": text for n, text in enumerate((first, *MEANWHILE[1:]), 1)}
    played = play_files(files, over=AT_THE_MARKET)
    return [project(played.campaign, played.history, LIEUTENANTS, who) for who in OTHERS]


@pytest.mark.parametrize("action", ACTIONS.values(), ids=ACTIONS)
def test_an_unnoticed_action_does_not_change_other_editions(action: str) -> None:
    for done, not_done in zip(_editions(action), _editions(""), strict=True):
        assert done == not_done
