"""The two-turn campaigns whose pages are kept whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

#: Two turns with a raise, an attack, a block, a letter, a secret, rumors, a veto and reveals.
TIDE_BELL: Final[Mapping[str, str]] = {
    "turns/001.yaml": """\
turn: 1
title: The Tide Bell
date: 1 Frostmonth
news:
  - id: bell
    for: everyone
    title: A bell at low water
    text: |
      The tide bell of [[harbour]] rang at **low** water.

      ::: secret vael
      You rang it.
      :::
  - for: oru
    from: A ferryman
    text: They dig at night in [[The Vale]].
orders:
  vael:
    conspiracies:
      - id: ring
        action: raise
        resource: eyes
        to: 2
        stake: 1
        narrative: They ring the bell and sell the explanation.
        public: Everybody has heard why the bell rang, from somebody else.
  oru:
    place: {giants: harbour}
    actor: marsh
    block:
      - {conspiracy: vael/ring, resource: giants, stake: 1}
rolls:
  vael/ring/pool: [5, 4]
rumors:
  - id: wind
    text: It was only the wind.
    where: harbour
    heard_by: everyone
    truth: false
notes: Nobody has asked about the rope yet.
""",
    "turns/002.yaml": """\
turn: 2
title: Low Water
date: 2 Frostmonth
news:
  - for: factions
    text: The ferry no longer lands in [[vale|the valley]].
    effects:
      - {power: oru, dd: +1}
orders:
  vael:
    place: {knives: marsh}
    conspiracies:
      - id: cut
        action: attack-actor
        resource: knives
        target: oru
        stake: 1
        narrative: Four of them, at the lamp-hour.
      - {id: muster, action: mobilize, resource: eyes, veto: The watch would see it.}
rolls:
  vael/cut/attack: [6, 4]
  vael/cut/defence: [5, 1]
reveals:
  - {event: 1/vael/ring, for: everyone, text: A rope was found.}
  - {rumor: 1/wind, for: everyone}
  - {place: vale, for: everyone}
""",
    "pages/table.md": "---\ntitle: Our table\nfor: everyone\n---\nWe play on *Thursdays*.\n",
}

#: Two turns with a purchase that another order waits for, an unidentified theft, a watch that finds
#: a secret place, a hidden unit, an open attack, influence kept quiet, an ambush sprung and upkeep.
FORDS: Final[Mapping[str, str]] = {
    "turns/001.yaml": """\
turn: 1
title: Flour
date: 1 Thaw
news:
  - for: everyone
    title: A white road
    text: |
      Somebody left [[The Mill]] in a hurry, and left a good deal of flour on the way.

      ::: secret vael
      None of it was ours.
      :::
orders:
  vael:
    actions:
      - id: hire
        lieutenant: ada
        action: purchase
        buy: {unit: hands, type: thief-pack, name: the Small Hands, at: cellar}
        at: cellar
        plan: People who are good with their hands and bad at their names.
      - id: sacks
        lieutenant: kess
        action: steal
        at: mill
        take: {capital: 3}
        units: [knives]
        stealthy: true
        needs: hire
        otherwise: nothing
  oru:
    actions:
      - id: follow
        lieutenant: fox
        action: surveil
        target: {lieutenant: ada}
        choose: more
      - id: lurk
        lieutenant: wren
        action: ambush
        at: ford
        against: [vael]
        units: [spies]
rolls:
  vael/hire/check: [4, 3]
  vael/sacks/check: [6, 4]
  vael/sacks/stealth: [5, 3]
  oru/follow/check: [6, 6]
rumors:
  - id: rats
    text: It was rats, and they took the money.
    about: vael/sacks
    where: mill
    heard_by: everyone
    truth: false
notes: Nobody has asked how rats carry a strong-box.
""",
    "turns/002.yaml": """\
turn: 2
title: The Ford
date: 9 Thaw
news:
  - for: vael
    from: A carter
    text: The miller's people know where your cellar is.
orders:
  vael:
    actions:
      - id: away
        lieutenant: kess
        action: move
        units: [guards]
        to: ford
        if_ambushed: cautious
      - id: supper
        lieutenant: ada
        action: gain-influence
        npc: watch
        hush: all
  oru:
    actions:
      - id: call
        lieutenant: fox
        action: cautious-attack
        at: cellar
        against: vael
        units: [giants]
        plan: We know the door now.
rolls:
  vael/away/stance-wren: [4, 4]
  vael/supper/check: [4, 2]
  oru/call/check: [3, 2]
adjustments:
  - {for: oru, because: A bag of flour was found again., faction: oru, capital: 1}
reveals:
  - {event: 1/vael/sacks, for: oru, text: One of them had flour in his ears.}
""",
    "pages/table.md": "---\ntitle: Our table\nfor: everyone\n---\nWe play on *Thursdays*.\n",
}
