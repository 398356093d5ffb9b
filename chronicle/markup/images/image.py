"""An image as it is published, and the reasons why a file can't be one."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Final, Literal

from chronicle.records import MutableRecord, Record

MediaType = Literal["image/png", "image/jpeg", "image/gif", "image/webp"]
#: Reasons: a vector drawing (which may contain scripts), another format, damaged, truncated, too
#: large.
PictureDefectKind = Literal["drawing", "foreign", "broken", "cut short", "too large"]

#: In bytes; even photos from good cameras have less.
MAX_PICTURE_BYTES: Final = 10 << 20
#: Pixels per side and in total: more than any screen or sheet of paper shows.
MAX_SIDE_PIXELS: Final = 16_000
MAX_PIXELS: Final = 64_000_000

_ENDINGS: Final[dict[MediaType, str]] = {
    "image/png": "png",
    "image/jpeg": "jpg",
    "image/gif": "gif",
    "image/webp": "webp",
}


class Picture(Record):
    """An image without metadata; width and height in pixels, as displayed.

    ``smaller`` are smaller versions, the narrowest first; these have no smaller ones.
    """

    content: bytes
    media_type: MediaType
    width: int
    height: int
    smaller: tuple[Picture, ...] = ()

    @property
    def path(self) -> str:
        """Its path in a site, named by its content, never by the author's file name."""
        return f"pictures/{_name_of(self.content)}.{_ENDINGS[self.media_type]}"

    @property
    def sizes(self) -> tuple[Picture, ...]:
        """The image in all sizes, the narrowest first and itself last."""
        return (*self.smaller, self)

    def smallest_at_least(self, width: int) -> Picture:
        """The narrowest version that is at least ``width`` pixels wide, else the image itself."""
        return next((one for one in self.smaller if one.width >= width), self)


@lru_cache(maxsize=1024)
def _name_of(content: bytes) -> str:
    """The name of an image in a site, which every edition asks for."""
    return hashlib.sha256(content).hexdigest()[:16]


class PictureDefect(Record):
    """Why a file is not an image that can be published; ``detail`` may be empty."""

    reason: PictureDefectKind
    detail: str = ""


class InvalidPictureFile(Exception):
    """The file is not a valid image; :func:`chronicle.markup.images.clean_picture` catches this."""

    def __init__(self, reason: PictureDefectKind, detail: str = "") -> None:
        super().__init__(reason, detail)
        self.fault = PictureDefect(reason, detail)


class ByteCursor(MutableRecord):
    """Reads a file from its beginning; reading past the end raises InvalidPictureFile."""

    content: bytes
    offset: int = 0

    def take(self, length: int) -> bytes:
        """Return the next ``length`` bytes; raises InvalidPictureFile if there are fewer."""
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
    """Raise InvalidPictureFile for an image without pixels, or with too many."""
    if width == 0 or height == 0:
        raise InvalidPictureFile("broken", "it has no width or no height")
    if max(width, height) > MAX_SIDE_PIXELS or width * height > MAX_PIXELS:
        raise InvalidPictureFile("too large", f"it has {width} x {height} pixels")
