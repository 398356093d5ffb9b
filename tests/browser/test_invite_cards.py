"""Invite cards in a real browser: fit to be read on a screen, and to be printed and cut."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser

from chronicle.diagnostics.report import Report
from chronicle.render import Renderer
from chronicle.render.invite_cards import InviteCard, render_cards
from tests.browser.axe_checks import faults
from tests.browser.http_host import opened
from tests.browser.printed import sheets_of
from tests.shipped_theme import shipped_theme

#: One more than fit on a page; the last one with more to say than others.
INVITES: Final = (
    *(
        InviteCard(f"ada-{n}", False, ("House Vael",), "tin otter plum gravel sun rope")
        for n in range(6)
    ),
    InviteCard(
        "bartholomew-the-second",
        False,
        ("The Customs House", "The Night Ferry", "The Margravine's House", "The Auger Chamber"),
        "automaker washhouse vertebrae differential embezzlement unscrupulous",
    ),
    InviteCard("gm", True, (), "speed phonics embezzle tingle pagan statistic"),
)
#: Where the sheets of paper end, in millimetres, and what no printer reaches.
SHEETS: Final = {"A4": (210, 297), "Letter": (216, 279)}
MARGIN: Final = 12
MILLIMETRE: Final = 96 / 25.4


@pytest.fixture(scope="module", params=["https://ada.example/vaime/", ""], ids=["link", "no link"])
def cards(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a page with cards for eight."""
    report = Report()
    theme = shipped_theme()
    drawn = render_cards("Crowns", "en", INVITES, request.param, Renderer.of(theme), report)
    assert drawn is not None
    path: Path = tmp_path_factory.mktemp("cards") / "cards.html"
    path.write_bytes(drawn)
    return path.as_uri()


def test_invite_cards_are_accessible_and_fit_the_screen(browser: Browser, cards: str) -> None:
    for width in (320, 900):
        with browser.new_context(viewport={"width": width, "height": 700}) as context:
            page = context.new_page()
            assert opened(page, cards) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert list(faults(page)) == []


@pytest.mark.parametrize("sheet", SHEETS)
def test_cards_print_in_two_columns_without_breaking_over_pages(
    browser: Browser, cards: str, sheet: str
) -> None:
    width, height = (side - 2 * MARGIN for side in SHEETS[sheet])
    with browser.new_context(
        viewport={"width": int(width * MILLIMETRE), "height": int(height * MILLIMETRE)}
    ) as context:
        page = context.new_page()
        page.emulate_media(media="print")
        page.goto(cards)
        boxes = page.evaluate(
            "[...document.querySelectorAll('.card')].map(card => {"
            " const box = card.getBoundingClientRect();"
            " return [box.left, box.top, box.height, getComputedStyle(card).breakInside] })"
        )
        assert len({round(left) for left, *_ in boxes}) == 2
        assert len({round(top) for _, top, *_ in boxes}) == 4
        assert {inside for *_, inside in boxes} == {"avoid"}
        # Three rows fit on a sheet; a card with more to say makes its own row higher.
        rows = sorted({round(tall / MILLIMETRE, 1) for _, _, tall, _ in boxes})
        assert 3 * rows[0] <= height, rows
        assert sheets_of(page.pdf(format=sheet)) == 2


def test_cards_are_printed_in_black_on_white(browser: Browser, cards: str) -> None:
    with browser.new_context(color_scheme="dark") as context:
        page = context.new_page()
        page.emulate_media(media="print", color_scheme="dark")
        page.goto(cards)
        assert not page.locator("main > header").is_visible()
        for part in (".card", ".card h2", ".phrase", ".keep"):
            ink = page.locator(part).first.evaluate("e => getComputedStyle(e).color")
            assert ink == "rgb(0, 0, 0)", part
        ground = page.locator(".card").first.evaluate("e => getComputedStyle(e).backgroundColor")
        assert ground == "rgb(255, 255, 255)"
