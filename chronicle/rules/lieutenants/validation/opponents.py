"""Whom an order is aimed at: the other factions that it names."""

from __future__ import annotations

from chronicle.files.source import Span
from chronicle.rules.lieutenants.diagnostics import keys, targets
from chronicle.rules.lieutenants.validation.order_context import Case
from chronicle.rules.shared.parser import check_known


def against_all(case: Case) -> tuple[str, ...]:
    """The other factions under ``against:``, with a finding for each that can't be meant."""
    written = case.doing.against
    names = [written] if isinstance(written, str) else written or []
    found: list[str] = []
    for index, name in enumerate(names):
        at = (
            case.doing.at("against")
            if isinstance(written, str)
            else case.doing.at("against", index)
        )
        if name in found:
            case.report.add(keys.Twice(at=at, name=name))
        elif check_known("faction", name, case.board.factions, at, case.report):
            found.append(name)
            if name == case.faction:
                own_target(case, name, at)
    return tuple(found)


def opponent(case: Case, otherwise: str) -> str:
    """The one faction under ``against:``, or this other one when nothing is said there."""
    named = against_all(case)
    if len(named) > 1:
        second = case.doing.at("against", 1)
        case.report.add(targets.OneOpponent(at=second, action=case.action))
    if case.doing.against is None:
        return otherwise
    return named[0] if named else ""


def own_target(case: Case, name: str, at: Span) -> None:
    """Adds that the action is aimed at something of one's own."""
    case.report.add(targets.OwnTarget(at=at, action=case.action, name=name, faction=case.faction))


def owner_of(case: Case, place: str) -> str:
    """The faction that owns a location; empty for none."""
    found = case.board.places.get(place)
    return found.owner if found is not None else ""
