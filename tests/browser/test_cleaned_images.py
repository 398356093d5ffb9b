"""What is cleaned of a picture is none of what a browser shows of it."""

from __future__ import annotations

import base64
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page

from chronicle.markup.images import Picture, clean_picture
from tests.markup.images.sample_images import SECRET, TOLD, chunk, segment, tiff

#: Draws a picture of forty by twenty-four and packs it as asked for.
PACK: Final = """async type => {
  const canvas = new OffscreenCanvas(40, 24), pen = canvas.getContext("2d");
  for (let x = 0; x < 40; x++) for (let y = 0; y < 24; y++) {
    pen.fillStyle = `rgba(${6 * x}, ${10 * y}, ${3 * x + 4 * y}, ${type == "image/png" ? .5 : 1})`;
    pen.fillRect(x, y, 1, 1);
  }
  const blob = await canvas.convertToBlob({type, quality: .8});
  return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())));
}"""
#: The size of a picture as an `<img>` shows it, and all its pixels.
PIXELS: Final = """async ([type, packed]) => {
  const image = new Image();
  image.src = `data:${type};base64,${packed}`;
  await image.decode();
  const [width, height] = [image.naturalWidth, image.naturalHeight];
  const pen = new OffscreenCanvas(width, height).getContext("2d");
  pen.drawImage(image, 0, 0);
  return [width, height, Array.from(pen.getImageData(0, 0, width, height).data).join()];
}"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Page:
    return browser.new_page()


def seen(page: Page, type_: str, content: bytes) -> Any:
    return page.evaluate(PIXELS, [type_, base64.b64encode(content).decode()])


def with_metadata(type_: str, content: bytes) -> bytes:
    """A picture as browsers pack it, with what a camera writes beside the pixels."""
    match type_:
        case "image/png":
            at = content.index(b"IDAT") - 4
            return content[:at] + chunk(b"tEXt", b"Place\0" + SECRET) + content[at:]
        case "image/jpeg":
            exif = segment(0xE1, b"Exif\0\0" + tiff(6)) + segment(0xFE, SECRET)
            return content[:2] + exif + content[2:] + SECRET
        case _:
            # The first chunk says what there is; one of its bits a note of the camera's.
            assert content[12:16] == b"VP8X"
            odd = b"\0" * (len(SECRET) % 2)
            meta = b"XMP " + len(SECRET).to_bytes(4, "little") + SECRET + odd
            inner = content[8:20] + bytes([content[20] | 4]) + content[21:] + meta
            return b"RIFF" + len(inner).to_bytes(4, "little") + inner


@pytest.mark.parametrize("type_", ["image/png", "image/jpeg", "image/webp"])
def test_a_browser_shows_the_same_pixels_the_same_way_up(page: Page, type_: str) -> None:
    packed = base64.b64decode(page.evaluate(PACK, type_))
    told = with_metadata(type_, packed)
    assert SECRET in told
    found = clean_picture(told)
    assert isinstance(found, Picture)
    assert found.media_type == type_
    assert SECRET not in found.content
    was = seen(page, type_, told)
    assert seen(page, found.media_type, found.content) == was
    assert [found.width, found.height] == was[:2]
    assert was[:2] == ([24, 40] if type_ == "image/jpeg" else [40, 24])


@pytest.mark.parametrize("name", TOLD)
def test_a_browser_shows_the_pictures_that_are_built_by_hand(page: Page, name: str) -> None:
    found = clean_picture(TOLD[name])
    assert isinstance(found, Picture)
    # An odd part more may keep a browser from showing the original; the cleaned one it shows.
    assert seen(page, found.media_type, found.content)[:2] == [found.width, found.height]
