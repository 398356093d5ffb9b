"""Sealed dossiers in a real browser: opened with a phrase, read, searched, remembered, locked."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from chronicle.build import Lock, make
from chronicle.diagnostics import Report
from chronicle.seal import Keys, login_of, normalise, phrase_of, remembering
from tests.browser.looking import faults
from tests.browser.serving import served, watched
from tests.golden.campaigns import TIDE_BELL
from tests.pictures.drawn import png
from tests.samples import CHECKOUT, write_files
from tests.sound import SOUND, tree_of

#: Ada's first phrase was given up with turn 2, and House Vael's key with it.
KEYS: Final = remembering(
    Keys(
        master=bytes(range(32)),
        rotations={"vael": (2,)},
        generations={"ada": 1},
        own={"bo": "tide bell rope lamp hour"},
        logins={},
        demo=True,
    ),
    ("ada", "bo"),
)
ADA: Final = phrase_of(KEYS, "ada")
GIVEN_UP: Final = phrase_of(replace(KEYS, generations={}), "ada")
BO: Final = phrase_of(KEYS, "bo")
#: A page of the author's own that only House Vael reads, with a picture.
CAMPAIGN: Final[Mapping[str, str | bytes]] = {
    **TIDE_BELL,
    "campaign.yaml": SOUND["campaign.yaml"] + "players: {ada: vael, bo: [vael, oru]}\n",
    "pages/map.md": "---\ntitle: The map\nfor: vael\n---\n![A cellar under the quay](cellar.png)\n",
    "media/cellar.png": png(),
}
UNLOCK: Final = "dossier.html"
PHRASE: Final = "Your phrase"
OPEN: Final = "Break the seal"
#: Where the login is kept for the life of the tab.
TAB: Final = "chronicle /some/sub%20path/site/ login"


@dataclass(frozen=True, slots=True)
class Hosted:
    """The campaign as built and served: its files, the folder and the public site's address."""

    files: Mapping[str, bytes]
    folder: Path
    port: int
    site: str

    @property
    def unlock(self) -> str:
        return f"{self.site}/{UNLOCK}"

    def pages(self, faction: str) -> list[str]:
        """The paths of a faction's pages, without the dossier in one file."""
        top = f"private/{faction}/"
        paths = [path.removeprefix(top) for path in self.files if path.startswith(top)]
        return sorted(path for path in paths if path.endswith(".html") and path != UNLOCK)


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    report = Report()
    files = make(tree_of(CAMPAIGN), report, lock=Lock(KEYS))
    assert files is not None, [finding.message for finding in report.findings]
    top = tmp_path_factory.mktemp("host")
    folder = write_files(files, top / "some" / "sub path")
    with served(top) as port:
        yield Hosted(files, folder, port, f"http://127.0.0.1:{port}/some/sub%20path/site")


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context() as context:
        context.set_default_timeout(20_000)
        yield context


def state(page: Page, word: str) -> None:
    """Waits until the page says of itself that it is so."""
    page.wait_for_selector(f'html[data-lock="{word}"]', state="attached")


def unlock(page: Page, hosted: Hosted, phrase: str = ADA, route: str = "") -> None:
    """Opens the dossier page and types a phrase."""
    page.goto(hosted.unlock + route)
    page.get_by_label(PHRASE).fill(phrase)
    page.get_by_role("button", name=OPEN).click()
    state(page, "open")


def enter(page: Page, hosted: Hosted, phrase: str = ADA, route: str = "") -> None:
    """Comes back to a dossier that this tab has opened; spares the stretching of the phrase."""
    login = base64.b64encode(login_of(KEYS, phrase)).decode()
    page.add_init_script(f"sessionStorage.setItem({TAB!r}, {login!r});")
    page.goto(hosted.unlock + route)
    state(page, "open")


def turn_to(page: Page, path: str, anchor: str = "") -> None:
    """Follows a route of an opened dossier."""
    route = f"#/{path}{anchor and f':{anchor}'}"
    page.evaluate("route => { location.hash = route; }", route)
    page.wait_for_selector(f'#main[data-path="{path}"]')


# The same cryptography in both languages


def script_of(hosted: Hosted, name: str) -> str:
    """The address of a published script."""
    found = [path for path in hosted.files if re.fullmatch(rf"site/assets/{name}\.\w+\.js", path)]
    return f"{hosted.site}/{found[0].removeprefix('site/')}"


VECTORS: Final[Mapping[str, Any]] = json.loads(
    (CHECKOUT / "tests" / "seal" / "vectors.json").read_text(encoding="utf-8")
)
#: Runs one vector through the published script.
RUN: Final = """async ([address, kind, one]) => {
  const sealed = await import(address);
  const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const hex = sealed.toHex;
  switch (kind) {
    case "normalise": return { ...one, means: sealed.normalised(one.typed) };
    case "derived": {
      const found = await sealed.derived(bytes(one.key), one.words, undefined, one.length);
      return { ...one, derived: hex(found) };
    }
    case "logins": {
      const login = await sealed.stretched(one.phrase, bytes(one.salt), one.rounds);
      const locked = await sealed.lockedIn(login);
      const bundle_key = hex(await sealed.derived(locked, ["bundle"]));
      return { ...one, login: hex(login), slot: await sealed.slotOf(locked), bundle_key };
    }
    case "names": {
      return { ...one, name: await sealed.blobName(bytes(one.seat), one.path, one.number) };
    }
    case "blobs": {
      const { key, path, number } = one;
      const blob = bytes(one.blob);
      const text = sealed.textOf(await sealed.openBlob(bytes(key), path, number, blob));
      const changed = blob.slice();
      changed[changed.length - 1] ^= 1;
      const shut = [
        await sealed.openBlob(bytes(key), path, number + 1, blob),
        await sealed.openBlob(bytes(key), "else", number, blob),
        await sealed.openBlob(new Uint8Array(32), path, number, blob),
        await sealed.openBlob(bytes(key), path, number, changed),
        await sealed.openBlob(bytes(key), path, number, blob.slice(0, 50)),
      ];
      return shut.every((one) => one === null) ? { ...one, text } : shut;
    }
  }
}"""
#: Opens all that a reader of the vectors' keyring may read.
READ: Final = """async ([address, ring, files, login, turns]) => {
  const sealed = await import(address);
  const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
  const bundle = await sealed.bundleIn(sealed.readKeyring(ring), bytes(login));
  const read = async (dossier, path, number) => {
    const key = path === "turn" ? sealed.keyAt(dossier, number) : sealed.keyAt(dossier);
    const name = await sealed.blobName(dossier.seat, path, number);
    const blob = sealed.fromBase64(files[`sealed/${name}`]);
    return sealed.textOf(await sealed.openBlob(key, path, number, blob));
  };
  const found = {};
  for (const dossier of bundle.dossiers) {
    found[dossier.faction] = { book: await read(dossier, "book", 0), turns: [] };
    for (let turn = 1; turn <= turns; turn += 1) {
      found[dossier.faction].turns.push(await read(dossier, "turn", turn));
    }
  }
  return [bundle.player, found];
}"""


@pytest.mark.parametrize("kind", ["normalise", "derived", "logins", "names", "blobs"])
def test_the_browser_reckons_as_the_vectors_say(
    context: BrowserContext, hosted: Hosted, kind: str
) -> None:
    page = context.new_page()
    page.goto(hosted.unlock)
    for one in VECTORS[kind]:
        assert page.evaluate(RUN, [script_of(hosted, "sealed"), kind, one]) == one


def test_the_browser_reads_the_keyring_of_the_vectors_as_each_reader_may(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    page.goto(hosted.unlock)
    ring = VECTORS["keyring"]
    for reader in ring["readers"]:
        asked = [script_of(hosted, "sealed"), ring["ring"], ring["files"], reader["login"], 2]
        player, found = page.evaluate(READ, asked)
        assert player == reader["player"]
        assert found == {
            faction: {"book": volume["book"], "turns": volume["turns"]}
            for faction, volume in ring["volumes"].items()
            if faction in reader["factions"]
        }


def test_both_languages_fold_the_letters_of_europe_alike(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    page.goto(hosted.unlock)
    typed = [f"a{chr(code)}b" for code in (*range(0x20, 0x590), *range(0x1E00, 0x2100))]
    found = page.evaluate(
        "async ([address, typed]) => typed.map((await import(address)).normalised)",
        [script_of(hosted, "sealed"), typed],
    )
    assert found == [normalise(one) for one in typed]


# Opening


def test_a_phrase_typed_sloppily_opens_the_dossier(context: BrowserContext, hosted: Hosted) -> None:
    page = context.new_page()
    wrong = watched(page, hosted.site[:16])
    words = ADA.split()
    unlock(page, hosted, f"  {words[0].upper()}_{words[1]},\t" + " - ".join(words[2:]) + ".")
    expect(page.locator("h1")).to_have_text("Low Water")
    assert page.url == f"{hosted.unlock}#/index.html"
    assert page.title() == "Crowns"
    assert "For House Vael" in page.get_by_role("complementary").inner_text()
    assert page.evaluate("document.activeElement.id") == "main"
    assert wrong == []


@pytest.mark.parametrize("phrase", ["tide bell rope lamp", GIVEN_UP])
def test_a_phrase_that_is_wrong_or_given_up_opens_nothing(
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
    assert "The Oru" in page.title()
    page.get_by_role("link", name="Other dossiers").click()
    choices.last.click()
    page.wait_for_selector('#main[data-path="index.html"]')
    assert "For House Vael" in page.get_by_role("complementary").inner_text()
    page.reload()
    page.wait_for_selector('#main[data-path="index.html"]')
    assert "For House Vael" in page.get_by_role("complementary").inner_text()


def test_an_invite_link_opens_and_is_gone_from_the_address(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    wrong = watched(page, hosted.site[:16])
    page.goto(f"{hosted.unlock}#k={quote(ADA.replace(' ', '-'))}")
    assert ADA.split()[0] not in page.url
    page.wait_for_selector('#main[data-path="index.html"]')
    assert page.url == f"{hosted.unlock}#/index.html"
    page.go_back()
    assert page.url == "about:blank"
    assert wrong == []


def test_an_invite_link_is_gone_from_the_address_before_any_module_runs(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    page.route("**/reader.*.js", lambda route: route.abort())
    page.goto(f"{hosted.unlock}#k=one-two")
    assert page.url == hosted.unlock
    assert "does not run" in page.locator(".plight:visible").inner_text().replace("n't", " not")


def test_an_invite_link_that_is_pasted_into_an_open_page_is_taken(
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
    ("blob", "sentence"), [(None, "could not be fetched"), (b"CHR1" + bytes(200), "is not whole")]
)
def test_a_dossier_that_is_out_of_reach_or_damaged_is_called_so(
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


def test_without_a_secure_connection_a_sentence_says_what_to_do(
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


def test_without_scripts_a_sentence_says_what_to_do(browser: Browser, hosted: Hosted) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(hosted.unlock)
        assert "needs JavaScript" in page.locator(".plight:visible").inner_text()
        expect(page.get_by_label(PHRASE)).to_be_hidden()


def test_from_a_disk_a_sentence_says_what_to_do(context: BrowserContext, hosted: Hosted) -> None:
    page = context.new_page()
    page.goto((hosted.folder / "site" / UNLOCK).as_uri())
    assert "opened from a disk" in page.locator(".plight:visible").inner_text()
    expect(page.get_by_label(PHRASE)).to_be_hidden()


# What is remembered

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


def test_a_tab_goes_on_reading_where_it_was_and_no_other_does(
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
        "tab": [TAB],
        "local": [],
        "device": [],
    }
    other = context.new_page()
    other.goto(hosted.unlock)
    state(other, "locked")


def test_a_device_remembers_until_it_is_locked(context: BrowserContext, hosted: Hosted) -> None:
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
        "tab": [],
        "local": [],
        "device": [["chronicle /some/sub%20path/site/", False, False]],
    }
    other = context.new_page()
    other.goto(hosted.unlock)
    state(other, "open")
    page.get_by_role("button", name="Lock").click()
    for locked in (page, other):
        state(locked, "locked")
        assert locked.url == hosted.unlock
        assert "House Vael" not in locked.content()
        assert locked.evaluate(KEPT) == {"tab": [], "local": [], "device": []}


def test_what_a_device_should_not_remember_any_more_it_forgets(
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


def test_a_remembered_login_that_was_given_up_asks_for_the_new_phrase(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    unlock(page, hosted)
    ring = json.loads(hosted.files["site/sealed/keyring.json"])
    ring["slots"] = {}
    page.route("**/keyring.json", lambda route: route.fulfill(body=json.dumps(ring)))
    page.reload()
    expect(page.get_by_role("status")).to_contain_text("has a new phrase for you")
    assert page.evaluate(KEPT)["tab"] == []


def test_a_tab_whose_memory_is_spoilt_asks_for_the_phrase(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    page.add_init_script(f"sessionStorage.setItem({TAB!r}, '?');")
    page.goto(hosted.unlock)
    state(page, "locked")
    expect(page.get_by_label(PHRASE)).to_be_focused()
    expect(page.get_by_role("status")).to_be_empty()


# Reading

#: The words of a page as a reader gets them, and where its links lead.
WORDS: Final = """([selector]) => {
  const main = document.querySelector(selector);
  const links = [...main.querySelectorAll("a")].map((link) => link.textContent.trim());
  const ids = [...main.querySelectorAll("[id]")].map((one) => one.id);
  return [main.textContent.replace(/\\s+/g, " ").trim(), links, ids];
}"""


def test_every_page_of_an_open_dossier_is_that_of_the_private_edition(
    context: BrowserContext, hosted: Hosted
) -> None:
    page, private = context.new_page(), context.new_page()
    wrong = watched(page, hosted.site[:16])
    enter(page, hosted)
    edition = hosted.site.replace("/site", "/private/vael")
    paths = hosted.pages("vael")
    assert {"dossier/1.html", "dossier/2.html", "turns/1.html", "pages/map.html"} <= set(paths)
    for path in paths:
        turn_to(page, path)
        private.goto(f"{edition}/{path}")
        assert page.evaluate(WORDS, ["#main"]) == private.evaluate(WORDS, ["#main"]), path
        assert page.title() == private.title()
        kind = private.locator("body").get_attribute("class")
        assert page.locator("body").get_attribute("class") == f"{kind} reading"
        here = "header.site [aria-current], footer.site [aria-current]"
        assert page.locator(here).all_inner_texts() == private.locator(here).all_inner_texts(), path
    assert wrong == []


def test_every_link_of_an_open_dossier_leads_to_a_page_of_it(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    enter(page, hosted)
    routes: set[str] = set()
    for path in hosted.pages("vael"):
        turn_to(page, path)
        links = page.locator("header.site a, main a, footer.site a")
        routes |= set(links.evaluate_all("links => links.map(one => one.getAttribute('href'))"))
    ids: dict[str, list[str]] = {}
    for route in sorted(routes):
        found = re.fullmatch(r"#/([\w/.-]+?)(?::([\w.-]+))?", route)
        assert found, route
        path, anchor = found.groups()
        if path not in ids:
            turn_to(page, path)
            ids[path] = page.locator("main [id]").evaluate_all("all => all.map(one => one.id)")
        assert anchor is None or anchor in ids[path], route


def test_a_route_with_an_anchor_shows_and_focuses_it(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    enter(page, hosted)
    turn_to(page, "turns/1.html")
    anchor = page.locator("main .event[id]").last.get_attribute("id")
    assert anchor is not None
    turn_to(page, "dossier/1.html")
    page.set_viewport_size({"width": 600, "height": 300})
    turn_to(page, "turns/1.html", anchor)
    focused = page.locator(":focus")
    assert focused.get_attribute("id") == anchor
    expect(focused).to_be_in_viewport()


def test_back_and_forward_lead_from_page_to_page_and_each_starts_at_its_top(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": 600, "height": 300})
    enter(page, hosted)
    turn_to(page, "dossier/2.html")
    page.mouse.wheel(0, 900)
    page.locator("main a", has_text="Turn 1").first.click()
    page.wait_for_selector('#main[data-path="dossier/1.html"]')
    assert page.evaluate("scrollY") == 0
    assert page.evaluate("document.activeElement.id") == "main"
    page.go_back()
    page.wait_for_selector('#main[data-path="dossier/2.html"]')
    page.go_back()
    page.wait_for_selector('#main[data-path="index.html"]')
    page.go_forward()
    page.wait_for_selector('#main[data-path="dossier/2.html"]')


def test_a_page_that_a_dossier_lacks_is_called_missing(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    enter(page, hosted)
    for route in ("#/places/nowhere.html", "#/dossier/77.html", "#/audit/1.html", "#/__proto__"):
        page.evaluate("route => { location.hash = route; }", route)
        missing = page.locator("main").get_by_text("There is no such page in this dossier.")
        expect(missing).to_be_visible()
        page.evaluate("location.hash = '#/index.html'")
        page.wait_for_selector('#main[data-path="index.html"]')


def test_a_secret_picture_opens_with_the_page_and_is_let_go_with_it(
    context: BrowserContext, hosted: Hosted
) -> None:
    secret = [path for path in hosted.files if path.startswith("private/vael/pictures/")]
    assert len(secret) == 1
    assert not [path for path in hosted.files if path.startswith("site/pictures/")]
    page = context.new_page()
    wrong = watched(page, hosted.site[:16])
    enter(page, hosted)
    turn_to(page, "pages/map.html")
    picture = page.locator("main img")
    expect(picture).to_have_attribute("src", re.compile("^blob:"))
    assert picture.get_attribute("alt") == "A cellar under the quay"
    picture.evaluate("image => image.decode()")
    assert picture.evaluate("image => [image.naturalWidth, image.naturalHeight]") == [4, 3]
    address = picture.get_attribute("src")
    turn_to(page, "index.html")
    gone = page.evaluate(
        "src => new Promise((done) => { const image = new Image();"
        " image.onload = () => done(false); image.onerror = () => done(true); image.src = src; })",
        address,
    )
    assert gone
    assert [one for one in wrong if "blob:" not in one and "ERR_FILE" not in one] == []


# Searching


def test_search_finds_what_stands_on_pages_that_are_sealed(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    wrong = watched(page, hosted.site[:16])
    enter(page, hosted)
    page.keyboard.press("/")
    page.keyboard.type("LAMP-hour four")
    found = page.locator(".found li")
    expect(found.first).to_be_visible()
    pages = found.get_by_role("link").all_inner_texts()
    expect(page.get_by_role("status")).to_have_text(f"{len(pages)} pages")
    assert "Dossier of House Vael, turn 2" in pages
    assert found.first.locator("mark").all_inner_texts() == ["Four", "lamp-hour"]
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.textContent") == pages[0]
    page.keyboard.press("Enter")
    page.wait_for_selector("#main[data-path]")
    assert "lamp-hour" in page.locator("main").inner_text()
    page.go_back()
    expect(found).to_have_count(len(pages))
    page.keyboard.press("/")
    # Words are found by how they begin, and signs are signs.
    for words, hits in (("amp-hour", 0), ("lamp-h", len(pages)), ("(lamp [*", 0), ("kraken", 0)):
        page.get_by_role("searchbox").fill(words)
        expect(found).to_have_count(hits)
    expect(page.get_by_role("status")).to_have_text("On no page.")
    assert wrong == []


def test_search_finds_nothing_that_is_not_in_the_dossier(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    enter(page, hosted, BO)
    page.locator("main").get_by_role("button", name="The Oru").click()
    page.wait_for_selector('#main[data-path="index.html"]')
    page.get_by_role("searchbox").fill("cellar")
    expect(page.get_by_role("status")).to_have_text("On no page.")
    page.get_by_role("searchbox").fill("dig at night")
    expect(page.locator(".found li").first).to_be_visible()


# For everybody


def test_the_keyboard_alone_opens_reads_searches_and_locks(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    page.goto(hosted.unlock)
    state(page, "locked")
    page.keyboard.type(ADA)
    for _ in range(2):
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert page.get_by_label(PHRASE).get_attribute("type") == "text"
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    state(page, "open")
    page.keyboard.press("Tab")
    focused = page.locator(":focus")
    assert focused.evaluate("link => link.closest('main') !== null")
    page.keyboard.press("Enter")
    page.wait_for_selector('#main[data-path="turns/2.html"]')
    page.keyboard.press("/")
    assert focused.get_attribute("type") == "search"
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.get_by_role("status")).to_contain_text("remembers")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    state(page, "locked")


def test_the_skip_link_leads_to_the_page_that_is_open(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    enter(page, hosted)
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    assert page.url.endswith("#/index.html")


def test_a_password_store_is_told_what_is_what(context: BrowserContext, hosted: Hosted) -> None:
    page = context.new_page()
    page.goto(hosted.unlock)
    fields = page.locator("form[data-part=unlock] input")
    asked = fields.evaluate_all("all => all.map(one => [one.autocomplete, one.value, one.type])")
    assert asked == [["username", "Crowns", "text"], ["current-password", "", "password"]]


def test_axe_finds_nothing_on_the_page_of_dossiers_locked_or_open(
    browser: Browser, hosted: Hosted
) -> None:
    found: list[tuple[str, ...]] = []

    def look(page: Page, where: str) -> None:
        found.extend((where, *fault) for fault in faults(page))

    with browser.new_context(reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(hosted.unlock)
        state(page, "locked")
        look(page, "locked")
        page.get_by_label(PHRASE).fill("wrong")
        page.keyboard.press("Enter")
        expect(page.get_by_role("status")).to_contain_text("opens nothing")
        look(page, "wrong")
        enter(page, hosted, BO)
        look(page, "chooser")
        page.locator("main").get_by_role("button", name="House Vael").click()
        for path in ("dossier/2.html", "pages/map.html"):
            turn_to(page, path)
            look(page, path)
        page.get_by_role("searchbox").fill("vael")
        expect(page.locator(".found li").first).to_be_visible()
        look(page, "search")
    assert found == []


def test_nothing_of_a_dossier_is_cut_off_on_a_narrow_phone(
    browser: Browser, hosted: Hosted
) -> None:
    with browser.new_context(viewport={"width": 320, "height": 640}) as context:
        page = context.new_page()
        width = "document.documentElement.scrollWidth"
        page.goto(hosted.unlock)
        state(page, "locked")
        assert page.evaluate(width) <= 320
        enter(page, hosted, BO)
        assert page.evaluate(width) <= 320
        page.locator("main").get_by_role("button", name="House Vael").click()
        for path in ("index.html", "dossier/2.html", "pages/map.html"):
            turn_to(page, path)
            assert page.evaluate(width) <= 320, path
        small = page.locator("aside a, aside button, aside input").evaluate_all(
            "all => all.filter(one => one.type !== 'checkbox' && one.offsetHeight < 24)"
            ".map(one => one.outerHTML)"
        )
        assert small == []


def test_a_page_of_an_open_dossier_prints_like_one_of_the_edition(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    enter(page, hosted)
    turn_to(page, "dossier/2.html")
    page.emulate_media(media="print")
    for hidden in ("header nav", ".desk-tools", ".steps", "footer"):
        expect(page.locator(hidden).first).to_be_hidden()
    expect(page.locator("h1")).to_be_visible()
    expect(page.get_by_text("This edition is not for others.")).to_be_visible()


def test_nothing_that_is_fetched_lies_elsewhere_and_all_of_it_is_sealed(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    unlock(page, hosted)
    turn_to(page, "dossier/2.html")
    assert all(url.startswith(f"{hosted.site}/") for url in fetched)
    parts = {url.removeprefix(f"{hosted.site}/").split("/")[0] for url in fetched}
    assert parts == {UNLOCK, "assets", "sealed"}
    secret = base64.b64encode(ADA.encode()).decode()
    assert not [url for url in fetched if ADA.split()[0] in url or secret in url]
