"""What the samples' public pages weigh when they are sent, and what else they bring along."""

from __future__ import annotations

import gzip
import posixpath
import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Final

import pytest

from tests.render import html_checks
from tests.sample_campaigns import shelf_files

#: As much as a page and its style may weigh, its scripts, and all fonts of a site; compressed.
MOST_FOR_A_PAGE: Final = 50_000
MOST_FOR_SCRIPTS: Final = 15_000
MOST_FOR_FONTS: Final = 60_000
#: As much as the script of order sheets may weigh, with that which seals them.
MOST_FOR_ORDERS: Final = 6_000
#: Only what a script imports at once; what it asks for later is not there before it is wanted.
_IMPORT: Final = re.compile(rb"""(?:\bfrom|^\s*import)\s*["']\./([^"']+)["']""", re.MULTILINE)
_ASSET: Final = re.compile(rb'<(?:link|script)\b[^>]*? (?:href|src)="([^"]+)"[^>]*>')
_FONT: Final = re.compile(r"\.(?:woff2?|ttf|otf)$")

#: All of them ask for the same shelf; one process reads it once.
pytestmark = pytest.mark.xdist_group("the shelf")


@cache
def weight(path: str) -> int:
    """What a file weighs compressed, as a host sends it."""
    return len(gzip.compress(shelf_files()[path], 9, mtime=0))


@lru_cache(maxsize=1)
def public() -> tuple[str, ...]:
    """The public pages of the shelf."""
    found = [path for path in shelf_files() if path.startswith("site/") and path.endswith(".html")]
    return tuple(sorted(found))


def beside(path: str, files: Mapping[str, bytes]) -> Iterator[str]:
    """The styles and scripts that a page names, and the scripts that these import."""
    found = (address.decode() for address in _ASSET.findall(files[path]))
    # The page of the lost leads from the top of its host.
    ahead = [
        f"site{it}" if it.startswith("/") else html_checks.target(path, it)
        for it in found
        if it.endswith((".css", ".js"))
    ]
    seen: set[str] = set()
    while ahead:
        asset = ahead.pop()
        if asset not in seen:
            seen.add(asset)
            yield asset
            if asset.endswith(".js"):
                folder = asset.rpartition("/")[0]
                ahead += [f"{folder}/{it.decode()}" for it in _IMPORT.findall(files[asset])]


@lru_cache(maxsize=1)
def loads() -> Mapping[str, tuple[str, ...]]:
    """What each public page loads."""
    return {path: tuple(sorted(beside(path, shelf_files()))) for path in public()}


def test_a_page_and_its_style_are_small() -> None:
    sizes = {
        path: weight(path) + sum(weight(it) for it in assets if it.endswith(".css"))
        for path, assets in loads().items()
    }
    assert len(sizes) > 100
    assert all(any(it.endswith(".css") for it in assets) for assets in loads().values())
    assert {path: size for path, size in sizes.items() if size > MOST_FOR_A_PAGE} == {}


def test_the_scripts_of_a_page_are_small_before_search_is_opened() -> None:
    sizes = {
        path: sum(weight(it) for it in assets if it.endswith(".js"))
        for path, assets in loads().items()
    }
    assert min(size for path, size in sizes.items() if path.endswith("/dossier.html")) > 5_000
    assert {path: size for path, size in sizes.items() if size > MOST_FOR_SCRIPTS} == {}


def test_the_scripts_of_order_sheets_are_small() -> None:
    sizes = [
        max(weight(path) for path in shelf_files() if re.search(rf"/{name}\.\w+\.js$", path))
        for name in ("orders", "orders-seal")
    ]
    assert sum(sizes) <= MOST_FOR_ORDERS


def test_fonts_are_small() -> None:
    fonts = {
        posixpath.basename(path): len(content)
        for path, content in shelf_files().items()
        if path.startswith("site/") and _FONT.search(path)
    }
    assert len(fonts) == 3
    assert sum(fonts.values()) <= MOST_FOR_FONTS
    styles = {path for assets in loads().values() for path in assets if path.endswith(".css")}
    assert not [path for path in styles if b"data:font" in shelf_files()[path]]


def test_imported_scripts_count_towards_the_size() -> None:
    files = {
        "site/a/index.html": b'<link rel="stylesheet" href="../s.css"><script src="x.js"></script>',
        "site/a/x.js": b'import { y } from "./y.js";\nimport("./later.js");\n',
        "site/a/y.js": b"export const y = 1;\n",
    }
    assert sorted(beside("site/a/index.html", files)) == [
        "site/a/x.js",
        "site/a/y.js",
        "site/s.css",
    ]
