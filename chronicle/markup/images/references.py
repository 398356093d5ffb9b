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

_PICTURE_PATTERN: Final = re.compile(
    r'!\[([^\[\]\n]*)\]\(([A-Za-z0-9][A-Za-z0-9._/-]*)(?: +"([^"\[\]\n]*)")?\)'
)
#: What Markdown could take for more than a letter.
_MARKDOWN: Final = re.compile(r"([\\`*_<>#|~!&\[\]])")


@dataclass(frozen=True, slots=True)
class PictureReference:
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
PictureLayout: TypeAlias = Literal["column", "row", "portrait"]
#: How wide that is, in the words of browsers. It need not be exact: what is laid out follows from
#: the theme alone, and only the choice among sizes from this.
_SIZES: Final[dict[PictureLayout, str]] = {
    "column": "(min-width: 40rem) 36rem, 92vw",
    "row": "(min-width: 40rem) 18rem, 92vw",
    "portrait": "12rem",
}
#: Pixels across that are enough for a browser which knows nothing of sizes.
_FALLBACK_WIDTHS: Final[dict[PictureLayout, int]] = {"column": 960, "row": 480, "portrait": 480}
_ENLARGE_LINK: Final = re.compile(
    r'<a class="enlarge" href="[^"]*">(<img [^>]*>)<span[^>]*>[^<]*</span></a>'
)
_SRCSET: Final = re.compile(r' srcset="[^"]*" sizes="[^"]*"')


@dataclass(frozen=True, slots=True)
class PictureView:
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
PictureLookup: TypeAlias = Callable[[str], PictureView | None]


def pictures_in(text: str) -> Iterator[PictureReference]:
    """All pictures of a text as far as they are written in the one way that shows them."""
    for found in _PICTURE_PATTERN.finditer(text):
        yield _reference(found)


def picture_at(text: str, offset: int) -> PictureReference | None:
    """The picture that begins just here."""
    found = _PICTURE_PATTERN.match(text, offset)
    return None if found is None else _reference(found)


def _reference(found: re.Match[str]) -> PictureReference:
    words, name, caption = found.groups()
    whole = found.group(0)
    shown, below = words.strip(), (caption or "").strip()
    return PictureReference(name, shown, below, found.start(), len(whole), found.start(2))


def rename_pictures(markdown: str, named: Callable[[str], str | None]) -> str:
    """A text with other names for its pictures; where there is none, the words stand alone."""

    def rename(found: re.Match[str]) -> str:
        words, name, caption = found.groups()
        other = named(name)
        if other is None:
            return _MARKDOWN.sub(r"\\\1", words.strip())
        below = "" if caption is None else f' "{caption}"'
        return f"![{words}]({other}{below})"

    return _PICTURE_PATTERN.sub(rename, markdown)


def render_figures(
    marks: Sequence[PictureReference], shown: PictureLookup, layout: PictureLayout = "column"
) -> str:
    """Pictures without words between them, each with its line below it, as HTML.

    One stands by itself, used so; several stand in a row, and each leads to the whole of it.
    """
    if len(marks) == 1:
        return _figure(
            marks[0], render_picture(shown(marks[0].name), marks[0].words, layout=layout)
        )
    figures = "\n".join(
        _figure(mark, render_linked_picture(shown(mark.name), mark.words)) for mark in marks
    )
    return f'<div class="gallery">\n{figures}\n</div>'


def render_inline_picture(mark: PictureReference, shown: PictureLookup) -> str:
    """A picture amid words; the line that can't stand below it there comes up over it."""
    over = f' title="{html.escape(mark.caption)}"' if mark.caption else ""
    return render_picture(shown(mark.name), mark.words, over)


def _figure(mark: PictureReference, drawn: str) -> str:
    below = f"<figcaption>{html.escape(mark.caption)}</figcaption>" if mark.caption else ""
    return f'<figure class="picture">{drawn}{below}</figure>'


def render_linked_picture(
    found: PictureView | None, words: str, layout: PictureLayout = "row"
) -> str:
    """A picture that leads to the whole of it, as HTML; the words where there is none."""
    drawn = render_picture(found, words, layout=layout)
    if found is None:
        return drawn
    leads = f'<a class="enlarge" href="{html.escape(found.address)}">'
    return f'{leads}{drawn}<span class="unseen"> {html.escape(found.enlarge)}</span></a>'


def render_picture(
    found: PictureView | None, words: str, more: str = "", *, layout: PictureLayout = "column"
) -> str:
    """A picture as HTML, in the sizes there are; the words where there is none.

    ``more`` are further attributes.
    """
    if found is None:
        return html.escape(words)
    sizes = (*found.smaller, (found.width, found.address))
    plain = next(
        (address for width, address in sizes if width >= _FALLBACK_WIDTHS[layout]), found.address
    )
    if found.smaller:
        choice = ", ".join(f"{html.escape(address)} {width}w" for width, address in sizes)
        more += f' srcset="{choice}" sizes="{_SIZES[layout]}"'
    return (
        f'<img src="{html.escape(plain)}" alt="{html.escape(words)}"{more}'
        f' width="{found.width}" height="{found.height}" loading="lazy" decoding="async">'
    )


def without_picture_links(drawn: str) -> str:
    """The HTML of a page for where no files lie beside it: pictures in one size, and no links."""
    if "<img " not in drawn:
        return drawn
    return _SRCSET.sub("", _ENLARGE_LINK.sub(r"\1", drawn))
