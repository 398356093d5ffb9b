"""What one audience can make out on the board: whom it sees, and which places it knows.

Where an event is told, the board after it counts as well: who has just found, taken or lost a
thing may be told of it. A name that the audience can't see is empty, a place that it does not know
is None.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from chronicle.cache.memo import memoize_last
from chronicle.model.audience import EVERYONE, Audience
from chronicle.model.facts import Fact, Facts, Ref, faction_ref, place_ref
from chronicle.rules.lieutenants.apply import apply_changes
from chronicle.rules.lieutenants.asset_kinds import kind_of
from chronicle.rules.lieutenants.catalogue import Price
from chronicle.rules.lieutenants.changes import Change
from chronicle.rules.lieutenants.state import (
    OUT_OF_ACTION,
    Asset,
    Information,
    Item,
    Lieutenant,
    State,
    Statistics,
    Unit,
    owners,
)


@dataclass(frozen=True, slots=True)
class BoardView:
    """One audience over the board before and after something happened.

    ``faction_ref`` is empty for the public and for the GM, who sees everything. ``open`` are places
    that are plain to it in this event, be they secret or not.
    """

    before: State
    after: State
    faction: str
    gm: bool
    open: frozenset[str] = frozenset()

    def knows(self, id: str) -> bool:
        """Whether it knows a place, as all do that is not secret, and those who are there."""
        there = (self._is_at(state, id) for state in (self.before, self.after))
        return id in self.open or self.knows_secret_of(id) or any(there)

    def knows_secret_of(self, id: str) -> bool:
        """Whether it knows what is secret about a place: whose it is, and for what it is used.

        It takes more than to be there: a place that was bought unseen looks as it always did.
        """
        states = (self.before, self.after)
        return self.gm or any(s.places[id].known(self.faction) for s in states if id in s.places)

    def holder(self, faction: str, at: str) -> Ref | None:
        """Whoever has a thing or a location; None if it is a secret that he has it."""
        found = self.before.places.get(at)
        in_secret = found is not None and found.secret and found.owner == faction
        told = not in_secret or self.faction == faction or self.knows_secret_of(at)
        return self.who(faction) if told else None

    def _is_at(self, state: State, place: str) -> bool:
        """Whether somebody of its own is at a place and free to say so."""
        return any(
            asset.at == place and self.faction in owners(asset) and not asset.held_by
            for asset in state.assets.values()
            if isinstance(asset, Lieutenant | Unit) and asset.condition not in OUT_OF_ACTION
        )

    def place(self, id: str) -> Ref | None:
        """A pointer to a place; None for none, and for one that it does not know."""
        return place_ref(id) if id and self.knows(id) else None

    def whereabouts(self, state: State, asset: Asset) -> Ref | None:
        """Where an own asset is; None if it, or who holds it, is a prisoner or lost."""
        holder = state.assets.get(asset.holder) if isinstance(asset, Item | Information) else asset
        away = isinstance(holder, Lieutenant | Unit) and (
            holder.condition == "lost" or holder.held_by not in ("", self.faction)
        )
        at = state.at(asset)
        return None if not at or (away and not self.gm) else place_ref(at)

    def places(self, ids: Iterable[str]) -> tuple[Fact, ...]:
        return tuple(place_ref(id) for id in ids if self.knows(id))

    def learnt(self) -> tuple[Ref, ...]:
        """The secret places that it did not know before and knows after."""
        # Most events leave all places as they are, and whoever is told of one is asked this.
        if not self.faction or self.after.places is self.before.places:
            return ()
        return tuple(
            place_ref(id)
            for id, now in sorted(self.after.places.items())
            if now.known(self.faction) and not self.before.places[id].known(self.faction)
        )

    def asset(self, id: str) -> Asset | None:
        """An asset of that id, whether or not it is seen."""
        return self.before.assets.get(id) or self.after.assets.get(id)

    def owns(self, id: str) -> bool:
        """Whether an asset was or is its own, openly or in secret."""
        found = (state.assets.get(id) for state in (self.before, self.after))
        return any(self.faction in owners(asset) for asset in found if asset is not None)

    def sees(self, id: str) -> bool:
        """Whether it can see an asset, or could before this happened."""
        if self.gm:
            return self.asset(id) is not None
        return any(
            not state.hidden(asset, self.faction)
            for state in (self.before, self.after)
            if (asset := state.assets.get(id)) is not None
        )

    def name(self, id: str) -> str:
        asset = self.asset(id)
        return asset.name if asset is not None and self.sees(id) else ""

    def names(self, ids: Iterable[str]) -> tuple[str, ...]:
        return tuple(name for id in ids if (name := self.name(id)))

    def who(self, id: str) -> Ref | None:
        """A pointer to a faction; which ones the reader knows of is not settled here."""
        return faction_ref(id) if id else None

    def actor(self, faction: str, lieutenant: str) -> Ref | None:
        """Whoever acts, as it seems: a double agent acts for its host but to those it serves."""
        person = self.before.lieutenant(lieutenant)
        told = self.gm or self.faction == faction or person is None
        return self.who(faction if told or person is None else person.faction)

    def minion(self, id: str) -> Facts | None:
        """Name, kind and faction of an asset; None for one that it can't see."""
        asset = self.asset(id)
        if asset is None or not self.sees(id):
            return None
        return Facts(name=asset.name, kind=kind_of(asset), faction=self.who(asset.faction))


#: One event is told to many audiences in a row.
_state_after: Final = memoize_last(apply_changes)


def board_view(
    before: State, changes: Iterable[Change], audience: Audience, actors_by_place: Mapping[str, str]
) -> BoardView:
    """The eyes of an audience on an event; whoever is none of the campaign's sees as the public.

    ``actors_by_place`` are those where it happens, with whose doing that is: if he does not know
    that one is secret, his doings there are nobody's secret.
    """
    audience = effective_audience(before, audience)
    plain = frozenset(
        id
        for id, by in actors_by_place.items()
        if id in before.places and not before.places[id].known(by)
    )
    return BoardView(before, _state_after(before, changes), audience.faction, audience.is_gm, plain)


@memoize_last
def current_board_view(state: State, audience: Audience) -> BoardView:
    """The eyes of an audience on a board as it stands; the same ones for all of its sheets."""
    audience = effective_audience(state, audience)
    return BoardView(state, state, audience.faction, audience.is_gm)


def effective_audience(state: State, audience: Audience) -> Audience:
    """The audience as this board knows it: the GM, a faction in play, or the public."""
    in_play = audience.is_gm or audience.faction in state.factions
    return audience if in_play else EVERYONE


def price_facts(price: Price) -> Facts:
    """A price as facts."""
    return Facts(amount=price.amount, currency=price.currency)


def statistics_facts(values: Statistics) -> Facts:
    """The four statistics as facts."""
    return Facts(force=values.force, sneak=values.sneak, charm=values.charm, lore=values.lore)


def type_name(state: State, id: str) -> str:
    """The name of a unit's or a facility's type, as the catalogue has it."""
    catalogue = state.house.catalogue
    found = catalogue.units.get(id) or catalogue.facilities.get(id)
    return found.name if found is not None else id
