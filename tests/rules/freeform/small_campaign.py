"""A small sound campaign of counters that tests lay their own files over.

House Vael and the Oru have crowns, which each alone sees, and fear, which everybody sees. The
harbour has grain, and the public does not know the vale and its riches. The flood is everybody's,
the plot is Vael's and the GM's secret.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tests.folders import read_campaign

SOUND: Final[Mapping[str, str]] = read_campaign(Path(__file__).parent / "sound_campaign")
