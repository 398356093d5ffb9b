"""A small sound campaign of lieutenants that tests lay their own files over.

House Vael and the Oru play, the watch is an NPC faction. In the vale lie the town and the road,
which touch. In the town are Vael's manor, the Oru's mill, the market that is nobody's, and a cellar
of which Vael alone knows; on the road are the inn, kept by the watch, and the ford.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tests.folders import read_campaign

SOUND: Final[Mapping[str, str]] = read_campaign(Path(__file__).parent / "sound_campaign")
