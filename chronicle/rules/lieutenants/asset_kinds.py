"""The names of the kinds of assets."""

from __future__ import annotations

from chronicle.rules.lieutenants.state import (
    Asset,
    Facility,
    Information,
    Item,
    Lieutenant,
    Unit,
)
from chronicle.rules.lieutenants.terms import AssetKind


def kind_of(asset: Asset) -> AssetKind:
    """Return the kind of an asset."""
    match asset:
        case Lieutenant():
            return "lieutenant"
        case Unit():
            return "unit"
        case Item():
            return "item"
        case Information():
            return "information"
        case Facility():
            return "facility"
