"""Smaller pictures beside a large one, for narrow screens; the home of Pillow.

Each is of the same kind as the large one, stands the right way up, and is cleaned like it: what is
published of a picture in any size is pixels. Pillow gets to see nothing that has not been cleaned,
so that its size is known to be within bounds, and no kind of file but these three.
"""

from __future__ import annotations

import struct
import warnings
import zlib
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from typing import Any, Final

from PIL import Image, ImageOps

from chronicle.markup.images import jpeg, png, webp
from chronicle.markup.images.image import InvalidPictureFile, MediaType, Picture, PictureDefect

#: Pixels across: a phone's screen or a picture in a row of them, the column, the whole page.
WIDTHS: Final = (480, 960, 1600)
#: A picture hardly wider than one of these is good enough for it.
_MIN_RATIO: Final = 1.25

_KINDS: Final[dict[MediaType, str]] = {
    "image/png": "PNG",
    "image/jpeg": "JPEG",
    "image/webp": "WEBP",
}
_CLEANERS: Final = {
    "PNG": png.clean_png,
    "JPEG": jpeg.clean_jpeg,
    "WEBP": webp.clean_webp,
}
#: How pixels lie in those pictures that can be made smaller, and how they lie while this is done;
#: of others, as those with sixteen bits of grey, Pillow would lose more than size.
_MODES: Final = {
    "1": "L", "L": "L", "LA": "LA", "P": "RGB", "PA": "RGBA", "RGB": "RGB", "RGBA": "RGBA",
    "CMYK": "RGB", "YCbCr": "RGB",
}  # fmt: skip
_ALPHA_MODES: Final = {"L": "LA", "RGB": "RGBA"}
#: What Pillow raises for a picture that it can't read; warnings are errors while it does.
_PILLOW_ERRORS: Final = (
    *(OSError, SyntaxError, ValueError, EOFError, LookupError, ArithmeticError, MemoryError),
    *(struct.error, zlib.error, Warning, Image.DecompressionBombError),
)


# Of a site that is built again and again while somebody writes, the pictures stay the same.
@lru_cache(maxsize=32)
def with_smaller_sizes(picture: Picture) -> Picture | PictureDefect:
    """A cleaned picture with all smaller ones that are worth having; none for what moves.

    A Fault when it is whole by its looks, and Pillow can't read its pixels.
    """
    widths = [width for width in WIDTHS if picture.width >= width * _MIN_RATIO]
    kind = _KINDS.get(picture.media_type)
    if kind is None or not widths:
        return picture
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            made = tuple(_smaller(picture, kind, widths))
    except InvalidPictureFile as broken:
        return broken.fault
    except _PILLOW_ERRORS:
        return PictureDefect("broken", "its pixels can't be read")
    return replace(picture, smaller=made[::-1])


def _smaller(picture: Picture, kind: str, widths: list[int]) -> Iterator[Picture]:
    """Smaller pictures, the widest first; only such as are smaller files too."""
    opened = Image.open(BytesIO(picture.content), formats=(kind,))
    if getattr(opened, "is_animated", False) or opened.mode not in _MODES:
        return
    options = _options(opened, picture)
    # A JPEG can be read at a half or a quarter of its size in far less time.
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
    """The pixels as they are to be shown, each with all of its colour."""
    mode = _MODES[opened.mode]
    if "transparency" in opened.info:
        mode = _ALPHA_MODES.get(mode, mode)
    turned = ImageOps.exif_transpose(opened)
    return turned if turned.mode == mode else turned.convert(mode)


def _options(opened: Image.Image, picture: Picture) -> dict[str, Any]:
    """How a picture of this kind is packed: with losses only where it had some already."""
    match opened.format:
        case "JPEG":
            return {"quality": 82, "optimize": True, "progressive": True}
        case "WEBP":
            # Its pixels come first, or after the part that says they are more than these.
            is_whole = b"VP8L" in (picture.content[12:16], picture.content[30:34])
            return {"lossless": is_whole, "quality": 82, "method": 4}
        case _:
            return {}


def _copy_colors(made: Picture, picture: Picture) -> Picture:
    """A smaller PNG that says of its colours what the large one says."""
    if made.media_type != "image/png":
        return made
    return replace(made, content=png.copy_color_chunks(made.content, picture.content))
