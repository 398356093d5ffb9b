"""The picture by which other sites show this one, as the author names it."""

from __future__ import annotations

from typing import Final

from chronicle.diagnostics.catalogue import shields as problems
from chronicle.diagnostics.report import Report
from chronicle.load.inputs import CampaignShape
from chronicle.load.names import Names, Showing
from chronicle.model.campaign import Campaign, Card

#: Kinds of pictures that are shown everywhere.
_KINDS: Final = ("image/png", "image/jpeg")


def card_of(head: CampaignShape, names: Names) -> Card | None:
    """The card that `campaign.yaml` names, its picture to be read with those that texts show."""
    if head.card is None:
        return None
    at = head.card.at("picture")
    names.showings.append(Showing(head.card.picture, at))
    return Card(head.card.picture, head.card.words, at)


def check_card(campaign: Campaign, report: Report) -> None:
    """Warns of a card that not every site would show."""
    card = campaign.card
    picture = campaign.pictures.get(card.picture) if card is not None else None
    if card is not None and picture is not None and picture.media_type not in _KINDS:
        report.add(problems.CardOfAnotherKind(at=card.at, kind=picture.media_type))
