"""What is bound for a faction's players is its edition, page for page, and nothing else."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from io import BytesIO
from typing import Final

import pytest
from PIL import Image

from chronicle import pipeline
from chronicle.diagnostics.report import Report
from chronicle.outline.site import Site
from chronicle.project.edition import Edition
from chronicle.render.page_content import PageContent
from chronicle.seal.bundle import DossierBundle, bundle_dossier
from tests.golden.campaigns import TIDE_BELL
from tests.render.site_with_address import lock
from tests.small_campaign import tree_of

VAEL: Final = "private/vael/"


@cache
def made() -> Mapping[str, bytes]:
    report = Report()
    files = pipeline.build_files(tree_of(TIDE_BELL), report, seal=lock())
    assert files is not None, [finding.message for finding in report.findings]
    return files


def bound_of(files: Mapping[str, str]) -> DossierBundle:
    """What is bound for House Vael, caught on its way."""
    caught: list[DossierBundle] = []

    def catching(
        site: Site, header: str, leaves: Iterable[PageContent], public: Edition
    ) -> DossierBundle:
        caught.append(bundle_dossier(site, header, leaves, public))
        return caught[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("chronicle.pipeline.bundle_dossier", catching)
        assert pipeline.build_files(tree_of(files), Report(), seal=lock()) is not None
    return next(one for one in caught if one.faction == "vael")


@cache
def bound() -> DossierBundle:
    return bound_of(TIDE_BELL)


def pages_of(text: bytes) -> dict[str, dict[str, str]]:
    pages = json.loads(text)["pages"]
    assert isinstance(pages, dict)
    return pages


def test_every_page_of_the_edition_is_bundled_once() -> None:
    listed = [
        path for text in (bound().book, bound().pages, *bound().turns) for path in pages_of(text)
    ]
    edition = {
        path.removeprefix(VAEL)
        for path in made()
        if path.startswith(VAEL) and path.endswith(".html")
    }
    assert sorted(listed) == sorted(edition)


def test_the_book_has_the_front_page_and_the_paths_of_what_may_change() -> None:
    book = json.loads(bound().book)
    assert list(book["pages"]) == ["index.html"]
    assert book["paths"] == list(pages_of(bound().pages))
    assert "orders.html" in book["paths"]


def test_a_bundled_page_equals_the_rendered_page() -> None:
    for text in (bound().book, bound().pages, *bound().turns):
        for path, page in pages_of(text).items():
            drawn = made()[VAEL + path].decode()
            assert page["main"] in drawn
            assert re.sub(r"\s+", "", drawn.partition("<main")[2]).startswith(
                re.sub(r"\s+", "", 'id="main" tabindex="-1">' + page["main"])
            )
            assert f'class="page-{page["key"]}"' in drawn


def test_a_turn_holds_the_pages_that_belong_to_it_for_good() -> None:
    folders = ("as-of", "dossier", "rumors", "turns")
    assert [sorted(pages_of(text)) for text in bound().turns] == [
        [f"{folder}/{n}.html" for folder in folders] for n in (1, 2)
    ]


def test_later_turns_do_not_change_the_bundle_of_a_turn() -> None:
    shorter = {path: text for path, text in TIDE_BELL.items() if path != "turns/002.yaml"}
    before = bound_of(shorter)
    # What leads on to the next turn is there once there is one.
    strip = re.compile(
        rb'<nav class=\\"steps.*?</nav>|<p class=\\"onward\\"><a class=\\"button.*?</p>'
    )
    assert strip.sub(b"", before.turns[0]) == strip.sub(b"", bound().turns[0])


def photo(seed: int) -> bytes:
    """A picture of 1600 pixels that packs badly, with about 2 MB."""
    noisy = hashlib.shake_256(bytes([seed])).digest(1600 * 1200)
    noise = Image.frombytes("L", (1600, 1200), noisy)
    written = BytesIO()
    Image.merge("RGB", (noise, noise.transpose(Image.Transpose.ROTATE_180), noise)).save(
        written, "JPEG", quality=90
    )
    return written.getvalue()


def test_large_secret_pictures_are_sealed_within_a_budget() -> None:
    """Two of 2 MB once took all seats two files of that size; now they are two of four files."""
    pictures = {f"media/{seed}.jpg": photo(seed) for seed in range(2)}
    assert min(map(len, pictures.values())) > 1 << 20
    text = "::: secret vael\n![A cellar](0.jpg)\n\n![A stair](1.jpg)\n:::"
    page = f"---\ntitle: Maps\nfor: everyone\n---\nAll maps.\n\n{text}\n"
    tree = tree_of({**TIDE_BELL, **pictures, "pages/maps.md": page})
    report = Report()
    files = pipeline.build_files(tree, report, seal=lock())
    assert files is not None, [finding.message for finding in report.findings]
    blobs = [path for path in files if path.startswith("site/sealed/") and path.endswith(".bin")]
    sealed = Counter(len(files[path]) for path in blobs)
    assert {size: sealed[size] for size in sealed if size > 65_000} == {52 + (256 << 10): 4}
