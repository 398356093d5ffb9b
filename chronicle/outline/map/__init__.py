"""The map of an edition: places, roads and holders with coordinates, for a theme to draw."""

from __future__ import annotations

from chronicle.outline.map.layout import EditionMaps, latest_map_of
from chronicle.outline.map.records import (
    Border,
    Cartouche,
    Drawing,
    Ground,
    Holder,
    HoldingPeriod,
    Label,
    MapWay,
    PlacedBackdrop,
    PlaceMarker,
    ScaleBar,
    WorldMap,
)

__all__ = [
    "Border",
    "Cartouche",
    "Drawing",
    "EditionMaps",
    "Ground",
    "Holder",
    "HoldingPeriod",
    "Label",
    "MapWay",
    "PlaceMarker",
    "PlacedBackdrop",
    "ScaleBar",
    "WorldMap",
    "latest_map_of",
]
