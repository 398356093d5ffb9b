"""The README's pictures are small, and those that are taken are those that are there."""

from __future__ import annotations

import re
import struct

import pytest
from PIL import Image

from tests.browser.page_selection import kind_of
from tests.docs import component_pictures, desk_pictures, page_pictures
from tests.docs.pages import DOCS
from tests.docs.pictures import FOLDER, MOST, PICTURES, Picture
from tests.sample_campaigns import shelf_files


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_a_picture_is_small_and_of_its_size(picture: Picture) -> None:
    content = (FOLDER / picture.name).read_bytes()
    assert len(content) <= MOST
    assert struct.unpack(">II", content[16:24]) == (picture.width, picture.height)


def test_there_are_no_other_images() -> None:
    folders = {component_pictures.FOLDER, page_pictures.FOLDER, desk_pictures.FOLDER}
    there = {path.name for path in FOLDER.iterdir() if path not in folders}
    assert there == {picture.name for picture in PICTURES}


def test_each_kind_of_page_has_a_sheet_of_pictures() -> None:
    kinds = {kind_of(page) for path, page in shelf_files().items() if path.endswith(".html")}
    assert page_pictures.PAGES.keys() == {*kinds, "cockpit"}
    shown_kinds = {name: kind_of(shelf_files()[path]) for name, path in page_pictures.PAGES.items()}
    assert shown_kinds == {kind: kind for kind in kinds} | {"cockpit": "home"}
    text = (DOCS / "reference" / "pages.md").read_text("utf-8")
    shown = re.findall(r"\(\.\./pictures/pages/([\w-]+\.webp)\)", text)
    assert sorted(shown) == sorted(page_pictures.sheet_name(name) for name in shown_kinds)


def test_the_sheets_are_small_and_of_their_size() -> None:
    sheets = {path.name: path for path in page_pictures.FOLDER.iterdir()}
    assert sorted(sheets) == sorted(map(page_pictures.sheet_name, page_pictures.PAGES))
    weights = {name: path.stat().st_size for name, path in sheets.items()}
    assert {name: size for name, size in weights.items() if size > page_pictures.MOST} == {}
    assert sum(weights.values()) <= page_pictures.MOST_OF_ALL
    for path in sheets.values():
        with Image.open(path) as sheet:
            assert sheet.size == page_pictures.sheet_size()


def test_the_pictures_of_the_desk_are_small_and_shown() -> None:
    there = {path.name: path for path in desk_pictures.FOLDER.iterdir()}
    assert there.keys() == {f"{name}.webp" for name in desk_pictures.SHOWN}
    for path in there.values():
        assert path.stat().st_size <= desk_pictures.MOST
        with Image.open(path) as picture:
            assert picture.size == desk_pictures.SIZE
    text = (DOCS / "how-to" / "an-evening-at-the-desk.md").read_text("utf-8")
    shown = re.findall(r"\(\.\./pictures/desk/([\w-]+\.webp)\)", text)
    assert sorted(shown) == sorted(there)
