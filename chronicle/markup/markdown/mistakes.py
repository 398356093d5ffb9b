"""What an author wrote that would be read otherwise than it was meant: the slips of a text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from chronicle.markup.images.references import pictures_in
from chronicle.markup.markdown.links import WIKI
from chronicle.markup.markdown.parser import parser, tokens_in

_COLONS: Final = re.compile(r"^[\s>*+\-0-9.)]*(:{3,})(.*)$")
#: Colons before the word where no block can begin: in a line, too few, or of another script.
_NEARLY: Final = re.compile(
    r"(?:^[\s>*+\-0-9.)]*([:：]+)|([:：]{2,}))[ \t]*secret\b", re.IGNORECASE
)
_SECRET: Final = re.compile(r"^[ \t]*(:{3,})[ \t]*secret[ \t]+(\S.*?)[ \t]*$")
_CLOSE: Final = re.compile(r"^[ \t]*(:{3,})[ \t]*$")
_HTML: Final = re.compile(r"<!--|</?[A-Za-z][A-Za-z0-9-]*(?:\s[^<>]*)?/?>|<[?!][^<>]*>")

#: Without any of these Markdown finds no code; with them it may.
_CODE: Final = re.compile(r"`|~~~|\t| {4}")
#: The same of links and pictures: an address in brackets, one given further on, one by itself.
_ADDRESS: Final = re.compile(r"\]\(|\]:|<")


@dataclass(frozen=True, slots=True)
class ColonLine:
    """A line of prose that has to do with secret blocks, as :func:`colon_lines` reads it.

    ``kind`` is ``open``, ``close`` or ``stray``; ``words`` are the audiences an opening names;
    ``colons`` how many there are; ``row`` and ``column`` count from 0.
    """

    row: int
    column: int
    kind: str
    colons: int
    words: str


def colon_lines(text: str) -> Iterator[ColonLine]:
    """Every line that starts with three or more colons, or speaks of a secret block further on.

    Marks of lists and quotes before the colons do not hide them: such a line is a stray one.
    """
    for row, line in enumerate(text.split("\n")):
        found = _COLONS.match(line) or _NEARLY.search(line)
        if found is None:
            continue
        group = found.lastindex or 1 if found.re is _NEARLY else 1
        opened, closed = _SECRET.match(line), _CLOSE.match(line)
        kind = "open" if opened else "close" if closed else "stray"
        words = opened.group(2) if opened else ""
        yield ColonLine(row, found.start(group), kind, len(found.group(group)), words)


# What is found in a text is the text's alone, and most texts of a campaign that is built again are
# the same: so it is looked for once.
@lru_cache(maxsize=4096)
def broken_links(text: str) -> tuple[int, ...]:
    """The offsets of double brackets that make no wiki link, or stand in code and stay as typed."""
    return tuple(_broken_links(text))


def _broken_links(text: str) -> Iterator[int]:
    if "[[" not in text:
        return
    linked = {found.start() for found in WIKI.finditer(text)}
    for found in re.finditer(r"\[\[", text):
        if found.start() not in linked:
            yield found.start()
    for token in tokens_in(parser().parse(text)) if _CODE.search(text) else ():
        if token.type in ("code_inline", "code_block", "fence"):
            for link in WIKI.finditer(token.content):
                yield text.find(link.group(0))


def html_marks(text: str) -> Iterator[tuple[str, int]]:
    """Everything in a text that looks like HTML, with its offset; addresses in <…> are none."""
    for found in _HTML.finditer(text):
        yield found.group(0), found.start()


def broken_pictures(text: str) -> Iterator[str]:
    """What is named by pictures that nobody would see: of other sites, in code, over two lines."""
    marked = Counter(picture.name for picture in pictures_in(text))
    meant = Counter(address for kind, address in addresses(text) if kind == "picture")
    yield from meant - marked
    yield from marked - meant


@lru_cache(maxsize=4096)
def addresses(text: str) -> tuple[tuple[str, str], ...]:
    """The addresses of the links and pictures of a text: (``link`` or ``picture``, address)."""
    return tuple(_addresses(text))


def _addresses(text: str) -> Iterator[tuple[str, str]]:
    for token in tokens_in(parser(trusting=True).parse(text)) if _ADDRESS.search(text) else ():
        if token.type == "link_open":
            yield "link", str(token.attrGet("href") or "")
        elif token.type == "image":
            yield "picture", str(token.attrGet("src") or "")
