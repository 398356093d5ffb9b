"""Campaigns by the rules `lieutenants`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from benchmarks.campaigns.campaign_writer import Writer
from benchmarks.campaigns.size import Size
from benchmarks.campaigns.turn_player import Content
from chronicle.rules.lieutenants.state import Asset, Lieutenant, State, Unit

_TYPES = ("guard-squad", "thief-pack", "cut-purses", "mercenaries")
_SKILLS = ("force", "sneak", "charm", "lore")
#: A faction that has more money than this loses some.
_RICH = 60


class LieutenantsWriter(Writer):
    """Factions whose lieutenants work, study, watch, move about and rob storehouses."""

    ruleset: ClassVar[str] = "lieutenants"

    def __init__(self, size: Size) -> None:
        super().__init__(size)
        self.region, *ids = [self.words.coined() for _ in range(size.factions // 3 + 3)]
        self.locales = ids
        #: A house and a storehouse of each faction, and an inn for each locale.
        self.home = dict(zip(self.factions, self.places, strict=False))
        self.store = dict(zip(self.factions, self.places[len(self.factions) :], strict=False))
        self.inn = {locale: self.words.coined() for locale in self.locales}
        self.places = [*self.home.values(), *self.store.values(), *self.inn.values()]
        self.within = {inn: locale for locale, inn in self.inn.items()}
        for index, faction in enumerate(self.factions):
            locale = self.locales[index % len(self.locales)]
            self.within |= {self.home[faction]: locale, self.store[faction]: locale}
        #: One in four is played by nobody.
        self.npcs = self.factions[:: max(4, len(self.factions) // 2)]

    def rules(self) -> Content:
        return {}

    def grounds(self) -> Content:
        found: Content = {self.region: {"name": self.region.capitalize(), "text": self.text(50)}}
        for index, id in enumerate(self.locales):
            found[id] = {
                "name": id.capitalize(),
                "within": self.region,
                "position": [index * 90, self.words.number(0, 400)],
                "neighbours": [self.locales[(index + 1) % len(self.locales)]],
                "text": self.text(50),
            }
        for id in self.places:
            found[id] = {
                "name": f"The {id.capitalize()}",
                "within": self.within[id],
                "text": self.text(30),
                "opening": self.house(id),
            }
        return found

    def house(self, id: str) -> Content:
        owners = {
            at: faction for places in (self.home, self.store) for faction, at in places.items()
        }
        if id not in owners:
            return {"cost": "40c", "level": 9}
        if id in self.home.values():
            return {"owner": owners[id], "income": 5, "level": 3}
        return {"owner": owners[id], "capital": 20, "level": 2}

    def opening(self, id: str) -> Content:
        npc, home = id in self.npcs, self.home[id]
        found: Content = {"npc": True} if npc else {}
        lieutenants = [self.lieutenant(home, first=n == 0) for n in range(1 if npc else 3)]
        units = [self.unit(home) for _ in range(1 if npc else 3)]
        found |= {"level_cap": 6, "cohesion": 3, "reach": 6, "capital": 20}
        if not npc:
            found["influence"] = {npc: self.words.number(1, 4) for npc in self.npcs}
            item, secret = self.words.coined(), self.words.coined()
            found["items"] = [{"id": item, "name": f"the {item} seal", "value": 3, "at": home}]
            found["information"] = [{"id": secret, "name": f"the {secret} tally", "at": home}]
        return found | {"lieutenants": lieutenants, "units": units}

    def lieutenant(self, at: str, *, first: bool) -> Content:
        id = self.words.coined()
        found: Content = {"id": id, "name": f"Captain {id.capitalize()}"}
        found |= {"level": self.words.number(2, 4), "at": at}
        found |= {skill: self.words.number(0, 3) for skill in self.words.some(_SKILLS, 2)}
        return found | ({"upkeep": "1c"} if first else {})

    def unit(self, at: str) -> Content:
        id = self.words.coined()
        kind = self.words.pick(_TYPES)
        return {"id": id, "name": f"the {id.capitalize()} band", "type": kind, "at": at}

    def effects(self, state: State) -> list[Content]:
        """Repair what was hurt, fill stores, and let the rich pay."""
        hurt = [
            asset.id
            for asset in self.assets(state)
            if isinstance(asset, Lieutenant | Unit) and asset.condition != "undamaged"
        ]
        stuck = [id for id, project in sorted(state.projects.items()) if project.blocked]
        empty = [place for place in self.store.values() if state.places[place].capital < 4]
        rich = [one for one in self.factions if state.factions[one].capital > _RICH]
        return [
            *({"asset": id, "condition": "undamaged"} for id in hurt),
            *({"project": id, "cleared": True} for id in stuck),
            *({"place": place, "capital": 10} for place in empty),
            *({"faction": faction, "capital": -30} for faction in rich),
        ]

    def assets(self, state: State) -> list[Asset]:
        return sorted(state.assets.values(), key=lambda asset: asset.id)

    def orders(self, number: int, state: State) -> Content:
        found: Content = {}
        for faction in self.factions:
            actions: list[Content] = []
            busy: set[str] = set()
            for asset in self.assets(state):
                if isinstance(asset, Lieutenant) and asset.faction == faction:
                    done = self.done(number, state, asset, busy)
                    plan = self.line(self.words.number(15, 35))
                    name = f"act-{len(actions) + 1}"
                    actions.append({"id": name, "lieutenant": asset.id, **done, "plan": plan})
            if actions:
                found[faction] = {"actions": actions}
        return found

    def done(self, number: int, state: State, who: Lieutenant, busy: set[str]) -> Content:
        """What a lieutenant does, with units that do nothing else."""
        locale = state.locale(state.at(who))
        units = [unit.id for unit in self.units(state, who, locale) if unit.id not in busy]
        led = {"units": units[:1]} if units and self.words.chance(60) else {}
        stealthy = {"stealthy": True} if self.words.chance(30) else {}
        near = [other for other in self.factions if self.within[self.home[other]] == locale]
        foes = [other for other in near if other != who.faction]
        npcs = [npc for npc in self.npcs if npc != who.faction]
        options: list[Content] = [
            *({"action": "gain-influence", "npc": npc} for npc in self.words.some(npcs, 1)),
            {
                "action": "investigate",
                "target": {"other": self.line(6), "obscurity": 2},
                **stealthy,
            },
            {"action": "move", "to": self.inn[self.words.pick(self.around(locale))], **led},
            {"action": "conceal", "target": {"lieutenant": who.id}},
            self.research(number, state, who),
            *({"action": "surveil", "target": {"location": self.home[foe]}} for foe in foes),
        ]
        if units:
            options += [{"action": "work", "units": units[:1]}] * 2
        if not units and state.at(who) != self.inn[locale]:
            options.append({"action": "move", "to": self.inn[locale]})
        for foe in foes:
            take = {"capital": self.words.number(1, 4)}
            kind = self.words.pick(("raid", "steal"))
            there = {"at": self.store[foe], "against": foe}
            options.append({"action": kind, "take": take, **there, **led, **stealthy})
            if self.words.chance(15):
                attack = {"action": "cautious-attack", "at": self.home[foe], "against": foe}
                options.append({**attack, **led})
        chosen = self.words.pick(options)
        busy.update(chosen.get("units", ()))
        return chosen

    def units(self, state: State, who: Lieutenant, locale: str) -> Iterator[Unit]:
        for asset in self.assets(state):
            is_there = asset.faction == who.faction and state.locale(state.at(asset)) == locale
            if is_there and isinstance(asset, Unit):
                yield asset

    def around(self, locale: str) -> list[str]:
        index = self.locales.index(locale)
        return [self.locales[index - 1], self.locales[(index + 1) % len(self.locales)]]

    def research(self, number: int, state: State, who: Lieutenant) -> Content:
        """Continues a project of the faction, or begins one."""
        own = [id for id in sorted(state.projects) if id.startswith(f"{who.faction}-")]
        if own:
            return {"action": "research", "project": own[-1]}
        id = f"{who.faction}-{number}-{who.id}"
        return {"action": "research", "project": id, "name": self.words.title(), "successes": 4}
