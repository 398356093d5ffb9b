"""What one audience can see on the board: the visible assets and the known places.

For an event, the board after it counts too: an audience that has just found, taken or lost an asset
may learn about it. Names that the audience can't see are empty; places that it does not know are
None.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from chronicle.model.audience import EVERYONE, Audience
from chronicle.model.facts import FactsOf, Ref, faction_ref, place_ref
from chronicle.records import Record
from chronicle.rules.lieutenants.catalogue import Price
from chronicle.rules.lieutenants.state import (
    OUT_OF_ACTION,
    Asset,
    Minion,
    State,
    Statistics,
    kind_of,
    owners,
)
from chronicle.rules.lieutenants.telling_facts import (
    AssetRow,
    LegRow,
    PriceFacts,
    SeenLegRow,
    StatisticsFacts,
    TakingRow,
    WorkRow,
)
from chronicle.rules.lieutenants.terms import PropertyKind


class BoardView(Record):
    """An audience's view of the board before and after an event.

    ``faction`` is empty for the public and for the GM, who sees everything. ``open`` holds the
    places that the audience knows in this event even if they are secret, ``followed`` the assets
    that it watches in it, with the places to which they lead (L-ACT-SURVEIL).
    """

    before: State
    after: State
    faction: str
    gm: bool
    open: frozenset[str] = frozenset()
    followed: frozenset[str] = frozenset()

    def knows(self, id: str) -> bool:
        """Return whether the audience knows a place: openly, as a secret, or by people there."""
        there = (self._is_at(state, id) for state in (self.before, self.after))
        seen = id in self.open or id in self.followed
        return seen or self.knows_secret_of(id) or any(there)

    def knows_secret_of(self, id: str) -> bool:
        """Return whether the audience knows the secrets of a place: its owner and its use.

        Being there is not enough: a place that was bought unnoticed looks the same as before.
        """
        states = (self.before, self.after)
        return self.gm or any(s.places[id].known(self.faction) for s in states if id in s.places)

    def holder(self, faction: str, at: str) -> Ref | None:
        """Return the holder of an asset or a location; None if its ownership is secret."""
        found = self.before.places.get(at)
        in_secret = found is not None and found.secret and found.owner == faction
        told = not in_secret or self.faction == faction or self.knows_secret_of(at)
        return self.who(faction) if told else None

    def _is_at(self, state: State, place: str) -> bool:
        """Return whether a free and fit minion of the audience's faction is at a place."""
        return any(
            asset.at == place and self.faction in owners(asset) and not asset.held_by
            for asset in state.assets.values()
            if isinstance(asset, Minion) and asset.condition not in OUT_OF_ACTION
        )

    def place(self, id: str) -> Ref | None:
        """Return a reference to a place; None if there is none or the audience does not know it."""
        return place_ref(id) if id and self.knows(id) else None

    def whereabouts(self, state: State, asset: Asset) -> Ref | None:
        """Return where an own asset is; None if it or its holder is a prisoner or lost."""
        holder = state.assets.get(asset.holder) if asset.holder else asset
        away = holder is not None and (
            holder.condition == "lost" or holder.held_by not in ("", self.faction)
        )
        at = state.at(asset)
        return None if not at or (away and not self.gm) else place_ref(at)

    def places(self, ids: Iterable[str]) -> tuple[Ref, ...]:
        return tuple(place_ref(id) for id in ids if self.knows(id))

    def learnt(self) -> tuple[Ref, ...]:
        """Return the secret places that the audience learns in this event."""
        # Most events change no places, and every telling of an event calls this.
        if not self.faction or (self.after.places is self.before.places and not self.followed):
            return ()
        return tuple(
            place_ref(id)
            for id, now in sorted(self.after.places.items())
            if now.known(self.faction) or id in self.followed
            if not self.before.places[id].known(self.faction)
        )

    def asset(self, id: str) -> Asset | None:
        return self.before.assets.get(id) or self.after.assets.get(id)

    def owns(self, id: str) -> bool:
        """Return whether an asset is or was the audience's own, openly or in secret."""
        found = (state.assets.get(id) for state in (self.before, self.after))
        return any(self.faction in owners(asset) for asset in found if asset is not None)

    def sees(self, id: str) -> bool:
        """Return whether the audience can see an asset, or could before the event."""
        if self.gm:
            return self.asset(id) is not None
        return id in self.followed or any(
            not state.hidden(asset, self.faction)
            or (asset.hiding is None and state.at(asset) in self.followed)
            for state in (self.before, self.after)
            if (asset := state.assets.get(id)) is not None
        )

    def name(self, id: str) -> str:
        asset = self.asset(id)
        return asset.name if asset is not None and self.sees(id) else ""

    def asset_name(self, id: str) -> str:
        """Return the name of an asset, whether or not the reader sees it."""
        asset = self.asset(id)
        return asset.name if asset is not None else ""

    def kind(self, id: str) -> PropertyKind | Literal[""]:
        """Return the kind of an asset; empty if the id is unknown."""
        asset = self.asset(id)
        return kind_of(asset) if asset is not None else ""

    def location(self, id: str) -> Ref | None:
        """Return a reference to a place, as :meth:`place`; None for an asset."""
        return self.place(id) if id in self.after.places else None

    def word(self, word: str | None) -> str:
        """Return a word, empty if there is none."""
        return word or ""

    def type_name(self, id: str) -> str:
        """Return the catalogue name of a unit or facility type."""
        return type_name(self.before, id)

    def price(self, price: Price) -> FactsOf[PriceFacts]:
        """Return a price as facts."""
        return price_facts(price)

    def statistics(self, values: Statistics | None) -> FactsOf[StatisticsFacts] | None:
        """Return the four statistics as facts, if they are known."""
        return None if values is None else statistics_facts(values)

    def given(self, word: str) -> bool:
        """Return whether there is anything."""
        return bool(word)

    def minions(self, ids: Iterable[str]) -> tuple[FactsOf[AssetRow], ...]:
        """Return name, kind and faction of the assets that the audience can see."""
        return tuple(row for id in ids if (row := self.minion(id)) is not None)

    def holder_of(self, found: tuple[str, str]) -> Ref | None:
        """Return the holder of a thing, as :meth:`holder`, from the faction and the thing."""
        return self.holder(*found)

    def takings(self, things: Iterable[Any]) -> tuple[FactsOf[TakingRow], ...]:
        """Return what was taken, or to be taken, thing by thing."""
        rows = (TakingRow(kind=it.kind, name=it.name, amount=it.amount) for it in things)
        return tuple(map(FactsOf, rows))

    def legs(self, legs: Iterable[tuple[str, str, str, bool]]) -> tuple[FactsOf[LegRow], ...]:
        """Return the ways of minions, as far as the reader knows them, and who arrived."""
        return tuple(
            FactsOf(LegRow(**self.leg(id, origin, to), arrived=arrived))
            for id, origin, to, arrived in legs
        )

    def leg(self, id: str, origin: str, to: str) -> SeenLegRow:
        """Return a minion's way from one place to another, as far as the reader knows them."""
        return SeenLegRow(
            name=self.name(id), kind=self.kind(id), origin=self.place(origin), to=self.place(to)
        )

    def workers(self, units: Iterable[tuple[str, int, bool]]) -> tuple[FactsOf[WorkRow], ...]:
        """Return units at work with their levels."""
        rows = (WorkRow(name=self.name(id), level=it, selective=picky) for id, it, picky in units)
        return tuple(map(FactsOf, rows))

    def names(self, ids: Iterable[str]) -> tuple[str, ...]:
        return tuple(name for id in ids if (name := self.name(id)))

    def who(self, id: str) -> Ref | None:
        """Return a reference to a faction; whether the reader knows it is not checked here."""
        return faction_ref(id) if id else None

    def actor(self, faction: str, minion: str) -> Ref | None:
        """Return who appears to act.

        An order carried out by a double agent appears as its host's, except to the faction that
        gave the order and to the GM.
        """
        person = self.before.assets.get(minion)
        told = self.gm or self.faction == faction or person is None
        return self.who(faction if told or person is None else person.faction)

    def minion(self, id: str) -> FactsOf[AssetRow] | None:
        """Return name, kind and faction of an asset; None if the audience can't see it."""
        asset = self.asset(id)
        if asset is None or not self.sees(id):
            return None
        return FactsOf(asset_row(self, asset))


def asset_row(view: BoardView, asset: Asset) -> AssetRow:
    """Return name, kind and faction of an asset."""
    return AssetRow(name=asset.name, kind=kind_of(asset), faction=view.who(asset.faction))


def board_view(
    before: State,
    after: State,
    audience: Audience,
    actors_by_place: Mapping[str, str],
    followed: frozenset[str] = frozenset(),
) -> BoardView:
    """Return an audience's view of an event; factions not in play see what the public sees.

    ``actors_by_place`` maps the places of the event to the faction that acts there. If that faction
    does not know that a place is secret, what it does there reveals the place; in an event by which
    it learns of the place, it does not.
    """
    audience = effective_audience(before, audience)
    plain = frozenset(
        id
        for id, by in actors_by_place.items()
        if id in before.places
        if not (before.places[id].known(by) or after.places[id].known(by))
    )
    return BoardView(before, after, audience.faction, audience.is_gm, plain, followed)


def current_board_view(state: State, audience: Audience) -> BoardView:
    """Return an audience's view of the current board."""
    audience = effective_audience(state, audience)
    return BoardView(state, state, audience.faction, audience.is_gm)


def effective_audience(state: State, audience: Audience) -> Audience:
    """Return the audience on this board: the GM, a faction in play, or the public."""
    in_play = audience.is_gm or audience.faction in state.factions
    return audience if in_play else EVERYONE


def price_facts(price: Price) -> FactsOf[PriceFacts]:
    """Return a price as facts."""
    return FactsOf(PriceFacts(amount=price.amount, currency=price.currency))


def statistics_facts(values: Statistics) -> FactsOf[StatisticsFacts]:
    """Return the four statistics as facts."""
    found = StatisticsFacts(
        force=values.force, sneak=values.sneak, charm=values.charm, lore=values.lore
    )
    return FactsOf(found)


def type_name(state: State, id: str) -> str:
    """Return the catalogue name of a unit or facility type."""
    catalogue = state.house.catalogue
    found = catalogue.units.get(id) or catalogue.facilities.get(id)
    return found.name if found is not None else id
