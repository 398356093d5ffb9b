"""The landing page of a multi-campaign site: its own texts, and public data of each campaign.

The files at the root of the host, for all campaigns, are made here too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chronicle.diagnostics.report import Report
from chronicle.model.audience import EVERYONE
from chronicle.outline.frame import Frame, badges_of, drawn_preview_image
from chronicle.outline.map import WorldMap, latest_map_of
from chronicle.outline.paths import HOME, NOT_FOUND, SEALED_FOLDER
from chronicle.outline.site import Site, SitePage, preview_image_pages, root_pages, sitemap_page
from chronicle.outline.views import CampaignListPage, CampaignSummary
from chronicle.project.edition import EMPTY_EDITION, Edition, Text
from chronicle.records import Record, replace
from chronicle.render.pages import render_site
from chronicle.render.renderer import Renderer

#: The width of a cover in pixels, on a fine screen.
_COVER: Final = 640


def summarize_campaign(
    id: str, edition: Edition, *, sealed: bool = False, address: str = ""
) -> CampaignSummary:
    """Summarise a campaign from its public edition. Raises ValueError for any other edition."""
    if edition.audience != EVERYONE:
        raise ValueError(f"the landing page of {id} is for everyone, not {edition.audience.word}")
    last = edition.turns[-1] if edition.turns else None
    backdrop = latest_map_of(edition).backdrop if edition.turns else None
    return CampaignSummary(
        id=id,
        title=edition.title,
        tagline=edition.tagline,
        language=edition.language,
        ruleset=edition.ruleset,
        turns=len(edition.turns),
        last_title=last.title if last else "",
        last_date=last.date if last else "",
        factions=badges_of(edition),
        map=_land_of(edition),
        picture=edition.pictures[backdrop.path].smallest_at_least(_COVER).path if backdrop else "",
        sealed=sealed,
        address=address,
    )


def _land_of(edition: Edition) -> WorldMap | None:
    """The map of an edition without its places; None if it has none, or lies on a picture."""
    if not edition.places or not edition.turns:
        return None
    world = latest_map_of(edition)
    if world.backdrop is not None:
        return None
    return replace(world, marks=(), listed=(), before=(), cartouche=None, bar=None)


class LandingPage(Record):
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
    # A campaign may have a theme of its own, with sigils that this one lacks.
    sigils = renderer.theme.sigils
    volumes = tuple(
        replace(it, factions=tuple(f for f in it.factions if f.sigil in sigils))
        for it in landing.volumes
    )
    landing = replace(landing, volumes=volumes)
    frame = Frame(
        title=landing.title,
        tagline=landing.tagline,
        language=renderer.theme.language,
        ruleset="",
        address=landing.address,
        card=drawn_preview_image() if landing.address else None,
    )
    return render_site(Site(EMPTY_EDITION, tuple(_pages(landing)), frame), renderer, report)


def _pages(landing: LandingPage) -> Iterator[SitePage]:
    introduction = (Text(landing.introduction, 0),) if landing.introduction else ()
    home = SitePage(
        HOME, "shelf.html", "shelf", content=CampaignListPage(introduction, landing.volumes)
    )
    yield home
    closed = tuple(f"{volume.id}/{SEALED_FOLDER}" for volume in landing.volumes if volume.sealed)
    sites = (landing.address, *(volume.address for volume in landing.volumes))
    for page in root_pages(closed, [site for site in sites if site]):
        yield replace(page, template="shelf-404.html") if page.path == NOT_FOUND else page
    if landing.address:
        yield sitemap_page([home])
        yield from preview_image_pages()
