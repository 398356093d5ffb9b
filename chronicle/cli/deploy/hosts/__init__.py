"""Deploy targets: a git branch, a folder or a zip file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Final, Protocol

from chronicle.publish.folder_lock import FolderLocked, folder_lock
from chronicle.publish.transaction import create_stage, discard, is_unfinished, recover
from chronicle.records import Record

#: The file in which some hosts store a site's domain; it is kept.
DOMAIN_FILE: Final = "CNAME"

#: What its name begins with; a killed deploy may leave one behind.
_STAGE: Final = ".chronicle-putting-"


class HostError(Exception):
    """A host can't be reached or must not be overwritten; ``advice`` says what to do.

    ``is_rejection`` if the host itself has answered that it does not take the site.
    """

    def __init__(self, said: str, advice: str, *, is_rejection: bool = False) -> None:
        super().__init__(said)
        self.said = said
        self.advice = advice
        self.is_rejection = is_rejection


class SiteChange(Record):
    """What identifies the site that is on a host, and the one that is to replace it."""

    was: str
    now: str


def digest_of_site(files: Mapping[str, bytes]) -> str:
    """What identifies these files on a host that has no name for them."""
    rows = (f"{sha256(files[path]).hexdigest()} {path}\n" for path in sorted(files))
    return sha256("".join(rows).encode()).hexdigest()


class SiteHost(Protocol):
    """A place to deploy a site to."""

    @property
    def kind(self) -> str:
        """`branch`, `folder` or `zip`."""

    @property
    def shown(self) -> str:
        """The name of the place in messages."""

    @property
    def address(self) -> str:
        """The place, for a later process: without passwords, and wherever that process runs."""

    def read_files(self) -> Mapping[str, bytes]:
        """The files there now. Raises HostError, for example if chronicle did not write them."""

    def prepare(self, files: Mapping[str, bytes]) -> SiteChange:
        """Prepare to replace the files last returned by `read_files`. Raises HostError."""

    def has_changed(self, change: SiteChange) -> bool | None:
        """Ask whether a change has been made: None if the host has neither site. Raises HostError.

        It works without `read_files`, and after changes on top.
        """

    def put(self, files: Mapping[str, bytes]) -> None:
        """Make the change last prepared with these files, all or none. Raises HostError."""


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
