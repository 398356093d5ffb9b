"""Clean WebP files: keep the chunks needed for pixels, and adapt the header."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

from chronicle.markup.images.image import ByteCursor, InvalidPictureFile, Picture, check_size

_STILL: Final = (b"VP8 ", b"VP8L")
_ANIMATED, _TRANSPARENT = 0x02, 0x10


def is_webp(content: bytes) -> bool:
    """Whether a file is a WebP by its first bytes."""
    return content[:4] == b"RIFF" and content[8:12] == b"WEBP"


def clean_webp(content: bytes) -> Picture:
    """Return the WebP with only its pixels; raises InvalidPictureFile."""
    reading = ByteCursor(content, 4)
    length = int.from_bytes(reading.take(4), "little")
    if length + 8 > len(content):
        raise InvalidPictureFile("cut short")
    chunks = tuple(_chunks(ByteCursor(content[: length + 8], 12)))
    if not chunks:
        raise InvalidPictureFile("broken", "it has no pixels")
    kind, payload = chunks[0]
    if kind == b"VP8X":
        size, kept = _extended(payload, chunks[1:])
    else:
        size, kept = _size(kind, payload), _encode_chunk(kind, payload)
    check_size(*size)
    head = b"RIFF" + struct.pack("<I", len(kept) + 4) + b"WEBP"
    return Picture(head + kept, "image/webp", *size)


def _chunks(reading: ByteCursor) -> Iterator[tuple[bytes, bytes]]:
    while not reading.at_end:
        kind = reading.take(4)
        length = int.from_bytes(reading.take(4), "little")
        payload = reading.take(length)
        if length % 2 and not reading.at_end:
            reading.take(1)
        yield kind, payload


def _encode_chunk(kind: bytes, payload: bytes) -> bytes:
    return kind + struct.pack("<I", len(payload)) + payload + bytes(len(payload) % 2)


def _uint24(payload: bytes) -> int:
    return int.from_bytes(payload[:3], "little")


def _extended(
    head: bytes, chunks: tuple[tuple[bytes, bytes], ...]
) -> tuple[tuple[int, int], bytes]:
    """Size and content of a WebP in extended format: with transparency or animated."""
    if len(head) != 10:
        raise InvalidPictureFile("broken", "its size is missing")
    flags = head[0] & (_ANIMATED | _TRANSPARENT)
    size = (_uint24(head[4:]) + 1, _uint24(head[7:]) + 1)
    check_size(*size)
    kept = _frames(chunks, size) if flags & _ANIMATED else _still(chunks, size)
    return size, _encode_chunk(b"VP8X", bytes([flags, 0, 0, 0]) + head[4:]) + kept


def _still(chunks: tuple[tuple[bytes, bytes], ...], size: tuple[int, int]) -> bytes:
    """The single image among the chunks, preceded by its transparency."""
    pixels = [(kind, payload) for kind, payload in chunks if kind in _STILL]
    if len(pixels) != 1 or _size(*pixels[0]) != size:
        raise InvalidPictureFile(
            "broken", "its pixels are missing, or of another size than it says"
        )
    alpha = [payload for kind, payload in chunks if kind == b"ALPH"][:1]
    if pixels[0][0] == b"VP8L":
        alpha = []
    return b"".join(_encode_chunk(b"ALPH", payload) for payload in alpha) + _encode_chunk(
        *pixels[0]
    )


def _frames(chunks: tuple[tuple[bytes, bytes], ...], size: tuple[int, int]) -> bytes:
    """The frames among the chunks, each cleaned like a separate image."""
    looping = [payload for kind, payload in chunks if kind == b"ANIM"]
    frames = [payload for kind, payload in chunks if kind == b"ANMF"]
    if len(looping) != 1 or len(looping[0]) != 6 or not frames:
        raise InvalidPictureFile("broken", "its frames are missing")
    kept = [_encode_chunk(b"ANIM", looping[0])]
    for frame in frames:
        if len(frame) < 16:
            raise InvalidPictureFile("broken", "one of its frames is damaged")
        own = (_uint24(frame[6:]) + 1, _uint24(frame[9:]) + 1)
        place = (2 * _uint24(frame), 2 * _uint24(frame[3:]))
        if place[0] + own[0] > size[0] or place[1] + own[1] > size[1]:
            raise InvalidPictureFile("broken", "one of its frames lies outside the picture")
        inner = tuple(_chunks(ByteCursor(frame, 16)))
        flags = bytes([frame[15] & 3])
        kept.append(_encode_chunk(b"ANMF", frame[:15] + flags + _still(inner, own)))
    return b"".join(kept)


def _size(kind: bytes, payload: bytes) -> tuple[int, int]:
    """The size stated in the pixel data."""
    if kind == b"VP8 " and len(payload) >= 10 and payload[3:6] == b"\x9d\x01\x2a":
        width, height = struct.unpack("<HH", payload[6:10])
        return width & 0x3FFF, height & 0x3FFF
    if kind == b"VP8L" and len(payload) >= 5 and payload[0] == 0x2F:
        bits = int.from_bytes(payload[1:5], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    raise InvalidPictureFile("broken", "its pixels are missing")
