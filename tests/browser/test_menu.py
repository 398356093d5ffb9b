"""The main menu, breadcrumbs and the choice of colours in a real browser."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from tests.browser.axe_checks import faults
from tests.browser.http_host import watched
from tests.browser.sealed_site import Hosted, enter, turn_to

PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
#: How far down a phone's screen the header may reach.
MAX_HEADER: Final = 64


def menu(page: Page) -> tuple[bool, bool]:
    """Whether the button of the menu is visible, and whether its links are."""
    button = page.locator("header.site").get_by_role("button", name="Menu")
    return button.is_visible(), page.locator("#site-menu").is_visible()


def test_on_a_phone_the_menu_opens_and_closes_by_keyboard(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    page.set_viewport_size(PHONE)
    page.goto(f"{hosted.site}/turns/2.html")
    assert menu(page) == (True, False)
    page.get_by_role("button", name="Menu").focus()
    page.keyboard.press("Enter")
    assert menu(page) == (True, True)
    assert list(faults(page)) == []
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Home"
    page.keyboard.press("Escape")
    assert menu(page) == (True, False)


def test_on_a_wide_page_the_menu_is_always_shown_with_the_links_of_its_group(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{hosted.site}/turns/2.html")
    assert menu(page) == (False, True)
    shown = page.locator("#site-menu a").evaluate_all(
        "all => all.filter((one) => one.checkVisibility()).map((one) => one.textContent)"
    )
    groups = ["Home", "My dossier", "History", "Factions", "World", "More"]
    assert sorted(shown) == sorted([*groups, "Annals", "Timeline", "Rumors"])


@pytest.mark.parametrize("path", ["index.html", "turns/2.html"])
def test_the_header_of_an_open_dossier_is_low_on_a_phone(
    context: BrowserContext, hosted: Hosted, path: str
) -> None:
    page = context.new_page()
    page.set_viewport_size(PHONE)
    page.goto(f"{hosted.folder.as_uri()}/private/vael/{path}")
    box = page.locator("header.site").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= MAX_HEADER


@pytest.mark.parametrize("route", ["#/index.html", "#/turns/2.html"])
def test_the_head_of_an_opened_dossier_is_one_line_on_a_phone(
    context: BrowserContext, hosted: Hosted, route: str
) -> None:
    page = context.new_page()
    page.set_viewport_size(PHONE)
    enter(page, hosted, route=route)
    page.wait_for_selector("#main[data-path]")
    box = page.locator("#main").bounding_box()
    assert box is not None
    assert box["y"] <= MAX_HEADER
    desk = page.get_by_role("complementary")
    expect(desk.get_by_role("button", name="Lock")).to_be_visible()
    assert menu(page) == (True, False)
    # What does not fit is behind a button, and behind the key that searches.
    field, keep = desk.get_by_role("searchbox"), desk.get_by_label("Remember on this device")
    expect(keep).to_be_hidden()
    assert list(faults(page)) == []
    desk.get_by_role("button", name="Search").click()
    expect(field).to_be_focused()
    expect(keep).to_be_visible()
    assert list(faults(page)) == []
    page.keyboard.press("Escape")
    expect(field).to_be_hidden()
    page.keyboard.press("/")
    expect(field).to_be_focused()


def test_in_an_open_dossier_the_menu_closes_when_a_page_is_chosen(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    wrong = watched(page, hosted.site[:16])
    page.set_viewport_size(PHONE)
    enter(page, hosted)
    page.get_by_role("button", name="Menu").click()
    page.locator("#site-menu").get_by_role("link", name="Timeline").click()
    page.wait_for_selector('#main[data-path="timeline.html"]')
    assert menu(page) == (True, False)
    turn_to(page, "turns/2.html")
    trail = page.get_by_role("navigation", name="Breadcrumbs").get_by_role("link")
    assert trail.all_inner_texts() == ["Home", "Annals"]
    trail.last.click()
    page.wait_for_selector('#main[data-path="turns/index.html"]')
    assert wrong == []


def test_colours_are_those_that_the_reader_chose_on_every_page(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    page.emulate_media(color_scheme="light")
    page.goto(f"{hosted.site}/index.html")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    field = page.get_by_label("Colours")
    field.select_option("dark")
    dark = page.evaluate(ground)
    assert dark != light
    page.goto(f"{hosted.site}/turns/1.html")
    assert page.evaluate(ground) == dark
    expect(page.get_by_label("Colours")).to_have_value("dark")
    page.emulate_media(media="print", color_scheme="light")
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
    page.emulate_media(media="screen", color_scheme="dark")
    page.get_by_label("Colours").select_option("light")
    assert page.evaluate(ground) == light
    page.get_by_label("Colours").select_option("")
    assert page.evaluate(ground) == dark
