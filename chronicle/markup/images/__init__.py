"""Images: the author's files in `media/`, with all metadata removed.

Cameras and programs store in an image where and when it was taken, who made it, and what was
cropped. The parts that are kept are copied byte for byte, so no pixel changes. Unknown parts are
removed.
"""

from __future__ import annotations

from typing import Final

from chronicle.markup.images import gif, jpeg, png, webp
from chronicle.markup.images.image import (
    MAX_PICTURE_BYTES,
    InvalidPictureFile,
    Picture,
    PictureDefect,
)

__all__ = ["MAX_PICTURE_BYTES", "Picture", "PictureDefect", "clean_picture"]

#: Other file types by first bytes, including image formats that not every browser shows.
_OTHER_SIGNATURES: Final = (
    (b"%PDF", "a PDF document"),
    (b"BM", "a BMP"),
    (b"II*\0", "a TIFF or a raw photo"),
    (b"MM\0*", "a TIFF or a raw photo"),
    (b"8BPS", "a Photoshop file"),
    (b"gimp xcf", "a GIMP file"),
    (b"PK\x03\x04", "a zip archive or an office document"),
    (b"\xff\x0a", "a JPEG XL"),
    (b"\0\0\0\x0cJXL ", "a JPEG XL"),
    (b"RIFF", "a sound or a film"),
)
_FTYP_BRANDS: Final = {
    b"avif": "an AVIF",
    b"avis": "an AVIF",
    b"heic": "a HEIC photo",
    b"mif1": "a HEIC photo",
}


def clean_picture(content: bytes) -> Picture | PictureDefect:
    """Remove an image's metadata; the format is recognised by content, not by file name."""
    if len(content) > MAX_PICTURE_BYTES:
        return PictureDefect("too large", f"it has more than {MAX_PICTURE_BYTES >> 20} MB")
    try:
        if content.startswith(png.SIGNATURE):
            return png.clean_png(content)
        if content.startswith(jpeg.SIGNATURE):
            return jpeg.clean_jpeg(content)
        if content.startswith(gif.SIGNATURES):
            return gif.clean_gif(content)
        if webp.is_webp(content):
            return webp.clean_webp(content)
    except InvalidPictureFile as broken:
        return broken.fault
    if b"<svg" in content[:4096].lower() or content[:2] == b"\x1f\x8b":
        return PictureDefect("drawing")
    if content[4:8] == b"ftyp":
        return PictureDefect("foreign", _FTYP_BRANDS.get(content[8:12], "a film"))
    return PictureDefect(
        "foreign", next((name for mark, name in _OTHER_SIGNATURES if content.startswith(mark)), "")
    )
