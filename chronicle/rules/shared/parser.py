"""How the parts of a campaign that are a ruleset's are read, whatever the ruleset."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

from chronicle.diagnostics.catalogue import content, references
from chronicle.diagnostics.report import Problem, Report
from chronicle.files.source import Span
from chronicle.model.audience import (
    AUDIENCE_WORDS,
    EVERYONE_WORD,
    FACTIONS_WORD,
    FOR_EVERYONE,
    FOR_GM,
    Circle,
    for_factions,
)
from chronicle.model.campaign import Campaign, Faction, Turn
from chronicle.yaml.decode import Record, decode
from chronicle.yaml.nodes import ListNode, MapNode, Node

R = TypeVar("R", bound=Record)


class ForReaders(Protocol):
    """A part of a file that says for whom it is."""

    @property
    def readers(self) -> str | list[str]: ...

    def at(self, *path: str | int) -> Span: ...


def known(what: str, name: str, names: Iterable[str], at: Span, report: Report) -> bool:
    """Whether a name is one of these; a finding with the nearest one when it isn't."""
    listed = tuple(names)
    if name not in listed:
        report.add(references.UnknownName(at=at, what=what, name=name, known=listed))
    return name in listed


def circle_of_readers(shape: ForReaders, factions: Iterable[str], report: Report) -> Circle:
    """Those who are told of an adjustment, from the words under its `for:`."""
    words = [shape.readers] if isinstance(shape.readers, str) else shape.readers
    players = tuple(factions)
    circle = FOR_GM
    for index, word in enumerate(words):
        if word == EVERYONE_WORD:
            circle = FOR_EVERYONE
        elif word == FACTIONS_WORD:
            circle = circle | for_factions(players)
        elif word in players:
            circle = circle | for_factions((word,))
        elif word not in AUDIENCE_WORDS:
            at = shape.at("for", index)
            listed = (*AUDIENCE_WORDS, *players)
            report.add(references.UnknownAudience(at=at, word=word, known=listed))
    return circle


def opening_of(
    shape: type[R], faction: Faction, missing: type[Problem], report: Report
) -> R | None:
    """What stands under `opening:` of a faction; None after findings, ``missing`` without one."""
    if not isinstance(faction.opening, MapNode):
        report.add(missing(at=faction.at))
        return None
    return decode(shape, faction.opening, report)


def openings_by_faction(
    shape: type[R], campaign: Campaign, missing: type[Problem], report: Report
) -> dict[str, R]:
    """What stands under `opening:` of each faction, as far as it can be read."""
    found: dict[str, R] = {}
    for faction in campaign.factions:
        if (own := opening_of(shape, faction, missing, report)) is not None:
            found[faction.id] = own
    return found


def orders_by_faction(shape: type[R], turn: Turn, report: Report) -> dict[str, R]:
    """The orders of each faction in this shape, in the order of the file, as far as readable."""
    found: dict[str, R] = {}
    for faction, node in turn.orders.items():
        if not isinstance(node, MapNode):
            report.add(content.WrongKind(at=node.span, wanted="a mapping", got="a list"))
        elif (own := decode(shape, node, report)) is not None:
            found[faction] = own
    return found


def items_of(node: Node | None, report: Report) -> tuple[Node, ...]:
    """The items of a list; of nothing none, and a finding for anything else."""
    if node is not None and not isinstance(node, ListNode):
        report.add(content.WrongKind(at=node.span, wanted="a list", got="a mapping"))
    return node.items if isinstance(node, ListNode) else ()
