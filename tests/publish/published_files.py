"""Files that are published over each other, and the result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from chronicle.diagnostics.report import Finding, Report
from chronicle.publish.writer import MANIFEST, write_output

FIRST: Final = {
    "site/index.html": b"first",
    "site/turns/1.html": b"one",
    "site/rumors/index.html": b"whisper",
    "private/gm/index.html": b"secret",
}
SECOND: Final = {
    "site/index.html": b"second",
    "site/turns/1.html": b"one",
    "site/turns/2.html": b"two",
    "private/vael/index.html": b"dossier",
}


def put(files: Mapping[str, bytes], output: Path, content: Path) -> tuple[Finding, ...]:
    """Publishes, and gives what was found; whether it was done agrees with that."""
    report = Report()
    done = write_output(files, output, content, report)
    assert done == (not report.findings)
    return report.findings


def tree(folder: Path) -> dict[str, bytes | None]:
    """Everything in a folder: files with their bytes, folders and links with None."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        if path.is_file() and not path.is_symlink()
        else None
        for path in folder.rglob("*")
    }


def pages(folder: Path) -> dict[str, bytes]:
    """The files of a folder without the list of them."""
    return {path: content for path, content in tree(folder).items() if content and path != MANIFEST}


def codes(findings: tuple[Finding, ...]) -> list[str]:
    return [finding.code for finding in findings]


def failing(
    monkeypatch: pytest.MonkeyPatch, method: str, turn: int, error: BaseException
) -> list[str]:
    """Lets the given call of a method of paths fail, once; the calls that were made."""
    calls: list[str] = []
    original: Callable[..., Any] = getattr(Path, method)

    def failed(path: Path, *args: object, **kwargs: object) -> object:
        calls.append(path.name)
        if len(calls) == turn:
            raise error
        return original(path, *args, **kwargs)

    monkeypatch.setattr(Path, method, failed)
    return calls
