"""Write files into a campaign's folder, each of them completely or not at all."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from chronicle.diagnostics.catalogue import output as problems
from chronicle.diagnostics.report import Report

#: A hidden temporary file that nothing reads; a killed process may leave one behind.
_NEW: Final = ".{}.new"


def write_files_atomically(files: Mapping[str, bytes], folder: Path, report: Report) -> bool:
    """Write files (by relative POSIX path) into a campaign's folder, the record last.

    Return whether all were written. If not, the error is reported, and the file it names is
    unchanged.
    """
    for path in sorted(files, key=lambda path: ("/" not in path, path)):
        try:
            _replace(folder / path, files[path])
        except OSError as error:
            report.add(_cannot_write(folder / path, error))
            return False
    return True


def write_all_or_none(files: Mapping[str, bytes | None], folder: Path, report: Report) -> bool:
    """Write files like :func:`write_files_atomically`, but all of them or none.

    A file with the content None is deleted. If one can't be written, those before it are restored.
    """
    before: dict[str, bytes | None] = {}
    for path, content in files.items():
        target = folder / path
        before[path] = target.read_bytes() if target.exists() else None
        if not _write_or_delete(path, content, folder, report):
            before.pop(path)
            for done, old in before.items():
                if old is None:
                    (folder / done).unlink(missing_ok=True)
                else:
                    _replace(folder / done, old)
            return False
    return True


def _write_or_delete(path: str, content: bytes | None, folder: Path, report: Report) -> bool:
    if content is not None:
        return write_files_atomically({path: content}, folder, report)
    try:
        (folder / path).unlink(missing_ok=True)
    except OSError as error:
        report.add(_cannot_write(folder / path, error))
        return False
    return True


def _cannot_write(path: Path, error: OSError) -> problems.CannotWriteOutput:
    detail = error.strerror or type(error).__name__
    return problems.CannotWriteOutput(at=None, folder=str(path), detail=detail)


def _replace(path: Path, content: bytes) -> None:
    # If the path is a symbolic link, keep the link and write its target.
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
