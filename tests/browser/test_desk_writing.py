"""Writing on the desk: links by name, secret parts and pictures, by keyboard or by dropping."""

from __future__ import annotations

import base64
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.axe_checks import faults
from tests.browser.test_desk import opened
from tests.cli.command_runner import CREEP, lay
from tests.markup.images.sample_images import png

TURN = "turns/001.yaml"
#: Drops a file on an element, as the desk of the system does.
DROP = """(element, [name, content]) => {
  const bytes = Uint8Array.from(atob(content), (it) => it.charCodeAt(0));
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([bytes], name));
  const { left, top } = element.getBoundingClientRect();
  const at = { clientX: left + 60, clientY: top + 12, bubbles: true, cancelable: true };
  element.dispatchEvent(new DragEvent("drop", { ...at, composed: true, dataTransfer }));
}"""


def laid(tmp_path: Path, players: str = "{}") -> Path:
    head = f"players: {players}\n"
    lay(tmp_path / "content", {TURN: CREEP})
    campaign = tmp_path / "content/campaign.yaml"
    campaign.write_text(campaign.read_text(encoding="utf-8") + head, encoding="utf-8")
    return tmp_path / "content"


def started(context: BrowserContext) -> Page:
    page = context.new_page()
    page.set_viewport_size({"width": 1024, "height": 900})
    return page


def test_links_and_secrets_are_written_with_the_keyboard(
    context: BrowserContext, tmp_path: Path
) -> None:
    page = started(context)
    with opened(laid(tmp_path, "{ada: vael, bea: [vael, oru]}")) as desk:
        page.goto(f"{desk}writing")
        for name in ("Vael", "Oru"):
            page.get_by_role("group", name="Who reads it").get_by_label(name).press("Space")
        expect(page.get_by_text("2 players will read it: ada, bea.")).to_be_visible()
        text = page.get_by_label("Text, in Markdown")
        text.press_sequentially("Smoke over [[MAR")
        option = page.get_by_role("option", name="The Marsh", exact=True)
        expect(option).to_have_attribute("aria-selected", "true")
        assert text.get_attribute("aria-activedescendant") == option.get_attribute("id")
        assert [*faults(page)] == []
        text.press("Escape")
        expect(option).to_be_hidden()
        text.press("Backspace")
        text.press("ArrowDown")
        text.press("ArrowUp")
        text.press("Enter")
        expect(text).to_have_value("Smoke over [[The Marsh]]")
        text.press_sequentially("\nWe lit it.")
        text.press("Shift+Home")
        page.get_by_text("Keep a part of the text secret").press("Enter")
        page.get_by_role("group", name="marked in the text").get_by_label("Vael").press("Space")
        page.get_by_role("button", name="Hide it from all others").press("Enter")
        expect(text).to_have_value("Smoke over [[The Marsh]]\n::: secret vael\nWe lit it.\n:::")
        text.click()
        expect(page.locator("#reader")).to_have_value("everyone")
        page.get_by_role("button", name="Add to the turn").press("Enter")
        expect(page.locator("#status")).to_have_text("It is in the turn.", timeout=20_000)
        page.locator("#reader").select_option("vael")
        sheet = page.frame_locator("#shown")
        expect(sheet.get_by_text("We lit it.")).to_be_visible(timeout=20_000)
        page.locator("#reader").select_option("oru")
        expect(sheet.get_by_text("Smoke over").first).to_be_visible(timeout=20_000)
        expect(sheet.get_by_text("We lit it.")).to_have_count(0)
        page.get_by_text("What readers newly learn").press("Enter")
        learned = page.locator("#learned")
        expect(learned).to_contain_text("House Vael, in addition", timeout=20_000)
        assert [*faults(page)] == []
        learned.get_by_role("link", name="Smoke over").last.press("Enter")
        expect(sheet.get_by_text("We lit it.")).to_be_visible(timeout=20_000)


def test_a_double_click_adds_an_entry_once(context: BrowserContext, tmp_path: Path) -> None:
    page = started(context)
    with opened(laid(tmp_path)) as desk:
        page.goto(f"{desk}writing")
        page.get_by_role("group", name="Who reads it").get_by_label("Everyone").check()
        page.get_by_label("Headline").fill("Gulls")
        page.get_by_label("Text, in Markdown").fill("They came.")
        page.get_by_role("button", name="Add to the turn").dblclick()
        # Enter in a field submits the form as well.
        page.get_by_label("Headline").press("Enter")
        expect(page.get_by_label("Text, in Markdown")).to_have_value("", timeout=20_000)
        page.goto(desk)
    turn = (tmp_path / "content" / TURN).read_text(encoding="utf-8")
    assert turn.count("They came.") == 1


def test_a_picture_comes_by_dropping_or_by_a_button(
    context: BrowserContext, tmp_path: Path
) -> None:
    content, page = laid(tmp_path), started(context)
    dropped = base64.b64encode(png()).decode()
    file = tmp_path / "boat.png"
    file.write_bytes(png())
    with opened(content) as desk:
        page.goto(f"{desk}writing")
        text = page.get_by_label("Text, in Markdown")
        text.press_sequentially("Look: ")
        text.evaluate(DROP, ["The Bay.png", dropped])
        expect(text).to_have_value("Look: ![The Bay](the-bay.png)", timeout=20_000)
        # The words of the picture are the next to be written.
        text.press_sequentially("a bay")
        expect(text).to_have_value("Look: ![a bay](the-bay.png)")
        text.press("End")
        page.get_by_label("Add pictures").set_input_files(file)
        expect(text).to_have_value(
            "Look: ![a bay](the-bay.png)![boat](the-bay.png)", timeout=20_000
        )
        text.evaluate(DROP, ["bay.svg", base64.b64encode(b"<svg/>").decode()])
        expect(page.locator("#status")).to_contain_text("SVG", timeout=20_000)
        assert [it.name for it in (content / "media").iterdir()] == ["the-bay.png"]


def test_a_picture_is_dropped_into_a_file(context: BrowserContext, tmp_path: Path) -> None:
    content, page = laid(tmp_path), started(context)
    with opened(content) as desk:
        page.goto(f"{desk}files/{TURN}")
        text = page.get_by_label(f"Text of {TURN}")
        expect(text).to_be_visible()
        text.evaluate(DROP, ["bay.png", base64.b64encode(png()).decode()])
        expect(text).to_contain_text("![bay](bay.png)", timeout=20_000)
        expect(page.locator("#saved")).to_have_text("Saved.", timeout=20_000)
        assert "![bay](bay.png)" in (content / TURN).read_text(encoding="utf-8").splitlines()[0]
