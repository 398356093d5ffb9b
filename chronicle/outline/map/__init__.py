"""The map of an edition: places, ways and holders laid out on a sheet, for a theme to draw."""

from __future__ import annotations

from chronicle.outline.map.layout import Atlases, atlas_of
from chronicle.outline.map.records import Area, Atlas, Backdrop, Bar, Holder, Label, Mark, Road, Run

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
