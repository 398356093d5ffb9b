"""What names may mean while an asset game is read: factions, places, tags, bans."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from chronicle.diagnostics.report import Report
from chronicle.files.source import Span
from chronicle.model.audience import EVERYONE_ID
from chronicle.rules.shared.parser import check_known
from chronicle.rules.wwn import diagnostics
from chronicle.rules.wwn.catalogue.records import Catalogue
from chronicle.rules.wwn.state import Place, State
from chronicle.yaml.decode import InputModel


@dataclass(frozen=True, slots=True)
class UnreadIds:
    """Ids that stand in the files and could not be read; with ``more`` there may be any others.

    What is said about them is passed over: the mistake lies elsewhere.
    """

    ids: frozenset[str] = frozenset()
    more: bool = False

    def __contains__(self, name: str) -> bool:
        return self.more or name in self.ids

    def __bool__(self) -> bool:
        return self.more or bool(self.ids)


NO_UNREAD_IDS: Final = UnreadIds()


def check_living(name: str, state: State, at: Span, report: Report) -> bool:
    """Whether a name is that of a faction that has not collapsed; else a finding."""
    if not check_known("faction", name, state.factions, at, report):
        return False
    collapsed = state.factions[name].collapsed
    if collapsed:
        report.add(diagnostics.HasCollapsed(at=at, faction=name))
    return not collapsed


def check_rival(name: str, faction: str, state: State, at: Span, report: Report) -> bool:
    """Whether a name is that of a living faction, and not of the faction itself; else a finding."""
    if name == faction:
        report.add(diagnostics.OwnFactionNamed(at=at, faction=name))
        return False
    return check_living(name, state, at, report)


def check_place(name: str, state: State, at: Span, report: Report) -> bool:
    """Whether a name is that of a place; else a finding."""
    return check_known("place", name, state.places, at, report)


def parse_bans(
    place: Place,
    value: str | list[str],
    shape: InputModel,
    path: tuple[str, ...],
    factions: Iterable[str],
    report: Report,
) -> Place:
    """A place that shuts out whom is ``value`` under a path of a shape, and nobody else.

    ``everyone`` leaves in the ruler and those admitted before; a faction that is named is admitted
    no longer. Unknown names and the ruler's own are findings.
    """
    if value == EVERYONE_ID:
        return replace(place, closed=True, forbids=frozenset())
    names = [value] if isinstance(value, str) else value
    listed, barred = tuple(factions), set[str]()
    for index, name in enumerate(names):
        at = shape.at(*path, index)
        if name == place.ruler:
            report.add(diagnostics.BadBan(at=at, name=name, why="rules"))
        elif check_known("faction", name, listed, at, report):
            barred.add(name)
    admits = place.admits - barred
    return replace(place, closed=False, forbids=frozenset(barred), admits=admits)


def parse_tags(
    shape: InputModel, names: list[str], catalogue: Catalogue, report: Report
) -> tuple[str, ...]:
    """The tags listed under `tags:` that there are, each once; findings for others."""
    found: list[str] = []
    for index, name in enumerate(names):
        at = shape.at("tags", index)
        if name in found:
            report.add(diagnostics.NamedTwice(at=at, name=name))
        elif check_known("tag", name, catalogue.tags, at, report):
            found.append(name)
    return tuple(found)


def name_from_id(id: str) -> str:
    """What something is called that has no name of its own: its id in plain letters."""
    words = id.replace("-", " ")
    return words[:1].upper() + words[1:]
