"""Deploy targets: a git branch, a folder or a zip file."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Final, Protocol

from chronicle.records import Record

#: The file in which some hosts store a site's domain; it is kept.
DOMAIN_FILE: Final = "CNAME"


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
