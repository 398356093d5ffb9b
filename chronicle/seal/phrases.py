"""The phrases that open dossiers: how they are generated, and how typed ones are normalised.

Generated phrases are six words, 77 bits, derived from the master key. The words are the long list
of the Electronic Frontier Foundation (https://www.eff.org/dice, CC BY 3.0 US), without dice
numbers.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Final

from chronicle.files.package_data import shipped_source
from chronicle.seal.keys import Keys, derive_key

#: Number of words in a generated phrase.
PHRASE_WORDS: Final = 6
#: Minimum number of different words in a phrase chosen by the GM, and of letters in each.
MIN_OWN_WORDS: Final = 5
MIN_OWN_LETTERS: Final = 3
_DRAW: Final = 2
_STREAM: Final = 64
#: Word separators besides white space and dashes: punctuation and invisible characters.
_PARTING: Final = frozenset("_,.\u2212\u200b\u2060\ufeff")


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


def phrase_weakness(phrase: str) -> str | None:
    """Why a phrase chosen by the GM is too weak; None if it is not."""
    words = {word for word in normalise_phrase(phrase).split() if _letters(word) >= MIN_OWN_LETTERS}
    if len(words) >= MIN_OWN_WORDS:
        return None
    return (
        f"it has {len(words)} different words of {MIN_OWN_LETTERS} letters or more, "
        f"and needs {MIN_OWN_WORDS}"
    )


def _is_separator(char: str) -> bool:
    return char.isspace() or char in _PARTING or unicodedata.category(char) == "Pd"


def _letters(word: str) -> int:
    return sum(char.isalpha() for char in word)
