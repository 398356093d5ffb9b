"""Load the theme that a campaign or multi-campaign site asks for; build the landing page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.leaks import ThemeText, theme_text_of
from chronicle.load.multi_site import MultiSite, load_multi_site
from chronicle.model.campaign import Campaign
from chronicle.outline.views import CampaignSummary
from chronicle.records import replace
from chronicle.render import (
    Renderer,
    Theme,
    page_texts_of,
    read_theme,
    shipped_texts,
    shipped_themes_folder,
    with_look,
)
from chronicle.render.landing_page import LandingPage, render_landing_page


def load_theme(
    site_config: Campaign | MultiSite, themes: tuple[Path, ...], report: Report
) -> Theme | None:
    """Load a theme with the author's parameters; None after an error."""
    theme = read_theme(
        site_config.theme,
        site_config.language,
        (*themes, shipped_themes_folder()),
        report,
        at=site_config.theme_at,
        language_at=site_config.language_at,
    )
    if theme is None:
        return None
    if isinstance(site_config, Campaign) and site_config.numbers:
        theme = replace(theme, words=theme.words.for_names(site_config.numbers))
    return with_look(theme, site_config.look, report)


def theme_text_for(theme: Theme) -> ThemeText:
    """The text of a theme for the leak gate, with the author's own files separate."""
    shipped = shipped_texts()
    own = (text for text in page_texts_of(theme.sources) if text not in shipped)
    return theme_text_of(shipped, own)


def build_landing_page(
    tree: FileTree,
    campaigns: Sequence[str],
    volumes: Sequence[CampaignSummary],
    themes: tuple[Path, ...],
    report: Report,
) -> Mapping[str, bytes]:
    """The landing page with its static files; empty after an error."""
    multi_site = load_multi_site(tree, campaigns, report)
    theme = load_theme(multi_site, themes, report) if multi_site is not None else None
    if multi_site is None or theme is None:
        return {}
    landing = LandingPage(
        multi_site.title,
        multi_site.tagline,
        multi_site.introduction,
        tuple(volumes),
        multi_site.address,
    )
    return render_landing_page(landing, Renderer.of(theme), report)
