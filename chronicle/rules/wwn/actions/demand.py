"""Resolve demands for payment on rivals' assets (W-FX-DEMANDS)."""

from __future__ import annotations

from chronicle.model.audience import FOR_GM, visibility_of_factions
from chronicle.rules.wwn.action_context import ActionContext
from chronicle.rules.wwn.action_events import ActionResult, refused_result
from chronicle.rules.wwn.actions.availability import pay_free_action
from chronicle.rules.wwn.asset_visibility import visibility_of_piece
from chronicle.rules.wwn.changes import Lost, Marked, Paid
from chronicle.rules.wwn.dice_checks import CheckSide, opposed_check
from chronicle.rules.wwn.distance import is_within
from chronicle.rules.wwn.effects import Demands
from chronicle.rules.wwn.events import Demand
from chronicle.rules.wwn.fights.attack_effects import half_cost
from chronicle.rules.wwn.orders import FreeActionOrder, Order
from chronicle.rules.wwn.policies import agrees_to_pay
from chronicle.rules.wwn.state import Asset, Mark, State
from chronicle.rules.wwn.terms import Attribute

_RULE = "W-FX-DEMANDS"


def demand(
    context: ActionContext, order: Order, command: FreeActionOrder, effect: Demands
) -> ActionResult:
    """Make a rival's asset pay, after a check if the effect needs one."""
    before = context.state
    bearer, target = before.assets[order.asset], before.assets.get(command.target)
    # A faction can't demand anything of what it can't see.
    if target is None or target.faction == order.faction or target.stealth:
        return refused_result("target-gone")
    if not is_within(before, bearer.at, target.at, effect.reach):
        return refused_result("too-far")
    pay_free_action(context, order, effect)
    asked = effect.price or half_cost(before.type_of(target).cost)
    pressed = _win_check(context, bearer, target, effect)
    # An asset that rolls again may be lost by it.
    if not pressed or target.id not in context.state.assets:
        failed = Demand(target.id, target.name, target.faction, asked, 0, "")
        return _demand_result(
            before, context, order, target, ActionResult(failed, outcome="failed")
        )
    paid = _pay_demand(context, order.faction, target, asked, effect)
    unpaid = "" if paid else effect.unpaid
    if unpaid == "lost":
        context.apply(Lost(target.id))
    elif unpaid == "withheld":
        context.apply(Marked(target.id, Mark("withheld", amount=asked)))
    details = Demand(target.id, target.name, target.faction, asked, asked if paid else 0, unpaid)
    return _demand_result(before, context, order, target, ActionResult(details))


def _win_check(context: ActionContext, bearer: Asset, target: Asset, effect: Demands) -> bool:
    """Return whether the demand succeeds: the check is won, if there is one."""
    if effect.attributes is None:
        return True
    return opposed_check(context, *demand_sides(bearer, target, effect.attributes)).won


def demand_sides(
    bearer: Asset, target: Asset, attributes: tuple[Attribute, Attribute]
) -> tuple[CheckSide, CheckSide]:
    """Return the two sides of the check of a demand."""
    ours, theirs = attributes
    one, other = bearer.faction, target.faction
    return (
        CheckSide(one, ours, "other", target.at, other, bearer.id),
        CheckSide(other, theirs, "other", target.at, one, target.id),
    )


def _pay_demand(
    context: ActionContext, to: str, target: Asset, asked: int, effect: Demands
) -> bool:
    """Return whether the owner of an asset pays the demand.

    The payment goes to the demanding faction, except when it prevents an asset from being withheld.
    """
    by = target.faction
    willing = agrees_to_pay(context.state, context.orders, by, "pays", target.id)
    if not willing or not context.pay(by, asked, "demand", _RULE, target.id):
        return False
    if effect.unpaid == "lost":
        context.apply(Paid(to, asked, "demand-met", _RULE, target.id))
    return True


def _demand_result(
    before: State, context: ActionContext, order: Order, target: Asset, done: ActionResult
) -> ActionResult:
    """Return the result with its visibility.

    Both sides learn the number, and those who saw the asset see its loss. If the demanding asset is
    hidden, others learn only that something is gone.
    """
    bearer = context.state.assets.get(order.asset)
    if bearer is None or bearer.stealth:
        changed = frozenset({target.faction}) if done.outcome == "done" else frozenset()
        return ActionResult(done.details, FOR_GM, done.outcome, touched=changed)
    visibility = visibility_of_factions([target.faction])
    if target.id not in context.state.assets:
        visibility = visibility | visibility_of_piece(before, target)
    return ActionResult(done.details, visibility, done.outcome)
