"""The allowed and required keys of each action, and their allowed values."""

from __future__ import annotations

from chronicle.diagnostics.catalogue import content
from chronicle.rules.lieutenants.action_definitions import COMMON_KEYS, ORDER_KEYS
from chronicle.rules.lieutenants.diagnostics import orders as problems
from chronicle.rules.lieutenants.terms import StealthKind
from chronicle.rules.lieutenants.validation.order_context import OrderContext


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
