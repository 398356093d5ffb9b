"""The frame of an edition's pages: what stands around the content of every page."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Final

from chronicle.outline.paths import CHARTS, FEED, GALLERY, HOME, ORDERS, RULES, SEARCH, UNLOCK
from chronicle.project.edition import Edition
from chronicle.records import dataclass

#: Pages that the frame links to outside of the navigation.
_FIXED_LINKS: Final = (HOME, "about.html")


@dataclass(frozen=True, slots=True)
class FactionBadge:
    """A faction as names and shields of it need it on any page.

    ``division`` is that of its shield.
    """

    id: str
    name: str
    colors: tuple[str, str]
    sigil: str
    division: str
    motto: str


@dataclass(frozen=True, slots=True)
class NavigationItem:
    """A link of the navigation: its path, and the key of its text or the text itself.

    Pages whose path begins with ``section`` belong to it.
    """

    path: str
    key: str
    section: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class SitePreviewImage:
    """The preview image shown by other sites, with its size in pixels.

    ``words`` is the alternative text of the author's own image; the theme has one for its drawing.
    """

    path: str
    width: int
    height: int
    words: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands around every page of an edition.

    ``is_gm`` says that the GM reads it; ``own`` is the id of the faction whose players do, empty
    for others. ``factions`` are all that the reader knows, in the order of the campaign.
    ``address`` is the URL of the public pages, ending in a slash; empty if unknown and for all
    other editions; then there is no ``card``.
    """

    title: str
    tagline: str
    language: str
    ruleset: str
    is_gm: bool = False
    own: str = ""
    factions: tuple[FactionBadge, ...] = ()
    navigation: tuple[NavigationItem, ...] = ()
    has_search: bool = False
    has_feed: bool = False
    address: str = ""
    card: SitePreviewImage | None = None

    def faction(self, id: str) -> FactionBadge | None:
        """The faction with this id; None if the reader doesn't know it."""
        return next((faction for faction in self.factions if faction.id == id), None)

    def linked(self, path: str) -> str:
        """A path that the frame links to; empty for any other."""
        return (
            path if path in _FIXED_LINKS or any(it.path == path for it in self.navigation) else ""
        )

    def section(self, name: str) -> str:
        """A section of the navigation; empty for any other."""
        return name if any(it.section == name for it in self.navigation) else ""

    @property
    def own_faction(self) -> FactionBadge | None:
        """The faction whose players read the edition."""
        return self.faction(self.own)


def frame_of(
    edition: Edition,
    paths: Container[str],
    *,
    sealed: bool,
    address: str,
    card: SitePreviewImage | None,
) -> Frame:
    """The frame of an edition whose site has these ``paths``; ``sealed`` if it has dossiers."""
    return Frame(
        title=edition.title,
        tagline=edition.tagline,
        language=edition.language,
        ruleset=edition.ruleset,
        is_gm=edition.audience.is_gm,
        own=edition.audience.faction,
        factions=tuple(
            FactionBadge(it.id, it.name, it.colors, it.sigil, it.division, it.motto)
            for it in edition.factions
        ),
        navigation=tuple(_navigation(edition, paths, sealed=sealed)),
        has_search=SEARCH in paths,
        has_feed=FEED in paths,
        address=address,
        card=card,
    )


def _navigation(
    edition: Edition, paths: Container[str], *, sealed: bool
) -> Iterator[NavigationItem]:
    yield NavigationItem("turns/index.html", "site.turns", "turns")
    yield NavigationItem("timeline.html", "site.timeline", "timeline")
    yield NavigationItem("rumors/index.html", "site.rumors", "rumors")
    yield NavigationItem("factions/index.html", "site.factions", "factions")
    yield NavigationItem("places/index.html", "site.places", "places")
    if edition.places:
        yield NavigationItem("map.html", "site.map", "map")
    if edition.people:
        yield NavigationItem("people/index.html", "site.people", "people")
    if edition.items:
        yield NavigationItem("items/index.html", "site.items", "items")
    if CHARTS in paths:
        yield NavigationItem(CHARTS, "site.power")
    elif "relations.html" in paths:
        yield NavigationItem("relations.html", "site.relations")
    if GALLERY in paths:
        yield NavigationItem(GALLERY, "site.gallery")
    yield NavigationItem(RULES, "site.rules")
    for page in edition.pages:
        yield NavigationItem(f"pages/{page.id}.html", "", title=page.title)
    if edition.audience.is_gm:
        yield NavigationItem("audit/index.html", "site.audit", "audit")
        yield NavigationItem("dossier/index.html", "site.dossiers", "dossier")
    elif edition.audience.faction:
        yield NavigationItem("dossier/index.html", "site.dossier", "dossier")
        if ORDERS in paths:
            yield NavigationItem(ORDERS, "site.orders")
    elif sealed:
        yield NavigationItem(UNLOCK, "site.my_dossier")
