"""Broadsheets on paper: each of the samples fills one page, for every audience."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.http_host import served
from tests.sample_campaigns import SAMPLES, sample_files, write_files
from tests.thorough import beginning

#: What lies within the margins of a sheet, in pixels.
SHEETS: Final[dict[str, ViewportSize]] = {
    "A4": {"width": 695, "height": 1035},
    "Letter": {"width": 718, "height": 969},
}
#: So many of the fullest pages of a sample are printed; the others are measured alone.
PRINTED: Final = 4
_BROADSHEET: Final = re.compile(r"(site|private/(\w|-)+)/rumors/\d+\.html")
_PAGE_OF_PDF: Final = re.compile(rb"/Type\s*/Page\b")
#: How far down a broadsheet reaches on its sheet, and how far its words do without the drawing
#: that fills the rest; 1 is the foot of the sheet.
_REACH: Final = """() => {
  const paper = document.querySelector(".paper"), tail = paper.querySelector(".tail");
  const whole = document.documentElement.scrollHeight / innerHeight;
  tail.style.display = "none";
  paper.style.minHeight = 0;
  const words = paper.getBoundingClientRect().bottom / innerHeight;
  tail.style.display = paper.style.minHeight = "";
  return [whole, words];
}"""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    top: Path = tmp_path_factory.mktemp("samples")
    for id in SAMPLES:
        write_files(sample_files(id), top / id)
    with served(top) as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture
def page(browser: Browser, host: str) -> Iterator[Page]:
    assert host
    with browser.new_context() as context:
        yield context.new_page()


def broadsheets(id: str) -> list[str]:
    """Those of the public and the GM, and of the factions the one with the most to print."""
    longest: dict[str, str] = {}
    files: Mapping[str, bytes] = sample_files(id)
    for path in sorted(filter(_BROADSHEET.fullmatch, files), key=lambda path: len(files[path])):
        edition, _, number = path.rpartition("/")
        is_faction = not edition.startswith(("site/", "private/gm/"))
        longest[number if is_faction else path] = path
    return sorted(longest.values())


@pytest.mark.parametrize("id", beginning(sorted(SAMPLES), 2))
def test_every_broadsheet_of_a_sample_fills_one_page(page: Page, host: str, id: str) -> None:
    page.emulate_media(media="print")
    reaches: dict[str, float] = {}
    for path in broadsheets(id):
        page.goto(f"{host}/{id}/{path}")
        for paper, size in SHEETS.items():
            page.set_viewport_size(size)
            whole, words = page.evaluate(_REACH)
            assert whole <= 1, (path, paper)
            assert 0.6 < words < 0.985, (path, paper)
            reaches[path] = max(whole, words, reaches.get(path, 0))
    assert len(reaches) > PRINTED
    for path in sorted(reaches, key=reaches.__getitem__)[-PRINTED:]:
        page.goto(f"{host}/{id}/{path}")
        for paper in SHEETS:
            assert len(_PAGE_OF_PDF.findall(page.pdf(format=paper))) == 1, (path, paper)
