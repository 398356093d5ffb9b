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

from chronicle.asof import AsOf
from chronicle.edition import Dossier, TurnView
from chronicle.site import Page, Site

_TITLE: Final = re.compile(r"<title>(.*?)</title>", re.DOTALL)
_MAIN: Final = re.compile(r"<main\b[^>]*>(.*)</main>", re.DOTALL)
_HEADER: Final = re.compile(r'<header class="site">(.*?)</header>', re.DOTALL)
_TAG: Final = re.compile(r"<[a-zA-Z](?:[^<>\"]|\"[^\"]*\")*>")
_ATTRIBUTE: Final = re.compile(
    r'(?<=\s)(id|href|for|headers|aria-labelledby|aria-describedby|aria-controls|src)="([^"]*)"'
)
_SCHEME: Final = re.compile(r"^[a-zA-Z][a-zA-Z0-9+.-]*:")


@dataclass(frozen=True, slots=True)
class Leaf:
    """One page without its frame: ``main`` is HTML, with links relative to ``path``.

    ``turn`` is the turn that the page belongs to for good, 0 for a page that goes on changing.
    """

    path: str
    key: str
    title: str
    main: str
    turn: int


class NoMain(ValueError):
    """A page of the theme has no ``<main>`` or no ``<title>``."""


def leaf_of(page: Page, drawn: bytes) -> Leaf:
    """The leaf of a drawn page; raises :class:`NoMain` where the theme's frame lacks it."""
    text = drawn.decode()
    title, main = _TITLE.search(text), _MAIN.search(text)
    if title is None or main is None:
        raise NoMain(page.path)
    match page.subject:
        case TurnView(number=turn) | Dossier(turn=turn) | AsOf(turn=turn):
            pass
        case _:
            turn = 0
    words = " ".join(html.unescape(title[1]).split())
    return Leaf(page.path, page.key, words, main[1].strip(), turn)


def leaves_of(site: Site, files: Mapping[str, bytes]) -> tuple[Leaf, ...]:
    """The leaves of a site's pages, in the order of the site."""
    return tuple(leaf_of(page, files[page.path]) for page in site.pages if page.path in files)


def header_of(drawn: bytes) -> str:
    """What stands in a page's header; empty when the theme has none."""
    found = _HEADER.search(drawn.decode())
    return found[1].strip() if found is not None else ""


def moved(leaf: Leaf, address: Callable[[str], str], name: Callable[[str], str]) -> str:
    """A leaf's HTML for another frame.

    ``address`` gives the new address for a path of the site with its anchor, as in
    ``turns/3.html#e4``; ``name`` the new name for an id of this page. Other sites' addresses stay.
    """

    def attribute(found: re.Match[str]) -> str:
        kind, value = found[1], html.unescape(found[2])
        if kind not in ("href", "src"):
            new = " ".join(name(word) for word in value.split())
        elif _SCHEME.match(value):
            new = value
        elif value.startswith("#"):
            new = address(leaf.path + value)
        else:
            folder = posixpath.dirname(leaf.path)
            new = address(posixpath.normpath(posixpath.join(folder, value)))
        return f'{kind}="{html.escape(new)}"'

    return _TAG.sub(lambda tag: _ATTRIBUTE.sub(attribute, tag[0]), leaf.main)
