"""The landing page of a multi-campaign site: its own texts, and public data of each campaign.

The files at the root of the host, for all campaigns, are made here too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chronicle.diagnostics.report import Report
from chronicle.model.audience import EVERYONE
from chronicle.model.facts import NameIndex
from chronicle.outline.site import (
    DEFAULT_PREVIEW_IMAGE,
    HOME,
    NOT_FOUND,
    ROBOTS,
    SEALED_FOLDER,
    SITEMAP,
    Robots,
    Site,
    SitePage,
)
from chronicle.project.edition import Edition, Text
from chronicle.records import dataclass
from chronicle.render.pages import render_site
from chronicle.render.renderer import Renderer

_PAGE: Final = SitePage(HOME, "shelf.html", "shelf")
_MAP: Final = SitePage(SITEMAP, "sitemap.xml", "sitemap", links="whole", listed=False)


@dataclass(frozen=True, slots=True)
class CampaignSummary:
    """One campaign as shown on the landing page; ``turns`` is the number of public turns.

    ``last_title`` and ``last_date`` are those of the latest turn; empty before the first, and if
    the author gave none. ``sealed`` says that it has sealed dossiers; ``address`` is the URL of its
    own site, empty if unknown.
    """

    id: str
    title: str
    tagline: str
    language: str
    ruleset: str
    turns: int
    last_title: str
    last_date: str
    sealed: bool = False
    address: str = ""


def summarize_campaign(
    id: str, edition: Edition, *, sealed: bool = False, address: str = ""
) -> CampaignSummary:
    """Summarise a campaign from its public edition, field by field.

    Raises ValueError for any other edition.
    """
    if edition.audience != EVERYONE:
        raise ValueError(f"the landing page of {id} is for everyone, not {edition.audience.word}")
    last = edition.turns[-1] if edition.turns else None
    return CampaignSummary(
        id=id,
        title=edition.title,
        tagline=edition.tagline,
        language=edition.language,
        ruleset=edition.ruleset,
        turns=len(edition.turns),
        last_title=last.title if last else "",
        last_date=last.date if last else "",
        sealed=sealed,
        address=address,
    )


@dataclass(frozen=True, slots=True)
class LandingPage:
    """The content of the landing page: the site's own texts, all public, and its campaigns.

    ``introduction`` is Markdown; the theme has default texts for empty fields. ``address`` is the
    URL of the page, ending in a slash, or empty.
    """

    title: str
    tagline: str
    introduction: str
    volumes: tuple[CampaignSummary, ...]
    address: str = ""


def render_landing_page(
    landing: LandingPage, renderer: Renderer, report: Report
) -> dict[str, bytes]:
    """Return the landing page, files next to it, and the static files they use, by path."""
    edition = _edition_of(landing, renderer.theme.language)
    card = DEFAULT_PREVIEW_IMAGE if landing.address else None
    site = Site(edition, tuple(_pages(landing)), address=landing.address, card=card)
    return render_site(site, renderer, report, volumes=landing.volumes)


def _pages(landing: LandingPage) -> Iterator[SitePage]:
    yield _PAGE
    yield SitePage(NOT_FOUND, "shelf-404.html", "lost", links="rooted", listed=False)
    closed = tuple(f"{volume.id}/{SEALED_FOLDER}" for volume in landing.volumes if volume.sealed)
    sites = (landing.address, *(volume.address for volume in landing.volumes))
    robots = Robots(closed, tuple(f"{site}{SITEMAP}" for site in sites if site))
    yield SitePage(ROBOTS, "robots.txt", "robots", about=robots, links="rooted", listed=False)
    if landing.address:
        yield _MAP


def _edition_of(landing: LandingPage, language: str) -> Edition:
    """A public edition with the site's own texts and nothing of any campaign."""
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
        dossiers={},
        names=NameIndex({}),
        known_since={},
        verdicts={},
    )
