"""Errors of writing the built site."""

from __future__ import annotations

from typing import ClassVar, Final

from chronicle.diagnostics.report import Problem
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
