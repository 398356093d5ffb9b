"""Errors of pictures that texts show, and of files in `media/`."""

from __future__ import annotations

from chronicle.diagnostics.report import Problem, closest_name


class UnknownPicture(Problem):
    code = "M001"
    message = "there is no picture `{name}` in `media/`"

    name: str
    known: tuple[str, ...]

    def help_text(self) -> str:
        folder, _, name = self.name.rpartition("/")
        if name in self.known:
            return f"leave out the folder: write `{name}`"
        if (near := closest_name(name, self.known)) is not None:
            return f"did you mean `{near}`?"
        alone = f", and write `{name}` without the folder" if folder else ""
        return f"put the file `{name}` in `media/`{alone}"


class MissingAltText(Problem):
    code = "M002"
    message = "this picture has no description"
    help = "say between the brackets what it shows: ![the bay at low water](bay.png)"


class UnusedPicture(Problem):
    code = "M003"
    severity = "warning"
    message = "no text shows the picture `{name}`"

    name: str
    can_be_shown: bool = True

    def help_text(self) -> str:
        if not self.can_be_shown:
            return "to show it, rename it: no brackets, quotes or colons, no more than one space"
        return f"it will not be published; to show it, write ![what it shows]({self.name})"


class NotAPicture(Problem):
    code = "M004"

    drawing: bool
    guess: str

    def message_text(self) -> str:
        if self.drawing:
            return "this is an SVG, which can contain scripts and hidden text"
        seems = f"; it looks like {self.guess}" if self.guess else ""
        return f"this is not a PNG, JPEG, GIF or WebP file{seems}"

    def help_text(self) -> str:
        return "export it as PNG" if self.drawing else "save it as PNG, JPEG, GIF or WebP"


class DamagedPicture(Problem):
    code = "M005"
    help = "open it in an image editor and save it again"

    detail: str

    def message_text(self) -> str:
        return f"this picture is damaged: {self.detail or 'the file is incomplete'}"


class PictureTooLarge(Problem):
    code = "M006"
    message = "this picture is too large: {detail}"
    help = "make it smaller: 2,000 pixels on the longer side are enough"

    detail: str


class PictureInMultiSite(Problem):
    code = "M007"
    message = "the picture `{name}` can't be shown in `shelf.yaml`, only in a campaign"
    help = "move it to the introduction of a campaign"

    name: str


class PicturesWithOneName(Problem):
    code = "M020"
    message = "`{name}` and `{other}` are one file on Windows and macOS"
    help = "rename one of the two, and the picture in the texts that show it"

    name: str
    other: str
