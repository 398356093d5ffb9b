"""Clean GIF files: keep frames with their timing and the loop, drop comments and all else."""

from __future__ import annotations

import struct
from typing import Final

from chronicle.markup.images.image import ByteCursor, InvalidPictureFile, Picture, check_size

SIGNATURES: Final = (b"GIF87a", b"GIF89a")

_IMAGE, _EXTENSION, _END = 0x2C, 0x21, 0x3B
_CONTROL, _APPLICATION = 0xF9, 0xFF
_LOOP: Final = (b"NETSCAPE2.0", b"ANIMEXTS1.0")


def clean_gif(content: bytes) -> Picture:
    """Return the GIF with only its frames; raises InvalidPictureFile."""
    reading = ByteCursor(content)
    screen = reading.take(13)
    width, height = struct.unpack("<HH", screen[6:10])
    check_size(width, height)
    parts = [b"GIF89a", screen[6:], reading.take(_color_table_size(screen[10]))]
    loop, control, frames = b"", b"", 0
    while (kind := reading.take_byte()) != _END:
        if kind == _IMAGE:
            parts += [control, _frame(reading)]
            control, frames = b"", frames + 1
        elif kind == _EXTENSION:
            label, blocks = reading.take_byte(), _blocks(reading)
            # A control block applies to the next block; if that is a text, both are dropped.
            control = _control_block(blocks) if label == _CONTROL else control
            control = b"" if label == 1 else control
            if label == _APPLICATION and not loop:
                loop = _loop_block(blocks)
        else:
            raise InvalidPictureFile("broken", "it has a part that no GIF has")
    if not frames:
        raise InvalidPictureFile("broken", "it has no pixels")
    written = b"".join([*parts[:3], loop, *parts[3:], b";"])
    return Picture(written, "image/gif", width, height)


def _color_table_size(flags: int) -> int:
    """The size in bytes of the colour table described by these flags."""
    return 3 << ((flags & 7) + 1) if flags & 0x80 else 0


def _frame(reading: ByteCursor) -> bytes:
    """One frame: its position, its colours, its pixels."""
    place = reading.take(9)
    width, height = struct.unpack("<HH", place[4:8])
    check_size(width, height)
    colours, depth = reading.take(_color_table_size(place[8])), reading.take(1)
    if not 1 <= depth[0] <= 11:
        raise InvalidPictureFile("broken", "its pixels are damaged")
    pixels = b"".join(bytes([len(block)]) + block for block in _blocks(reading))
    return b"," + place + colours + depth + pixels + b"\0"


def _blocks(reading: ByteCursor) -> list[bytes]:
    blocks = []
    while length := reading.take_byte():
        blocks.append(reading.take(length))
    return blocks


def _control_block(blocks: list[bytes]) -> bytes:
    if len(blocks) != 1 or len(blocks[0]) != 4:
        raise InvalidPictureFile("broken", "the timing of a frame is damaged")
    return b"!\xf9\x04" + blocks[0] + b"\0"


def _loop_block(blocks: list[bytes]) -> bytes:
    """The number of loops, if the block has one; empty for other programs' data."""
    if len(blocks) < 2 or blocks[0] not in _LOOP or len(blocks[1]) != 3 or blocks[1][0] & 7 != 1:
        return b""
    return b"!\xff\x0bNETSCAPE2.0\x03\x01" + blocks[1][1:] + b"\0"
