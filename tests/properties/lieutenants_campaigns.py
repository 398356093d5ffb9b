"""Whole legal campaigns of lieutenants."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from chronicle.diagnostics.report import Report
from chronicle.rules.kit.changes import apply_changes
from chronicle.rules.lieutenants.actions.custom import CustomDetails
from chronicle.rules.lieutenants.actions.purchase import TradeDetails
from chronicle.rules.lieutenants.actions.research import ProjectDetails
from chronicle.rules.lieutenants.events import Acted, Altered, Intercepted
from chronicle.rules.lieutenants.state import Asset, Lieutenant, State, Unit, owners
from tests.properties.campaign_writer import Met, Writer
from tests.properties.editable_campaign import Content, Draft
from tests.properties.lieutenants_actions import SKILLS, TYPES, UNFINDABLE, sleeps
from tests.properties.lieutenants_orders import OrderWriter, orders_of, respected
from tests.properties.secret_tokens import Readers, chance, pick, some, who


class LieutenantsWriter(Writer):
    """Writes campaigns of 2 or 3 factions that play and an NPC faction, in a town and on a road."""

    ruleset: ClassVar[str] = "lieutenants"
    always: ClassVar[str] = "over"
    places_played: ClassVar[bool] = True

    def grounds(self) -> None:
        self.powers = sorted(self.ids("faction", self.choices.number(3, 4)))
        self.npc = self.powers[-1]
        self.players = self.powers[:-1]
        self.places = self.ids("place", 9)
        self.region, self.town, self.road = self.places[:3]
        #: The last location, in the town, is known to one faction alone.
        self.within = dict(zip(self.places[3:], [self.town] * 3 + [self.road] * 2 + [self.town],
                               strict=True))  # fmt: skip
        self.host = pick(self.choices, self.players)
        self.used: set[str] = set()

    def visibilities(self) -> dict[str, str | list[str]]:
        hidden: dict[str, str | list[str]] = {self.places[-1]: [self.host]}
        return hidden | ({self.powers[0]: "factions"} if chance(self.choices, 50) else {})

    def rules(self) -> Content:
        idlers = {"name": f"Idle {self.token('unit type', 'everyone')}", "level": 1}
        return {
            "influence_limit": self.choices.number(1, 3),
            "damaged_penalty": self.choices.number(0, 1),
            "catalogue": {"units": {"idlers": idlers}},
        }

    # The world

    def place(self, id: str) -> Content:
        readers = self.ledger.readers[id]
        place: Content = {
            "name": self.name(id),
            "position": [self.places.index(id) * 7, self.choices.number(0, 99)],
            "text": self.passages("place text", readers),
        }
        if id in self.words_of:
            place["for"] = self.words_of[id]
        if id in (self.town, self.road):
            neighbour = self.road if id == self.town else self.town
            place |= {"within": self.region, "neighbours": [neighbour]}
            if chance(self.choices, 50):
                place["opening"] = {"work": {"factor": "1/2", "cap": self.choices.number(0, 5)}}
        if id in self.within:
            place |= {"within": self.within[id], "opening": self.location(id)}
        return place

    def location(self, id: str) -> Content:
        found: Content = {"level": self.choices.number(0, 3)}
        owner = self.host if id == self.places[-1] else pick(self.choices, [*self.powers, "", ""])
        if owner:
            found |= {"owner": owner, "income": self.choices.number(0, 3)}
            found |= {"capital": self.choices.number(0, 9)}
            found |= {"upkeep": pick(self.choices, ["0", "0", "1c"])}
            if chance(self.choices, 60):
                found["admits"] = [power for power in self.powers if power != owner]
        if chance(self.choices, 70):
            found["cost"] = f"{self.choices.number(1, 6)}c"
        return found

    def opening(self, id: str) -> Content:
        npc = id == self.npc
        own = [place for place in self.within if id in self.ledger.readers[place]]
        lieutenants = [self.lieutenant(id, own) for _ in range(1 if npc else 3)]
        units = [self.unit(id, own) for _ in range(2 if npc else 4)]
        found: Content = {
            "npc": npc,
            "level_cap": pick(self.choices, [9, 4]),
            "leadership": pick(self.choices, [3, 3, 3, 9]),
            "cohesion": self.choices.number(1, 3),
            "reach": pick(self.choices, [9, 9, 1]),
            "capital": pick(self.choices, [40, 8, 1]),
            "lieutenants": lieutenants,
            "units": [*units, *([] if npc else [self.sleeper(id, own)])],
        }
        if npc:
            return found
        held = {"holder": lieutenants[0]["id"], "hiding": None}
        found["items"] = [
            self.thing("item", id, held) | self.worth(),
            self.thing("item", id, {"at": pick(self.choices, own)}) | {"value": 2},
            self.thing("item", id, {"at": pick(self.choices, own), "hiding": UNFINDABLE}),
        ]
        found["information"] = [
            self.thing("information", id, {"at": pick(self.choices, own)}),
            self.thing("information", id, {"at": pick(self.choices, own), "hiding": UNFINDABLE}),
        ]
        found["facilities"] = self.facilities(id, own)
        found["influence"] = {self.npc: self.choices.number(0, 14)}
        if chance(self.choices, 25):
            found["allies"] = [self.npc]
        if chance(self.choices, 30):
            found["upkeep_priority"] = [unit["id"] for unit in units]
        return found

    def asset(self, kind: str, owner: str) -> Content:
        """An id and a name; who sees the thing on some board may read the name."""
        readers = who([owner, "gm"], self.powers) if owner else who("gm", self.powers)
        return {
            "id": self.token("asset id", [owner]),
            "name": f"the {self.ledger.token(f'name of {kind}', readers)}",
        }

    def lieutenant(self, owner: str, places: list[str]) -> Content:
        own = self.asset("lieutenant", owner)
        own |= {"level": self.choices.number(1, 4), "at": pick(self.choices, places)}
        own |= {skill: self.choices.number(-1, 4) for skill in SKILLS}
        own["cost"] = f"{self.choices.number(1, 9)}c"
        return own | self.state_of_service(owner)

    def unit(self, owner: str, places: list[str]) -> Content:
        own = self.asset("unit", owner)
        own |= {"type": pick(self.choices, TYPES), "at": pick(self.choices, places)}
        if own["type"] == "hedgemage":
            abilities = ["blast", "blast-trap", "demolition", "destructive-blast"]
            own["abilities"] = some(self.choices, abilities, 50)[:2]
        return own | self.state_of_service(owner)

    def state_of_service(self, owner: str) -> Content:
        found: Content = {"upkeep": pick(self.choices, ["0", "1c", "2c"])}
        if chance(self.choices, 15):
            found |= {"upkeep": "1r", "bonded": True}
        if chance(self.choices, 15):
            found["condition"] = "damaged"
        if chance(self.choices, 25):
            found["hiding"] = self.choices.number(0, 3)
        if chance(self.choices, 15):
            found["agent_of"] = pick(self.choices, [p for p in self.players if p != owner])
        return found

    def sleeper(self, owner: str, places: list[str]) -> Content:
        own = self.asset("sleeper", owner)
        return own | {"type": "idlers", "at": pick(self.choices, places), "hiding": UNFINDABLE}

    def thing(self, kind: str, owner: str, more: Content) -> Content:
        found = self.asset(kind, owner) | more
        return {key: value for key, value in found.items() if value is not None}

    def worth(self) -> Content:
        actions = ["raid", "recruit", "surveil", "gain-influence"]
        return {"value": 5, "bonuses": [{"actions": actions, "value": 1}]}

    def facilities(self, owner: str, places: list[str]) -> list[Content]:
        shop = self.asset("facility", owner)
        shop |= {"type": "craftsmen", "at": pick(self.choices, places)}
        first, second = list(self.within)[:2]
        way = self.asset("facility", owner) | {"type": "underground-tunnel"}
        way |= {"at": first, "to": second}
        return [shop] + ([way] if chance(self.choices, 50) else [])

    # Turns

    def turn(self, draft: Draft, number: int, state: State) -> State:
        turn = self.frame(number)
        self.made: list[Content] = []
        turn["reveals"] = self.reveals(draft, number)
        changes = self.effects(turn, state, 3)
        turn["adjustments"] = [self.adjustment(change) for change in changes]
        turn["news"] = self.news(lambda: self.effects(turn, state, 1))
        stands = self.stands_in(turn, state)
        self.board = self.altered(turn, state)
        writer = OrderWriter(self.choices, self.ledger, self.powers, self.board, stands)
        turn["orders"] = writer.write()
        turn["notes"] = self.prose("turn notes", who("gm", self.powers))
        self.see(state)
        events, after = self.settle(draft, turn, state)
        self.finish(draft, turn, events)
        assert isinstance(after, State)
        self.see(after)
        return after

    def altered(self, turn: Content, state: State) -> State:
        """The board that orders meet: with what the GM has changed."""
        _, orders = self.read(turn, state, Report())
        for alteration in orders.alterations:
            state = apply_changes(state, alteration.changes)
        return state

    def idle(self) -> Content:
        leaves = {power: respected(self.board, power) for power in self.powers}
        return {power: {"leaves": those} for power, those in leaves.items() if those}

    def effects(self, turn: Content, state: State, most: int) -> list[Content]:
        """Changes by the GM that the board allows, one after another."""
        kept: list[Content] = []
        for _ in range(self.choices.number(0, most)):
            effect = self.effect(state)
            listed = [{"for": "gm", "because": "So", **one} for one in [*self.made, effect]]
            if self.stands_in(turn, state)({"adjustments": listed, "news": [], "orders": {}}):
                self.made.append(effect)
                kept.append(effect)
        return kept

    def effect(self, state: State) -> Content:
        power = pick(self.choices, self.powers)
        assets = [id for id, asset in sorted(state.assets.items()) if not sleeps(asset)]
        asset, place = pick(self.choices, assets), pick(self.choices, list(self.within))
        step = pick(self.choices, [1, 3, -1])
        projects = sorted(state.projects) or [""]
        return pick(
            self.choices,
            [
                {"faction": power, "capital": step},
                {"faction": power, "cohesion": 1},
                {"faction": power, "leadership": 1},
                {"faction": power, "level_cap": step},
                {"faction": power, "npc": self.npc, "influence": step},
                {"faction": power, "npc": self.npc, "ally": True},
                {"asset": asset, "condition": pick(self.choices, ["undamaged", "damaged"])},
                {"asset": asset, "level": 1},
                {"asset": asset, "at": place},
                {"asset": asset, "joins": power},
                {"place": place, "capital": step},
                {"place": place, "owner": power},
                {"place": self.places[-1], "known_to": [power]},
                {"project": pick(self.choices, projects), "cleared": True},
                {"project": pick(self.choices, projects), "successes": 1},
                {"lifted": pick(self.choices, sorted(state.standing) or [""])},
                {"faction": power, "unit": self.unit(power, [place])},
                {"faction": power, "item": self.thing("item", power, {"at": place})},
            ],
        )

    def plots(self, turn: Content) -> Iterator[str]:
        return (f"{faction}/{order['id']}" for faction, order in orders_of(turn))

    # Who comes to know what

    def see(self, state: State) -> None:
        """Everybody may read the name of an asset that is not hidden from them on this board.

        Factions that see it may read its id as well, by which they could order something against
        it; whose it is knows it anyhow. A secret location is for those who know it.
        """
        for asset in state.assets.values():
            readers = {
                power for power in (*self.powers, "everyone") if visible(state, asset, power)
            }
            self.ledger.widen(asset.name, frozenset(readers))
            self.ledger.widen(asset.id, owners(asset) | (readers - {"everyone"}))
        for id in self.within:
            if "everyone" not in self.ledger.readers[id]:
                self.open("place", id, frozenset(state.places[id].known_to))

    def heard(self, _turn: Content, events: list[Met]) -> None:
        for before, event in ((met.before, met.event) for met in events):
            self.see(before)
            self.act(before, event)
            match event:
                case Acted(details=ProjectDetails(project=id)) if id in before.projects:
                    self.ledger.widen(before.projects[id].name, self.told(event.known | event.seen))
                case Acted(details=ProjectDetails(name=name)):
                    self.ledger.widen(name, self.told(event.known | event.seen))
                case Acted(details=TradeDetails(name=name) | CustomDetails(name=name)):
                    self.ledger.widen(name, self.told(event.known | event.seen))
                case Altered(subject=id, visibility=visibility) if id in before.projects:
                    self.ledger.widen(before.projects[id].name, self.told(visibility))
                case _:
                    pass

    def act(self, before: State, event: Any) -> None:
        """Who acts is named to all who know of it, wherever it was done (L-STL-5).

        A faction knows the name of what it tried its hand at.
        """
        if isinstance(event, Acted):
            self.ledger.widen(getattr(event.details, "name", ""), frozenset({event.faction}))
        if isinstance(event, Acted | Intercepted):
            names = {event.lieutenant}
            names |= {event.mover_lieutenant} if isinstance(event, Intercepted) else set()
            # Units that come alone fight without a lieutenant.
            for id in names & before.assets.keys():
                self.ledger.widen(before.assets[id].name, self.told(event.known))

    def unmask(self, event: str, readers: Readers) -> None:
        """The lieutenant who was behind it."""
        before, found = next((met.before, met.event) for met in self.steps if met.event.id == event)
        # Units that come alone fight without a lieutenant.
        if isinstance(found, Acted | Intercepted) and found.lieutenant in before.assets:
            self.ledger.widen(before.assets[found.lieutenant].name, readers)


def visible(state: State, asset: Asset, faction: str) -> bool:
    """Whether an asset is on the board for a faction, or the public: not hidden, or found."""
    if isinstance(asset, Lieutenant | Unit) and asset.agent_of == faction:
        return True
    if asset.faction == faction or (asset.hiding and faction in asset.hiding.found_by):
        return True
    place = state.places.get(state.at(asset))
    secret = place is not None and place.secret and faction not in place.known_to
    return asset.hiding is None and not secret
