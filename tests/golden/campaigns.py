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

#: Two turns of assets: a search that finds somebody, an attack with one die more, a profit, a
#: purchase at a bargain; then a tie for the turn, a hiding, a new base that is contested at once, a
#: repair of an asset and of a faction, a goal given up for another.
BANNERS: Final[Mapping[str, str]] = {
    "turns/001.yaml": """\
turn: 1
title: Under the Bed
date: 1 Harvest
news:
  - for: everyone
    title: A room at the Red Keep
    text: |
      A chambermaid at [[Redhaven]] found four strangers under one bed.

      ::: secret oru
      It was the second-best bed, too.
      :::
orders:
  vael:
    abilities:
      - {id: look, asset: eyes, against: oru}
      - {id: reap, asset: fields}
    attack:
      - {id: ride, asset: riders, against: oru}
  oru:
    move:
      - {id: home, asset: ears, to: mill}
  kell:
    create: {id: sow, asset: beds, type: farmers, name: the Oyster Beds, at: harbour}
rolls:
  vael/turn/initiative: [8]
  kell/turn/initiative: [5]
  oru/turn/initiative: [2]
  vael/look/check: [6]
  vael/look/defence: [4]
  vael/reap/yield: [5]
  vael/ride/check: [3, 7]
  vael/ride/defence: [6]
  vael/ride/damage: [1, 2]
rumors:
  - id: bed
    text: There were six, and the sixth was the steward.
    about: 1/vael/look
    where: redhaven
    heard_by: everyone
    truth: distorted
notes: Nobody has asked where the fifth is.
""",
    "turns/002.yaml": """\
turn: 2
title: A Stall at the Mill
date: 1 Frost
news:
  - for: kell
    from: A miller
    text: You can have the corner by the weir, if you can keep it.
orders:
  oru:
    hide: [{id: dark, asset: ears}]
    contest: [kell]
  kell:
    expand: {id: stall, base: weir-stall, name: the Weir Stall, at: mill, hp: 3}
  vael:
    repair:
      - {id: shoe, asset: riders}
      - {id: rest, faction: true}
    abandon: true
    goal: {kind: peaceable-kingdom}
rolls:
  vael/turn/initiative: [3]
  kell/turn/initiative: [3]
  oru/turn/initiative: [7]
  vael/turn/initiative-2: [2]
  kell/turn/initiative-2: [6]
  kell/stall/check-oru: [2]
  kell/stall/defence-oru: [5]
  kell/stall/oru-wagons-check: [9]
  kell/stall/oru-wagons-defence: [3]
  kell/stall/oru-wagons-damage: [4]
adjustments:
  - {for: kell, because: The harbour dues came late., faction: kell, treasure: 2}
reveals:
  - {event: 1/vael/reap, for: oru, text: Their barns are full.}
""",
    "pages/table.md": "---\ntitle: Our table\nfor: everyone\n---\nWe play on *Thursdays*.\n",
}

#: Two turns of orders in words: a sum and a pool, a text for each kind of reader, counters of all
#: kinds of owner, a clock that fills up, a hidden one, an adjustment, and reveals.
LEDGER: Final[Mapping[str, str]] = {
    "turns/001.yaml": """\
turn: 1
title: Low Water
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
    effects:
      - change: {flood: +2}
  - for: oru
    from: A ferryman
    text: They dig at night in [[The Vale]].
orders:
  vael:
    actions:
      - id: ring
        order: |
          We ring the tide bell at low water, and sell the explanation to whoever asks first, and
          then to whoever asks second.

          Nobody is to see the rope.
        roll: 2d6+1 >= 9
        modifiers: {a long rope: +1, wet hands: -2}
        result: heard, but seen
        outcome:
          - for: vael
            text: |
              Forty people asked. You sold it twice.

              One of them looked up.
          - {for: oru, text: There was a rope on the bell.}
          - {for: everyone, text: "Everybody has heard why the bell rang, from somebody else."}
        change: {crowns: +2, fear: +1, plot: +1}
  oru:
    actions:
      - id: ask
        order: We ask who has bought rope.
        roll: 4d8 pool 6+
        outcome: Two shops, and one name.
      - {id: wait, order: We wait.}
rolls:
  vael/ring/roll: [5, 4]
  oru/ask/roll: [8, 6, 2, 1]
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
title: High Water
date: 2 Frostmonth
adjustments:
  - {for: oru, because: A purse was found again., change: {oru/crowns: +1, vale/riches: +3}}
orders:
  vael:
    actions:
      - id: dam
        order: We build a dam.
        roll: 1d6 >= 6
        outcome: It is a small dam.
        change: {crowns: -1, flood: +2, harbour/grain: -1}
rolls:
  vael/dam/roll: [3]
reveals:
  - {event: 1/vael/ring, for: everyone, text: A rope was found.}
  - {rumor: 1/wind, for: everyone}
  - {place: vale, for: everyone}
relations:
  - {between: [vael, oru], as: rivals, for: everyone}
""",
    "pages/table.md": "---\ntitle: Our table\nfor: everyone\n---\nWe play on *Thursdays*.\n",
}
