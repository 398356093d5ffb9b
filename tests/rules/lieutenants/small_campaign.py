"""A small sound campaign of lieutenants that tests lay their own files over.

House Vael and the Oru play, the watch is an NPC faction. In the vale lie the town and the road,
which touch. In the town are Vael's manor, the Oru's mill, the market that is nobody's, and a cellar
of which Vael alone knows; on the road are the inn, kept by the watch, and the ford.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chronicle.files.source import FileTree

SOUND: Final[Mapping[str, str]] = {
    "campaign.yaml": """\
title: Fords
ruleset: lieutenants
seed: one
""",
    "places.yaml": """\
for: everyone
places:
  vale: {name: The Vale}
  town: {name: The Town, within: vale, neighbours: [road]}
  road:
    name: The Road
    within: vale
    opening: {work: {factor: 1/2, cap: 5}}
  manor:
    name: The Manor
    within: town
    opening: {owner: vael, capital: 6, income: 2, level: 3, cost: 8c, upkeep: 1c}
  mill:
    name: The Mill
    within: town
    opening: {owner: oru, capital: 5, income: 1, level: 2, cost: 6c}
  market: {name: The Market, within: town, opening: {cost: 10c, level: 4}}
  cellar:
    name: The Cellar
    within: town
    for: vael
    opening: {owner: vael, capital: 2}
  inn:
    name: The Inn
    within: road
    opening: {owner: watch, income: 1, level: 2, cost: 5c, admits: [vael]}
  ford: {name: The Ford, within: road}
""",
    "factions/vael.yaml": """\
name: House Vael
for: everyone
colors: ["#7a1f2b", "#e8d8b0"]
sigil: key
opening:
  level_cap: 6
  leadership: 3
  cohesion: 3
  reach: 4
  capital: 20
  influence: {watch: 2}
  upkeep_priority: [kess, knives]
  lieutenants:
    - {id: kess, name: Captain Kess, level: 3, fight: 2, sneak: 1, at: manor, cost: 6c, upkeep: 1c}
    - id: ada
      name: Ada Quill
      level: 2
      sneak: 2
      charm: 3
      lore: 1
      at: cellar
      upkeep: 1r
      bonded: true
  units:
    - {id: knives, name: the Knives, type: thief-pack, at: manor}
    - {id: guards, name: the Manor Guard, type: guard-squad, at: manor, upgrades: [loyal]}
    - {id: adept, name: Brother Ash, type: hedgemage, at: cellar, abilities: [blast], hiding: 2}
  items:
    - id: crown
      name: the Crown
      value: 12
      holder: kess
      bonuses: [{actions: [recruit, ally], value: 1}]
    - {id: chest, name: an Iron Chest, value: 3, at: manor}
  information:
    - {id: ledger, name: the Ledger, at: cellar, obscurity: 3}
  facilities:
    - {id: drain, name: the Old Drain, type: underground-tunnel, at: manor, to: market}
""",
    "factions/oru.yaml": """\
name: The Oru
for: everyone
colors: ["#1f4e7a", "#f2f2f2"]
sigil: moon
opening:
  reach: 2
  capital: 15
  influence: {watch: 1}
  allies: [watch]
  lieutenants:
    - {id: fox, name: Old Fox, level: 3, force: 1, sneak: 2, at: mill, cost: 5c, upkeep: 1c}
    - {id: wren, name: Wren, level: 1, charm: 2, lore: -1, at: ford, agent_of: vael}
  units:
    - {id: giants, name: the Giants, type: mercenaries, at: mill}
    - {id: ears, name: the Ears, type: informers, at: mill}
    - {id: spies, name: the Starlings, type: spies, at: ford, condition: damaged}
  facilities:
    - {id: shop, name: the Millwrights, type: craftsmen, at: mill}
""",
    "factions/watch.yaml": """\
name: The Watch
for: everyone
colors: ["#3a3a3a", "#d8d8d8"]
sigil: tower
opening:
  npc: true
  capital: 10
  lieutenants:
    - {id: serjeant, name: the Serjeant, level: 2, force: 1, at: inn}
  units:
    - {id: patrol, name: the Patrol, type: militia, at: inn}
""",
}


def tree_of(files: Mapping[str, str], *, over: Mapping[str, str] = SOUND) -> FileTree:
    """The sound campaign with files added to it, as a tree in memory."""
    return FileTree("", {path: text.encode() for path, text in {**over, **files}.items()})
