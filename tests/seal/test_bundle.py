"""What is bound for a faction's players is its edition, page for page, and nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

import pytest

from chronicle import pipeline
from chronicle.diagnostics.report import Report
from chronicle.outline.site import Site
from chronicle.project.edition import Edition
from chronicle.render.page_content import PageContent
from chronicle.seal.bundle import DossierBundle, bundle_dossier
from tests.golden.campaigns import TIDE_BELL
from tests.small_campaign import tree_of

VAEL: Final = "private/vael/"


@cache
def made() -> Mapping[str, bytes]:
    report = Report()
    files = pipeline.build_files(tree_of(TIDE_BELL), report)
    assert files is not None, [finding.message for finding in report.findings]
    return files


def bound_of(files: Mapping[str, str]) -> DossierBundle:
    """What is bound for House Vael, caught on its way."""
    caught: list[DossierBundle] = []

    def catching(
        site: Site, pages: Mapping[str, bytes], leaves: Iterable[PageContent], public: Edition
    ) -> DossierBundle:
        caught.append(bundle_dossier(site, pages, leaves, public))
        return caught[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("chronicle.pipeline.bundle_dossier", catching)
        assert pipeline.build_files(tree_of(files), Report()) is not None
    return next(one for one in caught if one.faction == "vael")


@cache
def bound() -> DossierBundle:
    return bound_of(TIDE_BELL)


def pages_of(text: bytes) -> dict[str, dict[str, str]]:
    pages = json.loads(text)["pages"]
    assert isinstance(pages, dict)
    return pages


def test_every_page_of_the_edition_is_bundled_once() -> None:
    listed = [path for text in (bound().book, *bound().turns) for path in pages_of(text)]
    edition = {
        path.removeprefix(VAEL)
        for path in made()
        if path.startswith(VAEL) and path.endswith(".html")
    }
    assert sorted(listed) == sorted(edition - {"dossier.html"})


def test_a_bundled_page_equals_the_rendered_page() -> None:
    for text in (bound().book, *bound().turns):
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


def test_the_single_file_dossier_is_self_contained() -> None:
    page = made()[VAEL + "dossier.html"].decode()
    ids = re.findall(r'\sid="([^"]*)"', page)
    assert len(ids) == len(set(ids))
    addresses = re.findall(r'(?:href|src)="([^"]*)"', page)
    assert addresses
    assert [a for a in addresses if not a.startswith(("#", "data:", "https:", "mailto:"))] == []
    assert {a[1:] for a in addresses if a.startswith("#")} <= set(ids)
    assert not re.search(r"<(?:link|script)\b", page)
    assert "<style>\n" in page


def test_the_single_file_dossier_has_every_page_except_as_of_pages() -> None:
    page = made()[VAEL + "dossier.html"].decode()
    held = re.findall(r'<article class="single-page [^"]*" id="([^"]*)"', page)
    paths = {path.removeprefix(VAEL) for path in made() if path.startswith(VAEL)}
    expected = {
        path.removesuffix(".html").replace("/", "-")
        for path in paths
        if path.endswith(".html") and path != "dossier.html" and not path.startswith("as-of/")
    }
    assert sorted(held) == sorted(expected)


def test_the_single_file_dossier_has_no_links_to_the_current_page() -> None:
    assert "The world after this turn" in made()[VAEL + "turns/1.html"].decode()
    page = made()[VAEL + "dossier.html"].decode()
    assert "The world after this turn" not in page
    for section in page.split('<article class="single-page ')[1:]:
        own = section.partition('id="')[2].partition('"')[0]
        assert f'class="onward"><a href="#{own}"' not in section, own
