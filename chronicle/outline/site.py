"""The site: its pages, where each lies, and what on it speaks of what."""

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
    DossierComparison,
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
    """What programs that read sites are told: what to leave alone, and where pages are listed.

    ``closed`` are paths of the site, ``sitemaps`` whole addresses.
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
    | DossierComparison
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
    """A subject that is made when somebody asks for it, once: a preview shows few of all pages."""

    def __init__(self, make: Callable[[], PageSubject]) -> None:
        self._make = make

    @cached_property
    def subject(self) -> PageSubject:
        """What is made."""
        return self._make()

    def __repr__(self) -> str:
        # A theme may print all of a page, and no two runs may print another thing.
        return repr(self.subject)


#: How a page leads to others: from where it lies itself, from the top of the host, which holds
#: wherever it is shown, or by whole addresses, which hold away from the site too.
LinkStyle: TypeAlias = Literal["near", "rooted", "whole"]


@dataclass(frozen=True, slots=True)
class SitePage:
    """One page: its path within the site, the template that draws it, and what it is about.

    ``key`` names the page's title in the theme's words, ``name`` what the title speaks of. What is
    not ``listed`` search engines are not to show. A page that lists turns lists a ``stretch``.
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
        """The folder in which the page lies; empty at the top."""
        return self.path.rpartition("/")[0]

    @property
    def link_base(self) -> tuple[LinkStyle, str | None]:
        """How the page leads to others, and from which folder; None where that is put in later."""
        return self.links, None if self.path.endswith(".html") else self.folder

    @property
    def section(self) -> str:
        """The first part of the path."""
        return self.path.partition("/")[0]

    def at(self, path: str) -> bool:
        """Whether it is the page at a path."""
        return self.path == path

    def holds(self, ref: Ref) -> bool:
        """Whether a thing has a part of the page to itself."""
        return isinstance(self.subject, WorldAsOf) and self.subject.holds(ref)


@dataclass(frozen=True, slots=True, order=True)
class TurnMention:
    """A place in the site where something is spoken of: the turn and the anchor on its page."""

    turn: int
    anchor: str


_TURN: Final = attrgetter("turn")


@dataclass(frozen=True, slots=True)
class SitePreviewImage:
    """The picture by which other sites show this one, with its size in pixels.

    ``words`` say what there is to see on the author's own; the theme has some for the one it draws.
    """

    path: str
    width: int
    height: int
    words: str = ""


@dataclass(frozen=True, slots=True)
class Site:
    """One edition laid out in pages; ``mentions`` are the backlinks, in order of turn.

    ``linkers`` are the backlinks from what has a page of its own: the things whose texts link one.
    ``sealed`` when sealed dossiers lie beside the pages, which lead to where they are opened.
    ``page_path`` is where the public's pages stand on the web, ending in a slash; empty when nobody
    knows, and for everybody else's; without one there is no ``card``. ``point`` is what a
    faction's players seal their orders to, in base64url; empty where nothing is sealed.
    """

    edition: Edition
    pages: tuple[SitePage, ...]
    mentions: Mapping[Ref, tuple[TurnMention, ...]] = field(default_factory=dict)
    sealed: bool = False
    address: str = ""
    linkers: Mapping[Ref, tuple[Ref, ...]] = field(default_factory=dict)
    card: SitePreviewImage | None = None
    point: str = ""
    #: Every page asks for others, and there are thousands.
    by_path: Mapping[str, SitePage] = field(init=False, repr=False, compare=False)
    #: All turns, as the pages that list them have them.
    stretches: tuple[TurnsPage, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_path", {page.path: page for page in self.pages})
        object.__setattr__(self, "stretches", paginate(self.edition.turns))

    @property
    def figures(self) -> FigureSeries:
        """The edition's figures, reckoned once for all pages that show some of them."""
        charts = self.by_path[CHARTS].subject if self.has(CHARTS) else None
        return charts.figures if isinstance(charts, Charts) else {}

    def mentions_of(self, ref: Ref) -> tuple[TurnMention, ...]:
        """Where a thing is spoken of."""
        return self.mentions.get(ref, ())

    def mentions_within(self, ref: Ref, first: int, last: int) -> tuple[TurnMention, ...]:
        """Where a thing is spoken of in a stretch of turns."""
        found = self.mentions_of(ref)
        start = bisect_left(found, first, key=_TURN)
        return found[start : bisect_right(found, last, lo=start, key=_TURN)]

    def linkers_of(self, ref: Ref) -> tuple[Ref, ...]:
        """The things on whose own pages a thing is linked."""
        return self.linkers.get(ref, ())

    def has(self, path: str) -> bool:
        """Whether there is a page at a path."""
        return path in self.by_path

    def map_of(self, turn: int) -> str:
        """The address of the map at the end of a turn: among the latest, or in its stretch."""
        path = map_path(range_of_turn(turn, turn_ranges.TURNS_PER_MAP))
        return f"{path if self.has(path) else MAP}#turn-{turn}"

    @property
    def listed(self) -> tuple[SitePage, ...]:
        """The pages that search engines may show."""
        return tuple(it for it in self.pages if it.listed and it.path.endswith(".html"))

    def whole(self, path: str) -> str:
        """The whole address of a path; the front page's is that of the site."""
        return f"{self.address}{_without_index(path)}"

    def rooted(self, path: str) -> str:
        """The address of a path from the top of its host; without an address it stands at the top.

        The host's part of an address holds two of its slashes.
        """
        folder = self.address.split("/", 3)[3] if self.address else ""
        return f"/{folder}{_without_index(path)}"


def page_path(ref: Ref) -> str:
    """The path of a thing's own page."""
    return f"{_FOLDERS[ref.kind]}/{ref.id}.html"


def turns_page_path(folder: str, stretch: TurnsPage) -> str:
    """The path of the page that lists a stretch of turns: the latest has that of the whole list."""
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
#: Lists of all turns, by the folder of the pages that have the earlier ones.
_LIST_PATHS: Final[Mapping[str, str]] = {
    "turns": "turns/index.html",
    "rumors": "rumors/index.html",
    "timeline": "timeline.html",
    "gallery": "gallery.html",
}
#: The front page.
HOME: Final = "index.html"
#: The map, as it was in the latest turns.
MAP: Final = "map.html"
#: Figures over the turns.
CHARTS: Final = "charts.html"
#: The picture by which other sites show this one, as the theme draws it.
DEFAULT_PREVIEW_IMAGE: Final = SitePreviewImage("card.png", 1200, 630)
#: The feed, one entry for each turn.
FEED: Final = "feed.xml"
#: What the search of the public pages looks through first.
SEARCH: Final = "search.json"
#: The list of all pages for search engines.
SITEMAP: Final = "sitemap.xml"
#: What a faction may order in the coming turn, to be filled in by its players.
ORDERS: Final = "orders.html"
#: What programs that read sites look for first.
ROBOTS: Final = "robots.txt"
#: What a host shows where there is no page.
NOT_FOUND: Final = "404.html"
#: All pictures, where there are any.
GALLERY: Final = "gallery.html"
#: The folder of sealed files.
SEALED_FOLDER: Final = "sealed/"
#: The folder of pictures.
PICTURES_FOLDER: Final = "pictures"
#: Where sealed dossiers are opened and read.
UNLOCK: Final = "dossier.html"


def search_path(stretch: TurnRange) -> str:
    """The path of what the search finds in an earlier stretch of turns."""
    return f"search/{stretch.name}.json"


def map_path(stretch: TurnRange) -> str:
    """The path of the map of an earlier stretch of turns."""
    return f"map/{stretch.name}.html"


def dossier_path(edition: Edition, faction: str, turn: int) -> str:
    """The path of a dossier: a player's site holds one faction's, the GM's holds all."""
    return f"dossier/{faction}/{turn}.html" if edition.audience.is_gm else f"dossier/{turn}.html"
