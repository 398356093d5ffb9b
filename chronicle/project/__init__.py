"""Project a campaign and its history to the edition of one audience."""

from __future__ import annotations

from chronicle.project.projection import (
    audiences_of,
    edition_for_gm,
    next_knowledge,
    next_order_form,
    project,
    project_without_form,
    tellings_of,
)
from chronicle.project.tellings import Tellings

__all__ = [
    "Tellings",
    "audiences_of",
    "edition_for_gm",
    "next_knowledge",
    "next_order_form",
    "project",
    "project_without_form",
    "tellings_of",
]
