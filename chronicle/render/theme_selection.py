"""The theme that a campaign or a shelf asks for, what it says of itself, and the landing page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from chronicle.diagnostics.report import Report
from chronicle.files.source import Tree
from chronicle.leaks import House, house_of
from chronicle.load.multi_site import Shelf, load_shelf
from chronicle.model.campaign import Campaign
from chronicle.render import (
    Renderer,
    Theme,
    dressed,
    read_theme,
    said_by,
    shipped_texts,
    shipped_themes,
)
from chronicle.render.landing_page import Landing, Volume, render_landing


def theme_of(asking: Campaign | Shelf, themes: tuple[Path, ...], report: Report) -> Theme | None:
    """The theme that a campaign or a shelf asks for, dressed as it says; None after a finding."""
    theme = read_theme(
        asking.theme,
        asking.language,
        (*themes, shipped_themes()),
        report,
        at=asking.theme_at,
        language_at=asking.language_at,
    )
    return None if theme is None else dressed(theme, asking.look, report)


def house_in(theme: Theme) -> House:
    """What a theme says of itself, the author's own files apart."""
    shipped = shipped_texts()
    own = (text for text in said_by(theme.sources) if text not in shipped)
    return house_of(shipped, own)


def landing_of(
    tree: Tree,
    campaigns: Sequence[str],
    volumes: Sequence[Volume],
    themes: tuple[Path, ...],
    report: Report,
) -> Mapping[str, bytes]:
    """The landing page with its static files; nothing when findings say why not."""
    shelf = load_shelf(tree, campaigns, report)
    theme = theme_of(shelf, themes, report) if shelf is not None else None
    if shelf is None or theme is None:
        return {}
    landing = Landing(shelf.title, shelf.tagline, shelf.introduction, tuple(volumes), shelf.address)
    return render_landing(landing, Renderer.of(theme), report)
