"""The normal form in which names and sentences are compared, however they are written.

It ignores case, accents, emphasis, hyphens, line breaks and articles, and in German the endings of
words, so that “im HOHLEN *Gewoelbe*” has the words of “Das Hohle Gewölbe”. Addresses come after all
other words; those of pictures are left out, since no reader sees them.
"""

from __future__ import annotations

import html
import re
import unicodedata
from bisect import bisect
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final
from urllib.parse import unquote

from chronicle.records import Record

#: The articles of English and German, without accents; many campaigns mix the two.
_ARTICLES: Final = frozenset(
    {"the", "a", "an"}
    | {"der", "die", "das", "den", "dem", "des"}
    | {"ein", "eine", "einen", "einem", "einer", "eines"}
)
#: Those of French, also as they contract with “de” and “à”.
_FRENCH_ARTICLES: Final = frozenset({"le", "la", "les", "l", "du", "des", "au", "aux"})
#: Those that may stand before a single word that is a name: in German nouns have capitals anyway.
_DEFINITE: Final = _FRENCH_ARTICLES | {"the", "der", "die", "das", "den", "dem", "des"}
#: Signs within a word that are no letters: emphasis, accents on their own, invisible characters.
_WITHIN: Final = "*~\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufeff"
_WORD: Final = re.compile(rf"[^\W_]+(?:[{_WITHIN}]+[^\W_]+)*")
_SIGN: Final = re.compile(rf"[{_WITHIN}]")
#: Those that are no accents.
_SIGN_WITHIN: Final = re.compile("[*~\u00ad\u200b-\u200f\u2060\ufeff]")
#: Links without a label are checked where links are checked.
_BARE_LINK: Final = re.compile(r"\[\[[^\[\]|\n]*\]\]")
#: Where a link or a picture leads; what follows it is no address but for a title. Or an address by
#: itself.
_ADDRESS: Final = re.compile(
    r"(?P<picture>!\[[^\[\]]*)?\]\(\s*"
    r"(?P<target><[^<>\n]*>|[^\s()<>]+(?:\([^\s()]*\)[^\s()]*)*)(?=\s*\)|\s+[\"'(])"
    r"|\b(?P<bare>[a-z]+://[^\s<>()\[\]]+)"
)
#: Characters in the notation of addresses.
_ENCODED: Final = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
#: Where a wiki link leads.
_TARGET: Final = re.compile(r"\[\[[^\[\]|\n]*\|")
#: A character in HTML's notation, such as a space that does not break.
_ENTITY: Final = re.compile(r"&#?\w+;")
#: The hyphen of a word that goes on in the next line, also of a line that was joined to it.
_HYPHENATION: Final = re.compile(
    r"(?<=[^\W\d_])-(?:[ \t]+|[ \t]*\n[ \t]*)"
    r"(?!(?:and|or|to|und|oder|bis|et|ou|à)\b)(?=[a-zà-öø-ÿœ])"
)
#: Fills up what stands for fewer characters; it is ignored within a word.
_FILLER: Final = "\u00ad"
#: Letters that are no others with an accent.
_LIGATURES: Final = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d"})
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_WITHOUT_UMLAUTS: Final = str.maketrans({"ä": "a", "ö": "o", "ü": "u"})
#: Before an address: a word that no name has.
_BREAK: Final = " 0 "
_GERMAN_ENDING: Final = re.compile(r"(?<=...)(?:e[mnrs]?|[ns])$")
_WORD_OR_STOP: Final = re.compile(rf"{_WORD.pattern}|[.!?]|\n\s*\n")
_PAUSE: Final = re.compile(r"[.!?:;,|]|\n\s*\n")


class Word(Record):
    """A word in normal form, with its start and end in the text.

    ``article`` is before it; ``whole_start`` is where it starts with its article. In an address it
    is written in small letters.
    """

    form: str
    start: int
    end: int
    article: str
    whole_start: int
    in_address: bool = False


class NormalText(Record):
    """A text in normal form; ``forms`` are its words without articles.

    ``stops`` says before which of them a sentence has ended. ``in_addresses`` are the words of its
    addresses.
    """

    text: str
    language: str
    forms: tuple[str, ...]
    stops: tuple[int, ...]
    in_addresses: tuple[str, ...] = ()

    def words(self) -> list[Word]:
        """Its words without articles, each with its position: ``forms``, then ``in_addresses``."""
        found: list[Word] = []
        article, whole_start = "", -1
        readable, addresses = _readable(self.text)
        length = len(self.text)
        for match in _WORD.finditer(readable):
            start, end = match.span()
            if in_address := start >= length:
                _, shift = addresses[bisect(addresses, (start, 0)) - 1]
                start, end = start + shift, end + shift
            whole_start = start if whole_start < 0 else whole_start
            if form := _form(match[0], self.language):
                found.append(Word(form, start, end, article, whole_start, in_address))
                article, whole_start = "", -1
            else:
                article, whole_start = _fold(match[0], self.language), start
        return found

    @property
    def without_addresses(self) -> str:
        """The text that is read, of the same length."""
        return _readable(self.text)[0][: len(self.text)]

    def sentences(self) -> Iterator[tuple[int, int]]:
        """The start and the end of each sentence among ``forms``."""
        return pairwise((0, *self.stops, len(self.forms)))

    def is_unbroken(self, words: list[Word]) -> bool:
        """Whether no sign that ends a sentence or a part of it is between the words."""
        text = self.without_addresses
        return not any(_PAUSE.search(text, one.end, other.start) for one, other in pairwise(words))


def normal_text(text: str, language: str) -> NormalText:
    """The normal form of a text in a language."""
    forms: list[str] = []
    stops: list[int] = []
    readable, addresses = _readable(text)
    for sign in _WORD_OR_STOP.findall(readable[: len(text)]):
        if not sign[0].isalnum():
            stops.append(len(forms))
        elif form := _form(sign, language):
            forms.append(form)
    in_addresses = _WORD.findall(readable[len(text) :]) if addresses else ()
    return NormalText(
        text,
        language,
        tuple(forms),
        tuple(stops),
        tuple(form for word in in_addresses if (form := _form(word, language))),
    )


def other_spellings(name: str, language: str) -> Iterator[str]:
    """A name with other letters for umlauts, without hyphens, and as one word."""
    folded = unicodedata.normalize("NFC", name.casefold())
    yield folded.translate(_WITHOUT_UMLAUTS if language.startswith("de") else _UMLAUTS)
    yield folded.replace("-", "")
    yield "".join(word for word in _WORD.findall(folded) if _form(word, language))


@lru_cache(maxsize=1 << 14)
def _form(word: str, language: str) -> str:
    """The normal form of a word; empty for an article."""
    form = _fold(word, language)
    articles = _ARTICLES | _FRENCH_ARTICLES if language.startswith("fr") else _ARTICLES
    return "" if form in articles else _without_ending(form, language)


def is_definite(article: str) -> bool:
    """Whether it is an article of something certain."""
    return article in _DEFINITE


@lru_cache(maxsize=1 << 10)
def _readable(text: str) -> tuple[str, Sequence[tuple[int, int]]]:
    """A text of the same length without addresses, which follow it.

    With each address comes where it begins there, and how far before that it is in the text.
    """
    addresses: list[tuple[int, str]] = []

    def without_address(found: re.Match[str]) -> str:
        start, end = found.span("bare" if found["bare"] else "target")
        if not found["picture"]:
            addresses.append((start, _ENCODED.sub(_decoded, text[start:end])))
        return f"{text[found.start() : start]}{' ' * (end - start)}{text[end : found.end()]}"

    readable = _ADDRESS.sub(without_address, text) if "](" in text or "://" in text else text
    if "[[" in text:
        readable = _BARE_LINK.sub(lambda link: "0" * len(link[0]), readable)
        readable = _TARGET.sub(lambda link: " " * len(link[0]), readable)
    if "&" in text:
        readable = _ENTITY.sub(_decoded, readable)
    if "-" in text:
        readable = _HYPHENATION.sub(lambda hyphen: _FILLER * len(hyphen[0]), readable)
    parts, starts, length = [readable], [], len(readable)
    for start, address in addresses:
        parts += (_BREAK, address)
        length += len(_BREAK)
        starts.append((length, start - length))
        length += len(address)
    return "".join(parts), starts


def _decoded(found: re.Match[str]) -> str:
    """What characters stand for, at the same length."""
    text = html.unescape(found[0]) if found[0].startswith("&") else unquote(found[0])
    length = len(found[0])
    return " " * length if text.isspace() else text[:length].ljust(length, _FILLER)


def _fold(word: str, language: str) -> str:
    if word.isascii() and word.isalnum():
        return word.lower()
    composed = unicodedata.normalize("NFC", _SIGN_WITHIN.sub("", word)).casefold()
    if language.startswith("de"):
        composed = composed.translate(_UMLAUTS)
    bare = unicodedata.normalize("NFKD", composed.translate(_LIGATURES))
    return _SIGN.sub("", bare).casefold()


def _without_ending(form: str, language: str) -> str:
    return _GERMAN_ENDING.sub("", form) if language.startswith("de") else form
