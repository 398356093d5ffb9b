"""The author's texts as their readers get them, and what slips into them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from chronicle.diagnostics.report import Problem
from chronicle.files.source import Span
from chronicle.leaks.authored_texts import AuthoredText, Readers
from chronicle.leaks.campaign_texts import CampaignTexts
from chronicle.leaks.locations import find_span
from chronicle.lint.normal_form import NormalText, normal_text
from chronicle.records import Record

#: Signs of a link around a word of its label.
_LINK_START: Final = r"(?:\[\[[^\[\]|\n]+\|)?"
_LINK_END: Final = r"(?:\]\])?"


class ShownText(Record):
    """A text with its readers, those to whom an event tells it included, in normal form."""

    piece: AuthoredText
    readers: Readers
    normal: NormalText


class Slip(Record):
    """A warning with the file that it is about, and the words there, in normal form."""

    problem: Problem
    path: str
    forms: tuple[str, ...]


def shown_texts_of(campaign_texts: CampaignTexts) -> Iterator[ShownText]:
    """All texts of the author with their readers."""
    language, pieces = campaign_texts.campaign.language, campaign_texts.pieces
    told: dict[str, Readers] = {}
    for text, readers in campaign_texts.told.told.items():
        plain = " ".join(text.split())
        told[plain] = told.get(plain, frozenset()) | readers
    # Many texts are the same.
    normal = {text: normal_text(text, language) for text in {it.text for it in pieces}}
    for piece in pieces:
        text, readers = piece.text, piece.readers
        if not readers and " " in text and piece.what != "a comment":
            readers = told.get(" ".join(text.split()), readers)
        yield ShownText(piece, readers, normal[text])


def span_of_excerpt(piece: AuthoredText, excerpt: str) -> Span:
    """Where an excerpt of a text is written, since other texts in the file may contain it."""
    pattern = r"\s+".join(re.escape(word) for word in excerpt.split())
    # No line has an excerpt that goes over two; then the search begins where an empty text is.
    line = next((row.strip() for row in piece.text.split("\n") if re.search(pattern, row)), "")
    # Links had their labels put in their place.
    return find_span(find_span(piece.at, _linked(line)), _linked(excerpt))


def _linked(text: str) -> str:
    """The pattern of a text in which any words may be the label of a link."""
    return r"\s+".join(
        _LINK_START + re.sub(r"(?<=\w)(?!\w)", lambda _: _LINK_END, re.escape(word))
        for word in text.split()
    )
