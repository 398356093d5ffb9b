"""Documents of Foundry in files: exported JSON, unpacked compendia, and databases until version 10.

A file holds one document as JSON or YAML, a list of them as JSON, or one in each line (`.db`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from chronicle.diagnostics.catalogue import notes as problems
from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree, Source, Span, span_of_file
from chronicle.load.disk import NoteFiles
from chronicle.load.text_encoding import decode_source
from chronicle.records import Record
from chronicle.yaml.nodes import ListNode, MapNode, Node, ScalarNode
from chronicle.yaml.parser import compose

#: In bytes: a database holds all actors of a world.
_MAX_FILE: Final = 64 << 20
_MAX_FILES: Final = 256 << 20
_ENDINGS: Final = (".json", ".yml", ".yaml", ".db")
#: The files of a LevelDB database, which packs and worlds have had since version 11.
_LEVELDB: Final = re.compile(r"(?:^|/)(?:MANIFEST-\d+|\d+\.ldb)$")

#: Lines of a database before version 11 that have no document.
_INDEX_KEYS: Final = frozenset({"$$indexCreated", "$$indexRemoved"})

Fields = Mapping[str, Any]


class Document(Record):
    """One document: its fields, which are checked where they are used, and its file."""

    fields: Fields
    at: Span

    @property
    def type(self) -> str:
        return text_of(self.fields.get("type"))

    @property
    def name(self) -> str:
        return line_of(self.fields.get("name"))

    @property
    def system(self) -> Fields:
        """The values of its game system, which were under `data` until version 9."""
        return fields_of(self.fields.get("system")) or fields_of(self.fields.get("data"))


def has_foundry_files(files: NoteFiles) -> bool:
    """Whether files come from Foundry: a database, or documents and no Markdown notes."""
    if _is_leveldb(files):
        return True
    if any(path.lower().endswith(".md") for path in files.paths):
        return False
    return any(
        _is_document(found.fields) for path in _wanted(files) for found in _read(files, path, None)
    )


def read_documents(files: NoteFiles, report: Report) -> tuple[Document, ...] | None:
    """All documents in files; None after an error. What can't be read is listed."""
    at = span_of_file(Source(files.name, ""))
    if _is_leveldb(files):
        report.add(problems.NoNotes(at=at, fault="leveldb"))
        return None
    found: list[Document] = []
    for path in _wanted(files):
        for one in _read(files, path, report):
            if _is_document(one.fields):
                found.append(one)
            elif not _key(one).startswith("!folders"):
                _not_imported(one.at, "this is not an actor or item of Foundry", report)
    return tuple(_newest(found, report))


def _newest(found: Sequence[Document], report: Report) -> Iterator[Document]:
    """The newest of documents with the same key; the others are listed.

    A document that has another name since it was last unpacked is in two files.
    """
    newest = {_key(one): one for one in sorted(found, key=_modified)}
    for one in found:
        if not _key(one) or newest[_key(one)] is one:
            yield one
        else:
            path = newest[_key(one)].at.source.path
            _not_imported(one.at, f"`{one.name}` is the same document as in {path}", report)


def _key(document: Document) -> str:
    return text_of(document.fields.get("_key"))


def _modified(document: Document) -> int:
    """When a document was changed, in milliseconds; 0 where it does not say."""
    return number_of(fields_of(document.fields.get("_stats")).get("modifiedTime")) or 0


def _is_leveldb(files: NoteFiles) -> bool:
    return any(_LEVELDB.search(path) for path in files.paths)


def _wanted(files: NoteFiles) -> list[str]:
    return [path for path in files.paths if path.lower().endswith(_ENDINGS)]


def _is_document(fields: Fields) -> bool:
    system = fields.get("system") or fields.get("data")
    return isinstance(system, dict) and all(
        isinstance(fields.get(k), str) for k in ("name", "type")
    )


def _read(files: NoteFiles, path: str, report: Report | None) -> Iterable[Document]:
    """The documents in a file."""
    found = _objects(files, path, report)
    return _last_lines(found) if path.lower().endswith(".db") else found


def _objects(files: NoteFiles, path: str, report: Report | None) -> Iterator[Document]:
    """The objects in a file. Without a report, what can't be read is passed over."""
    listed = Report()
    content = files.read(path, _MAX_FILE)
    source = decode_source(FileTree(files.name, {path: content}), path, listed)
    if source is None:
        if report is not None:
            at = span_of_file(Source(FileTree(files.name, {}).shown(path), ""))
            _not_imported(at, f"this file can't be read: {listed.findings[0].message}", report)
        return
    # Their text is data, of which no line is worth showing.
    whole = span_of_file(Source(source.path, ""))
    texts = [(whole, source.text)]
    if path.lower().endswith(".db"):
        bare = Source(source.path, "")
        texts = [
            (Span(bare, number, 1, number, 1), line)
            for number, line in enumerate(source.text.split("\n"), 1)
            if line.strip()
        ]
    for at, text in texts:
        if path.lower().endswith((".yml", ".yaml")):
            value = _yaml_value(source)
        else:
            value = _json_value(text)
        if value is _BROKEN:
            if report is not None:
                _not_imported(at, "this is not JSON or YAML as Foundry writes it", report)
            continue
        for one in value if isinstance(value, list) else [value]:
            yield Document(fields_of(one), at)


def _last_lines(lines: Iterable[Document]) -> Iterable[Document]:
    """The documents of a database, which has another line for each change and each removal."""
    found: dict[str | int, Document] = {}
    for number, one in enumerate(lines):
        id = text_of(one.fields.get("_id")) or number
        if one.fields.get("$$deleted") is True:
            found.pop(id, None)
        elif not _INDEX_KEYS & one.fields.keys():
            found[id] = one
    return found.values()


_BROKEN: Final = object()


def _json_value(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return _BROKEN


def _yaml_value(source: Source) -> Any:
    report = Report()
    node = compose(source, report)
    return _BROKEN if node is None or report.has_errors else _plain(node)


def _plain(node: Node) -> Any:
    match node:
        case ScalarNode():
            return node.value
        case ListNode():
            return [_plain(one) for one in node.items]
        case MapNode():
            return {entry.key.text: _plain(entry.value) for entry in node.entries}


def _not_imported(at: Span, what: str, report: Report) -> None:
    report.add(problems.NotMapped(at=at, what=what, outcome="not imported"))


# ── Values ───────────────────────────────────────────────────────────────────────────────────────


def fields_of(value: Any) -> Fields:
    """A value as an object; empty if it is none."""
    return value if isinstance(value, dict) else {}


def objects_of(value: Any) -> list[Fields]:
    """The objects in a value."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def text_of(value: Any) -> str:
    """A value as text, without control characters that texts can't have."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    plain = str(value).replace("\r\n", "\n").replace("\r", "\n")
    return "".join(sign for sign in plain if sign in "\n\t\xa0" or sign.isprintable())


def line_of(value: Any) -> str:
    """A value as text on one line."""
    return " ".join(text_of(value).split())


def number_of(value: Any) -> int | None:
    """A value as a whole number; None if it is none."""
    if isinstance(value, str) and re.fullmatch(r"\s*[-+]?\d{1,9}\s*", value):
        return int(value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e9:
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None
