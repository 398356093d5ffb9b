"""A small sound campaign of counters that tests lay their own files over.

House Vael and the Oru have crowns, which each alone sees, and fear, which everybody sees. The
harbour has grain, and the public does not know the vale and its riches. The flood is everybody's,
the plot is Vael's and the GM's secret.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SOUND: Final[Mapping[str, str]] = {
    "campaign.yaml": """\
title: Crowns
ruleset: freeform
seed: one
rules:
  counters:
    crowns: {name: Crowns, start: 3, max: 9}
    fear: {name: Fear, min: -2, for: everyone}
    grain: {name: Grain, start: 4, of: harbour, for: factions}
    riches: {name: Riches, of: vale, for: everyone}
  clocks:
    flood: {name: The flood, segments: 4, for: everyone}
    plot: {name: The plot, segments: 3, of: vael, for: gm}
""",
    "places.yaml": """\
for: everyone
places:
  harbour: {name: The Harbour, neighbours: [vale]}
  vale: {name: The Vale, for: factions}
""",
    "factions/vael.yaml": """\
name: House Vael
for: everyone
colors: ["#7a1f2b", "#e8d8b0"]
sigil: key
""",
    "factions/oru.yaml": """\
name: The Oru
for: everyone
colors: ["#1f4e7a", "#f2f2f2"]
sigil: moon
""",
}
