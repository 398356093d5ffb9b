"""Whether an action goes unnoticed or its actor unidentified (L-STL)."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.model.dice import Modifier, Roll
from chronicle.model.facts import Facts
from chronicle.rules.lieutenants import terms
from chronicle.rules.lieutenants.action_context import ActionContext, result_of_roll, roll_check
from chronicle.rules.lieutenants.events import NO_STEALTH, StealthResult
from chronicle.rules.lieutenants.state import State, Unit, owners


def resolve_stealth(
    context: ActionContext,
    roll_result: terms.RollResult | None,
    *,
    automatic_rule: str = "",
    lieutenant_target: bool = False,
) -> tuple[StealthResult, tuple[Roll, ...]]:
    """Return the stealth of an action, given its own result, and its stealth roll.

    ``automatic_rule`` is the rule by which this result is hidden without a check (L-STL-4). A
    failed attempt to recruit a lieutenant is always noticed (L-ACT-RECRUIT).
    """
    order = context.order
    rolls = (roll_stealth(context),) if order.stealth else ()
    kind: terms.StealthKind = order.stealth or (context.definition.stealth or ("",))[0]
    won = roll_result in terms.SUCCESSES
    if lieutenant_target and not won and rolls:
        return StealthResult(kind, True, False, "broken", terms.rule_of("recruit")), rolls
    if automatic_rule:
        return StealthResult(kind, bool(rolls), True, "automatic", automatic_rule), rolls
    if won and kind and _unseen_on_success(context):
        return StealthResult(kind, bool(rolls), True, "automatic", "L-AST-UNSEEN-ON-SUCCESS"), rolls
    if not rolls:
        return NO_STEALTH, ()
    shown = result_of_roll(rolls[0])
    if roll_result == "complete-failure" and context.definition.strict_stealth:
        if shown == "complete-success":
            return StealthResult(kind, True, True, "check", "L-STL-3"), rolls
        undone = shown == "success"
        return StealthResult(kind, True, False, "broken" if undone else "check", "L-STL-3"), rolls
    return StealthResult(kind, True, shown in terms.SUCCESSES, "check", "L-STL-3"), rolls


def roll_stealth(context: ActionContext) -> Roll:
    """Roll the straight Sneak check of a stealthy attempt (L-STL-1)."""
    return roll_check(
        context.dice, f"{context.order.key}/stealth", tuple(stealth_modifiers(context))
    )


def stealth_modifiers(context: ActionContext) -> list[Modifier]:
    """Return the stealth modifiers: the lieutenant's Sneak, and other factions' informers."""
    sneak = context.lieutenant.statistics.sneak
    parts = [Modifier(sneak, "statistic", "L-STL-1", Facts(skill="sneak"))]
    # Units that secretly serve the acting faction do not hinder it.
    if any(
        context.faction not in owners(unit) for unit in _informers(context.state, context.locale)
    ):
        parts.append(Modifier(-1, "informers", "L-AST-WATCHES-LOCALE"))
    return parts


def informed_factions(state: State, locale: str) -> frozenset[str]:
    """Return the factions whose informers watch a locale; double agents inform both masters."""
    return frozenset(owner for unit in _informers(state, locale) for owner in owners(unit))


def _informers(state: State, locale: str) -> Iterator[Unit]:
    """Yield the units that watch a locale (L-AST-WATCHES-LOCALE)."""
    for unit in state.assets.values():
        if not isinstance(unit, Unit) or unit.power("watches-locale") is None:
            continue
        if locale and state.locale(unit.at) == locale and state.fit(unit):
            yield unit


def _unseen_on_success(context: ActionContext) -> bool:
    skilled = context.definition.skill in ("sneak", "charm")
    return skilled and any(unit.power("unseen-on-success") is not None for unit in context.units)
