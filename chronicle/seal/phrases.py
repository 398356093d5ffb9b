"""The phrases that open dossiers: how they are generated, and how typed ones are normalised.

Generated phrases are six words, 77 bits, derived from the master key. The words are the long list
of the Electronic Frontier Foundation (https://www.eff.org/dice, CC BY 3.0 US), without dice
numbers.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import takewhile
from typing import Final

from chronicle.files.package_data import shipped_source
from chronicle.seal.keys import Keys, derive_key

#: Number of words in a generated phrase.
PHRASE_WORDS: Final = 6
#: Minimum number of different words in a phrase chosen by the GM, and of letters in each.
MIN_OWN_WORDS: Final = 5
MIN_OWN_LETTERS: Final = 3
#: Minimum power of ten of guesses for it. A fast graphics card tries some 10^4 phrases a second at
#: a million rounds, so that a hundred of them need three years for 10^14.
MIN_OWN_GUESSES: Final = 14.0
#: Each word counts as a random one of the long list at most, and a run of words that many people
#: know by heart counts as little, however long it is.
_MAX_WORD_GUESSES: Final = 4.0
_KNOWN_RUN_GUESSES: Final = 3.0
_MIN_KNOWN_RUN: Final = 3
#: The most that a name of the campaign counts: as one of some 300, of which a rival knows the most
#: likely.
_MAX_NAME_GUESSES: Final = 2.5
#: The longest word that the estimate takes.
_MAX_ESTIMATED: Final = 72
_DRAW: Final = 2
_STREAM: Final = 64
#: Word separators besides white space and dashes: punctuation and invisible characters.
_PARTING: Final = frozenset("_,.\u2212\u200b\u2060\ufeff")
#: What may stand around a phrase: these characters, quotation marks and brackets by category.
_AROUND: Final = frozenset("\"'`\u00b4*_~|>.,;\u200b\u200c\u200d\u200e\u200f\u2060\ufeff")
_BRACKETS: Final = frozenset({"Ps", "Pe", "Pi", "Pf"})


@cache
def word_list() -> tuple[str, ...]:
    """The 7776 words of generated phrases."""
    return tuple(shipped_source("chronicle.seal", "eff_large.txt").text.split())


def phrase_of(keys: Keys, player: str) -> str:
    """The phrase of a player: chosen by the GM, or else generated."""
    own = keys.own.get(player)
    if own is not None:
        return own
    generation = str(keys.generations.get(player, 0))
    return " ".join(
        draw_words(derive_key(keys.master, "phrase", player, generation, length=_STREAM))
    )


def draw_words(stream: bytes) -> tuple[str, ...]:
    """Six words chosen by a stream of bytes, two bytes each.

    Values beyond the last full multiple of the list's length are skipped; otherwise the first words
    would be more frequent. Raises ValueError if the stream is too short, which happens to one of
    10^34 streams of 64 bytes.
    """
    words = word_list()
    fair = (1 << 8 * _DRAW) // len(words) * len(words)
    draws = (int.from_bytes(stream[at : at + _DRAW], "big") for at in range(0, len(stream), _DRAW))
    found = tuple(words[draw % len(words)] for draw in draws if draw < fair)[:PHRASE_WORDS]
    if len(found) < PHRASE_WORDS:
        raise ValueError("too few draws for a phrase")
    return found


def normalise_phrase(phrase: str) -> str:
    """A phrase in the form that is used for derivation.

    Apply Unicode NFKC; fold the case of each character by lower, upper and lower, as a browser can
    do as well; replace each run of white space, hyphens, dashes, underscores, commas and full stops
    by one space, and strip both ends.
    """
    folded = (char.lower().upper().lower() for char in unicodedata.normalize("NFKC", phrase))
    return " ".join(
        "".join(" " if _is_separator(char) else char for char in "".join(folded)).split()
    )


def bare_phrase(phrase: str) -> str:
    """A phrase without quotation marks, brackets and marks of Markdown around it.

    Players' browsers try a pasted phrase like this first.
    """
    start, end = 0, len(phrase)
    while start < end and _is_around(phrase[start]):
        start += 1
    while start < end and _is_around(phrase[end - 1]):
        end -= 1
    return phrase[start:end]


def phrase_weakness(phrase: str, names: Iterable[str] = ()) -> str | None:
    """Why a phrase chosen by the GM is too weak; None if it is not.

    ``names`` are those of the campaign, which a rival tries first.
    """
    words = _long_words(phrase)
    if len(set(words)) < MIN_OWN_WORDS:
        return (
            f"it has {len(set(words))} different words of {MIN_OWN_LETTERS} letters or more, "
            f"and needs {MIN_OWN_WORDS}"
        )
    guesses = _guesses(words, sorted({tuple(_long_words(name)) for name in names}))
    if guesses < MIN_OWN_GUESSES:
        return f"about 10^{guesses:.0f} guesses find it, and it needs 10^{MIN_OWN_GUESSES:.0f}"
    return None


def _long_words(phrase: str) -> list[str]:
    return [word for word in normalise_phrase(phrase).split() if _letters(word) >= MIN_OWN_LETTERS]


def _guesses(words: Sequence[str], names: Sequence[Sequence[str]]) -> float:
    """The power of ten of the guesses that find a phrase: the sum over its different words.

    ``names`` are the long words of each. A part of a name counts as one word.
    """
    from zxcvbn import zxcvbn  # noqa: PLC0415  it takes a tenth of a second to import

    parts = {name[at:end] for name in names for end in range(len(name) + 1) for at in range(end)}
    # The estimate takes the place in this list for the number of guesses.
    first = [*sorted("".join(part) for part in parts), *_game_words()]
    total, seen, at = 0.0, set[Sequence[str]](), 0
    while at < len(words):
        known = max((_common_run(words[at:], run) for run in _known_phrases()), default=0)
        named = max((_common_run(words[at:], name) for name in names), default=0)
        length = max(named, known if known >= _MIN_KNOWN_RUN else 1)
        run = tuple(words[at : at + length])
        if length > max(named, 1):
            total += _KNOWN_RUN_GUESSES
        elif run not in seen:
            whole = "".join(run)[:_MAX_ESTIMATED]
            guesses = float(zxcvbn(whole, user_inputs=first)["guesses_log10"])
            total += min(guesses, _MAX_NAME_GUESSES if named else _MAX_WORD_GUESSES)
        seen.add(run)
        at += length
    return total


def _common_run(words: Sequence[str], known: Sequence[str]) -> int:
    """The most words from the first on that stand in this order in a known phrase."""
    return max(
        (
            sum(
                1
                for _ in takewhile(
                    lambda pair: pair[0] == pair[1], zip(words, known[at:], strict=False)
                )
            )
            for at in range(len(known))
        ),
        default=0,
    )


@cache
def _game_words() -> tuple[str, ...]:
    """Words that players of any campaign try first, such as ability scores."""
    return tuple(shipped_source("chronicle.seal", "game_words.txt").text.split())


@cache
def _known_phrases() -> tuple[tuple[str, ...], ...]:
    """Sequences and quotations that many people know by heart, as their long words."""
    text = shipped_source("chronicle.seal", "known_phrases.txt").text
    return tuple(tuple(_long_words(line)) for line in text.splitlines())


def _is_separator(char: str) -> bool:
    return char.isspace() or char in _PARTING or unicodedata.category(char) == "Pd"


def _is_around(char: str) -> bool:
    return char.isspace() or char in _AROUND or unicodedata.category(char) in _BRACKETS


def _letters(word: str) -> int:
    return sum(char.isalpha() for char in word)
