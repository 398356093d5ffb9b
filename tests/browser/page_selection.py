"""Which of the samples' pages are looked at: those that show each kind, and all a page can show.

What a page can show is read off what was built: a part is an element with those of its classes that
a style or a script knows. Each thing that a theme redraws is on a selected page.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Final

from tests.sample_campaigns import CHECKOUT, shelf_files

_KIND: Final = re.compile(rb'<body class="page-([\w-]+)"')
_PART: Final = re.compile(rb'<([a-z]\w*)(?:[^>]*? class="([^"]*)")?')
#: Where an element begins or ends: its name and classes, and whether nothing is within it.
_TAG: Final = re.compile(rb'<(/?)([a-z][\w-]*)(?:[^>]*? class="([^"]*)")?[^>]*?(/?)>')
_EMPTY: Final = frozenset({"base", "br", "col", "hr", "img", "input", "link", "meta", "wbr"})
_WORD: Final = re.compile(r"[\w-]+")
#: The fixed time that a browser needs to read a page, in bytes.
_OVERHEAD: Final = 60_000

#: Something that a reader can meet: a kind of page for any reader, or an element with its
#: classes. Of what looks and works alike one is looked at: what each telling says has a class that
#: nothing knows, and the tests of the rulesets look at the words and the marks of them all.
Part = tuple[str, str]


def kind_of(page: bytes) -> str:
    """What a page calls its own kind."""
    found = _KIND.search(page)
    assert found, page[:300]
    return found[1].decode()


@lru_cache(maxsize=1)
def _known() -> frozenset[str]:
    """All words in the styles and scripts of the shelf, the classes that those know among them."""
    return frozenset(
        word
        for path, content in shelf_files().items()
        if path.startswith("site/") and path.endswith((".css", ".js"))
        for word in _WORD.findall(content.decode())
    )


def _parts(page: bytes) -> frozenset[Part]:
    found = {(element.decode(), classes.decode()) for element, classes in _PART.findall(page)}
    looks = {
        (element, " ".join(_alike(it) for it in classes.split() if it in _known()))
        for element, classes in found
    }
    return frozenset({("page", kind_of(page)), *looks})


def _alike(word: str) -> str:
    """A class, of which a number at the end says nothing but how large something is."""
    return word.rstrip("0123456789")


@lru_cache(maxsize=1)
def chosen() -> Mapping[str, str]:
    """The pages of the shelf that are looked at, with their kinds: as few as show every part.

    A page is taken for what it shows that none before it does, by its size; at the end nothing is
    left that only another would show. What the public can be shown is looked at in public.
    """
    pages = {path: page for path, page in sorted(shelf_files().items()) if path.endswith(".html")}
    parts = {path: _parts(page) for path, page in pages.items()}
    weights = {path: _OVERHEAD + len(page) for path, page in pages.items()}
    public = {path: found for path, found in parts.items() if path.startswith("site/")}
    taken = [*_cover(public, weights, frozenset())]
    taken += _cover(parts, weights, _union(parts[path] for path in taken))
    return {path: kind_of(pages[path]) for path in sorted(taken)}


def covering(pages: Mapping[str, bytes]) -> list[str]:
    """As few of some pages as show each kind, and each element in whatever it stands in."""
    parts = {path: _nested_parts(page) for path, page in pages.items()}
    weights = {path: _OVERHEAD + len(page) for path, page in pages.items()}
    return sorted(_cover(parts, weights, frozenset()))


def _nested_parts(page: bytes) -> frozenset[Part]:
    """The kind of a page, and its elements with their classes, each with what is around it."""
    found, around = {("page", kind_of(page))}, [("", "")]
    for end, element, classes, is_closed in _TAG.findall(page):
        name = element.decode()
        if end:
            # Ends may be left out within what ends here.
            while name in (it for it, _ in around) and around.pop()[0] != name:
                pass
            continue
        sort = f"{name}.{classes.decode()}"
        found.add((around[-1][1], sort))
        if not is_closed and name not in _EMPTY:
            around.append((name, sort))
    return frozenset(found)


def _cover(
    parts: Mapping[str, frozenset[Part]], weights: Mapping[str, int], shown: frozenset[Part]
) -> Iterator[str]:
    """The pages to take for what is not yet shown."""
    left = _union(parts.values()) - shown
    while left:
        gains = {path: len(found & left) / weights[path] for path, found in parts.items()}
        best = max(gains, key=gains.__getitem__)
        yield best
        left -= parts[best]


def _union(parts: Iterable[frozenset[Part]]) -> frozenset[Part]:
    return frozenset[Part]().union(*parts)


def drawn_by_the_theme(folder: Path = CHECKOUT / "themes" / "annals") -> set[str]:
    """The templates of a theme that are whole pages."""
    return {
        path.name
        for path in folder.glob("*.html")
        if re.search(r'^{% extends "|<!doctype html>', path.read_text("utf-8"), re.MULTILINE)
        and path.name != "layout.html"
    }


#: Kinds of pages that one call makes several of, or that get another template later.
VARIED: Final = {
    "people": "entities.html",
    "items": "entities.html",
    "person": "entity.html",
    "item": "entity.html",
    "lost": "shelf-404.html",
}


def templates() -> dict[str, set[str]]:
    """The templates of each kind of page: in a call, a template's name is followed by the kind.

    Where the code does not name a kind in one word, it is the template's name.
    """
    found = {kind: {template} for kind, template in VARIED.items()}
    for path in sorted((CHECKOUT / "chronicle").rglob("*.py")):
        for template, kind in _pages_made(ast.parse(path.read_text("utf-8"))):
            found.setdefault(kind, set()).add(template)
    return found


def _pages_made(module: ast.Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(module):
        if not isinstance(node, ast.Call):
            continue
        for argument, kind in pairwise(node.args):
            match argument:
                case ast.Constant(value=str(template)) if template.endswith(".html"):
                    yield template, str(kind.value) if isinstance(kind, ast.Constant) else template
