"""Campaigns by the rules `wwn`."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

from benchmarks.campaigns.campaign_writer import Writer
from benchmarks.campaigns.turn_player import Content
from chronicle.rules.wwn.state import Asset, FactionState, State
from chronicle.rules.wwn.terms import Attribute

#: What is bought, with its price and the rating that it counts against.
_BOUGHT: tuple[tuple[str, int, Attribute], ...] = (
    ("local-guard", 3, "force"),
    ("infantry", 6, "force"),
    ("scouts", 5, "force"),
    ("farmers", 2, "wealth"),
    ("front-merchant", 2, "wealth"),
    ("smugglers", 2, "cunning"),
    ("reserve-corps", 4, "force"),
)
#: A faction with so many assets buys no more.
_MOST = 6
_GOALS = ("blood-the-enemy", "peaceable-kingdom", "expand-influence", "invincible-valor")


class WwnWriter(Writer):
    """Factions that take profits, move, fight, repair and buy."""

    ruleset: ClassVar[str] = "wwn"

    def rules(self) -> Content:
        return {}

    def opening(self, id: str) -> Content:
        home = self.places[self.factions.index(id) * self.room]
        beside = self.places[self.factions.index(id) * self.room + 1]
        kinds = (("infantry", home), ("farmers", home), ("scouts", beside), ("smugglers", beside))
        return {
            "force": 5,
            "cunning": 4,
            "wealth": 3,
            "treasure": 6,
            "bases": [{"id": f"{id}-hall", "at": home, "headquarters": True}],
            "assets": [self.asset(kind, at) for kind, at in kinds],
            "goal": {"kind": self.words.pick(_GOALS)},
        }

    def asset(self, kind: str, at: str) -> Content:
        id = self.words.coined()
        return {"id": id, "type": kind, "at": at, "name": f"the {id.capitalize()} company"}

    def effects(self, state: State) -> list[Content]:
        """Who has too much loses some, who has too little finds some."""
        found: list[Content] = []
        for faction in state.factions.values():
            if faction.collapsed:
                continue
            if faction.treasure > 30:
                found.append({"faction": faction.id, "treasure": -15})
            elif faction.treasure < 2:
                found.append({"faction": faction.id, "treasure": 3})
        return found

    def orders(self, number: int, state: State) -> Content:
        found: Content = {}
        for id in self.factions:
            faction = state.factions[id]
            own = [asset for asset in state.assets.values() if asset.faction == id]
            ready = sorted(
                (asset for asset in own if asset.ready <= number), key=lambda asset: asset.id
            )
            if faction.collapsed:
                continue
            orders: Content = {}
            reaping = [asset for asset in ready if asset.type == "farmers"]
            if reaping:
                orders["abilities"] = [
                    {"id": f"reap-{n}", "asset": asset.id} for n, asset in enumerate(reaping, 1)
                ]
            orders |= self.action(state, faction, ready)
            if faction.goal is None:
                orders["goal"] = {"kind": self.words.pick(_GOALS)}
            found[id] = orders
        return found

    def action(self, state: State, faction: FactionState, ready: list[Asset]) -> Content:
        """One of the seven actions, of those that are of use."""
        hurt = [asset for asset in ready if asset.hp < state.maximum(asset)]
        foes = self.foes(state, faction, ready)
        if faction.hp < faction.maximum and self.words.chance(60):
            return {"repair": [{"id": "mend-hall", "faction": True}]}
        if foes and self.words.chance(45):
            asset, against = self.words.pick(foes)
            return {"attack": [{"id": "strike", "asset": asset.id, "against": against}]}
        if hurt and self.words.chance(40):
            return {"repair": [{"id": "mend", "asset": hurt[0].id}]}
        kinds = self.kinds(state, faction)
        if kinds and self.words.chance(70):
            hall = state.bases[f"{faction.id}-hall"].at
            bought = self.asset(self.words.pick(kinds), hall)
            bought["asset"] = bought.pop("id")
            return {"create": {"id": "hire", **bought}}
        moves = self.words.some(ready, self.words.number(1, 3))
        return {
            "move": [
                {"id": f"march-{n}", "asset": asset.id, "to": self.beside(asset.at)}
                for n, asset in enumerate(moves, 1)
            ]
        }

    def kinds(self, state: State, faction: FactionState) -> list[str]:
        """What a faction can pay for, and keep without paying more for it; nothing beyond six."""
        own = [asset for asset in state.assets.values() if asset.faction == faction.id]
        held = Counter(state.type_of(asset).attribute for asset in own)
        return [
            kind
            for kind, price, attribute in _BOUGHT
            if price <= faction.treasure and held[attribute] < faction.rating(attribute)
            if len(own) < _MOST
        ]

    def foes(
        self, state: State, faction: FactionState, ready: list[Asset]
    ) -> list[tuple[Asset, str]]:
        """What can attack whom: rivals with an asset in the open where one's own is."""
        return [
            (asset, other.faction)
            for asset in ready
            if asset.type in ("infantry", "scouts", "local-guard", "reserve-corps")
            for other in sorted(state.assets.values(), key=lambda other: other.id)
            if other.at == asset.at and other.faction != faction.id and not other.stealth
        ]

    def beside(self, place: str) -> str:
        index = self.places.index(place)
        return self.words.pick(
            (self.places[index - 1], self.places[(index + 1) % len(self.places)])
        )
