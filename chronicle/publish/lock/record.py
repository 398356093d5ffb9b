"""The files of the record: `published.yaml`, and what was told in each turn."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from chronicle.files.source import FileTree
from chronicle.load.publication import disclosure_path
from chronicle.model.publication import (
    DIGEST_FORMAT,
    RECORD_FILE,
    Amendment,
    PublicationRecord,
    PublishedTurn,
)
from chronicle.records import replace
from chronicle.yaml.edit.rewrite import YamlValue, rewrite_document

_HEAD: Final = """\
# What readers have been told. `chronicle deploy` writes it; comments stay.
"""


def updated_record_files(
    tree: FileTree, before: PublicationRecord, after: PublicationRecord
) -> Mapping[str, bytes]:
    """Return the changed files of the record, by path, in the layout that the author gave it."""
    if after == before:
        return {}
    written = tree.files.get(RECORD_FILE)
    text = written.decode("utf-8-sig") if isinstance(written, bytes) else ""
    layout = text.replace("\r\n", "\n").replace("\r", "\n")
    files = {RECORD_FILE: ("" if text else _HEAD) + rewrite_document(layout, _document(after))}
    for old, new in zip([*before.turns, *[None] * len(after.turns)], after.turns, strict=False):
        if new.items and (old is None or old.told != new.told):
            files[disclosure_path(new.number)] = _told_items_text(new)
    return {path: content.encode() for path, content in files.items()}


def files_without_last_turn(
    tree: FileTree, published: PublicationRecord
) -> Mapping[str, bytes | None]:
    """Return the files of the record as they are without its last turn, by path.

    A file to be deleted is None. Amendments of that turn go with it.
    """
    last = published.through
    amendments = tuple(one for one in published.amendments if one.turn != last)
    after = replace(published, turns=published.turns[:-1], amendments=amendments)
    files: dict[str, bytes | None] = dict(updated_record_files(tree, published, after))
    path = disclosure_path(last)
    return files | ({path: None} if path in tree.files else {})


def _document(published: PublicationRecord) -> Mapping[str, YamlValue]:
    found: dict[str, YamlValue] = {
        "format": DIGEST_FORMAT,
        "turns": [_turn(one) for one in published.turns],
    }
    if published.amendments:
        found["amendments"] = [_amendment(one) for one in published.amendments]
    if published.seats:
        found["seats"] = dict(sorted(published.seats.items()))
    return found


def _turn(turn: PublishedTurn) -> YamlValue:
    versions = turn.versions
    return {
        "turn": turn.number,
        "chronicle": versions.chronicle,
        "ruleset": versions.ruleset,
        "rules": versions.rules,
        "told": dict(turn.told),
    }


def _amendment(amendment: Amendment) -> YamlValue:
    words = amendment.words
    return {
        "turn": amendment.turn,
        "for": words[0] if len(words) == 1 else words,
        "because": amendment.reason,
    }


def _told_items_text(turn: PublishedTurn) -> str:
    """What each audience was told, one item per line, so that diffs are readable."""
    rows = []
    for word, items in turn.items.items():
        listed = [json.dumps(item, ensure_ascii=False, sort_keys=True) for item in items]
        rows.append(f"{json.dumps(word)}: [\n" + ",\n".join(listed) + "\n]")
    return "{\n" + ",\n".join(rows) + "\n}\n"
