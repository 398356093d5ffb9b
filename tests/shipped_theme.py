"""The theme that ships."""

from __future__ import annotations

from functools import cache

from chronicle.diagnostics.report import Report
from chronicle.render import Theme, read_theme, shipped_themes_folder


@cache
def shipped_theme(language: str = "en") -> Theme:
    """The theme that ships, in one language."""
    report = Report()
    theme = read_theme("annals", language, (shipped_themes_folder(),), report)
    assert theme is not None
    assert report.findings == ()
    return theme
