"""What a watcher or an investigator sees of minions, things and locations."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.records import Record
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.asset_kinds import kind_of
from chronicle.rules.lieutenants.events import Discovery
from chronicle.rules.lieutenants.orders import SpyOrder
from chronicle.rules.lieutenants.state import (
    Asset,
    Facility,
    Information,
    Item,
    Lieutenant,
    Minion,
    Unit,
    owners,
)

#: The lowest total that succeeds; the amount above it also finds hidden things (L-CHK-1).
_LOWEST_SUCCESS = 7


class Observer(Record):
    """What a successful check reveals; ``asking`` for an investigation.

    ``complete`` if it reveals everything, ``more`` if the order chose more information over
    stealth.
    """

    scene: ActionContext
    total: int
    asking: bool = False
    complete: bool = False
    more: bool = False

    def on(self, command: SpyOrder) -> tuple[Discovery, ...]:
        """Return all discoveries about the target of an order."""
        target = self.scene.state.assets.get(command.subject)
        if target is not None:
            return (self.discovery_of(target), *self.companion_discoveries(target))
        if command.kind == "location":
            return tuple(self.location(command.subject))
        return ()

    def discovery_of(self, asset: Asset) -> Discovery:
        """Return the discovery of one asset: at least where it is, at most everything.

        What a watched asset does is told by the events themselves (:mod:`watches`).
        """
        state = self.scene.state
        telling = not self.asking or self.complete or not state.hidden(asset, self.scene.faction)
        figures = self.more or (self.asking and isinstance(asset, Lieutenant | Unit | Facility))
        all_of_it = self.asking and self.complete
        minion = asset if isinstance(asset, Lieutenant | Unit) else None
        return Discovery(
            asset=asset.id,
            name=asset.name,
            kind=kind_of(asset),
            faction=asset.faction,
            at=state.at(asset) if telling else "",
            condition=None if isinstance(asset, Item | Information) else asset.condition,
            level=asset.level if figures and not isinstance(asset, Item | Information) else None,
            statistics=asset.statistics
            if isinstance(asset, Lieutenant) and (all_of_it or self.more)
            else None,
            type=asset.type if isinstance(asset, Unit | Facility) else "",
            agent_of=minion.agent_of if minion is not None and all_of_it else None,
        )

    def companion_discoveries(self, target: Asset) -> Iterator[Discovery]:
        """Yield the units of a watched lieutenant's faction at the same location."""
        if self.asking or not isinstance(target, Lieutenant):
            return
        for minion in self.scene.state.minions(target.at):
            beside = isinstance(minion, Unit) and minion.faction == target.faction
            if beside and self.notices(minion):
                yield self.discovery_of(minion)

    def location(self, place: str) -> Iterator[Discovery]:
        """Yield who is at a location, and for an investigation what is kept there."""
        state, faction = self.scene.state, self.scene.faction
        if self.asking:
            found = state.places[place]
            yield Discovery(
                asset="",
                name="",
                kind="location",
                faction=found.owner,
                at=place,
                capital=found.capital if self.complete else None,
            )
        others = [
            asset
            for _, asset in sorted(state.assets.items())
            if state.at(asset) == place and _is_in_play(asset)
            # Own assets are not discoveries, except those that others hold prisoner.
            if faction not in owners(asset)
            or (isinstance(asset, Lieutenant | Unit) and asset.held_by not in ("", faction))
            if self.notices(asset)
        ]
        minions = [asset for asset in others if isinstance(asset, Lieutenant | Unit)]
        yield from (self.discovery_of(minion) for minion in minions)
        if self.asking:
            things = [asset for asset in others if not isinstance(asset, Lieutenant | Unit)]
            # A success reveals only some of what is stored there (L-ACT-INVESTIGATE).
            shown = things if self.complete else things[: (len(things) + 1) // 2]
            yield from (self.discovery_of(thing) for thing in shown)

    def notices(self, asset: Asset) -> bool:
        """Return whether an asset is seen: unhidden, known, or hidden less well than the check.

        A secret location hides nothing from those who look at it.
        """
        if asset.hiding is None or not self.scene.state.hidden(asset, self.scene.faction):
            return True
        return self.total - _LOWEST_SUCCESS >= asset.hiding.level


def _is_in_play(asset: Minion | Asset) -> bool:
    gone = isinstance(asset, Lieutenant | Unit | Facility) and asset.condition in (
        "destroyed",
        "lost",
    )
    return bool(asset.faction) and not gone
