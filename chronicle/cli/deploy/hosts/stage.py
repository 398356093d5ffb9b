"""The place beside a folder or a file in which what replaces it is written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from chronicle.cli.deploy.hosts import HostError
from chronicle.publish.folder_lock import FolderLocked, folder_lock
from chronicle.publish.transaction import create_stage, discard, is_unfinished, recover

#: What its name begins with; a killed deploy may leave one behind.
_STAGE: Final = ".chronicle-putting-"


@contextmanager
def open_stage(target: Path, shown: str) -> Iterator[Path]:
    """A new stage beside the target of a deploy, removed on exit.

    Until then no other process can write there. Raises OSError, and HostError if one does.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    with _recovered(target, shown):
        stage = create_stage(target.parent, _STAGE)
        try:
            yield stage
        finally:
            discard(stage)


def finish_deploy(target: Path, shown: str) -> None:
    """Finish or undo what a killed deploy has left. Raises OSError and HostError."""
    if is_unfinished(target.parent, _STAGE):
        with _recovered(target, shown):
            pass


@contextmanager
def _recovered(target: Path, shown: str) -> Iterator[None]:
    """Hold the lock of the folder that contains the target; finish or drop old stages there."""
    try:
        with folder_lock(target.parent) as is_locked:
            if is_locked:
                recover(target.parent, _STAGE, [target.name])
            yield
    except FolderLocked as locked:
        raise HostError(
            f"{shown} is being written by {locked.owner or 'another chronicle'}",
            "wait until it has ended, then run the command again",
        ) from locked
