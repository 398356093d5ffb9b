"""Look up the places and factions that a campaign's files name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from chronicle.diagnostics.report import Report
from chronicle.files.source import Span
from chronicle.records import Record
from chronicle.rules.kit.parser import check_known
from chronicle.rules.lieutenants.catalogue import Catalogue
from chronicle.rules.lieutenants.diagnostics import setup as problems
from chronicle.rules.lieutenants.state import PlaceState, State


class SetupContext(Record):
    """What assets can refer to: places by id, ids of factions, and the catalogue."""

    places: Mapping[str, PlaceState]
    factions: tuple[str, ...]
    catalogue: Catalogue


class HasSpans(Protocol):
    """A part of a file that knows the spans of its values."""

    def at(self, *path: str | int) -> Span: ...


def setup_context_of(state: State) -> SetupContext:
    """Return the places, factions and catalogue of a board."""
    return SetupContext(state.places, tuple(state.factions), state.house.catalogue)


def check_location(name: str, places: Mapping[str, PlaceState], at: Span, report: Report) -> bool:
    """Return whether a name is that of a location; report it if it is unknown or of another tier.

    Only locations are suggested instead of an unknown name.
    """
    locations = [place.id for place in places.values() if place.tier == "location"]
    if name not in places:
        return check_known("location", name, locations, at, report)
    if name in locations:
        return True
    inside = tuple(id for id in locations if name in (places[id].within, *_region_of(places, id)))
    tier = places[name].tier
    report.add(problems.NotLocation(at=at, place=name, tier=tier, inside=inside))
    return False


def _region_of(places: Mapping[str, PlaceState], id: str) -> tuple[str, ...]:
    """Return the region of a location as a tuple of one; an empty tuple if it has none."""
    locale = places.get(places[id].within)
    return (locale.within,) if locale is not None else ()


def check_npc(
    name: str,
    faction: str,
    npc_ids: Iterable[str],
    factions: Iterable[str],
    at: Span,
    report: Report,
) -> bool:
    """Return whether a name is that of another, NPC faction; report it if not."""
    if not check_known("faction", name, factions, at, report):
        return False
    listed = tuple(npc for npc in npc_ids if npc != faction)
    if name not in listed:
        itself = name == faction
        report.add(problems.NotAnNpc(at=at, name=name, known=listed, itself=itself))
    return name in listed
