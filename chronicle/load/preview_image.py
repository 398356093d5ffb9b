"""Load the author's preview image, shown by other sites."""

from __future__ import annotations

from typing import Final

from chronicle.diagnostics.catalogue import shields as problems
from chronicle.diagnostics.report import Report
from chronicle.load.context import LoadContext, PictureUse
from chronicle.load.inputs import CampaignInput
from chronicle.model.campaign import Campaign, PreviewImage

#: Formats that all sites show.
_MEDIA_TYPES: Final = ("image/png", "image/jpeg")


def preview_image_of(head: CampaignInput, names: LoadContext) -> PreviewImage | None:
    """The preview image in `campaign.yaml`; its file is loaded with those that texts show."""
    if head.card is None:
        return None
    at = head.card.at("picture")
    names.picture_uses.append(PictureUse(head.card.picture, at))
    return PreviewImage(head.card.picture, head.card.words, at)


def check_preview_image(campaign: Campaign, report: Report) -> None:
    """Warn about a preview image that not every site would show."""
    card = campaign.card
    picture = campaign.pictures.get(card.picture) if card is not None else None
    if card is not None and picture is not None and picture.media_type not in _MEDIA_TYPES:
        report.add(problems.UnsupportedPreviewImage(at=card.at, kind=picture.media_type))
