"""A text as HTML for one reader, or as bare words."""

from __future__ import annotations

from functools import lru_cache

from markdown_it.token import Token

from chronicle.markup.images.references import PictureLayout, PictureLookup
from chronicle.markup.markdown.links import LinkResolver, NameLookup
from chronicle.markup.markdown.parser import iter_tokens, link_text, markdown_parser


def _no_lookup(_target: str) -> None:
    """Shows every wiki link as it is written, and of every picture its words."""


def to_html(
    markdown: str,
    resolve_link: LinkResolver,
    *,
    heading_level: int,
    look_up_name: NameLookup = _no_lookup,
    look_up_picture: PictureLookup = _no_lookup,
    layout: PictureLayout = "column",
) -> str:
    """The HTML of a text that is visible to the reader; headings begin at ``heading_level``.

    Wiki links become links where ``resolve_link`` knows an address, and plain words elsewhere: the
    words after the bar, else what ``look_up_name`` makes of the target, else the target as written.
    Pictures are shown as ``look_up_picture`` says, those in a paragraph of their own as figures,
    and several of these one after another in a row. ``layout`` is how wide a figure is.
    """
    env = {
        "link": resolve_link,
        "heading": heading_level,
        "name": look_up_name,
        "picture": look_up_picture,
        "use": layout,
    }
    return str(markdown_parser().render(markdown, env))


def plain_text(markdown: str, *, name: NameLookup = _no_lookup) -> str:
    """The words of a text without any marks, in one line, for titles and descriptions.

    Those of pictures stand there when the text has no others.
    """
    pieces, seen = _pieces(markdown)
    words = (it if isinstance(it, str) else link_text(it, name) for it in pieces)
    return " ".join("".join(words).split()) or seen


# The same few words stand at many links to a text.
@lru_cache(maxsize=4096)
def _pieces(markdown: str) -> tuple[tuple[str | Token, ...], str]:
    """Words of a text with its wiki links between them, and the words of its pictures."""
    pieces: list[str | Token] = []
    tokens = markdown_parser().parse(markdown)
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
