"""The starter of the ruleset `wwn` with factions of another size (W-ENT-2)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import Final

from chronicle.rules.wwn.catalogue import shipped_catalogue
from chronicle.rules.wwn.setup.faction_sizes import FactionSizeName, size_named
from chronicle.rules.wwn.setup.random_factions import AssetChoice, SeededChoices, draw_assets
from chronicle.rules.wwn.terms import ATTRIBUTES

_FACTION: Final = re.compile(r"factions/(.*)\.yaml")
_SEAT: Final = re.compile(r"at: (\S+), headquarters: true")
_TYPE: Final = re.compile(r"\btype: ([\w-]+)")


def with_size(files: Mapping[str, str], size: FactionSizeName, seed: str) -> dict[str, str]:
    """The files of the starter with its factions in this size.

    Each faction keeps the order of its ratings and has the least ratings of the size. Assets that
    it lacks are drawn by the seed, at its headquarters.
    """
    return {
        path: _sized(text, found[1], size, seed) if (found := _FACTION.fullmatch(path)) else text
        for path, text in files.items()
    }


def _sized(text: str, faction: str, name: FactionSizeName, seed: str) -> str:
    size, catalogue = size_named(name), shipped_catalogue()
    rows = {it: re.search(rf"(?m)^  {it}: (\d)$", text) for it in ATTRIBUTES}
    seat = _SEAT.search(text)
    if seat is None or not all(rows.values()):
        raise RuntimeError("a starter's faction has ratings and a headquarters")
    was = {it: int(row[1]) for it, row in rows.items() if row is not None}
    order = sorted(ATTRIBUTES, key=lambda it: -was[it])
    ratings = {it: low for it, (low, _) in zip(order, size.bounds, strict=True)}
    for attribute, rating in ratings.items():
        text = re.sub(rf"(?m)^  {attribute}: \d$", f"  {attribute}: {rating}", text)
    choice = AssetChoice(ratings, order[0], present=_TYPE.findall(text))
    draw = SeededChoices(
        hashlib.sha256(f"chronicle starter 1\0{seed}\0{name}\0{faction}".encode()).digest()
    )
    lines = (
        f"    - {{id: {faction}-{kind}, type: {kind}, at: {seat[1]}}}\n"
        for kind in draw_assets(draw, size, catalogue, choice)
    )
    return text.rstrip("\n") + "\n" + "".join(lines)
