"""What is compared: a tool, what it reads at each stage, and how it is started."""

from __future__ import annotations

import json
import shutil
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar, Final, Literal, TypeAlias

from benchmarks.comparison.folders import files_in, lay
from benchmarks.comparison.page_data import Library, PageData, page_of

#: What is built, in turn: everything for the first time, the same again, one turn more,
#: and everything in another look.
Stage: TypeAlias = Literal["cold", "unchanged", "turn", "theme"]
STAGES: Final[tuple[Stage, ...]] = ("cold", "unchanged", "turn", "theme")


class Tool(ABC):
    """One of the compared tools, in its own folder."""

    name: ClassVar[str]

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.input = folder / "input"
        self.output = folder / "output"

    @abstractmethod
    def install(self, shelf: Path) -> str:
        """Sees to it that the program is there, in a shelf that is kept; its version."""

    @abstractmethod
    def prepare(self, campaign: Path, built: Path, to: Path) -> None:
        """Lays what it reads of a campaign; ``built`` is what chronicle made of that."""

    @abstractmethod
    def restyle(self) -> None:
        """Changes the look of all pages in the input."""

    @property
    @abstractmethod
    def command(self) -> Sequence[str]:
        """How a build is started."""

    @property
    def environment(self) -> Mapping[str, str]:
        return {}

    @property
    def reads(self) -> int:
        """The number of bytes to be read, without files that are only copied."""
        paths = (path for path in files_in(self.input) if not path.startswith("static/"))
        return sum((self.input / path).stat().st_size for path in paths)

    def forget(self) -> None:
        """Takes all that earlier builds left out of the way.

        It goes before the next race: some file systems are slow to make files where many have
        just gone.
        """
        if self.output.exists():
            gone = self.folder / "gone"
            gone.mkdir(exist_ok=True)
            self.output.rename(gone / str(len(list(gone.iterdir()))))

    def set(self, stage: Stage) -> None:
        """Brings input and output to where a stage begins."""
        match stage:
            case "cold":
                self.forget()
                lay(self.folder / "base", self.input)
            case "unchanged":
                pass
            case "turn":
                lay(self.folder / "grown", self.input)
            case "theme":
                self.restyle()


def pages_in(built: Path, library: Library) -> Iterator[PageData]:
    """What all pages say that chronicle built."""
    for path in files_in(built):
        if path.endswith(".html"):
            yield page_of(path, (built / path).read_text(encoding="utf-8"), library)


def lay_rest(built: Path, to: Path) -> None:
    """Writes all but pages: style sheets, scripts, pictures, indexes; others only copy them."""
    for path in files_in(built):
        if not path.endswith(".html") and not path.startswith("."):
            (to / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(built / path, to / path)


def shared(library: Library) -> dict[str, str]:
    """What stands on many pages, as files of JSON."""
    return {
        "frames.json": json.dumps(library.frames),
        "drawings.json": json.dumps(library.drawings),
        "heads.json": json.dumps(library.heads),
        "rows.json": json.dumps(library.rows),
    }
