"""The leak gate: what is about to be written, held against what each of its readers may not know.

It is the last look before anything is published, and shares no code with the projection: secrets
are reckoned from the author's files and their circles, and looked for in every byte.
"""

from __future__ import annotations

from chronicle.leaks.gate import AudienceFiles, Gate, report_leaks
from chronicle.leaks.secrets import ThemeText, theme_text_of

__all__ = [
    "AudienceFiles",
    "Gate",
    "ThemeText",
    "report_leaks",
    "theme_text_of",
]
