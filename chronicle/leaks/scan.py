"""The scan: every line of what is published, each looked at once however often it stands there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from chronicle.leaks.readings import PART, lines_of, plainly, runs_of, unpacked
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
    ones, ``stems`` the first letters of words. ``vocabulary`` are the words that campaign and theme
    have: only words beside those are looked into for others within them.
    """

    marks: frozenset[Mark]
    beginnings: frozenset[Mark]
    stems: frozenset[str]
    vocabulary: frozenset[str]
    lines: dict[str, frozenset[Mark]] = field(default_factory=dict)
    texts: dict[str, frozenset[Mark]] = field(default_factory=dict)
    runs: dict[str, frozenset[Mark]] = field(default_factory=dict)
    parts: dict[str, frozenset[Mark]] = field(default_factory=dict)

    def marks_in(self, line: str) -> frozenset[Mark]:
        """All marks in a line, however it is written."""
        if line not in self.lines:
            held = (self.marks_of(text) for text in plainly(line))
            self.lines[line] = frozenset().union(*held)
        return self.lines[line]

    def marks_of(self, text: str) -> frozenset[Mark]:
        """The marks in one reading of a line; many lines have one in common."""
        if text not in self.texts:
            packed = (self.marks_packed(run) for run in {*runs_of(text)})
            self.texts[text] = frozenset(self.spoken(text)).union(*packed)
        return self.texts[text]

    def marks_packed(self, run: str) -> frozenset[Mark]:
        """The marks in what a run of digits comes to; one made of plain words isn't unpacked."""
        if run not in self.runs:
            held: set[Mark] = set()
            if not self.familiar(run):
                held = {mark for text in _layers(run) for mark in self.spoken(text)}
            self.runs[run] = frozenset(held)
        return self.runs[run]

    def readings(self, line: str) -> Iterator[str]:
        """A line in every way it can be read, for quoting it."""
        for plain in plainly(line):
            yield plain
            for run in dict.fromkeys(runs_of(plain)):
                if not self.familiar(run):
                    yield from _layers(run)

    def familiar(self, run: str) -> bool:
        return all(word in self.vocabulary or word.isdecimal() for word in words_of(run))

    def spoken(self, text: str) -> Iterator[Mark]:
        """The marks in a text as it stands."""
        words = words_of(text)
        for word in {*words} - self.vocabulary:
            yield from self.within(word)
        if not self.marks.isdisjoint(words):
            yield from self.marks.intersection(words)
        if len(words) > 1 and not self.marks.isdisjoint(rows(words, 2)):
            yield from self.marks.intersection(rows(words, 2))
        if len(words) > 2 and not self.beginnings.isdisjoint(rows(words, 3)):
            for length in range(3, SPAN + 1):
                yield from self.marks.intersection(rows(words, length))

    def within(self, word: str) -> frozenset[Mark]:
        """The words that are looked for within a word that nobody wrote, as in `raven2`.

        What is but a piece of a longer word that somebody wrote is not meant.
        """
        if word not in self.parts:
            held = [at for at in _parts(word, self.stems) if word[slice(*at)] in self.marks]
            shown = set(self.shown(word, held)) if held else set()
            digitless = word.strip("0123456789")
            if tells(digitless):
                shown.add(digitless)
            self.parts[word] = self.marks.intersection(shown)
        return self.parts[word]

    def shown(self, word: str, held: Iterable[tuple[int, int]]) -> Iterator[str]:
        """Those of the parts held that are no piece of a longer word that somebody wrote."""
        known = [at for at in _parts(word) if word[slice(*at)] in self.vocabulary]
        for at in held:
            if not any(_lies_in(at, it) for it in known):
                yield word[slice(*at)]

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


def _parts(word: str, stems: frozenset[str] | None = None) -> Iterator[tuple[int, int]]:
    """Where the parts of a word begin and end that are long enough to be looked at.

    With ``stems`` only those that begin with one.
    """
    for start in range(len(word) - _WITHIN + 1):
        if stems is None or word[start : start + _WITHIN] in stems:
            for end in range(start + _WITHIN, min(len(word), start + 40) + 1):
                yield start, end


def _lies_in(part: tuple[int, int], whole: tuple[int, int]) -> bool:
    return part != whole and whole[0] <= part[0] and part[1] <= whole[1]


def _layers(run: str) -> Iterator[str]:
    """What a run comes to, decoded in its turn."""
    for text in unpacked(run):
        yield from plainly(text)


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
    stems = frozenset(mark[:_WITHIN] for mark in marks if isinstance(mark, str))
    return Scan(marks, beginnings, stems, frozenset((*vocabulary, PART.strip())))


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
