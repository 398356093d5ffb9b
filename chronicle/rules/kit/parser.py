"""Parsing of the ruleset parts of campaign files, for every ruleset."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

from chronicle.diagnostics.catalogue import content, references
from chronicle.diagnostics.report import Problem, Report
from chronicle.files.source import Span
from chronicle.model import audience
from chronicle.model.campaign import Campaign, Faction, Turn
from chronicle.yaml.decode import InputModel, decode
from chronicle.yaml.nodes import ListNode, MapNode, Node

R = TypeVar("R", bound=InputModel)


class HasReaders(Protocol):
    """A part of a file with a visibility."""

    @property
    def readers(self) -> str | list[str]: ...

    def at(self, *path: str | int) -> Span: ...


def check_known(what: str, name: str, names: Iterable[str], at: Span, report: Report) -> bool:
    """Return whether a name is one of these; add a finding with the nearest one when it is not."""
    listed = tuple(names)
    if name not in listed:
        report.add(references.UnknownName(at=at, what=what, name=name, known=listed))
    return name in listed


def visibility_of_readers(
    entry: HasReaders, factions: Iterable[str], report: Report
) -> audience.Visibility:
    """Return the visibility of an adjustment, from its `for:`."""
    words = [entry.readers] if isinstance(entry.readers, str) else entry.readers
    players = tuple(factions)
    visibility = audience.FOR_GM
    for index, word in enumerate(words):
        if word == audience.EVERYONE_ID:
            visibility = audience.FOR_EVERYONE
        elif word == audience.FACTIONS_KEYWORD:
            visibility = visibility | audience.visibility_of_factions(players)
        elif word in players:
            visibility = visibility | audience.visibility_of_factions((word,))
        elif word not in audience.AUDIENCE_KEYWORDS:
            at = entry.at("for", index)
            listed = (*audience.AUDIENCE_KEYWORDS, *players)
            report.add(references.UnknownAudience(at=at, word=word, known=listed))
    return visibility


def parse_opening(
    input_type: type[R], faction: Faction, missing_problem: type[Problem], report: Report
) -> R | None:
    """Return a faction's `opening:`, or None after findings; ``missing_problem`` if missing."""
    if not isinstance(faction.opening, MapNode):
        report.add(missing_problem(at=faction.at))
        return None
    return decode(input_type, faction.opening, report)


def parse_openings(
    input_type: type[R], campaign: Campaign, missing_problem: type[Problem], report: Report
) -> dict[str, R]:
    """Return the `opening:` of each faction that can be parsed."""
    found: dict[str, R] = {}
    for faction in campaign.factions:
        if (own := parse_opening(input_type, faction, missing_problem, report)) is not None:
            found[faction.id] = own
    return found


def parse_orders_by_faction(input_type: type[R], turn: Turn, report: Report) -> dict[str, R]:
    """Return the orders of each faction that can be parsed, in the order of the file."""
    found: dict[str, R] = {}
    for faction, node in turn.orders.items():
        if not isinstance(node, MapNode):
            report.add(content.WrongType(at=node.span, wanted="a mapping", got="a list"))
        elif (own := decode(input_type, node, report)) is not None:
            found[faction] = own
    return found


def list_items(node: Node | None, report: Report) -> tuple[Node, ...]:
    """Return the items of a list; none for a missing node, and a finding for anything else."""
    if node is not None and not isinstance(node, ListNode):
        report.add(content.WrongType(at=node.span, wanted="a list", got="a mapping"))
    return node.items if isinstance(node, ListNode) else ()
