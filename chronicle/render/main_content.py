"""Leaves: what is on a drawn page, cut out of the frame that the theme puts round it.

A theme's pages have one ``<main>`` and one ``<title>``; whoever shows a page in another frame (the
reader of sealed dossiers, the dossier in one file) takes what lies in them, so that it is the very
page and no second drawing of it.
"""

from __future__ import annotations

import html
import posixpath
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from chronicle.outline.as_of import WorldAsOf
from chronicle.outline.map import WorldMap
from chronicle.outline.site import Site, SitePage
from chronicle.project.edition import DossierView, TurnView

_TITLE: Final = re.compile(r"<title>(.*?)</title>", re.DOTALL)
_MAIN: Final = re.compile(r"<main\b[^>]*>")
_HEADER: Final = re.compile(r'<header class="site">(.*?)</header>', re.DOTALL)
#: Headings, and tags that say more than their name. Unrolled, and nothing is tried twice: it goes
#: over all that a dossier holds.
_TAG: Final = re.compile(r'(<(?:[a-zA-Z][^\s<>"]*+\s[^<>"]*+(?:"[^"]*+"[^<>"]*+)*+|h[1-5])>)')
_ATTRIBUTE: Final = re.compile(
    r'(?<=\s)(id|href|for|headers|aria-labelledby|aria-describedby|aria-controls|src)="([^"]*)"'
)
_HEADING: Final = re.compile(r"<h([1-5])\b")
#: Stands for the id of a leaf in tags that many leaves have; no text of HTML has it.
ID_PLACEHOLDER: Final = "\0"
_NO_LETTER: Final = "\ufffd"
_SCHEME: Final = re.compile(r"^[a-zA-Z][a-zA-Z0-9+.-]*:")


@dataclass(frozen=True, slots=True)
class PageContent:
    """One page without its frame: ``main`` is HTML, with links relative to ``path``.

    ``turn`` is the turn that the page belongs to for good, 0 for a page that goes on changing.
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
    """The leaves of a site's pages, in the order of the site."""
    return tuple(
        page_content_of(page, files[page.path]) for page in site.pages if page.path in files
    )


def header_of(drawn: bytes) -> str:
    """What stands in a page's header; empty when the theme has none."""
    found = _HEADER.search(drawn.decode())
    return found[1].strip() if found is not None else ""


class TagRewriter(dict[str, str]):
    """Tags of a folder's leaves as they stand in another frame, by how they were written.

    ``address`` gives the new address for a path of the site with its anchor, as in
    ``turns/3.html#e4``; one without a path is on the leaf itself. Other sites' addresses stay. Ids
    begin with that of the leaf then, :data:`ID_PLACEHOLDER` until it is put there: the same few
    tags stand on hundreds of leaves. Headings come below the first one, which the frame has, and
    look the same.
    """

    def __init__(self, folder: str, address: Callable[[str], str]) -> None:
        super().__init__()
        self._folder = folder
        self._address = address

    def main(self, main: str, own: str) -> str:
        """The HTML of a leaf, whose id there is its ``own``."""
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
