"""A fast parser for the HTML that themes write, stricter than the standard.

Every element is closed where it ends, attribute values are in double quotes, and `<` and `&` stand
nowhere else: what keeps to this is read as the standard reads it, in a fraction of the time. Tests
compare the two on pages that hold every combination of elements (:func:`covering`).
"""

from __future__ import annotations

import heapq
import html
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, TypeAlias

from tests.render.html_checks import Parsed, Tag

_ENTITY: Final = r"&(?:[A-Za-z]\w*|#\d+|#x[\da-fA-F]+);"
_NAME: Final = r"[^\s\"'<>/=]+"
_ATTRIBUTES: Final = rf"(?:\s+{_NAME}(?:=\"(?:[^\"&<]|{_ENTITY})*\")?)*"
_TOKEN: Final = re.compile(
    r"<!doctype html>|<!--.*?-->"
    rf"|<(?P<raw>script|style)(?P<of_raw>{_ATTRIBUTES})>[^<]*</(?P=raw)>"
    r"|</(?P<end>[a-zA-Z][\w-]*)>"
    rf"|<(?P<start>[a-zA-Z][\w-]*)(?P<of_start>{_ATTRIBUTES})\s*(?P<closed>/?)>"
    rf"|[^<&]+|{_ENTITY}",
    re.DOTALL,
)
_ATTRIBUTE: Final = re.compile(rf"({_NAME})(?:=\"([^\"]*)\")?")
#: Elements that hold nothing and have no end.
_VOID: Final = frozenset(
    "area base br col embed hr img input link meta source track wbr".split()  # noqa: SIM905  easier to read
)
#: What a page with scripts does not show.
_INERT: Final = frozenset({"noscript", "template"})
#: An element with its class, the names of its attributes and the elements around it.
Combination: TypeAlias = tuple[str, str | None, tuple[str, ...], tuple[str, ...]]
#: So many of the elements around one are looked at.
_AROUND: Final = 3
#: The fixed time of parsing a page, in bytes.
_OVERHEAD: Final = 3_000


def parse_strictly(page: str) -> Parsed:
    """Parses a page; errors are where it breaks off the rules above.

    As with the standard's parser, what lies in one of :data:`_INERT` is not part of the page.
    """
    errors: list[str] = []
    tags: list[Tag] = []
    around: tuple[str, ...] = ()
    is_inert = False
    at = 0
    for token in _TOKEN.finditer(page):
        if token.start() != at:
            errors.append(f"no markup: {page[at : at + 40]!r}")
        at = token.end()
        if token.lastgroup is None:  # words
            continue
        raw, of_raw, end, start, of_start, closed = token.groups()
        if end:
            if around[-1:] != (end,):
                errors.append(f"</{end}> inside {around[-3:]}")
            around = around[:-1]
            is_inert = is_inert and not _INERT.isdisjoint(around)
            continue
        if not is_inert:
            tags.append(_tag(start or raw, of_start or of_raw or "", around))
        if start and not closed and start not in _VOID:
            around = (*around, start)
            is_inert = is_inert or start in _INERT
    if at != len(page):
        errors.append(f"no markup: {page[at : at + 40]!r}")
    if around:
        errors.append(f"not closed: {around}")
    return Parsed(tuple(errors), tuple(tags))


@cache
def _tag(name: str, written: str, around: tuple[str, ...]) -> Tag:
    """An element; the same few stand on page after page."""
    return Tag(name, _attributes(written), around)


@cache
def _attributes(written: str) -> Mapping[str, str | None]:
    """The attributes of a tag; the same few are written again and again."""
    return {name: html.unescape(value) for name, value in _ATTRIBUTE.findall(written)}


def covering(pages: Mapping[str, Parsed], sizes: Mapping[str, int]) -> Sequence[str]:
    """The paths of few and small pages that together hold every combination of elements."""
    combinations = {path: _combinations(page) for path, page in pages.items()}
    left = set[Combination]().union(*combinations.values())

    def worth(path: str) -> float:
        return len(combinations[path] & left) / (sizes[path] + _OVERHEAD)

    heap = [(-worth(path), path) for path in pages]
    heapq.heapify(heap)
    chosen: list[str] = []
    while left:
        # What the pages chosen since have taken from a page makes it worth less, never more.
        _, path = heapq.heappop(heap)
        now = (-worth(path), path)
        if heap and now > heap[0]:
            heapq.heappush(heap, now)
            continue
        left -= combinations[path]
        chosen.append(path)
    return chosen


def _combinations(page: Parsed) -> frozenset[Combination]:
    return frozenset(
        (tag.name, tag.attributes.get("class"), (*tag.attributes,), tag.around[-_AROUND:])
        for tag in page.tags
    )
