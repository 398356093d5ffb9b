"""Load where a site is published, the record of published turns, and the full items next to it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Final, TypeGuard

from chronicle.diagnostics.catalogue import publication as problems
from chronicle.files.source import FileTree
from chronicle.load.context import LoadContext
from chronicle.load.inputs import DeployInput, PublicationRecordInput, PublishedTurnInput
from chronicle.load.passages import visibility_at
from chronicle.model.publication import (
    DIGEST_FORMAT,
    NOTHING_PUBLISHED,
    Amendment,
    DisclosedItem,
    Hosting,
    PublicationRecord,
    PublishedTurn,
    ToolVersions,
)
from chronicle.project.disclosure import digest
from chronicle.yaml.decode import decode
from chronicle.yaml.nodes import MapNode

#: The files with the full items.
DISCLOSURE_PATTERN: Final = re.compile(r"published/\d{3,6}\.json")


def disclosure_path(turn: int) -> str:
    """The path of the file with the full items of a turn."""
    return f"published/{turn:03}.json"


def publication_record_of(node: MapNode, tree: FileTree, names: LoadContext) -> PublicationRecord:
    """The published turns, from the record's root; errors are reported."""
    form = node.get("format")
    number = getattr(form, "value", None)
    if form is not None and type(number) is int and number != DIGEST_FORMAT:
        names.report.add(problems.UnknownRecordFormat(at=form.span, form=number))
        return NOTHING_PUBLISHED
    entry = decode(PublicationRecordInput, node, names.report)
    if entry is None:
        return NOTHING_PUBLISHED
    for expected, turn in enumerate(entry.turns, start=1):
        if turn.turn != expected:
            at = turn.at("turn")
            names.report.add(
                problems.PublishedTurnsOutOfOrder(at=at, turn=turn.turn, expected=expected)
            )
            return NOTHING_PUBLISHED
    return PublicationRecord(
        turns=tuple(_published_turn(turn, tree) for turn in entry.turns),
        amendments=_amendments(entry, names),
        seats=entry.seats,
    )


def _published_turn(entry: PublishedTurnInput, tree: FileTree) -> PublishedTurn:
    return PublishedTurn(
        number=entry.turn,
        versions=ToolVersions(entry.chronicle, entry.ruleset, entry.rules),
        told=entry.told,
        items=_items(entry, tree),
        at=entry.at("turn"),
        told_at={word: entry.at("told", word) for word in entry.told},
    )


def _amendments(entry: PublicationRecordInput, names: LoadContext) -> tuple[Amendment, ...]:
    found: list[Amendment] = []
    for one in entry.amendments:
        visibility = visibility_at(one, "for", one.readers, names)
        if one.turn > len(entry.turns):
            names.report.add(problems.AmendmentOfUnpublishedTurn(at=one.at("turn"), turn=one.turn))
        if visibility is not None:
            words = (one.readers,) if isinstance(one.readers, str) else tuple(one.readers)
            at = one.at("because")
            found.append(Amendment(one.turn, words, visibility, one.because.strip(), at))
    return tuple(found)


def _items(entry: PublishedTurnInput, tree: FileTree) -> Mapping[str, tuple[DisclosedItem, ...]]:
    """The full items, where they are recorded and match the digest."""
    content = tree.files.get(disclosure_path(entry.turn))
    try:
        kept = json.loads(content) if isinstance(content, bytes) else {}
        listed = kept if isinstance(kept, dict) else {}
        return {
            word: tuple(items)
            for word, items in listed.items()
            if _are_items(items) and entry.told.get(word) == digest(items)
        }
    except (ValueError, RecursionError):
        return {}


def _are_items(items: object) -> TypeGuard[list[DisclosedItem]]:
    return isinstance(items, list) and all(
        isinstance(item, dict) and isinstance(item.get("kind"), str) for item in items
    )


def hosting_of(entry: DeployInput | None) -> Hosting | None:
    """Where git publishes the site; None if the author does not say."""
    if entry is None:
        return None
    return Hosting(entry.remote, entry.branch, entry.private)
