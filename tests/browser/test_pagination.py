"""Long lists in a browser: their pages, the links between them, and rows of numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser

from chronicle.diagnostics.report import Report
from chronicle.pipeline import build_files
from tests.browser.http_host import served
from tests.browser.page_visits import Visitor
from tests.outline.long_campaign import LENGTH, files
from tests.sample_campaigns import write_files
from tests.small_campaign import tree_of
from tests.thorough import thorough

THEMES: Final = ("annals", *thorough(["modern"]))
PAGES: Final = (
    "site/index.html",
    "site/turns/index.html",
    "site/turns/4-6.html",
    "site/timeline.html",
    "site/rumors/index.html",
    "site/rumors/1-3.html",
    "site/gallery.html",
    "site/places/harbour.html",
    "site/relations.html",
    "private/vael/dossier/index.html",
    "private/gm/audit/index.html",
    "private/gm/dossier/index.html",
)


@pytest.fixture(scope="module", params=THEMES)
def host(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The campaign with short pages of lists, in either theme, on its own host."""
    told = dict(files(11))
    told["campaign.yaml"] = f"{told['campaign.yaml']!s}theme: {request.param}\n"
    report = Report()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("chronicle.outline.pagination.TURNS_PER_PAGE", LENGTH)
        made = build_files(tree_of(told), report)
    assert made is not None, [finding.message for finding in report.findings]
    with served(write_files(made, tmp_path_factory.mktemp(request.param))) as port:
        yield f"http://127.0.0.1:{port}"


def test_paginated_lists_are_accessible(browser: Browser, host: str) -> None:
    with browser.new_context() as context:
        visitor = Visitor(context, host)
        assert [fault for path in PAGES for fault in visitor.visit(path)] == []


def test_pagination_links_lead_through_all_pages_and_back(browser: Browser, host: str) -> None:
    with browser.new_context(viewport={"width": 320, "height": 640}) as context:
        page = context.new_page()
        page.goto(f"{host}/site/turns/index.html")
        page.get_by_role("link", name="Earlier turns").click()
        assert page.evaluate("document.querySelector(':target').innerText") == "Earlier turns"
        seen = []
        for name in ("Turns 4–6", "← Turns 1–3", "Turns 4–6 →", "From turn 7 on →"):
            page.get_by_role("link", name=name.strip("← →")).click()
            seen.append(page.locator(".lede").inner_text())
        assert seen == ["Turns 4–6", "Turns 1–3", "Turns 4–6", "From turn 7 on · Earlier turns"]


def test_an_annals_entry_is_aligned_with_its_turn_number(browser: Browser, host: str) -> None:
    with browser.new_context(viewport={"width": 320, "height": 640}) as context:
        page = context.new_page()
        page.goto(f"{host}/site/turns/4-6.html")
        number, title = (
            page.locator(f".entry {part}").first.bounding_box() for part in (".numeral", "h3")
        )
        assert number is not None
        assert title is not None
        assert number["x"] + number["width"] <= title["x"]
        assert abs(number["y"] - title["y"]) < title["height"]
