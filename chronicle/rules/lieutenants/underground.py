"""Underground links, and who can move unseen (L-AST-LINK, L-AST-MOVES-UNSEEN)."""

from __future__ import annotations

from collections.abc import Iterable

from chronicle.rules.lieutenants.state import Facility, State, Unit


def can_go_unseen(
    state: State, faction: str, units: Iterable[Unit], legs: Iterable[tuple[str, str]]
) -> bool:
    """Return whether a move by ``legs`` (from, to) can be stealthy: by a power or underground."""
    if any(unit.power("moves-unseen") is not None for unit in units):
        return True
    return all(connected_underground(state, faction, origin, to) for origin, to in legs)


def connected_underground(state: State, faction: str, origin: str, to: str) -> bool:
    """Return whether a faction's undamaged tunnels and roads connect two locations.

    They lead both ways and can be chained; a road needs a tunnel at each of its ends.
    """
    links = [
        asset
        for asset in state.assets.values()
        if isinstance(asset, Facility) and asset.link
        if asset.faction == faction and asset.condition == "undamaged"
    ]
    tunnels = [(link.at, link.to) for link in links if link.link == "tunnel"]
    ends = {end for tunnel in tunnels for end in tunnel}
    roads = [(link.at, link.to) for link in links if link.link == "road"]
    ways = [*tunnels, *(road for road in roads if ends.issuperset(road))]
    reached = {origin}
    while True:
        further = {there for way in ways for here, there in (way, way[::-1]) if here in reached}
        if further <= reached:
            return to in reached
        reached |= further
