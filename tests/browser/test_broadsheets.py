"""Broadsheets on paper: each of the samples fills one page, whoever it is for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.http_host import served
from tests.sample_campaigns import SAMPLES, sample_files, write_files

FORMATS: Final = ("A4", "Letter")
_BROADSHEET: Final = re.compile(r"(site|private/(\w|-)+)/rumors/\d+\.html")
_PAGE_OF_PDF: Final = re.compile(rb"/Type\s*/Page\b")
#: How far down the words of a broadsheet reach on paper, in pages of A4 with its margins.
_FILLED: Final = """() => {
  document.querySelector(".tail").remove();
  document.querySelector(".paper").style.minHeight = 0;
  return document.querySelector(".paper").getBoundingClientRect().bottom / innerHeight;
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
    with browser.new_context(viewport={"width": 695, "height": 1035}) as context:
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


@pytest.mark.parametrize("id", sorted(SAMPLES))
def test_every_broadsheet_of_a_sample_fills_one_page(page: Page, host: str, id: str) -> None:
    page.emulate_media(media="print")
    assert broadsheets(id)
    for path in broadsheets(id):
        page.goto(f"{host}/{id}/{path}")
        sheets = {it: len(_PAGE_OF_PDF.findall(page.pdf(format=it))) for it in FORMATS}
        assert sheets == dict.fromkeys(FORMATS, 1), path
        assert 0.6 < page.evaluate(_FILLED) < 0.97, path
