"""Convert a text to HTML for one reader, or to plain text."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from markdown_it.token import Token

from chronicle.markup.images.references import PictureLayout, PictureLookup
from chronicle.markup.markdown.links import LinkResolver, NameLookup
from chronicle.markup.markdown.parser import (
    PrivateLines,
    iter_tokens,
    link_text,
    markdown_parser,
    parsed,
)

#: What a text has that everybody reads.
NO_PRIVATE_LINES: Final = PrivateLines()


def _no_lookup(_target: str) -> None:
    """Show wiki links as written, and images as their alternative text."""


def to_html(  # noqa: PLR0913  what a text needs of its page, each by its name
    markdown: str,
    resolve_link: LinkResolver,
    *,
    heading_level: int,
    look_up_name: NameLookup = _no_lookup,
    look_up_picture: PictureLookup = _no_lookup,
    layout: PictureLayout = "column",
    private: PrivateLines = NO_PRIVATE_LINES,
) -> str:
    """Return the HTML of a text visible to the reader; headings begin at ``heading_level``.

    Wiki links become links if ``resolve_link`` returns an address, otherwise plain text: the label,
    else the result of ``look_up_name`` for the target, else the target as written. Images are shown
    as ``look_up_picture`` says: alone in a paragraph as a figure, and several of these in a row.
    ``layout`` is the width of a figure. Blocks with ``private`` lines are in labelled groups.
    """
    env = {
        "link": resolve_link,
        "heading": heading_level,
        "name": look_up_name,
        "picture": look_up_picture,
        "use": layout,
        "private": private,
    }
    parser = markdown_parser()
    return str(parser.renderer.render(parsed(markdown), parser.options, env))


def plain_text(markdown: str, *, name: NameLookup = _no_lookup) -> str:
    """The plain text of Markdown, or of its images, in one line, for titles and descriptions."""
    pieces, seen = _pieces(markdown)
    words = (it if isinstance(it, str) else link_text(it, name) for it in pieces)
    return " ".join("".join(words).split()) or seen


# Texts with many links to them are rendered often.
@lru_cache(maxsize=4096)
def _pieces(markdown: str) -> tuple[tuple[str | Token, ...], str]:
    """The text and the wiki links of a Markdown text, and the alternative texts of its images."""
    pieces: list[str | Token] = []
    tokens = parsed(markdown)
    for token in tokens:
        for child in token.children or ():
            if child.type in ("text", "code_inline"):
                pieces.append(child.content)
            elif child.type == "wiki":
                pieces.append(child)
            elif child.type in ("softbreak", "hardbreak"):
                pieces.append(" ")
        pieces.append(" ")
    seen = (token.meta["mark"].words for token in iter_tokens(tokens) if token.type == "picture")
    return tuple(pieces), " ".join(" ".join(seen).split())
