"""The author's texts as their readers get them, and what slips into them."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.diagnostics.report import Problem
from chronicle.leaks.authored_texts import AuthoredText, Readers
from chronicle.leaks.campaign_texts import CampaignTexts
from chronicle.lint.normal_form import NormalText, normal_text
from chronicle.records import Record


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
