"""The dossier in one file has the pages of the edition without what makes no sense there."""

from __future__ import annotations

import re
from functools import cache

import pytest

from chronicle.diagnostics.report import Report
from chronicle.pipeline import SealOptions, build_files
from chronicle.render.single_file import without_onward_link, without_permalinks
from chronicle.seal import Keys, orders_public_key
from tests.exported_dossier import exported, sample_dossier
from tests.golden.campaigns import TIDE_BELL
from tests.render import html_checks
from tests.sample_campaigns import SAMPLES
from tests.small_campaign import tree_of
from tests.thorough import beginning

SIGN = '<a class="permalink" href="#e1" aria-label="Permalink: Rain">¶</a>'


@pytest.mark.parametrize(
    ("written", "then"),
    [
        (f"<h3>Rain&nbsp;{SIGN}</h3>", "<h3>Rain</h3>"),
        (f"<h3>Rain {SIGN}{SIGN}</h3>", "<h3>Rain </h3>"),
        (f'<p>Rain</p>\n<p class="label">{SIGN}</p>\n<p>Wind</p>', "<p>Rain</p>\n<p>Wind</p>"),
        (f'<p class="rumor-where">\n  &nbsp;{SIGN}</p>{SIGN}', ""),
        (f'<p class="label">Rain {SIGN}</p>', '<p class="label">Rain </p>'),
        (f'<p class="label">{SIGN} Rain</p>', '<p class="label"> Rain</p>'),
        (f'<p class="label">{SIGN} {SIGN}</p>', '<p class="label"> </p>'),
        ("<p>No sign</p>", "<p>No sign</p>"),
        ('<a class="permalink"', '<a class="permalink"'),
    ],
)
def test_permalink_signs_are_removed_from_the_single_file(written: str, then: str) -> None:
    assert without_permalinks(written) == then


@pytest.mark.parametrize(
    ("written", "then"),
    [
        (
            '<h1>A</h1>\n<p class="onward"><a href="#t3">Then</a></p>\n<p>B</p>',
            "<h1>A</h1>\n<p>B</p>",
        ),
        (
            '<p class="onward"><a href="#t3.e1">On</a></p>',
            '<p class="onward"><a href="#t3.e1">On</a></p>',
        ),
        (
            '<p class="onward"><a href="#t4">On</a></p>',
            '<p class="onward"><a href="#t4">On</a></p>',
        ),
        (
            '<p class="onward"><a href="#t3">Then</a> <a href="#t4">On</a></p>',
            '<p class="onward"><a href="#t3">Then</a> <a href="#t4">On</a></p>',
        ),
        ("<p>A</p>", "<p>A</p>"),
    ],
)
def test_links_to_the_current_page_are_removed(written: str, then: str) -> None:
    assert without_onward_link(written, "t3") == then


@cache
def dossier() -> str:
    """That of House Vael in a campaign of two turns."""
    found = exported(TIDE_BELL)
    assert found is not None
    return found.decode()


@cache
def edition() -> dict[str, str]:
    """The pages of the same faction as built."""
    files = build_files(tree_of(TIDE_BELL), Report())
    assert files is not None
    return {
        path.removeprefix("private/vael/"): content.decode()
        for path, content in files.items()
        if path.startswith("private/vael/") and path.endswith(".html")
    }


def test_a_build_writes_no_single_file_dossier() -> None:
    assert "dossier/1.html" in edition()
    assert "dossier.html" not in edition()


def test_the_single_file_dossier_is_self_contained() -> None:
    page = dossier()
    ids = re.findall(r'\sid="([^"]*)"', page)
    assert len(ids) == len(set(ids))
    addresses = re.findall(r'(?:href|src)="([^"]*)"', page)
    assert addresses
    assert [a for a in addresses if not a.startswith(("#", "data:", "https:", "mailto:"))] == []
    assert {a[1:] for a in addresses if a.startswith("#")} <= set(ids)
    assert not re.search(r"<(?:link|script)\b", page)
    assert "<style>\n" in page


def test_the_single_file_dossier_has_every_page_except_as_of_pages() -> None:
    held = re.findall(r'<article class="single-page [^"]*" id="([^"]*)"', dossier())
    expected = {
        path.removesuffix(".html").replace("/", "-")
        for path in edition()
        if not path.startswith("as-of/")
    }
    assert sorted(held) == sorted(expected)


def test_the_single_file_dossier_has_no_links_to_the_current_page() -> None:
    assert "The world after this turn" in edition()["turns/1.html"]
    assert "The world after this turn" not in dossier()
    for section in dossier().split('<article class="single-page ')[1:]:
        own = section.partition('id="')[2].partition('"')[0]
        assert f'class="onward"><a href="#{own}"' not in section, own


def test_the_order_sheet_of_the_single_file_seals_with_the_campaign_s_key() -> None:
    keys = Keys(master=bytes(range(32)), demo=True)
    sealing = exported(TIDE_BELL, seal=SealOptions(keys))
    assert sealing is not None
    point = orders_public_key(keys)
    assert sealing.decode().count(point) == 1
    assert point not in dossier()


@pytest.mark.parametrize("id", beginning(sorted(SAMPLES, reverse=True), 1))
def test_the_single_file_dossier_of_a_sample_is_valid_and_self_contained(id: str) -> None:
    faction = sorted(path.stem for path in (SAMPLES[id] / "factions").glob("*.yaml"))[0]
    path, content = "dossier.html", sample_dossier(id, faction)
    page = html_checks.parse(content.decode())
    assert html_checks.markup_faults(page) == []
    assert html_checks.id_faults(page) == []
    assert html_checks.heading_faults(page) == []
    assert html_checks.drawing_faults(page) == []
    assert content.count(b'<svg class="shields"') == 1
    assert b'class="permalink"' not in content
    assert html_checks.link_faults(path, page, {path}, {path: html_checks.ids_of(page)}) == []
    assert [tag.name for tag in page.tags if tag.name in ("main", "title")].count("main") == 1
    assert [tag for tag in page.tags if tag.name in ("link", "script", "iframe")] == []
