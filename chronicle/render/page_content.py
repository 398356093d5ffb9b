"""The content of a rendered page, cut out of the theme's page frame.

A theme's pages have one ``<main>`` and one ``<title>``. The reader of sealed dossiers and the
single-file dossier show the same content in another frame, without rendering it again.
"""

from __future__ import annotations

import html
import posixpath
import re
from collections.abc import Callable, Mapping
from typing import Final

from chronicle.outline.as_of import WorldAsOf
from chronicle.outline.map import WorldMap
from chronicle.outline.site import Site, SitePage
from chronicle.project.edition import DossierView, TurnView
from chronicle.records import dataclass

_TITLE: Final = re.compile(r"<title>(.*?)</title>", re.DOTALL)
_MAIN: Final = re.compile(r"<main\b[^>]*>")
_HEADER: Final = re.compile(r'<header class="site">(.*?)</header>', re.DOTALL)
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


@dataclass(frozen=True, slots=True)
class PageContent:
    """One page without its frame: ``main`` is HTML, with links relative to ``path``.

    ``turn`` is the turn that the page belongs to permanently, 0 for a page that may still change.
    """

    path: str
    key: str
    title: str
    main: str
    turn: int


class MissingMainError(ValueError):
    """A page of the theme has no ``<main>`` or no ``<title>``."""


def page_content_of(page: SitePage, drawn: bytes) -> PageContent:
    """The content of a page; raises :class:`MissingMainError` if the frame has no ``<main>``."""
    text = drawn.decode()
    title, main = _TITLE.search(text), _MAIN.search(text)
    end = text.rfind("</main>")
    if title is None or main is None or end < main.end():
        raise MissingMainError(page.path)
    match page.subject:
        case TurnView(number=turn) | DossierView(turn=turn) | WorldAsOf(turn=turn):
            pass
        case WorldMap(past=True, stretch=stretch):
            turn = stretch.last
        case _:
            turn = 0
    words = " ".join(html.unescape(title[1]).split())
    return PageContent(page.path, page.key, words, text[main.end() : end].strip(), turn)


def page_contents_of(site: Site, files: Mapping[str, bytes]) -> tuple[PageContent, ...]:
    """The contents of a site's pages, in the order of the site."""
    return tuple(
        page_content_of(page, files[page.path]) for page in site.pages if page.path in files
    )


def header_of(drawn: bytes) -> str:
    """The content of a page's header; empty if the theme has none."""
    found = _HEADER.search(drawn.decode())
    return found[1].strip() if found is not None else ""


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
