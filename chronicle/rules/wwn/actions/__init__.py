"""The actions and free actions of factions; each has a module with everything special to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from chronicle.model.dice import Dice
from chronicle.rules.protocol import TellingFacts
from chronicle.rules.wwn.action import Action, FreeAction
from chronicle.rules.wwn.action_context import (
    ActionContext,
    ActionResult,
    acted_event,
    free_action_effect,
)
from chronicle.rules.wwn.actions.abilities import FREE_ACTIONS, definition_of, use_free_action
from chronicle.rules.wwn.actions.attack import ATTACK
from chronicle.rules.wwn.actions.create import CREATE
from chronicle.rules.wwn.actions.expand import EXPAND
from chronicle.rules.wwn.actions.hide import HIDE
from chronicle.rules.wwn.actions.move import MOVE
from chronicle.rules.wwn.actions.repair import REPAIR
from chronicle.rules.wwn.actions.sell import SELL
from chronicle.rules.wwn.events import Acted, Attacked, Event
from chronicle.rules.wwn.orders import Command, FreeActionOrder, Order, Orders
from chronicle.rules.wwn.state import State

#: The seven actions by name, in the order of the rules (W-TURN-5).
ACTION_DEFINITIONS: Final[Mapping[str, Action]] = {
    one.command.ACTION: one for one in (ATTACK, MOVE, REPAIR, EXPAND, CREATE, HIDE, SELL)
}
#: The types of what is told of orders, by code.
ORDER_FACTS: Final[Mapping[str, TellingFacts]] = {
    code: facts
    for part in (
        *(one.facts for one in FREE_ACTIONS),
        *(one.facts for one in ACTION_DEFINITIONS.values()),
    )
    for code, facts in part.items()
}
#: The codes of orders for the faction that gave them.
ACTION_CODES: Final = (
    *(one.effect.word for one in FREE_ACTIONS),
    "afflicts",
    *(name for name in ACTION_DEFINITIONS if name != "attack"),
)


def definition_of_command(command: Command) -> Action:
    """Return everything about the action that an order asks for."""
    return ACTION_DEFINITIONS[command.ACTION]


def resolve_order(state: State, order: Order, orders: Orders, dice: Dice) -> Iterator[Event]:
    """Yield the events of an order: its result, and rivals' reactions to it."""
    context, command = ActionContext(state, orders, dice, order.key), order.command
    done: ActionResult | Acted | Attacked
    definition: Action | FreeAction | None
    if isinstance(command, FreeActionOrder):
        done = use_free_action(context, order, command)
        effect = free_action_effect(state, order)
        definition = definition_of(effect) if effect is not None and effect.ordered else None
    else:
        definition = definition_of_command(command)
        done = definition.resolve(context, order, command)
    if not isinstance(done, ActionResult):
        yield done
        return
    yield acted_event(state, context, order, done)
    if definition is not None and done.details is not None:
        yield from definition.reactions(context, order, done.details)
