"""A text as HTML for one reader, or as bare words."""

from __future__ import annotations

from functools import lru_cache

from markdown_it.token import Token

from chronicle.markup.images.references import PictureOf, Use
from chronicle.markup.markdown.links import LinkTo, NameOf
from chronicle.markup.markdown.parser import parser, tokens_in, words_of


def _as_written(_target: str) -> None:
    """Shows every wiki link as it is written, and of every picture its words."""


def to_html(
    markdown: str,
    link: LinkTo,
    *,
    heading: int,
    name: NameOf = _as_written,
    picture: PictureOf = _as_written,
    use: Use = "column",
) -> str:
    """The HTML of a text that is visible to the reader; its highest heading has level ``heading``.

    Wiki links become links where ``link`` knows an address, and plain words elsewhere: the words
    after the bar, else what ``name`` makes of the target, else the target as written. Pictures are
    shown as ``picture`` says, those in a paragraph of their own as figures, and several of these
    one after another in a row. ``use`` is how wide a figure is.
    """
    env = {"link": link, "heading": heading, "name": name, "picture": picture, "use": use}
    return str(parser().render(markdown, env))


def plain(markdown: str, *, name: NameOf = _as_written) -> str:
    """The words of a text without any marks, in one line, for titles and descriptions.

    Those of pictures stand there when the text has no others.
    """
    pieces, seen = _pieces(markdown)
    words = (it if isinstance(it, str) else words_of(it, name) for it in pieces)
    return " ".join("".join(words).split()) or seen


# The same few words stand at many links to a text.
@lru_cache(maxsize=4096)
def _pieces(markdown: str) -> tuple[tuple[str | Token, ...], str]:
    """Words of a text with its wiki links between them, and the words of its pictures."""
    pieces: list[str | Token] = []
    tokens = parser().parse(markdown)
    for token in tokens:
        for child in token.children or ():
            if child.type in ("text", "code_inline"):
                pieces.append(child.content)
            elif child.type == "wiki":
                pieces.append(child)
            elif child.type in ("softbreak", "hardbreak"):
                pieces.append(" ")
        pieces.append(" ")
    seen = (token.meta["mark"].words for token in tokens_in(tokens) if token.type == "picture")
    return tuple(pieces), " ".join(" ".join(seen).split())
