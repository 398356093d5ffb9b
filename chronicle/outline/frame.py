"""The frame of an edition's pages: what stands around the content of every page."""

from __future__ import annotations

from collections.abc import Container, Iterator

from chronicle.model.campaign import Campaign, names_of_things
from chronicle.model.facts import faction_ref
from chronicle.outline.paths import (
    ABOUT,
    CHARTS,
    DOSSIERS,
    FEED,
    FORCES,
    GALLERY,
    HOME,
    MAP,
    ORDERS,
    RELATIONS,
    RULES,
    SEARCH,
    UNLOCK,
    dossier_path,
)
from chronicle.project.edition import Edition
from chronicle.records import Record


class FactionBadge(Record):
    """A faction as names and shields of it, with this ``division``, need it on any page."""

    id: str
    name: str
    colors: tuple[str, str]
    sigil: str
    division: str
    motto: str


class NavigationItem(Record):
    """A link of the navigation: its path, and the key of its text or the text itself.

    Pages whose path begins with ``section`` belong to it. ``listed`` is the path of the list of
    these, if the link leads past it to the only one.
    """

    path: str
    key: str
    section: str = ""
    title: str = ""
    listed: str = ""


class NavigationGroup(Record):
    """An entry of the main menu: the key of its text, and its links.

    Its own link leads to the first of them; a group of one is just that link.
    """

    key: str
    items: tuple[NavigationItem, ...]

    @property
    def path(self) -> str:
        """Where the entry itself leads to."""
        return self.items[0].path


class Breadcrumbs(Record):
    """Where a page below a page of the menu belongs: the group, and the link in it."""

    group: NavigationGroup
    item: NavigationItem


class SitePreviewImage(Record):
    """The preview image shown by other sites, with its size in pixels.

    ``words`` is the alternative text of the author's own image; the theme has one for its drawing.
    """

    path: str
    width: int
    height: int
    words: str = ""


def drawn_preview_image(turn: int = 0) -> SitePreviewImage:
    """The preview image that the theme draws for a turn; for the site as a whole if that is 0."""
    return SitePreviewImage(f"cards/turn-{turn}.png" if turn else "card.png", 1200, 630)


class Frame(Record):
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
    navigation: tuple[NavigationGroup, ...] = ()
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
            path if any(it.path == path for group in self.navigation for it in group.items) else ""
        )

    def card_of(self, turn: int) -> SitePreviewImage | None:
        """The preview image of pages that belong to a turn, or to none (0)."""
        return drawn_preview_image(turn) if self.card == drawn_preview_image() else self.card

    def section(self, name: str) -> str:
        """A section of the navigation; empty for any other."""
        return name if self.breadcrumbs(name) is not None else ""

    def is_listed(self, path: str) -> bool:
        """Whether the menu leads to a page past the list that it stands in."""
        return any(it.listed and it.path == path for group in self.navigation for it in group.items)

    def breadcrumbs(self, section: str) -> Breadcrumbs | None:
        """What leads from the front page to the pages of a section; None for others."""
        links = ((group, it) for group in self.navigation for it in group.items)
        return next((Breadcrumbs(*found) for found in links if found[1].section == section), None)

    @property
    def own_faction(self) -> FactionBadge | None:
        """The faction whose players read the edition."""
        return self.faction(self.own)


def badges_of(edition: Edition) -> tuple[FactionBadge, ...]:
    """The factions that an edition knows."""
    return tuple(
        FactionBadge(it.id, it.name, it.colors, it.sigil, it.division, it.motto)
        for it in edition.factions
    )


def present_badges(campaign: Campaign) -> tuple[FactionBadge, ...]:
    """All factions of a campaign under their present names."""
    names = names_of_things(campaign)
    return tuple(
        FactionBadge(it.id, names[faction_ref(it.id)], it.colors, it.sigil, it.division, it.motto)
        for it in campaign.factions
    )


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
        factions=badges_of(edition),
        navigation=tuple(_navigation(edition, paths, sealed=sealed)),
        has_search=SEARCH in paths,
        has_feed=FEED in paths,
        address=address,
        card=card,
    )


def _navigation(
    edition: Edition, paths: Container[str], *, sealed: bool
) -> Iterator[NavigationGroup]:
    """The main menu: at most seven entries."""
    yield _link(HOME, "site.home")
    if edition.audience.is_gm:
        yield _link(DOSSIERS, "site.dossiers", "dossier")
        yield _link("audit/index.html", "site.audit", "audit")
    elif edition.audience.faction:
        last = edition.last_turn
        path, listed = (DOSSIERS, "") if last > 1 else (dossier_path(last), DOSSIERS * last)
        item = NavigationItem(path, "site.my_dossier", "dossier", listed=listed)
        yield NavigationGroup(item.key, (item,))
        if ORDERS in paths:
            yield _link(ORDERS, "site.orders")
    elif sealed:
        yield _link(UNLOCK, "site.my_dossier")
    groups = {
        "site.history": _history(),
        "site.factions": _factions(paths),
        "site.world": _world(edition, paths),
        "site.more": _more(edition),
    }
    yield from (NavigationGroup(key, tuple(items)) for key, items in groups.items())


def _link(path: str, key: str, section: str = "") -> NavigationGroup:
    return NavigationGroup(key, (NavigationItem(path, key, section),))


def _history() -> Iterator[NavigationItem]:
    yield NavigationItem("turns/index.html", "site.turns", "turns")
    yield NavigationItem("timeline.html", "site.timeline", "timeline")
    yield NavigationItem("rumors/index.html", "site.rumors", "rumors")


def _factions(paths: Container[str]) -> Iterator[NavigationItem]:
    yield NavigationItem("factions/index.html", "site.factions", "factions")
    if FORCES in paths:
        yield NavigationItem(FORCES, "site.forces")
    if CHARTS in paths:
        yield NavigationItem(CHARTS, "site.power")
    if RELATIONS in paths:
        yield NavigationItem(RELATIONS, "site.relations")


def _world(edition: Edition, paths: Container[str]) -> Iterator[NavigationItem]:
    yield NavigationItem("places/index.html", "site.places", "places")
    if edition.places:
        yield NavigationItem(MAP, "site.map", "map")
    if edition.people:
        yield NavigationItem("people/index.html", "site.people", "people")
    if edition.items:
        yield NavigationItem("items/index.html", "site.items", "items")
    if GALLERY in paths:
        yield NavigationItem(GALLERY, "site.gallery")


def _more(edition: Edition) -> Iterator[NavigationItem]:
    yield NavigationItem(RULES, "site.rules")
    for page in edition.pages:
        yield NavigationItem(f"pages/{page.id}.html", "", title=page.title)
    yield NavigationItem(ABOUT, "site.about")
