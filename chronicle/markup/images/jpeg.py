"""Clean JPEG files: keep the segments needed for pixels, and the orientation."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

from chronicle.markup.images.image import ByteCursor, InvalidPictureFile, Picture, check_size
from chronicle.records import MutableRecord, field

SIGNATURE: Final = b"\xff\xd8\xff"

_START, _END, _SCAN = 0xD8, 0xD9, 0xDA
_HUFFMAN, _QUANTISATION, _RESTART = 0xC4, 0xDB, 0xDD
_TABLES: Final = (_HUFFMAN, _QUANTISATION, _RESTART)
#: Frames that browsers can show: baseline, extended and progressive.
_FRAMES: Final = (0xC0, 0xC1, 0xC2)
_OTHER_FRAMES: Final = (0xC3, *range(0xC5, 0xD0), 0xDC, 0xDE, 0xDF)
_JFIF, _EXIF, _ADOBE, _COMMENT = 0xE0, 0xE1, 0xEE, 0xFE
_APPLICATIONS: Final = (*range(0xE0, 0xF0), _COMMENT)
_RESTARTS: Final = range(0xD0, 0xD8)
#: A minimal JFIF header, which only says that colours are standard.
_PLAIN_JFIF: Final = b"JFIF\0" + struct.pack(">HBHHBB", 0x0101, 0, 1, 1, 0, 0)
_ORIENTATION: Final = 0x0112
#: Orientations from here on swap width and height.
_FIRST_ROTATED: Final = 5


class _KeptParts(MutableRecord):
    jfif: bool = False
    adobe: bytes = b""
    orientation: int = 1
    size: tuple[int, int] = (0, 0)
    parts: list[bytes] = field(default_factory=list)


def clean_jpeg(content: bytes) -> Picture:
    """Return the JPEG with only its pixels and orientation; raises InvalidPictureFile."""
    reading = ByteCursor(content, 2)
    kept = _KeptParts()
    scans = 0
    while (marker := _marker(reading)) != _END:
        length = int.from_bytes(reading.take(2), "big")
        if length < 2:
            raise InvalidPictureFile("broken", "a part of it is damaged")
        payload = reading.take(length - 2)
        if marker in _APPLICATIONS:
            _read_metadata(kept, marker, payload)
        elif marker in _FRAMES:
            kept.size = _size(kept, payload)
            kept.parts.append(_segment(marker, payload))
        elif marker in _TABLES:
            _check_tables(marker, payload)
            kept.parts.append(_segment(marker, payload))
        elif marker == _SCAN and kept.size != (0, 0) and _is_scan(payload):
            kept.parts += [_segment(marker, payload), _scan_data(reading)]
            scans += 1
        elif marker in _OTHER_FRAMES:
            raise InvalidPictureFile("broken", "it is of a kind of JPEG that browsers don't show")
        else:
            raise InvalidPictureFile("broken", "it has a part that no JPEG has")
    if not scans:
        raise InvalidPictureFile("broken", "it has no pixels")
    width, height = kept.size if kept.orientation < _FIRST_ROTATED else kept.size[::-1]
    written = b"".join([b"\xff\xd8", *_header_segments(kept), *kept.parts, b"\xff\xd9"])
    return Picture(written, "image/jpeg", width, height)


def _marker(reading: ByteCursor) -> int:
    """The next marker; fill bytes are skipped."""
    if reading.take_byte() != 0xFF:
        raise InvalidPictureFile("broken", "a part of it is damaged")
    marker = reading.take_byte()
    while marker == 0xFF:
        marker = reading.take_byte()
    return marker


def _segment(marker: int, payload: bytes) -> bytes:
    return bytes((0xFF, marker)) + struct.pack(">H", len(payload) + 2) + payload


def _size(kept: _KeptParts, payload: bytes) -> tuple[int, int]:
    if kept.size != (0, 0) or len(payload) < 6 or len(payload) != 6 + 3 * payload[5]:
        raise InvalidPictureFile("broken", "its size is missing or stands there twice")
    height, width = struct.unpack(">HH", payload[1:5])
    check_size(width, height)
    return width, height


def _check_tables(marker: int, payload: bytes) -> None:
    """Check that tables fill their segment completely, so that nothing can be hidden after them."""
    at = 0
    while at < len(payload):
        if marker == _HUFFMAN:
            at += 17 + sum(payload[at + 1 : at + 17])
        elif marker == _QUANTISATION:
            at += 1 + (128 if payload[at] >> 4 else 64)
        else:
            at += 2
    if at != len(payload) or (marker == _RESTART and at != 2):
        raise InvalidPictureFile("broken", "a part of it is damaged")


def _is_scan(payload: bytes) -> bool:
    return bool(payload) and len(payload) == 4 + 2 * payload[0]


def _scan_data(reading: ByteCursor) -> bytes:
    """Compressed pixels up to the next marker that is not part of them."""
    content, start = reading.content, reading.offset
    end = content.find(b"\xff", start)
    while 0 <= end < len(content) - 1:
        if content[end + 1] != 0 and content[end + 1] not in _RESTARTS:
            break
        end = content.find(b"\xff", end + 2)
    else:
        raise InvalidPictureFile("cut short")
    return reading.take(end - start)


def _read_metadata(kept: _KeptParts, marker: int, payload: bytes) -> None:
    """Read from a metadata segment what displaying needs; the rest is dropped."""
    if marker == _JFIF and payload.startswith(b"JFIF\0"):
        kept.jfif = True
    elif marker == _ADOBE and payload.startswith(b"Adobe") and len(payload) >= 12:
        # The last byte is the colour transform; without it colours would be wrong.
        kept.adobe = b"Adobe" + struct.pack(">HHHB", 100, 0, 0, min(payload[11], 2))
    elif marker == _EXIF and payload.startswith(b"Exif\0\0") and kept.orientation == 1:
        kept.orientation = _orientation(payload[6:])


def _header_segments(kept: _KeptParts) -> Iterator[bytes]:
    if kept.jfif:
        yield _segment(_JFIF, _PLAIN_JFIF)
    if kept.orientation != 1:
        # One directory with one entry, and no directory after it.
        entry = struct.pack(">HHIHH", _ORIENTATION, 3, 1, kept.orientation, 0)
        yield _segment(_EXIF, b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01" + entry + bytes(4))
    if kept.adobe:
        yield _segment(_ADOBE, kept.adobe)


def _orientation(tiff: bytes) -> int:
    """The EXIF orientation, from 1 (upright) to 8; 1 if it can't be read."""
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None or len(tiff) < 8:
        return 1
    (start,) = struct.unpack_from(f"{order}I", tiff, 4)
    if start + 2 > len(tiff):
        return 1
    (count,) = struct.unpack_from(f"{order}H", tiff, start)
    for at in range(start + 2, min(start + 2 + 12 * count, len(tiff) - 11), 12):
        tag, kind, _, value = struct.unpack_from(f"{order}HHIH", tiff, at)
        if tag == _ORIENTATION and kind == 3:
            return value if 1 <= value <= 8 else 1
    return 1
