"""Notes as parsed from a vault or an export, before they have ids and readers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from chronicle.files.source import Span, composed
from chronicle.model.campaign import WayKind
from chronicle.records import MutableRecord, Record, field

NoteKind = Literal["person", "place", "item", "faction", "page"]
#: What a note can be tied to: a place it lies in, the faction, place or owner it belongs to.
NoteTieKind = Literal["within", "of", "at", "held_by"]

#: Marks a link or a picture in a text by its number; sources have no control characters.
_MARK: Final = "\x02{}\x03"
MARK_PATTERN: Final = re.compile("\x02(\\d+)\x03")


class NoteLink(Record):
    """A link to a note, by its key, with its ``words``; ``shown`` is the target as written.

    A ``secret`` one leads to a part that is for the GM alone.
    """

    key: str
    shown: str
    words: str
    at: Span
    secret: bool = False


class NotePicture(Record):
    """A picture in a text: its path in the notes, empty if there is no such file.

    A ``secret`` one is for the GM alone, wherever it stands.
    """

    path: str
    shown: str
    words: str
    at: Span
    secret: bool = False


#: What a mark in a text stands for.
NoteMark: TypeAlias = NoteLink | NotePicture


class NoteText(Record):
    """A part of a note's text in Markdown, with marks; ``secret`` parts are for the GM alone."""

    text: str
    secret: bool = False


class NoteMap(Record):
    """A map in a note: its picture, and where notes are on it, by key, in its own coordinates.

    ``bounds`` are two corners of the picture in them, and ``zoom`` scales it if there are none. A
    ``secret`` one is for the GM alone.
    """

    picture: NotePicture
    bounds: tuple[float, float, float, float] | None
    zoom: float
    positions: Mapping[str, tuple[float, float]]
    secret: bool = False


class Note(Record):
    """One note to import.

    ``key`` is unique among all notes; ``id`` is one that the author gave. A ``secret`` note is for
    the GM alone, whatever the others are; what is ``for_players`` is not for the public, which with
    ``part_for_players`` only a part of it says. ``fallback`` is a name to make an id of if the
    note's own gives none. ``closings`` say why it, or parts of it, are for the GM alone. A place
    may have a ``position``, and ``ways`` to others by their keys. ``coordinates`` are what the GM
    reads if it gets no position of the ``maps``.
    """

    key: str
    kind: NoteKind
    name: str
    at: Span
    id: str = ""
    fallback: str = ""
    secret: bool = False
    for_players: bool = False
    part_for_players: bool = False
    role: str = ""
    portrait: NotePicture | None = None
    ties: Mapping[NoteTieKind, tuple[NoteLink, ...]] = field(default_factory=dict)
    texts: tuple[NoteText, ...] = ()
    position: tuple[float, float] | None = None
    coordinates: NoteText | None = None
    maps: tuple[NoteMap, ...] = ()
    ways: Mapping[str, WayKind] = field(default_factory=dict)
    marks: tuple[NoteMark, ...] = ()
    closings: tuple[str, ...] = ()


class MarkList(MutableRecord):
    """Collects the links and pictures of a note while its text is converted."""

    found: list[NoteMark] = field(default_factory=list)

    def add(self, mark: NoteMark) -> str:
        """The mark to put into the text in place of a link or a picture."""
        self.found.append(mark)
        return _MARK.format(len(self.found) - 1)


def replace_marks(text: str, marks: Sequence[NoteMark], written: Callable[[NoteMark], str]) -> str:
    """A text with each mark replaced by what ``written`` returns for it."""
    return MARK_PATTERN.sub(lambda found: written(marks[int(found[1])]), text)


def mark_words(mark: NoteMark) -> str:
    """The words of a link or a picture, as a reader sees them."""
    return mark.words or (mark.shown if isinstance(mark, NoteLink) else "")


def marks_in(text: str, marks: Sequence[NoteMark]) -> tuple[NoteMark, ...]:
    """The marks that stand in a text."""
    return tuple(marks[int(found[1])] for found in MARK_PATTERN.finditer(text))


def one_line(text: str) -> str:
    """A text as one line without characters that a name can't have."""
    plain = "".join(sign if sign.isprintable() else " " for sign in text)
    return composed(" ".join(plain.split()))
