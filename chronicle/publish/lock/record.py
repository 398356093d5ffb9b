"""The files of the record: `published.yaml`, and what was told in each turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chronicle.files.source import FileTree
from chronicle.load.publication import MARKS_FILE, disclosure_path
from chronicle.model.publication import (
    RECORD_FILE,
    WITHDRAWN,
    Amendment,
    PublicationRecord,
    PublishedTurn,
)
from chronicle.publish.lock.record_encryption import RecordSecret, lines_of, marks_text, told_text
from chronicle.records import replace
from chronicle.yaml.edit.rewrite import YamlValue, rewrite_document

_HEAD: Final = """\
# What readers have been told. `chronicle deploy` writes it; comments stay.
"""


def updated_record_files(
    tree: FileTree, before: PublicationRecord, after: PublicationRecord, secret: RecordSecret
) -> Mapping[str, bytes]:
    """Return the changed files of the record, by path, in the layout that the author gave it."""
    if after == before:
        return {}
    files = {RECORD_FILE: _record_text(tree, after)}
    for old, new in zip([*before.turns, *[None] * len(after.turns)], after.turns, strict=False):
        if new.items and (old is None or old.told != new.told):
            files[disclosure_path(new.number)] = told_text(new.items, secret)
    files[MARKS_FILE] = marks_text(lines_of(tree, after.through), secret)
    return {path: content.encode() for path, content in files.items()}


def _record_text(tree: FileTree, record: PublicationRecord) -> str:
    written = tree.files.get(RECORD_FILE)
    text = written.decode("utf-8-sig") if isinstance(written, bytes) else ""
    layout = text.replace("\r\n", "\n").replace("\r", "\n")
    return ("" if text else _HEAD) + rewrite_document(layout, _document(record))


def files_without_last_turn(
    tree: FileTree, published: PublicationRecord
) -> Mapping[str, bytes | None]:
    """Return the files of the record as they are without its last turn, by path.

    A file to be deleted is None. Amendments of that turn go with it.
    """
    last = published.through
    amendments = tuple(one for one in published.amendments if one.turn != last)
    after = replace(published, turns=published.turns[:-1], amendments=amendments)
    files: dict[str, bytes | None] = {RECORD_FILE: _record_text(tree, after).encode()}
    path = disclosure_path(last)
    return files | ({path: None} if path in tree.files else {})


def _document(published: PublicationRecord) -> Mapping[str, YamlValue]:
    found: dict[str, YamlValue] = {
        "format": published.form,
        **({"seed": published.seed} if published.seed else {}),
        "turns": [_turn(one) for one in published.turns],
    }
    if published.amendments:
        found["amendments"] = [_amendment(one) for one in published.amendments]
    if published.seats:
        found["seats"] = dict(sorted(published.seats.items()))
    ids = {"calendar": published.calendar_id, "feed": published.feed_id}
    if known := {name: id for name, id in ids.items() if id}:
        found["ids"] = known
    if published.deadlines:
        found["deadlines"] = [
            {"turn": it.turn, "deadline": it.instant or WITHDRAWN} for it in published.deadlines
        ]
    return found


def _turn(turn: PublishedTurn) -> YamlValue:
    versions = turn.versions
    return {
        "turn": turn.number,
        "chronicle": versions.chronicle,
        "ruleset": versions.ruleset,
        "rules": versions.rules,
        "told": dict(turn.told),
        **({"when": turn.when} if turn.when else {}),
    }


def _amendment(amendment: Amendment) -> YamlValue:
    words = amendment.words
    found: dict[str, YamlValue] = {
        "turn": amendment.turn,
        "for": words[0] if len(words) == 1 else words,
    }
    if amendment.when:
        found["when"] = amendment.when
    if amendment.reason:
        found["because"] = amendment.reason
    return {**found, "typo": True} if amendment.quiet else found
