"""Whole legal campaigns of orders in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from chronicle.rules.freeform.state import State
from tests.properties.campaign_writer import Met, Writer
from tests.properties.editable_campaign import Content, Draft
from tests.properties.secret_tokens import Readers, chance, pick, some, who

#: Rolls of every kind.
ROLLS = ("2d6", "d20+3 >= 12", "4d6 pool 4+", "2d10-1 <= 9", "3d8 pool 5+ >= 2")


class FreeformWriter(Writer):
    """Writes campaigns of 2 to 4 factions and 3 to 5 places."""

    ruleset: ClassVar[str] = "freeform"
    always: ClassVar[str] = "adjustment/1/tally"

    def grounds(self) -> None:
        self.powers = sorted(self.ids("faction", self.choices.number(2, 4)))
        self.places = self.ids("place", self.choices.number(3, 5))

    def visibilities(self) -> dict[str, str | list[str]]:
        hidden, friend = self.powers[0], self.powers[1]
        visibilities: list[str | list[str]] = ["factions", [hidden], [hidden, friend]]
        found: dict[str, str | list[str]] = {self.places[-1]: pick(self.choices, visibilities)}
        return found | (
            {hidden: pick(self.choices, visibilities)} if chance(self.choices, 70) else {}
        )

    # Counters

    def rules(self) -> Content:
        counters: Content = {
            "tally": {"name": "A tally", "start": 0, "of": "campaign", "for": "gm"}
        }
        clocks: Content = {}
        options: list[str | list[str]] = ["factions", "campaign", self.powers[0]]
        options += [self.powers[-1:], self.places[-2:]]
        for _ in range(self.choices.number(3, 6)):
            owners = pick(self.choices, options)
            words = self.words()
            own = owners in ("factions", self.powers[0], self.powers[-1:])
            if own and chance(self.choices, 40):
                words = ""
            name = f"Of {self.token('counter name', self.sees(words, owners))}"
            shape: Content = {"name": name, "of": owners} | ({"for": words} if words else {})
            id = self.token("counter id", "gm")
            if chance(self.choices, 40):
                clocks[id] = shape | {"segments": self.choices.number(2, 6)}
            else:
                counters[id] = shape | {"start": self.choices.number(0, 3), "min": -2}
                if chance(self.choices, 30):
                    counters[id]["max"] = 5
        self.written = {"counters": counters, "clocks": clocks}
        return self.written

    def sees(self, words: str | list[str], owners: str | list[str]) -> Readers:
        """Who may ever read the name of a counter."""
        own = self.powers if owners == "factions" else [it for it in owners if it in self.powers]
        own = [owners] if isinstance(owners, str) and owners in self.powers else own
        named = who(words, self.powers) if words else who("gm", self.powers)
        return named if words == "gm" else named | {*own}

    def place(self, id: str) -> Content:
        index = self.places.index(id)
        place: Content = {
            "name": self.name(id),
            "neighbours": sorted({self.places[(index + 1) % len(self.places)]} - {id}),
            "position": [index * 7, self.choices.number(0, 99)],
            "text": self.passages("place text", self.ledger.readers[id]),
        }
        return place | ({"for": self.words_of[id]} if id in self.words_of else {})

    def opening(self, id: str) -> Content:  # noqa: ARG002  alike for all
        """Nothing yet: which counters there are is settled after the factions."""
        return {"counters": {}}

    def house(self, rules: Content) -> Content:
        for faction in self.draft.factions.values():
            for id, shape in rules["counters"].items():
                if shape["of"] == "factions" and chance(self.choices, 50):
                    faction["opening"]["counters"][id] = self.choices.number(0, 4)
        return rules

    # Turns

    def turn(self, draft: Draft, number: int, state: State) -> State:
        turn = self.frame(number)
        self.board = state
        turn["adjustments"] = [self.adjustment({"change": {"tally": 1}})]
        self.add("tally", 1)
        turn["adjustments"] += [self.adjustment(effect) for effect in self.effects(2)]
        turn["news"] = self.news(lambda: self.effects(1))
        orders = {power: list(self.orders(power)) for power in self.powers}
        turn["orders"] = {power: {"actions": own} for power, own in orders.items() if own}
        turn["notes"] = self.prose("turn notes", who("gm", self.powers))
        events, after = self.settle(draft, turn, state)
        self.finish(draft, turn, events)
        assert isinstance(after, State)
        return after

    def add(self, key: str, by: int) -> bool:
        """Changes a counter of the board, if it may be changed so."""
        counter = self.board.counters[key]
        after = counter.value + by
        if by == 0 or after < counter.low or (counter.high is not None and after > counter.high):
            return False
        self.board = self.board.with_value(key, after)
        return True

    def changes(self, most: int) -> Content:
        keys = some(self.choices, sorted(self.board.counters.keys() - {"tally"}), 25)[:most]
        found = {key: self.choices.number(-2, 2) for key in keys}
        return {key: by for key, by in found.items() if self.add(key, by)}

    def effects(self, most: int) -> list[Content]:
        made = (self.changes(1) for _ in range(self.choices.number(0, most)))
        return [{"change": change} for change in made if change]

    def orders(self, power: str) -> Iterator[Content]:
        for _ in range(self.choices.number(0, 3)):
            order: Content = {
                "id": self.token("order id", [power]),
                "order": f"We go {self.token('order', [power])}.",
            }
            if chance(self.choices, 60):
                order["roll"] = pick(self.choices, ROLLS)
                if chance(self.choices, 50):
                    order["modifiers"] = {
                        f"a {self.token('modifier', [power])}": pick(self.choices, [1, -1])
                    }
            if chance(self.choices, 40):
                order["result"] = f"so {self.token('result', [power])}"
            match self.choices.number(0, 3):
                case 0:
                    order["outcome"] = f"Lo {self.token('outcome', [power])}."
                case 1:
                    pass
                case _:
                    order["outcome"] = [
                        self.passage(power) for _ in range(self.choices.number(1, 3))
                    ]
            if change := self.changes(2):
                order["change"] = change
            yield order

    def passage(self, power: str) -> Content:
        words = pick(self.choices, [self.words(), [power]])
        return {"for": words, "text": f"Lo {self.token('outcome', words)}."}

    def plots(self, turn: Content) -> Iterator[str]:
        return (f"{power}/{order['id']}" for power, order in orders_of(turn))

    def heard(self, turn: Content, events: list[Met]) -> None:
        """Nobody learns more than is written for them."""

    def unmask(self, event: str, readers: Readers) -> None:
        """Those who learn of an order later read its words."""
        number, _, key = event.partition("/")
        turn = next(it for it in self.draft.turns if it["turn"] == int(number))
        for power, order in orders_of(turn):
            if f"{power}/{order['id']}" == key:
                self.ledger.widen(order["order"], readers)


def orders_of(turn: Content) -> Iterator[tuple[str, Any]]:
    """Every order of a turn file, with its faction."""
    for power, own in turn["orders"].items():
        for order in own.get("actions", []):
            yield power, order
