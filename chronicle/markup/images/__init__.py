"""Pictures: what an author lays into `media/`, with nothing left in it but what one sees.

Cameras and programs write into a picture where and when it was taken, who made it, what was cut
off. A kept part is kept byte for byte: no pixel is packed anew, so none changes. Unknown parts are
dropped, not kept.
"""

from __future__ import annotations

from typing import Final

from chronicle.markup.images import gif, jpeg, png, webp
from chronicle.markup.images.image import MAX_BYTES, Broken, Fault, Picture

__all__ = ["MAX_BYTES", "Fault", "Picture", "cleaned"]

#: What else may lie there, by first bytes, and what it is; pictures that not every browser shows.
_FOREIGN: Final = (
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
_BRANDS: Final = {
    b"avif": "an AVIF",
    b"avis": "an AVIF",
    b"heic": "a HEIC photo",
    b"mif1": "a HEIC photo",
}


def cleaned(content: bytes) -> Picture | Fault:
    """A picture without its metadata, recognised by its bytes and not by its file's name."""
    if len(content) > MAX_BYTES:
        return Fault("too large", f"it has more than {MAX_BYTES >> 20} MB")
    try:
        if content.startswith(png.SIGNATURE):
            return png.cleaned_png(content)
        if content.startswith(jpeg.SIGNATURE):
            return jpeg.cleaned_jpeg(content)
        if content.startswith(gif.SIGNATURES):
            return gif.cleaned_gif(content)
        if webp.is_webp(content):
            return webp.cleaned_webp(content)
    except Broken as broken:
        return broken.fault
    return _foreign(content)


def _foreign(content: bytes) -> Fault:
    """Why a file of another kind is none that can be published."""
    if b"<svg" in content[:4096].lower() or content[:2] == b"\x1f\x8b":
        return Fault("drawing")
    if content[4:8] == b"ftyp":
        return Fault("foreign", _BRANDS.get(content[8:12], "a film"))
    return Fault("foreign", next((name for mark, name in _FOREIGN if content.startswith(mark)), ""))
