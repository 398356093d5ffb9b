"""The names of the kinds of assets."""

from __future__ import annotations

from chronicle.rules.lieutenants import state
from chronicle.rules.lieutenants.terms import PropertyKind


def kind_of(asset: state.Asset) -> PropertyKind:
    """Return the kind of an asset."""
    match asset:
        case state.Lieutenant():
            return "lieutenant"
        case state.Unit():
            return "unit"
        case state.Item():
            return "item"
        case state.Information():
            return "information"
        case state.Facility():
            return "facility"
