"""The allowed and required keys of each action, and their allowed values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chronicle.diagnostics.catalogue import content
from chronicle.rules.lieutenants.diagnostics import influence
from chronicle.rules.lieutenants.diagnostics import keys as wording
from chronicle.rules.lieutenants.terms import STEALTH_BY_ACTION, Action, StealthKind
from chronicle.rules.lieutenants.validation.order_context import OrderContext

#: Keys that every action has.
COMMON_KEYS: Final = (
    "action",
    "units",
    "items",
    "stealthy",
    "influence",
    "modifiers",
    "if_ambushed",
    "if_blocked",
    "plan",
)
#: Keys of the order itself, which `otherwise:` does not repeat.
ORDER_KEYS: Final = ("id", "lieutenant", "needs", "otherwise")

_PROJECT_KEYS: Final = ("project", "successes", "hold")
#: The further keys of each action, the most important first.
KEYS_BY_ACTION: Final[Mapping[Action, tuple[str, ...]]] = {
    "aggressive-attack": ("at", "against", "strike", "answers", "end_at"),
    "cautious-attack": ("at", "against", "strike", "answers", "end_at"),
    "raid": ("take", "at", "against", "end_at"),
    "conceal": ("target", "move_to", "end_at"),
    "steal": ("take", "at", "against", "end_at"),
    "surveil": ("target", "against", "choose", "end_at"),
    "purchase": ("buy", "at", "pay", "end_at"),
    "investigate": ("target", "choose", "end_at"),
    "recruit": ("target", "join", "end_at"),
    "sell": ("target", "end_at"),
    "seduce": ("target", "end_at"),
    "research": (*_PROJECT_KEYS, "name", "at", "end_at"),
    "move": ("to", "carry"),
    "train": (*_PROJECT_KEYS, "target", "gain", "statistic", "sent_away", "end_at"),
    "work": ("selective", "at", "end_at"),
    "ambush": ("at", "against", "attack"),
    "block": ("at", "way", "against"),
    "gain-influence": ("npc", "hush", "at", "end_at"),
    "ally": ("npc", "hush", "at", "end_at"),
    "claim": ("npc", "target", "pay", "hush", "at", "end_at"),
    "rally": ("npc", "against", "pay", "hush", "at", "end_at"),
}
#: Required keys of each action.
REQUIRED_KEYS: Final[Mapping[Action, tuple[str, ...]]] = {
    "raid": ("take",),
    "conceal": ("target",),
    "steal": ("take",),
    "surveil": ("target",),
    "purchase": ("buy",),
    "investigate": ("target",),
    "recruit": ("target",),
    "sell": ("target",),
    "seduce": ("target",),
    "research": ("project",),
    "move": ("to",),
    "train": ("project",),
    "work": ("units",),
    "ambush": ("against",),
    "block": ("against",),
    "gain-influence": ("npc",),
    "ally": ("npc",),
    "claim": ("npc", "target"),
    "rally": ("npc", "against"),
}
#: Allowed values of `pay:`.
PAY_WORDS: Final[Mapping[Action, tuple[str, ...]]] = {
    "purchase": ("double", "none"),
    "claim": ("influence", "capital", "none"),
    "rally": ("influence", "capital", "none"),
}


def check_keys(context: OrderContext) -> None:
    """Report unknown and missing keys of the action, and invalid values."""
    doing, takes = context.action_input, KEYS_BY_ACTION[context.action]
    for entry in doing.node.entries:
        key = entry.key.text
        if key not in (*COMMON_KEYS, *ORDER_KEYS, *takes):
            context.report.add(
                wording.UnusedKey(
                    at=entry.key.span, key=key, what=f"`{context.action}`", takes=takes
                )
            )
    for key in REQUIRED_KEYS.get(context.action, ()):
        if not doing.has(key):
            context.report_missing_key(key)
    words = PAY_WORDS.get(context.action)
    if words is not None and doing.pay is not None and doing.pay not in words:
        context.report.add(content.UnknownWord(at=doing.at("pay"), word=doing.pay, known=words))
    if context.action in ("claim", "rally") and not doing.has("pay"):
        context.report.add(influence.PayMissing(at=doing.at("action"), action=context.action))
    for index, modifier in enumerate(doing.modifiers):
        if modifier.value == 0:
            context.report.add(wording.ZeroModifier(at=doing.at("modifiers", index, "value")))


def parse_stealth(context: OrderContext) -> StealthKind:
    """Return how the action is hidden; report it if it can't be (L-STL-2)."""
    asked = context.action_input.stealthy
    if asked is False:
        return ""
    open_to = STEALTH_BY_ACTION.get(context.action, ())
    word: StealthKind = "" if asked is True else asked
    if not open_to or (word and word not in open_to):
        at = context.action_input.at("stealthy")
        context.report.add(
            wording.StealthNotAllowed(
                at=at, action=context.action, word=word, open_to=tuple(open_to)
            )
        )
        return ""
    return word or open_to[0]
