"""A page that comes in pieces: what is drawn of it early stays where it is."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, AnyStr, Final

import pytest
from playwright.sync_api import Browser

from chronicle.diagnostics.report import Report
from chronicle.pipeline import build_files
from tests.browser.http_host import Quiet, served
from tests.browser.page_visits import SHIFT, WIDE
from tests.golden.campaigns import TIDE_BELL
from tests.sample_campaigns import write_files
from tests.small_campaign import SOUND, tree_of

if TYPE_CHECKING:
    from _typeshed import SupportsRead, SupportsWrite

#: So many bytes at once, and so many seconds between, that a browser draws what it has.
PIECE: Final = 400
PAUSE: Final = 0.05


class _InPieces(Quiet):
    """A host on a bad line: pages drip in."""

    def copyfile(self, source: SupportsRead[AnyStr], outputfile: SupportsWrite[AnyStr]) -> None:
        left = source.read()
        while self.path.endswith(".html") and left:
            outputfile.write(left[:PIECE])
            left = left[PIECE:]
            time.sleep(PAUSE)
        outputfile.write(left)


PATHS: Final = ("index.html", "turns/1.html", "map.html")


@pytest.fixture(scope="module")
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    head = f"{SOUND['campaign.yaml']}theme: {request.param}\n"
    made = build_files(tree_of({**TIDE_BELL, "campaign.yaml": head}), Report())
    assert made is not None
    folder = tmp_path_factory.mktemp("arriving")
    write_files(made, folder)
    with served(folder / "site", _InPieces) as port:
        yield f"http://127.0.0.1:{port}"


@pytest.mark.parametrize(
    ("site", "path"),
    [
        *((theme, path) for theme in ("annals", "modern") for path in PATHS),
        *(("console", "index.html"), ("pulp", "index.html")),
    ],
    indirect=["site"],
)
def test_a_slowly_loading_page_has_no_layout_shift(browser: Browser, site: str, path: str) -> None:
    with browser.new_context(viewport=WIDE) as context:
        page = context.new_page()
        page.goto(f"{site}/{path}")
        assert page.evaluate(SHIFT) == []
