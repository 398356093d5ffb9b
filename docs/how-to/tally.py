"""The ruleset `tally`: factions dig for coins, and a die decides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Annotated, TypedDict

from chronicle.diagnostics.report import Report
from chronicle.model.audience import Audience, visibility_of_factions
from chronicle.model.campaign import Campaign, Turn
from chronicle.model.dice import Dice, Roll
from chronicle.model.facts import Facts, FactsOf, Ref, faction_ref, place_ref
from chronicle.records import Record
from chronicle.rules.file_models import FileModels
from chronicle.rules.kit.parser import check_known, parse_orders_by_faction
from chronicle.rules.kit.reasons import own_order_reason
from chronicle.rules.protocol import (
    Chance,
    Disclosure,
    Measure,
    PlayedTurn,
    Reason,
    Ruleset,
    Sheet,
    Sighting,
    Step,
    Telling,
)
from chronicle.yaml.decode import Field, Id, InputModel, NonEmptyText, decode
from chronicle.yaml.nodes import MapNode

#: A die shows this or more for a coin.
ENOUGH = 4


# Input models say which keys a file may have; mistakes are reported at their place.
class OpeningInput(InputModel):
    """`opening:` in a faction's file."""

    coins: Annotated[int, Field(ge=0, le=1000)] = 0


class DigInput(InputModel):
    """One order to dig."""

    id: Id
    where: NonEmptyText = Field(alias="at")


class OrdersInput(InputModel):
    """The orders of one faction."""

    dig: list[DigInput] = []


class State(Record):
    """The coins of every faction, and the ids of the places."""

    coins: Mapping[str, int]
    places: tuple[str, ...]


class Dig(Record):
    """An order to dig at a place."""

    faction: str
    id: str
    at: str


class Dug(Record):
    """A faction has dug and got ``found`` coins (T-DIG)."""

    id: str
    faction: str
    order: str
    at: str
    found: int
    rolls: tuple[Roll, ...]
    rule: str = "T-DIG"


Orders = tuple[Dig, ...]


# What readers are told has a type, so that templates can be checked against it.
class SeenDugFacts(TypedDict):
    """Somebody digs."""

    at: Ref


class DugFacts(SeenDugFacts):
    """Who digs, and what they find."""

    who: Ref
    found: int


class Tally(Ruleset[State, Orders, Dug]):
    """The ruleset `tally`."""

    id = "tally"
    rules = ("T-DIG",)
    telling_facts = MappingProxyType({"dug": DugFacts, "seen-dug": SeenDugFacts})
    sheet_codes = ("purse",)
    reasons = ("gm", "own-order", "spade-seen")

    def opening(self, campaign: Campaign, report: Report) -> State | None:
        errors, coins = report.errors, {}
        for one in campaign.factions:
            coins[one.id] = 0
            if isinstance(one.opening, MapNode):
                shape = decode(OpeningInput, one.opening, report)
                coins[one.id] = shape.coins if shape is not None else 0
        places = tuple(one.id for one in campaign.places)
        return State(coins, places) if report.errors == errors else None

    def orders(self, turn: Turn, state: State | None, dice: Dice, report: Report) -> Orders | None:
        errors, found = report.errors, []
        for name, shape in parse_orders_by_faction(OrdersInput, turn, report).items():
            for dig in shape.dig:
                if state is not None:
                    check_known("place", dig.where, state.places, dig.at("at"), report)
                found.append(Dig(name, dig.id, dig.where))
        return tuple(found) if state is not None and report.errors == errors else None

    def resolve(self, state: State, orders: Orders, dice: Dice) -> Iterator[Dug]:
        for dig in orders:
            # Name rolls after the author's ids, so that no other order can change them.
            key = f"{dig.faction}/{dig.id}"
            faces, source = dice.throw(f"{key}/dig", 1, 6)
            found = int(faces[0] >= ENOUGH)
            roll = Roll(f"{dice.turn}/{key}/dig", 6, faces, source, (), Facts(found=found))
            yield Dug(f"{dice.turn}/{key}", dig.faction, dig.id, dig.at, found, (roll,))

    def apply(self, state: State, event: Dug) -> State:
        coins = {**state.coins, event.faction: state.coins[event.faction] + event.found}
        return State(coins, state.places)

    def tell(self, step: Step[State, Dug], audience: Audience) -> Disclosure:
        event = step.event
        where = place_ref(event.at)
        own = own_order_reason(audience, event.faction, event.rule)
        if own is None:
            # Others see that somebody digs, but not who, nor what they find.
            seen = Telling("seen-dug", facts=FactsOf(SeenDugFacts(at=where)))
            return Disclosure(Reason("spade-seen", event.rule), seen)
        facts = DugFacts(who=faction_ref(event.faction), at=where, found=event.found)
        order = f"{event.faction}/{event.order}"
        return Disclosure(own, Telling("dug", event.rule, FactsOf(facts), event.rolls, order))

    def reveal(self, step: Step[State, Dug]) -> Telling | None:
        event = step.event
        facts = DugFacts(who=faction_ref(event.faction), at=place_ref(event.at), found=event.found)
        return Telling("dug", event.rule, FactsOf(facts))

    def sheets(
        self,
        moment: PlayedTurn[State, Orders, Dug],
        memory: Mapping[str, Sighting],
        audience: Audience,
        subjects: Iterable[Ref],
    ) -> Mapping[Ref, Sheet]:
        return {
            it: Sheet("purse", Facts(coins=moment.after.coins[it.id]))
            for it in subjects
            if it.kind == "faction" and visibility_of_factions([it.id]).admits(audience)
        }

    def playing(self, state: State) -> tuple[str, ...]:
        return tuple(sorted(state.coins))

    def measures(self, state: State) -> tuple[Measure, ...]:
        return tuple(
            Measure(name, "coins", coins, visibility_of_factions([name]))
            for name, coins in sorted(state.coins.items())
        )

    def odds(
        self, state: State, orders: Orders, keys: Iterable[str]
    ) -> Mapping[str, tuple[Chance, ...]]:
        won = Fraction(7 - ENOUGH, 6)
        chances = (Chance("found", Facts(), won), Chance("nothing", Facts(), 1 - won))
        known = {f"{dig.faction}/{dig.id}" for dig in orders}
        return {key: chances if key in known else () for key in keys}

    def file_models(self) -> FileModels:
        return FileModels({"faction": OpeningInput, "orders": OrdersInput})


TALLY = Tally()
