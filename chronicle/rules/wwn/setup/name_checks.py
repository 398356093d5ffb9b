"""Check names in the files of this ruleset: factions, places, tags, bans."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from chronicle.diagnostics.report import Report
from chronicle.files.source import Span
from chronicle.model.audience import EVERYONE_ID
from chronicle.records import Record, replace
from chronicle.rules.kit.parser import check_known
from chronicle.rules.wwn.catalogue.records import Catalogue
from chronicle.rules.wwn.diagnostics import setup as problems
from chronicle.rules.wwn.state import PlaceState, State
from chronicle.yaml.decode import InputModel


class UnreadIds(Record):
    """Ids in the files that could not be parsed; with ``more``, any other id may be among them.

    References to them are not reported, because the mistake is elsewhere.
    """

    ids: frozenset[str] = frozenset()
    more: bool = False

    def __contains__(self, name: str) -> bool:
        return self.more or name in self.ids

    def __bool__(self) -> bool:
        return self.more or bool(self.ids)


NO_UNREAD_IDS: Final = UnreadIds()


def check_living(name: str, state: State, at: Span, report: Report) -> bool:
    """Return whether a name is that of a faction that has not collapsed; report it if not."""
    if not check_known("faction", name, state.factions, at, report):
        return False
    collapsed = state.factions[name].collapsed
    if collapsed:
        report.add(problems.HasCollapsed(at=at, faction=name))
    return not collapsed


def check_rival(name: str, faction: str, state: State, at: Span, report: Report) -> bool:
    """Return whether a name is that of another faction still in play; report it if not."""
    if name == faction:
        report.add(problems.OwnFactionNamed(at=at, faction=name))
        return False
    return check_living(name, state, at, report)


def check_place(name: str, state: State, at: Span, report: Report) -> bool:
    """Return whether a name is that of a place; report it if not."""
    return check_known("place", name, state.places, at, report)


def parse_bans(
    place: PlaceState,
    value: str | list[str],
    entry: InputModel,
    path: tuple[str, ...],
    factions: Iterable[str],
    report: Report,
) -> PlaceState:
    """Return a place that shuts out exactly the factions in ``value``.

    ``everyone`` excludes the ruler and the factions already admitted; a faction that is named is no
    longer admitted. Unknown names and the ruler's own are reported.
    """
    if value == EVERYONE_ID:
        return replace(place, closed=True, forbids=frozenset())
    names = [value] if isinstance(value, str) else value
    listed, barred = tuple(factions), set[str]()
    for index, name in enumerate(names):
        at = entry.at(*path, index)
        if name == place.ruler:
            report.add(problems.RulerShutOut(at=at, name=name))
        elif check_known("faction", name, listed, at, report):
            barred.add(name)
    admits = place.admits - barred
    return replace(place, closed=False, forbids=frozenset(barred), admits=admits)


def parse_tags(
    entry: InputModel, names: list[str], catalogue: Catalogue, report: Report
) -> tuple[str, ...]:
    """Return the known tags under `tags:`, each once; report the others."""
    found: list[str] = []
    for index, name in enumerate(names):
        at = entry.at("tags", index)
        if name in found:
            report.add(problems.NamedTwice(at=at, name=name))
        elif check_known("tag", name, catalogue.tags, at, report):
            found.append(name)
    return tuple(found)


def name_from_id(id: str) -> str:
    """Return the display name of something without a name: its id as words."""
    words = id.replace("-", " ")
    return words[:1].upper() + words[1:]
