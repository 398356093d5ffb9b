"""The sample campaign's pictures are as they were cut, small, and hold nothing but pixels."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from chronicle.markup.images import Picture, clean_picture
from tests.markup.images.reference_parser import png_parts
from tests.sample_campaigns import SAMPLE
from tests.thorough import beginning
from tools.portraits import FILES, sild
from tools.vaime_woodcuts import ALL
from tools.woodcuts import Block

FOLDER = SAMPLE / "media"


def shades(content: bytes) -> list[int]:
    """The pixels of a woodcut, two in a byte, with the byte before each row."""
    pixels = dict(png_parts(content))["pixels"]
    return [shade for byte in pixels for shade in (byte >> 4, byte & 15)]


@pytest.mark.parametrize(("name", "cut"), beginning([("sild.png", sild), *ALL.items()], 2))
def test_the_committed_woodcuts_match_their_program(name: str, cut: Callable[[], Block]) -> None:
    content = (FOLDER / name).read_bytes()
    # Machines may differ in the last bit of a sine, and so in a shade of grey.
    pairs = zip(shades(content), shades(cut().printed()), strict=True)
    assert max(abs(was - now) for was, now in pairs) <= 1
    found = clean_picture(content)
    assert isinstance(found, Picture)
    assert list(png_parts(found.content)) == list(png_parts(content))
    assert len(content) < 30_000


def test_there_are_no_other_images() -> None:
    portraits = {path.rpartition("/")[2] for path in FILES if path.startswith("vaime/")}
    lying = {path.name for path in FOLDER.iterdir()}
    assert lying - portraits == {*ALL}


def test_every_portrait_is_small_and_without_metadata() -> None:
    for path in FILES:
        content = (SAMPLE.parent / path).read_bytes()
        found = clean_picture(content)
        assert isinstance(found, Picture)
        assert list(png_parts(found.content)) == list(png_parts(content))
        assert len(content) < 15_000


def test_every_person_of_a_sample_has_a_portrait() -> None:
    people = list(SAMPLE.parent.glob("*/people/*.md"))
    assert [path for path in people if "\nportrait: {picture: " not in path.read_text()] == []
    assert people
