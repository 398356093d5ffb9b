"""The context in which an order is carried out: the board, the order and the dice."""

from __future__ import annotations

from functools import cached_property

from chronicle.model.dice import Dice, Modifier, Roll
from chronicle.model.facts import Facts
from chronicle.records import Record
from chronicle.rules.kit.changes import apply_changes
from chronicle.rules.lieutenants import orders
from chronicle.rules.lieutenants.action_definitions import ACTION_DEFINITIONS, ActionDefinition
from chronicle.rules.lieutenants.changes import Change
from chronicle.rules.lieutenants.events import Acted, Event
from chronicle.rules.lieutenants.refusals import ActingLieutenant
from chronicle.rules.lieutenants.state import (
    Lieutenant,
    State,
    Unit,
    owners,
)
from chronicle.rules.lieutenants.terms import RollResult

#: Every check is thrown with two six-sided dice (L-CHK-1).
CHECK_DICE = 2
CHECK_SIDES = 6


class ActionContext(Record, dict=True):
    """One order to be carried out; ``past`` holds the earlier events of the turn.

    ``instead`` if the order is the alternative of one whose gain was not made (L-TURN-4).
    """

    state: State
    order: orders.Order
    dice: Dice
    past: tuple[Event, ...] = ()
    instead: bool = False

    @property
    def faction(self) -> str:
        return self.order.faction

    @property
    def definition(self) -> ActionDefinition:
        return ACTION_DEFINITIONS[self.order.action]

    @property
    def lieutenant(self) -> Lieutenant:
        """The lieutenant who carries out the order."""
        found = self.state.assets[self.order.lieutenant]
        if not isinstance(found, Lieutenant):
            raise TypeError(f"{found.id} is not a lieutenant")
        return found

    @property
    def locale(self) -> str:
        return self.state.locale(self.lieutenant.at)

    @cached_property
    def actor(self) -> ActingLieutenant:
        """Who acts, on the board as it is."""
        return ActingLieutenant(
            self.state, self.faction, self.state.lieutenant(self.order.lieutenant)
        )

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """The assigned units that can be used: fit, and in the lieutenant's locale (L-TURN-3)."""
        found = (self.state.unit(id) for id in self.order.units)
        return tuple(
            unit
            for unit in found
            if unit is not None and self.state.fit(unit) and self._usable(unit)
            if not self.engaged(unit.id)
        )

    def engaged(self, unit: str) -> bool:
        """Return whether an order of the unit's other master has used it this turn (L-TURN-3)."""
        return any(
            isinstance(event, Acted)
            and not event.part
            and event.faction != self.faction
            and unit in event.units
            for event in self.past
        )

    @property
    def lent_units(self) -> tuple[str, ...]:
        """The assigned units of a double agent's host, led for the faction that it serves."""
        if self.lieutenant.agent_of != self.faction:
            return ()
        return tuple(unit.id for unit in self.units if self.faction not in owners(unit))

    def _usable(self, unit: Unit) -> bool:
        near = self.state.locale(unit.at) == self.locale
        return near or self.order.action == "move"

    @property
    def target(self) -> str:
        """The id of the asset, place or NPC faction that the order is about; empty if none."""
        return self.order.command.about

    def id(self, part: str = "") -> str:
        """Return the id of an event of this order."""
        key = f"{self.dice.turn}/{self.order.key}"
        return f"{key}/{part}" if part else key

    def throw(self, purpose: str, modifiers: tuple[Modifier, ...]) -> Roll:
        """Roll a check of this order: two dice plus modifiers, with total and result (L-CHK-1)."""
        return roll_check(self.dice, f"{self.order.key}/{purpose}", modifiers)

    def after(self, changes: tuple[Change, ...]) -> State:
        """Return the board with these changes applied."""
        return apply_changes(self.state, changes)


def roll_check(dice: Dice, key: str, modifiers: tuple[Modifier, ...]) -> Roll:
    """Roll two dice plus modifiers under a key (``faction/order/purpose``) (L-CHK-1)."""
    faces, source = dice.throw(key, CHECK_DICE, CHECK_SIDES)
    total = sum(faces) + sum(part.value for part in modifiers)
    result = Facts(total=total, result=result_of_total(total))
    return Roll(f"{dice.turn}/{key}", CHECK_SIDES, faces, source, modifiers, result)


def result_of_total(total: int) -> RollResult:
    """Return the result for a total: up to 3, up to 6, up to 9, or higher (L-CHK-1)."""
    if total <= 3:
        return "complete-failure"
    if total <= 6:
        return "failure"
    return "success" if total <= 9 else "complete-success"


def total_of_roll(roll: Roll) -> int:
    """Return the total of a check of this ruleset."""
    return sum(roll.faces) + sum(part.value for part in roll.modifiers)


def result_of_roll(roll: Roll) -> RollResult:
    """Return the result of a check of this ruleset."""
    return result_of_total(total_of_roll(roll))
