"""Pictures of the desk through an evening, from an empty folder on."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping
from contextlib import chdir
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_desk import opened
from tests.docs.pages import DOCS

FOLDER: Final = DOCS / "pictures" / "desk"
#: Bytes of one picture, and the size of the window in pixels.
MOST: Final = 80_000
SIZE: Final = (1440, 900)
_QUALITY: Final = 62
_LONG: Final = 60_000
_RUN: Final = """([address, given]) => fetch(address, {
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(given),
}).then((it) => it.text())"""
#: The orders of the tutorial.
_ORDERS: Final = re.compile(r"```text title=\"ada\.txt\"\n(.*?)```", re.DOTALL)


def take(browser: Browser, folder: Path, into: Path) -> None:
    """Takes the pictures into a folder; the campaign is created in another."""
    into.mkdir(exist_ok=True)
    page = browser.new_page(
        viewport={"width": SIZE[0], "height": SIZE[1]},
        color_scheme="light",
        reduced_motion="reduce",
    )
    # Pages show the campaign's path from the current folder.
    with chdir(folder), opened(Path("windfall", "content")) as desk:
        for name, show in SHOWN.items():
            show(page, desk)
            page.wait_for_timeout(1500)
            shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            shot.save(into / f"{name}.webp", quality=_QUALITY, method=6)
    page.close()


def _start(page: Page, desk: str) -> None:
    page.goto(desk)
    page.get_by_label("Title").fill("Windfall")


def _board(page: Page, desk: str) -> None:
    page.get_by_role("button", name="Create the campaign").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Turn 1", timeout=_LONG)
    _run(page, desk, "new", {"deadline": "2030-12-08 20:00", "zone": "Europe/London"})
    expect(page.get_by_role("heading", level=1)).to_contain_text("Turn 2")


def _orders(page: Page, desk: str) -> None:
    page.goto(f"{desk}orders?faction=press")
    found = _ORDERS.search((DOCS / "tutorial.md").read_text(encoding="utf-8"))
    assert found is not None
    page.locator("#letter").fill(found[1])
    page.get_by_role("button", name="Show the changes").click()
    expect(page.locator("#changes")).to_be_visible(timeout=_LONG)


def _writing(page: Page, desk: str) -> None:
    page.get_by_role("button", name="Take the orders").click()
    expect(page.get_by_role("status").last).to_contain_text("in the turn", timeout=_LONG)
    _run(page, desk, "close-without-orders", {})
    page.goto(f"{desk}writing")
    page.get_by_role("checkbox", name="Everyone").first.check()
    page.get_by_label("Headline").fill("Barrels on Credit")
    page.get_by_label("Text, in Markdown").fill(
        "There are new barrels on [[heath]], and nobody remembers paying for them."
    )


def _world(page: Page, desk: str) -> None:
    page.get_by_role("button", name="Add to the turn").click()
    page.goto(f"{desk}world")


def _out(page: Page, desk: str) -> None:
    page.goto(f"{desk}out")


def _run(page: Page, desk: str, name: str, given: Mapping[str, str]) -> None:
    """Gives a command as the button on the board does, and goes there."""
    page.evaluate(_RUN, [f"{desk}run/{name}", given])
    page.goto(desk)


#: What is done before each picture, by its name.
SHOWN: Final[Mapping[str, Callable[[Page, str], None]]] = {
    "start": _start,
    "board": _board,
    "orders": _orders,
    "writing": _writing,
    "world": _world,
    "out": _out,
}
