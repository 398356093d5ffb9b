"""The map in a real browser: a step per turn by keyboard, and what there is without a script."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

import pytest
from playwright.sync_api import Browser, Page

from chronicle.diagnostics.report import Report
from chronicle.pipeline import build_files
from tests.browser.axe_checks import faults
from tests.browser.http_host import opened
from tests.sample_campaigns import sample_files, write_files
from tests.small_campaign import SOUND, tree_of

#: Vael comes to rule the harbour in the second turn, and everybody learns of the vale in the third.
TURNS: Final = {
    "turns/001.yaml": "turn: 1\ntitle: Calm\n",
    "turns/002.yaml": """\
turn: 2
title: The Harbour Bows
news:
  - for: everyone
    text: The harbour bows.
    effects: [{power: vael, sphere: harbour, influence: +2}]
""",
    "turns/003.yaml": "turn: 3\ntitle: A Valley\nreveals:\n  - {place: vale, for: everyone}\n",
}
#: Whose signs and which names are to be seen on the map.
_SEEN: Final = """() => {
  const isSeen = (node) =>
    node.getClientRects().length > 0 && getComputedStyle(node).visibility === "visible";
  const on = (selector) => [...document.querySelectorAll(selector)].filter(isSeen);
  return {
    names: on(".map-sheet a text").map((text) => text.textContent.trim()).sort(),
    masters: on('.map-ground use[fill^="url(#wash"]').map((use) => use.getAttribute("fill")),
    caption: on("[data-turn]")
      .map((caption) => caption.querySelector("p").textContent),
    changes: on(".map-changes li").map((change) => change.textContent.trim()),
    rows: Object.fromEntries(on(".map-list tbody tr").map((row) => [
      row.querySelector("th a").textContent,
      [...row.querySelectorAll('[data-part="now"] .held > *')].map((it) => it.textContent.trim()),
    ])),
    head: document.querySelector(".map-list .map-now")?.textContent,
  };
}"""
#: The contrast of each text with its rim, or with the sheet, by the formula of WCAG.
_CONTRASTS: Final = """() => {
  const light = (color) => {
    const parts = color.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255);
    const [r, g, b] = parts.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const sheet = getComputedStyle(document.querySelector(".map-sheet")).backgroundColor;
  return [...document.querySelectorAll(".map-sheet text")].map((text) => {
    const { fill, stroke } = getComputedStyle(text);
    const behind = stroke === "none" ? sheet : stroke;
    const [low, high] = [light(fill), light(behind)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  });
}"""
#: How wide the drawing is, how far it can be scrolled, and the size of its names in pixels.
_SIZES: Final = """() => {
  const sheet = document.querySelector(".map-sheet");
  const svg = sheet.querySelector("svg");
  const { width } = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll("a text")].filter((it) => it.getClientRects().length);
  const size = (text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
  return {
    wide: width,
    sheet: sheet.clientWidth,
    high: sheet.clientHeight,
    beyond: sheet.scrollWidth - sheet.clientWidth,
    names: texts.map((text) => text.textContent.trim()).sort(),
    sizes: texts.map(size),
  };
}"""
#: Two fingers on the sheet, as far apart as asked for, in steps.
_PINCH: Final = """(steps) => {
  const sheet = document.querySelector(".map-sheet");
  const box = sheet.getBoundingClientRect();
  const at = (identifier, x) => new Touch({
    identifier, target: sheet, clientX: box.left + x, clientY: box.top + 40,
  });
  const touch = (name, apart) => sheet.dispatchEvent(new TouchEvent(name, {
    touches: [at(1, 100 - apart / 2), at(2, 100 + apart / 2)], cancelable: true, bubbles: true,
  }));
  touch("touchstart", steps[0]);
  return steps.map((apart) => touch("touchmove", apart));
}"""
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of a small campaign, on disk."""
    made = build_files(tree_of({**SOUND, **TURNS}), Report())
    assert made is not None
    return write_files(made, tmp_path_factory.mktemp("map"))


@pytest.fixture(scope="module", params=["annals", "modern"])
def themed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same site in each theme."""
    campaign = SOUND["campaign.yaml"] + f"theme: {request.param}\n"
    made = build_files(tree_of({**SOUND, **TURNS, "campaign.yaml": campaign}), Report())
    assert made is not None
    return write_files(made, tmp_path_factory.mktemp(request.param))


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_context(reduced_motion="reduce") as context:
        yield context.new_page()


def address(folder: Path, edition: str) -> str:
    return (folder / edition / "map.html").as_uri()


def test_the_keyboard_steps_through_the_turns(page: Page, folder: Path) -> None:
    assert opened(page, address(folder, "private/vael")) == []
    assert page.evaluate(_SEEN)["masters"] == ["url(#wash-vael)"]
    page.get_by_role("button", name="The first turn").focus()
    page.keyboard.press("Enter")
    seen = page.evaluate(_SEEN)
    assert seen["masters"] == []
    assert [" ".join(words.split()) for words in seen["caption"]] == ["At the end of turn 1: Calm"]
    page.get_by_role("button", name="One turn forward").focus()
    page.keyboard.press("Space")
    assert page.evaluate(_SEEN)["masters"] == ["url(#wash-vael)"]
    page.get_by_role("slider").focus()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(_SEEN)["masters"] == []
    assert "Calm" in (page.get_by_role("slider").get_attribute("aria-valuetext") or "")
    page.keyboard.press("End")
    assert "A Valley" in page.evaluate(_SEEN)["caption"][0]


def test_a_step_names_what_changed_and_the_table_follows(page: Page, folder: Path) -> None:
    page.goto(address(folder, "private/vael"))
    seen = page.evaluate(_SEEN)
    assert seen["changes"] == []
    assert page.get_by_text("Nothing changed on the map.").locator("visible=true").count() == 1
    assert seen["head"] == "Turn 3"
    page.get_by_role("button", name="One turn back").click()
    seen = page.evaluate(_SEEN)
    assert seen["changes"] == ["The Harbour: nobody → House Vael"]
    assert seen["head"] == "Turn 2"
    assert "dominant" in seen["rows"]["The Harbour"]
    assert page.locator(".map-ground use.changed").get_attribute("fill") == "url(#wash-vael)"
    page.get_by_role("button", name="One turn back").click()
    seen = page.evaluate(_SEEN)
    assert seen["changes"] == []
    assert "dominant" not in seen["rows"]["The Harbour"]
    assert page.locator(".map-sheet .changed").count() == 0


def test_what_changes_fades_unless_motion_is_reduced(page: Page, folder: Path) -> None:
    running = "document.querySelector('.map-sheet').getAnimations({ subtree: true }).length"
    motions: tuple[tuple[Literal["no-preference", "reduce"], bool], ...]
    motions = (("no-preference", True), ("reduce", False))
    for motion, fades in motions:
        page.emulate_media(reduced_motion=motion)
        page.goto("about:blank")
        page.goto(f"{address(folder, 'private/vael')}#turn-1")
        assert page.evaluate(running) == 0
        page.goto("about:blank")
        page.goto(address(folder, "private/vael"))
        page.get_by_role("button", name="The first turn").click()
        assert bool(page.evaluate(running)) == fades
        # When all is over, nothing is left of the ruler who was not there yet.
        page.wait_for_timeout(700)
        assert page.evaluate(running) == 0
        assert page.evaluate(_SEEN)["masters"] == []


@pytest.mark.parametrize("width", [320, 390, 1440])
def test_the_map_comes_first_and_its_controls_are_at_its_foot_and_stay_in_view(
    page: Page, themed: Path, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 700})
    page.goto(address(themed, "site"))
    found, sheet = (page.locator(it).bounding_box() for it in (".map-bar", ".map-sheet"))
    assert found is not None
    assert sheet is not None
    assert sheet["y"] <= 300
    # It is on the sheet where that does not end in view, and else joins it, as wide as it is.
    assert found["y"] + found["height"] <= 700
    assert found["y"] <= sheet["y"] + sheet["height"]
    assert (found["x"], found["width"]) == (sheet["x"], sheet["width"])
    page.locator(".map-list tr").last.scroll_into_view_if_needed()
    bar = page.locator(".map-bar")
    controls = [*bar.get_by_role("button").all(), bar.get_by_role("slider")]
    assert len(controls) > 5
    for control in controls:
        box = control.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert 0 <= box["y"] < 700
        assert min(box["width"], box["height"]) >= 24


def test_a_film_plays_the_turns_and_pauses_at_a_touch(browser: Browser, folder: Path) -> None:
    with browser.new_context(reduced_motion="no-preference") as context:
        page = context.new_page()
        page.clock.install()
        page.goto(address(folder, "private/vael"))
        said = page.locator('[data-part="turn"]')
        foot = page.locator(".map-foot").bounding_box()
        assert said.get_attribute("aria-live") == "polite"
        # At the end, it begins again; no caption is shorter than a second and a half.
        page.get_by_role("button", name="Play the turns").click()
        assert "Calm" in page.evaluate(_SEEN)["caption"][0]
        assert said.get_attribute("aria-live") == "off"
        page.clock.run_for(1500)
        assert "Calm" in page.evaluate(_SEEN)["caption"][0]
        page.clock.run_for(2500)
        seen = page.evaluate(_SEEN)
        assert "The Harbour Bows" in seen["caption"][0]
        assert seen["changes"] == ["The Harbour: nobody → House Vael"]
        page.locator(".map-sheet").click(position={"x": 5, "y": 5})
        assert said.get_attribute("aria-live") == "polite"
        page.clock.run_for(60_000)
        assert "The Harbour Bows" in page.evaluate(_SEEN)["caption"][0]
        page.get_by_role("button", name="Play the turns").click()
        assert "A Valley" in page.evaluate(_SEEN)["caption"][0]
        page.clock.run_for(60_000)
        assert "A Valley" in page.evaluate(_SEEN)["caption"][0]
        assert page.get_by_role("button", name="Pause").count() == 0
        assert page.locator(".map-foot").bounding_box() == foot
        # Where motion is reduced there are single steps.
        page.emulate_media(reduced_motion="reduce")
        assert page.get_by_role("button", name="Play the turns").count() == 0


@pytest.mark.parametrize("width", [320, 390])
def test_on_a_phone_the_whole_map_fits_and_its_names_can_be_read(
    browser: Browser, themed: Path, width: int
) -> None:
    for scripts in (True, False):
        with browser.new_context(java_script_enabled=scripts) as context:
            page = context.new_page()
            page.set_viewport_size({"width": width, "height": 700})
            page.goto(address(themed, "private/vael"))
            seen = page.evaluate(_SIZES)
            assert seen["beyond"] == 0
            assert 0.85 * width < seen["wide"] <= width
            assert "The Harbour" in seen["names"]
            assert len(set(seen["names"])) == len(seen["names"])
            assert min(seen["sizes"]) >= 9
            table = page.locator(".map-list table").bounding_box()
            assert table is not None
            assert table["x"] + table["width"] <= width
            earlier = page.locator(".map-list summary").first.bounding_box()
            assert earlier is not None
            assert earlier["height"] < 30, "its mark and its word are on one line"


def test_buttons_and_keys_zoom_the_map(page: Page, themed: Path) -> None:
    page.set_viewport_size({"width": 390, "height": 700})
    page.goto(address(themed, "private/vael"))
    before = page.evaluate(_SIZES)
    nearer, farther = (page.get_by_role("button", name=f"Zoom {to}") for to in ("in", "out"))
    assert farther.get_attribute("aria-disabled") == "true"
    nearer.click()
    nearer.click()
    seen = page.evaluate(_SIZES)
    assert seen["wide"] == pytest.approx(before["wide"] * 2.25, rel=0.01)
    assert (seen["sheet"], seen["high"]) == (before["sheet"], before["high"])
    # Names grow little, so that there is more space between them.
    assert max(seen["sizes"]) < 1.3 * max(before["sizes"])
    while nearer.get_attribute("aria-disabled") == "false":
        nearer.click()
    assert page.evaluate(_SIZES)["wide"] == pytest.approx(3 * 1056, rel=0.01)
    farther.click()
    assert page.evaluate(_SIZES)["wide"] == pytest.approx(2 * 1056, rel=0.01)
    page.get_by_role("button", name="Whole map").click()
    assert page.evaluate(_SIZES) == before
    page.locator(".map-sheet").focus()
    page.keyboard.press("+")
    assert page.evaluate(_SIZES)["wide"] == pytest.approx(before["wide"] * 1.5, rel=0.01)
    page.keyboard.press("0")
    assert page.evaluate(_SIZES) == before
    page.set_viewport_size({"width": 1440, "height": 700})
    before = page.evaluate(_SIZES)
    nearer.click()
    seen = page.evaluate(_SIZES)
    assert seen["wide"] == pytest.approx(before["wide"] * 1.5, rel=0.01)
    assert max(seen["sizes"]) < 1.3 * max(before["sizes"])


def test_two_fingers_and_the_wheel_zoom_the_map(page: Page, folder: Path) -> None:
    page.set_viewport_size({"width": 390, "height": 700})
    page.goto(address(folder, "private/vael"))
    before = page.evaluate(_SIZES)
    # What the map takes for itself, the page does not zoom by.
    assert page.evaluate(_PINCH, [50, 75, 100]) == [False, False, False]
    assert page.evaluate(_SIZES)["wide"] == pytest.approx(before["wide"] * 2, rel=0.01)
    # The point between the fingers stays between them: 100 of the sheet are 200 of the drawing.
    assert page.evaluate("document.querySelector('.map-sheet').scrollLeft") == pytest.approx(
        100, abs=2
    )
    page.evaluate(_PINCH, [100, 20])
    assert page.evaluate(_SIZES)["wide"] == pytest.approx(before["wide"], rel=0.01)
    page.locator(".map-sheet").hover()
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    page.wait_for_timeout(100)
    assert page.evaluate(_SIZES)["wide"] > 1.3 * before["wide"]


@pytest.mark.parametrize("anchor", ["#place-marsh", ""], ids=["address", "dossier"])
def test_an_address_of_a_place_shows_the_map_around_it(
    page: Page, folder: Path, anchor: str
) -> None:
    """The reader of sealed dossiers hands in the anchor, which its address does not end with."""
    page.set_viewport_size({"width": 390, "height": 700})
    page.goto(f"{address(folder, 'private/vael')}{anchor}")
    if not anchor:
        page.evaluate("chronicleMap('place-marsh')")
    seen = page.evaluate(_SIZES)
    assert seen["wide"] > 2 * seen["sheet"]
    found, sheet = (page.locator(it).bounding_box() for it in ("#place-marsh", ".map-sheet"))
    assert found is not None
    assert sheet is not None
    assert sheet["x"] <= found["x"] + found["width"] / 2 <= sheet["x"] + sheet["width"]
    assert sheet["y"] <= found["y"] + found["height"] / 2 <= sheet["y"] + sheet["height"]


def test_a_place_is_on_the_map_from_the_turn_in_which_it_is_known(page: Page, folder: Path) -> None:
    page.goto(address(folder, "site"))
    seen = page.evaluate(_SEEN)
    assert seen["names"] == ["The Harbour", "The Marsh", "The Vale"]
    assert seen["changes"] == ["The Vale: new on the map"]
    assert "The Vale" in seen["rows"]
    page.get_by_role("button", name="One turn back").click()
    seen = page.evaluate(_SEEN)
    assert seen["names"] == ["The Harbour", "The Marsh"]
    assert "The Vale" not in seen["rows"]


def test_a_url_selects_a_turn_of_the_map(page: Page, folder: Path) -> None:
    page.goto(f"{address(folder, 'private/vael')}#turn-1")
    assert page.evaluate(_SEEN)["masters"] == []
    assert page.get_by_role("slider").input_value() == "1"
    page.goto("about:blank")
    page.goto(f"{address(folder, 'private/vael')}#turn-9")
    assert page.get_by_role("slider").input_value() == "3"
    assert "A Valley" in page.evaluate(_SEEN)["caption"][0]


def test_only_the_holders_of_the_turn_are_drawn_in_a_town(page: Page, tmp_path: Path) -> None:
    # A town's places have plots, which cauvenne alone has of the samples.
    page.goto(address(write_files(sample_files("cauvenne"), tmp_path), "site"))
    plots = page.locator('use.plot[display="none"]')
    assert plots.count() > 0
    assert plots.evaluate_all("found => found.filter(it => it.getClientRects().length).length") == 0


def test_places_on_the_map_link_to_their_pages(page: Page, folder: Path) -> None:
    page.goto(address(folder, "site"))
    page.locator(".map-sheet a", has_text="The Marsh").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/places/marsh.html")
    assert page.locator("h1").inner_text() == "The Marsh"


def test_without_a_script_the_latest_turn_is_shown(browser: Browser, folder: Path) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(address(folder, "private/vael"))
        assert page.locator('.map-ground use[fill="url(#wash-vael)"]').is_visible()
        assert not page.get_by_role("slider").is_visible()
        assert page.get_by_role("row", name="The Harbour").get_by_text("dominant").is_visible()


def test_the_map_is_accessible(page: Page, folder: Path) -> None:
    """It does not check names over drawings: these have their own outline."""
    page.goto(address(folder, "private/vael"))
    assert [fault for fault in faults(page) if not fault[2].startswith("<tspan")] == []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert min(page.evaluate(_CONTRASTS)) >= 4.5, scheme


def test_the_front_page_and_the_page_of_a_place_lead_to_the_map(page: Page, themed: Path) -> None:
    page.set_viewport_size({"width": 390, "height": 700})
    page.goto((themed / "site" / "index.html").as_uri())
    piece = page.get_by_role("link", name="Open the map")
    assert piece.locator("text").filter(has_text="The Harbour").is_visible()
    page.goto((themed / "site" / "places" / "marsh.html").as_uri())
    piece = page.get_by_role("link", name="The Marsh on the map")
    box = piece.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    assert piece.locator("circle.here").is_visible()
    piece.click()
    page.wait_for_url("**/map.html#place-marsh")
