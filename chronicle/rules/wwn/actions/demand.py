"""Rivals made to pay for what they have (W-FX-DEMANDS)."""

from __future__ import annotations

from chronicle.model.audience import FOR_GM, visibility_of_factions
from chronicle.rules.wwn.action_context import Draft
from chronicle.rules.wwn.action_events import Done, refused
from chronicle.rules.wwn.actions.availability import spent
from chronicle.rules.wwn.changes import Lost, Marked, Paid
from chronicle.rules.wwn.dice_checks import Side, contest
from chronicle.rules.wwn.distance import within
from chronicle.rules.wwn.effects import Demands
from chronicle.rules.wwn.events import Demand
from chronicle.rules.wwn.fights.defender import policy_of
from chronicle.rules.wwn.fights.effects import half
from chronicle.rules.wwn.orders import Order, ToUse
from chronicle.rules.wwn.state import Asset, Mark, State
from chronicle.rules.wwn.terms import Attribute
from chronicle.rules.wwn.witnesses import seen_by

_RULE = "W-FX-DEMANDS"


def demand(draft: Draft, order: Order, aim: ToUse, effect: Demands) -> Done:
    """A rival's asset has to pay, after a check if the effect wants one."""
    before = draft.state
    bearer, target = before.assets[order.asset], before.assets.get(aim.target)
    # Nobody can ask anything of what he can't see.
    if target is None or target.faction == order.faction or target.stealth:
        return refused("target-gone")
    if not within(before, bearer.at, target.at, effect.reach):
        return refused("too-far")
    spent(draft, order, effect)
    asked = effect.price or half(before.type_of(target).cost)
    pressed = _pressed(draft, bearer, target, effect)
    # Who throws again may perish by it.
    if not pressed or target.id not in draft.state.assets:
        failed = Demand(target.id, target.name, target.faction, asked, 0, "")
        return _told(before, draft, order, target, Done(failed, outcome="failed"))
    paid = _paid(draft, order.faction, target, asked, effect)
    unpaid = "" if paid else effect.unpaid
    if unpaid == "lost":
        draft.do(Lost(target.id))
    elif unpaid == "withheld":
        draft.do(Marked(target.id, Mark("withheld", amount=asked)))
    deed = Demand(target.id, target.name, target.faction, asked, asked if paid else 0, unpaid)
    return _told(before, draft, order, target, Done(deed))


def _pressed(draft: Draft, bearer: Asset, target: Asset, effect: Demands) -> bool:
    """Whether the demand has any weight: the check is won, if there is one."""
    if effect.attributes is None:
        return True
    return contest(draft, *sides(bearer, target, effect.attributes)).won


def sides(
    bearer: Asset, target: Asset, attributes: tuple[Attribute, Attribute]
) -> tuple[Side, Side]:
    """The two sides of the check of an asset that makes another pay."""
    ours, theirs = attributes
    one, other = bearer.faction, target.faction
    return (
        Side(one, ours, "other", target.at, other, bearer.id),
        Side(other, theirs, "other", target.at, one, target.id),
    )


def _paid(draft: Draft, to: str, target: Asset, asked: int, effect: Demands) -> bool:
    """Whether the owner of an asset pays what is asked.

    It goes to the one who asks, but for what puts right an asset that would be withheld.
    """
    by = target.faction
    willing = policy_of(draft.state, draft.orders, by).pays
    if not willing or not draft.pay(by, asked, "demand", _RULE, target.id):
        return False
    if effect.unpaid == "lost":
        draft.do(Paid(to, asked, "demand-met", _RULE, target.id))
    return True


def _told(before: State, draft: Draft, order: Order, target: Asset, done: Done) -> Done:
    """Both parties learn the figure, and whoever saw an asset that is lost by it.

    Of one who asks from hiding nobody learns but that something is gone.
    """
    bearer = draft.state.assets.get(order.asset)
    if bearer is None or bearer.stealth:
        changed = frozenset({target.faction}) if done.outcome == "done" else frozenset()
        return Done(done.deed, FOR_GM, done.outcome, touched=changed)
    circle = visibility_of_factions([target.faction])
    if target.id not in draft.state.assets:
        circle = circle | seen_by(before, target)
    return Done(done.deed, circle, done.outcome)
