"""The phrases that open dossiers: how they are drawn, and how a typed one is read.

Drawn phrases are six words, 77 bits, and follow from the master key. The words are the long list
of the Electronic Frontier Foundation (https://www.eff.org/dice, CC BY 3.0 US), without the throws.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Final

from chronicle.files.package_data import shipped_source
from chronicle.seal.keys import Keys, derive_key

#: How many words a drawn phrase has.
PHRASE_WORDS: Final = 6
#: How many different words a phrase of the GM's own needs, and how many letters each.
MIN_OWN_WORDS: Final = 5
MIN_OWN_LETTERS: Final = 3
_DRAW: Final = 2
_STREAM: Final = 64
#: Part words beside white space and the dashes: marks, and what is pasted along unseen.
_PARTING: Final = frozenset("_,.\u2212\u200b\u2060\ufeff")


@cache
def word_list() -> tuple[str, ...]:
    """The words that phrases are drawn from, 7776 of them."""
    return tuple(shipped_source("chronicle.seal", "eff_large.txt").text.split())


def phrase_of(keys: Keys, player: str) -> str:
    """The phrase of a player: the GM's own, or else the one drawn for this generation."""
    own = keys.own.get(player)
    if own is not None:
        return own
    generation = str(keys.generations.get(player, 0))
    return " ".join(
        draw_words(derive_key(keys.master, "phrase", player, generation, length=_STREAM))
    )


def draw_words(stream: bytes) -> tuple[str, ...]:
    """Six words drawn from a stream of bytes, two bytes a draw.

    A draw from beyond the last whole round of the list is passed over: otherwise the first words
    would come more often. Raises ValueError when the stream is used up, which happens to one of
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
    """A phrase as it is used, however it was typed.

    Unicode's NFKC; each character's case folded by making it lower, upper and lower again, which
    a browser can do alike; every run of white space, hyphens, dashes, underscores, commas and full
    stops one blank, and none at the ends.
    """
    folded = (char.lower().upper().lower() for char in unicodedata.normalize("NFKC", phrase))
    return " ".join(
        "".join(" " if _is_separator(char) else char for char in "".join(folded)).split()
    )


def phrase_weakness(phrase: str) -> str | None:
    """Why a phrase of the GM's own is refused; None when it is good enough."""
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
