"""Pictures of single components, by day and by night side by side, for the page of the design."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal

from PIL import Image
from playwright.sync_api import Browser, Page

from chronicle.publish.lock.check import PublishRequest
from chronicle.records import Record
from tests.browser.http_host import served
from tests.docs.pages import DOCS
from tests.publish.lock.published_campaign import TURNS, made, published
from tests.small_campaign import SOUND

FOLDER: Final = DOCS / "pictures" / "design"
#: Bytes of one picture, and of all together.
MOST: Final = 170_000
MOST_OF_ALL: Final = 900_000
#: Pixels around a component, and from one scheme to the other.
_MARGIN: Final = 14
_SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
_COLORS: Final = 96


class Component(Record):
    """A component: its name, the page and the selector that it is taken from, at which width.

    ``tall`` cuts off what is further down; ``typed`` is what is looked for before.
    """

    name: str
    page: str
    selector: str
    width: int = 420
    tall: int = 420
    campaign: str = "vaime"
    typed: str = ""

    @property
    def file(self) -> str:
        return f"{self.name}.png"


#: A small campaign that has what no sample has: a deadline, and a correction.
SMALL: Final = "crowns"
_NEXT: Final = "next: {deadline: 2026-11-28 20:00, zone: Europe/Berlin}\n"
_REASON: Final = "It was the tide and not the fog that kept the boats in."
_NOW: Final = "2026-11-21T12:00:00Z"


def small_files() -> Mapping[str, bytes]:
    """The output of the small campaign."""
    told = TURNS["turns/001.yaml"].replace("all night", "until dawn")
    head = SOUND["campaign.yaml"] + _NEXT
    found = made(
        {**published(), "turns/001.yaml": told, "campaign.yaml": head}, PublishRequest(_REASON)
    )
    assert found is not None
    return found.files


_DOSSIER: Final = "private/bellhouse/dossier/3.html"
COMPONENTS: Final = (
    Component("head", "site/turns/9.html", ".turn-head"),
    Component("correction", "site/turns/1.html", ".corrections", campaign=SMALL),
    Component("digest", "site/index.html", ".digest", tall=330),
    Component("deadline", "site/index.html", ".deadline", campaign=SMALL),
    Component("powers", "site/index.html", ".powers"),
    Component("news", "site/turns/3.html", ".news", tall=300),
    Component("letter", "private/bellhouse/dossier/6.html", ".letter", tall=360),
    Component("street", "site/turns/3.html", ".street", tall=260),
    Component("rumor", "site/rumors/3.html", ".paper .rumor"),
    Component("reveal", "site/turns/7.html", ".reveal:has(.borne)", tall=300),
    Component("broadsheet", "site/rumors/3.html", ".broadsheet", 520, 420),
    Component("timeline", "site/timeline.html", ".course", tall=330),
    Component("armorial", "site/factions/index.html", ".armorial", 520, 420),
    Component("folder", _DOSSIER, ".folder", 480, 360),
    Component("figures", _DOSSIER, ".figures", 480),
    Component("ledger", _DOSSIER, "section[aria-labelledby=figures] .table:last-of-type", 480),
    Component("event", _DOSSIER, "section[aria-labelledby=orders] .event", 480, 560),
    Component("orders", "private/bellhouse/orders.html", ".order-form", 480, 520),
    Component("note", "private/gm/turns/7.html", ".gm.note", tall=260),
    Component("map", "site/map.html", ".map", 900, 760, "cauvenne"),
    Component("search", "site/index.html", "dialog.finder", 480, 420, typed="bell"),
    Component("unlock", "site/dossier.html", ".sealed", 420, 520),
)


def take(browser: Browser, sites: Mapping[str, Path], into: Path) -> None:
    """Takes the pictures of all components into a folder; ``sites`` are outputs by campaign."""
    into.mkdir(exist_ok=True)
    for campaign in sorted({component.campaign for component in COMPONENTS}):
        with served(sites[campaign]) as port:
            for component in COMPONENTS:
                if component.campaign == campaign:
                    both = [_shot(browser, component, port, scheme) for scheme in _SCHEMES]
                    _beside(both, into / component.file)


def _shot(
    browser: Browser, component: Component, port: int, scheme: Literal["light", "dark"]
) -> bytes:
    page = browser.new_page(
        viewport={"width": component.width, "height": 900},
        color_scheme=scheme,
        reduced_motion="reduce",
    )
    page.clock.set_fixed_time(_NOW)
    page.goto(f"http://127.0.0.1:{port}/{component.page}")
    if component.typed:
        _look_for(page, component.typed)
    box = page.locator(component.selector).first.bounding_box()
    assert box is not None, component.name
    left, top = max(0.0, box["x"] - _MARGIN), max(0.0, box["y"] - _MARGIN)
    shot = page.screenshot(
        full_page=not component.typed,
        clip={
            "x": left,
            "y": top,
            "width": min(component.width - left, box["width"] + 2 * _MARGIN),
            "height": min(box["height"] + 2 * _MARGIN, component.tall),
        },
    )
    page.close()
    return shot


def _look_for(page: Page, words: str) -> None:
    page.keyboard.press("/")
    page.locator("dialog.finder input").fill(words)
    page.locator("dialog.finder li").first.wait_for()


def _beside(shots: list[bytes], path: Path) -> None:
    """Pictures side by side as one, in as many colours as a small file holds."""
    drawn = [Image.open(io.BytesIO(shot)).convert("RGB") for shot in shots]
    whole = Image.new("RGB", (sum(one.width for one in drawn), max(one.height for one in drawn)))
    left = 0
    for one in drawn:
        whole.paste(one, (left, 0))
        left += one.width
    whole.quantize(_COLORS, dither=Image.Dither.NONE).save(path, optimize=True)
