"""The pages at the root of a host, and the list of a site's pages for search engines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from chronicle.outline.paths import NOT_FOUND, ROBOTS, SITEMAP
from chronicle.outline.site import SitePage
from chronicle.outline.views import Robots, Sitemap


def root_pages(closed: tuple[str, ...], addresses: Sequence[str]) -> Iterator[SitePage]:
    """The files at the root of a host: the page for what is not found, and `robots.txt`.

    ``closed`` are folders that crawlers must not read, ``addresses`` those of sites with a sitemap.
    """
    robots = Robots(closed, tuple(f"{address}{SITEMAP}" for address in addresses))
    yield SitePage(NOT_FOUND, "404.html", "lost", links="rooted", listed=False)
    yield SitePage(ROBOTS, "robots.txt", "robots", content=robots, links="rooted", listed=False)


def sitemap_page(pages: Sequence[SitePage]) -> SitePage:
    """The list of those pages that search engines may show."""
    listed = tuple(it.path for it in pages if it.listed and it.path.endswith(".html"))
    return SitePage(
        SITEMAP, "sitemap.xml", "sitemap", content=Sitemap(listed), links="whole", listed=False
    )
