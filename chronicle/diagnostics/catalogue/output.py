"""Errors of writing the built site."""

from __future__ import annotations

from typing import ClassVar, Final

from chronicle.diagnostics.report import Problem, Severity
from chronicle.records import dataclass

#: Maximum number of files named in one message.
MAX_NAMED_FILES: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignFilesInOutput(Problem):
    """The output folder contains files that chronicle did not write.

    A build replaces only files of an earlier build. To protect your pictures, notes or
    repositories, it refuses a folder with other files. Choose an empty folder, or move the files
    away.

    ```output notes.txt
    mine
    ```
    """

    code: ClassVar[str] = "O001"
    folder: str
    found: tuple[str, ...]

    def message(self) -> str:
        shown = ", ".join(self.found[:MAX_NAMED_FILES]) + (
            " …" if len(self.found) > MAX_NAMED_FILES else ""
        )
        return f"{self.folder} contains files that chronicle did not write: {shown}"

    def help(self) -> str:
        return "choose another folder with `-o`, or move these files away"


@dataclass(frozen=True, slots=True, kw_only=True)
class CannotWriteOutput(Problem):
    """Chronicle can't write the output.

    The disk may be full, or the folder may belong to another user. Existing files are unchanged.

    ```output-file
    ```
    """

    code: ClassVar[str] = "O002"
    folder: str
    detail: str
    option: str = ""

    def message(self) -> str:
        return f"can't write {self.folder}: {self.detail}"

    def help(self) -> str:
        example = f", for example with `{self.option} ~/site`" if self.option else ""
        return (
            "nothing was changed; check permissions and free space, or choose another folder"
            + example
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputOverlapsContent(Problem):
    """The output folder is inside the campaign folder, or contains it.

    A build would read what it wrote, or put private pages among the sources. Choose a folder next
    to the campaign.

    ```output-inside
    ```
    """

    code: ClassVar[str] = "O003"
    folder: str

    def message(self) -> str:
        return f"{self.folder} is inside the campaign, or contains it"

    def help(self) -> str:
        return "choose a folder outside the campaign with `-o`"


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteNearLimit(Problem):
    """The site, or a file of it, is nearly as large as hosts take.

    GitHub Pages takes sites of up to 1 GB, and git hosts take files of up to 100 MB. Pictures take
    most of it: make those in `media/` smaller while there is time.

    ```site-size
    800000000
    ```
    """

    code: ClassVar[str] = "O006"
    severity: ClassVar[Severity] = "warning"
    what: str
    size: int
    most: int

    def message(self) -> str:
        return f"{self.what} has {megabytes(self.size)}, of {megabytes(self.most)} that hosts take"

    def help(self) -> str:
        return "make the largest pictures in `media/` smaller"


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteTooLarge(Problem):
    """The site, or a file of it, is larger than hosts take.

    GitHub Pages takes sites of up to 1 GB, and git hosts take files of up to 100 MB. Nothing is
    written. Pictures take most of it: make those in `media/` smaller, or go on in a second
    campaign with a site of its own.

    ```site-size
    1100000000
    ```
    """

    code: ClassVar[str] = "O007"
    what: str
    size: int
    most: int

    def message(self) -> str:
        return f"{self.what} has {megabytes(self.size)}; hosts take {megabytes(self.most)}"

    def help(self) -> str:
        return "make the largest pictures in `media/` smaller, or go on in a second campaign"


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputInUse(Problem):
    """Another chronicle is writing into the output folder.

    Two builds at the same time would mix their files. Wait until the other one has ended, or end
    it: the lock goes with its process. If it is a build that nobody needs, such as one in another
    terminal, its number helps to find it. To build both, give each its own folder.

    ```output-locked
    ```
    """

    code: ClassVar[str] = "O014"
    folder: str
    owner: str

    def message(self) -> str:
        return f"{self.folder} is being written by {self.owner or 'another chronicle'}"

    def help(self) -> str:
        return "wait until it has ended, then run the command again; or choose another folder"


def megabytes(size: int) -> str:
    """A number of bytes, in megabytes rounded to one place."""
    return f"{size / 1_000_000:.1f} MB"
