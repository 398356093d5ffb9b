"""Check custom actions: their check, and what each result brings (L-ACT-CUSTOM)."""

from __future__ import annotations

from chronicle.rules.lieutenants.adjustments import parse_brought
from chronicle.rules.lieutenants.diagnostics import orders as problems
from chronicle.rules.lieutenants.inputs import AdjustmentInput, BringsInput
from chronicle.rules.lieutenants.orders import CustomOrder
from chronicle.rules.lieutenants.terms import ROLL_RESULTS, RollResult
from chronicle.rules.lieutenants.validation.common import parse_opponent, parse_place
from chronicle.rules.lieutenants.validation.order_context import OrderContext, ParsedAction


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
