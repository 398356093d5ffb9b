"""Resolve the free actions of assets, by their effects (W-TURN-4)."""

from __future__ import annotations

from chronicle.rules.wwn.action_context import ActionContext
from chronicle.rules.wwn.action_events import ActionResult, free_action_effect, refused_result
from chronicle.rules.wwn.actions.availability import inability_reason
from chronicle.rules.wwn.actions.carry import carry
from chronicle.rules.wwn.actions.demand import demand
from chronicle.rules.wwn.actions.profit import profit
from chronicle.rules.wwn.actions.search import expose
from chronicle.rules.wwn.actions.support import cloak, mend
from chronicle.rules.wwn.effects import Carries, Cloaks, Demands, Exposes, Mends, Yields
from chronicle.rules.wwn.orders import FreeActionOrder, Order


def use_free_action(context: ActionContext, order: Order, command: FreeActionOrder) -> ActionResult:
    """Resolve a free action, if its asset can use it now."""
    state = context.state
    reason = inability_reason(state, order)
    if reason:
        return refused_result(reason)
    if state.assets[order.asset].mark("hobbled"):
        return refused_result("asset-hobbled")
    effect = free_action_effect(state, order)
    uncapped = isinstance(effect, Carries) and not effect.capped
    if order.asset in state.used and not uncapped:
        return refused_result("used-already")
    match effect:
        case Carries():
            return carry(context, order, command, effect)
        case Yields():
            return profit(context, order, effect)
        case Mends():
            return mend(context, order, command, effect)
        case Exposes():
            return expose(context, order, command, effect)
        case Cloaks():
            return cloak(context, order, command, effect)
        case Demands():
            return demand(context, order, command, effect)
        case _:
            # Help with a purchase is named in its order, and a reroll with the roll.
            return refused_result("barred")
