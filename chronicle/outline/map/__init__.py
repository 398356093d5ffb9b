"""The map of an edition: places, roads and holders with coordinates, for a theme to draw."""

from __future__ import annotations

from chronicle.outline.map.layout import EditionMaps, latest_map_of
from chronicle.outline.map.records import (
    Area,
    Holder,
    HoldingPeriod,
    Label,
    PlacedBackdrop,
    PlaceMarker,
    Road,
    ScaleBar,
    WorldMap,
)

__all__ = [
    "Area",
    "EditionMaps",
    "Holder",
    "HoldingPeriod",
    "Label",
    "PlaceMarker",
    "PlacedBackdrop",
    "Road",
    "ScaleBar",
    "WorldMap",
    "latest_map_of",
]
