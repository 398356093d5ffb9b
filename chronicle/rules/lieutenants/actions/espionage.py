"""Resolve orders to watch and to investigate (L-ACT-SURVEIL, L-ACT-INVESTIGATE)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chronicle.model.dice import Modifier
from chronicle.rules.lieutenants import check_sides
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.action_events import ActionResult, outcome_of, result_without_check
from chronicle.rules.lieutenants.actions.discovery import Observer
from chronicle.rules.lieutenants.changes import Burdened, Change, Found, Learnt, Watched
from chronicle.rules.lieutenants.dice_checks import Check, roll_opposed_check
from chronicle.rules.lieutenants.events import Discovery, PromptKind, SpyDetails
from chronicle.rules.lieutenants.orders import SpyOrder
from chronicle.rules.lieutenants.state import (
    Asset,
    Information,
    Lieutenant,
    StandingModifier,
    Unit,
    Watch,
)
from chronicle.rules.lieutenants.stealth import resolve_stealth
from chronicle.rules.lieutenants.terms import SUCCESSES, rule_of
from chronicle.rules.lieutenants.watches import secrets_shown

#: The penalty on watching a target that has caught the lieutenant before (L-ACT-SURVEIL).
CAUGHT_PENALTY = -3
#: The change to the opposition of a unit without the sneak competency (L-ACT-INVESTIGATE).
UNWARY_PENALTY = -2


def surveil(context: ActionContext, command: SpyOrder) -> ActionResult:
    """Watch a unit, a lieutenant or a location for the whole turn (L-ACT-SURVEIL)."""
    state, order = context.state, context.order
    at = _target_location(context, command)
    target = state.assets.get(command.subject)
    if target is not None and (state.locale(at) != context.locale or state.away(target.id)):
        details = SpyDetails(command.kind, command.subject, _target_name(context, command))
        return result_without_check(context, details, "not-there")
    other = check_sides.defending_side(state, order.against, at, "sneak", against=order.faction)
    own = check_sides.acting_side(context, "sneak")
    check = roll_opposed_check(context, "sneak", own, other, _hiding_modifier(context, target))
    eye = Observer(context, check.total, more=_chose_more(context, check))
    finds = eye.on(command) if check.result in SUCCESSES else ()
    changes: list[Change] = [*learning_changes(context, finds)]
    if check.result in SUCCESSES:
        changes += _past_discoveries(context, command.subject, changes)
        changes.append(Watched(Watch(order.faction, command.subject)))
    if check.result == "complete-failure":
        changes.append(Burdened(_caught_modifier(context, command)))
    prompt: PromptKind = "crumb" if check.result == "failure" else _prompt(context, check)
    return _spy_result(context, command, check, finds, changes, prompt)


def investigate(context: ActionContext, command: SpyOrder) -> ActionResult:
    """Investigate anything anywhere, from the lieutenant's place (L-ACT-INVESTIGATE, L-MOVE)."""
    target = context.state.assets.get(command.subject)
    own = check_sides.acting_side(context, "charm")
    more = _hiding_modifier(context, target)
    # The target opposes with Sneak.
    check = roll_opposed_check(
        context, "charm", own, opposing_side(target, command), more, opposing_skill="sneak"
    )
    eye = Observer(
        context,
        check.total,
        asking=True,
        complete=check.result == "complete-success",
        more=_chose_more(context, check),
    )
    finds = eye.on(command) if check.result in SUCCESSES else ()
    prompt = _prompt(context, check)
    if check.result in SUCCESSES and command.kind == "other" and not prompt:
        prompt = "answer"
    return _spy_result(
        context, command, check, finds, list(learning_changes(context, finds)), prompt
    )


def opposing_side(target: Asset | None, command: SpyOrder) -> check_sides.CheckSide:
    """Return what opposes an investigation: the target, or the obscurity of the matter."""
    match target:
        case Lieutenant(level=level, statistics=statistics):
            return check_sides.CheckSide(level, statistics.sneak, (target,), (target,))
        case Unit(level=level, competencies=competencies):
            wary = "sneak" in competencies
            return check_sides.CheckSide(
                level if wary else level + UNWARY_PENALTY, 0, (target,), (target,)
            )
        case Information(obscurity=obscurity):
            return check_sides.fixed_side(obscurity)
        case _:
            return check_sides.fixed_side(command.obscurity)


def _target_location(context: ActionContext, command: SpyOrder) -> str:
    target = context.state.assets.get(command.subject)
    return command.subject if target is None else context.state.at(target)


def _hiding_modifier(context: ActionContext, target: Asset | None) -> tuple[Modifier, ...]:
    """Return the penalty on watching or investigating a hidden asset: its hiding level."""
    if target is None or target.hiding is None or not target.hiding.level:
        return ()
    if not context.state.hidden(target, context.faction):
        return ()
    return (Modifier(-target.hiding.level, "hidden", rule_of("conceal")),)


def _chose_more(context: ActionContext, check: Check) -> bool:
    return check.result == "complete-success" and context.order.choose == "more"


def _prompt(context: ActionContext, check: Check) -> PromptKind:
    return "something-more" if _chose_more(context, check) else ""


def _caught_modifier(context: ActionContext, command: SpyOrder) -> StandingModifier:
    return StandingModifier(
        id=f"{context.id()}/burnt",
        value=CAUGHT_PENALTY,
        rule=rule_of("surveil"),
        faction=context.faction,
        actions=("surveil",),
        lieutenant=context.order.lieutenant,
        target=command.subject,
    )


def learning_changes(context: ActionContext, finds: Iterable[Discovery]) -> Iterable[Change]:
    """Yield the hidden assets and secret places that the faction has now found."""
    state, faction = context.state, context.faction
    places: dict[str, None] = {}
    for find in finds:
        asset = state.assets.get(find.asset)
        if asset is not None and asset.hiding and state.hidden(asset, faction):
            yield Found(find.asset, faction)
        places[find.at] = None
    for place in places:
        there = state.places.get(place)
        if there is not None and not there.known(faction):
            yield Learnt(place, faction)


def _past_discoveries(
    context: ActionContext, subject: str, known: Iterable[Change]
) -> Iterator[Change]:
    """Yield the secret places where a watched asset was seen earlier in the turn."""
    state, faction = context.state, context.faction
    learnt = {change.place for change in known if isinstance(change, Learnt)}
    shown = (secrets_shown(state, event, subject, faction) for event in context.past)
    for place in dict.fromkeys(place for places in shown for place in places):
        if place not in learnt:
            yield Learnt(place, faction)


def _spy_result(
    context: ActionContext,
    command: SpyOrder,
    check: Check,
    finds: tuple[Discovery, ...],
    changes: list[Change],
    prompt: PromptKind,
) -> ActionResult:
    action = context.order.action
    clean = check.result == "complete-success" and context.order.choose == "stealth"
    stealth, rolls = resolve_stealth(
        context, check.result, automatic_rule=rule_of(action) if clean else ""
    )
    complete = check.result == "complete-success"
    details = SpyDetails(
        kind=command.kind,
        subject=command.subject if command.kind != "other" else "",
        name=_target_name(context, command),
        finds=finds,
        places=tuple(change.place for change in changes if isinstance(change, Learnt)),
        text=command.subject if command.kind == "other" else "",
        chose=context.order.choose if complete else "",
    )
    return ActionResult(
        details, outcome_of(check.result), check, stealth, tuple(changes), rolls, prompt=prompt
    )


def _target_name(context: ActionContext, command: SpyOrder) -> str:
    asset = context.state.assets.get(command.subject)
    return asset.name if asset is not None else ""
