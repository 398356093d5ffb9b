"""Find sentences of a hidden text in a text with more readers.

Each text is cut into runs of a few words, and the runs of hidden texts are kept in an index. So the
work grows with the length of all texts, even if they repeat each other.
"""

from __future__ import annotations

import sys
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from chronicle.diagnostics.catalogue import leaks as problems
from chronicle.files.source import Span
from chronicle.leaks.authored_texts import DRAFT_LABEL, ID_LABELS, ORDER_LABEL, Readers
from chronicle.leaks.words import is_significant, ngrams
from chronicle.lint.locations import span_of_excerpt
from chronicle.lint.normal_form import NormalText
from chronicle.lint.shown_texts import ShownText, Slip
from chronicle.model.audience import EVERYONE_ID

#: How many words in a row, without articles, two texts share only if one is copied from the other.
#: ``python -m tests.lint.slip_figures`` counts slips and false alarms for other numbers.
RUN_LENGTH: Final = 7
#: Shorter sentences count if they are the same from beginning to end, down to this many words.
MIN_SENTENCE_LENGTH: Final = 4
#: A hidden sentence of this many words counts within a longer one, too.
MIN_CONTAINED_LENGTH: Final = 5
#: Texts that are often earlier versions of what readers get, or that no reader gets, and ids, which
#: have the words of titles.
_NOT_COPIED: Final = ID_LABELS | {"a comment", "the seed"}
#: Words in a row, in normal form.
Run: TypeAlias = tuple[str, ...]


def pasted_passages_in(
    texts: Sequence[ShownText], audiences: Sequence[str], length: int = RUN_LENGTH
) -> Iterator[Slip]:
    """Each text with words of another that only some of its readers, or only the GM, may read.

    Words that its readers knew before the hidden text was written don't count. A draft is made of
    sentences that others have too, and of what its readers can read elsewhere.
    """
    long_texts = [shown for shown in texts if len(shown.normal.forms) >= MIN_SENTENCE_LENGTH]
    search = _PassageSearch(long_texts, frozenset(audiences), length)
    for shown in long_texts:
        yield from search.slips(shown)


class _PassageSearch:
    """A search for runs of words that are hidden from anybody; ``texts`` are numbered."""

    def __init__(self, texts: Sequence[ShownText], everyone: Readers, length: int) -> None:
        self._texts, self._length = texts, length
        self._readers = _readers_of(texts, everyone)
        #: The hidden texts with each run, in their order.
        self._hidden: dict[Run, list[int]] = {}
        for number, shown in enumerate(texts):
            if shown.piece.what not in _NOT_COPIED and self._readers[number] != everyone:
                for run in dict.fromkeys(_hidden_runs_of(shown.normal, length)):
                    self._hidden.setdefault(run, []).append(number)
        #: The first turn in which texts of turns had a hidden run, by their readers; also of those
        #: texts that are no drafts.
        self._first_turns: dict[Readers, dict[Run, int]] = {}
        self._first_turns_without_drafts: dict[Readers, dict[Run, int]] = {}
        of_turns = (shown for shown in texts if shown.readers and _is_of_turn(shown))
        for shown in sorted(of_turns, key=lambda it: it.piece.turn, reverse=True):
            turns = self._first_turns.setdefault(shown.readers, {})
            for size in range(min(MIN_SENTENCE_LENGTH, length), length + 1):
                hidden = filter(self._hidden.__contains__, ngrams(shown.normal.forms, size))
                found = dict.fromkeys(hidden, shown.piece.turn)
                turns.update(found)
                if shown.piece.what != DRAFT_LABEL:
                    self._first_turns_without_drafts.setdefault(shown.readers, {}).update(found)
        self._origins: dict[tuple[Run, Readers], tuple[int, ...]] = {}

    def slips(self, shown: ShownText) -> Iterator[Slip]:
        """The slips of a text: adjoining runs of one hidden text are one."""
        runs = sorted(self._runs_in(shown.normal)) if shown.readers else []
        covered = 0
        for index, (start, run) in enumerate(runs):
            if start < covered:
                continue
            origin = self._origin(run, shown)
            if origin is not None:
                covered = self._end_of_passage(runs, index, origin)
                yield self._slip(shown, origin, start, covered)

    def _runs_in(self, normal: NormalText) -> Iterator[tuple[int, Run]]:
        """The runs in a text that a hidden text has too, by where they begin.

        A hidden sentence counts within a longer one, except for the shortest.
        """
        for size in {self._length, *range(MIN_CONTAINED_LENGTH, self._length)}:
            for start, run in enumerate(ngrams(normal.forms, size)):
                if run in self._hidden:
                    yield start, run
        for start, end in normal.sentences():
            if (
                MIN_SENTENCE_LENGTH <= end - start < min(MIN_CONTAINED_LENGTH, self._length)
                and (run := normal.forms[start:end]) in self._hidden
            ):
                yield start, run

    def _origin(self, run: Run, shown: ShownText) -> int | None:
        """The first text hidden from some readers of a text with a run that they didn't know."""
        if (run, shown.readers) not in self._origins:
            self._origins[run, shown.readers] = tuple(self._all_origins(run, shown.readers))
        origins = self._origins[run, shown.readers]
        if origins and shown.piece.what == DRAFT_LABEL:
            if (
                _first_turn(self._first_turns_without_drafts, run, shown.readers)
                <= shown.piece.turn
            ):
                return None
            origins = tuple(it for it in origins if self._texts[it].piece.what != DRAFT_LABEL)
        return origins[0] if origins else None

    def _all_origins(self, run: Run, readers: Readers) -> Iterator[int]:
        """The texts hidden from some of these readers with a run that they didn't know."""
        hidden = [number for number in self._hidden[run] if self._readers[number] < readers]
        if not hidden or not any(map(is_significant, run)):
            return
        known_in = _first_turn(self._first_turns, run, readers)
        for number in hidden:
            shown = self._texts[number]
            if not _is_of_turn(shown) or shown.piece.turn <= known_in:
                yield number

    def _end_of_passage(self, runs: Sequence[tuple[int, Run]], index: int, origin: int) -> int:
        """Where a passage of one hidden text ends that begins with the run at this index."""
        start, run = runs[index]
        end = start + len(run)
        for at in range(index + 1, len(runs)):
            other, further = runs[at]
            if other > end:
                break
            if _contains(self._hidden[further], origin):
                end = max(end, other + len(further))
        return end

    def _slip(self, shown: ShownText, origin: int, start: int, end: int) -> Slip:
        piece, unaware = self._texts[origin].piece, shown.readers - self._readers[origin]
        words = shown.normal.words()[start:end]
        excerpt = shown.normal.text[words[0].start : words[-1].end]
        at = span_of_excerpt(shown.piece, excerpt)
        problem = problems.PastedPassage(
            at=at,
            words=" ".join(excerpt.split()),
            readers=(EVERYONE_ID,) if EVERYONE_ID in unaware else tuple(sorted(unaware)),
            what=piece.what,
            origin=f"{piece.at.path}:{piece.at.line}",
        )
        return Slip(problem, at.path, tuple(word.form for word in words))


def _first_turn(turns: Mapping[Readers, Mapping[Run, int]], run: Run, readers: Readers) -> int:
    """The first turn in which all of these readers could read a run."""
    told = (found for them, found in turns.items() if them >= readers)
    return min((found.get(run, sys.maxsize) for found in told), default=sys.maxsize)


def _hidden_runs_of(normal: NormalText, length: int) -> Iterator[Run]:
    """The runs of so many words in a text, and its shorter sentences."""
    yield from ngrams(normal.forms, length)
    for start, end in normal.sentences():
        run = normal.forms[start:end]
        if MIN_SENTENCE_LENGTH <= len(run) < length and sum(map(is_significant, run)) > 1:
            yield run


def _readers_of(texts: Sequence[ShownText], everyone: Readers) -> list[Readers]:
    """The readers of each text; what is revealed later is there twice, at the same place.

    Players know what they ordered.
    """
    found: dict[tuple[str, Span], Readers] = {}
    for shown in texts:
        key = shown.piece.text, shown.piece.at
        owner = shown.piece.what.removeprefix(ORDER_LABEL)
        found[key] = found.get(key, frozenset()) | shown.readers | ({owner} & everyone)
    return [found[shown.piece.text, shown.piece.at] for shown in texts]


def _is_of_turn(shown: ShownText) -> bool:
    """Whether a text is written for one turn: others have that of the last."""
    return "/turns/" in f"/{shown.piece.at.path}"


def _contains(numbers: Sequence[int], number: int) -> bool:
    """Whether a number is among others, which are sorted."""
    at = bisect_left(numbers, number)
    return at < len(numbers) and numbers[at] == number
