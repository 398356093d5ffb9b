"""Writes beside a campaign what is kept of it, each file whole or not at all."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from chronicle.diagnostics.catalogue import output as problems
from chronicle.diagnostics.report import Report

#: A hidden file, which nothing reads; a run that was killed may leave one behind.
_NEW: Final = ".{}.new"


def write_files_atomically(files: Mapping[str, bytes], folder: Path, report: Report) -> bool:
    """Writes files (by relative POSIX path) below a campaign's folder, the record last.

    Whether it was done; if not, a finding says why, and the file that it names is as it was.
    """
    for path in sorted(files, key=lambda path: ("/" not in path, path)):
        try:
            _replace(folder / path, files[path])
        except OSError as error:
            detail = error.strerror or type(error).__name__
            report.add(
                problems.CannotWriteOutput(at=None, folder=str(folder / path), detail=detail)
            )
            return False
    return True


def write_all_or_none(files: Mapping[str, bytes], folder: Path, report: Report) -> bool:
    """Writes files as :func:`write_files_atomically` does, but all of them or none.

    When one can't be written, those before it are again what they were.
    """
    before: dict[str, bytes | None] = {}
    for path, content in files.items():
        target = folder / path
        before[path] = target.read_bytes() if target.exists() else None
        if not write_files_atomically({path: content}, folder, report):
            before.pop(path)
            for done, old in before.items():
                if old is None:
                    (folder / done).unlink(missing_ok=True)
                else:
                    _replace(folder / done, old)
            return False
    return True


def _replace(path: Path, content: bytes) -> None:
    # A record that is a link stays one, and whatever it leads to is written.
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(_NEW.format(path.name))
    try:
        new.write_bytes(content)
        if path.exists():
            shutil.copymode(path, new)
        new.replace(path)
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise
