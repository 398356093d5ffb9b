"""What an order came to, and the event that tells of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from chronicle.model.audience import FOR_GM, Visibility, visibility_of_factions
from chronicle.rules.wwn.action_context import Draft
from chronicle.rules.wwn.effects import WORDS, Effect
from chronicle.rules.wwn.events import Acted, Deed, Outcome, Reason
from chronicle.rules.wwn.orders import (
    Aim,
    Order,
    ToAttack,
    ToCreate,
    ToExpand,
    ToHide,
    ToMove,
    ToRepair,
    ToSell,
    ToUse,
)
from chronicle.rules.wwn.state import State
from chronicle.rules.wwn.terms import RULE_OF, Action


@dataclass(frozen=True, slots=True)
class Done:
    """What an order came to, before it is an event; who ordered it always knows.

    ``known`` are the others who learn of it, ``touched`` those who learn only that something of
    theirs changed.
    """

    deed: Deed | None
    known: Visibility = FOR_GM
    outcome: Outcome = "done"
    reason: Reason = ""
    touched: frozenset[str] = frozenset()


def refused(reason: Reason) -> Done:
    """An order whose ground was gone."""
    return Done(None, outcome="not-carried-out", reason=reason)


def acted(before: State, draft: Draft, order: Order, done: Done) -> Acted:
    """The event of an order; ``before`` is the board on which it was begun."""
    bearer = before.assets.get(order.asset)
    if bearer is not None and bearer.faction != order.faction:
        # What has changed sides is where its new owner wants it.
        bearer = None
    return Acted(
        id=f"{draft.dice.turn}/{order.key}",
        rule=_rule(before, order),
        faction=order.faction,
        order=order.id,
        action=_action(order.aim),
        asset=order.asset,
        name=bearer.name if bearer is not None else "",
        at=_where(order, bearer.at if bearer is not None else ""),
        deed=done.deed,
        outcome=done.outcome,
        reason=done.reason,
        reactions=tuple(draft.reactions),
        known=done.known | visibility_of_factions([order.faction]),
        touched=done.touched,
        changes=tuple(draft.changes),
        rolls=tuple(draft.rolls),
    )


def rule_of(effect: Effect) -> str:
    """The id of an effect's rule."""
    word = next(word for word, kind in WORDS.items() if isinstance(effect, kind))
    return f"W-FX-{word.upper()}"


def free_action(state: State, order: Order) -> Effect | None:
    """The effect that an ability's order is for; None when its asset is gone."""
    asset = state.assets.get(order.asset)
    if asset is None or not isinstance(order.aim, ToUse):
        return None
    return state.type_of(asset).effects[order.aim.effect]


def _rule(state: State, order: Order) -> str:
    action = _action(order.aim)
    if action:
        return RULE_OF[action]
    effect = free_action(state, order)
    return rule_of(effect) if effect is not None else "W-TURN-4"


def _action(aim: Aim) -> Action | Literal[""]:
    match aim:
        case ToUse():
            return ""
        case ToAttack():
            return "attack"
        case ToMove():
            return "move"
        case ToRepair():
            return "repair"
        case ToExpand():
            return "expand"
        case ToCreate():
            return "create"
        case ToHide():
            return "hide"
        case ToSell():
            return "sell"


def _where(order: Order, at: str) -> str:
    """The place that the order is about: where its asset stood, or the new base or asset is."""
    match order.aim:
        case ToExpand(base=base):
            return base.at
        case ToCreate(asset=asset):
            return asset.at
        case _:
            return at
