"""What an author wrote that would be read otherwise than it was meant: the slips of a text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from chronicle.markup.images.references import pictures_in
from chronicle.markup.markdown.links import WIKI_LINK_PATTERN
from chronicle.markup.markdown.parser import iter_tokens, markdown_parser

_COLONS: Final = re.compile(r"^[\s>*+\-0-9.)]*(:{3,})(.*)$")
#: Colons before the word where no block can begin: in a line, too few, or of another script.
_MISPLACED_SECRET: Final = re.compile(
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
class SecretFence:
    """A line of prose that has to do with secret blocks, as :func:`secret_fences` reads it.

    ``kind`` is ``open``, ``close`` or ``stray``; ``words`` are the audiences an opening names;
    ``colons`` how many there are; ``row`` and ``column`` count from 0.
    """

    row: int
    column: int
    kind: str
    colons: int
    words: str


def secret_fences(text: str) -> Iterator[SecretFence]:
    """Every line that starts with three or more colons, or speaks of a secret block further on.

    Marks of lists and quotes before the colons do not hide them: such a line is a stray one.
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


# What is found in a text is the text's alone, and most texts of a campaign that is built again are
# the same: so it is looked for once.
@lru_cache(maxsize=4096)
def malformed_wiki_links(text: str) -> tuple[int, ...]:
    """The offsets of double brackets that make no wiki link, or stand in code and stay as typed."""
    return tuple(_malformed_wiki_links(text))


def _malformed_wiki_links(text: str) -> Iterator[int]:
    if "[[" not in text:
        return
    linked = {found.start() for found in WIKI_LINK_PATTERN.finditer(text)}
    for found in re.finditer(r"\[\[", text):
        if found.start() not in linked:
            yield found.start()
    for token in iter_tokens(markdown_parser().parse(text)) if _CODE.search(text) else ():
        if token.type in ("code_inline", "code_block", "fence"):
            for link in WIKI_LINK_PATTERN.finditer(token.content):
                yield text.find(link.group(0))


def html_tags(text: str) -> Iterator[tuple[str, int]]:
    """Everything in a text that looks like HTML, with its offset; addresses in <…> are none."""
    for found in _HTML.finditer(text):
        yield found.group(0), found.start()


def malformed_pictures(text: str) -> Iterator[str]:
    """What is named by pictures that nobody would see: of other sites, in code, over two lines."""
    marked = Counter(picture.name for picture in pictures_in(text))
    meant = Counter(address for kind, address in link_addresses(text) if kind == "picture")
    yield from meant - marked
    yield from marked - meant


@lru_cache(maxsize=4096)
def link_addresses(text: str) -> tuple[tuple[str, str], ...]:
    """The addresses of the links and pictures of a text: (``link`` or ``picture``, address)."""
    return tuple(_link_addresses(text))


def _link_addresses(text: str) -> Iterator[tuple[str, str]]:
    for token in (
        iter_tokens(markdown_parser(accept_all_addresses=True).parse(text))
        if _ADDRESS.search(text)
        else ()
    ):
        if token.type == "link_open":
            yield "link", str(token.attrGet("href") or "")
        elif token.type == "image":
            yield "picture", str(token.attrGet("src") or "")
