"""The landing page of a shelf: its own words, and of each campaign what the public may know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from chronicle.audience import EVERYONE
from chronicle.diagnostics import Report
from chronicle.edition import Edition, Text
from chronicle.render.pages import Renderer, render
from chronicle.site import Page, Site

_PAGE: Final = Page("index.html", "shelf.html", "shelf")


@dataclass(frozen=True, slots=True)
class Volume:
    """One campaign as the landing page shows it; ``turns`` counts those the public reads.

    ``last_title`` and ``last_date`` are those of the latest turn; empty before the first, and where
    the author gave none.
    """

    id: str
    title: str
    tagline: str
    language: str
    ruleset: str
    turns: int
    last_title: str
    last_date: str


def volume_of(id: str, edition: Edition) -> Volume:
    """A campaign's public edition as a volume, field by field.

    Raises ValueError for anybody else's edition, whatever it holds.
    """
    if edition.audience != EVERYONE:
        raise ValueError(f"the landing page of {id} is for everyone, not {edition.audience.word}")
    last = edition.turns[-1] if edition.turns else None
    return Volume(
        id=id,
        title=edition.title,
        tagline=edition.tagline,
        language=edition.language,
        ruleset=edition.ruleset,
        turns=len(edition.turns),
        last_title=last.title if last else "",
        last_date=last.date if last else "",
    )


@dataclass(frozen=True, slots=True)
class Landing:
    """What the landing page says: the shelf's own words, all public, and its volumes.

    ``introduction`` is Markdown; for what is empty the theme has words.
    """

    title: str
    tagline: str
    introduction: str
    volumes: tuple[Volume, ...]


def render_landing(landing: Landing, renderer: Renderer, report: Report) -> dict[str, bytes]:
    """The landing page and the static files it uses, by path."""
    site = Site(_edition_of(landing, renderer.theme.language), (_PAGE,))
    return render(site, renderer, report, volumes=landing.volumes)


def _edition_of(landing: Landing, language: str) -> Edition:
    """A public edition with the shelf's own words and nothing of any campaign."""
    return Edition(
        audience=EVERYONE,
        title=landing.title,
        tagline=landing.tagline,
        language=language,
        ruleset="",
        introduction=(Text(landing.introduction, 0),) if landing.introduction else (),
        stories=(),
        factions=(),
        places=(),
        pages=(),
        turns=(),
        dossiers=(),
        names={},
        known_since={},
        verdicts={},
    )
