"""How the record keeps to itself what only some readers were told.

The record lies among the campaign's files, and may be copied without them. Its digests and the
marks of lines are made with a key that follows from the campaign's seed, and what only some readers
were told is encrypted with it. A key file would not do: some campaigns have none, it can be lost
and renewed, and a build without it has to notice changes, too.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeGuard

from chronicle.files.source import FileTree
from chronicle.model.audience import EVERYONE_ID
from chronicle.model.publication import (
    PLAIN_FORMAT,
    DisclosedItem,
    PublicationRecord,
    PublishedTurn,
)
from chronicle.project.disclosure import digest
from chronicle.records import Record

_LABEL: Final = b"chronicle published turns 2\0"
_MARK_LENGTH: Final = 8
#: What can be seen in published turns, besides the files of the turns themselves.
_FILES: Final = ("campaign.yaml", "places.yaml")
_FOLDERS: Final = ("factions/", "people/", "items/", "turns/")


class RecordSecret(Record):
    """The key of a campaign's record, and functions that encrypt with it and decrypt."""

    key: bytes
    seal: Callable[[bytes, bytes], str]
    open: Callable[[bytes, str], bytes | None]

    def digest_key(self, form: int) -> bytes:
        """The key of digests in a record of some format; empty if they need none."""
        return b"" if form == PLAIN_FORMAT else self.key

    @property
    def seed_mark(self) -> str:
        """What stands for the seed in the record."""
        return self.mark("seed")

    def mark(self, line: str) -> str:
        """What stands for a line in the record; empty for one that says nothing."""
        text = " ".join(line.split())
        if not text or text.startswith("#"):
            return ""
        return hmac.new(self.key, text.encode(), hashlib.sha256).hexdigest()[:_MARK_LENGTH]


def record_key(seed: str) -> bytes:
    """The key of the record of a campaign with this seed."""
    return hmac.new(_LABEL, seed.encode(), hashlib.sha256).digest()


# ── What was told ────────────────────────────────────────────────────────────────────────────────


def told_text(items: Mapping[str, Sequence[DisclosedItem]], secret: RecordSecret) -> str:
    """What each audience was told, as JSON: for everybody one item per line, for others encrypted.

    In an encrypted list, an item that everybody was told is a number: its place in their list.
    """
    public = {digest([item]): place for place, item in enumerate(items.get(EVERYONE_ID, ()))}
    rows = []
    for word, listed in items.items():
        if word == EVERYONE_ID:
            written = (json.dumps(it, ensure_ascii=False, sort_keys=True) for it in listed)
            rows.append(f"{json.dumps(word)}: [\n" + ",\n".join(written) + "\n]")
        else:
            private = [public.get(digest([item]), item) for item in listed]
            text = json.dumps(private, ensure_ascii=False, sort_keys=True)
            rows.append(f"{json.dumps(word)}: {json.dumps(secret.seal(secret.key, text.encode()))}")
    return "{\n" + ",\n".join(rows) + "\n}\n"


def told_items(
    turn: PublishedTurn, form: int, secret: RecordSecret
) -> Mapping[str, tuple[DisclosedItem, ...]]:
    """What was told in a turn, for audiences of whom it was kept and matches the digest."""
    key = secret.digest_key(form)
    try:
        kept = json.loads(turn.kept) if turn.kept else {}
        listed = kept if isinstance(kept, dict) else {}
        opened = {
            word: _opened(rows, listed.get(EVERYONE_ID), secret) for word, rows in listed.items()
        }
        return {
            word: tuple(items)
            for word, items in opened.items()
            if _are_items(items) and turn.told.get(word) == digest(items, key)
        }
    except (ValueError, RecursionError):
        return {}


def _opened(rows: object, public: object, secret: RecordSecret) -> object:
    """The items of an audience, decrypted, with those that everybody was told."""
    text = secret.open(secret.key, rows) if isinstance(rows, str) else None
    found = rows if text is None else json.loads(text)
    if not isinstance(found, list) or not isinstance(public, list):
        return found
    return [public[it] if type(it) is int and 0 <= it < len(public) else it for it in found]


def _are_items(items: object) -> TypeGuard[list[DisclosedItem]]:
    return isinstance(items, list) and all(
        isinstance(item, dict) and isinstance(item.get("kind"), str) for item in items
    )


# ── The marks of lines ───────────────────────────────────────────────────────────────────────────


def lines_of(tree: FileTree, through: int) -> Mapping[str, tuple[str, ...]]:
    """The lines of the files that published turns are made from, by path."""
    last = f"turns/{through:03}.yaml"
    return {
        path: tuple(content.decode("utf-8-sig", "replace").splitlines())
        for path, content in sorted(tree.files.items())
        if isinstance(content, bytes)
        and (path in _FILES or path.startswith(_FOLDERS))
        and not (path.startswith("turns/") and (len(path), path) > (len(last), last))
    }


def marks_text(lines: Mapping[str, Sequence[str]], secret: RecordSecret) -> str:
    """The marks of all lines, one file per line, as JSON."""
    rows = [
        f"{json.dumps(path)}: {json.dumps(' '.join(secret.mark(line) or '-' for line in found))}"
        for path, found in lines.items()
    ]
    return "{\n" + ",\n".join(rows) + "\n}\n"


def kept_marks(
    published: PublicationRecord,
) -> Mapping[str, tuple[str, ...]] | None:
    """The marks of the lines when they were last published; None if they are not known."""
    try:
        found = json.loads(published.marks)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict) or not all(isinstance(it, str) for it in found.values()):
        return None
    return {
        path: tuple("" if mark == "-" else mark for mark in text.split(" "))
        for path, text in found.items()
    }
