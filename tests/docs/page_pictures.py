"""Pictures of each kind of page: four widths, both themes, light and dark, on one sheet a kind."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from contextlib import ExitStack
from itertools import product
from pathlib import Path
from typing import Final, Literal

from PIL import Image
from playwright.sync_api import Browser

from chronicle.files.source import FileTree
from chronicle.load import read_tree
from chronicle.load.disk import MULTI_SITE_FILE, read_multi_site
from chronicle.pipeline import MultiSiteCampaign, build_multi_site
from tests.browser.http_host import served
from tests.docs.pages import DOCS
from tests.sample_campaigns import SAMPLES, SHELF, lock_of, shelf_files, write_files

FOLDER: Final = DOCS / "pictures" / "pages"
#: Bytes of one sheet, and of all together.
MOST: Final = 200_000
MOST_OF_ALL: Final = 4_000_000
#: Sizes of the windows in pixels: a small phone, a phone, a tablet, a desk.
WINDOWS: Final = ((320, 800), (390, 800), (768, 800), (1440, 800))
THEMES: Final = ("annals", "modern")
_SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
#: What windows are scaled by, their sizes on the sheet, and the pixels between two of them.
_SCALE: Final = 0.4
_SIZES: Final = tuple((round(width * _SCALE), round(height * _SCALE)) for width, height in WINDOWS)
_GAP: Final = 8
_GROUND: Final = (128, 128, 128)
_QUALITY: Final = 62
_IN_SIGHT_LOADED: Final = """() => Promise.all([...document.images]
  .filter((it) => it.getBoundingClientRect().top < innerHeight)
  .map((it) => it.decode().catch(() => 0)))"""

#: A page of each kind, by the kind, and the front page of a player: paths in the output of the
#: shelf of samples.
PAGES: Final[Mapping[str, str]] = {
    "shelf": "site/index.html",
    "lost": "site/404.html",
    "home": "site/orrow/index.html",
    "turn": "site/vaime/turns/8.html",
    "annals": "site/vaime/turns/index.html",
    "broadsheet": "site/orrow/rumors/12.html",
    "archive": "site/vaime/rumors/index.html",
    "timeline": "site/orrow/timeline.html",
    "as_of": "site/vaime/as-of/1.html",
    "map": "site/orrow/map.html",
    "places": "site/orrow/places/index.html",
    "place": "site/orrow/places/sule.html",
    "factions": "site/vaime/factions/index.html",
    "faction": "private/orrow/staple/factions/staple.html",
    "forces": "site/cauvenne/forces.html",
    "relations": "site/cauvenne/relations.html",
    "charts": "site/cauvenne/charts.html",
    "people": "site/vaime/people/index.html",
    "person": "site/vaime/people/sirve-taal.html",
    "items": "site/vaime/items/index.html",
    "item": "site/vaime/items/the-alderman.html",
    "gallery": "site/cauvenne/gallery.html",
    "page": "site/orrow/pages/who-is-who.html",
    "rules": "site/vaime/rules.html",
    "about": "site/vaime/about.html",
    "unlock": "site/vaime/dossier.html",
    "cockpit": "private/cauvenne/basins/index.html",
    "dossiers": "private/cauvenne/basins/dossier/index.html",
    "dossier": "private/cauvenne/basins/dossier/9.html",
    "orders": "private/orrow/bearers/orders.html",
    "audits": "private/vaime/gm/audit/index.html",
    "audit": "private/vaime/gm/audit/2.html",
}


def with_theme(tree: FileTree, file: str, theme: str) -> FileTree:
    """The same files, of which ``file`` asks for a theme."""
    head = tree.files[file]
    assert isinstance(head, bytes)
    asked = re.sub(rb"(?m)^theme:.*\n", b"", head) + f"theme: {theme}\n".encode()
    return FileTree(tree.name, {**tree.files, file: asked})


def sheet_name(kind: str) -> str:
    """The file of the sheet of a kind of page."""
    return f"{kind.replace('_', '-')}.webp"


def take(browser: Browser, folder: Path, into: Path) -> None:
    """Takes the sheets of all kinds into a folder; sites are written to ``folder``."""
    into.mkdir(exist_ok=True)
    for theme in THEMES:
        write_files(shelf_files() if theme == "annals" else _shelf_in(theme), folder / theme)
    with ExitStack() as stack:
        # Some pages lead from the top of their host.
        ports = {
            f"{theme}/{top}": stack.enter_context(served(folder / theme / top))
            for theme, top in product(THEMES, ("site", "private"))
        }
        for kind, path in PAGES.items():
            top, _, rest = path.partition("/")
            addresses = {it: f"http://127.0.0.1:{ports[f'{it}/{top}']}/{rest}" for it in THEMES}
            _sheet(browser, addresses).save(into / sheet_name(kind), quality=_QUALITY, method=6)


def _shelf_in(theme: str) -> Mapping[str, bytes]:
    campaigns = [
        MultiSiteCampaign(
            id,
            with_theme(read_tree(path, f"content/{id}"), "campaign.yaml", theme),
            path / "themes",
            lock_of(id),
        )
        for id, path in SAMPLES.items()
    ]
    shelf = with_theme(read_multi_site(SHELF, "content"), MULTI_SITE_FILE, theme)
    files, report, _ = build_multi_site(shelf, campaigns)
    assert files is not None, [finding.message for finding in report.findings]
    return files


def sheet_size() -> tuple[int, int]:
    """Width and height of a sheet in pixels."""
    columns, rows = len(WINDOWS), len(THEMES) * len(_SCHEMES)
    width = sum(width for width, _ in _SIZES) + (columns - 1) * _GAP
    return width, rows * (_SIZES[0][1] + _GAP) - _GAP


def _sheet(browser: Browser, addresses: Mapping[str, str]) -> Image.Image:
    """One page by theme: a row for each theme and scheme, a column for each width."""
    sheet = Image.new("RGB", sheet_size(), _GROUND)
    top = 0
    for theme, scheme in product(THEMES, _SCHEMES):
        left = 0
        for window, size in zip(WINDOWS, _SIZES, strict=True):
            shot = _shot(browser, addresses[theme], window, scheme)
            sheet.paste(shot.resize(size, Image.Resampling.LANCZOS), (left, top))
            left += size[0] + _GAP
        top += _SIZES[0][1] + _GAP
    return sheet


def _shot(
    browser: Browser, address: str, window: tuple[int, int], scheme: Literal["light", "dark"]
) -> Image.Image:
    page = browser.new_page(
        viewport={"width": window[0], "height": window[1]},
        color_scheme=scheme,
        reduced_motion="reduce",
    )
    page.goto(address)
    page.evaluate("document.fonts.ready.then(() => 0)")
    page.evaluate(_IN_SIGHT_LOADED)
    shot = page.screenshot()
    page.close()
    return Image.open(io.BytesIO(shot)).convert("RGB")
