"""The names used to ask about a thing: ``place:den``, ``news:3/barrels`` or ``news:3/1``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeAlias

from chronicle.model.campaign import Turn
from chronicle.model.facts import Ref, RefKind
from chronicle.project.access_report.report import AccessReport, AccessReporter

#: Computes a report on demand.
ReportFactory: TypeAlias = Callable[[], AccessReport]


def event_reports(reasons: AccessReporter) -> dict[str, ReportFactory]:
    """Reports on all events, by event id."""
    return {
        step.event.id: partial(reasons.event, played_turn.turn, step)
        for played_turn in reasons.history.turns
        for step in played_turn.steps
    }


def subject_reports(reasons: AccessReporter) -> dict[str, ReportFactory]:
    """Reports on everything that can be asked about, by name.

    Things in a turn are named by id, if they have one, and by their number in the list.
    """
    named = dict(_standalone_reports(reasons))
    for turn in reasons.campaign.turns:
        named |= dict(_reports_of_turn(reasons, turn))
    return named


def _standalone_reports(reasons: AccessReporter) -> Iterator[tuple[str, ReportFactory]]:
    campaign = reasons.campaign
    kinds: tuple[tuple[RefKind, list[str]], ...] = (
        ("place", [one.id for one in campaign.places]),
        ("faction", [one.id for one in campaign.factions]),
        ("person", [one.id for one in campaign.entities if one.kind == "person"]),
        ("item", [one.id for one in campaign.entities if one.kind == "item"]),
        ("page", [one.id for one in campaign.pages]),
    )
    for kind, ids in kinds:
        for id in ids:
            yield f"{kind}:{id}", partial(reasons.standing, Ref(kind, id))


def _reports_of_turn(reasons: AccessReporter, turn: Turn) -> Iterator[tuple[str, ReportFactory]]:
    number = turn.number
    for place, item in enumerate(turn.news, start=1):
        for id in dict.fromkeys((str(place), item.id or str(place))):
            yield f"news:{number}/{id}", partial(reasons.news, number, item, f"{number}/{id}")
    for place, rumor in enumerate(turn.rumors, start=1):
        for id in dict.fromkeys((str(place), rumor.id or str(place))):
            yield f"rumor:{number}/{id}", partial(reasons.rumor, rumor, f"{number}/{id}")
    for place, reveal in enumerate(turn.reveals, start=1):
        id = f"{number}/{place}"
        yield f"reveal:{id}", partial(reasons.reveal, number, reveal, id)
    for place, relation in enumerate(turn.relations, start=1):
        id = f"{number}/{place}"
        yield f"relation:{id}", partial(reasons.relation, number, relation, id)
