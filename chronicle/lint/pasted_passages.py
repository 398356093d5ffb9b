"""Find sentences of a hidden text in a text with more readers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from chronicle.diagnostics.catalogue import leaks as problems
from chronicle.files.source import Span
from chronicle.leaks.authored_texts import ID_LABELS, ORDER_LABEL, Readers
from chronicle.leaks.words import is_significant, ngrams
from chronicle.lint.shown_texts import ShownText, Slip, span_of_excerpt
from chronicle.model.audience import EVERYONE_ID

#: How many words in a row, without articles, two texts share only if one is copied from the other.
#: ``python -m tests.leaks.slip_figures`` counts slips and false alarms for other numbers.
RUN_LENGTH: Final = 7
#: Shorter sentences count if they are the same from beginning to end, down to this many words.
MIN_SENTENCE_LENGTH: Final = 4
#: A hidden sentence of this many words counts within a longer one, too.
MIN_CONTAINED_LENGTH: Final = 5
#: Texts that are often earlier versions of what readers get, or that no reader gets, and ids, which
#: have the words of titles.
_NOT_COPIED: Final = ID_LABELS | {"a comment", "the seed"}


def pasted_passages_in(
    texts: Sequence[ShownText], audiences: Sequence[str], length: int = RUN_LENGTH
) -> Iterator[Slip]:
    """Each text with words of another that only some of its readers, or only the GM, may read.

    Words that its readers knew before the hidden text was written don't count.
    """
    everyone = frozenset(audiences)
    readers = _readers_by_text(texts, everyone)
    hidden: dict[tuple[str, ...], list[ShownText]] = {}
    for shown in texts:
        if (
            shown.piece.what not in _NOT_COPIED
            and readers[shown.piece.text, shown.piece.at] != everyone
        ):
            for run in dict.fromkeys(run for _, run in _runs(shown, length)):
                hidden.setdefault(run, []).append(shown)
    for shown in texts:
        if shown.readers:
            runs = {it for it in (*_runs(shown, length), *_parts(shown, length)) if it[1] in hidden}
            yield from _slips(shown, sorted(runs), hidden, readers, texts)


def _runs(shown: ShownText, length: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The runs of so many words in a text, and its shorter sentences, by where they begin."""
    forms = shown.normal.forms
    yield from enumerate(ngrams(forms, length))
    for start, end in shown.normal.sentences():
        run = forms[start:end]
        if MIN_SENTENCE_LENGTH <= len(run) < length and sum(map(is_significant, run)) > 1:
            yield start, run


def _parts(shown: ShownText, length: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The shorter runs of words in a text that a hidden sentence may be equal to."""
    for size in range(MIN_CONTAINED_LENGTH, length):
        yield from enumerate(ngrams(shown.normal.forms, size))


def _readers_by_text(
    texts: Sequence[ShownText], everyone: Readers
) -> dict[tuple[str, Span], Readers]:
    """The readers of each text at its place; what is revealed later is there twice.

    Players know what they ordered.
    """
    found: dict[tuple[str, Span], Readers] = {}
    for shown in texts:
        key = shown.piece.text, shown.piece.at
        owner = shown.piece.what.removeprefix(ORDER_LABEL)
        found[key] = found.get(key, frozenset()) | shown.readers | ({owner} & everyone)
    return found


def _slips(
    shown: ShownText,
    runs: Sequence[tuple[int, tuple[str, ...]]],
    hidden: Mapping[tuple[str, ...], list[ShownText]],
    readers: Mapping[tuple[str, Span], Readers],
    texts: Sequence[ShownText],
) -> Iterator[Slip]:
    """The slips of a text with these hidden runs: adjoining runs of one hidden text are one."""
    covered = 0
    for start, run in runs:
        if start < covered:
            continue
        for origin in hidden[run]:
            unaware = shown.readers - readers[origin.piece.text, origin.piece.at]
            if (
                readers[origin.piece.text, origin.piece.at] < shown.readers
                and any(map(is_significant, run))
                and not _was_known(run, origin, shown, texts)
            ):
                covered = start + len(run)
                for other, further in runs:
                    if start < other <= covered and origin in hidden[further]:
                        covered = max(covered, other + len(further))
                yield _slip(shown, origin, unaware, start, covered)
                break


def _slip(shown: ShownText, origin: ShownText, unaware: Readers, start: int, end: int) -> Slip:
    words = shown.normal.words()[start:end]
    excerpt = shown.normal.text[words[0].start : words[-1].end]
    at = span_of_excerpt(shown.piece, excerpt)
    problem = problems.PastedPassage(
        at=at,
        words=" ".join(excerpt.split()),
        readers=(EVERYONE_ID,) if EVERYONE_ID in unaware else tuple(sorted(unaware)),
        what=origin.piece.what,
        origin=f"{origin.piece.at.path}:{origin.piece.at.line}",
    )
    return Slip(problem, at.path, tuple(word.form for word in words))


def _was_known(
    run: tuple[str, ...], origin: ShownText, shown: ShownText, texts: Sequence[ShownText]
) -> bool:
    """Whether the readers of a text could read these words in a turn before the hidden text."""
    if not _is_of_turn(origin):
        return False
    return any(
        earlier.piece.turn < origin.piece.turn
        and _is_of_turn(earlier)
        and earlier.readers >= shown.readers
        and run in set(ngrams(earlier.normal.forms, len(run)))
        for earlier in texts
    )


def _is_of_turn(shown: ShownText) -> bool:
    """Whether a text is written for one turn: others have that of the last."""
    return "/turns/" in f"/{shown.piece.at.path}"
