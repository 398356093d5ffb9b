"""The author's texts as their readers get them, and what slips into them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from chronicle.diagnostics.report import Problem
from chronicle.leaks.authored_texts import CATALOGUE_LABEL, AuthoredText, Readers
from chronicle.leaks.campaign_texts import CampaignTexts
from chronicle.lint.normal_form import NormalText, normal_text
from chronicle.model.audience import EVERYONE_ID, Visibility
from chronicle.records import Record, replace


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
    """All texts of the author with their readers.

    What no event tells may be shown by sheets, charts or the rules of the house.
    """
    campaign, pieces = campaign_texts.campaign, campaign_texts.pieces
    told = _by_text(campaign_texts.told.told.items())
    present = _by_text(_present_texts(campaign_texts))
    now = len(campaign.turns)
    # Many texts are the same.
    normal = {text: normal_text(text, campaign.language) for text in {it.text for it in pieces}}
    for piece in pieces:
        text, readers, turn = piece.text, piece.readers, piece.turn
        if piece.what == CATALOGUE_LABEL:
            readers = campaign_texts.known.words - {EVERYONE_ID}
        elif not readers and " " in text and piece.what != "a comment":
            plain = " ".join(text.split())
            readers = told.get(plain, readers)
            if not readers and plain in present:
                readers, turn = present[plain], now
        as_read = piece if turn == piece.turn else replace(piece, turn=turn)
        yield ShownText(as_read, readers, normal[text])


def _by_text(texts: Iterable[tuple[str, Readers]]) -> Mapping[str, Readers]:
    """The readers of each text, with single spaces."""
    found: dict[str, Readers] = {}
    for text, readers in texts:
        plain = " ".join(text.split())
        found[plain] = found.get(plain, frozenset()) | readers
    return found


def _present_texts(campaign_texts: CampaignTexts) -> Iterator[tuple[str, Readers]]:
    known, told = campaign_texts.known, campaign_texts.told
    for word in campaign_texts.audiences:

        def admitted(visibility: Visibility, word: str = word) -> bool:
            return word in known.admitted(visibility)

        # A faction's players can read the public pages too.
        readers = known.words if word == EVERYONE_ID else frozenset({word})
        for text in told.present_texts(word, known.with_sheets(word), admitted):
            yield text, readers
