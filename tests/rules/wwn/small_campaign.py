"""A small sound campaign of assets that tests lay their own files over.

House Vael is of medium size, the Oru and the Kell are small. Redhaven is Vael's and closed to the
Oru, the mill is the Oru's, the harbour by the water the Kell's and closed to all but Vael; the ford
and the crag have no owner. Roads lead from Redhaven to the mill and the ford, from the mill to the
ford, and on by the harbour to the crag.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chronicle.files.source import FileTree

SOUND: Final[Mapping[str, str]] = {
    "campaign.yaml": """\
title: Banners
ruleset: wwn
seed: one
""",
    "places.yaml": """\
for: everyone
places:
  redhaven:
    name: Redhaven
    neighbours: [mill, ford]
    opening: {ruler: vael, forbids: [oru]}
  mill: {name: The Mill, neighbours: [ford], opening: {ruler: oru}}
  ford: {name: The Ford, neighbours: [harbour]}
  harbour:
    name: The Harbour
    opening: {ruler: kell, forbids: everyone, admits: [vael], water: true}
  crag: {name: The Crag, neighbours: [harbour]}
""",
    "factions/vael.yaml": """\
name: House Vael
for: everyone
colors: ["#7a1f2b", "#e8d8b0"]
sigil: key
opening:
  force: 5
  cunning: 4
  wealth: 2
  magic: low
  treasure: 20
  hp: 15
  xp: 3
  tags: [martial]
  goal: {kind: destroy-the-foe, against: oru}
  standing: {defend: [riders, red-keep], at_war: [oru], sacrifice: always, rerolls: 2}
  bases:
    - {id: red-keep, name: the Red Keep, at: redhaven, headquarters: true, hp: 16}
    - {id: ford-hall, at: ford, hp: 4, max: 6}
  assets:
    - {id: riders, type: cavalry, name: the Red Riders, at: redhaven, hp: 9}
    - {id: guards, type: local-guard, at: ford}
    - {id: eyes, type: informers, at: mill, stealth: true}
    - {id: fields, type: farmers, at: redhaven}
""",
    "factions/oru.yaml": """\
name: The Oru
for: everyone
colors: ["#1f4e7a", "#f2f2f2"]
sigil: moon
opening:
  force: 1
  cunning: 3
  wealth: 2
  magic: medium
  treasure: 12
  goal: {kind: inside-enemy-territory}
  standing: {contest: [vael], pays: false, step_in: false}
  bases:
    - {id: mill-house, at: mill, headquarters: true}
  assets:
    - {id: ears, type: occult-infiltrators, at: redhaven}
    - {id: wagons, type: caravan, at: mill}
""",
    "factions/kell.yaml": """\
name: The Kell
for: everyone
colors: ["#3a3a3a", "#d8d8d8"]
sigil: tower
opening:
  force: 4
  cunning: 2
  wealth: 3
  treasure: 6
  tags: [populist]
  standing: {contest: always, restore: false, take_over: false}
  bases:
    - {id: quay, at: harbour, headquarters: true}
  assets:
    - {id: ships, type: war-fleet, at: harbour}
    - {id: traders, type: front-merchant, at: mill, name: the Salt Traders}
""",
}


def tree_of(files: Mapping[str, str], *, over: Mapping[str, str] = SOUND) -> FileTree:
    """The sound campaign with files added to it, as a tree in memory."""
    return FileTree("", {path: text.encode() for path, text in {**over, **files}.items()})
