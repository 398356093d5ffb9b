"""The stage that renders: from a site and a theme to files; the home of jinja2."""

from __future__ import annotations

from chronicle.files.package_data import shipped_themes
from chronicle.render.pages import files_of, render
from chronicle.render.renderer import Renderer
from chronicle.render.theme import (
    Theme,
    can_draw,
    dressed,
    offered,
    read_theme,
    said_by,
    shipped_texts,
)

__all__ = [
    "Renderer",
    "Theme",
    "can_draw",
    "dressed",
    "files_of",
    "offered",
    "read_theme",
    "render",
    "said_by",
    "shipped_texts",
    "shipped_themes",
]
