"""The scan: every line of what is published, each looked at once however often it stands there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from chronicle.leaks.readings import PART, lines_of, packed, plainly
from chronicle.leaks.secrets import Mark
from chronicle.leaks.words import SPAN, folded, places_of, rows, tells, words_of

#: Sealed files say nothing to whoever can't open them; what is in them is scanned in clear.
SEALED: Final = "sealed/"
#: Words of fewer letters are parts of too many others to be looked for within them.
_WITHIN: Final = 6
#: As much of a leak as is quoted.
_QUOTED: Final = 90


@dataclass(slots=True)
class Scan:
    """Looks for marks in lines and remembers what it found.

    ``marks`` are what some audience must not read, ``beginnings`` the first three words of longer
    ones. ``vocabulary`` are the words that campaign and theme have: only words beside those are
    looked into for others within them.
    """

    marks: frozenset[Mark]
    beginnings: frozenset[Mark]
    vocabulary: frozenset[str]
    found: dict[str, frozenset[Mark]] = field(default_factory=dict)
    read: dict[str, frozenset[Mark]] = field(default_factory=dict)
    looked_into: dict[str, frozenset[Mark]] = field(default_factory=dict)

    def marks_in(self, line: str) -> frozenset[Mark]:
        """All marks in a line, however it is written."""
        if line not in self.found:
            held = (self.marks_of(reading) for reading in self.readings(line))
            self.found[line] = frozenset().union(*held)
        return self.found[line]

    def marks_of(self, reading: str) -> frozenset[Mark]:
        """The marks in one reading; what stands in tags is much the same from line to line."""
        if reading not in self.read:
            self.read[reading] = frozenset(self.spoken(reading))
        return self.read[reading]

    def readings(self, line: str) -> Iterator[str]:
        for plain in plainly(line):
            yield plain
            for text in packed(plain, self.familiar):
                yield from plainly(text)

    def familiar(self, run: str) -> bool:
        return all(word in self.vocabulary or word.isdecimal() for word in words_of(run))

    def spoken(self, text: str) -> Iterator[Mark]:
        """The marks in a text as it stands."""
        words = words_of(text)
        for word in {*words} - self.vocabulary:
            yield from self.within(word)
        if not self.marks.isdisjoint(words):
            yield from self.marks.intersection(words)
        if not self.marks.isdisjoint(rows(words, 2)):
            yield from self.marks.intersection(rows(words, 2))
        if not self.beginnings.isdisjoint(rows(words, 3)):
            for length in range(3, SPAN + 1):
                yield from self.marks.intersection(rows(words, length))

    def within(self, word: str) -> frozenset[Mark]:
        """The words that are looked for within a word that nobody wrote, as in `raven2`."""
        if word not in self.looked_into:
            parts = (
                word[start:end]
                for start in range(len(word))
                for end in range(start + _WITHIN, min(len(word), start + 40) + 1)
            )
            digitless = word.strip("0123456789")
            shown = {*parts, *({digitless} if tells(digitless) else ())}
            self.looked_into[word] = self.marks.intersection(shown)
        return self.looked_into[word]

    def quotes(self, line: str, marks: Iterable[Mark]) -> Iterator[tuple[str, tuple[Mark, ...]]]:
        """The stretches of a line that these marks cover, each with the marks in it.

        A mark that is only found in a word or in packed text is quoted as it is.
        """
        wanted = set(marks)
        met: set[Mark] = set()
        for reading in self.readings(line):
            for quote, inside in _stretches(folded(reading), wanted):
                if not met.issuperset(inside):
                    met.update(inside)
                    yield quote, inside
        for mark in sorted(wanted - met, key=_said):
            yield _said(mark), (mark,)


def _stretches(text: str, wanted: set[Mark]) -> Iterator[tuple[str, tuple[Mark, ...]]]:
    places = list(places_of(text))
    words = [word for word, _, _ in places]
    covered: list[list[Mark]] = [[] for _ in places]
    for index in range(len(words)):
        for length in range(1, SPAN + 1):
            part = words[index : index + length]
            mark: Mark = part[0] if length == 1 else tuple(part)
            if len(part) == length and mark in wanted:
                for row in range(index, index + length):
                    covered[row].append(mark)
    start = 0
    while start < len(covered):
        end = start
        while end < len(covered) and covered[end]:
            end += 1
        if end > start:
            inside = dict.fromkeys(mark for row in covered[start:end] for mark in row)
            yield _shortened(text[places[start][1] : places[end - 1][2]]), tuple(inside)
        start = end + 1


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _QUOTED else line[:_QUOTED].rpartition(" ")[0] + " …"


def _said(mark: Mark) -> str:
    return mark if isinstance(mark, str) else " ".join(mark)


def scan_for(marks: frozenset[Mark], vocabulary: Iterable[str]) -> Scan:
    """A scan for these marks among these words."""
    phrases = (mark for mark in marks if not isinstance(mark, str))
    beginnings = frozenset(phrase[:3] for phrase in phrases if len(phrase) > 2)
    return Scan(marks, beginnings, frozenset((*vocabulary, PART.strip())))


@dataclass(frozen=True, slots=True)
class Shelf:
    """One audience's files with their lines: paths in order, and every line once."""

    files: Mapping[str, bytes]
    lines: frozenset[str]


def shelf_of(files: Mapping[str, bytes], read: dict[bytes, tuple[str, ...]]) -> Shelf:
    """The lines of an audience's files and of their names.

    ``read`` keeps the lines of what several audiences get alike.
    """
    open_to_all = {path: files[path] for path in sorted(files) if not path.startswith(SEALED)}
    lines = set(files)
    for content in open_to_all.values():
        lines.update(_lines(content, read))
    return Shelf(open_to_all, frozenset(lines))


def _lines(content: bytes, read: dict[bytes, tuple[str, ...]]) -> tuple[str, ...]:
    if content not in read:
        read[content] = tuple(lines_of(content))
    return read[content]


def pages_with(shelf: Shelf, lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Every path with each of these lines that stands in it, or is its name."""
    wanted = set(lines)
    for path, content in shelf.files.items():
        if path in wanted:
            yield path, path
        for line in dict.fromkeys(lines_of(content)):
            if line in wanted:
                yield path, line
