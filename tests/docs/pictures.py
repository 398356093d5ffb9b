"""The pictures of the docs, of the sample campaigns; run as a module to take them again.

Those of the README and of the themes show a part of a page. Single components are pictured in
`tests.docs.component_pictures`, each kind of page in `tests.docs.page_pictures`, the desk in
`tests.docs.desk_pictures`.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import sync_playwright

from chronicle.diagnostics.report import Report
from chronicle.load import read_tree
from chronicle.pipeline import build_files
from chronicle.records import Record
from tests.browser.conftest import FLAGS
from tests.docs import component_pictures, desk_pictures, page_pictures
from tests.docs.pages import DOCS
from tests.sample_campaigns import SAMPLES, built_alone, write_files
from tools import chromium

FOLDER: Final = DOCS / "pictures"
#: Bytes; a README should open at once.
MOST: Final = 250_000


class Picture(Record):
    """One picture: its file's name, the page it shows, and its size in pixels.

    ``part`` is the id of what stands a third of the way down; empty for the page's beginning.
    ``theme`` is one that the campaign does not ask for itself, ``dark`` whether it is shown in dark
    mode.
    """

    name: str
    page: str
    width: int
    height: int
    part: str = ""
    campaign: str = "vaime"
    theme: str = ""
    dark: bool = False


PICTURES: Final = (
    Picture("turn.png", "site/turns/3.html", 1200, 900),
    Picture("rumors.png", "site/rumors/3.html", 800, 900),
    Picture("dossier.png", "private/bellhouse/dossier/3.html", 800, 900, "orders"),
    Picture("muster.png", "private/basins/dossier/6.html", 900, 1000, "figures", "cauvenne"),
    Picture("assets.png", "private/warden/dossier/6.html", 900, 1000, "figures", "orrow"),
    Picture("annals.png", "site/index.html", 1040, 780),
    Picture("console.png", "site/index.html", 1200, 900, theme="console", dark=True),
    Picture("modern.png", "site/index.html", 1200, 900, theme="modern"),
    Picture("pulp.png", "site/index.html", 1200, 900, theme="pulp"),
)


def in_theme(id: str, theme: str) -> Mapping[str, bytes]:
    """A sample campaign's output in another theme, without sealed dossiers."""
    tree = page_pictures.with_theme(read_tree(SAMPLES[id], id), "campaign.yaml", theme)
    report = Report()
    made = build_files(tree, report)
    assert made is not None, [finding.message for finding in report.findings]
    return made


def take(into: Path) -> None:
    """Takes all pictures into a folder."""
    program = chromium.find()
    if program is None:
        sys.exit(chromium.ADVICE)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        sites = {
            id: write_files(built_alone(id), Path(folder) / id)
            for id in sorted({one.campaign for one in (*PICTURES, *component_pictures.COMPONENTS)})
            if id != component_pictures.SMALL
        }
        small = Path(folder) / component_pictures.SMALL
        sites[component_pictures.SMALL] = write_files(component_pictures.small_files(), small)
        for id, theme in sorted({(one.campaign, one.theme) for one in PICTURES if one.theme}):
            sites[id + theme] = write_files(in_theme(id, theme), Path(folder) / (id + theme))
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        for picture in PICTURES:
            page = browser.new_page(
                viewport={"width": picture.width, "height": picture.height},
                color_scheme="dark" if picture.dark else "light",
                reduced_motion="reduce",
            )
            page.goto((sites[picture.campaign + picture.theme] / picture.page).as_uri())
            if picture.part:
                top = page.locator(f"#{picture.part}").bounding_box()
                assert top is not None
                page.evaluate("y => scrollTo(0, y)", top["y"] - picture.height / 3)
            shot = Image.open(BytesIO(page.screenshot())).convert("RGB")
            # A page has few colours: 256 look the same, and weigh a third.
            shot.quantize(256, dither=Image.Dither.NONE).save(into / picture.name, optimize=True)
            page.close()
        component_pictures.take(browser, sites, into / component_pictures.FOLDER.name)
        page_pictures.take(browser, Path(folder), into / page_pictures.FOLDER.name)
        desk_pictures.take(browser, Path(folder), into / desk_pictures.FOLDER.name)
        browser.close()


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    take(FOLDER)
