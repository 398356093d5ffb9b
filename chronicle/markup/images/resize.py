"""Smaller versions of large images, for narrow screens. The only module that imports Pillow.

Each has the same format as the original, is rotated upright, and has its metadata removed; only
those that must fit into a number of bytes are WebP. Pillow
reads only files that have been cleaned, so that their size is known to be within limits, and only
these three formats.
"""

from __future__ import annotations

import struct
import warnings
import zlib
from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from chronicle.markup.images import jpeg, png, webp
from chronicle.markup.images.image import InvalidPictureFile, MediaType, Picture, PictureDefect
from chronicle.records import replace

if TYPE_CHECKING:
    from PIL import Image

#: Widths in pixels: a phone or an image in a row, the text column, the whole page.
WIDTHS: Final = (480, 960, 1600)
#: An image less than this much wider than one of the widths is used for it unchanged.
_MIN_RATIO: Final = 1.25

#: What an image that must fit is tried with, in this order: maximum width in pixels, and quality.
_FITTING: Final = ((1600, 80), (1600, 60), (1280, 60), (960, 60), (640, 50))

_KINDS: Final[dict[MediaType, str]] = {
    "image/png": "PNG",
    "image/jpeg": "JPEG",
    "image/webp": "WEBP",
}
_CLEANERS: Final = {"PNG": png.clean_png, "JPEG": jpeg.clean_jpeg, "WEBP": webp.clean_webp}
#: The Pillow modes of images that can be resized, and the modes used for resizing. In other modes,
#: such as 16-bit grey, Pillow would lose more than size.
_MODES: Final = {
    "1": "L", "L": "L", "LA": "LA", "P": "RGB", "PA": "RGBA", "RGB": "RGB", "RGBA": "RGBA",
    "CMYK": "RGB", "YCbCr": "RGB",
}  # fmt: skip
_ALPHA_MODES: Final = {"L": "LA", "RGB": "RGBA"}
#: Exceptions of Pillow for an image that it can't read; warnings are errors meanwhile.
_PILLOW_ERRORS: Final = (
    *(OSError, SyntaxError, ValueError, EOFError, LookupError, ArithmeticError, MemoryError),
    *(struct.error, zlib.error, Warning),
)


# When a site is rebuilt repeatedly, its images stay the same.
@lru_cache(maxsize=32)
def with_smaller_sizes(picture: Picture) -> Picture | PictureDefect:
    """Return a cleaned image with useful smaller versions; animations get none.

    Return a defect if the file looks intact, but Pillow can't read its pixels.
    """
    widths = [width for width in WIDTHS if picture.width >= width * _MIN_RATIO]
    kind = _KINDS.get(picture.media_type)
    if kind is None or not widths:
        return picture
    # Imported here because many campaigns have no large pictures.
    from PIL.Image import DecompressionBombError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            made = tuple(_smaller(picture, kind, widths))
    except InvalidPictureFile as broken:
        return broken.fault
    except (*_PILLOW_ERRORS, DecompressionBombError):
        return PictureDefect("broken", "its pixels can't be read")
    return replace(picture, smaller=made[::-1])


# Every faction that sees an image asks for it.
@lru_cache(maxsize=64)
def fitted(picture: Picture, most: int) -> Picture:
    """Return a readable image in at most ``most`` bytes: itself, or else a WebP of it.

    Animations, and images that Pillow can't make small enough, are returned as they are.
    """
    kind = _KINDS.get(picture.media_type)
    if len(picture.content) <= most or kind is None:
        return picture
    from PIL import Image

    opened = Image.open(BytesIO(picture.content), formats=(kind,))
    if getattr(opened, "is_animated", False) or opened.mode not in _MODES:
        return picture
    opened.draft(None, (_FITTING[0][0], _FITTING[0][0]))
    pixels = _upright(opened)
    for widest, quality in _FITTING:
        width = min(widest, picture.width)
        height = max(1, round(picture.height * width / picture.width))
        sized = pixels.resize((width, height), Image.Resampling.LANCZOS, reducing_gap=3.0)
        written = BytesIO()
        sized.save(written, "WEBP", quality=quality, method=4)
        if written.tell() <= most:
            return webp.clean_webp(written.getvalue())
    return picture


def _smaller(picture: Picture, kind: str, widths: list[int]) -> Iterator[Picture]:
    """Smaller versions, the widest first, limited to those with smaller files."""
    from PIL import Image

    opened = Image.open(BytesIO(picture.content), formats=(kind,))
    if getattr(opened, "is_animated", False) or opened.mode not in _MODES:
        return
    options = _options(opened, picture)
    # A JPEG can be read at a half or a quarter of its size much faster.
    opened.draft(None, (max(widths), max(widths)))
    has_palette = opened.mode in ("1", "P") and "transparency" not in opened.info
    pixels = _upright(opened)
    least = len(picture.content)
    for width in reversed(widths):
        height = max(1, round(picture.height * width / picture.width))
        sized = pixels.resize((width, height), Image.Resampling.LANCZOS, reducing_gap=3.0)
        if has_palette:
            sized = sized.quantize(256, dither=Image.Dither.NONE)
        written = BytesIO()
        sized.save(written, kind, **options)
        found = _copy_colors(_CLEANERS[kind](written.getvalue()), picture)
        if len(found.content) < least:
            least = len(found.content)
            yield found


def _upright(opened: Image.Image) -> Image.Image:
    """The pixels, rotated upright, in a mode with all of their colour."""
    from PIL import ImageOps

    mode = _MODES[opened.mode]
    if "transparency" in opened.info:
        mode = _ALPHA_MODES.get(mode, mode)
    turned = ImageOps.exif_transpose(opened)
    return turned if turned.mode == mode else turned.convert(mode)


def _options(opened: Image.Image, picture: Picture) -> dict[str, Any]:
    """Options for saving in this format: lossy only if the original was."""
    match opened.format:
        case "JPEG":
            return {"quality": 82, "optimize": True, "progressive": True}
        case "WEBP":
            # The VP8L chunk comes first, or after the VP8X chunk.
            is_whole = b"VP8L" in (picture.content[12:16], picture.content[30:34])
            return {"lossless": is_whole, "quality": 82, "method": 4}
        case _:
            return {}


def _copy_colors(made: Picture, picture: Picture) -> Picture:
    """A smaller PNG with the colour information of the original."""
    if made.media_type != "image/png":
        return made
    return replace(made, content=png.copy_color_chunks(made.content, picture.content))
