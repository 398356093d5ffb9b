"""Whole legal campaigns of shadow powers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from chronicle.rules.shadow.events import NOT_CARRIED_OUT, Conspired, ResourceTaken
from chronicle.rules.shadow.state import State
from tests.properties.campaign_writer import Met, Writer
from tests.properties.editable_campaign import Content, Draft
from tests.properties.secret_tokens import Readers, chance, pick, some, who
from tests.properties.shadow_orders import Board, OrderWriter, effects, plots_of


class ShadowWriter(Writer):
    """Writes campaigns of 2 to 4 powers on 3 to 6 spheres."""

    ruleset: ClassVar[str] = "shadow"
    always: ClassVar[str] = "reveal"
    deaf: ClassVar[Readers] = frozenset({"everyone"})

    def grounds(self) -> None:
        self.powers = sorted(self.ids("faction", self.choices.number(2, 4)))
        self.places = self.ids("place", self.choices.number(3, 6))

    def visibilities(self) -> dict[str, str | list[str]]:
        hidden = {self.powers[0], self.places[-1]} if chance(self.choices, 70) else set()
        return dict.fromkeys(sorted(hidden), "factions")

    def rules(self) -> Content:
        seats = list(self.powers)
        if chance(self.choices, 50):
            seats.reverse()
        return {"seating": seats}

    def house(self, rules: Content) -> Content:
        if chance(self.choices, 60):
            rules["chalice"] = pick(self.choices, [0, 0, 1, 15])
        return rules

    def place(self, id: str) -> Content:
        readers = self.ledger.readers[id]
        index = self.places.index(id)
        others = [self.places[(index + 1) % len(self.places)], *some(self.choices, self.places, 20)]
        place: Content = {
            "name": self.name(id),
            "neighbours": sorted({*others} - {id}),
            "position": [index * 7, self.choices.number(0, 99)],
            "text": self.passages("place text", readers),
        }
        return place if "everyone" in readers else {**place, "for": "factions"}

    def opening(self, id: str) -> Content:
        resources = [
            {
                # By it, others could order something against it.
                "id": self.token("resource id", [id, "factions"]),
                "name": f"the {self.token('resource name', 'factions')}",
                "type": f"kind {self.token('resource type', 'factions')}",
                "strength": self.choices.number(1, 3),
            }
            for _ in range(self.choices.number(1, 3))
        ]
        home = pick(self.choices, self.places)
        return {
            "dd": pick(self.choices, [2, 0, 0, 1, 4]),
            "actor": {"name": f"Old {self.token('actor', 'factions')}", "sphere": home},
            "influence": {place: self.choices.number(1, 2) for place in self.places[:2]},
            "resources": resources,
        }

    def turn(self, draft: Draft, number: int, state: State) -> State:
        turn = self.frame(number)
        board = Board.of(state)
        adjustments = effects(self.choices, board, most=2)
        turn["adjustments"] = [self.adjustment(effect) for effect in adjustments]
        writer = OrderWriter(self.choices, board, self.ledger, self.powers, state.story_of(number))
        writer.place()
        turn["news"] = self.news(lambda: effects(self.choices, board, most=1))
        writer.conspire()
        turn["orders"] = writer.written
        turn["notes"] = self.prose("turn notes", who("gm", self.powers))
        events, after = self.settle(draft, turn, state)
        self.finish(draft, turn, events)
        assert isinstance(after, State)
        return after

    def plots(self, turn: Content) -> Iterator[str]:
        return (f"{power}/{plot['id']}" for power, plot in plots_of(turn))

    def heard(self, turn: Content, events: list[Met]) -> None:
        """Who hears the street's line, and learns of a new resource, depends on what happened."""
        plots: dict[str, Any] = {f"{power}/{plot['id']}": plot for power, plot in plots_of(turn)}
        everyone = who("everyone", self.powers)
        for event in (met.event for met in events):
            if isinstance(event, Conspired) and event.outcome not in NOT_CARRIED_OUT:
                self.ledger.widen(
                    str(plots[f"{event.power}/{event.order}"].get("public")), everyone
                )
            if isinstance(event, ResourceTaken):
                for word in (event.resource.name, event.resource.id):
                    self.ledger.widen(word, everyone - {"everyone"})

    def unmask(self, event: str, readers: Readers) -> None:
        """All who may be told have been told the words of a conspiracy already."""
