"""The first page of a faction's edition: what is new for it, in two screens of a phone."""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from chronicle.model.audience import GM_ID
from chronicle.seal import phrase_of
from tests.browser.http_host import served
from tests.browser.sealed_site import OPEN, PHRASE, UNLOCK, state
from tests.sample_campaigns import SAMPLES, editions_of, lock_of, sample_files, write_files

PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
SCREENS: Final = 2
MOST_SCREENS_OF_OWN_PAGE: Final = 5
#: What is fetched until the first page of a dossier is shown, as a host transfers it.
MOST_BYTES: Final = 200_000
#: What a host compresses.
TEXTS: Final = {".html", ".css", ".js", ".json", ".svg"}
#: Where the cockpit ends, in screens.
END: Final = """() => {
  const { bottom } = document.querySelector(".cockpit").getBoundingClientRect();
  return (bottom + scrollY) / innerHeight;
}"""


@pytest.fixture(scope="module")
def hosts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, str]]:
    """The address of each sample's files."""
    top = tmp_path_factory.mktemp("samples")
    for id in SAMPLES:
        write_files(sample_files(id), top / id)
    with served(top) as port:
        yield {id: f"http://127.0.0.1:{port}/{id}" for id in SAMPLES}


@pytest.fixture
def phone(browser: Browser, hosts: Mapping[str, str]) -> Iterator[Page]:
    assert hosts
    with browser.new_context(viewport=PHONE) as context:
        context.set_default_timeout(20_000)
        yield context.new_page()


def factions_of(id: str) -> list[str]:
    own = (edition.rpartition("/")[2] for edition in editions_of(id))
    return [each for each in own if each not in {"site", GM_ID}]


def opened(page: Page, address: str, id: str, player: str) -> None:
    """Opens a sample's dossiers with the phrase of a player."""
    page.goto(f"{address}/site/{UNLOCK}")
    page.get_by_label(PHRASE).fill(phrase_of(lock_of(id).keys, player))
    page.get_by_role("button", name=OPEN).click()
    state(page, "open")


@pytest.mark.parametrize("id", sorted(SAMPLES))
def test_the_cockpit_of_every_faction_fits_two_screens_of_a_phone(
    phone: Page, hosts: Mapping[str, str], id: str
) -> None:
    assert factions_of(id)
    for faction in factions_of(id):
        phone.goto(f"{hosts[id]}/private/{faction}/index.html")
        assert phone.evaluate(END) <= SCREENS, faction
        assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_a_player_sees_money_results_and_letters_without_a_tap(
    phone: Page, hosts: Mapping[str, str]
) -> None:
    opened(phone, hosts["cauvenne"], "cauvenne", "bas")
    cockpit = phone.locator(".cockpit")
    assert phone.evaluate(END) <= SCREENS
    # Of turn 12: their money, the results of their orders, a letter, and what they won.
    expect(cockpit.locator(".gauges > div", has_text="Capital")).to_contain_text("3")
    expect(cockpit.get_by_text("tried to take the Wet Gloves by force")).to_be_visible()
    expect(cockpit.get_by_text("A letter from the women at the pump")).to_be_visible()
    expect(cockpit.locator(".turned")).to_have_text("Places Won: Long Basin")
    # The roll is one tap away, and so is the order sheet.
    cockpit.get_by_role("link", name="tried to take the Wet Gloves by force").click()
    phone.wait_for_selector('#main[data-path="dossier/12.html"]')
    expect(phone.locator(":focus .roll").first).to_be_in_viewport()
    phone.go_back()
    phone.locator(".cockpit").get_by_role("link", name="Orders for turn 13").click()
    phone.wait_for_selector('#main[data-path="orders.html"]')


def test_little_is_fetched_before_the_first_page_of_a_dossier(
    phone: Page, hosts: Mapping[str, str]
) -> None:
    fetched: list[str] = []
    phone.on("request", lambda request: fetched.append(urlsplit(request.url).path))
    opened(phone, hosts["cauvenne"], "cauvenne", "bas")
    expect(phone.locator(".cockpit")).to_be_visible()
    assert [Path(path).suffix for path in fetched].count(".bin") == 1
    # With the turn that is read next.
    phone.locator(".cockpit").get_by_role("link", name="Your dossier for this turn").click()
    phone.wait_for_selector('#main[data-path="dossier/12.html"]')
    assert [Path(path).suffix for path in fetched].count(".bin") == 2
    assert sum(map(transferred, fetched)) <= MOST_BYTES


def transferred(path: str) -> int:
    """The bytes of a file of the samples as a host transfers it."""
    _, id, file = path.split("/", 2)
    content = sample_files(id)[file]
    return len(gzip.compress(content)) if Path(file).suffix in TEXTS else len(content)


def test_a_reader_of_several_dossiers_chooses_before_any_is_fetched(
    phone: Page, hosts: Mapping[str, str]
) -> None:
    fetched: list[str] = []
    phone.on("request", lambda request: fetched.append(Path(urlsplit(request.url).path).suffix))
    opened(phone, hosts["cauvenne"], "cauvenne", GM_ID)
    choices = phone.locator(".chooser button")
    expect(choices.filter(has_text="The Women of the Basins")).to_have_count(1)
    assert choices.count() == choices.locator("svg.shield").count() == 5
    assert ".bin" not in fetched
    choices.filter(has_text="The Women of the Basins").click()
    expect(phone.locator(".cockpit")).to_be_visible()
    assert fetched.count(".bin") == 1


@pytest.mark.parametrize("id", sorted(SAMPLES))
def test_the_page_of_the_own_faction_has_five_screens_at_most(
    phone: Page, hosts: Mapping[str, str], id: str
) -> None:
    for faction in factions_of(id):
        phone.goto(f"{hosts[id]}/private/{faction}/factions/{faction}.html")
        screens = phone.evaluate("document.documentElement.scrollHeight / innerHeight")
        assert 1 < screens <= MOST_SCREENS_OF_OWN_PAGE, faction
