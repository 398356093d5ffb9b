"""Clean PNG files, also animated: keep the chunks needed for pixels, drop all others."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from chronicle.markup.images.image import ByteCursor, InvalidPictureFile, Picture, check_size
from chronicle.records import Record

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"

Chunk: TypeAlias = tuple[bytes, bytes]

#: Chunks with colour information, with their lengths; colour profiles contain texts and are
#: dropped.
_COLOURS: Final = {b"cICP": 4, b"sRGB": 1, b"gAMA": 4, b"cHRM": 32}
_CRITICAL: Final = (b"IHDR", b"PLTE", b"IDAT", b"IEND")
_FRAMES: Final = (b"acTL", b"fcTL", b"fdAT")
_PALETTED: Final = 3
#: Samples per pixel by colour type, the bit depths allowed for each, and the maximum length of the
#: transparency chunk.
_SAMPLES: Final = {0: 1, 2: 3, _PALETTED: 1, 4: 2, 6: 4}
_DEPTHS: Final = {0: (1, 2, 4, 8, 16), _PALETTED: (1, 2, 4, 8)}
_TRANSPARENT: Final = {0: 2, 2: 6, _PALETTED: 256}
#: The passes of an interlaced image: first column and row, horizontal and vertical step.
_PASSES: Final = (
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)
)  # fmt: skip
#: Maximum number of bytes decompressed at once, to limit memory.
_INFLATE_LIMIT: Final = 1 << 20


class _Header(Record):
    """The header of a PNG; ``bits`` is the number of bits per pixel."""

    width: int
    height: int
    colour: int
    bits: int
    interlaced: bool

    def unpacked(self, width: int, height: int) -> int:
        """The size in bytes of the uncompressed rows of an image of this size."""
        if not self.interlaced:
            return self._rows(width, height)
        return sum(
            self._rows(-(-(width - x) // across), -(-(height - y) // down))
            for x, y, across, down in _PASSES
        )

    def _rows(self, width: int, height: int) -> int:
        if width <= 0 or height <= 0:
            return 0
        return height * (1 + (width * self.bits + 7) // 8)


def clean_png(content: bytes) -> Picture:
    """Return the PNG with only its pixels; raises InvalidPictureFile."""
    chunks = tuple(_chunks(ByteCursor(content, len(SIGNATURE))))
    header = _header(chunks[0])
    kept = [chunks[0], *_colours(header, chunks), *_pixels(header, chunks), (b"IEND", b"")]
    written = b"".join(_encode_chunk(kind, payload) for kind, payload in kept)
    return Picture(SIGNATURE + written, "image/png", header.width, header.height)


def copy_color_chunks(content: bytes, other: bytes) -> bytes:
    """Copy the colour information of one cleaned PNG to another."""
    head = len(SIGNATURE) + 25
    said = (chunk for chunk in _chunks(ByteCursor(other, len(SIGNATURE))) if chunk[0] in _COLOURS)
    return content[:head] + b"".join(_encode_chunk(*chunk) for chunk in said) + content[head:]


def _chunks(reading: ByteCursor) -> Iterator[Chunk]:
    """The chunks up to the last one, inclusive; data after it is not part of the image."""
    kind = b""
    while kind != b"IEND":
        length = int.from_bytes(reading.take(4), "big")
        kind, payload, sum_ = reading.take(4), reading.take(length), reading.take(4)
        if kind not in (*_CRITICAL, *_FRAMES, *_COLOURS, b"tRNS"):
            if kind[:1].isupper():
                raise InvalidPictureFile("broken", "it has a part that no PNG has")
            continue
        if zlib.crc32(kind + payload) != int.from_bytes(sum_, "big"):
            raise InvalidPictureFile("broken", "a part of it is damaged")
        yield kind, payload


def _encode_chunk(kind: bytes, payload: bytes) -> bytes:
    return (
        struct.pack(">I", len(payload))
        + kind
        + payload
        + struct.pack(">I", zlib.crc32(kind + payload))
    )


def _header(first: Chunk) -> _Header:
    kind, payload = first
    if kind != b"IHDR" or len(payload) != 13:
        raise InvalidPictureFile("broken", "it does not begin with its size")
    width, height, depth, colour, packing, filtering, interlacing = struct.unpack(
        ">IIBBBBB", payload
    )
    known = colour in _SAMPLES and depth in _DEPTHS.get(colour, (8, 16))
    if not known or packing or filtering or interlacing > 1:
        raise InvalidPictureFile("broken", "its colours are of a kind that no PNG has")
    check_size(width, height)
    return _Header(width, height, colour, depth * _SAMPLES[colour], bool(interlacing))


def _colours(header: _Header, chunks: Sequence[Chunk]) -> Iterator[Chunk]:
    """The chunks needed for correct colours, each once and in this order."""
    first = dict(reversed(chunks))
    for kind, length in _COLOURS.items():
        if len(first.get(kind, b"")) == length:
            yield kind, first[kind]
    if header.colour == _PALETTED:
        palette = first.get(b"PLTE", b"")
        if not palette or len(palette) % 3 or len(palette) > 768:
            raise InvalidPictureFile("broken", "its palette is missing or damaged")
        yield b"PLTE", palette
    see_through = first.get(b"tRNS", b"")
    if see_through and header.colour in _TRANSPARENT:
        yield b"tRNS", see_through[: _TRANSPARENT[header.colour]]


def _pixels(header: _Header, chunks: Sequence[Chunk]) -> Iterator[Chunk]:
    """The image and the frames of an animation, each in one chunk, numbered from the start."""
    still: list[bytes] = []
    frames: list[tuple[bytes, list[bytes]]] = []
    is_frame = False
    for kind, payload in chunks:
        if kind == b"IDAT":
            is_frame = bool(frames) if not still else is_frame
            still.append(payload)
        elif kind == b"fcTL":
            frames.append((payload, []))
        elif kind == b"fdAT" and frames:
            frames[-1][1].append(payload[4:])
    plays = next((payload[4:8] for kind, payload in chunks if kind == b"acTL"), b"")
    packed = _check_deflate(b"".join(still), header.unpacked(header.width, header.height))
    if not plays or not frames:
        yield b"IDAT", packed
        return
    yield b"acTL", struct.pack(">I", len(frames)) + plays.rjust(4, b"\0")
    count = 0
    for index, (control, parts) in enumerate(frames):
        if index == 0 and not is_frame:
            yield b"IDAT", packed
        yield b"fcTL", struct.pack(">I", count) + control[4:]
        expected = _frame_size(header, control)
        count += 1
        if index == 0 and is_frame:
            yield b"IDAT", packed
            continue
        yield b"fdAT", struct.pack(">I", count) + _check_deflate(b"".join(parts), expected)
        count += 1


def _frame_size(header: _Header, control: bytes) -> int:
    """The size in bytes of the rows of a frame, which must be within the image."""
    if len(control) != 26:
        raise InvalidPictureFile("broken", "one of its frames is damaged")
    width, height, x, y = struct.unpack(">IIII", control[4:20])
    if not width or not height or x + width > header.width or y + height > header.height:
        raise InvalidPictureFile("broken", "one of its frames lies outside the picture")
    return header.unpacked(width, height)


def _check_deflate(packed: bytes, expected: int) -> bytes:
    """Compressed rows without trailing data; their length must match the size."""
    unpacking = zlib.decompressobj()
    left, length = packed, 0
    try:
        while not unpacking.eof:
            found = len(unpacking.decompress(left, _INFLATE_LIMIT))
            left = unpacking.unconsumed_tail
            length += found
            if length > expected:
                raise InvalidPictureFile("broken", "it has more pixels than its size says")
            if not found and not left and not unpacking.eof:
                raise InvalidPictureFile("cut short")
    except zlib.error:
        raise InvalidPictureFile("broken", "its pixels are damaged") from None
    if length < expected:
        raise InvalidPictureFile("cut short")
    return packed[: len(packed) - len(unpacking.unused_data)]
