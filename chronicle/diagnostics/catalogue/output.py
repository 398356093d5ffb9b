"""What can stand in the way of writing the built site."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from chronicle.diagnostics.report import Problem

#: As many files as a finding names.
MAX_NAMED_FILES: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignFilesInOutput(Problem):
    """The output folder holds files that chronicle did not write.

    A build replaces what an earlier build made, and nothing else. So that no picture, note or
    repository is lost, a folder with other files in it is refused. Name an empty folder, or move
    the files away.

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
        return f"{self.folder} holds files that chronicle did not write: {shown}"

    def help(self) -> str:
        return "name another folder with `-o`, or move these files away"


@dataclass(frozen=True, slots=True, kw_only=True)
class CannotWriteOutput(Problem):
    """The system does not let chronicle write the output.

    The disk may be full, or the folder belong to somebody else. What was there before is as it
    was.

    ```output-file
    ```
    """

    code: ClassVar[str] = "O002"
    folder: str
    detail: str

    def message(self) -> str:
        return f"{self.folder} can't be written: {self.detail}"

    def help(self) -> str:
        return "nothing was changed; check permissions and free space, or name another folder"


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputOverlapsContent(Problem):
    """The output folder and the campaign's folder contain each other.

    A build would then read what it wrote, or put private pages among the sources. Name a folder
    beside the campaign.

    ```output-inside
    ```
    """

    code: ClassVar[str] = "O003"
    folder: str

    def message(self) -> str:
        return f"{self.folder} and the campaign contain each other"

    def help(self) -> str:
        return "name a folder outside the campaign with `-o`"
