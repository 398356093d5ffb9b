"""Headings, stamps and rules keep their distance, on paper and on screens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.http_host import served
from tests.sample_campaigns import sample_files, write_files

#: Widths of a phone, of paper and of a large screen.
WIDTHS: Final = (390, 700, 1440)
MEDIA: Final[tuple[Literal["print", "screen"], ...]] = ("print", "screen")
#: The room in pixels between the stamp and the parts of the head, across or down; the least one.
_AROUND_STAMP: Final = """() => {
  const stamp = document.querySelector(".stamp").getBoundingClientRect();
  const texts = [...document.querySelectorAll(".turn-head > :is(h1, .date, .kicker)")];
  return Math.min(...texts.flatMap((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()].map((line) => Math.max(
      stamp.top - line.bottom, line.top - stamp.bottom,
      stamp.left - line.right, line.left - stamp.right));
  }));
}"""
#: The room in letter heights between the foot of a `y` in the masthead and the rule below.
_BELOW_Y: Final = """async () => {
  await document.fonts.ready;
  const title = document.querySelector(".masthead h1"), style = getComputedStyle(title);
  const drawn = document.createElement("canvas").getContext("2d");
  drawn.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  // The lower edge of an empty inline block lies on the baseline.
  const baseline = document.createElement("span");
  baseline.style.display = "inline-block";
  title.append(baseline);
  const foot = baseline.getBoundingClientRect().bottom
    + drawn.measureText("y").actualBoundingBoxDescent;
  baseline.remove();
  const rule = title.nextElementSibling.getBoundingClientRect().top;
  return (rule - foot) / parseFloat(style.fontSize);
}"""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    top: Path = tmp_path_factory.mktemp("samples")
    write_files(sample_files("vaime"), top)
    with served(top) as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture(params=MEDIA)
def page(browser: Browser, host: str, request: pytest.FixtureRequest) -> Iterator[Page]:
    assert host
    with browser.new_context() as context:
        page = context.new_page()
        page.emulate_media(media=request.param)
        yield page


@pytest.mark.parametrize("width", WIDTHS)
def test_the_stamp_of_a_dossier_covers_no_words(page: Page, host: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    for path in ("private/augers/dossier/4.html", "private/bellhouse/dossier/9.html"):
        page.goto(f"{host}/{path}")
        assert page.evaluate(_AROUND_STAMP) >= 3, path


@pytest.mark.parametrize("width", WIDTHS)
def test_no_letter_of_the_masthead_stands_on_its_rule(page: Page, host: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    for path in ("site/rumors/4.html", "site/rumors/index.html"):
        page.goto(f"{host}/{path}")
        assert page.evaluate(_BELOW_Y) >= 0.04, path
