"""Where a site can be put: a branch of a repository, a folder, a zip file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

#: The file by which some hosts know the domain of a site; it is theirs, and stays.
DOMAIN_FILE: Final = "CNAME"


class HostError(Exception):
    """A host can't be reached, or may not be written over: what is wrong, and what to do."""

    def __init__(self, said: str, advice: str) -> None:
        super().__init__(said)
        self.said = said
        self.advice = advice


class SiteHost(Protocol):
    """A place for a site."""

    @property
    def kind(self) -> str:
        """What it is: `branch`, `folder` or `zip`."""

    @property
    def shown(self) -> str:
        """The place as messages show it."""

    def read_files(self) -> Mapping[str, bytes]:
        """The files that lie there now. Raises Refused, when they are not ours above all."""

    def put(self, files: Mapping[str, bytes]) -> None:
        """Puts files there in the place of those that it was last looked at with. Raises Refused.

        All of them or none.
        """
