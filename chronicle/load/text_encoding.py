"""Decode bytes to sources: encodings, line ends and forbidden characters."""

from __future__ import annotations

import codecs
from typing import Final

from chronicle.diagnostics.catalogue import syntax as problems
from chronicle.diagnostics.report import Problem, Report
from chronicle.files.source import (
    FileTree,
    ReadFailure,
    Source,
    Span,
    composed,
    find_control_character,
    span_of_file,
)
from chronicle.load.disk import MAX_TEXT_BYTES

_MARKS: Final = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"PK\x03\x04", "a zip archive"),
)
#: How documents of other programs begin.
_DOCUMENTS: Final = (
    (b"{\\rtf", "a document in rich text"),
    (b"%PDF", "a PDF document"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a Word or Excel document"),
)
#: What is in the archives that are such documents.
_IN_ARCHIVES: Final = (
    (b"word/", "a Word document"),
    (b"opendocument.text", "a LibreOffice document"),
    (b"opendocument", "a LibreOffice document"),
    (b"xl/", "an Excel document"),
    (b"Index/Document.iwa", "a Pages document"),
)


def decode_source(tree: FileTree, path: str, report: Report) -> Source | None:
    """The text of a file; None after an error."""
    content = tree.files[path]
    empty = Source(tree.shown(path), "")
    if isinstance(content, ReadFailure):
        report.add(_read_problem(content, empty))
        return None
    if document := _document_kind(content):
        report.add(problems.OfficeDocument(at=span_of_file(empty), guess=document))
        return None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        report.add(
            problems.NotText(at=_error_span(error, content, empty), guess=_guess_format(content))
        )
        return None
    text = composed(text.replace("\r\n", "\n").replace("\r", "\n").replace("\x85", "\n"))
    source = Source(tree.shown(path), text)
    control = find_control_character(text)
    if control is not None:
        report.add(_control_character(source, control.start(), control.group()))
        return None
    return source


def _read_problem(unread: ReadFailure, source: Source) -> Problem:
    match unread.fault:
        case "folder":
            return problems.FolderInsteadOfFile(at=span_of_file(source))
        case "too large":
            return problems.FileTooLarge(at=span_of_file(source), limit=MAX_TEXT_BYTES)
        case "unreadable":
            return problems.UnreadableFile(
                at=span_of_file(source), detail=unread.detail or "no reason given"
            )


def _error_span(error: UnicodeDecodeError, content: bytes, empty: Source) -> Span:
    before = content[: error.start]
    line = before.count(b"\n") + 1
    column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
    shown = Source(empty.path, content.decode("utf-8", "replace").replace("\r\n", "\n"))
    return Span(shown, line, column, line, column + 1)


def _document_kind(content: bytes) -> str:
    """The kind of document that a file is, whatever its name; empty for other files."""
    if content.startswith(b"PK\x03\x04"):
        return next((kind for mark, kind in _IN_ARCHIVES if mark in content), "")
    return next((kind for mark, kind in _DOCUMENTS if content.startswith(mark)), "")


def _guess_format(content: bytes) -> str:
    for mark, guess in _MARKS:
        if content.startswith(mark):
            return guess
    if content[1:2] == b"\x00" or content[:1] == b"\x00":
        return "UTF-16"
    return "text in an older encoding" if b"\x00" not in content else "binary data"


def _control_character(source: Source, offset: int, character: str) -> problems.ControlCharacter:
    before = source.text[:offset]
    line = before.count("\n") + 1
    column = offset - (before.rfind("\n") + 1) + 1
    at = Span(source, line, column, line, column + 1)
    return problems.ControlCharacter(at=at, character=character)
