"""The second theme lays pages out otherwise, and says the same words with the same links."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Final

import pytest

from chronicle.cli.help_text import SHIPPED_THEMES
from chronicle.diagnostics.report import Report
from chronicle.model.audience import EVERYONE, GM, Audience
from chronicle.outline.pages import outline
from chronicle.pipeline import PlayedCampaign, resolve_campaign
from chronicle.project import audiences_of, project
from chronicle.render import Renderer, read_theme, render_site, shipped_themes_folder
from tests.golden.campaigns import BANNERS, FORDS, LEDGER, TIDE_BELL
from tests.render import html_checks
from tests.rules.freeform.small_campaign import SOUND as FREEFORM
from tests.rules.lieutenants.small_campaign import SOUND as LIEUTENANTS
from tests.rules.wwn.small_campaign import SOUND as WWN
from tests.small_campaign import SOUND as SHADOW
from tests.small_campaign import tree_of

#: A small campaign of each ruleset, as files and the campaign they are added to.
CAMPAIGNS: Final = {
    "shadow": (TIDE_BELL, SHADOW),
    "freeform": (LEDGER, FREEFORM),
    "lieutenants": (FORDS, LIEUTENANTS),
    "wwn": (BANNERS, WWN),
}
MODERN: Final = shipped_themes_folder() / "modern"
#: All that it overrides; the rest comes from the theme below.
OVERRIDDEN: Final = (
    *("card.svg", "home.html", "parts/map-drawings.html", "static/modern.css", "theme.yaml"),
    "turn.html",
)
_CHECKS: Final = ("markup_faults", "id_faults", "head_faults", "heading_faults")


@cache
def renderer(theme: str, ruleset: str) -> Renderer:
    """A shipped theme, ready to draw."""
    found = read_theme(theme, "en", (shipped_themes_folder(),), Report())
    assert found is not None
    return Renderer.of(found, ruleset)


@cache
def played(ruleset: str) -> PlayedCampaign:
    """A small campaign of a ruleset after its last turn."""
    files, over = CAMPAIGNS[ruleset]
    report = Report()
    found = resolve_campaign(tree_of(files, over=over), report)
    assert found is not None, [finding.message for finding in report.findings]
    return found


@cache
def pages(ruleset: str, audience: Audience, theme: str) -> Mapping[str, str]:
    """An edition's pages as a theme draws them, by path; a finding fails the test."""
    game, report = played(ruleset), Report()
    edition = project(game.campaign, game.history, game.ruleset, audience)
    files = render_site(outline(edition, report, str), renderer(theme, ruleset), report)
    assert not report.findings, [finding.message for finding in report.findings]
    return {path: text.decode() for path, text in files.items() if path.endswith(".html")}


def links(page: str) -> Counter[str]:
    """Where a page leads, and how often."""
    return Counter(re.findall(r'<a\b[^>]*\bhref="([^"]+)"', page))


def words(page: str) -> Counter[str]:
    """Every word of a page, and how often it stands there."""
    body = page[page.index("<body") :]
    return Counter(html.unescape(re.sub(r"<[^>]+>", " ", body)).split())


def readers(ruleset: str) -> tuple[Audience, ...]:
    """The public, the GM and one faction."""
    own = next(one for one in audiences_of(played(ruleset).campaign) if one.faction)
    return (EVERYONE, GM, own)


@pytest.mark.parametrize("ruleset", CAMPAIGNS)
def test_both_themes_have_the_same_text_and_links(ruleset: str) -> None:
    for audience in readers(ruleset):
        annals = pages(ruleset, audience, "annals")
        modern = pages(ruleset, audience, "modern")
        assert annals.keys() == modern.keys()
        for path, page in modern.items():
            assert words(page) == words(annals[path]), path
            assert links(page) == links(annals[path]), path


@pytest.mark.parametrize("ruleset", CAMPAIGNS)
def test_pages_of_the_modern_theme_are_valid(ruleset: str) -> None:
    for audience in readers(ruleset):
        for path, page in pages(ruleset, audience, "modern").items():
            if path == "index.html" or re.fullmatch(r"turns/\d+\.html", path):
                parsed = html_checks.parse(page)
                assert [f for name in _CHECKS for f in getattr(html_checks, name)(parsed)] == [], (
                    path
                )


def test_the_modern_theme_has_its_own_home_and_turn_layout() -> None:
    annals = pages("shadow", EVERYONE, "annals")
    modern = pages("shadow", EVERYONE, "modern")
    for path, mark in (("index.html", 'class="board"'), ("turns/1.html", 'class="sheet with-map"')):
        assert mark in modern[path]
        assert mark not in annals[path]


def test_the_modern_theme_overrides_few_templates() -> None:
    found = sorted(p.relative_to(MODERN).as_posix() for p in MODERN.rglob("*") if p.is_file())
    assert found == sorted(OVERRIDDEN)


def test_the_modern_theme_extends_the_annals_stylesheet() -> None:
    page = pages("shadow", EVERYONE, "modern")["index.html"]
    sheets = re.findall(r'rel="stylesheet" href="assets/(\w+)\.', page)
    assert sheets == ["annals", "modern"]


@pytest.mark.parametrize("theme", sorted({*SHIPPED_THEMES} - {"annals", "modern"}))
def test_other_themes_have_no_templates_but_their_card(theme: str) -> None:
    folder = shipped_themes_folder() / theme
    found = sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())
    assert found == ["card.svg", f"static/{theme}.css", "theme.yaml"]


@pytest.mark.parametrize("theme", SHIPPED_THEMES)
def test_stylesheets_ask_for_no_files_but_the_fonts_of_the_theme(theme: str) -> None:
    text = (shipped_themes_folder() / theme / f"static/{theme}.css").read_text(encoding="utf-8")
    fonts = sorted((shipped_themes_folder() / theme / "static" / "fonts").glob("*.woff2"))
    assert sorted(re.findall(r'url\("([^"]*)', text)) == [f"fonts/{font.name}" for font in fonts]
    assert re.findall(r"@import|https?:", text) == []
