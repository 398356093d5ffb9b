"""Do something that the GM makes up: a check, and what its result brings (L-ACT-CUSTOM)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Final

from chronicle.diagnostics.report import Report
from chronicle.model.facts import faction_ref
from chronicle.rules import order_form
from chronicle.rules.kit.projector import OWN, WITNESS
from chronicle.rules.lieutenants import check_sides, events, terms
from chronicle.rules.lieutenants.action import Action
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.action_events import ActionResult, outcome_of
from chronicle.rules.lieutenants.adjustments import events_of, parse_brought
from chronicle.rules.lieutenants.catalogue import Skill
from chronicle.rules.lieutenants.changes import Change
from chronicle.rules.lieutenants.diagnostics import orders as problems
from chronicle.rules.lieutenants.dice_checks import Check, roll_opposed_check, roll_straight_check
from chronicle.rules.lieutenants.events import Details
from chronicle.rules.lieutenants.form_context import ALL_SKILLS, LieutenantContext, optional_select
from chronicle.rules.lieutenants.inputs import AdjustmentInput, BringsInput
from chronicle.rules.lieutenants.orders import Command, Order
from chronicle.rules.lieutenants.state import State
from chronicle.rules.lieutenants.terms import ROLL_RESULTS, RollResult, rule_of
from chronicle.rules.lieutenants.validation.common import parse_opponent, parse_place
from chronicle.rules.lieutenants.validation.order_context import OrderContext, ParsedAction


class CustomOrder(Command):
    """Do something of the GM's making, called ``name``; the check decides what it brings.

    ``level`` or the competency ``opposed_by`` of the order's target opposes the check; with neither
    it is straight. ``brings`` are adjustments as written, for the board when they are made; empty
    if the GM has yet to say what they are.
    """

    name: str
    skill: Skill
    level: int | None
    opposed_by: Skill | None
    notice: terms.NoticedBy
    brings: Mapping[terms.RollResult, tuple[AdjustmentInput, ...]]


class CustomDetails(Details):
    """An action of the GM's making, by name, and who notices it (L-ACT-CUSTOM)."""

    name: Annotated[str, OWN, WITNESS]
    notice: terms.NoticedBy

    @property
    def subject_name(self) -> str:
        return ""


def parse_custom(context: OrderContext) -> ParsedAction | None:
    """Parse a custom action; without `notice:`, only those who watch notice it."""
    doing = context.action_input
    at, against = parse_place(context), parse_opponent(context, "")
    check, notice = doing.check, doing.notice or "watchers"
    opposed = check is not None and check.opposed_by is not None
    if check is not None and opposed and check.level is not None:
        context.report.add(
            problems.UnusedKey(
                at=check.key_at("level"),
                key="level",
                what="`check:` with `opposed_by:`",
                takes=("skill", "opposed_by"),
            )
        )
    if (opposed or notice == "target") and doing.against is None:
        context.report_missing_key("against")
    written = doing.brings or BringsInput()
    for entries in (
        *(written.complete_failure, written.failure),
        *(written.success, written.complete_success),
    ):
        parse_brought(entries, context.key, context.board, context.report)
    if check is None or doing.name is None:
        return None
    brings = _by_result(doing.brings)
    command = CustomOrder(doing.name, check.skill, check.level, check.opposed_by, notice, brings)
    return ParsedAction(command, at, against)


def _by_result(brings: BringsInput | None) -> dict[RollResult, tuple[AdjustmentInput, ...]]:
    """Return what each result brings; a complete one, if nothing is written for it, as the plain.

    An empty list is something written. Without `brings:`, the result is empty.
    """
    if brings is None:
        return {}
    worst = brings.complete_failure if brings.has("complete_failure") else brings.failure
    best = brings.complete_success if brings.has("complete_success") else brings.success
    lists = (worst, brings.failure, brings.success, best)
    return {result: tuple(one) for result, one in zip(ROLL_RESULTS, lists, strict=True)}


_RULE = rule_of("custom")
_UNNOTICED = events.StealthResult("unnoticed", False, True, "always", _RULE)


def custom(context: ActionContext, command: CustomOrder) -> ActionResult:
    """Roll the check; :func:`brought_events` are the events of what it brings."""
    check = _roll_custom_check(context, command)
    stealth = _UNNOTICED if command.notice == "nobody" else events.NO_STEALTH
    return ActionResult(
        CustomDetails(command.name, command.notice),
        outcome_of(check.result),
        check,
        stealth,
        prompt="" if command.brings else "what-it-brings",
    )


def _roll_custom_check(context: ActionContext, command: CustomOrder) -> Check:
    """Roll the check: against a level, against the target faction at the location, or straight."""
    skill, order = command.skill, context.order
    if command.level is not None:
        return roll_opposed_check(
            context,
            skill,
            check_sides.acting_side(context, skill),
            check_sides.fixed_side(command.level),
        )
    if command.opposed_by is None:
        return roll_straight_check(context, skill)
    # Who is hidden from the actor defends against anything but force (L-CHK-6).
    present = check_sides.defenders_present(
        context.state, order.against, order.at, skill, against=order.faction
    )
    forceful = skill == "force"
    enemy = check_sides.resisting_side(
        context.state, present, command.opposed_by, against_group=forceful and bool(context.units)
    )
    own = check_sides.acting_side(context, skill, against_group=forceful and len(enemy.minions) > 1)
    return roll_opposed_check(context, skill, own, enemy, opposing_skill=command.opposed_by)


def brought_events(context: ActionContext, acted: events.Acted) -> Iterator[events.Altered]:
    """Return the events of what the result of a custom action brings; none for other actions.

    ``context`` is that after the action. What does not fit its board any more is left out.
    """
    command = context.order.command
    if not isinstance(command, CustomOrder) or acted.result is None:
        return iter(())
    brought = parse_brought(
        command.brings.get(acted.result, ()), context.id("brings"), context.state, Report()
    )
    return events_of(brought, _RULE)


def custom_choices(context: LieutenantContext) -> Iterator[order_form.ActionChoice]:
    """Yield an action in the players' words, whose chance only the GM decides."""
    skills = tuple(map(order_form.FieldChoice, ALL_SKILLS))
    others = (order_form.FieldChoice(it.id, faction_ref(it.id)) for it in context.factions())
    yield context.case(
        "custom",
        order_form.TextField("name", needed=True),
        order_form.FieldGroup("check", (order_form.SelectField("skill", skills, needed=True),)),
        *optional_select("against", others),
    )


def custom_gains(state: State, order: Order, command: CustomOrder) -> Iterator[Change]:
    """Yield what the best result brings."""
    written = command.brings.get("complete-success", ())
    for brought in parse_brought(written, order.key, state, Report()):
        yield from brought.changes


CUSTOM: Final = Action(
    name="custom",
    details=CustomDetails,
    keys=("name", "check", "brings", "notice", "at", "against", "end_at"),
    required=("name", "check"),
    noticed_by="watchers",
    witness_code="seen-custom",
    parse=parse_custom,
    resolve=custom,
    choices=custom_choices,
    gains=custom_gains,
    result_shows=False,
)
