"""What every page keeps: validity, ids, headings, links. Each check returns what breaks it."""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Final
from urllib.parse import SplitResult, unquote, urlsplit

from justhtml import JustHTML

from chronicle.records import Record

HEADINGS: Final = ("h1", "h2", "h3", "h4", "h5", "h6")
_BLOCKS: Final = (
    "address article aside blockquote details div dl fieldset figure footer form header hr main "
    "nav ol p pre section table ul"
)
_PHRASING_ONLY: Final = "abbr b cite code dfn em i kbd p small span strong sub sup time var"
#: What may not stand inside a paragraph, link, heading or list of words (HTML's content model).
BLOCKS: Final = frozenset((*_BLOCKS.split(), *HEADINGS))
PHRASING_ONLY: Final = frozenset((*_PHRASING_ONLY.split(), *HEADINGS))
ADDRESSES: Final = ("href", "src", "poster", "data-index")
OUTSIDE: Final = ("http", "https", "mailto")
_OTHERS: Final = (
    "a audio b bdi bdo body br button caption col colgroup data datalist dd del dialog dt "
    "figcaption head hgroup html iframe img input ins label legend li link mark math menu meta "
    "meter noscript optgroup option output picture progress q rp rt ruby s samp script search "
    "select slot source style sub summary sup svg tbody td template textarea tfoot th thead title "
    "tr u video wbr"
)
#: What HTML knows, as far as pages may need it; what is not in it is a mistake or obsolete.
_ELEMENTS: Final = frozenset((*_OTHERS.split(), *PHRASING_ONLY, *BLOCKS))
#: The only elements allowed directly inside some elements.
_CHILDREN: Final[Mapping[str, frozenset[str]]] = {
    "ul": frozenset({"li", "template"}),
    "ol": frozenset({"li", "template"}),
    "dl": frozenset({"dt", "dd", "div", "template"}),
    "tr": frozenset({"td", "th", "template"}),
    "select": frozenset({"option", "optgroup", "hr"}),
    "picture": frozenset({"source", "img"}),
}
#: Interactive elements; none of them is allowed inside another.
_WORKED: Final = frozenset({"a", "button", "input", "select", "textarea", "summary"})
_STYLING: Final = (
    "align background bgcolor border cellpadding cellspacing clear color face hspace nowrap valign "
    "vspace"
)
#: What styles took over long ago.
_BYGONE: Final = frozenset(_STYLING.split())
#: The page that is shown in place of any other leads from the top of its host.
ROOTED: Final = "404.html"


class Tag(Record):
    """One element of a page: its name, attributes and the names of those around it."""

    name: str
    attributes: Mapping[str, str | None]
    around: tuple[str, ...]


class Parsed(Record):
    """A page as a browser would take it in: the parser's complaints, and its elements in order."""

    errors: tuple[str, ...]
    tags: tuple[Tag, ...]


def parse(html: str) -> Parsed:
    """Parses a page by the rules of the HTML standard."""
    document = JustHTML(html, collect_errors=True, sanitize=False)
    errors = tuple(f"{error.code} at {error.line}:{error.column}" for error in document.errors)
    return Parsed(errors, tuple(_walk(document.root, ())))


def _walk(node: object, around: tuple[str, ...]) -> Iterator[Tag]:
    for child in getattr(node, "children", None) or ():
        name = str(child.name)
        if name.startswith(("#", "!")):
            continue
        yield Tag(name, dict(child.attrs or {}), around)
        yield from _walk(child, (*around, name))


def markup_faults(page: Parsed) -> list[str]:
    """Parse errors, blocks inside words, links inside links, and pictures without words."""
    faults = list(page.errors)
    for tag in page.tags:
        inside = PHRASING_ONLY.intersection(tag.around)
        if tag.name in BLOCKS and inside and "svg" not in tag.around:
            faults.append(f"<{tag.name}> inside <{min(inside)}>")
        faults += _misplaced(tag)
        if tag.name == "img" and tag.attributes.get("alt") is None:
            faults.append("<img> without alt")
    return faults


def _misplaced(tag: Tag) -> Iterator[str]:
    """An element that HTML doesn't know, or not in this place, or not any more with what it has."""
    if "svg" in tag.around:
        return
    if tag.name not in _ELEMENTS:
        yield f"<{tag.name}> is nothing"
    parent = tag.around[-1] if tag.around else ""
    if tag.name == "li" and parent not in ("ul", "ol", "menu"):
        yield f"<li> inside <{parent}>"
    if parent in _CHILDREN and tag.name not in _CHILDREN[parent]:
        yield f"<{tag.name}> inside <{parent}>"
    if tag.name in _WORKED and (around := _WORKED.intersection(tag.around)):
        yield f"<{tag.name}> inside <{min(around)}>"
    if bygone := _BYGONE.intersection(tag.attributes):
        yield f"<{tag.name} {min(bygone)}>"


def landmark_faults(page: Parsed) -> list[str]:
    """A page without its header, ways and footer, words outside of all, or ways of one name."""
    own = [
        tag for tag in page.tags if not {"main", "article", "section", "template"} & {*tag.around}
    ]
    faults = [f"no <{name}>" for name in ("header", "footer") if name not in [t.name for t in own]]
    ways = [tag for tag in page.tags if tag.name == "nav"]
    names = [
        tag.attributes.get("aria-label") or tag.attributes.get("aria-labelledby") for tag in ways
    ]
    if len(set(names)) < len(names) or (len(names) > 1 and None in names):
        faults.append(f"ways by the names {names}")
    return faults


def id_faults(page: Parsed) -> list[str]:
    """Ids given twice, and references to ids that the page doesn't have."""
    ids = Counter(str(tag.attributes["id"]) for tag in page.tags if "id" in tag.attributes)
    faults = [f"the id {id} twice" for id, count in sorted(ids.items()) if count > 1]
    for tag in page.tags:
        for name in ("aria-labelledby", "aria-describedby", "for", "headers"):
            named = (tag.attributes.get(name) or "").split()
            faults += [f"{name} names {id}, which is not there" for id in named if id not in ids]
    return faults


def drawing_faults(page: Parsed) -> list[str]:
    """Drawings that nothing on the page shows, and such as its main part can't show by itself."""
    uses = [tag for tag in page.tags if tag.name == "use"]
    shown = {tag.attributes.get("href") for tag in uses}
    drawings = [tag for tag in page.tags if tag.name == "symbol"]
    ids = [tag.attributes["id"] for tag in drawings]
    faults = [f"nothing shows {id}" for id in ids if f"#{id}" not in shown]
    return faults + [
        f"<{tag.name}> outside of <main>" for tag in (*uses, *drawings) if "main" not in tag.around
    ]


def head_faults(page: Parsed) -> list[str]:
    """A page without language, title, viewport, or with other than one main and one h1.

    A page that search engines may list has a description too.
    """
    names = [tag.name for tag in page.tags]
    faults = [
        f"{names.count(name)} <{name}>"
        for name in ("h1", "main", "title")
        if len([t for t in page.tags if t.name == name and "svg" not in t.around]) != 1
    ]
    root = next(tag for tag in page.tags if tag.name == "html")
    if not root.attributes.get("lang"):
        faults.append("no language")
    metas = {tag.attributes.get("name") for tag in page.tags if tag.name == "meta"}
    asked = ("viewport",) if "robots" in metas else ("viewport", "description")
    faults += [f"no {name}" for name in asked if name not in metas]
    return faults


def heading_faults(page: Parsed) -> list[str]:
    """Headings that skip a level on the way down."""
    levels = [int(tag.name[1]) for tag in page.tags if tag.name in HEADINGS]
    return [
        f"h{after} after h{before}"
        for before, after in zip([0, *levels], levels, strict=False)
        if after > before + 1
    ]


def link_faults(
    path: str, page: Parsed, files: Collection[str], ids: Mapping[str, Collection[str]]
) -> list[str]:
    """Links and assets of a page that lead nowhere; `ids` has the ids of every page by path."""
    faults = []
    for tag in page.tags:
        for address in _addresses(tag):
            parts = _split(address)
            if parts.scheme in OUTSIDE or parts.scheme == "data":
                continue
            is_rooted = address.startswith("/")
            if parts.scheme or parts.netloc or (is_rooted and path != ROOTED):
                faults.append(f"{address} is no relative address")
                continue
            aim = target(path, parts.path) if parts.path else path
            if aim not in files:
                faults.append(f"{address} leads to nothing")
            elif parts.fragment and parts.fragment not in ids.get(aim, ()):
                faults.append(f"{address} leads to no such place on the page")
    return faults


@cache
def _split(address: str) -> SplitResult:
    """The parts of an address; the same ones stand on many pages."""
    return urlsplit(address)


def _addresses(tag: Tag) -> Iterator[str]:
    """What an element leads to or loads; of pictures in several sizes, each."""
    yield from (found for name in ADDRESSES if (found := tag.attributes.get(name)) is not None)
    sizes = (tag.attributes.get("srcset") or "").split(",")
    yield from (size.split()[0] for size in sizes if size.strip())


@cache
def target(path: str, address: str) -> str:
    """The path that an address on a page leads to, which is relative, or begins at the top."""
    if address == "/":
        return "index.html"
    folder = posixpath.dirname(path)
    return posixpath.normpath(posixpath.join(folder, unquote(address).lstrip("/")))


def ids_of(page: Parsed) -> set[str]:
    """All ids of a page."""
    return {str(tag.attributes["id"]) for tag in page.tags if "id" in tag.attributes}


def targets(path: str, page: Parsed) -> list[str]:
    """The paths that a page's links lead to."""
    found = []
    for tag in page.tags:
        address = tag.attributes.get("href") if tag.name == "a" else None
        parts = _split(address or "")
        if parts.path and not parts.scheme:
            found.append(target(path, parts.path))
    return found
