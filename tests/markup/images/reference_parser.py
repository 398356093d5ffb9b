"""Pictures read by a second reader, which knows nothing of how they are cleaned."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

Part = tuple[str, bytes]


def png_parts(content: bytes) -> Iterator[Part]:
    """The chunks of a PNG with their payloads, pixels unpacked and numbers left out of frames."""
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed, numbers = 8, b"", []
    while at < len(content):
        (length,) = struct.unpack_from(">I", content, at)
        kind, payload = content[at + 4 : at + 8], content[at + 8 : at + 8 + length]
        assert struct.unpack_from(">I", content, at + 8 + length)[0] == zlib.crc32(kind + payload)
        at += 12 + length
        if packed and kind not in (b"IDAT", b"fdAT"):
            yield "pixels", zlib.decompressobj().decompress(packed)
            packed = b""
        if kind in (b"fcTL", b"fdAT"):
            numbers.append(struct.unpack(">I", payload[:4])[0])
            payload = payload[4:]
        if kind in (b"IDAT", b"fdAT"):
            packed += payload
        else:
            yield kind.decode("ascii"), payload
    yield "numbers", bytes(number - numbers[0] for number in numbers)


def jpeg_parts(content: bytes) -> Iterator[Part]:
    """The segments of the first JPEG in a file by marker, each scan with its packed pixels."""
    assert content[:2] == b"\xff\xd8"
    at = 2
    while content[at + 1] != 0xD9:
        assert content[at] == 0xFF
        (length,) = struct.unpack_from(">H", content, at + 2)
        end = at + 2 + length
        if content[at + 1] == 0xDA:
            while content[end] != 0xFF or content[end + 1] in (0, *range(0xD0, 0xD8)):
                end += 1
        yield f"{content[at + 1]:02x}", content[at + 4 : end]
        at = end
    yield "behind", content[at + 2 :]


def gif_parts(content: bytes) -> Iterator[Part]:
    """Head, extensions by label and frames of a GIF."""
    colours = 3 << ((content[10] & 7) + 1) if content[10] & 0x80 else 0
    at = 13 + colours
    yield "head", content[6:at]
    while content[at] != 0x3B:
        start = at
        if content[at] == 0x21:
            name, at = f"{content[at + 1]:02x}", at + 2
        else:
            name, at = "frame", at + 11
        while content[at]:
            at += 1 + content[at]
        at += 1
        yield name, content[start:at]
    yield "behind", content[at + 1 :]


def webp_parts(content: bytes) -> Iterator[Part]:
    """The chunks of a WebP, those within frames too; the odd byte after each must be nought."""
    (length,) = struct.unpack("<I", content[4:8])
    yield from _riff_parts(content[12 : 8 + length])
    yield "behind", content[8 + length :]


def _riff_parts(content: bytes) -> Iterator[Part]:
    at = 0
    while at < len(content):
        kind = content[at : at + 4].decode("ascii")
        (length,) = struct.unpack_from("<I", content, at + 4)
        payload = content[at + 8 : at + 8 + length]
        at += 8 + length + length % 2
        yield kind, payload[:16] if kind == "ANMF" else payload
        if kind == "ANMF":
            yield from _riff_parts(payload[16:])
