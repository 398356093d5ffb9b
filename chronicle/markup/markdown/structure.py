"""The blocks of a Markdown text by lines, for texts that are to be divided."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from markdown_it import MarkdownIt

from chronicle.records import Record

_CONTAINERS = ("blockquote_open", "list_item_open", "table_open")


class MarkdownBlock(Record):
    """A block of a text: lines from ``first`` on, before ``end``, counted from 0.

    ``kind`` is the name of markdown-it's token without `_open`; text that is directly in a block
    is a block `inline`. ``inside`` are the blocks around it, the outermost first.
    """

    kind: str
    first: int
    end: int
    content: str = ""
    info: str = ""
    level: int = 0
    inside: tuple[MarkdownBlock, ...] = ()


@lru_cache(maxsize=2)
def _parser(*, html: bool) -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": html}).enable("table")
    # Definitions are shown as the paragraphs that they are written as.
    made.block.ruler.disable("reference")
    made.core.ruler.disable(["inline", "text_join"])
    return made


def markdown_blocks(text: str, *, html: bool) -> Iterator[MarkdownBlock]:
    """Yield the blocks of a text in order, each before those in it.

    Without ``html``, what looks like HTML is text. Blocks nested deeper than markdown-it goes are
    not there.
    """
    around: list[MarkdownBlock] = []
    for token in _parser(html=html).parse(text):
        kind = token.type.removesuffix("_open")
        if token.nesting < 0:
            if f"{kind.removesuffix('_close')}_open" in _CONTAINERS:
                around.pop()
            continue
        if token.map is None:
            continue
        first, end = token.map
        level = int(token.tag[1]) if kind == "heading" else 0
        block = MarkdownBlock(
            kind, first, end, token.content, token.info, level=level, inside=tuple(around)
        )
        yield block
        if token.type in _CONTAINERS:
            around.append(block)
