"""Demands of payment for rivals' assets (W-FX-DEMANDS)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final, Literal

from chronicle.model.audience import FOR_GM, visibility_of_factions
from chronicle.model.facts import Facts
from chronicle.records import replace
from chronicle.rules.kit import projector
from chronicle.rules.kit.refusals import first_reason
from chronicle.rules.order_form import ActionChoice, FieldChoice
from chronicle.rules.protocol import Disclosure, Reason
from chronicle.rules.wwn.action import FreeAction, FreeActionForm
from chronicle.rules.wwn.action_context import (
    ActionContext,
    ActionResult,
    pay_free_action,
    refused_result,
)
from chronicle.rules.wwn.board_view import BoardView, visibility_of_piece
from chronicle.rules.wwn.changes import Lost, Marked, Paid
from chronicle.rules.wwn.dice_checks import CheckSide, opposed_check
from chronicle.rules.wwn.effects import Demands
from chronicle.rules.wwn.events import Acted, Details
from chronicle.rules.wwn.fights.attack_effects import half_cost
from chronicle.rules.wwn.inputs import AbilityInput
from chronicle.rules.wwn.orders import FreeActionOrder, Order
from chronicle.rules.wwn.policies import agrees_to_pay
from chronicle.rules.wwn.refusals import target_refusals
from chronicle.rules.wwn.state import Asset, Mark, State
from chronicle.rules.wwn.telling_facts import GoneFate, action_facts
from chronicle.rules.wwn.validation.common import find_rival_asset
from chronicle.rules.wwn.validation.order_context import OrderContext, ValueRange
from chronicle.rules.wwn.witnesses import ACTOR_FACTS, hidden_hand_reason, tell_victim

_TARGET_FACTS: Final[projector.Readers] = frozenset({projector.TARGET})


class Demand(Details):
    """A demand for payment for a rival's asset: ``paid``, or what happened to it ``unpaid``."""

    CODE: ClassVar[str] = "demands"
    FATE: ClassVar[GoneFate] = "surrendered"

    subject: str
    name: Annotated[str, projector.OWN, projector.TARGET]
    against: Annotated[projector.FactionId, projector.OWN]
    asked: Annotated[int, projector.OWN, projector.TARGET]
    paid: Annotated[int, projector.OWN, projector.TARGET]
    unpaid: Annotated[Literal["", "lost", "withheld"], projector.OWN, projector.TARGET]

    @property
    def met(self) -> tuple[str, ...]:
        return (self.subject,)

    def to_target(self, view: BoardView, event: Acted) -> Disclosure | None:
        facts = projector.facts_of(self, _TARGET_FACTS, _TARGET_FACTS, view)
        return tell_victim(view, event, "demanded", facts) if view.faction == self.against else None

    def unseen_reason(self, view: BoardView, event: Acted) -> Reason | None:
        not_a_party = None if self.unpaid == "lost" else Reason("not-a-party", event.rule)
        return hidden_hand_reason(view, event) or not_a_party


def check_demand(context: OrderContext, entry: AbilityInput, asset: Asset, effect: Demands) -> None:
    """Check whom an asset demands payment of."""
    target = find_rival_asset(context, entry, asset, effect.reach)
    # Treasure that prevents an asset from being withheld goes to nobody.
    if target is not None and effect.unpaid == "lost":
        context.purse.gain(ValueRange(0, _price(context.board, target, effect)))


def _price(state: State, target: Asset, effect: Demands) -> int:
    return effect.price or half_cost(state.type_of(target).cost)


def demand(
    context: ActionContext, order: Order, command: FreeActionOrder, effect: Demands
) -> ActionResult:
    """Make a rival's asset pay, after a check if the effect needs one."""
    before = context.state
    bearer, target = before.assets[order.asset], before.assets.get(command.target)
    if target is None or target.faction == order.faction:
        return refused_result("target-gone")
    reason = first_reason(target_refusals(before, bearer, target, effect.reach))
    if reason:
        return refused_result(reason)
    pay_free_action(context, order, effect)
    asked = _price(before, target, effect)
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
    sides = demand_sides(bearer, target, effect)
    return sides is None or opposed_check(context, *sides).won


def demand_sides(
    bearer: Asset, target: Asset, effect: Demands
) -> tuple[CheckSide, CheckSide] | None:
    """Return the two sides of the check of a demand; None if it needs none."""
    if effect.attributes is None:
        return None
    ours, theirs = effect.attributes
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
    if not willing or not context.pay(by, asked, "demand", Demands.rule, target.id):
        return False
    if effect.unpaid == "lost":
        context.apply(Paid(to, asked, "demand-met", Demands.rule, target.id))
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


def demand_choices(form: FreeActionForm, effect: Demands) -> Iterator[ActionChoice]:
    """Yield the free action, with the rivals' assets in reach."""
    return form.aimed("target", _targets(form, effect), {})


def _targets(form: FreeActionForm, effect: Demands) -> Iterator[FieldChoice]:
    seen = form.seen
    for asset in seen.others():
        if any(target_refusals(seen.board, form.asset, asset, effect.reach)):
            continue
        sides = demand_sides(form.asset, asset, effect)
        target = seen.target(asset, seen.likely(*sides) if sides is not None else None)
        facts = Facts(target.facts, asked=_price(seen.board, asset, effect))
        yield replace(target, facts=facts)


DEMANDS: Final = FreeAction(
    Demands,
    lambda _: (("target",), ()),
    check_demand,
    demand,
    demand_choices,
    facts={
        "demands": action_facts("DemandFacts", Demand),
        "demanded": projector.declared_facts(
            "DemandedFacts", ACTOR_FACTS, projector.fact_types(Demand, _TARGET_FACTS)
        ),
    },
)
