"""The contents of rendered pages without the theme's page frame.

The reader of sealed dossiers and the single-file dossier show them in separate frames.
"""

from __future__ import annotations

import html
import posixpath
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from chronicle.outline.site import Site, SitePage
from chronicle.records import Record
from chronicle.render.pages import PageRecord

#: Headings, and tags with attributes. The pattern has possessive quantifiers and no backtracking,
#: because it is applied to the whole of a dossier.
_TAG: Final = re.compile(r'(<(?:[a-zA-Z][^\s<>"]*+\s[^<>"]*+(?:"[^"]*+"[^<>"]*+)*+|h[1-5])>)')
_ATTRIBUTE: Final = re.compile(
    r'(?<=\s)(id|href|for|headers|aria-labelledby|aria-describedby|aria-controls|src)="([^"]*)"'
)
_HEADING: Final = re.compile(r"<h([1-5])\b")
#: Placeholder for the id of a page in tags that many pages share; HTML texts can't contain it.
ID_PLACEHOLDER: Final = "\0"
_NO_LETTER: Final = "\ufffd"
_SCHEME: Final = re.compile(r"^[a-zA-Z][a-zA-Z0-9+.-]*:")


class PageContent(Record):
    """One page without its frame: ``main`` is HTML, with links relative to ``path``.

    ``turn`` is the turn that the page belongs to permanently, 0 for a page that may still change.
    """

    path: str
    key: str
    title: str
    main: str
    turn: int


def page_without_content(site: Site, records: Mapping[str, PageRecord]) -> SitePage | None:
    """The first HTML page that has no content or no title, which is a fault of the theme."""
    for page in _pages(site, records):
        record = records[page.path]
        if not record.title or record.start == record.end:
            return page
    return None


def page_contents_of(
    site: Site, files: Mapping[str, bytes], records: Mapping[str, PageRecord]
) -> tuple[PageContent, ...]:
    """The contents of a site's HTML pages, in the order of the site."""
    return tuple(
        PageContent(
            path=page.path,
            key=page.key,
            title=records[page.path].title,
            main=files[page.path][records[page.path].start : records[page.path].end].decode(),
            turn=page.turn,
        )
        for page in _pages(site, records)
    )


def _pages(site: Site, records: Mapping[str, PageRecord]) -> Iterator[SitePage]:
    return (it for it in site.pages if it.path in records and it.path.endswith(".html"))


class TagRewriter(dict[str, str]):
    """Maps the tags of pages in a folder to those for another frame.

    ``address`` returns the new address of a path of the site with its anchor, such as
    ``turns/3.html#e4``; without a path it is on the page itself. Addresses of other sites stay. Ids
    are prefixed with the id of the page, or with :data:`ID_PLACEHOLDER` until it is known, because
    hundreds of pages share the same few tags. Headings are moved below the first one, which the
    frame has, and keep their look.
    """

    def __init__(self, folder: str, address: Callable[[str], str]) -> None:
        super().__init__()
        self._folder = folder
        self._address = address

    def main(self, main: str, own: str) -> str:
        """The HTML of a page's content, with ``own`` as its id."""
        parts = _TAG.split(main.replace(ID_PLACEHOLDER, _NO_LETTER))
        parts[1::2] = map(self.__getitem__, parts[1::2])
        return "".join(parts).replace(ID_PLACEHOLDER, own)

    def __missing__(self, tag: str) -> str:
        new = _ATTRIBUTE.sub(self._attribute, tag)
        if heading := _HEADING.match(new):
            new = f'{heading[0]} aria-level="{int(heading[1]) + 1}"{new[heading.end() :]}'
        self[tag] = new
        return new

    def _attribute(self, found: re.Match[str]) -> str:
        kind, value = found[1], html.unescape(found[2])
        if kind not in ("href", "src"):
            new = " ".join(f"{ID_PLACEHOLDER}.{word}" for word in value.split())
        elif _SCHEME.match(value):
            new = value
        elif value.startswith("#"):
            new = self._address(value)
        else:
            new = self._address(posixpath.normpath(posixpath.join(self._folder, value)))
        return f'{kind}="{html.escape(new)}"'
