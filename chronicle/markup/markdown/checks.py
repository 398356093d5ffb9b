"""Find markup in an author's text that would not be read as intended."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from markdown_it.token import Token

from chronicle.markup.images.references import pictures_in
from chronicle.markup.markdown.links import WIKI_LINK_PATTERN
from chronicle.markup.markdown.parser import iter_tokens, markdown_parser, parsed
from chronicle.records import Record

_COLONS: Final = re.compile(r"^[\s>*+\-0-9.)]*(:{3,})(.*)$")
#: Colons before the word in a position where no block can begin, too few, or of another script.
_MISPLACED_SECRET: Final = re.compile(
    r"(?:^[\s>*+\-0-9.)]*([:：]+)|([:：]{2,}))[ \t]*secret\b", re.IGNORECASE
)
_SECRET: Final = re.compile(r"^[ \t]*(:{3,})[ \t]*secret[ \t]+(\S.*?)[ \t]*$")
_CLOSE: Final = re.compile(r"^[ \t]*(:{3,})[ \t]*$")
_HTML: Final = re.compile(r"<!--|</?[A-Za-z][A-Za-z0-9-]*(?:\s[^<>]*)?/?>|<[?!][^<>]*>")

#: What is meant to show a picture, whether or not it does.
_PICTURE_MARKUP: Final = re.compile(r"!\[[^\[\]\n]*\]\(([^)\n]*)")

#: Without any of these a text contains no code.
_CODE: Final = re.compile(r"`|~~~|\t| {4}")


class SecretFence(Record):
    """A line that looks like part of a secret block, as found by :func:`secret_fences`.

    ``kind`` is ``open``, ``close`` or ``stray``; ``words`` are the audiences named at the opening;
    ``colons`` is their number; ``row`` and ``column`` count from 0.
    """

    row: int
    column: int
    kind: str
    colons: int
    words: str


def secret_fences(text: str) -> Iterator[SecretFence]:
    """Yield every line that starts with three or more colons, or mentions a secret block later.

    Colons after list or quote markers are found too; such a line is ``stray``.
    """
    for row, line in enumerate(text.split("\n")):
        found = _COLONS.match(line) or _MISPLACED_SECRET.search(line)
        if found is None:
            continue
        group = found.lastindex or 1 if found.re is _MISPLACED_SECRET else 1
        opened, closed = _SECRET.match(line), _CLOSE.match(line)
        kind = "open" if opened else "close" if closed else "stray"
        words = opened.group(2) if opened else ""
        yield SecretFence(row, found.start(group), kind, len(found.group(group)), words)


# The result depends only on the text, and most texts are unchanged when a campaign is rebuilt, so
# it is cached.
@lru_cache(maxsize=4096)
def malformed_wiki_links(text: str) -> tuple[int, ...]:
    """The offsets of double brackets that are not a wiki link, or are in code."""
    return tuple(_malformed_wiki_links(text))


def _malformed_wiki_links(text: str) -> Iterator[int]:
    if "[[" not in text:
        return
    linked = {found.start() for found in WIKI_LINK_PATTERN.finditer(text)}
    for found in re.finditer(r"\[\[", text):
        if found.start() not in linked:
            yield found.start()
    for token in iter_tokens(parsed(text)) if _CODE.search(text) else ():
        if token.type in ("code_inline", "code_block", "fence"):
            for link in WIKI_LINK_PATTERN.finditer(token.content):
                yield text.find(link.group(0))


def html_tags(text: str) -> Iterator[tuple[str, int]]:
    """Everything in a text that looks like HTML, with its offset.

    Autolinks are left out, and so is code, which readers see as it is written.
    """
    if "<" not in text:
        return
    code = sorted(code_ranges(text)) if _CODE.search(text) else []
    # The name of a picture can be in angle brackets.
    names = {picture.name_at - 1 for picture in pictures_in(text)}
    for found in _HTML.finditer(text):
        before = bisect_right(code, (found.start(), len(text))) - 1
        in_code = before >= 0 and found.end() <= code[before][1]
        if found.start() not in names and not in_code:
            yield found.group(0), found.start()


@lru_cache(maxsize=4096)
def code_ranges(text: str) -> tuple[tuple[int, int], ...]:
    """Where code is in a text, as offsets: its blocks, and its spans with their backticks."""
    return tuple(_code_ranges(text))


def _code_ranges(text: str) -> Iterator[tuple[int, int]]:
    starts = [0, *(found.end() for found in re.finditer("\n", text)), len(text) + 1]
    for token in parsed(text):
        if token.map is None:
            continue
        start, end = (starts[min(row, len(starts) - 1)] for row in token.map)
        if token.type in ("code_block", "fence"):
            yield start, end
        for child in token.children or ():
            if child.type == "code_inline":
                found = _code_span(text, child, start, end)
                if found is not None:
                    yield found.span()
                    start = found.end()


def _code_span(text: str, span: Token, start: int, end: int) -> re.Match[str] | None:
    """A code span in a part of a text; line breaks in it may have a quotation's mark after them."""
    words = r"(?:\s|\n[ \t>]*)+".join(map(re.escape, span.content.split()))
    mark = f"(?<!`){span.markup}(?!`)"
    return re.compile(rf"{mark}\s*{words}\s*{mark}").search(text, start, end)


def malformed_pictures(text: str) -> Iterator[str]:
    """The names in image markup that is not shown: of other sites, in code, over two lines."""
    marked = Counter(picture.name for picture in pictures_in(text))
    meant = Counter(address for kind, address in link_addresses(text) if kind == "picture")
    yield from meant - marked
    yield from marked - meant
    known = {picture.offset for picture in pictures_in(text)}
    for found in _PICTURE_MARKUP.finditer(text):
        if found.start() not in known and not any(found[1].startswith(name) for name in meant):
            yield found[1]


@lru_cache(maxsize=4096)
def link_addresses(text: str) -> tuple[tuple[str, str], ...]:
    """The addresses of links and images in a text: (``link`` or ``picture``, address)."""
    return tuple(_link_addresses(text))


def _may_have_addresses(text: str) -> bool:
    """Whether a text may have links or images: inline, reference, or autolink."""
    inline = 0 <= text.find("](") < text.rfind(")")
    autolink = 0 <= text.find("<") < text.rfind(">")
    return inline or "]:" in text or autolink


def _link_addresses(text: str) -> Iterator[tuple[str, str]]:
    for token in (
        iter_tokens(markdown_parser(accept_all_addresses=True).parse(text))
        if _may_have_addresses(text)
        else ()
    ):
        if token.type == "link_open":
            yield "link", str(token.attrGet("href") or "")
        elif token.type == "image":
            yield "picture", str(token.attrGet("src") or "")
        elif token.type == "picture":
            yield "picture", token.meta["mark"].name
