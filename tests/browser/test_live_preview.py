"""A page in a real browser while somebody writes: it follows every save, and shows mistakes."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import BrowserContext, expect

from chronicle.cli.serve import LivePreview
from tests.browser.http_host import watched
from tests.cli.command_runner import CREEP, lay
from tests.serve.running_server import running

TITLED = CREEP.replace("turn: 1\n", "turn: 1\ntitle: TITLE\n")
TITEL = CREEP.replace("turn: 1\n", "turn: 1\ntitel: <img src=x onerror=alert(1)>\n")

#: A page that is left closes its connection for changes.
CUT = "/.chronicle/changes"


@contextmanager
def written(content: Path) -> Iterator[str]:
    """A campaign that is served and watched; the address."""
    desk = LivePreview(content, "everyone")
    desk.reload()
    stop = threading.Event()
    watching = threading.Thread(target=desk.watch, args=([content], stop, False), daemon=True)
    watching.start()
    with running(desk) as server:
        yield server.url
    stop.set()
    watching.join(5)


def test_the_live_preview_follows_every_save(context: BrowserContext, tmp_path: Path) -> None:
    content = tmp_path / "content"

    def save(turn: str) -> None:
        lay(content, {"turns/001.yaml": turn})

    save(TITLED.replace("TITLE", "The Riots"))
    with written(content) as address:
        page = context.new_page()
        wrong = watched(page, address)
        page.goto(f"{address}turns/1.html")
        heading = page.get_by_role("heading", level=1)
        expect(heading).to_contain_text("The Riots")
        save(TITLED.replace("TITLE", "The Gulls"))
        expect(heading).to_contain_text("The Gulls")
        assert [said for said in wrong if CUT not in said] == []
        # The error page replaces the page: it has all details, as plain text.
        save(TITEL)
        expect(heading).to_have_text("1 error")
        expect(page.get_by_role("listitem")).to_contain_text("did you mean title?")
        expect(page.get_by_role("listitem")).to_contain_text("turns/001.yaml:2:1")
        assert page.locator("img").count() == 0
        page.set_viewport_size({"width": 320, "height": 640})
        # Its style may come after its words.
        expect(page.locator("html")).to_have_js_property("scrollWidth", 320)
        page.get_by_role("link", name="Show the last good version").click()
        expect(heading).to_contain_text("The Gulls")
        # When the error is fixed, the page is back.
        save(TITLED.replace("TITLE", "The Quay"))
        expect(heading).to_contain_text("The Quay")
        assert [said for said in wrong if CUT not in said and "500" not in said] == []
