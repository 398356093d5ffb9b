"""Smaller pictures beside large ones: of one kind, the right way up, nothing but pixels."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Final

import pytest
from PIL import Image, ImageDraw

from chronicle.markup.images import Picture, PictureDefect, clean_picture
from chronicle.markup.images.resize import WIDTHS, fitted, with_smaller_sizes
from tests.markup.images.reference_parser import png_parts
from tests.markup.images.sample_images import SECRET, chunk, segment, tiff

#: The kinds that are made smaller, with how a picture of each is packed.
KINDS: Final[Mapping[str, Mapping[str, object]]] = {
    "PNG": {},
    "JPEG": {"quality": 70},
    "WEBP": {"quality": 70, "method": 0},
}
RED, BLUE = (200, 30, 20), (20, 30, 200)


def landscape(width: int, height: int, mode: str = "RGB") -> Image.Image:
    """A picture whose upper left quarter is red, the rest blue, with some noise to pack."""
    noise = Image.effect_noise((width, height), 30).convert("RGB")
    image = Image.new("RGB", (width, height), BLUE)
    ImageDraw.Draw(image).rectangle((0, 0, width // 2, height // 2), RED)
    return Image.blend(image, noise, 0.1).convert(mode)


def packed(image: Image.Image, kind: str, **options: object) -> bytes:
    into = BytesIO()
    image.save(into, kind, **{**KINDS.get(kind, {}), **options})
    return into.getvalue()


def sized(content: bytes) -> Picture:
    clean = clean_picture(content)
    assert isinstance(clean, Picture), clean
    found = with_smaller_sizes.__wrapped__(clean)
    assert isinstance(found, Picture), found
    return found


def told(kind: str, content: bytes) -> bytes:
    """A picture with what cameras and programs write beside the pixels; a JPEG lies on its side."""
    match kind:
        case "PNG":
            at = content.index(b"IDAT") - 4
            notes = chunk(b"tEXt", b"Place\0" + SECRET) + chunk(b"iCCP", SECRET + b"\0\0x")
            return content[:at] + notes + chunk(b"eXIf", tiff(6)) + content[at:]
        case "JPEG":
            heads = (
                segment(0xE1, b"Exif\0\0" + tiff(6)),
                segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + SECRET),
                segment(0xE2, b"ICC_PROFILE\0\x01\x01" + SECRET),
                segment(0xFE, SECRET),
            )
            return content[:2] + b"".join(heads) + content[2:]
        case _:
            notes = b"XMP " + len(SECRET).to_bytes(4, "little") + SECRET + b"\0" * (len(SECRET) % 2)
            inner = content[8:] + notes
            return b"RIFF" + len(inner).to_bytes(4, "little") + inner


@pytest.fixture(scope="module", params=KINDS)
def camera(request: pytest.FixtureRequest) -> tuple[str, Picture]:
    """A picture of each kind that a camera could have made, in its sizes."""
    kind = str(request.param)
    content = told(kind, packed(landscape(700, 640), kind))
    assert SECRET in content
    return kind, sized(content)


def test_a_large_image_gets_narrower_copies_of_the_same_format_and_ratio(
    camera: tuple[str, Picture],
) -> None:
    kind, found = camera
    # The JPEG was turned on its side, and is upright in all sizes.
    assert (found.width, found.height) == ((640, 700) if kind == "JPEG" else (700, 640))
    assert [one.width for one in found.smaller] == [480]
    for one in found.smaller:
        assert one.media_type == found.media_type
        assert one.height == round(one.width * found.height / found.width)
        assert len(one.content) < len(found.content)
        opened = Image.open(BytesIO(one.content))
        assert (opened.format, opened.size) == (kind, (one.width, one.height))


def test_resized_images_hold_no_metadata(camera: tuple[str, Picture]) -> None:
    _, found = camera
    for one in found.sizes:
        assert SECRET[:4] not in one.content
    for one in found.smaller:
        opened = Image.open(BytesIO(one.content))
        assert not {"exif", "xmp", "comment", "icc_profile", "Place"} & {*opened.info}
        assert not opened.getexif()
        # Nothing would be cleaned off it that a camera or Pillow may have written.
        assert clean_picture(one.content) == one


def test_every_size_has_the_same_content_and_orientation(camera: tuple[str, Picture]) -> None:
    kind, found = camera
    # A quarter turn to the right brings the upper left quarter to the upper right.
    left, right = (BLUE, RED) if kind == "JPEG" else (RED, BLUE)
    for one in found.smaller:
        image = Image.open(BytesIO(one.content)).convert("RGB")
        for share, colour in ((0.25, left), (0.75, right)):
            seen = image.getpixel((int(one.width * share), one.height // 4))
            assert isinstance(seen, tuple)
            assert max(abs(a - b) for a, b in zip(seen, colour, strict=True)) < 40, (share, seen)


def test_the_same_picture_gives_the_same_bytes(camera: tuple[str, Picture]) -> None:
    _, found = camera
    again = sized(found.content)
    assert [one.content for one in again.sizes] == [one.content for one in found.sizes]


@pytest.mark.parametrize(("wide", "widths"), [(599, []), (600, [480]), (1199, [480]),
                                              (2000, [*WIDTHS])])  # fmt: skip
def test_only_images_wider_than_displayed_are_resized(wide: int, widths: list[int]) -> None:
    found = sized(packed(landscape(wide, 40), "JPEG"))
    assert [one.width for one in found.smaller] == widths


def test_the_chosen_size_is_at_least_the_requested_width() -> None:
    found = sized(packed(landscape(1300, 40), "JPEG"))
    assert [found.smallest_at_least(width).width for width in (1, 480, 481, 961, 5000)] == [
        480, 480, 960, 1300, 1300
    ]  # fmt: skip


def test_a_resized_file_that_would_be_larger_is_dropped() -> None:
    """Lines of two colours pack well, and not once they are made of many."""
    lines = Image.new("1", (700, 40))
    for x in range(0, 700, 6):
        ImageDraw.Draw(lines).line((x, 0, x, 40), 1)
    assert sized(packed(lines, "PNG")).smaller == ()


def test_animated_images_are_not_resized() -> None:
    frames = [landscape(700, 20), Image.new("RGB", (700, 20))]
    for kind in ("PNG", "WEBP", "GIF"):
        moving = packed(frames[0], kind, save_all=True, append_images=frames[1:])
        assert sized(moving).smaller == (), kind


def test_gifs_are_not_resized() -> None:
    assert sized(packed(landscape(700, 20, "P"), "GIF")).smaller == ()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_an_image_over_the_budget_becomes_a_webp_within_it(kind: str) -> None:
    found = sized(packed(landscape(1800, 300), kind))
    most = len(found.content) // 3
    made = fitted.__wrapped__(found, most)
    assert len(made.content) <= most < len(found.content)
    assert made.media_type == "image/webp"
    assert made.width <= 1600
    assert abs(made.height * 6 - made.width) <= 6
    assert clean_picture(made.content) == made


def test_an_image_within_the_budget_stays_as_it_is() -> None:
    found = sized(packed(landscape(700, 20), "JPEG"))
    assert fitted.__wrapped__(found, len(found.content)) is found


def test_a_narrower_image_is_taken_where_quality_alone_does_not_help() -> None:
    found = sized(packed(landscape(1600, 400), "PNG"))
    assert fitted.__wrapped__(found, 1500).width < 1600
    # Nothing is small enough for that.
    assert fitted.__wrapped__(found, 100) is found


def test_animations_are_not_fitted() -> None:
    frames = [landscape(700, 20), Image.new("RGB", (700, 20))]
    for kind in ("PNG", "WEBP", "GIF"):
        moving = sized(packed(frames[0], kind, save_all=True, append_images=frames[1:]))
        assert fitted.__wrapped__(moving, 100) is moving, kind


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA"])
def test_every_pixel_format_is_resized(mode: str) -> None:
    found = sized(packed(landscape(700, 90, mode), "PNG"))
    # Few colours pack so well that fewer pixels of more colours may not.
    assert [one.width for one in found.smaller] == [480] or mode in ("1", "P")


def test_sixteen_bit_grey_images_are_not_resized() -> None:
    deep = Image.effect_noise((700, 40), 90).convert("I").point(lambda value: value * 200)
    assert sized(packed(deep.convert("I;16"), "PNG")).smaller == ()


def test_transparency_is_kept_in_every_size() -> None:
    image = landscape(700, 90, "RGBA")
    ImageDraw.Draw(image).rectangle((0, 0, 350, 300), (0, 0, 0, 0))
    for kind in ("PNG", "WEBP"):
        (small,) = sized(packed(image, kind)).smaller
        cover = Image.open(BytesIO(small.content)).getchannel("A")
        assert (cover.getpixel((100, 9)), cover.getpixel((400, 9))) == (0, 255)


def test_a_png_keeps_its_colour_chunks_in_every_size() -> None:
    content = packed(landscape(700, 90), "PNG")
    at = content.index(b"IDAT") - 4
    gamma = (100_000).to_bytes(4, "big")
    found = sized(content[:at] + chunk(b"gAMA", gamma) + content[at:])
    (small,) = found.smaller
    assert dict(png_parts(small.content))["gAMA"] == gamma
    assert clean_picture(small.content) == small


def test_cmyk_images_become_rgb() -> None:
    (small,) = sized(packed(landscape(700, 90, "CMYK"), "JPEG")).smaller
    assert Image.open(BytesIO(small.content)).mode == "RGB"


@pytest.mark.parametrize("kind", ["JPEG", "WEBP"])
def test_undecodable_pixels_are_refused(kind: str) -> None:
    """By its looks it is whole."""
    content = packed(landscape(700, 90), kind)
    if kind == "JPEG":
        tables = content.index(b"\xff\xdb")
        length = int.from_bytes(content[tables + 2 : tables + 4], "big")
        broken = content[:tables] + content[tables + 2 + length :]
    else:
        kept = content[20 : len(content) // 2]
        kept += b"\0" * (len(kept) % 2)
        inner = content[8:16] + len(kept).to_bytes(4, "little") + kept
        broken = b"RIFF" + len(inner).to_bytes(4, "little") + inner
    clean = clean_picture(broken)
    assert isinstance(clean, Picture)
    assert with_smaller_sizes(clean) == PictureDefect("broken", "its pixels can't be read")
