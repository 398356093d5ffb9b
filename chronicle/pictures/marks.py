"""Pictures as texts name them: `![words](name "line below")`, and as pages show them.

A picture is written on one line, so that no secret block can begin or end within it, and in this
one way, so that what is checked, what is counted and what is shown can't differ.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

_MARK: Final = re.compile(
    r'!\[([^\[\]\n]*)\]\(([A-Za-z0-9][A-Za-z0-9._/-]*)(?: +"([^"\[\]\n]*)")?\)'
)
#: What Markdown could take for more than a letter.
_MARKDOWN: Final = re.compile(r"([\\`*_<>#|~!&\[\]])")


@dataclass(frozen=True, slots=True)
class PictureMark:
    """A picture in a text: its name, the words that stand for it, a line to stand below it.

    ``offset`` and ``length`` are those of the whole mark, ``name_at`` is the offset of the name.
    """

    name: str
    words: str
    caption: str
    offset: int
    length: int
    name_at: int


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture as a page shows it: its address, and its size in pixels."""

    address: str
    width: int
    height: int


#: What a page shows for a picture's name, or None when it shows the words in its place.
PictureOf: TypeAlias = Callable[[str], Shown | None]


def pictures_in(text: str) -> Iterator[PictureMark]:
    """All pictures of a text as far as they are written in the one way that shows them."""
    for found in _MARK.finditer(text):
        yield _mark(found)


def picture_at(text: str, offset: int) -> PictureMark | None:
    """The picture that begins just here."""
    found = _MARK.match(text, offset)
    return None if found is None else _mark(found)


def _mark(found: re.Match[str]) -> PictureMark:
    words, name, caption = found.groups()
    whole = found.group(0)
    shown, below = words.strip(), (caption or "").strip()
    return PictureMark(name, shown, below, found.start(), len(whole), found.start(2))


def renamed_pictures(markdown: str, named: Callable[[str], str | None]) -> str:
    """A text with other names for its pictures; where there is none, the words stand alone."""

    def rename(found: re.Match[str]) -> str:
        words, name, caption = found.groups()
        other = named(name)
        if other is None:
            return _MARKDOWN.sub(r"\\\1", words.strip())
        below = "" if caption is None else f' "{caption}"'
        return f"![{words}]({other}{below})"

    return _MARK.sub(rename, markdown)


def figure(mark: PictureMark, shown: PictureOf) -> str:
    """A picture that stands by itself, with its line below it, as HTML."""
    below = f"<figcaption>{html.escape(mark.caption)}</figcaption>" if mark.caption else ""
    return f'<figure class="picture">{_image(mark, shown, "")}{below}</figure>'


def amid_words(mark: PictureMark, shown: PictureOf) -> str:
    """A picture amid words; the line that can't stand below it there comes up over it."""
    over = f' title="{html.escape(mark.caption)}"' if mark.caption else ""
    return _image(mark, shown, over)


def _image(mark: PictureMark, shown: PictureOf, more: str) -> str:
    found = shown(mark.name)
    if found is None:
        return html.escape(mark.words)
    return (
        f'<img src="{html.escape(found.address)}" alt="{html.escape(mark.words)}"{more}'
        f' width="{found.width}" height="{found.height}" loading="lazy" decoding="async">'
    )
