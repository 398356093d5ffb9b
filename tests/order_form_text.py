"""A theme's words for what may be ordered, as its macros put them, for tests that read them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from html import unescape
from typing import Any

from chronicle.diagnostics.report import Report
from chronicle.model.facts import Ref
from chronicle.render import Renderer, Theme, read_theme, shipped_themes_folder
from chronicle.render.messages import percent


@cache
def shipped(language: str) -> Theme:
    """The theme that ships, in one language."""
    theme = read_theme("annals", language, (shipped_themes_folder(),), Report())
    assert theme is not None
    return theme


@cache
def _renderer(language: str, ruleset: str) -> Renderer:
    return Renderer.of(shipped(language), ruleset)


class Say:
    """What the macros of `blanks.html` make of a ruleset's forms, without markup.

    ``names`` are those of what pointers lead to; without one, a thing is called by its id.
    """

    def __init__(
        self, ruleset: str, language: str = "en", names: Mapping[Ref, str] | None = None
    ) -> None:
        tools = _renderer(language, ruleset).functions
        seen: dict[str, Any] = {
            "t": tools.t,
            "says": tools.says,
            "percent": percent,
            "name": lambda ref: (names or {}).get(ref, ref.id),
        }
        template = _renderer(language, ruleset).environment.get_template("blanks.html", globals=seen)
        self._macros = template.make_module(seen)

    def __call__(self, macro: str, *given: object) -> str:
        """What a macro says, as a reader sees it."""
        return unescape(str(getattr(self._macros, macro)(*given))).strip()
