"""Links in talk, and permanent links, in a real browser: there for all, and seen when meant."""

from __future__ import annotations

from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.sealed_site import Hosted


def test_permanent_links_are_seen_on_hover_and_focus(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    page.goto(f"{hosted.site}/turns/1.html")
    line = page.locator(".street > li").first
    link = line.get_by_role("link", name="Permalink")
    expect(link).to_have_css("opacity", "0")
    line.hover()
    expect(link).to_have_css("opacity", "1")
    page.mouse.move(0, 0)
    expect(link).to_have_css("opacity", "0")
    # As the keyboard does, so that the focus is visible.
    page.keyboard.press("Tab")
    link.focus()
    expect(link).to_have_css("opacity", "1")


def test_permanent_links_are_seen_where_nothing_hovers(browser: Browser, hosted: Hosted) -> None:
    with browser.new_context(is_mobile=True, has_touch=True) as phone:
        page = phone.new_page()
        page.goto(f"{hosted.site}/turns/1.html")
        link = page.locator(".street > li").first.get_by_role("link", name="Permalink")
        expect(link).to_have_css("opacity", "1")


def test_links_in_talk_have_a_thin_rule_until_they_are_meant(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    page.goto(f"{hosted.site}/turns/1.html")
    link = page.locator(".lines b a").first
    expect(link).to_have_css("text-decoration-style", "dotted")
    link.hover()
    expect(link).to_have_css("text-decoration-style", "solid")
