"""Result of the last build, valid while its inputs are unchanged."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from chronicle.cache.fingerprint import program_fingerprint
from chronicle.cache.store import cache_key, load_value, save_value
from chronicle.records import Record

if TYPE_CHECKING:
    from chronicle.diagnostics.report import Finding

#: A build also updates key file, schemas and records; a check writes nothing.
RunKind = Literal["built", "checked"]
#: Maximum number of results of each kind, enough for the campaigns being worked on.
_MAX_ENTRIES: Final = 16
#: The hidden folder of chronicle itself, with the schemas for editors.
_OURS: Final = ".chronicle"


class CachedResult(Record):
    """The result of a run without errors: its findings, and the files' digests by path.

    ``keyless`` are the folders of campaigns without a key, as shown in messages, ``open_turns`` a
    line about each open turn.
    """

    findings: tuple[Finding, ...]
    files: Mapping[str, str]
    keyless: tuple[str, ...] = ()
    open_turns: tuple[str, ...] = ()

    @property
    def pages(self) -> int:
        return sum(1 for path in self.files if path.endswith(".html"))


def inputs_fingerprint(content: Path, display_name: str) -> str | None:
    """A fingerprint of everything that a run reads: the campaign's files and the program.

    ``display_name`` is the folder as shown in messages. None if the folder can't be read
    completely, so that changes could go unnoticed.
    """
    parts: list[str | bytes] = [program_fingerprint(), display_name]
    try:
        for path in _files(content):
            mode = path.stat().st_mode
            parts += [path.relative_to(content).as_posix(), f"{mode:o}", path.read_bytes()]
    except (OSError, ValueError):
        return None
    return cache_key(*parts)


def load_result(kind: RunKind, stamp: str | None) -> CachedResult | None:
    """Return the result of an earlier run with the same fingerprint, if it is cached."""
    return load_value(kind, stamp, CachedResult) if stamp is not None else None


def save_result(
    kind: RunKind, content: Path, display_name: str, stamp: str | None, outcome: CachedResult
) -> None:
    """Cache the result of a run without errors, unless inputs have changed since it began."""
    if stamp is not None and outcome.files and inputs_fingerprint(content, display_name) == stamp:
        save_value(kind, stamp, outcome, _MAX_ENTRIES)


def _files(content: Path) -> Iterator[Path]:
    """All files that a run might read; raises OSError for anything other than files and folders."""
    if not content.is_dir():
        raise NotADirectoryError
    for place, folders, names in os.walk(content, onerror=_raise):
        folders[:] = sorted(it for it in folders if not it.startswith(".") or it == _OURS)
        if any(Path(place, it).is_symlink() for it in (*folders, *names)):
            # It might lead anywhere, even back here, and is an error.
            raise NotADirectoryError
        yield from (Path(place, name) for name in sorted(names) if not name.startswith("."))


def _raise(error: OSError) -> None:
    raise error
