"""The map of an edition: places, ways and holders laid out on a sheet, for a theme to draw."""

from __future__ import annotations

from chronicle.atlas.drawing import Atlases, atlas_of
from chronicle.atlas.sheet import Area, Atlas, Backdrop, Bar, Holder, Label, Mark, Road, Run

__all__ = [
    "Area",
    "Atlas",
    "Atlases",
    "Backdrop",
    "Bar",
    "Holder",
    "Label",
    "Mark",
    "Road",
    "Run",
    "atlas_of",
]
