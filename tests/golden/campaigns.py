"""The two-turn campaigns whose pages are kept whole."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tests.folders import read_campaign

#: Two turns with a raise, an attack, a block, a letter, a secret, rumors, a veto and reveals.
TIDE_BELL: Final[Mapping[str, str]] = read_campaign(Path(__file__).parent / "sources/tide_bell")

#: Two turns with a purchase that another order waits for, an unidentified theft, a watch that finds
#: a secret place, a hidden unit, an open attack, influence kept quiet, an ambush sprung and upkeep.
FORDS: Final[Mapping[str, str]] = read_campaign(Path(__file__).parent / "sources/fords")

#: Two turns of assets: a search that finds somebody, an attack with one die more, a profit, a
#: purchase at a bargain; then a tie for the turn, a hiding, a new base that is contested at once, a
#: repair of an asset and of a faction, a goal given up for another.
BANNERS: Final[Mapping[str, str]] = read_campaign(Path(__file__).parent / "sources/banners")

#: Two turns of orders in words: a sum and a pool, a text for each kind of reader, counters of all
#: kinds of owner, a clock that fills up, a hidden one, an adjustment, and reveals.
LEDGER: Final[Mapping[str, str]] = read_campaign(Path(__file__).parent / "sources/ledger")
