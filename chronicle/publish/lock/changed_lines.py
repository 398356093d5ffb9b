"""Find the lines of the author's files that have changed published turns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cached_property
from typing import Final

from chronicle.files.source import FileTree, Source, Span
from chronicle.model.publication import PublicationRecord
from chronicle.publish.lock.diff import ItemChange
from chronicle.publish.lock.record_encryption import RecordSecret, kept_marks, lines_of
from chronicle.records import Record

_TOKEN: Final = re.compile(r"\w+|[^\w\s]")
#: The file of a thing with a name, by its kind.
_FILES_OF_THINGS: Final = {
    "faction": "factions/{}.yaml",
    "person": "people/{}.md",
    "item": "items/{}.md",
    "place": "places.yaml",
}
#: How many words around a change are looked for beside it.
_CONTEXT: Final = 4


def tokens_of(text: str) -> list[str]:
    """The words and signs of a text."""
    return _TOKEN.findall(text)


def changed_words(was: str, now: str) -> tuple[tuple[str, str], ...]:
    """The words that differ in two texts, as they were and are."""
    one, other = tokens_of(was), tokens_of(now)
    return tuple(
        (" ".join(one[i:j]), " ".join(other[m:n]))
        for kind, i, j, m, n in SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
        if kind != "equal"
    )


class ChangedLines(Record, dict=True):
    """The lines of a campaign's files, and which of them have changed since the last publication.

    Without marks of the earlier lines, any line may have changed.
    """

    tree: FileTree
    published: PublicationRecord
    secret: RecordSecret

    @cached_property
    def _lines(self) -> Mapping[str, tuple[str, ...]]:
        return lines_of(self.tree, self.published.through)

    @cached_property
    def known(self) -> bool:
        """Whether it is known which lines have changed."""
        return kept_marks(self.published) is not None

    @cached_property
    def changed(self) -> Mapping[str, tuple[int, ...]]:
        """The numbers of the lines that have changed, by path.

        Where lines are missing, the number is that of the line after them.
        """
        kept = kept_marks(self.published)
        if kept is None:
            return {path: tuple(range(1, len(it) + 1)) for path, it in self._lines.items()}
        found = {}
        for path, lines in self._lines.items():
            now = tuple(self.secret.mark(line) for line in lines)
            was = kept.get(path, ())
            if now != was:
                numbers = dict.fromkeys(_differing(was, now))
                found[path] = tuple(it for it in numbers if it > len(lines) or now[it - 1]) or ()
        return {path: it for path, it in found.items() if it}

    def span_of(self, change: ItemChange, turn: int) -> Span | None:
        """The words that made this change in a turn; None if none are found."""
        words = list(_changed_words(change))
        best: tuple[int, Span] | None = None
        for path in self._in_order(turn):
            for number in self.changed[path]:
                found = self._words_in(path, number, words)
                if found is not None and (best is None or found[0] > best[0]):
                    best = found
        return best[1] if best is not None else None

    def name_span(self, kind: str, id: str, name: str) -> Span | None:
        """Where a thing has its name; None if that can't be found."""
        path = _FILES_OF_THINGS.get(kind, "").format(id)
        for number, line in enumerate(self._lines.get(path, ()), start=1):
            if "name:" in line and name in line:
                return self._span(path, number)
        return None

    def file_span(self, path: str) -> Span | None:
        """The first line of a file that says something; None if there is none."""
        for number, line in enumerate(self._lines.get(path, ()), start=1):
            if self.secret.mark(line):
                return self._span(path, number)
        return None

    def first_span(self, turn: int) -> Span | None:
        """The first changed line of the files that a turn is made from; None if there is none."""
        if not self.known:
            return None
        return next(iter(self.spans(turn)), None)

    def spans(self, turn: int) -> Iterator[Span]:
        """The changed lines, of this turn's file first."""
        for path in self._in_order(turn):
            for number in self.changed[path]:
                yield self._span(path, number)

    def _in_order(self, turn: int) -> list[str]:
        own = f"turns/{turn:03}.yaml"

        def rank(path: str) -> tuple[bool, bool, str]:
            return path != own, not path.startswith("turns/"), path

        later = {it for it in self.changed if it.startswith("turns/") and _turn_of(it) > turn}
        return sorted(self.changed.keys() - later, key=rank)

    def _source(self, path: str) -> Source:
        return Source(self.tree.shown(path), "\n".join(self._lines[path]))

    def _span(self, path: str, number: int) -> Span:
        number = max(1, min(number, len(self._lines[path])))
        line = self._lines[path][number - 1] if self._lines[path] else ""
        start = len(line) - len(line.lstrip()) + 1
        return Span(self._source(path), number, start, number, max(start, len(line.rstrip()) + 1))

    def _words_in(
        self, path: str, number: int, words: Sequence[tuple[list[str], list[str], list[str]]]
    ) -> tuple[int, Span] | None:
        """The changed words in a line, and how many of the words around them stand there, too."""
        if number > len(self._lines[path]):
            return None
        line = self._lines[path][number - 1]
        best: tuple[int, Span] | None = None
        # Words may stand on two lines; then the first of them is found.
        for before, wanted, after in (
            *words,
            *((before, wanted[:1], wanted[1:]) for before, wanted, _ in words if len(wanted) > 1),
        ):
            pattern = r"\s*".join(re.escape(word) for word in wanted)
            for found in re.finditer(rf"(?<!\w){pattern}(?!\w)|^\s*{pattern}\s*$", line):
                around = {*tokens_of(line[: found.start()]), *tokens_of(line[found.end() :])}
                score = 1 + sum(word in around for word in (*before, *after))
                if best is None or score > best[0]:
                    span = Span(
                        self._source(path), number, found.start() + 1, number, found.end() + 1
                    )
                    best = score, span
        return best


def _turn_of(path: str) -> int:
    return int(path[len("turns/") : -len(".yaml")])


def _differing(was: Sequence[str], now: Sequence[str]) -> Iterator[int]:
    matcher = SequenceMatcher(None, was, now, autojunk=False)
    for kind, _, _, start, end in matcher.get_opcodes():
        if kind == "delete":
            yield start + 1
        elif kind != "equal":
            yield from range(start + 1, end + 1)


def _changed_words(change: ItemChange) -> Iterator[tuple[list[str], list[str], list[str]]]:
    """The words that a change has put into a text, with those before and after them.

    Where words are only missing, their neighbours stand for them.
    """
    was = tokens_of(change.was) if change.kind == "changed" else []
    now = tokens_of(change.now)
    for kind, _, _, start, end in SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
        if kind == "equal" or not now:
            continue
        first, last = (start, end) if end > start else (max(0, start - 1), start + 1)
        # A text that is new as a whole is found by its first words.
        last = min(last, first + 2 * _CONTEXT) if kind == "insert" and not was else last
        before, wanted = now[max(0, first - _CONTEXT) : first], now[first:last]
        yield before, wanted, now[last : last + _CONTEXT]
