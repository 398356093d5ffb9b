"""How many taps, screens and keys readers need on a phone for what they come for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Final, Literal

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.browser.http_host import served
from tests.sample_campaigns import sample_files, write_files

PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
PAGE: Final = Path("docs/reference/measures.md")
Role = Literal["link", "button"]
#: What is tapped for each job, by role and name, from the first page of a dossier on, and what it
#: ends at.
JOBS: Final[Mapping[str, tuple[Sequence[tuple[Role, str]], str]]] = {
    "read the latest turn": ([("link", "Read turn 12")], "#main h1"),
    "see the own money": ([], ".gauges"),
    "find rumors near a place": ([("link", "Long Basin"), ("link", "Rumors near here")], "#rumors"),
    "compare the factions": ([("button", "Menu"), ("link", "Power")], "#main figure"),
    "send orders": ([("link", "Orders for turn 13")], "button:text-is('Copy')"),
}


MOST_KEYS: Final = 60
#: As many screens as the GM's pages of a turn may have.
MOST_SCREENS_OF_THE_GM: Final = 12


@pytest.fixture(scope="module")
def private(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the private editions of the sample with most turns and factions."""
    folder = write_files(sample_files("cauvenne"), tmp_path_factory.mktemp("player"))
    with served(folder) as port:
        yield f"http://127.0.0.1:{port}/private"


def stated() -> dict[str, tuple[int, ...]]:
    """Taps, screens and keys of each job, as the page of measures has them."""
    rows = re.findall(
        r"^\| ([^|\n]+) \| (\d+) \| (\d+) \| (\d+) \|$", PAGE.read_text(encoding="utf-8"), re.M
    )
    return {job: tuple(map(int, figures)) for job, *figures in rows}


def screens_to(target: Locator) -> int:
    """How many screens down something is from where the page stands; 0 for what is in view."""
    expect(target).to_be_visible()
    box = target.bounding_box()
    assert box is not None
    return max(0, int(box["y"] // PHONE["height"]))


def test_every_job_of_a_player_is_in_the_table() -> None:
    assert stated().keys() == JOBS.keys()


@pytest.mark.parametrize("job", JOBS)
def test_a_job_takes_as_many_taps_and_screens_as_stated(
    browser: Browser, private: str, job: str
) -> None:
    with browser.new_context(viewport=PHONE, reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(f"{private}/basins/index.html")
        steps, end = JOBS[job]
        screens = 0
        for role, name in steps:
            target = page.get_by_role(role, name=name, exact=True).first
            screens += screens_to(target)
            target.click()
        screens += screens_to(page.locator(end).first)
        assert (len(steps), screens) == stated()[job][:2]


def keys_to(page: Page, target: Locator) -> int:
    """How many keys lead from the top of a page to a control in it, which is then focused.

    What is in the content is reached over the link that leads there.
    """
    is_there = "it => it === document.activeElement"
    page.keyboard.press("Tab")
    pressed = 1
    if target.evaluate("it => Boolean(it.closest('main'))"):
        page.keyboard.press("Enter")
        pressed += 1
    while not target.evaluate(is_there):
        page.keyboard.press("Tab")
        pressed += 1
        assert pressed < MOST_KEYS, page.evaluate("document.activeElement.outerHTML")
    return pressed


@pytest.mark.parametrize("job", JOBS)
def test_a_job_takes_as_many_keys_as_stated(browser: Browser, private: str, job: str) -> None:
    with browser.new_context(viewport=PHONE, reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(f"{private}/basins/index.html")
        steps, end = JOBS[job]
        keys = 0
        for role, name in steps:
            keys += keys_to(page, page.get_by_role(role, name=name, exact=True).first) + 1
            with page.expect_navigation() if role == "link" else nullcontext():
                page.keyboard.press("Enter")
        # A screen reader is told what is looked for, in the content.
        found = page.locator(end).first.inner_text().split("\n")[0]
        assert found.casefold() in page.locator("main").aria_snapshot().casefold()
        assert keys == stated()[job][2]


@pytest.mark.parametrize("page", ["turns/12.html", "audit/12.html"])
def test_the_gm_s_pages_of_a_turn_are_short(browser: Browser, private: str, page: str) -> None:
    with browser.new_context(viewport=PHONE) as context:
        tab = context.new_page()
        tab.goto(f"{private}/gm/{page}")
        screens = tab.evaluate("document.documentElement.scrollHeight / innerHeight")
        assert 2 < screens <= MOST_SCREENS_OF_THE_GM
