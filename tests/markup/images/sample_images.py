"""Small pictures of every kind, built by hand, with all that cameras and programs write into them.

Everything written into a picture beside its pixels holds the word SECRET.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from typing import Final

SECRET: Final = b"zqsecretzq"


def chunk(kind: bytes, payload: bytes) -> bytes:
    """A chunk of a PNG."""
    return (
        struct.pack(">I", len(payload))
        + kind
        + payload
        + struct.pack(">I", zlib.crc32(kind + payload))
    )


PNG_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
#: Four pixels by three, each of another red.
ROWS: Final = b"".join(
    b"\0" + b"".join(bytes([40 * y + 10 * x, 20, 200]) for x in range(4)) for y in range(3)
)


def png(
    *, before: bytes = b"", after: bytes = b"", rows: bytes = ROWS, behind: bytes = b""
) -> bytes:
    """A PNG of four by three with chunks before and after its pixels, and bytes behind these."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 4, 3, 8, 2, 0, 0, 0))
    pixels = zlib.compress(rows) + behind
    halves = chunk(b"IDAT", pixels[:9]) + chunk(b"IDAT", pixels[9:])
    return PNG_SIGNATURE + head + before + halves + after + chunk(b"IEND", b"")


def told_png() -> bytes:
    """A PNG with metadata of every kind."""
    texts = [
        chunk(b"tEXt", b"Author\0" + SECRET),
        chunk(b"zTXt", b"Comment\0\0" + zlib.compress(SECRET)),
        chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + SECRET),
        chunk(b"iCCP", SECRET + b"\0\0" + zlib.compress(b"profile")),
        chunk(b"eXIf", tiff(6)),
        chunk(b"tIME", struct.pack(">HBBBBB", 2026, 11, 14, 20, 15, 0)),
        chunk(b"pHYs", struct.pack(">IIB", 2835, 2835, 1)),
        chunk(b"sPLT", SECRET + b"\0\x08"),
        chunk(b"hIST", SECRET),
        chunk(b"PLTE", SECRET[:9]),
        chunk(b"gAMA", struct.pack(">I", 45455)),
        chunk(b"gAMA", SECRET[:4]),
        chunk(b"sRGB", b"\0"),
        chunk(b"cHRM", SECRET),
        chunk(b"prVt", SECRET),
    ]
    after = chunk(b"tEXt", b"Title\0" + SECRET)
    return png(before=b"".join(texts), after=after, behind=SECRET) + SECRET


def apng() -> bytes:
    """An animated PNG of two frames, counted from 7 on, with metadata between them."""
    frame = struct.pack(">IIIIHHBB", 4, 3, 0, 0, 1, 10, 0, 0)
    packed = zlib.compress(ROWS[::-1][:-1].rjust(39, b"\0"))
    return (
        PNG_SIGNATURE
        + chunk(b"IHDR", struct.pack(">IIBBBBB", 4, 3, 8, 2, 0, 0, 0))
        + chunk(b"acTL", struct.pack(">II", 9, 0))
        + chunk(b"fcTL", struct.pack(">I", 7) + frame)
        + chunk(b"IDAT", zlib.compress(ROWS))
        + chunk(b"tEXt", b"Comment\0" + SECRET)
        + chunk(b"fcTL", struct.pack(">I", 8) + frame)
        + chunk(b"fdAT", struct.pack(">I", 9) + packed[:5])
        + chunk(b"fdAT", struct.pack(">I", 10) + packed[5:] + SECRET)
        + chunk(b"IEND", b"")
    )


def tiff(orientation: int, order: str = "<") -> bytes:
    """What EXIF holds: a maker, the way up, a place on the globe."""
    mark = b"II*\0" if order == "<" else b"MM\0*"
    maker = struct.pack(f"{order}HHII", 0x010F, 2, len(SECRET), 38)
    way_up = struct.pack(f"{order}HHIHH", 0x0112, 3, 1, orientation, 0)
    head = mark + struct.pack(f"{order}IH", 8, 2) + maker + way_up + bytes(4)
    return head + SECRET + b"thumbnail" + SECRET


def segment(marker: int, payload: bytes) -> bytes:
    """A segment of a JPEG."""
    return bytes((0xFF, marker)) + struct.pack(">H", len(payload) + 2) + payload


#: A grey square of eight pixels: tables that say as little as can be, and a scan of three bits.
JPEG_PARTS: Final = (
    segment(0xDB, b"\0" + bytes([1] * 64)),
    segment(0xC0, b"\x08" + struct.pack(">HH", 8, 16) + b"\x01\x01\x11\x00"),
    segment(0xC4, b"\x00" + bytes([1, *[0] * 15]) + b"\x00"),
    segment(0xC4, b"\x10" + bytes([1, *[0] * 15]) + b"\x00"),
    segment(0xDA, b"\x01\x01\x00\x00\x3f\x00") + b"\x0f",
)


def jpeg(*heads: bytes, after: bytes = b"") -> bytes:
    """A JPEG of sixteen by eight, with segments before its tables and bytes after its end."""
    return b"\xff\xd8" + b"".join(heads) + b"".join(JPEG_PARTS) + b"\xff\xd9" + after


def told_jpeg(orientation: int = 1, order: str = "<") -> bytes:
    """A JPEG with metadata of every kind, and another picture behind it."""
    return jpeg(
        segment(0xE0, b"JFIF\0\x01\x02\x01\0H\0H\x02\x01" + SECRET[:6]),
        segment(0xE0, b"JFXX\0\x10" + SECRET),
        segment(0xE1, b"Exif\0\0" + tiff(orientation, order)),
        segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + SECRET),
        segment(0xE2, b"ICC_PROFILE\0\x01\x01" + SECRET),
        segment(0xE2, b"MPF\0" + SECRET),
        segment(0xED, b"Photoshop 3.0\x008BIM" + SECRET),
        segment(0xEE, b"Adobe\0d" + SECRET[:4] + b"\x01" + SECRET),
        segment(0xFE, SECRET),
        after=jpeg(segment(0xFE, SECRET)),
    )


#: A GIF's size, and its four colours: black, red, green, blue.
GIF_HEAD: Final = (
    struct.pack("<HH", 4, 3) + b"\x81\0\0" + bytes([0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255])
)


def gif_frame(colours: Sequence[int]) -> bytes:
    """A frame of a GIF of four by three, each pixel its own code."""
    # A clear code before each pixel keeps all codes at three bits, so that nobody has to pack.
    codes = [code for colour in colours for code in (4, colour)] + [5]
    bits = sum(code << (3 * index) for index, code in enumerate(codes))
    packed = bits.to_bytes((3 * len(codes) + 7) // 8, "little")
    place = struct.pack("<HHHHB", 0, 0, 4, 3, 0)
    return b"," + place + b"\x02" + bytes([len(packed)]) + packed + b"\0"


STILL: Final = (0, 1, 2, 3, 1, 2, 3, 0, 2, 3, 0, 1)
CONTROL: Final = b"!\xf9\x04\x04\x0a\x00\x00\x00"


def gif(*parts: bytes) -> bytes:
    """A GIF of four by three with these parts."""
    return b"GIF89a" + GIF_HEAD + b"".join(parts) + b";"


def told_gif() -> bytes:
    """A GIF of two frames with metadata of every kind."""
    long = bytes([len(SECRET)]) + SECRET + b"\0"
    return (
        gif(
            b"!\xff\x0bXMP DataXMP" + long,
            b"!\xfe" + long,
            b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00",
            b"!\xff\x0bNETSCAPE2.0\x03\x01\x09\x00\x00",
            CONTROL,
            gif_frame(STILL),
            b"!\x01\x0c" + bytes(12) + long,
            CONTROL,
            b"!\xfe" + long,
            gif_frame(STILL[::-1]),
            b"!\xfe" + long,
        )
        + SECRET
    )


#: One pixel, once with losses and once without.
VP8: Final = bytes.fromhex("3001009d012a010001000ec0fe25a400037000000000")
VP8L: Final = bytes.fromhex("2f00000010071011118888fe07")


def riff(*chunks: tuple[bytes, bytes]) -> bytes:
    """A WebP of these chunks."""
    inner = b"".join(
        kind + struct.pack("<I", len(payload)) + payload + SECRET[: len(payload) % 2]
        for kind, payload in chunks
    )
    return b"RIFF" + struct.pack("<I", len(inner) + 4) + b"WEBP" + inner


def told_webp() -> bytes:
    """A WebP of one pixel with metadata of every kind."""
    flags = bytes([0x20 | 0x10 | 0x08 | 0x04, *SECRET[:3]])
    parts = (
        (b"VP8X", flags + bytes(6)),
        (b"ICCP", SECRET),
        (b"VP8L", VP8L),
        (b"EXIF", tiff(6)),
        (b"XMP ", SECRET + b"odd"),
        (b"ZQZQ", SECRET),
    )
    return riff(*parts) + SECRET


def moving_webp() -> bytes:
    """A WebP of two frames, with a part of nobody's in each."""
    own = b"VP8L" + struct.pack("<I", len(VP8L)) + VP8L + SECRET[:1]
    foreign = b"ZQZQ" + struct.pack("<I", len(SECRET)) + SECRET
    frame = bytes(12) + b"\x0a\0\0" + b"\xfe" + own + foreign
    return riff(
        (b"VP8X", bytes([0x02 | 0x08, 0, 0, 0]) + bytes(6)),
        (b"ANIM", bytes(6)),
        (b"ANMF", frame),
        (b"ANMF", frame),
        (b"EXIF", tiff(1)),
    )


#: Every kind with metadata, by name.
TOLD: Final = {
    "png": told_png(),
    "apng": apng(),
    "jpeg": told_jpeg(),
    "turned jpeg": told_jpeg(6),
    "gif": told_gif(),
    "webp": told_webp(),
    "moving webp": moving_webp(),
}
