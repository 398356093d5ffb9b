"""Errors of pictures that texts show, and of files in `media/`."""

from __future__ import annotations

from typing import ClassVar

from chronicle.diagnostics.report import Problem, closest_name
from chronicle.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownPicture(Problem):
    r"""A text shows a picture that is not in `media/`.

    Write the file name exactly as it is spelt there, with its ending and without the folder.

    ```yaml turns/001.yaml
    turn: 1
    news:
      - for: everyone
        text: "The map: ![the bay](media/bay.gif)"
    ```
    ```bytes media/bay.gif
    GIF89a\1\0\1\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\1\0\1\0\0\2\2D\1\0;
    ```
    ```right
    (media/bay.gif) => (bay.gif)
    ```
    """

    code: ClassVar[str] = "M001"
    name: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"there is no picture `{self.name}` in `media/`"

    def help(self) -> str:
        folder, _, name = self.name.rpartition("/")
        if name in self.known:
            return f"leave out the folder: write `{name}`"
        if (near := closest_name(name, self.known)) is not None:
            return f"did you mean `{near}`?"
        alone = f", and write `{name}` without the folder" if folder else ""
        return f"put the file `{name}` in `media/`{alone}"


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingAltText(Problem):
    r"""A picture has no description.

    Write what it shows between the brackets, in a sentence or less. The description is for people
    who can't see the picture because they use a screen reader or because it has not loaded.
    Everyone who may read the text can read it.

    ```yaml turns/001.yaml
    turn: 1
    news:
      - for: everyone
        text: "The map: ![](bay.gif)"
    ```
    ```bytes media/bay.gif
    GIF89a\1\0\1\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\1\0\1\0\0\2\2D\1\0;
    ```
    ```right
    ![] => ![the bay at low water]
    ```
    """

    code: ClassVar[str] = "M002"

    def message(self) -> str:
        return "this picture has no description"

    def help(self) -> str:
        return "say between the brackets what it shows: ![the bay at low water](bay.png)"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnusedPicture(Problem):
    """A picture in `media/` is not shown in any text.

    It is not published. Perhaps its text is not written yet, or names another file.

    ```bytes media/bay.png
    whatever it is
    ```
    """

    code: ClassVar[str] = "M003"
    severity: ClassVar = "warning"
    name: str
    can_be_shown: bool = True

    def message(self) -> str:
        return f"no text shows the picture `{self.name}`"

    def help(self) -> str:
        if not self.can_be_shown:
            return "to show it, rename it: no brackets, quotes or colons, no more than one space"
        return f"it will not be published; to show it, write ![what it shows]({self.name})"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAPicture(Problem):
    r"""A text shows a file that is not a supported picture.

    PNG, JPEG, GIF and WebP are supported, with any ending in the file name. SVG is not, because it
    can contain scripts, hidden text and layers. Other formats are not shown by every browser.

    ```yaml turns/001.yaml
    turn: 1
    news:
      - for: everyone
        text: "The map: ![the bay](bay.svg)"
    ```
    ```bytes media/bay.svg
    <svg xmlns="http://www.w3.org/2000/svg"><text>Here be the giants</text></svg>
    ```
    ```right
    bay.svg) => bay.gif)
    media/bay.svg => media/bay.gif
    ```
    ```right media/bay.gif
    GIF89a\1\0\1\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\1\0\1\0\0\2\2D\1\0;
    ```
    """

    code: ClassVar[str] = "M004"
    drawing: bool
    guess: str

    def message(self) -> str:
        if self.drawing:
            return "this is an SVG, which can contain scripts and hidden text"
        seems = f"; it looks like {self.guess}" if self.guess else ""
        return f"this is not a PNG, JPEG, GIF or WebP file{seems}"

    def help(self) -> str:
        return "export it as PNG" if self.drawing else "save it as PNG, JPEG, GIF or WebP"


@dataclass(frozen=True, slots=True, kw_only=True)
class DamagedPicture(Problem):
    r"""A text shows a picture that is damaged or incomplete.

    Chronicle removes hidden data from pictures, which it can only do if it can read the whole file.

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
        return f"this picture is damaged: {self.detail or 'the file is incomplete'}"

    def help(self) -> str:
        return "open it in an image editor and save it again"


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureTooLarge(Problem):
    """A text shows a picture that is too large.

    The limits are 10 MB, 16,000 pixels on a side and 64 million pixels in all. A page shows about
    2,000 pixels on a side.

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
        return "make it smaller: 2,000 pixels on the longer side are enough"


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureInMultiSite(Problem):
    """The introduction of a multi-campaign site contains a picture.

    Pictures are in the `media/` folder of one campaign and can be shown only in its texts.

    ```yaml shelf.yaml
    introduction: "Two winters on the lake: ![the lake from above](lake.png)"
    ```
    ```right
    "Two winters on the lake: ![the lake from above](lake.png)" => Two winters on the lake.
    ```
    """

    code: ClassVar[str] = "M007"
    name: str

    def message(self) -> str:
        return f"the picture `{self.name}` can't be shown in `shelf.yaml`, only in a campaign"

    def help(self) -> str:
        return "move it to the introduction of a campaign"


@dataclass(frozen=True, slots=True, kw_only=True)
class PicturesWithOneName(Problem):
    r"""Two pictures have names that differ only in capital letters, or in how accents are stored.

    On Windows and macOS they are one file: the campaign would lose one of the two when it is copied
    there.

    ```yaml turns/001.yaml
    turn: 1
    news:
      - for: everyone
        text: "The map, ![new](bay.gif) and ![old](Bay.gif)"
    ```
    ```bytes media/bay.gif
    GIF89a\1\0\1\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\1\0\1\0\0\2\2D\1\0;
    ```
    ```bytes media/Bay.gif
    GIF89a\1\0\1\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\1\0\1\0\0\2\2D\1\0;
    ```
    ```right
    media/Bay.gif => media/old-bay.gif
    ![old](Bay.gif) => ![old](old-bay.gif)
    ```
    """

    code: ClassVar[str] = "M020"
    name: str
    other: str

    def message(self) -> str:
        return f"`{self.name}` and `{self.other}` are one file on Windows and macOS"

    def help(self) -> str:
        return "rename one of the two, and the picture in the texts that show it"
