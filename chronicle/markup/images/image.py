"""A picture as it is published, and why a file can't be one."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final, Literal

MediaType = Literal["image/png", "image/jpeg", "image/gif", "image/webp"]
#: What hinders: a drawing that is a program, another kind of file, damage, and too much of it.
PictureDefectKind = Literal["drawing", "foreign", "broken", "cut short", "too large"]

#: Bytes; a photo straight from a good camera has fewer.
MAX_PICTURE_BYTES: Final = 10 << 20
#: Pixels along a side, and in all: more than any screen or sheet of paper shows.
MAX_SIDE_PIXELS: Final = 16_000
MAX_PIXELS: Final = 64_000_000

_ENDINGS: Final[dict[MediaType, str]] = {
    "image/png": "png",
    "image/jpeg": "jpg",
    "image/gif": "gif",
    "image/webp": "webp",
}


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture without anything but its pixels; width and height in pixels, as it is shown.

    ``smaller`` is the same with fewer pixels, the narrowest first; these have no smaller ones.
    """

    content: bytes
    media_type: MediaType
    width: int
    height: int
    smaller: tuple[Picture, ...] = ()

    @property
    def path(self) -> str:
        """Where it lies in a site: named by its content alone, never as the author's file."""
        name = hashlib.sha256(self.content).hexdigest()[:16]
        return f"pictures/{name}.{_ENDINGS[self.media_type]}"

    @property
    def sizes(self) -> tuple[Picture, ...]:
        """The picture in all its sizes, the narrowest first and itself last."""
        return (*self.smaller, self)

    def smallest_at_least(self, width: int) -> Picture:
        """The narrowest that is no less than ``width`` pixels across, or else the picture."""
        return next((one for one in self.smaller if one.width >= width), self)


@dataclass(frozen=True, slots=True)
class PictureDefect:
    """Why a file is no picture that can be published; ``detail`` says more and may be empty."""

    reason: PictureDefectKind
    detail: str = ""


class InvalidPictureFile(Exception):
    """The file is not a valid image; :func:`chronicle.markup.images.clean_picture` catches this."""

    def __init__(self, reason: PictureDefectKind, detail: str = "") -> None:
        super().__init__(reason, detail)
        self.fault = PictureDefect(reason, detail)


@dataclass(slots=True)
class ByteCursor:
    """A file that is read from its beginning; whoever asks for more than there is, learns so."""

    content: bytes
    offset: int = 0

    def take(self, length: int) -> bytes:
        """The next bytes, as many as asked for; raises Broken when there are fewer."""
        end = self.offset + length
        if end > len(self.content):
            raise InvalidPictureFile("cut short")
        taken = self.content[self.offset : end]
        self.offset = end
        return taken

    def take_byte(self) -> int:
        return self.take(1)[0]

    @property
    def at_end(self) -> bool:
        return self.offset >= len(self.content)


def check_size(width: int, height: int) -> None:
    """Raises Broken for a picture without an area, or with too large a one."""
    if width == 0 or height == 0:
        raise InvalidPictureFile("broken", "it has no width or no height")
    if max(width, height) > MAX_SIDE_PIXELS or width * height > MAX_PIXELS:
        raise InvalidPictureFile("too large", f"it has {width} x {height} pixels")
