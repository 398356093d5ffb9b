"""The samples' pages in a real browser: from a sub-path, from disk, in both schemes, for everybody.

Each page that is looked at is visited once, and each test asks for one kind of fault.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser

from chronicle.diagnostics.report import Report
from chronicle.pipeline import build_files
from tests.browser import page_selection
from tests.browser.axe_checks import add_rule, faults
from tests.browser.http_host import opened, served
from tests.browser.page_visits import SCHEMES, Aspect, Fault, Visitor
from tests.browser.sealed_site import CAMPAIGN, Hosted
from tests.exported_dossier import exported
from tests.render.html_checks import ROOTED
from tests.sample_campaigns import CHECKOUT, SAMPLES, shelf_files, write_files
from tests.small_campaign import SOUND, tree_of

LANDING: Final = "site/index.html"
#: The readers whose pages are visited together, by one process.
READERS: Final = ("everybody", "the gm", "a player")
#: Templates that other tests draw and look at.
ELSEWHERE: Final = {
    "cards.html": "the cards of invitations, in the tests of cards",
    "simulation.html": "a page of no site, in the tests of simulations",
    "single.html": "a small dossier in one file, below",
    "opening.html": "before the first turn; below",
    "404.html": "on a site of one campaign; below",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shelf of samples as built, on disk, below a sub-path."""
    top = tmp_path_factory.mktemp("host")
    write_files(shelf_files(), top / "some" / "sub path")
    return top


@pytest.fixture(scope="module")
def host(folder: Path) -> Iterator[str]:
    """The address at which the shelf is served, deep inside a host."""
    with served(folder) as port:
        yield f"http://127.0.0.1:{port}/some/sub%20path"


#: All tests of a reader's pages are run by one process, which visits them once.
each_reader = pytest.mark.parametrize(
    "visits",
    [pytest.param(it, marks=pytest.mark.xdist_group(f"pages of {it}")) for it in READERS],
    indirect=True,
)


def reader_of(path: str) -> str:
    """Whose page it is."""
    if path.startswith("site/"):
        return "everybody"
    return "the gm" if path.split("/")[2] == "gm" else "a player"


class Visits:
    """What is wrong with the pages of one reader."""

    def __init__(self, seen: Mapping[str, tuple[Fault, ...]]) -> None:
        self.seen = seen

    def found(self, *aspects: Aspect) -> list[tuple[str, str]]:
        every = (fault for faults in self.seen.values() for fault in faults)
        return [(fault.path, fault.what) for fault in every if fault.aspect in aspects]


@pytest.fixture(scope="module")
def visits(
    request: pytest.FixtureRequest, browser: Browser, folder: Path, host: str
) -> Iterator[Visits]:
    """All pages of one reader that are looked at, each visited once."""
    seen = {}
    with ExitStack() as stack:
        # The page of the lost leads from the top of its host.
        port = stack.enter_context(served(folder / "some" / "sub path" / "site"))
        context = stack.enter_context(browser.new_context())
        lost, visitor = Visitor(context, f"http://127.0.0.1:{port}"), Visitor(context, host)
        for path in page_selection.chosen():
            if reader_of(path) != request.param:
                continue
            if path == f"site/{ROOTED}":
                seen[path] = tuple(lost.visit(ROOTED))
            else:
                seen[path] = tuple(visitor.visit(path))
        yield Visits(seen)


@each_reader
def test_pages_open_from_a_sub_path_in_their_style(visits: Visits) -> None:
    assert visits.seen
    assert visits.found("opening") == []


@each_reader
def test_pages_make_few_requests_before_interaction(visits: Visits) -> None:
    assert visits.found("requests") == []


@each_reader
def test_a_loading_page_has_no_layout_shift(visits: Visits) -> None:
    assert visits.found("shift") == []


@each_reader
def test_fonts_that_arrive_late_hardly_move_the_page(visits: Visits) -> None:
    assert visits.found("fonts") == []


@each_reader
def test_pages_are_accessible_in_both_colour_schemes(visits: Visits) -> None:
    assert visits.found("axe") == []


@each_reader
def test_pages_fit_a_narrow_phone(visits: Visits) -> None:
    assert visits.found("narrow") == []


@each_reader
def test_pages_fit_a_phone_with_text_twice_as_large(visits: Visits) -> None:
    assert visits.found("large") == []


@each_reader
def test_focused_elements_are_visibly_focused(visits: Visits) -> None:
    assert visits.found("focus") == []


@each_reader
def test_print_shows_all_text_and_no_navigation(visits: Visits) -> None:
    assert visits.found("print") == []


@each_reader
def test_reduced_motion_disables_animations(visits: Visits) -> None:
    assert visits.found("motion") == []


@each_reader
def test_in_forced_colours_nothing_is_shown_by_background_alone(visits: Visits) -> None:
    assert visits.found("forced") == []


# ── What is visited ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.xdist_group("pages of everybody")
def test_every_template_is_visited() -> None:
    templates = page_selection.templates()
    drawn = {template for made in templates.values() for template in made}
    assert page_selection.drawn_by_the_theme() <= drawn, "a template of which no page is made"
    visited = {
        template
        for kind in set(page_selection.chosen().values())
        for template in templates.get(kind, ())
    }
    assert page_selection.drawn_by_the_theme() - visited - ELSEWHERE.keys() == set()


def test_the_single_file_dossier_is_accessible(browser: Browser, tmp_path: Path) -> None:
    dossier = exported(CAMPAIGN)
    assert dossier is not None
    write_files({"vael.html": dossier}, tmp_path)
    with served(tmp_path) as port, browser.new_context() as context:
        seen = Visitor(context, f"http://127.0.0.1:{port}").visit("vael.html")
        # Each turn has the sections of every turn; the headings above them tell them apart.
        assert [fault for fault in seen if "landmark-unique" not in fault.what] == []
        # What is far down is laid out late, but is found, and printed.
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{port}/vael.html")
        late = "getComputedStyle(document.querySelector('.single-page')).contentVisibility"
        last = page.locator(".single-page").last
        assert page.evaluate(late) == "auto"
        assert not last.locator("h1").evaluate(
            "it => it.checkVisibility({contentVisibilityAuto: true})"
        )
        words = last.locator("h1").text_content()
        assert page.evaluate("(words) => find(words, true, true)", words)
        page.emulate_media(media="print")
        assert page.evaluate(late) == "visible"


def test_the_dossier_before_the_first_turn_is_accessible(browser: Browser, tmp_path: Path) -> None:
    report = Report()
    files = build_files(tree_of(SOUND), report)
    assert files is not None, report.findings
    write_files(files, tmp_path)
    with served(tmp_path / "private/vael") as port, browser.new_context() as context:
        assert list(Visitor(context, f"http://127.0.0.1:{port}").visit("dossier/0.html")) == []


def test_the_404_page_is_accessible(browser: Browser, hosted: Hosted) -> None:
    with served(hosted.folder / "site") as port, browser.new_context() as context:
        assert list(Visitor(context, f"http://127.0.0.1:{port}").visit(ROOTED)) == []


# ── A visit sees what is wrong ───────────────────────────────────────────────────────────────────

_SOUND: Final = """<!doctype html><html lang="en"><title>t</title>
<link rel="stylesheet" href="s.css">{head}
<header><nav><a href="#main">Over there</a></nav></header>
<main id="main"><h1>A</h1><p>{words}</p></main>"""
_STYLE: Final = (
    "body { color: #000; background: #fff; } @media print { nav { display: none; } } "
    "a:focus-visible { outline: 2px solid #00f; } nav a { padding: 1em; display: inline-block; } "
    + "".join(f".x{n} {{ color: #000; }} " for n in range(20))
)
#: The own font is twice as wide as that of the system.
_WIDE_FONT: Final = """<style>
@font-face { font-family: Wide; src: url(wide.woff2); font-display: swap; size-adjust: 200%; }
body { font-family: Wide, serif; }</style>"""
_FAINT: Final = '<text y="20" fill="#888" stroke="#777" paint-order="stroke">a</text>'
_PLANTED: Final[dict[str, tuple[str, str]]] = {
    "opening": ("", '<img alt="a" src="gone.png">'),
    "requests": ("".join(f'<link rel="stylesheet" href="s.css?{n}">' for n in range(9)), ""),
    "shift": ('<script src="late.js"></script>', ""),
    "fonts": (_WIDE_FONT, f"{'words ' * 40}</p><p>{'words ' * 90}"),
    "axe": ("", '<button style="all: unset; width: 9px">i</button><button>j</button>'),
    "axe in a label": ("", '<button style="padding: 1em" aria-label="Other">words</button>'),
    "axe in a drawing": ("", f"<svg>{_FAINT}</svg>"),
    "narrow": ("", f"<b>{'m' * 90}</b>"),
    "large": ("", '<div style="width: 20rem">wide</div>'),
    "focus": ("", '<a href="#main" style="outline: none">bare</a>'),
    "print": ("", '<b style="color: #fff; background: #000">white</b>'),
    "motion": ("", '<b style="transition: color 1s">slow</b>'),
    "forced": ("", '<button style="border: 0; padding: 1em">bare</button>'),
}
_LATE: Final = """addEventListener("load", () => {
  requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => {
    document.body.prepend(Object.assign(document.createElement("p"), { textContent: "new" }));
  })));
});"""


def test_a_page_visit_detects_each_fault(browser: Browser, tmp_path: Path) -> None:
    planted: dict[str, tuple[str, str]] = {"sound": ("", "words"), **_PLANTED}
    files = {
        f"{name}.html": _SOUND.format(head=head, words=words).encode()
        for name, (head, words) in planted.items()
    }
    font = (CHECKOUT / "themes/annals/static/fonts/eb-garamond-400.woff2").read_bytes()
    files |= {"s.css": _STYLE.encode(), "late.js": _LATE.encode(), "wide.woff2": font}
    write_files(files, tmp_path)
    with served(tmp_path) as port, browser.new_context() as context:
        # A browser asks for this by itself where a page names none.
        context.route("**/favicon.ico", lambda route: route.fulfill(body=""))
        visitor = Visitor(context, f"http://127.0.0.1:{port}")
        seen: dict[str, set[str]] = {
            name: {fault.aspect for fault in visitor.visit(path)}
            for name in sorted(planted)
            for path in [f"{name}.html"]
        }
    assert seen.pop("sound") == set()
    assert [name for name, found in seen.items() if name.split()[0] not in found] == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_axe_detects_low_contrast_in_both_colour_schemes(
    browser: Browser, hosted: Hosted, scheme: str
) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{hosted.site}/about.html")
        faint = "body { color: #888; background: #777; }"
        add_rule(page, f"@media (prefers-color-scheme: {scheme}) {{ {faint} }}")
        assert {(found, rule) for found, rule, _ in faults(page)} == {(scheme, "color-contrast")}


# ── One by one ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.xdist_group("pages of everybody")
@pytest.mark.parametrize("path", ["site/vaime/turns/9.html", "private/vaime/nets/dossier/6.html"])
def test_a_page_opened_from_disk_has_working_links(
    browser: Browser, folder: Path, path: str
) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        start = (folder / "some" / "sub path" / path).as_uri()
        assert opened(page, start) == []
        page.locator("nav a").first.click()
        page.wait_for_load_state()
        assert page.url.startswith("file:")
        assert page.locator("h1").is_visible()


@pytest.mark.xdist_group("pages of everybody")
@pytest.mark.parametrize("id", SAMPLES)
def test_the_landing_page_links_to_each_campaign(browser: Browser, folder: Path, id: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        assert opened(page, (folder / "some" / "sub path" / LANDING).as_uri()) == []
        volume = page.locator(".volume", has=page.locator(f'a[href="{id}/index.html"]'))
        title = volume.locator("h2").inner_text()
        # The whole of it is the link, wherever one puts a finger.
        volume.click(position={"x": 40, "y": 300})
        page.wait_for_load_state()
        assert page.url.endswith(f"/site/{id}/index.html")
        assert page.locator(".site-title").inner_text() == title


#: What can be worked in a page, and seen.
_WORKED: Final = """() => [...document.querySelectorAll("button, input, select, textarea")]
  .filter((it) => it.checkVisibility() && it.getClientRects().length)
  .map((it) => it.outerHTML.slice(0, 80))"""


@pytest.mark.xdist_group("pages of everybody")
def test_without_scripts_no_dead_controls_are_shown(browser: Browser, folder: Path) -> None:
    public = {
        kind: path for path, kind in page_selection.chosen().items() if path.startswith("site/")
    }
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        for path in public.values():
            page.goto((folder / "some" / "sub path" / path).as_uri())
            assert page.evaluate(_WORKED) == [], path
            assert page.locator("main").is_visible(), path


def test_light_and_dark_schemes_differ(browser: Browser, hosted: Hosted) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{hosted.site}/index.html")
        colors = set()
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            colors.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert len(colors) == 2


def test_the_keyboard_reaches_the_content_first(browser: Browser, hosted: Hosted) -> None:
    for path in ("index.html", "turns/1.html"):
        with browser.new_context() as context:
            page = context.new_page()
            page.goto(f"{hosted.site}/{path}")
            page.keyboard.press("Tab")
            target = page.evaluate("document.activeElement.getAttribute('href')")
            assert target == "#main"
            page.keyboard.press("Enter")
            assert page.evaluate("document.querySelector('#main') !== null")
