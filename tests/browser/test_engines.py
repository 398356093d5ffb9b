"""Promises to readers in Firefox and WebKitGTK, the engine of Safari, beside Chromium."""

from __future__ import annotations

from tests.browser.readers import Reader
from tests.browser.sealed_site import ADA, GIVEN_UP, Hosted

LOCKED = 'document.documentElement.dataset.lock === "locked"'
OPEN = 'document.documentElement.dataset.lock === "open"'


def unlock(reader: Reader, host: Hosted, phrase: str = ADA, route: str = "") -> None:
    reader.open(host.unlock + route)
    reader.fill("[data-part=phrase]", phrase)
    reader.click("form[data-part=unlock] button", "Break the seal")


def test_a_phrase_opens_the_dossier_and_a_revoked_one_does_not(
    reader: Reader, own_host: Hosted
) -> None:
    unlock(reader, own_host, GIVEN_UP)
    reader.until('document.querySelector("[role=status]").textContent.includes("opens nothing")')
    assert reader.evaluate("sessionStorage.length") == 0
    reader.fill("[data-part=phrase]", ADA)
    reader.press("Enter")
    assert reader.text("h1", "House Vael")
    assert reader.wrong() == []


def test_on_a_phone_the_menu_opens_and_closes_by_keyboard(reader: Reader, own_host: Hosted) -> None:
    reader.resize(390, 844)
    reader.open(f"{own_host.site}/turns/2.html")
    assert not reader.shows("#site-menu")
    reader.focus("header.site button", "Menu")
    reader.press("Enter")
    assert reader.shows("#site-menu")
    reader.press("Tab")
    assert reader.evaluate("document.activeElement.textContent") == "Home"
    reader.press("Escape")
    assert not reader.shows("#site-menu")
    assert reader.wrong() == []
