"""On paper a broadsheet fills one page, for every audience, and longer pages are parted well."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize

from chronicle.cli.help_text import SHIPPED_THEMES
from chronicle.render.theme import DEFAULT_THEME
from tests.browser.http_host import served
from tests.browser.printed import last_lines, letters, sheets_of
from tests.browser.readers import CHROMIUM, FIREFOX, PAPERS, WEBKIT, Reader, in_engines
from tests.sample_campaigns import CHECKOUT, SAMPLES, sample_files, write_files
from tests.thorough import beginning, thorough

#: What lies within the margins of a sheet, in pixels. WebKit draws a page as wide as it has to be
#: and shrinks it to the sheet; Letter then has the least height.
SHEETS: Final[dict[str, ViewportSize]] = {
    "A4": {"width": 718, "height": 1047},
    "Letter": {"width": 740, "height": 980},
    "Letter in WebKit": {"width": 714, "height": 937},
}
#: So many of the fullest pages of a sample are printed; the others are measured alone.
PRINTED: Final = 4
_BROADSHEET: Final = re.compile(r"(site|private/(\w|-)+)/rumors/\d+\.html")
#: How far down a broadsheet and its words reach on their sheet; 1 is the foot of it.
_REACH: Final = """() => {
  const words = document.querySelector(".paper").getBoundingClientRect().bottom;
  return [document.documentElement.scrollHeight / innerHeight, words / innerHeight];
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
        for paper in PAPERS:
            assert sheets_of(page.pdf(format=paper)) == 1, (path, paper)


#: The fullest broadsheet of all, the GM's with a badge above it, one with little on it, and one
#: with a place that reaches down to the foot of the sheet.
IN_EVERY_ENGINE: Final = (
    "cauvenne/site/rumors/12.html",
    "cauvenne/private/gm/rumors/9.html",
    "cauvenne/site/rumors/1.html",
    "vaime/site/rumors/4.html",
)


@pytest.mark.parametrize("paths", [IN_EVERY_ENGINE, *thorough([None])], ids=["longest", "public"])
def test_broadsheets_are_printed_on_one_sheet_in_every_engine(
    reader: Reader, host: str, paths: Sequence[str] | None
) -> None:
    sheets: dict[tuple[str, str], int] = {}
    public = (f"{id}/{path}" for id in SAMPLES for path in broadsheets(id) if path[:5] == "site/")
    for path in paths or public:
        reader.open(f"{host}/{path}")
        sheets |= {(path, paper): reader.sheets(paper) for paper in PAPERS}
    assert sheets == dict.fromkeys(sheets, 1)


#: Where text is parted at the end of a page.
LONG: Final = (
    "orrow/site/turns/11.html",
    "vaime/private/augers/dossier/4.html",
    "vaime/private/gm/turns/3.html",
)
#: Grids that are too high for what is left of most pages, and headings that end in a rule.
_PARTED_BADLY: Final = """() => [...document.querySelectorAll("main *")].filter((it) => {
  const { display, borderBottomWidth } = getComputedStyle(it);
  return it.matches("h2, h3") ? borderBottomWidth !== "0px"
    : display.endsWith("grid") && it.offsetHeight > innerHeight / 2;
}).map((it) => `${it.localName}.${it.className}`)"""


def test_what_webkit_parts_badly_is_not_printed(page: Page, host: str) -> None:
    # It cuts lines of grids in two, and keeps the room below a heading that the text then covers
    # only where no rule ends the heading. It lays pages out a third wider than they are printed.
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 1000, "height": 1400})
    for path in LONG:
        page.goto(f"{host}/{path}")
        assert page.evaluate(_PARTED_BADLY) == [], path


#: Where what follows a heading at the foot of a sheet is too high for what is left of it.
AT_THE_FOOT: Final = (
    "cauvenne/private/gm/timeline.html",
    "orrow/private/askers/turns/8.html",
    "orrow/private/gm/turns/11.html",
    "orrow/private/warden/factions/warden.html",
    "vaime/private/sounders/turns/3.html",
)
#: Headings that something of theirs follows, which may stand in what is around the heading.
_HEADINGS: Final = """() => [...document.querySelectorAll("main :is(h2, h3, h4)")]
  .filter((it) => it.checkVisibility()
    && (it.nextElementSibling || it.closest("header")?.nextElementSibling))
  .map((it) => it.innerText)"""


@in_engines(CHROMIUM, FIREFOX, WEBKIT)
def test_no_heading_stands_alone_at_the_foot_of_a_sheet(reader: Reader, host: str) -> None:
    sheets = 0
    for path in AT_THE_FOOT:
        reader.open(f"{host}/{path}")
        reader.evaluate("document.fonts.ready.then(() => 0)")
        headings = {letters(it) for it in reader.evaluate(_HEADINGS)}
        *lasts, _ = map(letters, last_lines(reader.pdf()))
        assert all(lasts)
        alone = [line for line in lasts if any(it.endswith(line) for it in headings)]
        assert alone == [], path
        sheets += len(lasts)
    assert sheets > len(AT_THE_FOOT)


def _answer(body: str, asked: Route) -> None:
    asked.fulfill(body=body, content_type="text/css")


def test_broadsheets_of_every_theme_fill_one_page(page: Page, host: str) -> None:
    base = (CHECKOUT / "themes/annals/static/annals.css").read_text("utf-8")
    page.emulate_media(media="print")
    page.set_viewport_size(SHEETS["Letter in WebKit"])
    for theme in sorted({*SHIPPED_THEMES} - {DEFAULT_THEME}):
        own = (CHECKOUT / f"themes/{theme}/static/{theme}.css").read_text("utf-8")
        # The markup is that of annals, and the fonts are those of the system.
        page.route("**/annals.*.css", partial(_answer, base + own))
        for path in IN_EVERY_ENGINE:
            page.goto(f"{host}/{path}")
            whole, words = page.evaluate(_REACH)
            assert whole <= 1, (theme, path)
            assert 0.6 < words < 0.985, (theme, path)
        page.unroute_all()
