"""Promises to readers in Firefox and WebKitGTK, the engine of Safari, beside Chromium."""

from __future__ import annotations

import base64
from typing import Final

from chronicle.seal import open_orders, orders_private_key
from chronicle.seal.logins import login_of
from tests.browser.readers import FIREFOX, PAPERS, FirefoxReader, Reader, in_engines
from tests.browser.sealed_site import ADA, GIVEN_UP, KEYS, TAB, Hosted

PHRASE: Final = "[data-part=phrase]"
LOCKED: Final = 'document.documentElement.dataset.lock === "locked"'
OPEN: Final = 'document.documentElement.dataset.lock === "open"'
#: Pages with all that has a script, and with none.
PUBLIC: Final = (
    "index.html",
    "turns/2.html",
    "timeline.html",
    "rumors/2.html",
    "places/index.html",
)
DOSSIER: Final = ("dossier/2.html", "pages/map.html", "turns/1.html", "orders.html")


def unlock(reader: Reader, host: Hosted, phrase: str = ADA) -> None:
    """Opens the dossier page and types a phrase."""
    reader.open(host.unlock)
    reader.until(LOCKED)
    reader.fill(PHRASE, phrase)
    reader.press("Enter")


def enter(reader: Reader, host: Hosted) -> None:
    """Comes back to a dossier that this tab has opened; spares the stretching of the phrase."""
    reader.open(f"{host.site}/robots.txt")
    login = base64.b64encode(login_of(KEYS, ADA)).decode()
    reader.evaluate("(...kept) => sessionStorage.setItem(...kept)", TAB, login)
    reader.open(host.unlock)
    # Its title is said then, and no longer takes the place of what else is said.
    reader.until('document.querySelector("#main").dataset.path')


def turn_to(reader: Reader, path: str) -> None:
    """Follows a route of an opened dossier."""
    reader.evaluate("(route) => { location.hash = route; }", f"#/{path}")
    reader.until("(path) => document.querySelector('#main').dataset.path === path", path)


def test_only_the_right_phrase_opens_a_dossier(reader: Reader, own_host: Hosted) -> None:
    unlock(reader, own_host, GIVEN_UP)
    assert "opens nothing" in reader.text("[role=status]", "opens nothing")
    assert reader.evaluate("sessionStorage.length") == 0
    reader.fill(PHRASE, ADA)
    reader.click("form button", "Break the seal")
    assert reader.text("h1", "House Vael") == "House Vael"
    reader.reload()
    reader.text("h1", "House Vael")
    assert reader.wrong() == []


def test_the_lock_of_a_tab_locks_all_of_them(reader: Reader, own_host: Hosted) -> None:
    enter(reader, own_host)
    reader.click("label", "Remember on this device")
    reader.text("[role=status]", "remembers")
    other = reader.other_tab()
    other.open(own_host.unlock)
    other.until(OPEN)
    reader.click("button", "Lock")
    for tab in (reader, other):
        tab.until(LOCKED)
        assert "House Vael" not in tab.text("body")
        tab.reload()
        tab.until(LOCKED)


def test_the_lock_reaches_tabs_that_show_public_pages(reader: Reader, own_host: Hosted) -> None:
    other = reader.other_tab()
    enter(other, own_host)
    other.open(f"{own_host.site}/index.html")
    enter(reader, own_host)
    reader.click("button", "Lock")
    reader.until(LOCKED)
    other.open(own_host.unlock)
    other.until(LOCKED)


def test_orders_are_filled_in_kept_and_copied(reader: Reader, own_host: Hosted) -> None:
    enter(reader, own_host)
    turn_to(reader, "orders.html")
    reader.click("[data-doer] summary")
    reader.choose("[data-doer] select", "Mobilize")
    text = reader.until("document.querySelector('[data-do=out]').value")
    assert "action=mobilize" in text
    turn_to(reader, "index.html")
    turn_to(reader, "orders.html")
    assert reader.until("document.querySelector('[data-do=out]').value") == text
    reader.click("[data-do=copy]")
    reader.text("[data-do=state]", "Copied")
    assert reader.pasted() == text
    assert reader.wrong() == []


def test_orders_are_copied_sealed(reader: Reader, own_host: Hosted) -> None:
    enter(reader, own_host)
    turn_to(reader, "orders.html")
    text = reader.until("document.querySelector('[data-do=out]').value")
    reader.click("summary", "Text to send")
    reader.click("button", "Copy sealed")
    reader.text("[data-do=state]", "sealed")
    assert open_orders(reader.pasted(), orders_private_key(KEYS)) == text.encode()


def test_on_a_phone_the_menu_opens_and_closes_by_keyboard(reader: Reader, own_host: Hosted) -> None:
    reader.resize(390, 844)
    reader.open(f"{own_host.site}/turns/2.html")
    assert not reader.shows("#site-menu")
    reader.focus("header.site button", "Menu")
    reader.press("Enter")
    reader.text("#site-menu", "Home")
    reader.press("Tab")
    reader.until("document.activeElement.textContent === 'Home'")
    reader.press("Escape")
    reader.gone("#site-menu")
    assert reader.wrong() == []


def test_the_search_finds_pages_of_the_site_and_of_a_dossier(
    reader: Reader, own_host: Hosted
) -> None:
    reader.open(f"{own_host.site}/index.html")
    reader.press("/")
    reader.fill("dialog [role=searchbox]", "oru")
    reader.text("dialog li a", "Oru")
    reader.press("Escape")
    reader.gone("dialog")
    enter(reader, own_host)
    reader.press("/")
    reader.type("LAMP-hour four")
    # All that was typed has been looked for.
    reader.until(
        "(found) => [...document.querySelectorAll('.found li:first-child mark')]"
        ".map((it) => it.textContent).join() === found",
        "Four,lamp,hour",
    )
    reader.press("Enter")
    reader.until("document.activeElement.matches('.found a')")
    reader.press("Enter")
    reader.until("document.querySelector('#main[data-path]')?.innerText.includes('lamp-hour')")
    assert reader.wrong() == []


def test_pages_fit_a_phone_and_nothing_is_wrong_with_them(reader: Reader, own_host: Hosted) -> None:
    reader.resize(390, 844)
    for path in PUBLIC:
        reader.open(f"{own_host.site}/{path}")
        assert reader.evaluate("document.documentElement.scrollWidth") <= 390, path
    enter(reader, own_host)
    for path in DOSSIER:
        turn_to(reader, path)
        assert reader.evaluate("document.documentElement.scrollWidth") <= 390, path
    assert reader.wrong() == []


def test_a_broadsheet_is_printed_on_one_sheet(reader: Reader, hosted: Hosted) -> None:
    reader.open(f"{hosted.site}/rumors/2.html")
    assert {paper: reader.sheets(paper) for paper in PAPERS} == dict.fromkeys(PAPERS, 1)


@in_engines(FIREFOX)
def test_where_nothing_may_be_stored_a_dossier_still_opens(
    reader: FirefoxReader, own_host: Hosted
) -> None:
    with reader.preference("network.cookie.cookieBehavior", 2):
        unlock(reader, own_host)
        reader.text("h1", "House Vael")


def test_back_leads_to_where_a_page_of_a_dossier_was_left(reader: Reader, own_host: Hosted) -> None:
    reader.resize(500, 400)
    enter(reader, own_host)
    turn_to(reader, "dossier/2.html")
    reader.evaluate("scrollTo({ top: 200, behavior: 'instant' })")
    turn_to(reader, "dossier/1.html")
    reader.until("scrollY === 0")
    reader.evaluate("history.back()")
    reader.until("document.querySelector('#main').dataset.path === 'dossier/2.html'")
    reader.until("Math.round(scrollY) === 200")


#: What is drawn beside the edges of the large shields, left and right, where nothing should be.
_BESIDE_SHIELDS: Final = """() => [...document.querySelectorAll("main .shield")].flatMap((it) => {
  it.scrollIntoView({ block: "center", behavior: "instant" });
  const { left, top, width, height } = it.getBoundingClientRect();
  const isDrawn = (x) => document.elementFromPoint(left + x * width / 48, top + height / 3)
    .localName === "use";
  return isDrawn(24) ? [0.6, 47.4].filter(isDrawn) : ["none"];
})"""


def test_shields_are_cut_along_their_edges(reader: Reader, hosted: Hosted) -> None:
    reader.open(f"{hosted.site}/factions/index.html")
    assert reader.evaluate("document.querySelectorAll('main .shield').length") > 1
    assert reader.evaluate(_BESIDE_SHIELDS) == []
