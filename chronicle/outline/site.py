"""The site: its pages, its frame, the edition that it shows, and the files at its root."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Literal, TypeAlias

from chronicle.model.facts import Ref
from chronicle.outline.frame import Frame, drawn_preview_image
from chronicle.outline.paths import HOME, NOT_FOUND, ROBOTS, SERVER_SETTINGS, SITEMAP
from chronicle.outline.views import AsOfPage, Robots, Sitemap, TurnHeading, TurnSpan, View
from chronicle.project.edition import Edition
from chronicle.records import Record


class LazyView:
    """A view that is made once, on first access, since a preview needs few pages."""

    def __init__(self, make: Callable[[], View]) -> None:
        self._make = make

    @cached_property
    def view(self) -> View:
        """The view."""
        return self._make()

    def __reduce__(self) -> tuple[Callable[[View], View], tuple[View]]:
        """Be pickled as the view itself."""
        return _itself, (self.view,)


def _itself(view: View) -> View:
    return view


#: How a page links to others: relative to itself; relative to the root of the host, which works
#: wherever it is displayed; or by full URLs, which also work outside of the site.
LinkStyle: TypeAlias = Literal["near", "rooted", "whole"]


class SitePage(Record, dict=True):
    """One page: its path in the site, its template, and its view.

    ``key`` is the key of the page's title in the theme's texts, ``name`` the name in that title.
    Search engines must not show pages that are not ``listed``. ``turn`` is the turn that the page
    belongs to permanently, 0 for a page that may still change. ``span`` are the turns that a list
    shows.
    """

    path: str
    template: str
    key: str
    name: str = ""
    content: View | LazyView = None
    links: LinkStyle = "near"
    listed: bool = True
    turn: int = 0
    span: TurnSpan | None = None
    #: If there is one, the view follows from it: pages with equal origins have equal views.
    origin: tuple[object, ...] = ()

    @property
    def view(self) -> View:
        """What the page shows besides its frame."""
        return self.content.view if isinstance(self.content, LazyView) else self.content

    @property
    def folder(self) -> str:
        """The folder of the page; empty at the top level."""
        return self.path.rpartition("/")[0]

    @cached_property
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

    @property
    def sections(self) -> frozenset[Ref]:
        """The things that have their own section on the page."""
        view = self.view
        return view.sections if isinstance(view, AsOfPage) else frozenset()


class Site(Record, dict=True):
    """The pages of one edition, and the frame of all of them."""

    edition: Edition
    pages: tuple[SitePage, ...]
    frame: Frame

    @cached_property
    def by_path(self) -> Mapping[str, SitePage]:
        """The pages by path, because every page looks up others, and there are thousands."""
        return {page.path: page for page in self.pages}

    def has(self, path: str) -> bool:
        """Whether there is a page with this path."""
        return path in self.by_path


def preview_image_pages(headings: Sequence[TurnHeading] = ()) -> Iterator[SitePage]:
    """The preview images that the theme draws: of the site, and of each turn."""
    yield _preview_image_page(0, None)
    for heading in headings:
        yield _preview_image_page(heading.number, heading)


def _preview_image_page(turn: int, heading: TurnHeading | None) -> SitePage:
    path = drawn_preview_image(turn).path
    return SitePage(path, "card.svg", "card", content=heading, listed=False, turn=turn)


def whole_url(address: str, path: str) -> str:
    """The full URL of a path, without `index.html`."""
    return f"{address}{_without_index(path)}"


def rooted_url(address: str, path: str) -> str:
    """The path from the root of the host; without an address the site is at the root.

    The host part of a URL contains two slashes.
    """
    folder = address.split("/", 3)[3] if address else ""
    return f"/{folder}{_without_index(path)}"


def _without_index(path: str) -> str:
    return path.removeprefix(HOME) if path.partition("#")[0] == HOME else path


def root_pages(closed: tuple[str, ...], addresses: Sequence[str]) -> Iterator[SitePage]:
    """The files at the root of a host: the page for what is not found, and those for programs.

    ``closed`` are folders that crawlers must not read, ``addresses`` those of sites with a sitemap.
    """
    robots = Robots(closed, tuple(f"{address}{SITEMAP}" for address in addresses))
    yield SitePage(NOT_FOUND, "404.html", "lost", links="rooted", listed=False)
    yield SitePage(ROBOTS, "robots.txt", "robots", content=robots, links="rooted", listed=False)
    for path in SERVER_SETTINGS:
        yield SitePage(path, path, "settings", listed=False)


def sitemap_page(pages: Sequence[SitePage]) -> SitePage:
    """The list of those pages that search engines may show."""
    listed = tuple(it.path for it in pages if it.listed and it.path.endswith(".html"))
    return SitePage(
        SITEMAP, "sitemap.xml", "sitemap", content=Sitemap(listed), links="whole", listed=False
    )
