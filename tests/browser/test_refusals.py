"""Where a browser refuses to keep or to copy, pages work, and say what then does not."""

from __future__ import annotations

import json
import re
from typing import Final
from urllib.parse import quote

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from chronicle.seal import open_orders, orders_private_key
from tests.browser.http_host import watched
from tests.browser.sealed_site import ADA, KEYS, PHRASE, TAB, Hosted, state, turn_to, unlock

STORAGES: Final = {"localStorage", "sessionStorage"}
#: Takes properties of the browser away: each access throws, or they are not there.
_REFUSE: Final = """
for (const [name, isMissing] of Object.entries(%s)) {
  const holder = name === "clipboard" ? Navigator.prototype : globalThis;
  Object.defineProperty(holder, name, {
    get() {
      if (!isMissing) throw new DOMException("The operation is insecure.", "SecurityError");
    },
  });
}"""


def refuse(page: Page, *names: str, missing: bool = False) -> None:
    """Has a page's browser refuse these from its next page on."""
    page.add_init_script(_REFUSE % json.dumps(dict.fromkeys(names, missing)))


@pytest.mark.parametrize(
    ("refused", "missing"),
    [
        ({"localStorage"}, False),
        ({"sessionStorage", "clipboard"}, False),
        ({"indexedDB"}, False),
        ({*STORAGES, "indexedDB", "clipboard", "ClipboardItem", "BroadcastChannel"}, True),
    ],
    ids=lambda it: "+".join(sorted(it)) if isinstance(it, set) else "",
)
def test_what_is_refused_is_said_and_the_rest_works(
    context: BrowserContext, hosted: Hosted, refused: set[str], missing: bool
) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    keeps = not refused & STORAGES
    page = context.new_page()
    refuse(page, *refused, missing=missing)
    wrong = watched(page, hosted.site[:16])
    page.goto(f"{hosted.site}/index.html")
    page.locator(".scheme select").select_option("dark")
    said = page.get_by_text("This browser keeps no choice")
    expect(said).to_be_visible(visible="localStorage" in refused)
    page.goto(hosted.unlock)
    state(page, "locked")
    expect(page.locator(".hint")).to_contain_text(
        "this tab keeps your keys" if keeps else "lets the site keep nothing"
    )
    page.get_by_label(PHRASE).fill(ADA)
    page.keyboard.press("Enter")
    state(page, "open")
    page.get_by_label("Remember on this device").click()
    expect(page.get_by_role("status")).to_contain_text(
        "does not let the page remember" if "indexedDB" in refused else "This device remembers"
    )
    turn_to(page, "orders.html")
    page.locator("[data-doer] summary").first.click()
    page.locator("[data-doer] select").first.select_option(index=1)
    lost = page.get_by_text("Copy your orders before you leave this page")
    expect(lost).to_be_visible(visible=not keeps)
    out, told = page.locator("[data-do=out]"), page.locator("[data-do=state]")
    text = out.input_value()
    page.get_by_text("Text to send").click()
    for button, copied in (("Copy", "Copied."), ("Copy sealed", "Copied, sealed")):
        page.get_by_role("button", name=button, exact=button == "Copy").click()
        page.get_by_role("button", name="Copy anyway").click()
        expect(told).to_contain_text("The text is selected" if "clipboard" in refused else copied)
    if "clipboard" in refused:
        taken = page.evaluate("getSelection().toString() || document.activeElement.value")
    else:
        taken = page.evaluate("navigator.clipboard.readText()")
    assert open_orders(taken, orders_private_key(KEYS)) == text.encode()
    page.reload()
    if keeps or "indexedDB" not in refused:
        state(page, "open")
        page.get_by_role("button", name="Lock").click()
    state(page, "locked")
    assert wrong == []


def test_nothing_is_kept_that_no_other_tab_could_delete(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    refuse(page, "localStorage")
    unlock(page, hosted)
    assert page.evaluate(f"sessionStorage.getItem({TAB!r})") is None
    turn_to(page, "orders.html")
    page.locator("[data-doer] summary").first.click()
    page.locator("[data-doer] select").first.select_option(index=1)
    expect(page.locator("[data-do=out]")).to_have_value(re.compile("action="))
    turn_to(page, "index.html")
    assert page.evaluate("Object.keys(sessionStorage)") == []
    page.reload()
    state(page, "locked")


def test_a_reader_that_fails_to_start_is_reported(context: BrowserContext, hosted: Hosted) -> None:
    page = context.new_page()
    page.route("**/volume.*.js", lambda route: route.fulfill(body="throw new Error('no');"))
    page.goto(f"{hosted.unlock}#k={quote(ADA)}")
    expect(page.locator(".plight:visible")).to_contain_text("does not run in this browser")
