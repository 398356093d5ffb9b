"""The boards on which the table of who learns what is played, and how an action is played on them.

Vael acts at the ford, and what it does is aimed at the Oru, whose guard stands there. The Kell have
a spy within one move, the Far are nowhere near. The turn is played whole, as in a campaign.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal

from chronicle.model.audience import Audience
from chronicle.model.dice import Dice
from chronicle.model.facts import Ref
from chronicle.records import Record, field, replace
from chronicle.rules.protocol import PlayedTurn, Sheet, Sighting, Step, Telling, steps_of
from chronicle.rules.wwn import WWN
from chronicle.rules.wwn.effects import EFFECT_BY_WORD
from chronicle.rules.wwn.events import Event
from chronicle.rules.wwn.orders import Command, FactionOrders, FreeActionOrder, Order, Orders
from chronicle.rules.wwn.resolve import resolve
from chronicle.rules.wwn.sheets import build_sheets
from chronicle.rules.wwn.state import Asset, Base, FactionState, Piece, State
from chronicle.rules.wwn.terms import ActionName
from tests.rules.wwn.boards import TURN, asset, board, faction
from tests.rules.wwn.told import tell

House = Literal["public", "rumored", "owner"]
HOUSES: Final[tuple[House, ...]] = ("public", "rumored", "owner")
#: Of each faction, its ratings; Vael's and the Oru's are high enough for all that they have.
FIGURES: Final[Mapping[str, Mapping[str, Any]]] = {
    "vael": {"force": 8, "cunning": 8, "wealth": 8, "magic": "high", "treasure": 60},
    "oru": {"force": 8, "cunning": 8, "wealth": 8, "magic": "high", "treasure": 60},
}
KEY: Final = "vael/go"
#: A check that Vael wins, and one that it loses, with any ratings.
WON: Final = {f"{KEY}/check": (10,), f"{KEY}/defence": (1,)}
LOST: Final = {f"{KEY}/check": (1,), f"{KEY}/defence": (10,)}


class Scene(Record):
    """An action: the board before it, the orders, the dice that matter, and the event it makes."""

    state: State
    orders: tuple[FactionOrders, ...]
    event: str
    table: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    more: Mapping[str, Any] = field(default_factory=dict)


def stage(*pieces: Piece, **more: Any) -> State:
    """The board: Vael's things and the guard of the Oru at the ford, the spy of the Kell near."""
    figures = {**FIGURES, **more.pop("figures", {})}
    factions = [faction(id, **figures.get(id, {})) for id in ("vael", "oru", "kell")]
    guard = asset("infantry", "oru", "ford", id="guard")
    spy = asset("informers", "kell", "castle", id="spy")
    state = board(guard, spy, *pieces, factions=factions, **more)
    far = FactionState("far", 1, 1, 1, "none", 9, 3)
    seat = Base("far-hall", "Hall", "far", "isle", 3, 3, headquarters=True)
    return state.with_faction(far).with_base(seat)


def mine(of: str, **fields: Any) -> Asset:
    """An asset of Vael's at the ford, called by its type."""
    return asset(of, "vael", fields.pop("at", "ford"), **fields)


def order(command: Command, asset: str = "", *, free: bool = False) -> Order:
    return Order("vael", "go", asset, command, free)


def uses(state: State, id: str, word: str, **command: str) -> Order:
    found = state.type_of(state.assets[id]).effects
    position = next(n for n, effect in enumerate(found) if isinstance(effect, EFFECT_BY_WORD[word]))
    return order(FreeActionOrder(position, **command), id, free=True)


def ability(state: State, id: str, word: str, **command: str) -> tuple[FactionOrders, ...]:
    return (FactionOrders("vael", abilities=(uses(state, id, word, **command),)),)


def action(kind: ActionName, given: Order) -> tuple[FactionOrders, ...]:
    return (FactionOrders("vael", action=kind, orders=(given,)),)


GO: Final = f"{TURN}/{KEY}"
Make = Callable[[], Scene]


# ── Playing ──────────────────────────────────────────────────────────────────────────────────────


class Played(Record):
    """A scene after its turn: all steps, and the one that it is about."""

    steps: tuple[Step[State, Event], ...]
    event: str

    def step(self) -> Step[State, Event]:
        return next(step for step in self.steps if step.event.id == self.event)

    def told(self, audience: Audience) -> Telling | None:
        step = self.step()
        return tell(step.before, step.event, audience)

    def played_turn(self) -> PlayedTurn[State, Orders, Event]:
        """The whole turn."""
        first, last = self.steps[0], self.steps[-1]
        return PlayedTurn(TURN, first.before, last.after, None, self.steps)

    def tellings(self, audience: Audience) -> list[Telling]:
        """All that a reader is told in the turn, as it comes upon it."""
        told = (tell(step.before, step.event, audience) for step in self.steps)
        found = [telling for telling in told if telling is not None]
        return sorted(
            found, key=lambda one: (one.hides_position, repr(one) if one.hides_position else "")
        )

    def memory(self, audience: Audience) -> dict[str, Sighting]:
        """What a reader has seen by the end of the turn."""
        return {
            sighting.subject: replace(sighting, turn=TURN)
            for telling in self.tellings(audience)
            for sighting in telling.sightings
        }

    def sheet(self, audience: Audience, subject: Ref) -> Sheet:
        """A reader's sheet of a faction or a place at the end of the turn."""
        (found,) = self.sheets(audience, [subject])
        return found

    def sheets(self, audience: Audience, subjects: Sequence[Ref]) -> list[Sheet]:
        """A reader's sheets of these; what it remembers is looked for once."""
        played_turn, memory = self.played_turn(), self.memory(audience)
        found = build_sheets(played_turn, memory, audience, subjects)
        assert found.keys() == set(subjects)
        return list(found.values())


def play(scene: Scene, house: House) -> Played:
    """A scene played in a campaign that shows so much of its assets."""
    state = replace(scene.state, house=replace(scene.state.house, assets=house))
    return Played(tuple(steps(scene, state)), scene.event)


def steps(scene: Scene, state: State) -> Iterator[Step[State, Event]]:
    """The steps of a scene's turn on a board; Vael acts first, so that none is before it."""
    given = {one.faction: one for one in scene.orders}
    sequence = () if scene.event.endswith("/sequence") else ("vael", "oru", "kell", "far")
    orders = Orders(TURN, given, **{"sequence": sequence, **scene.more})
    return steps_of(WWN, state, resolve(state, orders, Dice(b"stage", TURN, scene.table)))
