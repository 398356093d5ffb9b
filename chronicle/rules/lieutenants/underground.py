"""Ways underground, and who can go unseen at all (L-AST-LINK, L-AST-MOVES-UNSEEN)."""

from __future__ import annotations

from collections.abc import Iterable

from chronicle.rules.lieutenants.state import Facility, State, Unit


def can_go_unseen(
    state: State, faction: str, units: Iterable[Unit], legs: Iterable[tuple[str, str]]
) -> bool:
    """Whether a move can be stealthy: someone with it knows how, or it goes below all the way.

    ``legs`` are (from, to).
    """
    if any(unit.power("moves-unseen") is not None for unit in units):
        return True
    return all(connected_underground(state, faction, origin, to) for origin, to in legs)


def connected_underground(state: State, faction: str, origin: str, to: str) -> bool:
    """Whether a faction's whole tunnels and roads lead from one location to another.

    They lead both ways and chain; a road needs a tunnel at each of its ends.
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
