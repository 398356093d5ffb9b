"""A small sound campaign of assets that tests lay their own files over.

House Vael is of medium size, the Oru and the Kell are small. Redhaven is Vael's and closed to the
Oru, the mill is the Oru's, the harbour by the water the Kell's and closed to all but Vael; the ford
and the crag have no owner. Roads lead from Redhaven to the mill and the ford, from the mill to the
ford, and on by the harbour to the crag.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tests.folders import read_campaign

SOUND: Final[Mapping[str, str]] = read_campaign(Path(__file__).parent / "sound_campaign")
