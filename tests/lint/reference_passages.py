"""The search for copied passages in its plainest form: each run of words, in each hidden text.

It is slow, and says what the linter has to find.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from chronicle.leaks.authored_texts import ID_LABELS, Readers
from chronicle.leaks.words import is_significant, ngrams
from chronicle.lint.shown_texts import ShownText


class Passage(NamedTuple):
    """Words of a text, the hidden text that has them too, and who may not read that."""

    words: tuple[str, ...]
    origin: str
    unaware: frozenset[str]


def passages_in(
    texts: Sequence[ShownText], everyone: Readers, length: int = 7
) -> Iterator[Passage]:
    """Every passage in a text that is hidden from some of its readers."""
    for shown in texts:
        forms, covered = shown.normal.forms, 0
        for start in range(len(forms)):
            if start < covered:
                continue
            for end in _ends_of_runs(shown, start, length):
                origin = _origin(texts, shown, forms[start:end], everyone, length)
                if origin is not None:
                    covered = _end_of_passage(shown, origin, start, end, length)
                    place = f"{origin.piece.at.path}:{origin.piece.at.line}"
                    unaware = shown.readers - _readers(texts, origin, everyone)
                    yield Passage(forms[start:covered], place, unaware)
                    break


def _ends_of_runs(shown: ShownText, start: int, length: int) -> Iterator[int]:
    """Where the runs end that begin here: a sentence of four words, and five words and more."""
    if length > 4 and (start, start + 4) in set(shown.normal.sentences()):
        yield start + 4
    ends = sorted({start + length, *(start + size for size in range(5, length))})
    yield from (end for end in ends if end <= len(shown.normal.forms))


def _origin(
    texts: Sequence[ShownText],
    shown: ShownText,
    run: tuple[str, ...],
    everyone: Readers,
    length: int,
) -> ShownText | None:
    """The first hidden text with a run that not all readers of a text could read before."""
    for hidden in texts:
        if (
            _has(hidden, run, length)
            and any(map(is_significant, run))
            and hidden.piece.what not in {*ID_LABELS, "a comment", "the seed"}
            and _readers(texts, hidden, everyone) < shown.readers
            and not _was_known(texts, shown, hidden, run)
        ):
            return hidden
    return None


def _has(hidden: ShownText, run: tuple[str, ...], length: int) -> bool:
    """Whether a run counts in a hidden text: if it has the full length, or is a sentence."""
    if len(run) == length:
        return run in set(ngrams(hidden.normal.forms, length))
    sentences = (hidden.normal.forms[start:end] for start, end in hidden.normal.sentences())
    return run in sentences and sum(map(is_significant, run)) > 1


def _was_known(
    texts: Sequence[ShownText], shown: ShownText, hidden: ShownText, run: tuple[str, ...]
) -> bool:
    return _is_of_turn(hidden) and any(
        _is_of_turn(earlier)
        and earlier.piece.turn < hidden.piece.turn
        and earlier.readers >= shown.readers
        and run in set(ngrams(earlier.normal.forms, len(run)))
        for earlier in texts
    )


def _end_of_passage(shown: ShownText, origin: ShownText, start: int, end: int, length: int) -> int:
    """Where a passage ends: runs of the same hidden text that adjoin each other are one."""
    for further in range(start + 1, len(shown.normal.forms)):
        if further <= end:
            for end_of_run in _ends_of_runs(shown, further, length):
                if _has(origin, shown.normal.forms[further:end_of_run], length):
                    end = max(end, end_of_run)
    return end


def _readers(texts: Sequence[ShownText], shown: ShownText, everyone: Readers) -> Readers:
    """All readers of a text at its place; players know what they ordered."""
    text, at = shown.piece.text, shown.piece.at
    same = [it for it in texts if it.piece.text == text and it.piece.at == at]
    owners = {it.piece.what.removeprefix("an order of ") for it in same} & everyone
    return frozenset(owners).union(*(it.readers for it in same))


def _is_of_turn(shown: ShownText) -> bool:
    return "/turns/" in f"/{shown.piece.at.path}"
