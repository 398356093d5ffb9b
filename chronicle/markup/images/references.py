"""Image references in texts: `![words](name "line below")`, and their HTML.

A reference must be on one line, so that no secret block can begin or end within it, and in this
form, so that checks, counts and display can't differ.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal, TypeAlias

from chronicle.records import Record

#: The name of a file, with single spaces and words in parentheses, or any in angle brackets.
_NAME: Final = r"\w(?:[\w.,'’&+/-]| (?=[\w(&+'’-])|\([\w .,'’&+-]*\))*"
_PICTURE_PATTERN: Final = re.compile(
    rf'!\[([^\[\]\n]*)\]\((?:({_NAME})|<([^<>\[\]\n:]+)>)(?: +"([^"\[\]\n]*)")? *\)'
)
#: Characters that have a meaning in Markdown.
_MARKDOWN: Final = re.compile(r"([\\`*_<>#|~!&\[\]])")


class PictureReference(Record):
    """An image reference in a text: file name, alternative text, and caption.

    ``offset`` and ``length`` are those of the whole reference, ``name_at`` is the offset of the
    name.
    """

    name: str
    words: str
    caption: str
    offset: int
    length: int
    name_at: int


#: How a page shows an image: across a column of text, among others in a row, or as a portrait.
PictureLayout: TypeAlias = Literal["column", "row", "portrait"]
#: The width for the `sizes` attribute. It may be approximate: the theme sets the actual width, and
#: browsers use this only to choose a file.
_SIZES: Final[dict[PictureLayout, str]] = {
    "column": "(min-width: 40rem) 36rem, 92vw",
    "row": "(min-width: 40rem) 18rem, 92vw",
    "portrait": "12rem",
}
#: The width in pixels for browsers that don't know `srcset`.
_FALLBACK_WIDTHS: Final[dict[PictureLayout, int]] = {"column": 960, "row": 480, "portrait": 480}
_ENLARGE_LINK: Final = re.compile(
    r'<a class="enlarge" href="[^"]*">(<img [^>]*>)<span[^>]*>[^<]*</span></a>'
)
_SRCSET: Final = re.compile(r' srcset="[^"]*" sizes="[^"]*"')


class PictureView(Record):
    """An image as a page shows it: its address, and its size in pixels.

    ``smaller`` are the widths and addresses of smaller versions, the narrowest first; ``enlarge``
    is the text of a link to the full size.
    """

    address: str
    width: int
    height: int
    smaller: tuple[tuple[int, str], ...] = ()
    enlarge: str = ""


#: Returns what a page shows for an image's name, or None to show the alternative text.
PictureLookup: TypeAlias = Callable[[str], PictureView | None]


def pictures_in(text: str) -> Iterator[PictureReference]:
    """All image references of a text in the supported form."""
    for found in _PICTURE_PATTERN.finditer(text):
        yield _reference(found)


def picture_at(text: str, offset: int) -> PictureReference | None:
    """The image reference that begins at this offset, if any."""
    found = _PICTURE_PATTERN.match(text, offset)
    return None if found is None else _reference(found)


def _reference(found: re.Match[str]) -> PictureReference:
    words, caption = found[1], found[4]
    name_at = found.start(2) if found[2] else found.start(3)
    shown, below = words.strip(), (caption or "").strip()
    name = found[2] or found[3]
    return PictureReference(name, shown, below, found.start(), len(found[0]), name_at)


def rename_pictures(markdown: str, named: Callable[[str], str | None]) -> str:
    """Rename the images of a text; without a new name, the alternative text remains."""

    def rename(found: re.Match[str]) -> str:
        words, caption = found[1], found[4]
        other = named(found[2] or found[3])
        if other is None:
            return _MARKDOWN.sub(r"\\\1", words.strip())
        below = "" if caption is None else f' "{caption}"'
        return f"![{words}]({other}{below})"

    return _PICTURE_PATTERN.sub(rename, markdown)


def render_figures(
    marks: Sequence[PictureReference], shown: PictureLookup, layout: PictureLayout = "column"
) -> str:
    """The HTML of images without text between them, each with its caption.

    A single image is shown in the given layout; several are shown in a row, linked to their full
    size.
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
    """An image within a line of text; its caption becomes the title attribute."""
    over = f' title="{html.escape(mark.caption)}"' if mark.caption else ""
    return render_picture(shown(mark.name), mark.words, over)


def _figure(mark: PictureReference, drawn: str) -> str:
    below = f"<figcaption>{html.escape(mark.caption)}</figcaption>" if mark.caption else ""
    return f'<figure class="picture">{drawn}{below}</figure>'


def render_linked_picture(
    found: PictureView | None, words: str, layout: PictureLayout = "row"
) -> str:
    """The HTML of an image linked to its full size; the alternative text if there is none."""
    drawn = render_picture(found, words, layout=layout)
    if found is None:
        return drawn
    leads = f'<a class="enlarge" href="{html.escape(found.address)}">'
    return f'{leads}{drawn}<span class="unseen"> {html.escape(found.enlarge)}</span></a>'


def render_picture(
    found: PictureView | None, words: str, more: str = "", *, layout: PictureLayout = "column"
) -> str:
    """The HTML of an image, with ``more`` attributes; its words if there is no image."""
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
    """The HTML of a page without other files next to it: images in one size, without links."""
    if "<img " not in drawn:
        return drawn
    return _SRCSET.sub("", _ENLARGE_LINK.sub(r"\1", drawn))
