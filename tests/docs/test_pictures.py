"""The README's pictures are small, and those that are taken are those that are there."""

from __future__ import annotations

import struct

import pytest

from tests.docs import component_pictures
from tests.docs.pictures import FOLDER, MOST, PICTURES, Picture


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_a_picture_is_small_and_of_its_size(picture: Picture) -> None:
    content = (FOLDER / picture.name).read_bytes()
    assert len(content) <= MOST
    assert struct.unpack(">II", content[16:24]) == (picture.width, picture.height)


def test_there_are_no_other_images() -> None:
    there = {path.name for path in FOLDER.iterdir() if path != component_pictures.FOLDER}
    assert there == {picture.name for picture in PICTURES}
