"""Render a site with a theme to files. The only package that imports jinja2."""

from __future__ import annotations

from chronicle.files.package_data import shipped_themes_folder
from chronicle.render.pages import render_files, render_site
from chronicle.render.renderer import Renderer
from chronicle.render.theme import (
    Theme,
    available_choices,
    check_sigils,
    page_texts_of,
    read_theme,
    shipped_texts,
    with_look,
)

__all__ = [
    "Renderer",
    "Theme",
    "available_choices",
    "check_sigils",
    "page_texts_of",
    "read_theme",
    "render_files",
    "render_site",
    "shipped_texts",
    "shipped_themes_folder",
    "with_look",
]
