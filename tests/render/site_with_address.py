"""A small campaign that has an address, and how to read what lies beside its pages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final
from xml.etree import ElementTree as Xml

from chronicle.diagnostics.report import Report
from chronicle.outline.paths import FEED, NOT_FOUND, ROBOTS, SITEMAP, UNLOCK
from chronicle.pipeline import SealOptions, build_files
from chronicle.seal import Keys
from tests.golden.campaigns import TIDE_BELL
from tests.render import html_checks
from tests.seal.small_bundles import cheap
from tests.small_campaign import SOUND, tree_of

ADDRESS: Final = "https://ada.example/some/path/"
HEAD: Final = f"{SOUND['campaign.yaml']}tagline: Salt & <smoke>.\naddress: {ADDRESS}\n"
HOSTED: Final[Mapping[str, str]] = {
    **TIDE_BELL,
    "campaign.yaml": HEAD,
    # A turn is in the feed once a day is known for it.
    "turns/001.yaml": f"{TIDE_BELL['turns/001.yaml']}played: 2026-10-31\n",
}
#: A turn that comes after those of the campaign.
LATER: Final = 'turn: 3\ntitle: "Ebb & <flow>"\nplayed: 2026-11-14\n'
#: Files that only the public's pages have beside them.
BESIDE: Final = (FEED, SITEMAP, ROBOTS, NOT_FOUND)
#: What says nothing that other pages don't, or nothing at all.
UNLISTED: Final = {UNLOCK, NOT_FOUND, "as-of/1.html", "as-of/2.html"}
ATOM: Final = "{http://www.w3.org/2005/Atom}"
MAP: Final = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
#: A moment by RFC 3339.
MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


def lock() -> SealOptions:
    """A lock of the sound campaign."""
    return SealOptions(cheap(Keys(bytes(32)), ["vael", "oru", "gm"]))


def built(files: Mapping[str, str], *, sealed: bool = False) -> dict[str, bytes]:
    """Every file of the sound campaign with files added to it."""
    report = Report()
    found = build_files(tree_of(files), report, seal=lock() if sealed else None)
    assert found is not None, [finding.message for finding in report.findings]
    return dict(found)


@lru_cache(maxsize=1)
def hosted() -> dict[str, bytes]:
    """A small campaign that says where its site will stand, with sealed dossiers."""
    return built(HOSTED, sealed=True)


def public(files: Mapping[str, bytes]) -> dict[str, bytes]:
    return {path.removeprefix("site/"): it for path, it in files.items() if path[:5] == "site/"}


def parsed(content: bytes) -> Xml.Element:
    return Xml.fromstring(content)  # noqa: S314  a file of our own build


def feed(files: Mapping[str, bytes]) -> Xml.Element:
    return parsed(files[f"site/{FEED}"])


def entries(files: Mapping[str, bytes]) -> list[Xml.Element]:
    return feed(files).findall(f"{ATOM}entry")


def text(of: Xml.Element, name: str) -> str:
    """What the one element of a name says."""
    (found,) = of.findall(f"{ATOM}{name}")
    return found.text or ""


def addresses(of: Xml.Element, rel: str) -> list[str]:
    return [it.attrib["href"] for it in of.findall(f"{ATOM}link") if it.attrib["rel"] == rel]


def locations(files: Mapping[str, bytes], path: str = f"site/{SITEMAP}") -> list[str]:
    root = parsed(files[path])
    assert root.tag == f"{MAP}urlset"
    return [it.text or "" for it in root.iterfind(f"{MAP}url/{MAP}loc")]


def head(files: Mapping[str, bytes], path: str) -> list[Mapping[str, str | None]]:
    """The attributes of all `<meta>` and `<link>` of a page."""
    page = html_checks.parse(files[path].decode())
    return [tag.attributes for tag in page.tags if tag.name in ("meta", "link")]


def said(files: Mapping[str, bytes], path: str) -> dict[str, str]:
    """What a page says of itself to those who show links to it."""
    return {
        str(it.get("property") or it.get("name")): str(it["content"])
        for it in head(files, path)
        if str(it.get("property") or it.get("name")).startswith(("og:", "twitter:"))
    }
