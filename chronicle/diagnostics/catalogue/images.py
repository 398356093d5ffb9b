"""What can be wrong with pictures: those that texts name, and the files in `media/`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from chronicle.diagnostics.report import Problem, did_you_mean


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownPicture(Problem):
    """A text shows a picture that does not lie in `media/`.

    Write the name of the file with its ending, as it is spelt there, without any folder.

    ```yaml turns/001.yaml
    turn: 1
    news:
      - for: everyone
        text: "The map: ![the bay](bay.png)"
    ```
    """

    code: ClassVar[str] = "M001"
    name: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"there is no picture `{self.name}` in `media/`"

    def help(self) -> str:
        return did_you_mean(
            self.name, self.known, otherwise="lay the file into `media/` of the campaign"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingAltText(Problem):
    r"""A picture has no words that say what it shows.

    They stand between the brackets, for those who can't see it: whoever listens to the page, and
    whoever waits for it. They are as visible as the text around them. Say what there is to see,
    in a sentence or less.

    ```yaml turns/001.yaml
    turn: 1
    news:
      - for: everyone
        text: "The map: ![](bay.gif)"
    ```
    ```bytes media/bay.gif
    GIF89a\1\0\1\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\1\0\1\0\0\2\2D\1\0;
    ```
    """

    code: ClassVar[str] = "M002"

    def message(self) -> str:
        return "this picture has no words for those who can't see it"

    def help(self) -> str:
        return "say between the brackets what it shows: ![the bay at low water](bay.png)"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnusedPicture(Problem):
    """A file lies in `media/`, and no text shows it.

    It is not published. Perhaps the text that was to show it is yet to be written, or has the name
    of another.

    ```bytes media/bay.png
    whatever it is
    ```
    """

    code: ClassVar[str] = "M003"
    severity: ClassVar = "warning"
    name: str

    def message(self) -> str:
        return f"no text shows the picture `{self.name}`"

    def help(self) -> str:
        return f"show it with ![what there is to see]({self.name}), or leave it: it stays at home"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAPicture(Problem):
    """A text shows a file that is no picture of a kind that is published.

    PNG, JPEG, GIF and WebP are, whatever the ending of the name says. SVG is not: such a drawing is
    a program, with scripts and hidden text and layers, and can't be made safe without drawing it
    anew. Nor are kinds that not every browser shows.

    ```yaml turns/001.yaml
    turn: 1
    news:
      - for: everyone
        text: "The map: ![the bay](bay.svg)"
    ```
    ```yaml media/bay.svg
    <svg xmlns="http://www.w3.org/2000/svg"><text>Here be the giants</text></svg>
    ```
    """

    code: ClassVar[str] = "M004"
    drawing: bool
    guess: str

    def message(self) -> str:
        if self.drawing:
            return "this is an SVG, which can hold scripts and hidden text"
        seems = f"; it looks like {self.guess}" if self.guess else ""
        return f"this is no PNG, JPEG, GIF or WebP{seems}"

    def help(self) -> str:
        return "export it as PNG" if self.drawing else "save it as PNG, JPEG, GIF or WebP"


@dataclass(frozen=True, slots=True, kw_only=True)
class DamagedPicture(Problem):
    r"""A text shows a picture that is damaged, or ends before it is whole.

    Only what can be read from its beginning to its end can be cleaned of what nobody is to see.

    ```yaml turns/001.yaml
    turn: 1
    news:
      - for: everyone
        text: "The map: ![the bay](bay.gif)"
    ```
    ```bytes media/bay.gif
    GIF89a\x01\x00\x01\x00
    ```
    """

    code: ClassVar[str] = "M005"
    detail: str

    def message(self) -> str:
        return f"this picture is damaged: {self.detail or 'it ends before it is whole'}"

    def help(self) -> str:
        return "open it in a program for pictures and save it anew"


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureTooLarge(Problem):
    """A text shows a picture that is larger than a page can use.

    Ten megabytes, sixteen thousand pixels along a side and sixty-four million in all are the most.
    A page shows about two thousand pixels along a side.

    ```yaml turns/001.yaml
    turn: 1
    news:
      - for: everyone
        text: "The map: ![the bay](bay.png)"
    ```
    ```size media/bay.png
    10500000
    ```
    """

    code: ClassVar[str] = "M006"
    detail: str

    def message(self) -> str:
        return f"this picture is too large: {self.detail}"

    def help(self) -> str:
        return "make it smaller: two thousand pixels along the longer side are plenty"


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureInMultiSite(Problem):
    """The introduction of a shelf shows a picture.

    Pictures lie in `media/` of one campaign and stand in its texts; a shelf has none of its own.

    ```yaml shelf.yaml
    introduction: "Two winters on the lake: ![the lake from above](lake.png)"
    ```
    """

    code: ClassVar[str] = "M007"
    name: str

    def message(self) -> str:
        return f"the picture `{self.name}` can't stand here: a shelf has no pictures of its own"

    def help(self) -> str:
        return "show it in the introduction of a campaign"
