"""Drawings of figures and relations in a real browser: nothing written in one covers another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page

from chronicle.model.audience import EVERYONE
from tests.render.test_chart_and_search_growth import pages as chart_pages
from tests.sample_campaigns import SAMPLES, editions_of, sample_files, write_files
from tests.thorough import beginning

WIDTHS: Final = (320, 390, 768, 1440)
#: Pairs of visible texts in a drawing that overlap, and texts that leave their drawing.
_OVERLAPS: Final = """() => {
  const found = [];
  // Fonts have more room above and below their letters than letters take.
  const inked = ({ left, right, top, bottom, height }) =>
    ({ left, right, top: top + height * .2, bottom: bottom - height * .2 });
  for (const drawing of document.querySelectorAll("main svg")) {
    const edge = (drawing.closest(".ribbons") ?? drawing).getBoundingClientRect();
    const texts = [...drawing.querySelectorAll("text")].filter((it) => it.getClientRects().length)
      .map((it) => [it.textContent, inked(it.getBoundingClientRect())]);
    texts.forEach(([words, box], at) => {
      if (box.left < edge.left || box.right > edge.right || box.top < edge.top
        || box.bottom > edge.bottom) found.push(`${words} is cut off`);
      for (const [others, other] of texts.slice(at + 1))
        if (box.left < other.right && other.left < box.right
          && box.top < other.bottom && other.top < box.bottom)
          found.push(`${words} covers ${others}`);
    });
  }
  return found;
}"""
_DRAWN: Final = """() => [...document.querySelectorAll(".net")]
  .filter((it) => it.getClientRects().length).length"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The charts and relations of all samples, with what these pages need."""
    top = tmp_path_factory.mktemp("drawings")
    for id in SAMPLES:
        files = sample_files(id).items()
        shown = {
            path: content
            for path, content in files
            if path.endswith(("/charts.html", "/relations.html")) or "/assets/" in path
        }
        write_files(shown, top / id)
    return top


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_context() as context:
        yield context.new_page()


@pytest.mark.parametrize(
    ("id", "edition"),
    [
        case
        for id in SAMPLES
        # The public, the GM and a faction; the others differ in who has which figure.
        for case in beginning([(id, edition) for edition in editions_of(id)], 3)
    ],
)
def test_no_label_covers_another(page: Page, folder: Path, id: str, edition: str) -> None:
    for name in ("charts.html", "relations.html"):
        path = folder / id / edition / name
        # The public of one sample knows no figures.
        if name == "charts.html" and not path.exists():
            continue
        page.goto(path.as_uri())
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate(_OVERLAPS) == [], (path, width)
            if name == "relations.html":
                # On a phone there is a list instead of the ring.
                assert page.evaluate(_DRAWN) == (width >= 768), (path, width)
                assert page.locator(".by-faction").is_visible() == (width < 768)


#: The marks of changes that overlap, leave their drawing or are nearer than targets may be.
_CROWDED: Final = """() => [...document.querySelectorAll("svg.marks")].flatMap((drawing) => {
  const marks = [...drawing.querySelectorAll("circle")].map((it) => it.getBoundingClientRect());
  return marks.filter((one, at) => marks.slice(at + 1).some((other) =>
    Math.hypot(one.x - other.x, one.y - other.y) < Math.min(24, innerWidth / 16)));
}).length"""
#: How far the middle of each name is from that of the end of its band, in pixels.
_OFF: Final = """() => [...document.querySelectorAll(".ribbons")].flatMap((it) => {
  const names = [...it.querySelectorAll(".ends li")].map((name) => name.getBoundingClientRect());
  const area = it.querySelector(".plot").getBoundingClientRect();
  return names.map((name, at) =>
    Math.abs(name.y + name.height / 2 - area.y - (at + .5) * area.height / names.length));
})"""


def test_a_chart_of_many_turns_is_legible_on_a_phone_with_its_marks_and_names(
    page: Page, tmp_path_factory: pytest.TempPathFactory
) -> None:
    top = tmp_path_factory.mktemp("long")
    write_files(chart_pages("orrow", EVERYONE, 100, "charts.html"), top)
    page.goto((top / "charts.html").as_uri())
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(_OVERLAPS) == [], width
        assert page.evaluate(_CROWDED) == 0, width
        assert max(page.evaluate(_OFF)) < 1, width
    # Marks lead to where their words lead, by pointer; by keyboard these are reached once.
    marks, words = (page.locator(f"main {it}").all() for it in (".marks a", ".changes li"))
    assert len(marks) == len(words) > 10
    for mark, told in zip(marks, words, strict=True):
        assert mark.get_attribute("href") == told.locator("a").last.get_attribute("href")
    at_top = """it => {
      it.scrollIntoView({ block: "center", behavior: "instant" });
      const { x, y, width, height } = it.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2).closest("a") === it;
    }"""
    assert all(mark.evaluate(at_top) for mark in marks)


def test_the_figures_of_a_chart_are_opened_by_keyboard(page: Page, folder: Path) -> None:
    page.set_viewport_size({"width": 320, "height": 900})
    page.goto((folder / "orrow" / "site" / "charts.html").as_uri())
    table = page.locator(".chart table").first
    assert not table.is_visible()
    page.locator(".chart summary").first.focus()
    page.keyboard.press("Enter")
    assert table.is_visible()
    # The latest turn comes first, so that it is seen without scrolling.
    heads = table.locator("thead th").all_inner_texts()
    assert heads == ["Faction", *(str(turn) for turn in range(12, 0, -1))]
    box = table.locator("thead th").nth(1).bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 320
