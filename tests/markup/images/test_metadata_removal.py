"""What is left of a picture is what one sees, byte for byte, and nothing else."""

from __future__ import annotations

import struct
import zlib
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chronicle.markup.images import MAX_PICTURE_BYTES, Picture, PictureDefect, clean_picture
from tests.markup.images.reference_parser import gif_parts, jpeg_parts, png_parts, webp_parts
from tests.markup.images.sample_images import (
    CONTROL,
    GIF_HEAD,
    JPEG_PARTS,
    PNG_SIGNATURE,
    ROWS,
    SECRET,
    STILL,
    TOLD,
    VP8,
    VP8L,
    apng,
    chunk,
    gif,
    gif_frame,
    jpeg,
    moving_webp,
    png,
    riff,
    segment,
    tiff,
    told_gif,
    told_jpeg,
    told_png,
    told_webp,
)


def picture(content: bytes) -> Picture:
    found = clean_picture(content)
    assert isinstance(found, Picture), found
    return found


def fault(content: bytes) -> PictureDefect:
    found = clean_picture(content)
    assert isinstance(found, PictureDefect)
    return found


@pytest.mark.parametrize("content", TOLD.values(), ids=TOLD)
def test_all_metadata_is_removed(content: bytes) -> None:
    assert SECRET in content
    left = picture(content).content
    assert SECRET[:3] not in left
    assert b"Exif" not in left or left.count(b"Exif") == 1


@pytest.mark.parametrize("content", TOLD.values(), ids=TOLD)
def test_a_clean_picture_stays_as_it_is(content: bytes) -> None:
    once = picture(content)
    assert clean_picture(once.content) == once


def test_a_png_keeps_its_pixels_and_how_their_colours_are_meant() -> None:
    found = picture(told_png())
    assert (found.media_type, found.width, found.height) == ("image/png", 4, 3)
    assert dict(png_parts(found.content)) == {
        "IHDR": struct.pack(">IIBBBBB", 4, 3, 8, 2, 0, 0, 0),
        "sRGB": b"\0",
        "gAMA": struct.pack(">I", 45455),
        "pixels": ROWS,
        "IEND": b"",
        "numbers": b"",
    }


def test_an_animated_png_keeps_its_frames_and_their_order() -> None:
    was, left = list(png_parts(apng())), list(png_parts(picture(apng()).content))
    kept = [part for part in was if part[0] not in ("tEXt", "acTL")]
    assert [part for part in left if part[0] != "acTL"] == [*kept[:-1], ("numbers", b"\0\1\2")]
    assert dict(left)["acTL"] == struct.pack(">II", 2, 0)


def test_interlaced_and_palette_pngs_are_kept() -> None:
    # Five by five in seven passes: the bytes of each row, and one for each row.
    rows = sum((width + 7) // 8 + 1 for width in (1, 1, 2, 1, 1, 3, 2, 2, 2, 5, 5))
    for length, sound in ((rows, True), (rows - 1, False), (rows + 1, False)):
        content = (
            PNG_SIGNATURE
            + chunk(b"IHDR", struct.pack(">IIBBBBB", 5, 5, 1, 3, 0, 0, 1))
            + chunk(b"PLTE", b"\0\0\0\xff\xff\xff")
            + chunk(b"tRNS", b"\0\xff")
            + chunk(b"IDAT", zlib.compress(bytes(length)))
            + chunk(b"IEND", b"")
        )
        assert isinstance(clean_picture(content), Picture) is sound
    assert {"PLTE", "tRNS"} <= {kind for kind, _ in png_parts(content)}


def test_a_jpeg_keeps_its_tables_its_scan_and_how_colours_were_mixed() -> None:
    found = picture(told_jpeg())
    assert (found.media_type, found.width, found.height) == ("image/jpeg", 16, 8)
    kept = [(f"{part[1]:02x}", part[4:]) for part in JPEG_PARTS]
    assert list(jpeg_parts(found.content)) == [
        ("e0", b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0"),
        ("ee", b"Adobe\0d\0\0\0\0\x01"),
        *kept,
        ("behind", b""),
    ]
    assert found.content == picture(jpeg(segment(0xE0, b"JFIF\0"), told_adobe())).content


def told_adobe() -> bytes:
    return segment(0xEE, b"Adobe\0d\0\0\0\0\x01")


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_jpeg_keeps_its_orientation(orientation: int, order: str) -> None:
    found = picture(told_jpeg(orientation, order))
    assert (found.width, found.height) == ((16, 8) if orientation < 5 else (8, 16))
    heads = [payload for kind, payload in jpeg_parts(found.content) if kind == "e1"]
    assert len(heads) == (0 if orientation == 1 else 1)
    for head in heads:
        # One directory with one entry, the way up, and nothing after it.
        assert head[:16] == b"Exif\0\0MM\0*\0\0\0\x08\0\x01"
        assert struct.unpack(">HHIHHI", head[16:]) == (0x0112, 3, 1, orientation, 0, 0)


@pytest.mark.parametrize(
    "exif",
    [
        b"",
        b"II",
        b"II*\0",
        b"XX" + tiff(6)[2:],
        tiff(6)[:30],
        tiff(0),
        tiff(9),
        b"II*\0\xff\xff\xff\xff",
    ],
)
def test_an_unreadable_orientation_is_ignored(exif: bytes) -> None:
    found = picture(jpeg(segment(0xE1, b"Exif\0\0" + exif)))
    assert (found.width, found.height) == (16, 8)
    assert found.content == picture(jpeg()).content


def test_a_gif_keeps_its_frames_their_timing_and_its_loop() -> None:
    found = picture(told_gif())
    assert (found.media_type, found.width, found.height) == ("image/gif", 4, 3)
    assert list(gif_parts(found.content)) == [
        ("head", GIF_HEAD),
        ("ff", b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"),
        ("f9", CONTROL),
        ("frame", gif_frame(STILL)),
        ("f9", CONTROL),
        ("frame", gif_frame(STILL[::-1])),
        ("behind", b""),
    ]


def test_a_control_block_before_a_text_is_removed_with_it() -> None:
    text = b"!\x01\x0c" + bytes(12) + b"\x02hi\0"
    with_text = gif(CONTROL, text, gif_frame(STILL))
    assert picture(with_text).content == picture(gif(gif_frame(STILL))).content


def test_a_webp_keeps_its_pixels_and_updates_its_header() -> None:
    found = picture(told_webp())
    assert (found.media_type, found.width, found.height) == ("image/webp", 1, 1)
    assert list(webp_parts(found.content)) == [
        ("VP8X", b"\x10\0\0\0" + bytes(6)),
        ("VP8L", VP8L),
        ("behind", b""),
    ]
    for kind, pixels in ((b"VP8L", VP8L), (b"VP8 ", VP8)):
        plain = riff((kind, pixels), (b"EXIF", tiff(3)))
        assert list(webp_parts(picture(plain).content)) == [
            (kind.decode(), pixels),
            ("behind", b""),
        ]


def test_an_animated_webp_keeps_its_frames() -> None:
    left = list(webp_parts(picture(moving_webp()).content))
    head = bytes(12) + b"\x0a\0\0\x02"
    frame = [("ANMF", head), ("VP8L", VP8L)]
    assert left == [
        ("VP8X", b"\x02" + bytes(9)),
        ("ANIM", bytes(6)),
        *frame,
        *frame,
        ("behind", b""),
    ]


def test_an_image_is_named_by_its_content_hash() -> None:
    one = picture(png())
    assert one.path == picture(png(after=chunk(b"tEXt", b"a\0b"))).path
    assert one.path != picture(png(rows=ROWS[:-1] + b"\1")).path
    assert one.path.startswith("pictures/")
    assert len(one.path) == len("pictures/0123456789abcdef.png")
    endings = {picture(content).path.rpartition(".")[2] for content in TOLD.values()}
    assert endings == {"png", "jpg", "gif", "webp"}


@pytest.mark.parametrize("content", TOLD.values(), ids=TOLD)
def test_a_truncated_image_is_refused(content: bytes) -> None:
    # Behind the end there may be anything; a whole picture is there before.
    end = next(
        length
        for length in range(len(content) + 1)
        if isinstance(clean_picture(content[:length]), Picture)
    )
    assert clean_picture(content[:end]) == clean_picture(content)
    assert isinstance(clean_picture(content[: end - 1]), PictureDefect)


FOREIGN: Final = {
    "nothing": b"",
    "a text": b"The bay",
    "a film": b"\0\0\0\x18ftypmp42",
    "a sound": b"RIFF\0\0\0\0WAVE",
    "a PDF": b"%PDF-1.7",
    "a HEIC photo": b"\0\0\0\x18ftypheic",
    "an AVIF": b"\0\0\0\x18ftypavif",
    "a BMP": b"BM" + bytes(20),
}


@pytest.mark.parametrize("content", FOREIGN.values(), ids=FOREIGN)
def test_an_unsupported_format_is_refused(content: bytes) -> None:
    assert fault(content).reason == "foreign"


@pytest.mark.parametrize(
    "content",
    [b"<svg/>", b"\xef\xbb\xbf<?xml version='1.0'?>\n<!-- x -->\n<SVG>", b"\x1f\x8b\x08packed"],
)
def test_an_svg_is_refused(content: bytes) -> None:
    assert fault(content) == PictureDefect("drawing")


def sized(width: int, height: int) -> bytes:
    return PNG_SIGNATURE + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))


DAMAGED: Final = {
    "no size": png().replace(b"IHDR", b"tEXt"),
    "a damaged chunk": png().replace(b"IDAT", b"IDAT\1", 1),
    "a foreign critical chunk": png(before=chunk(b"CgBI", b"")),
    "colours of no kind": PNG_SIGNATURE
    + chunk(b"IHDR", struct.pack(">IIBBBBB", 4, 3, 8, 5, 0, 0, 0))
    + chunk(b"IEND", b""),
    "more rows than it says": png(rows=ROWS + ROWS),
    "fewer rows than it says": png(rows=ROWS[:-1]),
    "rows that are not packed": png().replace(zlib.compress(ROWS)[:9], b"zqsecretz"),
    "no palette": PNG_SIGNATURE
    + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 3, 0, 0, 0))
    + chunk(b"IDAT", zlib.compress(b"\0\0"))
    + chunk(b"IEND", b""),
    "no width": sized(0, 3) + chunk(b"IEND", b""),
    "a JPEG without pixels": b"\xff\xd8" + JPEG_PARTS[0] + b"\xff\xd9",
    "a JPEG with a scan first": b"\xff\xd8" + JPEG_PARTS[4] + b"\xff\xd9",
    "a table with something behind it": jpeg(segment(0xDB, bytes(65) + SECRET[:3])),
    "a JPEG of frames in frames": jpeg(segment(0xDE, bytes(8))),
    "two sizes": jpeg(JPEG_PARTS[1]),
    "a GIF without frames": gif(),
    "a part that no GIF has": gif(b"\x00"),
    "a WebP without pixels": riff((b"EXIF", b"")),
    "a WebP of another size than it says": riff(
        (b"VP8X", bytes(4) + b"\5" + bytes(5)), (b"VP8L", VP8L)
    ),
    "a frame outside its picture": riff(
        (b"VP8X", b"\2" + bytes(9)), (b"ANIM", bytes(6)), (b"ANMF", b"\1" + bytes(15))
    ),
}


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_picture_is_refused(content: bytes) -> None:
    assert fault(content).reason in ("broken", "cut short")


@pytest.mark.parametrize(
    "content",
    [
        b"#" * (MAX_PICTURE_BYTES + 1),
        sized(16_001, 1) + chunk(b"IEND", b""),
        sized(9_000, 9_000) + chunk(b"IEND", b""),
        riff((b"VP8X", bytes(4) + b"\xff" * 6)),
        b"GIF89a\xff\xff\xff\xff\0\0\0",
    ],
    ids=["bytes", "a side", "an area", "webp", "gif"],
)
def test_a_picture_larger_than_a_page_can_use_is_refused(content: bytes) -> None:
    assert fault(content).reason == "too large"


@given(
    content=st.sampled_from(sorted(TOLD.values())),
    at=st.floats(0, 1),
    length=st.integers(0, 8),
    instead=st.binary(max_size=8),
)
@settings(max_examples=400)
def test_any_file_is_identified_or_refused(
    content: bytes, at: float, length: int, instead: bytes
) -> None:
    start = int(at * len(content))
    found = clean_picture(content[:start] + instead + content[start + length :])
    assert isinstance(found, Picture | PictureDefect)
    if isinstance(found, Picture):
        assert clean_picture(found.content) == found
        assert found.width > 0
        assert found.height > 0


@given(
    head=st.sampled_from([PNG_SIGNATURE, b"\xff\xd8\xff", b"GIF89a", b"RIFF\xff\0\0\0WEBP", b""]),
    rest=st.binary(max_size=200),
)
def test_arbitrary_bytes_never_raise(head: bytes, rest: bytes) -> None:
    assert isinstance(clean_picture(head + rest), Picture | PictureDefect)
