"""Write files into a campaign's folder, all of them or none."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from chronicle.diagnostics.catalogue import output as problems
from chronicle.diagnostics.report import Report
from chronicle.model.publication import RECORD_FILE
from chronicle.publish import transaction
from chronicle.publish.folder_lock import folder_lock


class FileChanged(OSError):
    """A file is not as it was when it was read; ``path`` is relative to its folder."""

    def __init__(self, path: str) -> None:
        super().__init__(0, "another command has changed it in the meantime")
        self.path = path


def write_all_or_none(
    files: Mapping[str, bytes | None],
    folder: Path,
    report: Report,
    expected: Mapping[str, bytes | None] | None = None,
    *,
    create: bool = False,
) -> bool:
    """Write files (by relative POSIX path) into a folder, all or none of them, even if killed.

    A folder that is not there is an error, unless it may be created. A file with the content None
    is deleted. If one of the ``expected`` files no longer has the
    content that it had when it was read, nothing is written. Return whether all were written; if
    not, the error is reported.
    """
    if not files:
        return True
    try:
        if create:
            folder.mkdir(parents=True, exist_ok=True)
        with folder_lock(folder, wait=True) as is_locked:
            if is_locked:
                transaction.recover(folder, transaction.FILES_STAGE, base=folder)
            check_unchanged(folder, expected or {})
            stage = transaction.create_stage(folder, transaction.FILES_STAGE)
            try:
                transaction.replace_as_one(stage, (), folder, files)
            finally:
                transaction.discard(stage)
    except OSError as error:
        report.add(cannot_write_file(error, folder, next(iter(files))))
        return False
    return True


def read_record(folder: Path) -> Mapping[str, bytes | None]:
    """The record of published turns in a campaign's folder, to expect when it is written."""
    try:
        return {RECORD_FILE: transaction.content_at(folder / RECORD_FILE)}
    except OSError:
        return {}


def check_unchanged(folder: Path, expected: Mapping[str, bytes | None]) -> None:
    """Raise FileChanged if a file of a folder no longer has the content that was read."""
    for path, content in expected.items():
        if transaction.content_at(folder / path) != content:
            raise FileChanged(path)


def cannot_write_file(error: OSError, folder: Path, path: str) -> problems.CannotWriteOutput:
    """The finding for an error of writing files; ``path`` is the one to name if it names none."""
    if isinstance(error, transaction.FileNotReplaced | FileChanged):
        path = error.path
    detail = error.strerror or type(error).__name__
    return problems.CannotWriteOutput(at=None, folder=str(folder / path), detail=detail)
