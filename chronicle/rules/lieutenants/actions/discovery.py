"""What a watcher or an investigator sees of minions, things and locations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from chronicle.records import dataclass
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.asset_kinds import kind_of
from chronicle.rules.lieutenants.events import Acted, Discovery, MoveDeed
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
from chronicle.rules.lieutenants.terms import Action

#: The lowest total that succeeds; the amount above it also finds hidden things (L-CHK-1).
_LOWEST_SUCCESS = 7


@dataclass(frozen=True, slots=True)
class Observer:
    """What a successful check reveals; ``asking`` for an investigation.

    ``complete`` if it reveals everything, ``more`` if the order chose more information over
    stealth.
    """

    scene: ActionContext
    total: int
    asking: bool = False
    complete: bool = False
    more: bool = False

    def on(self, aim: SpyOrder) -> tuple[Discovery, ...]:
        """Return all discoveries about the target of an order."""
        target = self.scene.state.assets.get(aim.subject)
        if target is not None:
            return (self.discovery_of(target), *self.companion_discoveries(target))
        if aim.kind == "location":
            return tuple(self.location(aim.subject))
        return ()

    def discovery_of(self, asset: Asset, *, place: str = "", leader: str = "") -> Discovery:
        """Return the discovery of one asset: at least where it is, at most everything.

        It includes all that the asset did this turn, or, if a place or a lieutenant was watched,
        only what it did there or with that lieutenant.
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
            doing=()
            if self.asking
            else tuple(
                (action, at)
                for action, at in self.seen_doing(asset.id, leader)
                if place in ("", at)
            ),
        )

    def companion_discoveries(self, target: Asset) -> Iterator[Discovery]:
        """Yield the units of a watched lieutenant's faction at the same location."""
        if self.asking or not isinstance(target, Lieutenant):
            return
        for minion in self.scene.state.minions(target.at):
            beside = isinstance(minion, Unit) and minion.faction == target.faction
            if beside and self.notices(minion):
                yield self.discovery_of(minion, leader=target.id)

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
            if faction not in owners(asset) or _held_by_others(asset, faction)
            if self.notices(asset)
        ]
        minions = [asset for asset in others if isinstance(asset, Lieutenant | Unit)]
        yield from (self.discovery_of(minion, place=place) for minion in minions)
        if self.asking:
            things = [asset for asset in others if not isinstance(asset, Lieutenant | Unit)]
            # A success reveals only some of what is stored there (L-ACT-INVESTIGATE).
            shown = things if self.complete else things[: (len(things) + 1) // 2]
            yield from (self.discovery_of(thing) for thing in shown)
            return
        yield from self.visitor_discoveries(place, [minion.id for minion in minions])

    def visitor_discoveries(self, place: str, there: list[str]) -> Iterator[Discovery]:
        """Yield lieutenants who acted at a location earlier in the turn and have left.

        Watching the location does not reveal where they went, nor those who have hidden there
        since.
        """
        seen = list(there)
        for event in self.visible_past_events():
            asset = self.scene.state.lieutenant(event.lieutenant)
            if event.at != place or asset is None or asset.id in seen:
                continue
            if self.scene.faction in owners(asset):
                continue
            seen.append(asset.id)
            at = place if self.scene.state.at(asset) != place else ""
            yield replace(self.discovery_of(asset, place=place), at=at, condition=None)

    def notices(self, asset: Asset) -> bool:
        """Return whether an asset is seen: unhidden, known, or hidden less well than the check.

        A secret location hides nothing from those who look at it.
        """
        if asset.hiding is None or not self.scene.state.hidden(asset, self.scene.faction):
            return True
        return self.total - _LOWEST_SUCCESS >= asset.hiding.level

    def seen_doing(self, id: str, leader: str = "") -> Iterator[tuple[Action, str]]:
        """Yield what an asset did this turn, and where, except what stealth hid.

        With a ``leader``, only what that lieutenant led it to.
        """
        for event in self.visible_past_events():
            if (id == event.lieutenant or id in event.helped) and leader in ("", event.lieutenant):
                yield event.action, event.at
                if isinstance(event.deed, MoveDeed):
                    yield from ((event.action, leg[2]) for leg in event.deed.legs if leg[3])

    def visible_past_events(self) -> Iterator[Acted]:
        for event in self.scene.past:
            carried_out = isinstance(event, Acted) and event.outcome != "not-carried-out"
            if carried_out and isinstance(event, Acted) and not event.stealth.held:
                yield event


def _held_by_others(asset: Asset, faction: str) -> bool:
    """Return whether an asset is a prisoner of another faction."""
    return isinstance(asset, Lieutenant | Unit) and asset.held_by not in ("", faction)


def _is_in_play(asset: Minion | Asset) -> bool:
    gone = isinstance(asset, Lieutenant | Unit | Facility) and asset.condition in (
        "destroyed",
        "lost",
    )
    return bool(asset.faction) and not gone
