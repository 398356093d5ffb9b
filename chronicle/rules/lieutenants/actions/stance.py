"""Resolve orders to take a stance (L-ACT-AMBUSH, L-ACT-BLOCK, L-TURN-5)."""

from __future__ import annotations

from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.action_events import ActionResult
from chronicle.rules.lieutenants.changes import Change, Moved, StanceEnded, Stood
from chronicle.rules.lieutenants.events import StanceDetails
from chronicle.rules.lieutenants.orders import StanceOrder
from chronicle.rules.lieutenants.state import Minion, Stance


def take_stance(context: ActionContext, command: StanceOrder) -> ActionResult:
    """Move the lieutenant and the units to a location of the locale to wait there.

    No check is rolled. A stance that is taken again counts as the last one set.
    """
    order = context.order
    company: tuple[Minion, ...] = (context.lieutenant, *context.units)
    stance = Stance(
        order.lieutenant,
        order.faction,
        command.kind,
        order.at,
        tuple(unit.id for unit in context.units),
        command.against,
        command.style,
        order.items,
        tuple((given.value, given.because) for given in order.modifiers),
        command.way,
    )
    changes: list[Change] = [Moved(one.id, order.at) for one in company if one.at != order.at]
    if order.lieutenant in context.state.stances:
        changes.append(StanceEnded(order.lieutenant))
    changes.append(Stood(stance))
    return ActionResult(
        StanceDetails(command.kind, command.against, command.style, command.way),
        "done",
        changes=tuple(changes),
    )
