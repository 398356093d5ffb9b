"""The desk in a browser: a turn from its beginning to its end without a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from chronicle.cli.desk import DeskCampaign
from chronicle.serve.desk.routes import create_desk
from chronicle.serve.http_server import LocalServer, open_port
from chronicle.serve.preview import CHANGES_PATH
from tests.browser.axe_checks import faults
from tests.cli.command_runner import CREEP, lay
from tests.cli.test_desk import ORDERS
from tests.serve.running_server import start
from tests.small_campaign import SOUND

#: By how many pixels the page, or the part of it that scrolls, is wider than it can be.
WIDER: Final = """() => Math.max(...[document.documentElement, document.querySelector("main")]
  .map((it) => it.scrollWidth - it.clientWidth))"""


@contextmanager
def opened(content: Path) -> Iterator[str]:
    """The address of the desk of a campaign."""
    campaign = DeskCampaign(content)
    campaign.preview.reload()
    app = create_desk(campaign, CHANGES_PATH, "token", "other")
    server = LocalServer(open_port(0), app, campaign.news)
    thread = start(server)
    try:
        yield f"{server.url}token/"
    finally:
        server.stop()
        thread.join(20)


@pytest.fixture
def content(tmp_path: Path) -> Path:
    lay(tmp_path / "content", {})
    return tmp_path / "content"


def act(page: Page, name: str, question: str = "") -> None:
    """Presses a button, answers its question, and closes what its command printed."""
    page.get_by_role("button", name=name, exact=True).click()
    if question:
        asked = page.get_by_role("dialog", name=question)
        assert [*faults(page)] == []
        asked.get_by_role("button", name=name, exact=True).click()
    said = page.get_by_role("dialog", name=name)
    expect(said).to_be_visible(timeout=60_000)
    assert "did not work" not in said.inner_text()
    with page.expect_navigation():
        said.get_by_role("button", name="Close").click()


def test_a_turn_is_run_without_a_terminal(context: BrowserContext, content: Path) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": 1440, "height": 900})
    with opened(content) as desk:
        page.goto(desk)
        act(page, "Start the turn")
        expect(page.get_by_role("row", name="Vael")).to_contain_text("missing")
        page.get_by_role("row", name="Vael").get_by_role("link").click()
        sheet = page.frame_locator("#shown")
        sheet.get_by_role("button", name="Copy", exact=True).click()
        letter = page.locator("#letter")
        expect(letter).to_have_value(re.compile("faction=vael"), timeout=20_000)
        expect(page.locator("#changes")).to_be_visible(timeout=60_000)
        letter.fill(ORDERS)
        page.get_by_role("button", name="Take the orders").click()
        expect(page.get_by_role("status")).to_have_text(
            "The orders are in the turn.", timeout=60_000
        )
        page.get_by_role("link", name="Board").click()
        expect(page.get_by_role("row", name="Vael")).to_contain_text("there")
        act(page, "Play without them", "Play the turn without the missing orders?")
        expect(page.get_by_text("played, not published")).to_be_visible()
        assert [*faults(page)] == []


def test_a_text_is_seen_by_its_readers_while_it_is_typed(
    context: BrowserContext, content: Path
) -> None:
    lay(content, {"turns/001.yaml": f"# Mine\n{CREEP}"})
    page = context.new_page()
    page.set_viewport_size({"width": 1440, "height": 900})
    with opened(content) as desk:
        page.goto(f"{desk}files/turns/001.yaml")
        text = page.get_by_label("Text of turns/001.yaml")
        text.focus()
        text.press("ControlOrMeta+Home")
        text.press("End")
        text.press_sequentially("\ntitle: Gulls")
        sheet = page.frame_locator("#shown")
        expect(sheet.get_by_role("heading", name="Gulls")).to_be_visible(timeout=20_000)
        expect(page.locator("#saved")).to_have_text("Saved.")
        written = (content / "turns/001.yaml").read_text(encoding="utf-8")
        assert written == f"# Mine\ntitle: Gulls\n{CREEP}"
        text.press_sequentially("\ntitel: Terns")
        problem = page.locator(".cm-panel-lint, .cm-lintRange-error").first
        expect(problem).to_be_visible(timeout=20_000)
        assert [*faults(page)] == []
        page.get_by_role("button", name="Undo").click()
        expect(page.get_by_role("status").last).to_contain_text("Undone")
        assert (content / "turns/001.yaml").read_text(encoding="utf-8") == f"# Mine\n{CREEP}"


def test_what_was_typed_and_what_was_said_stays(context: BrowserContext, content: Path) -> None:
    page = context.new_page()
    with opened(content) as desk:
        page.goto(desk)
        page.get_by_label("Deadline").fill("friday")
        for _ in range(2):
            page.get_by_role("button", name="Start the turn").click()
            said = page.get_by_role("dialog", name="Start the turn: this did not work")
            expect(said).to_contain_text("friday", timeout=60_000)
            said.get_by_role("button", name="Close").click()
        lay(content, {"turns/001.yaml": CREEP})
        page.goto(f"{desk}dice")
        page.get_by_label("by us").check()
        expect(page.locator("#dice")).not_to_contain_text("Looking", timeout=60_000)
        expect(page.get_by_label("by us")).to_be_checked(timeout=20_000)
        expect(page.get_by_role("button", name="Write the faces down")).to_be_visible()
        expect(page.get_by_role("status")).to_have_text("You are asked for the faces.")


def test_a_to_do_is_done_on_the_board_and_taken_back_with_keys(
    context: BrowserContext, content: Path
) -> None:
    draft = "rumors:\n  - {id: fire, draft: true, heard_by: everyone, truth: true, text: A fire.}\n"
    lay(content, {"turns/001.yaml": f"{CREEP}{draft}"})
    page = context.new_page()
    page.set_viewport_size({"width": 1024, "height": 768})
    with opened(content) as desk:
        page.goto(desk)
        expect(page.get_by_text("Draft of a rumor: A fire.")).to_be_visible()
        assert [*faults(page)] == []
        for done, key in (("Accept the draft", "z"), ("", "Shift+Z"), ("", "z")):
            if done:
                page.get_by_role("button", name=done).click()
                status = page.get_by_role("status")
                expect(status).to_have_text("The rumor is accepted.", timeout=20_000)
                expect(page.get_by_text("Nothing waits for you.")).to_be_visible()
            page.locator("main").focus()
            page.keyboard.press(f"ControlOrMeta+{key}")
            said = "Undone" if key == "z" else "Redone"
            expect(page.get_by_role("status")).to_contain_text(said, timeout=20_000)
        assert (content / "turns/001.yaml").read_text(encoding="utf-8") == f"{CREEP}{draft}"
        page.get_by_role("link", name="Read the turn").click()
        shown = page.frame_locator("#shown")
        expect(shown.get_by_role("heading", name="Turn 1")).to_be_visible(timeout=20_000)
        expect(page.get_by_label("As seen by")).to_have_value("gm")


def test_a_campaign_is_created_by_a_form(context: BrowserContext, tmp_path: Path) -> None:
    page = context.new_page()
    with opened(tmp_path / "ferry-war/content") as desk:
        page.goto(desk)
        expect(page.get_by_role("option", name="français")).to_be_attached()
        page.get_by_label("Title").fill("The Ferry War")
        page.get_by_role("radio", name="freeform").check()
        page.get_by_role("radio", name="An empty campaign").check()
        assert [*faults(page)] == []
        page.get_by_role("button", name="Create the campaign").click()
        expect(page.get_by_role("heading", name="Before the first turn")).to_be_visible(
            timeout=60_000
        )
        assert (tmp_path / "ferry-war/content/campaign.yaml").is_file()


def test_a_site_gets_a_place_and_its_players_are_told(
    context: BrowserContext, content: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(content.parent)
    lay(content, {"turns/001.yaml": f"{CREEP}news: [{{for: everyone, text: It rained.}}]\n"})
    page = context.new_page()
    page.set_viewport_size({"width": 1024, "height": 768})
    with opened(content) as desk:
        page.goto(f"{desk}out?plan")
        place = page.get_by_label("Or git repository")
        place.fill("site.git")
        page.get_by_role("button", name="Show the plan").click()
        page.get_by_role("button", name="Create the repository").click(timeout=60_000)
        expect(page.get_by_role("status")).to_contain_text("The repository is there")
        page.get_by_role("button", name="Publish and deploy").click()
        page.get_by_role("dialog").get_by_role("button", name="Publish and deploy").click()
        # The page is a new one, and says what the command said.
        said = page.get_by_label("What the command said")
        expect(said).to_contain_text("deployed to branch gh-pages", timeout=60_000)
        page.get_by_text("Announcement of turn 1 for everybody").click()
        text = page.get_by_label("Announcement for everybody")
        expect(text).to_have_value(re.compile("It rained"), timeout=60_000)
        assert [*faults(page)] == []


def test_each_page_fits_and_can_be_read(browser: Browser, content: Path) -> None:
    """Light and dark, also with long names and files, on a tablet, and before the first turn."""
    long = "Donaudampfschifffahrtsgesellschaftskapitänsvereinigung"
    lay(content, {"factions/oru.yaml": SOUND["factions/oru.yaml"].replace("Oru", long)})
    context = browser.new_context()
    page = context.new_page()
    with opened(content) as desk:
        for turn in ("", "turn: 1\nstate: open\n" + "# A line of a long file.\n" * 99):
            if turn:
                lay(content, {"turns/001.yaml": turn})
            names = ["", "orders", "dice", "writing", "world", "out", "files"]
            for name in [*names, "files/turns/001.yaml"] if turn else names:
                page.goto(f"{desk}{name}")
                page.wait_for_load_state("networkidle" if name[:4] in ("dice", "file") else "load")
                for width in (1440, 1024, 820):
                    page.set_viewport_size({"width": width, "height": 1000})
                    assert page.evaluate(WIDER) <= 0, (name, width)
                assert [*faults(page)] == [], name
    context.close()


def test_places_are_moved_and_ways_drawn_with_mouse_keys_and_fingers(
    browser: Browser, content: Path
) -> None:
    written = content / "places.yaml"
    context = browser.new_context(viewport={"width": 1024, "height": 900}, has_touch=True)
    page = context.new_page()
    with opened(content) as desk:
        page.goto(f"{desk}world")
        one, *_, other = page.locator("#world .mark").all()
        status = page.get_by_role("status")
        name = one.get_attribute("aria-label")
        one.focus()
        page.keyboard.press("ArrowRight")
        expect(status).to_contain_text(f"{name} is at")
        moved = written.read_text(encoding="utf-8")
        assert moved.count("position:") == SOUND["places.yaml"].count("position:") + 1
        page.get_by_label("Draw on the map").check()
        page.get_by_label("there is").select_option("road")
        start, end = one.locator(".dot").bounding_box(), other.locator(".dot").bounding_box()
        assert start is not None
        assert end is not None
        page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        page.mouse.down()
        page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
        with page.expect_navigation():
            page.mouse.up()
        assert f"{other.get_attribute('data-id')}: road" in written.read_text(encoding="utf-8")
        expect(page.locator("#world line.road")).to_have_count(1)
        before = written.read_text(encoding="utf-8")
        start = one.locator(".dot").bounding_box()
        assert start is not None
        touch = context.new_cdp_session(page)
        for kind, dx in (("touchStart", 0), ("touchMove", 40), ("touchMove", 60)):
            at = {"x": start["x"] + start["width"] / 2 + dx, "y": start["y"] + start["height"] / 2}
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(status).to_contain_text(f"{name} is at")
        assert written.read_text(encoding="utf-8") != before
    context.close()


def test_what_two_tabs_type_into_one_file_is_joined(context: BrowserContext, content: Path) -> None:
    lay(content, {"turns/001.yaml": CREEP})
    with opened(content) as desk:
        texts, pages = [], (context.new_page(), context.new_page())
        for page in pages:
            page.goto(f"{desk}files/turns/001.yaml")
            texts.append(page.get_by_label("Text of turns/001.yaml"))
            expect(texts[-1]).to_be_visible()
        texts[0].press("ControlOrMeta+Home")
        texts[0].press_sequentially("# One\n")
        expect(pages[0].locator("#saved")).to_have_text("Saved.", timeout=20_000)
        texts[1].press("ControlOrMeta+End")
        texts[1].press_sequentially("# Two\n")
        expect(texts[1]).to_contain_text("# One", timeout=20_000)
        expect(pages[1].locator("#saved")).to_have_text("Saved.", timeout=20_000)
        written = (content / "turns/001.yaml").read_text(encoding="utf-8")
        assert written == f"# One\n{CREEP}# Two\n"
        # The first tab follows as soon as it types again.
        texts[0].press_sequentially("# Three\n")
        expect(texts[0]).to_contain_text("# Two", timeout=20_000)
        expect(pages[0].locator("#saved")).to_have_text("Saved.", timeout=20_000)
        written = (content / "turns/001.yaml").read_text(encoding="utf-8")
        assert written == f"# One\n# Three\n{CREEP}# Two\n"


def test_a_page_in_use_follows_changes_once_it_is_not(
    context: BrowserContext, content: Path
) -> None:
    lay(content, {"turns/001.yaml": "turn: 1\nstate: open\n"})
    page = context.new_page()
    with opened(content) as desk:
        page.goto(f"{desk}orders")
        message = page.get_by_label("Message of one or several players")
        message.fill("Dear GM")
        other = context.new_page()
        other.goto(desk)
        other.get_by_role("button", name="Play without them").click()
        other.get_by_role("dialog").get_by_role("button", name="Play without them").click()
        other.get_by_role("button", name="Close").click(timeout=60_000)
        expect(other.get_by_text("played, not published")).to_be_visible(timeout=20_000)
        # What is typed is not lost.
        page.bring_to_front()
        expect(message).to_have_value("Dear GM")
        expect(page.get_by_text("Turn 1: open")).to_be_visible()
        message.fill("")
        expect(page.get_by_text("Turn 1: played")).to_be_visible(timeout=20_000)
