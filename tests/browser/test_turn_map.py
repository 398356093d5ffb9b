"""A turn told on the map in a real browser: beside its text, and as pieces within it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from chronicle.diagnostics.report import Report
from chronicle.pipeline import build_files
from tests.browser.axe_checks import faults
from tests.browser.sealed_site import Hosted, enter, turn_to
from tests.sample_campaigns import write_files
from tests.small_campaign import tree_of

_FILLER: Final = "\n\n".join(
    ["      It rained on everything and everybody, as it does there. " * 8] * 5
)
#: Vael comes to rule the harbour in the second turn; the text mentions the marsh below it.
TURNS: Final = {
    "turns/001.yaml": "turn: 1\ntitle: Calm\n",
    "turns/002.yaml": f"""\
turn: 2
title: The Harbour Bows
news:
  - for: everyone
    title: Rain
    effects: [{{power: vael, sphere: harbour, influence: +2}}]
    text: |
{_FILLER}

      And the [[harbour]] bowed.

{_FILLER}

      Only the [[marsh]] did not.

{_FILLER}
  - for: vael
    title: Snow
    text: It snowed on the [[vale]].
""",
}
#: The pieces of the map in the text, and those of them that show the whole ring around their place.
_RINGS: Final = """() => [...document.querySelectorAll(".turn-band")].map((band) => {
  const [outer, ring] = [band, band.querySelector(".here")].map((it) => it.getBoundingClientRect());
  return outer.top <= ring.top && ring.bottom <= outer.bottom
    && outer.left <= ring.left && ring.right <= outer.right;
})"""
#: Which place the map is at, what it says of it, how much is seen, and whose arms are at the
#: harbour.
_SEEN: Final = """() => {
  const sheet = document.querySelector(".turn-map svg");
  const captions = [...document.querySelectorAll(".turn-map figcaption span")];
  const { a } = sheet.querySelector(".turn-view").getCTM();
  const seen = (name) => [...sheet.querySelectorAll(`[data-of="harbour"] > ${name}`)]
    .map((it) => getComputedStyle(it).opacity);
  return {
    place: sheet.querySelector(".goal.now")?.dataset.place ?? "",
    caption: captions.filter((it) => it.checkVisibility()).map((it) => it.textContent),
    zoom: a / (sheet.getBoundingClientRect().width / sheet.viewBox.baseVal.width),
    was: seen(".was"),
    is: seen(".is"),
  };
}"""
_AT: Final = """(place) => place === (
  document.querySelector(".turn-map .goal.now")?.dataset.place ?? "")"""


@pytest.fixture(scope="module")
def turn(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of Vael's page of the second turn, on disk."""
    report = Report()
    made = build_files(tree_of(TURNS), report)
    assert made is not None, [finding.message for finding in report.findings]
    folder = write_files(made, tmp_path_factory.mktemp("told"))
    return (Path(folder) / "private/vael/turns/2.html").as_uri()


def centre(page: Page, place: str) -> None:
    """Scrolls the link to a place to the middle of the window, and waits for the map."""
    link = page.locator(f'.prose a[href*="places/{place}.html"]')
    link.evaluate("it => it.scrollIntoView({ block: 'center', behavior: 'instant' })")
    page.wait_for_function(_AT, arg=place)


def seen(page: Page) -> Any:
    return page.evaluate(_SEEN)


def test_the_map_goes_to_each_place_and_arms_change_hands(browser: Browser, turn: str) -> None:
    size: ViewportSize = {"width": 1440, "height": 900}
    with browser.new_context(reduced_motion="reduce", viewport=size) as context:
        page = context.new_page()
        page.goto(turn)
        whole = seen(page)
        assert (whole["place"], whole["zoom"]) == ("", pytest.approx(1, abs=0.01))
        assert set(whole["was"]) <= {"1"}
        assert set(whole["is"]) == {"0"}
        assert whole["caption"] == []
        centre(page, "harbour")
        at = seen(page)
        assert at["zoom"] > 1.5
        assert at["caption"] == ["The Harbour: nobody → House Vael"]
        assert set(at["is"]) == {"1"}
        assert set(at["was"]) <= {"0"}
        # Without motion nothing is under way.
        assert page.evaluate("document.getAnimations().length") == 0
        map_, text = (page.locator(it).bounding_box() for it in (".turn-map > svg", ".lead"))
        assert map_ is not None
        assert text is not None
        assert 0 <= map_["y"] < 100, "it stays in view"
        assert map_["x"] > text["x"] + text["width"]
        assert map_["x"] + map_["width"] == pytest.approx(1440 - 48, abs=1), (
            "as far as there is room"
        )
        centre(page, "marsh")
        assert set(seen(page)["is"]) == {"1"}
        assert seen(page)["caption"] == [], "who rules the marsh has not changed"
        page.evaluate("scrollTo(0, 0)")
        page.wait_for_function(_AT, arg="")
        assert seen(page) == whole
        page.locator('.prose a[href*="places/marsh.html"]').focus()
        page.wait_for_function(_AT, arg="marsh")
        assert list(faults(page)) == []


def test_phones_paper_and_readers_without_scripts_have_pieces_within_the_text(
    browser: Browser, turn: str
) -> None:
    map_, band = ".turn-map", ".turn-band"
    for width, scripts, media, is_beside in (
        (1440, True, "screen", True),
        (1440, False, "screen", True),
        (390, True, "screen", False),
        (1440, True, "print", False),
    ):
        size: ViewportSize = {"width": width, "height": 900}
        with browser.new_context(java_script_enabled=scripts, viewport=size) as context:
            page = context.new_page()
            page.emulate_media(media="print" if media == "print" else "screen")
            page.goto(turn)
            case = (width, scripts, media)
            assert page.locator(map_).is_visible() == is_beside, case
            has_bands = not (is_beside and scripts)
            assert page.locator(band).first.is_visible() == has_bands, case
            assert page.locator(".told").count() == int(scripts), case
            if has_bands:
                assert page.evaluate(_RINGS) == [True, True], case


def test_a_turn_is_told_on_the_map_in_an_opened_dossier(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": 1440, "height": 900})
    enter(page, hosted)
    turn_to(page, "turns/2.html")
    page.wait_for_selector(".turn-map .told")
    assert page.locator(".turn-map .goal").count() > 0
