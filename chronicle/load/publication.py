"""Load where a site is published, the record of published turns, and the full items next to it."""

from __future__ import annotations

import re
import shlex
from typing import Final

from chronicle.diagnostics.catalogue import content as content_problems
from chronicle.diagnostics.catalogue import publication as problems
from chronicle.files.source import FileTree, Source, span_of_file
from chronicle.load.context import LoadContext
from chronicle.load.inputs import DeployInput, PublicationRecordInput, PublishedTurnInput
from chronicle.load.passages import visibility_at
from chronicle.model.publication import (
    DIGEST_FORMAT,
    NOTHING_PUBLISHED,
    PLAIN_FORMAT,
    RECORD_FILE,
    WITHDRAWN,
    Amendment,
    Hosting,
    PublicationRecord,
    PublishedTurn,
    ToldDeadline,
    ToolVersions,
)
from chronicle.yaml.decode import decode
from chronicle.yaml.nodes import MapNode

#: The files beside the record: the full items of each turn, and the marks of the lines.
DISCLOSURE_PATTERN: Final = re.compile(r"published/(\d{3,6}|lines)\.json")
#: The file with a mark for each line of the campaign when it was last published.
MARKS_FILE: Final = "published/lines.json"


def disclosure_path(turn: int) -> str:
    """The path of the file with the full items of a turn."""
    return f"published/{turn:03}.json"


def missing_record(tree: FileTree, sign: str) -> problems.RecordMissing:
    """The error that there is no record of published turns although there was one."""
    path = tree.shown(RECORD_FILE)
    command = f"chronicle deploy {shlex.quote(tree.name or '.')}"
    at = span_of_file(Source(path, ""))
    return problems.RecordMissing(at=at, sign=sign, path=path, command=command)


def publication_record_of(node: MapNode, tree: FileTree, names: LoadContext) -> PublicationRecord:
    """The published turns, from the record's root; errors are reported."""
    form = node.get("format")
    number = getattr(form, "value", None)
    if form is not None and type(number) is int and not PLAIN_FORMAT <= number <= DIGEST_FORMAT:
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
        form=entry.form,
        seed=entry.seed,
        marks=_content(tree, MARKS_FILE),
        calendar_id=entry.ids.calendar if entry.ids is not None else "",
        feed_id=entry.ids.feed if entry.ids is not None else "",
        deadlines=tuple(
            ToldDeadline(it.turn, "" if it.instant == WITHDRAWN else it.instant)
            for it in entry.deadlines
        ),
    )


def _content(tree: FileTree, path: str) -> bytes:
    """The content of a file; empty if it can't be read."""
    content = tree.files.get(path)
    return content if isinstance(content, bytes) else b""


def _published_turn(entry: PublishedTurnInput, tree: FileTree) -> PublishedTurn:
    return PublishedTurn(
        number=entry.turn,
        versions=ToolVersions(entry.chronicle, entry.ruleset, entry.rules),
        told=entry.told,
        kept=_content(tree, disclosure_path(entry.turn)),
        when=entry.when or "",
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
            at = one.at("because") if one.has("because") else one.at()
            if not one.because and not one.typo:
                names.report.add(content_problems.MissingKey(at=at, key="because"))
            reason, when = one.because.strip(), one.when or ""
            found.append(
                Amendment(one.turn, words, visibility, reason, at, quiet=one.typo, when=when)
            )
    return tuple(found)


def hosting_of(entry: DeployInput | None) -> Hosting | None:
    """Where git publishes the site; None if the author does not say."""
    if entry is None:
        return None
    return Hosting(entry.remote, entry.branch, entry.private)
