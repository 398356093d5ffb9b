"""The ruleset `tally`: factions dig for coins, and a die decides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated

from chronicle.diagnostics.report import Report
from chronicle.model.audience import Audience, visibility_of_factions
from chronicle.model.campaign import Campaign, Turn
from chronicle.model.dice import Dice, Roll
from chronicle.model.facts import Facts, Ref
from chronicle.records import Record
from chronicle.rules import protocol
from chronicle.rules.file_models import FileModels
from chronicle.rules.kit import parser, projector
from chronicle.rules.kit.projector import EVERYBODY, OWN, FactionId, PlaceId
from chronicle.rules.kit.reasons import own_order_reason
from chronicle.yaml.decode import Field, Id, InputModel, NonEmptyText


# Input models say which keys a file may have; mistakes are reported at their place.
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
    """A faction has dug and got ``found`` coins (T-DIG); everybody sees that somebody digs."""

    id: str
    who: Annotated[FactionId, OWN]
    order: str
    at: Annotated[PlaceId, EVERYBODY]
    found: Annotated[int, OWN]
    rolls: tuple[Roll, ...]
    rule: str = "T-DIG"


Orders = tuple[Dig, ...]
#: Who reads what is told, by its code.
READERS = {"dug": frozenset({OWN}), "seen-dug": frozenset({EVERYBODY})}


class Tally(protocol.Ruleset[State, Orders, Dug]):
    """The ruleset `tally`."""

    id = "tally"
    rules = ("T-DIG",)
    telling_facts = {
        code: projector.declared_facts("DugFacts", projector.fact_types(Dug, readers))
        for code, readers in READERS.items()
    }
    sheet_codes = ("purse",)
    reasons = ("gm", "own-order", "spade-seen")

    def opening(self, campaign: Campaign, report: Report) -> State:
        return State({it.id: 0 for it in campaign.factions}, tuple(it.id for it in campaign.places))

    def orders(
        self, turn: Turn, state: State | None, dice: Dice | None, report: Report
    ) -> Orders | None:
        errors, found = report.errors, []
        for name, entry in parser.parse_orders_by_faction(OrdersInput, turn, report).items():
            for dig in entry.dig:
                if state is not None:
                    parser.check_known("place", dig.where, state.places, dig.at("at"), report)
                found.append(Dig(name, dig.id, dig.where))
        return tuple(found) if state is not None and report.errors == errors else None

    def resolve(self, state: State, orders: Orders, dice: Dice) -> Iterator[Dug]:
        for dig in orders:
            # Name rolls after the author's ids, so that no other order can change them.
            key = f"{dig.faction}/{dig.id}"
            faces, source = dice.throw(f"{key}/dig", 1, 6)
            found = int(faces[0] >= 4)
            roll = Roll(f"{dice.turn}/{key}/dig", 6, faces, source, (), Facts(found=found))
            yield Dug(f"{dice.turn}/{key}", dig.faction, dig.id, dig.at, found, (roll,))

    def apply(self, state: State, event: Dug) -> State:
        return State({**state.coins, event.who: state.coins[event.who] + event.found}, state.places)

    def tell(self, step: protocol.Step[State, Dug], audience: Audience) -> protocol.Disclosure:
        event = step.event
        own = own_order_reason(audience, event.who, event.rule)
        readers = READERS["seen-dug" if own is None else "dug"]
        facts = Facts(projector.facts_of(event, readers, readers, projector.Refs()))
        if own is None:
            seen = protocol.Telling("seen-dug", facts=facts)
            return protocol.Disclosure(protocol.Reason("spade-seen", event.rule), seen)
        dug = protocol.Telling("dug", event.rule, facts, event.rolls, f"{event.who}/{event.order}")
        return protocol.Disclosure(own, dug)

    def sheet(
        self,
        played_turn: protocol.PlayedTurn[State, Orders, Dug],
        memory: Mapping[str, protocol.Sighting],
        audience: Audience,
        subject: Ref,
    ) -> protocol.Sheet | None:
        own = subject.kind == "faction" and visibility_of_factions([subject.id]).admits(audience)
        coins = played_turn.after.coins
        return protocol.Sheet("purse", Facts(coins=coins[subject.id])) if own else None

    def playing(self, state: State) -> tuple[str, ...]:
        return tuple(sorted(state.coins))

    def file_models(self) -> FileModels:
        return FileModels({"orders": OrdersInput})


TALLY = Tally()
