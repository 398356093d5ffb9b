"""What plain texts made with a theme's templates share: a page to render on, and lines of text."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup

from chronicle.model.facts import Ref
from chronicle.outline.frame import Frame
from chronicle.outline.site import SitePage
from chronicle.render.template_functions import PageScope
from chronicle.render.theme import Theme


def page_for_text(theme: Theme, ruleset: str, names: Mapping[Ref, str]) -> PageScope:
    """A page of no site, for the GM, on which these names are known."""
    return PageScope(
        page=SitePage("text.html", "", "text"),
        frame=Frame("", "", theme.language, ruleset, is_gm=True),
        names=names,
        pictures={},
        parts={},
        sections=frozenset(),
    )


def action_words(theme: Theme, ruleset: str, code: str) -> str:
    """The action of an order; its code if the theme has no text for it."""
    words = theme.words.get(f"{ruleset}.code.{code}")
    return words if isinstance(words, str) else code


def strip_tags(html: str) -> str:
    """The text of HTML, in one line."""
    return " ".join(Markup(html).striptags().split())  # noqa: S704  a text of the theme
