"""Errors of writing the built site."""

from __future__ import annotations

from typing import Final

from chronicle.diagnostics.report import Problem

#: Maximum number of files named in one message.
MAX_NAMED_FILES: Final = 3


def megabytes(size: int) -> str:
    """A number of bytes, in megabytes rounded to one place."""
    return f"{size / 1_000_000:.1f} MB"


class ForeignFilesInOutput(Problem):
    code = "O001"
    help = "choose another folder with `-o`, or move these files away"

    folder: str
    found: tuple[str, ...]

    def message_text(self) -> str:
        shown = ", ".join(self.found[:MAX_NAMED_FILES])
        more = " …" if len(self.found) > MAX_NAMED_FILES else ""
        return f"{self.folder} contains files that chronicle did not write: {shown}{more}"


class CannotWriteOutput(Problem):
    code = "O002"
    message = "can't write {folder}: {detail}"

    folder: str
    detail: str
    option: str = ""

    def help_text(self) -> str:
        said = "nothing was changed; check permissions and free space, or choose another folder"
        return f"{said}, for example with `{self.option} ~/site`" if self.option else said


class OutputOverlapsContent(Problem):
    code = "O003"
    message = "{folder} is inside the campaign, or contains it"
    help = "choose a folder outside the campaign with `-o`"

    folder: str


class SiteNearLimit(Problem):
    code = "O006"
    severity = "warning"
    help = "make the largest pictures in `media/` smaller"

    what: str
    size: int
    most: int

    def message_text(self) -> str:
        return f"{self.what} has {megabytes(self.size)}, of {megabytes(self.most)} that hosts take"


class SiteTooLarge(Problem):
    code = "O007"
    help = "make the largest pictures in `media/` smaller, or go on in a second campaign"

    what: str
    size: int
    most: int

    def message_text(self) -> str:
        return f"{self.what} has {megabytes(self.size)}; hosts take {megabytes(self.most)}"


class OutputInUse(Problem):
    code = "O014"
    help = "wait until it has ended, then run the command again; or choose another folder"

    folder: str
    owner: str

    def message_text(self) -> str:
        return f"{self.folder} is being written by {self.owner or 'another chronicle'}"
