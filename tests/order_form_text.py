"""A theme's words for what may be ordered, as its macros put them, for tests that read them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from html import unescape
from typing import Final

from chronicle.model.facts import Ref
from chronicle.outline.frame import Frame
from chronicle.outline.site import SitePage
from chronicle.render import Renderer, shipped_themes_folder
from chronicle.render.template_functions import CURRENT_PAGE, PageScope, with_relative_urls
from chronicle.render.theme import available_choices
from tests.shipped_theme import shipped_theme

#: The languages of the theme that ships.
LANGUAGES: Final = available_choices((shipped_themes_folder(),))["language"]


@cache
def _renderer(language: str, ruleset: str) -> Renderer:
    return Renderer.of(shipped_theme(language), ruleset)


class _Names(dict[Ref, str]):
    """Names of things; others are called by their ids."""

    def __missing__(self, ref: Ref) -> str:
        return ref.id


class Say:
    """What the macros of `blanks.html` make of a ruleset's forms, without markup.

    ``names`` are those of what pointers lead to; without one, a thing is called by its id.
    """

    def __init__(
        self, ruleset: str, language: str = "en", names: Mapping[Ref, str] | None = None
    ) -> None:
        self._macros = _renderer(language, ruleset).environment.get_template("blanks.html").module
        page, frame = SitePage("orders.html", "", "orders"), Frame("", "", language, ruleset)
        self._scope = PageScope(page, frame, _Names(names or {}), {}, {}, frozenset())

    def __call__(self, macro: str, *given: object) -> str:
        """What a macro says, as a reader sees it."""
        token = CURRENT_PAGE.set(self._scope)
        try:
            said = str(getattr(self._macros, macro)(*given))
        finally:
            CURRENT_PAGE.reset(token)
        return unescape(with_relative_urls(said, "")).strip()
