"""Drawings of relations in a real browser: nothing written in one covers anything else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page

from tests.sample_campaigns import SAMPLES, editions_of, sample_files, write_files

WIDTHS: Final = (320, 390, 768, 1440)
#: Pairs of visible texts in a drawing that overlap, and texts that leave their drawing.
_OVERLAPS: Final = """() => {
  const found = [];
  for (const drawing of document.querySelectorAll("main svg")) {
    const edge = drawing.getBoundingClientRect();
    const texts = [...drawing.querySelectorAll("text")].filter((it) => it.getClientRects().length)
      .map((it) => [it.textContent, it.getBoundingClientRect()]);
    texts.forEach(([words, box], at) => {
      if (box.left < edge.left || box.right > edge.right || box.top < edge.top - 1
        || box.bottom > edge.bottom + 1) found.push(`${words} is cut off`);
      for (const [others, other] of texts.slice(at + 1))
        if (box.left < other.right && other.left < box.right
          && box.top + 2 < other.bottom && other.top + 2 < box.bottom)
          found.push(`${words} covers ${others}`);
    });
  }
  return found;
}"""
_DRAWN: Final = """() => [...document.querySelectorAll(".net")]
  .filter((it) => it.getClientRects().length).length"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The relations of all samples, with what these pages need."""
    top = tmp_path_factory.mktemp("drawings")
    for id in SAMPLES:
        files = sample_files(id).items()
        shown = {
            path: content
            for path, content in files
            if path.endswith("/relations.html") or "/assets/" in path
        }
        write_files(shown, top / id)
    return top


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_context() as context:
        yield context.new_page()


@pytest.mark.parametrize("width", WIDTHS)
def test_no_label_covers_another(page: Page, folder: Path, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    for id in SAMPLES:
        for edition in editions_of(id):
            path = folder / id / edition / "relations.html"
            page.goto(path.as_uri())
            assert page.evaluate(_OVERLAPS) == [], path
            # On a phone there is a list instead.
            assert page.evaluate(_DRAWN) == (width >= 768), path
            assert page.locator(".by-faction").is_visible() == (width < 768)
