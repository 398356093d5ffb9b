"""The leak gate: search the finished files of each audience for what it may not know.

It is the last check before anything is published and shares no code with the projection: secrets
are computed from the author's files and their ``for:``, and searched for in every byte.
"""

from __future__ import annotations

from chronicle.leaks.campaign_texts import CampaignTexts
from chronicle.leaks.gate import AudienceFiles, report_leaks
from chronicle.leaks.secrets import ThemeText, theme_text_of

__all__ = ["AudienceFiles", "CampaignTexts", "ThemeText", "report_leaks", "theme_text_of"]
