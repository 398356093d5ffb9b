"""The broadsheet of a turn: its public news, the events of each place, and earlier rumors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from chronicle.model.facts import Fact, Facts, Ref
from chronicle.outline.views import (
    Broadsheet,
    BroadsheetColumn,
    PlaceEvents,
    Steps,
    heading_of,
)
from chronicle.project.edition import EventView, PlaceView, RumorView, TurnView


def broadsheet_of(turn: TurnView, places: Sequence[PlaceView], steps: Steps) -> Broadsheet:
    """The broadsheet of a turn."""
    return Broadsheet(
        heading=heading_of(turn),
        news=tuple(it for it in turn.news if it.public and not it.sender),
        columns=tuple(_columns_of(turn, [Ref("place", place.id) for place in places])),
        verdicts=tuple(it for it in turn.reveals if it.rumor is not None),
        steps=steps,
    )


def street_of(turn: TurnView) -> tuple[PlaceEvents, ...]:
    """The public events of a turn by place, in the order of the first of each; no place is last."""
    found: dict[Ref | None, list[EventView]] = {}
    for told in turn.public_events:
        found.setdefault(_place_of(told.telling.facts), []).append(told)
    places = sorted(found, key=lambda place: place is None)
    return tuple(PlaceEvents(place, tuple(found[place])) for place in places)


def _columns_of(turn: TurnView, places: Sequence[Ref]) -> Iterator[BroadsheetColumn]:
    """The columns, longest first; places with as many items in the campaign's order."""
    events: dict[Ref | None, list[EventView]] = {}
    rumors: dict[Ref | None, list[RumorView]] = {}
    for told in turn.public_events:
        events.setdefault(_place_of(told.telling.facts), []).append(told)
    for rumor in turn.rumors:
        rumors.setdefault(rumor.where[0] if rumor.where else None, []).append(rumor)
    found = [
        BroadsheetColumn(ref, tuple(events.get(ref, ())), tuple(rumors.get(ref, ())))
        for ref in (*places, None)
        if ref in events or ref in rumors
    ]
    return iter(sorted(found, key=lambda it: (it.place is None, -len(it.events) - len(it.rumors))))


def _place_of(facts: Facts) -> Ref | None:
    """The place that an event is about: the last one named, where a way ends; None without."""
    return next((ref for ref in reversed([*_refs_in(facts.values())]) if ref.kind == "place"), None)


def _refs_in(facts: Iterable[Fact]) -> Iterator[Ref]:
    """The references in facts, in their order."""
    for fact in facts:
        if isinstance(fact, Ref):
            yield fact
        elif isinstance(fact, Facts):
            yield from _refs_in(fact.values())
        elif isinstance(fact, tuple):
            yield from _refs_in(fact)
