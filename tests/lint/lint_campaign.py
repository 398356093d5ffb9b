"""What is warned of in a campaign."""

from __future__ import annotations

from io import BytesIO
from typing import Final

from PIL import Image

from chronicle.diagnostics.report import Finding, Report
from chronicle.leaks import CampaignTexts
from chronicle.lint import report_slips
from chronicle.pipeline import PlayedCampaign

#: The theme of these campaigns says next to nothing.
THEME_WORDS: Final = frozenset({"all", "of", "the", "boats", "class", "sphere"})


def warnings_of(
    played: PlayedCampaign, theme_words: frozenset[str] = THEME_WORDS
) -> tuple[Finding, ...]:
    """The slips in a campaign, and what it allows in vain."""
    report = Report()
    texts = CampaignTexts.of(played.campaign, played.history, played.ruleset)
    report_slips(texts, theme_words, report)
    return report.findings


def picture() -> bytes:
    """A picture."""
    drawn = BytesIO()
    Image.new("L", (2, 2)).save(drawn, "PNG")
    return drawn.getvalue()
