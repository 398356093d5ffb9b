"""What the how-to of pictures tells is so."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.markup.images import MAX_PICTURE_BYTES, Picture, clean_picture
from chronicle.markup.images.image import MAX_PIXELS, MAX_SIDE_PIXELS
from chronicle.pipeline import build_files
from tests.docs.campaigns import stages, tree
from tests.docs.pages import ROOT
from tests.markup.images.sample_images import ROWS, png, told_jpeg

PAGE: Final = "docs/how-to/show-a-picture.md"
HOUSE: Final = png(rows=ROWS[:-1] + b"\1")
BARRELS: Final = told_jpeg()


@lru_cache(maxsize=1)
def built() -> Mapping[str, bytes]:
    """The how-to's campaign with its two pictures."""
    stage, _ = stages(PAGE)
    laid = {"media/tide-house.png": HOUSE, "media/barrels.jpg": BARRELS}
    report = Report()
    files = build_files(FileTree("my-campaign", {**tree(stage.files).files, **laid}), report)
    assert files is not None, report.findings
    return files


@pytest.mark.parametrize(
    ("folder", "shown"),
    [
        ("site", {HOUSE}),
        ("private/customs", {HOUSE}),
        ("private/ferry", {HOUSE, BARRELS}),
        ("private/gm", {HOUSE, BARRELS}),
    ],
)
def test_the_barrels_are_for_the_ferry_and_the_house_for_all(
    folder: str, shown: set[bytes]
) -> None:
    top = f"{folder}/pictures/"
    found = {path.removeprefix(f"{folder}/") for path in built() if path.startswith(top)}
    clean = [clean_picture(content) for content in shown]
    assert found == {picture.path for picture in clean if isinstance(picture, Picture)}
    page = built()[f"{folder}/turns/2.html"].decode()
    assert "<figcaption>As it stood in spring</figcaption>" in page
    assert ("Six barrels drawn in chalk" in page) is (BARRELS in shown)


def test_the_prints_stand_in_a_row() -> None:
    _, stage = stages(PAGE)
    report = Report()
    files = build_files(tree(stage.files), report)
    assert files is not None, report.findings
    (row,) = re.findall(
        '<div class="gallery">(.*?)</div>', files["site/pages/prints.html"].decode(), re.DOTALL
    )
    assert row.count("<figure") == row.count('class="enlarge"') == 3


def test_the_limits_are_those_of_the_program() -> None:
    words = (ROOT / "docs/reference/content.md").read_text(encoding="utf-8")
    (said,) = (part for part in words.split("\n\n") if "PNG (also animated)" in part)
    assert (
        f"at most {MAX_PICTURE_BYTES >> 20} MiB, {MAX_SIDE_PIXELS} pixels along a side"
        in " ".join(said.split())
    )
    assert f"{MAX_PIXELS // 10**6} million in all" in " ".join(said.split())
