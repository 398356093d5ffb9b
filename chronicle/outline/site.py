"""The site: its pages, their paths, and what they mention."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from typing import Final, Literal, TypeAlias

from chronicle.model.facts import Ref, RefKind
from chronicle.outline import turn_ranges
from chronicle.outline.as_of import WorldAsOf
from chronicle.outline.charts import Charts, FigureSeries, RelationOverview
from chronicle.outline.feed import Feed
from chronicle.outline.gallery import Gallery
from chronicle.outline.map import WorldMap
from chronicle.outline.order_sheet import OrderSheet
from chronicle.outline.pagination import TurnsPage, paginate
from chronicle.outline.search import SearchIndex
from chronicle.outline.timeline import Timeline
from chronicle.outline.turn_ranges import TurnRange, range_of_turn
from chronicle.project.edition import (
    DossierView,
    Edition,
    EntityView,
    FactionView,
    PageView,
    PlaceView,
    TurnView,
)


@dataclass(frozen=True, slots=True)
class Robots:
    """The rules for web crawlers: what not to read, and where pages are listed.

    ``closed`` are paths of the site, ``sitemaps`` full URLs.
    """

    closed: tuple[str, ...] = ()
    sitemaps: tuple[str, ...] = ()


#: What a page shows besides the edition as a whole.
PageSubject: TypeAlias = (
    TurnView
    | FactionView
    | PlaceView
    | EntityView
    | PageView
    | DossierView
    | Feed
    | Robots
    | SearchIndex
    | Timeline
    | WorldAsOf
    | WorldMap
    | Charts
    | RelationOverview
    | Gallery
    | OrderSheet
    | None
)


class LazySubject:
    """A subject that is made once, on first access, since a preview needs few pages."""

    def __init__(self, make: Callable[[], PageSubject]) -> None:
        self._make = make

    @cached_property
    def subject(self) -> PageSubject:
        """The subject."""
        return self._make()

    def __repr__(self) -> str:
        # A theme may print everything, and the output must not differ between builds.
        return repr(self.subject)


#: How a page links to others: relative to itself; relative to the root of the host, which works
#: wherever it is displayed; or by full URLs, which also work outside of the site.
LinkStyle: TypeAlias = Literal["near", "rooted", "whole"]


@dataclass(frozen=True, slots=True)
class SitePage:
    """One page: its path in the site, its template, and its subject.

    ``key`` is the key of the page's title in the theme's texts, ``name`` the name in that title.
    Search engines must not show pages that are not ``listed``. ``stretch`` are the turns that a
    page lists.
    """

    path: str
    template: str
    key: str
    name: str = ""
    about: PageSubject | LazySubject = None
    links: LinkStyle = "near"
    listed: bool = True
    stretch: TurnsPage | None = None

    @property
    def subject(self) -> PageSubject:
        """What the page shows besides the edition as a whole."""
        return self.about.subject if isinstance(self.about, LazySubject) else self.about

    @property
    def folder(self) -> str:
        """The folder of the page; empty at the top level."""
        return self.path.rpartition("/")[0]

    @property
    def link_base(self) -> tuple[LinkStyle, str | None]:
        """How the page links to others, and from which folder; None if that is inserted later."""
        return self.links, None if self.path.endswith(".html") else self.folder

    @property
    def section(self) -> str:
        """The first part of the path."""
        return self.path.partition("/")[0]

    def at(self, path: str) -> bool:
        """Whether the page has this path."""
        return self.path == path

    def holds(self, ref: Ref) -> bool:
        """Whether a thing has its own section on the page."""
        return isinstance(self.subject, WorldAsOf) and self.subject.holds(ref)


@dataclass(frozen=True, slots=True, order=True)
class TurnMention:
    """Where something is mentioned: a turn and an anchor on its page."""

    turn: int
    anchor: str


_TURN: Final = attrgetter("turn")


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
class Site:
    """The pages of one edition; ``mentions`` are backlinks from turns, in order of turn.

    ``linkers`` are backlinks from pages of things. ``sealed`` says that the site has sealed
    dossiers and links to the page that opens them. ``address`` is the URL of the public pages,
    ending in a slash; empty if unknown and for all other editions; then there is no ``card``.
    ``point`` is the key, in base64url, for which a faction's players seal their orders; empty if
    nothing is sealed.
    """

    edition: Edition
    pages: tuple[SitePage, ...]
    mentions: Mapping[Ref, tuple[TurnMention, ...]] = field(default_factory=dict)
    sealed: bool = False
    address: str = ""
    linkers: Mapping[Ref, tuple[Ref, ...]] = field(default_factory=dict)
    card: SitePreviewImage | None = None
    point: str = ""
    #: Every page looks up others, and there are thousands.
    by_path: Mapping[str, SitePage] = field(init=False, repr=False, compare=False)
    #: All turns, paginated.
    stretches: tuple[TurnsPage, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_path", {page.path: page for page in self.pages})
        object.__setattr__(self, "stretches", paginate(self.edition.turns))

    @property
    def figures(self) -> FigureSeries:
        """The edition's figures, computed once for all pages that show them."""
        charts = self.by_path[CHARTS].subject if self.has(CHARTS) else None
        return charts.figures if isinstance(charts, Charts) else {}

    def mentions_of(self, ref: Ref) -> tuple[TurnMention, ...]:
        """Where a thing is mentioned."""
        return self.mentions.get(ref, ())

    def mentions_within(self, ref: Ref, first: int, last: int) -> tuple[TurnMention, ...]:
        """Where a thing is mentioned in a range of turns."""
        found = self.mentions_of(ref)
        start = bisect_left(found, first, key=_TURN)
        return found[start : bisect_right(found, last, lo=start, key=_TURN)]

    def linkers_of(self, ref: Ref) -> tuple[Ref, ...]:
        """The things whose pages link to a thing."""
        return self.linkers.get(ref, ())

    def has(self, path: str) -> bool:
        """Whether there is a page with this path."""
        return path in self.by_path

    def map_of(self, turn: int) -> str:
        """The path of the map at the end of a turn, with its anchor."""
        path = map_path(range_of_turn(turn, turn_ranges.TURNS_PER_MAP))
        return f"{path if self.has(path) else MAP}#turn-{turn}"

    @property
    def listed(self) -> tuple[SitePage, ...]:
        """The pages that search engines may show."""
        return tuple(it for it in self.pages if it.listed and it.path.endswith(".html"))

    def whole(self, path: str) -> str:
        """The full URL of a path, without `index.html`."""
        return f"{self.address}{_without_index(path)}"

    def rooted(self, path: str) -> str:
        """The path from the root of the host; without an address the site is at the root.

        The host part of a URL contains two slashes.
        """
        folder = self.address.split("/", 3)[3] if self.address else ""
        return f"/{folder}{_without_index(path)}"


def page_path(ref: Ref) -> str:
    """The path of a thing's page."""
    return f"{_FOLDERS[ref.kind]}/{ref.id}.html"


def turns_page_path(folder: str, stretch: TurnsPage) -> str:
    """The path of a page of a list of turns; the latest page is the list's own."""
    if stretch.latest:
        return _LIST_PATHS[folder]
    return f"{folder}/{stretch.first}-{stretch.last}.html"


def _without_index(path: str) -> str:
    return path.removeprefix(HOME) if path.partition("#")[0] == HOME else path


#: The folder of the pages of each kind of thing.
_FOLDERS: Final[Mapping[RefKind, str]] = {
    "faction": "factions",
    "place": "places",
    "person": "people",
    "item": "items",
    "page": "pages",
    "turn": "turns",
}
#: Lists of turns, by the folder of their earlier pages.
_LIST_PATHS: Final[Mapping[str, str]] = {
    "turns": "turns/index.html",
    "rumors": "rumors/index.html",
    "timeline": "timeline.html",
    "gallery": "gallery.html",
}
#: The front page.
HOME: Final = "index.html"
#: The map of the latest turns.
MAP: Final = "map.html"
#: Charts of figures over the turns.
CHARTS: Final = "charts.html"
#: The preview image, as drawn by the theme.
DEFAULT_PREVIEW_IMAGE: Final = SitePreviewImage("card.png", 1200, 630)
#: The feed, with one entry for each turn.
FEED: Final = "feed.xml"
#: The first part of the search index.
SEARCH: Final = "search.json"
#: The list of all pages for search engines.
SITEMAP: Final = "sitemap.xml"
#: The order sheet of a faction for the coming turn.
ORDERS: Final = "orders.html"
#: The rules for web crawlers.
ROBOTS: Final = "robots.txt"
#: The page that a host shows if a page is not found.
NOT_FOUND: Final = "404.html"
#: The gallery of images.
GALLERY: Final = "gallery.html"
#: The folder of sealed files.
SEALED_FOLDER: Final = "sealed/"
#: The folder of images.
PICTURES_FOLDER: Final = "pictures"
#: The page that opens sealed dossiers.
UNLOCK: Final = "dossier.html"


def search_path(stretch: TurnRange) -> str:
    """The path of the search index of a range of turns."""
    return f"search/{stretch.name}.json"


def map_path(stretch: TurnRange) -> str:
    """The path of the map of an earlier range of turns."""
    return f"map/{stretch.name}.html"


def dossier_path(edition: Edition, faction: str, turn: int) -> str:
    """The path of a dossier; from the GM's edition it leads to the faction's edition beside it."""
    path = f"dossier/{turn}.html"
    return f"../{faction}/{path}" if edition.audience.is_gm else path
