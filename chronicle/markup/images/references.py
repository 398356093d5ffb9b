"""Pictures as texts name them: `![words](name "line below")`, and as pages show them.

A picture is written on one line, so that no secret block can begin or end within it, and in this
one way, so that what is checked, what is counted and what is shown can't differ.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

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


#: How a page shows a picture: across a column of text, among others in a row, or as a portrait.
Use: TypeAlias = Literal["column", "row", "portrait"]
#: How wide that is, in the words of browsers. It need not be exact: what is laid out follows from
#: the theme alone, and only the choice among sizes from this.
_SIZES: Final[dict[Use, str]] = {
    "column": "(min-width: 40rem) 36rem, 92vw",
    "row": "(min-width: 40rem) 18rem, 92vw",
    "portrait": "12rem",
}
#: Pixels across that are enough for a browser which knows nothing of sizes.
_ENOUGH: Final[dict[Use, int]] = {"column": 960, "row": 480, "portrait": 480}
_LINKED: Final = re.compile(
    r'<a class="enlarge" href="[^"]*">(<img [^>]*>)<span[^>]*>[^<]*</span></a>'
)
_CHOICE: Final = re.compile(r' srcset="[^"]*" sizes="[^"]*"')


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture as a page shows it: its address, and its size in pixels.

    ``smaller`` are the addresses of smaller ones by their width, the narrowest first; ``enlarge``
    the words of a link to the whole of it.
    """

    address: str
    width: int
    height: int
    smaller: tuple[tuple[int, str], ...] = ()
    enlarge: str = ""


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


def hung(marks: Sequence[PictureMark], shown: PictureOf, use: Use = "column") -> str:
    """Pictures without words between them, each with its line below it, as HTML.

    One stands by itself, used so; several stand in a row, and each leads to the whole of it.
    """
    if len(marks) == 1:
        return _figure(marks[0], image(shown(marks[0].name), marks[0].words, use=use))
    figures = "\n".join(_figure(mark, enlarged(shown(mark.name), mark.words)) for mark in marks)
    return f'<div class="gallery">\n{figures}\n</div>'


def amid_words(mark: PictureMark, shown: PictureOf) -> str:
    """A picture amid words; the line that can't stand below it there comes up over it."""
    over = f' title="{html.escape(mark.caption)}"' if mark.caption else ""
    return image(shown(mark.name), mark.words, over)


def _figure(mark: PictureMark, drawn: str) -> str:
    below = f"<figcaption>{html.escape(mark.caption)}</figcaption>" if mark.caption else ""
    return f'<figure class="picture">{drawn}{below}</figure>'


def enlarged(found: Shown | None, words: str, use: Use = "row") -> str:
    """A picture that leads to the whole of it, as HTML; the words where there is none."""
    drawn = image(found, words, use=use)
    if found is None:
        return drawn
    leads = f'<a class="enlarge" href="{html.escape(found.address)}">'
    return f'{leads}{drawn}<span class="unseen"> {html.escape(found.enlarge)}</span></a>'


def image(found: Shown | None, words: str, more: str = "", *, use: Use = "column") -> str:
    """A picture as HTML, in the sizes there are; the words where there is none.

    ``more`` are further attributes.
    """
    if found is None:
        return html.escape(words)
    sizes = (*found.smaller, (found.width, found.address))
    plain = next((address for width, address in sizes if width >= _ENOUGH[use]), found.address)
    if found.smaller:
        choice = ", ".join(f"{html.escape(address)} {width}w" for width, address in sizes)
        more += f' srcset="{choice}" sizes="{_SIZES[use]}"'
    return (
        f'<img src="{html.escape(plain)}" alt="{html.escape(words)}"{more}'
        f' width="{found.width}" height="{found.height}" loading="lazy" decoding="async">'
    )


def alone(drawn: str) -> str:
    """The HTML of a page for where no files lie beside it: pictures in one size, and no links."""
    if "<img " not in drawn:
        return drawn
    return _CHOICE.sub("", _LINKED.sub(r"\1", drawn))
