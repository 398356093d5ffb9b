"""Markdown that the campaign's loader accepts: escapes, and a check of the result."""

from __future__ import annotations

import re
from typing import Final

from chronicle.markup import markdown
from chronicle.markup.images.references import pictures_in

#: Schemes of addresses that a text may link to.
ALLOWED_SCHEMES: Final = ("https://", "http://", "mailto:")
_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]()#+!|~-])")
#: What looks like the fence of a secret block, as `secret_fences` finds it.
_COLONS: Final = re.compile("[:\uff1a]{2,}")
_COLON_BEFORE_SECRET: Final = re.compile(r"(?im)^([\s>*+\-0-9.)]*)[:：](?=[ \t]*secret\b)")
_AUTOLINK: Final = re.compile(r"<(?!(?:https?://|mailto:)[^\s<>]+>)")
#: What is an item of a list or a heading at the beginning of a line, and nothing elsewhere.
_LINE_START: Final = re.compile(r"(?m)^([ \t]*)(#{1,6}(?=\s)|[-+>](?=\s|$)|\d+(?=[.)]\s)|=+$|-+$)")
_TAG_START: Final = re.compile(r"<(?=[A-Za-z/!?])")
_ENTITY: Final = re.compile(r"&(?=#?\w+;)")
_BACKSLASHED: Final = re.compile(r"([\\`*_\[\]|~])")


def escape_words(text: str) -> str:
    """Words as Markdown that shows them unchanged."""
    text = _BACKSLASHED.sub(r"\\\1", text).replace("![", "!\\[")
    text = _LINE_START.sub(
        lambda found: (
            f"{found[1]}\\{found[2]}" if not found[2][0].isdigit() else f"{found[1]}{found[2]}\\"
        ),
        text,
    )
    return escape_fences(_TAG_START.sub("&lt;", _ENTITY.sub("&amp;", text)))


def escape_fences(text: str) -> str:
    """A text without anything that looks like the fence of a secret block."""
    text = _COLONS.sub(lambda found: "\\:" * len(found[0]), text)
    return _COLON_BEFORE_SECRET.sub(r"\1\\:", text)


def escape_markup(text: str) -> str:
    """Markdown in which links, pictures and HTML that were not converted are plain words."""
    # A footnote would be read as a link, because there are no footnotes.
    text = text.replace("[[", "\\[\\[").replace("![", "!\\[").replace("[^", "\\[^")
    return escape_fences(_AUTOLINK.sub("&lt;", text))


def code_without_markup(code: str) -> str:
    """Code without what the loader takes for markup even there."""
    code = code.replace("[[", "[ [").replace("![", "! [")
    code = re.sub(r"<(?=[A-Za-z/!?])", "< ", code)
    return re.sub(
        "[:\uff1a]{2,}|(?m:^)[:：](?=[ \t]*secret\\b)", lambda found: " ".join(found[0]) + " ", code
    )


def plain_paragraphs(text: str) -> str:
    """A text as paragraphs without any markup."""
    escaped = "\n".join(_SPECIAL.sub(r"\\\1", line.strip()) for line in text.split("\n"))
    return escape_fences(escaped.replace("&", "&amp;").replace("<", "&lt;"))


def is_accepted(text: str) -> bool:
    """Whether the loader finds nothing wrong with the markup of a text, secret blocks apart."""
    return not (
        any(True for _ in markdown.html_tags(text))
        or any(True for _ in markdown.malformed_pictures(text))
        or markdown.malformed_wiki_links(text)
        or any(not picture.words for picture in pictures_in(text))
        or any(
            kind == "link" and not address.startswith(ALLOWED_SCHEMES)
            for kind, address in markdown.link_addresses(text)
        )
    )


def has_fences(text: str) -> bool:
    """Whether a text has what looks like the fence of a secret block."""
    return any(True for _ in markdown.secret_fences(text))
