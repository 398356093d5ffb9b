"""Parse one order with all its keys."""

from __future__ import annotations

from collections.abc import Mapping

from chronicle.diagnostics.catalogue import content
from chronicle.records import Record
from chronicle.rules.lieutenants import orders
from chronicle.rules.lieutenants.action_definitions import COMMON_KEYS, ORDER_KEYS
from chronicle.rules.lieutenants.actions import ACTIONS
from chronicle.rules.lieutenants.actions.attack import AttackOrder
from chronicle.rules.lieutenants.actions.espionage import SpyOrder
from chronicle.rules.lieutenants.actions.raid import TakeOrder
from chronicle.rules.lieutenants.diagnostics import orders as problems
from chronicle.rules.lieutenants.dice_checks import npc_of_aim
from chronicle.rules.lieutenants.terms import StealthKind
from chronicle.rules.lieutenants.validation import (
    actors,
)
from chronicle.rules.lieutenants.validation.order_context import OrderContext, ParsedAction


class ParsedOrder(Record):
    """The parsed parts of an order."""

    context: OrderContext
    action: ParsedAction
    stealth: StealthKind
    influence: int
    end_at: Mapping[str, str]

    def order(self, *, needs: str = "", otherwise: orders.Order | None = None) -> orders.Order:
        context, doing = self.context, self.context.action_input
        return orders.Order(
            faction=context.faction,
            id=context.order.id,
            lieutenant=context.order.lieutenant,
            action=context.action,
            command=self.action.command,
            at=self.action.at,
            against=self.action.against,
            units=tuple(doing.units),
            items=tuple(doing.items),
            stealth=self.stealth,
            influence=self.influence,
            modifiers=tuple(orders.GmModifier(one.value, one.because) for one in doing.modifiers),
            needs=needs,
            otherwise=otherwise,
            pay=doing.pay or "none",
            choose=doing.choose or "more",
            hush=doing.hush or "none",
            if_ambushed=doing.if_ambushed or "none",
            if_blocked=doing.if_blocked or "none",
            end_at=self.end_at,
            plan=doing.plan.strip(),
            learned=tuple(dict.fromkeys(context.learned)),
            presumed=doing.against is None and self._of_a_place(),
            lost=bool(context.lost),
        )

    def _of_a_place(self) -> bool:
        """Return whether the opponent is the target because of a location or the capital there."""
        if not self.action.against:
            return False
        match self.action.command:
            case AttackOrder():
                return True
            case SpyOrder(kind=kind) | TakeOrder(kind=kind):
                return kind in ("location", "capital")
            case _:
                return False


def parse_order(context: OrderContext) -> ParsedOrder | None:
    """Parse an order and report the problems in all its parts; None after errors in its target."""
    hidden = check_wording(context)
    actors.check_people(context)
    if context.action != "move":
        actors.check_cohesion(context)
    read = ACTIONS[context.action].parse(context)
    npc = None if read is None else npc_of_aim(read.command, read.against, context.board)
    spent = actors.parse_influence_spent(context, npc)
    end_at = actors.parse_end_at(context)
    return None if read is None else ParsedOrder(context, read, hidden, spent, end_at)


def check_wording(context: OrderContext) -> StealthKind:
    """Check all that requires no board; return how the action is hidden."""
    check_keys(context)
    return parse_stealth(context)


def check_keys(context: OrderContext) -> None:
    """Report unknown and missing keys of the action, and invalid values."""
    doing, definition = context.action_input, context.definition
    for entry in doing.node.entries:
        key = entry.key.text
        if key not in (*COMMON_KEYS, *ORDER_KEYS, *definition.keys):
            context.report.add(
                problems.UnusedKey(
                    at=entry.key.span, key=key, what=f"`{context.action}`", takes=definition.keys
                )
            )
    for key in definition.required:
        if not doing.has(key):
            context.report_missing_key(key)
    if definition.pay and doing.pay is not None and doing.pay not in definition.pay:
        context.report.add(
            content.UnknownWord(at=doing.at("pay"), name=doing.pay, known=definition.pay)
        )
    if context.action in ("claim", "rally") and not doing.has("pay"):
        context.report.add(problems.PayMissing(at=doing.at("action"), action=context.action))
    for index, modifier in enumerate(doing.modifiers):
        if modifier.value == 0:
            context.report.add(problems.ZeroModifier(at=doing.at("modifiers", index, "value")))


def parse_stealth(context: OrderContext) -> StealthKind:
    """Return how the action is hidden; report it if it can't be (L-STL-2)."""
    asked = context.action_input.stealthy
    if asked is False:
        return ""
    open_to = context.definition.stealth
    word: StealthKind = "" if asked is True else asked
    if not open_to or (word and word not in open_to):
        at = context.action_input.at("stealthy")
        context.report.add(
            problems.StealthNotAllowed(at=at, action=context.action, word=word, open_to=open_to)
        )
        return ""
    return word or open_to[0]
