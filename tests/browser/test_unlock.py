"""Dossiers opened with a phrase or a link, remembered and locked, in a real browser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from chronicle.diagnostics.report import Report
from chronicle.pipeline import SealOptions, build_files
from chronicle.seal import normalise_phrase
from tests.browser.http_host import served, watched
from tests.browser.sealed_site import (
    ADA,
    BO,
    CAMPAIGN,
    GIVEN_UP,
    KEYS,
    PHRASE,
    TAB,
    UNLOCK,
    Hosted,
    come_back,
    script_of,
    state,
    turn_to,
    unlock,
)
from tests.sample_campaigns import write_files
from tests.small_campaign import tree_of

#: What a server prints that listens at every address.
EVERYWHERE: Final = "0.0.0.0"  # noqa: S104  nothing here listens at it

# Opening


def test_a_phrase_with_other_case_and_spacing_opens_the_dossier(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    wrong = watched(page, hosted.site[:16])
    words = ADA.split()
    unlock(page, hosted, f"  {words[0].upper()}_{words[1]},\t" + " - ".join(words[2:]) + ".")
    expect(page.locator("h1")).to_have_text("House Vael")
    assert page.url == f"{hosted.unlock}#/index.html"
    assert page.title() == "Crowns"
    assert "For House Vael" in page.get_by_role("complementary").inner_text()
    assert page.evaluate("document.activeElement.id") == "main"
    assert wrong == []


#: A phrase as it is pasted from messages, documents and cards.
PASTED: Final = (
    *("„{}“", "“{}”", '"{}"', "'{}'", "«\xa0{}\xa0»", "`{}`", "**{}**", "_{}_", "*{}*.", "||{}||"),
    *(
        "Passphrase: {}",
        "Your passphrase:\n{}\n",
        "Phrase secrète\xa0: «\xa0{}\xa0».",
        "({})",
        "> {}.",
    ),
    *(
        "**Passphrase:** `{}`",
        "\u200b{}\u200b",
        "Ada\uff1a{}",
        "https://a.example:8000/b/dossier.html#k={}",
    ),
)


def test_what_was_pasted_around_a_phrase_is_left_out(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    page.goto(hosted.unlock)
    read = "async ([address, typed]) => typed.map((await import(address)).readings)"
    typed = [form.format(ADA) for form in PASTED]
    found = page.evaluate(read, [script_of(hosted, "sealed"), typed])
    assert [normalise_phrase(first) for first, *_ in found] == [ADA] * len(PASTED)
    # A phrase may be one with such marks, and is tried as it is too.
    own = ('the "law": a b c', "(a) b, c!", "a%20b")
    tried = page.evaluate(read, [script_of(hosted, "sealed"), own])
    for one, readings in zip(own, tried, strict=True):
        assert normalise_phrase(one) in map(normalise_phrase, readings)
    assert page.evaluate(read, [script_of(hosted, "sealed"), [ADA, "a-b.", ""]]) == [
        [ADA], ["a-b."], [""]
    ]  # fmt: skip
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    quoted = "Passphrase: „" + ADA.replace(" ", "\xa0", 1).replace(" ", "\n", 1) + "“."
    page.evaluate("(text) => navigator.clipboard.writeText(text)", quoted)
    page.get_by_label(PHRASE).focus()
    page.keyboard.press("Control+v")
    page.keyboard.press("Enter")
    state(page, "open")


@pytest.mark.parametrize("phrase", ["tide bell rope lamp", GIVEN_UP])
def test_a_wrong_or_revoked_phrase_opens_nothing(
    context: BrowserContext, hosted: Hosted, phrase: str
) -> None:
    page = context.new_page()
    page.goto(hosted.unlock)
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    before = page.locator("main h1").inner_text()
    page.get_by_label(PHRASE).fill(phrase)
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("opens nothing here")
    sealed = [url for url in fetched if "/sealed/" in url]
    assert sealed == [f"{hosted.site}/sealed/keyring.json"]
    assert page.evaluate("document.activeElement.dataset.part") == "phrase"
    assert page.locator("main h1").inner_text() == before
    assert page.evaluate("sessionStorage.length") == 0
    # Another try from where one is.
    page.keyboard.type(ADA)
    page.keyboard.press("Enter")
    state(page, "open")


def test_a_phrase_for_two_factions_asks_which_dossier(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    unlock(page, hosted, BO, "#/dossier/1.html")
    choices = page.locator("main").get_by_role("button")
    assert choices.all_inner_texts() == ["The Oru", "House Vael"]
    choices.first.click()
    page.wait_for_selector('#main[data-path="dossier/1.html"]')
    assert "Dossier of the Oru" in page.title()
    page.get_by_role("link", name="Other dossiers").click()
    choices.last.click()
    page.wait_for_selector('#main[data-path="index.html"]')
    assert "For House Vael" in page.get_by_role("complementary").inner_text()
    page.reload()
    page.wait_for_selector('#main[data-path="index.html"]')
    assert "For House Vael" in page.get_by_role("complementary").inner_text()


def test_an_invite_link_opens_the_dossier_and_is_removed_from_the_url(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    wrong = watched(page, hosted.site[:16])
    page.goto(f"{hosted.unlock}#k={quote(ADA.replace(' ', '-'))}")
    assert ADA.split()[0] not in page.url
    page.wait_for_selector('#main[data-path="index.html"]')
    assert page.url == f"{hosted.unlock}#/index.html"
    # Requests that are still open when the page is left fail, which is no fault.
    page.wait_for_load_state("networkidle")
    assert wrong == []
    page.go_back()
    assert page.url == "about:blank"


def test_an_invite_link_is_removed_from_the_url_before_any_module_runs(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    page.route("**/reader.*.js", lambda route: route.abort())
    page.goto(f"{hosted.unlock}#k=one-two")
    assert page.url == hosted.unlock
    assert "does not run" in page.locator(".plight:visible").inner_text().replace("n't", " not")


def test_an_invite_link_pasted_into_an_open_page_is_accepted(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    unlock(page, hosted)
    page.goto(f"{hosted.unlock}#k={quote(BO)}")
    expect(page.locator("main").get_by_role("button")).to_have_count(2)
    assert "k=" not in page.url
    page.goto(f"{hosted.unlock}#k=nothing")
    expect(page.locator("main").get_by_text("opens nothing here")).to_be_visible()


@pytest.mark.parametrize(
    ("blob", "sentence"),
    [
        (None, "could not be loaded"),
        (b"CHR1" + bytes(200), "is damaged"),
        (b"CHR2" + bytes(200), "is damaged"),
        # What a later version sealed; a script that the browser kept meets it so.
        (b"CHR3" + bytes(200), "is damaged. Reload the page."),
    ],
)
def test_an_unreachable_or_damaged_dossier_is_reported(
    context: BrowserContext, hosted: Hosted, blob: bytes | None, sentence: str
) -> None:
    def answer(route: Route) -> None:
        route.abort() if blob is None else route.fulfill(body=blob)

    page = context.new_page()
    page.route("**/*.bin", answer)
    page.goto(hosted.unlock)
    page.get_by_label(PHRASE).fill(ADA)
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text(sentence)
    page.unroute("**/*.bin")
    page.keyboard.press("Enter")
    state(page, "open")


# Where nothing can be opened


def test_without_https_the_page_says_what_to_do(
    browser: Browser, chromium_program: Path, hosted: Hosted
) -> None:
    # Another name for this machine, which is not trusted as `localhost` is.
    rules = "--host-resolver-rules=MAP ada.example 127.0.0.1"
    other = browser.browser_type.launch(
        executable_path=chromium_program, args=["--headless", "--no-sandbox", rules]
    )
    page = other.new_page()
    page.goto(hosted.unlock.replace("127.0.0.1", "ada.example"))
    assert "over a secure connection" in page.locator(".plight:visible").inner_text()
    expect(page.get_by_label(PHRASE)).to_be_hidden()
    other.close()


def at(page: Page, address: str, host: str) -> None:
    """Opens an address as that of another host, which is this machine."""
    page.route(
        f"http://{host}:*/**",
        lambda route: route.fulfill(
            response=route.fetch(url=route.request.url.replace(host, "127.0.0.1"))
        ),
    )
    page.goto(address.replace("127.0.0.1", host))


@pytest.mark.parametrize("host", [EVERYWHERE, "[::]"])
def test_where_a_server_listens_everywhere_the_page_leads_to_an_address_that_opens_dossiers(
    context: BrowserContext, hosted: Hosted, host: str
) -> None:
    page = context.new_page()
    at(page, hosted.unlock, host)
    plight = page.locator(".plight:visible")
    assert "stands for all addresses" in plight.inner_text()
    expect(page.get_by_label(PHRASE)).to_be_hidden()
    link = plight.get_by_role("link")
    expect(link).to_have_text(hosted.unlock.replace("127.0.0.1", "localhost"))
    link.click()
    state(page, "locked")
    expect(page.get_by_label(PHRASE)).to_be_visible()


@pytest.mark.parametrize(
    ("language", "insecure", "unspecified"),
    [
        ("de", "nur über eine sichere Verbindung", "für alle Adressen dieses Rechners"),
        ("fr", "que par une connexion sécurisée", "toutes les adresses de cet ordinateur"),
    ],
)
def test_an_address_that_opens_nothing_is_told_in_every_language(
    context: BrowserContext, tmp_path: Path, language: str, insecure: str, unspecified: str
) -> None:
    text = str(CAMPAIGN["campaign.yaml"]) + f"language: {language}\n"
    tree = tree_of({**CAMPAIGN, "campaign.yaml": text})
    files = build_files(tree, Report(), seal=SealOptions(KEYS))
    assert files is not None
    write_files(files, tmp_path)
    page = context.new_page()
    with served(tmp_path) as port:
        for host, said in (("192.168.1.20", insecure), (EVERYWHERE, unspecified)):
            at(page, f"http://127.0.0.1:{port}/site/{UNLOCK}", host)
            assert said in page.locator(".plight:visible").inner_text()
            expect(page.locator("input[type=password]")).to_be_hidden()


def test_without_scripts_the_page_says_what_to_do(browser: Browser, hosted: Hosted) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(hosted.unlock)
        assert "needs JavaScript" in page.locator(".plight:visible").inner_text()
        expect(page.get_by_label(PHRASE)).to_be_hidden()


def test_a_browser_that_cannot_decompress_says_what_to_do(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    page.add_init_script("delete globalThis.DecompressionStream;")
    page.goto(hosted.unlock)
    assert "Try a newer browser" in page.locator(".plight:visible").inner_text()
    expect(page.get_by_label(PHRASE)).to_be_hidden()


def test_opened_from_disk_the_page_says_what_to_do(context: BrowserContext, hosted: Hosted) -> None:
    page = context.new_page()
    page.goto((hosted.folder / "site" / UNLOCK).as_uri())
    assert "opened from a disk" in page.locator(".plight:visible").inner_text()
    expect(page.get_by_label(PHRASE)).to_be_hidden()


# What is remembered

#: How the names of all that is kept begin.
BEGIN: Final = TAB.removesuffix(" login")
#: What the browser keeps of all this: names in the tab and on the device, and the login.
KEPT: Final = """async () => {
  const bases = (await indexedDB.databases()).map(({ name }) => name);
  const found = { tab: Object.keys(sessionStorage), local: Object.keys(localStorage), device: [] };
  for (const name of bases) {
    const opening = indexedDB.open(name);
    await new Promise((resolve) => { opening.onsuccess = resolve; });
    const base = opening.result;
    if (base.objectStoreNames.length) {
      const asking = base.transaction("logins").objectStore("logins").getAll();
      await new Promise((resolve) => { asking.onsuccess = resolve; });
      for (const { login } of asking.result) {
        const taken = await crypto.subtle.exportKey("raw", login).then(() => true, () => false);
        found.device.push([name, login.extractable, taken]);
      }
    }
    base.close();
  }
  return found;
}"""


def test_a_reloaded_tab_stays_logged_in_and_no_other_tab_is(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    unlock(page, hosted)
    turn_to(page, "dossier/2.html")
    page.reload()
    page.wait_for_selector('#main[data-path="dossier/2.html"]')
    page.goto(f"{hosted.site}/turns/1.html")
    page.get_by_role("link", name="My dossier").click()
    page.wait_for_selector('#main[data-path="index.html"]')
    assert page.evaluate(KEPT) == {
        "tab": [f"{BEGIN} {what}" for what in ("session", "login", "scrolled")],
        "local": [f"{BEGIN} session"],
        "device": [],
    }
    other = context.new_page()
    other.goto(hosted.unlock)
    state(other, "locked")


def test_a_remembered_login_lasts_until_it_is_locked(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    unlock(page, hosted)
    page.get_by_label("Remember on this device").check()
    expect(page.get_by_role("status")).to_contain_text("remembers")
    page.close()
    page = context.new_page()
    page.goto(f"{hosted.unlock}#/dossier/2.html")
    page.wait_for_selector('#main[data-path="dossier/2.html"]')
    assert page.get_by_label("Remember on this device").is_checked()
    assert page.evaluate(KEPT) == {
        "tab": [f"{BEGIN} session"],
        "local": [f"{BEGIN} session"],
        "device": [[BEGIN, False, False]],
    }
    other = context.new_page()
    other.goto(hosted.unlock)
    state(other, "open")
    page.get_by_role("button", name="Lock").click()
    for locked in (page, other):
        state(locked, "locked")
        assert locked.url == hosted.unlock
        assert "For House Vael" not in locked.content()
        assert locked.evaluate(KEPT) == {"tab": [], "local": [], "device": []}


def test_locking_deletes_what_tabs_that_show_other_pages_keep(
    context: BrowserContext, hosted: Hosted
) -> None:
    """One on a public page at once; one that was elsewhere as soon as it is back."""
    public, elsewhere, page = (context.new_page() for _ in range(3))
    for tab in (public, elsewhere, page):
        come_back(tab, hosted)
    public.goto(f"{hosted.site}/turns/1.html")
    elsewhere.goto("about:blank")
    page.get_by_role("button", name="Lock").click()
    state(page, "locked")
    public.wait_for_function("sessionStorage.length === 0")
    public.get_by_role("link", name="My dossier").click()
    state(public, "locked")
    elsewhere.goto(f"{hosted.site}/turns/1.html")
    assert elsewhere.evaluate(KEPT) == {"tab": [], "local": [], "device": []}
    elsewhere.goto(hosted.unlock)
    state(elsewhere, "locked")
    # Opened again, the others stay as they are.
    come_back(page, hosted)
    public.reload()
    state(public, "locked")


def test_a_login_no_longer_to_be_remembered_is_deleted(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    unlock(page, hosted)
    keep = page.get_by_label("Remember on this device")
    keep.check()
    expect(page.get_by_role("status")).to_contain_text("This device remembers")
    keep.uncheck()
    expect(page.get_by_role("status")).to_contain_text("no longer remembers")
    assert page.evaluate(KEPT)["device"] == []


def test_a_revoked_remembered_login_asks_for_the_new_phrase(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    unlock(page, hosted)
    ring = json.loads(hosted.files["site/sealed/keyring.json"])
    ring["slots"] = {}
    page.route("**/keyring.json", lambda route: route.fulfill(body=json.dumps(ring)))
    page.reload()
    expect(page.get_by_role("status")).to_contain_text("Ask the GM for the new one")
    assert page.evaluate(KEPT)["tab"] == []


def test_damaged_session_storage_asks_for_the_phrase(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    page.add_init_script(f"sessionStorage.setItem({TAB!r}, '?');")
    page.goto(hosted.unlock)
    state(page, "locked")
    expect(page.get_by_label(PHRASE)).to_be_focused()
    expect(page.get_by_role("status")).to_be_empty()
