"""The map of an edition: places, roads and holders with coordinates, for a theme to draw."""

from __future__ import annotations

from chronicle.outline.map.changes import changes_by_turn
from chronicle.outline.map.layout import EditionMaps, latest_map_of
from chronicle.outline.map.pieces import (
    box_around_points,
    piece_around,
    points_of_place,
    whole_piece,
)
from chronicle.outline.map.records import (
    Border,
    Cartouche,
    Drawing,
    Ground,
    Holder,
    HoldingPeriod,
    Label,
    MapChange,
    MapPiece,
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
    "MapChange",
    "MapPiece",
    "MapWay",
    "PlaceMarker",
    "PlacedBackdrop",
    "ScaleBar",
    "WorldMap",
    "box_around_points",
    "changes_by_turn",
    "latest_map_of",
    "piece_around",
    "points_of_place",
    "whole_piece",
]
