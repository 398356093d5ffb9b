"""A small campaign with sealed dossiers on its own host, and functions that open them."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from playwright.sync_api import Page

from chronicle.records import Record, replace
from chronicle.seal import Keys, phrase_of
from chronicle.seal.logins import login_of
from tests.golden.campaigns import TIDE_BELL
from tests.markup.images.sample_images import png
from tests.small_campaign import SOUND

#: Ada's first phrase was given up with turn 2, and House Vael's key with it.
KEYS: Final = Keys(
    master=bytes(range(32)),
    rotations={"vael": (2,)},
    generations={"ada": 1},
    own={"bo": "tide bell rope lamp hour"},
    # As a build has left them. Browsers stretch the phrases themselves, and would open nothing.
    logins={
        fingerprint: bytes.fromhex(login)
        for fingerprint, login in {
            "46826b8a3deeec0af85ff16b10a760e1808ff62185d3e7af446542204baca541": (
                "153bcc4bdb4352e857013165d5cc918d692851531892c649982e588c6aa4068f"
            ),
            "e0713ee4bc27b9bc0f5888b94dbbd03afb3ca1eb3c11ef422c14ec42a9ec8c60": (
                "1542883ea23bbfa6b75a8c137b94f605937f1a040ccce201cb8ec64df1373112"
            ),
            "ec586d658c60cffd97639fe3a66f945b4090ab0948edaab5e12c716a3a378bc0": (
                "3493976fda24781f4b2b548ba19d30ed20a6a68e5a23b6e362073f4aca73d67a"
            ),
        }.items()
    },
    demo=True,
)
ADA: Final = phrase_of(KEYS, "ada")
GIVEN_UP: Final = phrase_of(replace(KEYS, generations={}), "ada")
BO: Final = phrase_of(KEYS, "bo")
#: A page of the author's own that only House Vael reads, with a picture.
CAMPAIGN: Final[Mapping[str, str | bytes]] = {
    **TIDE_BELL,
    "campaign.yaml": SOUND["campaign.yaml"] + "players: {ada: vael, bo: [vael, oru]}\n",
    "pages/map.md": "---\ntitle: The map\nfor: vael\n---\n![A cellar under the quay](cellar.png)\n",
    "places.yaml": SOUND["places.yaml"]
    + "map: [{picture: cellar.png, words: A cellar under the quay, for: vael}]\n",
    "media/cellar.png": png(),
}
UNLOCK: Final = "dossier.html"
PHRASE: Final = "Your passphrase"
OPEN: Final = "Break the seal"
#: Where the login is kept for the life of the tab.
TAB: Final = "chronicle /some/sub%20path/site/ login"


class Hosted(Record):
    """The campaign as built and served: its files, the folder and the public site's address."""

    files: Mapping[str, bytes]
    folder: Path
    port: int
    site: str

    @property
    def unlock(self) -> str:
        return f"{self.site}/{UNLOCK}"

    def pages(self, faction: str) -> list[str]:
        """The paths of a faction's pages."""
        top = f"private/{faction}/"
        paths = [path.removeprefix(top) for path in self.files if path.startswith(top)]
        return sorted(path for path in paths if path.endswith(".html"))


def state(page: Page, word: str) -> None:
    """Waits until the page says of itself that it is so."""
    page.wait_for_selector(f'html[data-lock="{word}"]', state="attached")


def unlock(page: Page, hosted: Hosted, phrase: str = ADA, route: str = "") -> None:
    """Opens the dossier page and types a phrase."""
    page.goto(hosted.unlock + route)
    page.get_by_label(PHRASE).fill(phrase)
    page.get_by_role("button", name=OPEN).click()
    state(page, "open")


def enter(page: Page, hosted: Hosted, phrase: str = ADA, route: str = "") -> None:
    """Comes back to a dossier that this tab has opened; spares the stretching of the phrase."""
    login = base64.b64encode(login_of(KEYS, phrase)).decode()
    page.add_init_script(f"sessionStorage.setItem({TAB!r}, {login!r});")
    page.goto(hosted.unlock + route)
    state(page, "open")


def come_back(page: Page, hosted: Hosted, phrase: str = ADA, route: str = "") -> None:
    """The same once: when the tab has been locked, it stays so."""
    page.goto(f"{hosted.site}/robots.txt")
    login = base64.b64encode(login_of(KEYS, phrase)).decode()
    page.evaluate("(kept) => sessionStorage.setItem(...kept)", [TAB, login])
    page.goto(hosted.unlock + route)
    state(page, "open")


def turn_to(page: Page, path: str, anchor: str = "") -> None:
    """Follows a route of an opened dossier."""
    route = f"#/{path}{anchor and f':{anchor}'}"
    page.evaluate("route => { location.hash = route; }", route)
    page.wait_for_selector(f'#main[data-path="{path}"]')


def script_of(hosted: Hosted, name: str) -> str:
    """The address of a published script."""
    found = [path for path in hosted.files if re.fullmatch(rf"site/assets/{name}\.\w+\.js", path)]
    return f"{hosted.site}/{found[0].removeprefix('site/')}"
