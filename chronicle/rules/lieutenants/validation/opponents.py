"""Parse the factions that an order is directed against."""

from __future__ import annotations

from chronicle.rules.lieutenants.diagnostics import orders as problems
from chronicle.rules.lieutenants.validation.common import report_own_target
from chronicle.rules.lieutenants.validation.order_context import OrderContext
from chronicle.rules.shared.parser import check_known


def parse_against(context: OrderContext) -> tuple[str, ...]:
    """Return the factions under ``against:``; report invalid ones."""
    written = context.action_input.against
    names = [written] if isinstance(written, str) else written or []
    found: list[str] = []
    for index, name in enumerate(names):
        at = (
            context.action_input.at("against")
            if isinstance(written, str)
            else context.action_input.at("against", index)
        )
        if name in found:
            context.report.add(problems.RepeatedName(at=at, name=name))
        elif check_known("faction", name, context.board.factions, at, context.report):
            found.append(name)
            if name == context.faction:
                report_own_target(context, name, at)
    return tuple(found)


def parse_opponent(context: OrderContext, default: str) -> str:
    """Return the one faction under ``against:``, or the default if there is none."""
    named = parse_against(context)
    if len(named) > 1:
        second = context.action_input.at("against", 1)
        context.report.add(problems.OneOpponent(at=second, action=context.action))
    if context.action_input.against is None:
        return default
    return named[0] if named else ""


def location_owner(context: OrderContext, place: str) -> str:
    """Return the faction that owns a location; empty if there is none."""
    found = context.board.places.get(place)
    return found.owner if found is not None else ""
