"""Campaigns by the rules `shadow`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from benchmarks.campaigns.campaign_writer import Writer
from benchmarks.campaigns.turn_player import Content
from chronicle.rules.shadow.state import State

_TYPES = ("contacts", "agents", "violent group", "clairvoyance", "destruction")


class ShadowWriter(Writer):
    """Powers that raise their Influence, mobilize, and attack each other's resources."""

    ruleset: ClassVar[str] = "shadow"

    def rules(self) -> Content:
        return {"seating": self.factions, "chalice": 4 * len(self.factions)}

    def opening(self, _id: str) -> Content:
        home, other, third = self.words.some(self.places, 3)
        return {
            "dd": 2,
            "actor": {"name": f"Master {self.words.coined().capitalize()}", "sphere": home},
            "influence": {home: 2, other: 1},
            "resources": [
                {**self.resource(), "strength": self.words.number(1, 2), "sphere": sphere}
                for sphere in (home, other, third)
            ],
        }

    def resource(self) -> Content:
        id = self.words.coined()
        return {"id": id, "name": f"the {id.capitalize()} men", "type": self.words.pick(_TYPES)}

    def effects(self, state: State) -> list[Content]:
        """Influence that is lost, so that there is some to gain; and who was away comes back."""
        found: list[Content] = []
        for power in sorted(state.powers.values(), key=lambda power: power.id):
            if not power.actor.active:
                found.append({"power": power.id, "actor": "active"})
            if power.influence and self.words.chance(20):
                sphere = self.words.pick(sorted(power.influence))
                found.append({"power": power.id, "sphere": sphere, "influence": -1})
        return found

    def orders(self, number: int, state: State) -> Content:
        where = {
            (power.id, resource): sphere
            for power in state.powers.values()
            for resource, sphere in self.placed(state, power.id).items()
        }
        moved = {key: to for key, to in where.items() if to != self.stood(state, key)}
        found: Content = {}
        for power in self.factions:
            own: Content = {}
            if place := {key[1]: to for key, to in moved.items() if key[0] == power}:
                own["place"] = place
            if self.words.chance(30):
                own["actor"] = self.words.pick(self.places)
            plots = list(self.plots(state, power, where))
            own["conspiracies"] = [{"id": f"plot-{n}", **plot} for n, plot in enumerate(plots, 1)]
            if state.powers[power].assisted != state.story_of(number) and self.words.chance(10):
                own["assist"] = {"sphere": self.words.pick(self.places), "request": self.line(8)}
            found[power] = own
        return found

    def stood(self, state: State, key: tuple[str, str]) -> str:
        return state.powers[key[0]].resources[key[1]].sphere

    def placed(self, state: State, power: str) -> dict[str, str]:
        """Where the resources of a power go: no two to one sphere, and nowhere if none is free."""
        own = state.powers[power].resources
        taken = {resource.sphere for resource in own.values() if resource.sphere}
        found: dict[str, str] = {}
        for id, resource in sorted(own.items()):
            free = [sphere for sphere in self.places if sphere not in taken]
            goes = not resource.sphere or self.words.chance(40)
            found[id] = self.words.pick(free) if goes and free else resource.sphere
            taken.add(found[id])
        return found

    def plots(
        self, state: State, power: str, where: dict[tuple[str, str], str]
    ) -> Iterator[Content]:
        """One conspiracy for each resource."""
        own = state.powers[power]
        dice = own.dice
        for resource in sorted(own.resources):
            sphere = where[power, resource]
            foes = [key for key, at in where.items() if at == sphere and key[0] != power]
            most = min(dice, own.resources[resource].strength)
            stake = {"stake": n} if (n := self.words.number(0, most)) else {}
            told = self.told()
            if foes and self.words.chance(35):
                target = "/".join(self.words.pick(sorted(foes)))
                plot: Content = {"action": "attack-resource", "resource": resource}
                plot |= {"target": target, **stake, **told}
            elif own.standing(sphere) < 3 and self.words.chance(80):
                to = self.words.number(own.standing(sphere) + 1, 3)
                plot = {"action": "raise", "resource": resource, "to": to, **stake, **told}
                if to == 3 and len(own.resources) < 4:
                    plot["new_resource"] = self.resource()
            else:
                plot = {"action": "mobilize", "resource": resource, **told}
                stake = {}
            dice -= stake.get("stake", 0)
            yield plot

    def told(self) -> Content:
        """How it is done, and what the street hears of it."""
        told: Content = {"narrative": self.line(self.words.number(20, 40))}
        match self.words.number(0, 2):
            case 0:
                told["public"] = self.line(10)
            case 1 if self.words.chance(40):
                told["public"] = False
            case _:
                pass
        return told
