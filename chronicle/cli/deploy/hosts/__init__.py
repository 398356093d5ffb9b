"""Deploy targets: a git branch, a folder or a zip file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

#: The file in which some hosts store a site's domain; it is kept.
DOMAIN_FILE: Final = "CNAME"


class HostError(Exception):
    """A host can't be reached or must not be overwritten; ``advice`` says what to do."""

    def __init__(self, said: str, advice: str) -> None:
        super().__init__(said)
        self.said = said
        self.advice = advice


class SiteHost(Protocol):
    """A place to deploy a site to."""

    @property
    def kind(self) -> str:
        """`branch`, `folder` or `zip`."""

    @property
    def shown(self) -> str:
        """The name of the place in messages."""

    def read_files(self) -> Mapping[str, bytes]:
        """The files there now. Raises HostError, for example if chronicle did not write them."""

    def put(self, files: Mapping[str, bytes]) -> None:
        """Replace the files last returned by `read_files`, all or none. Raises HostError."""
