"""Reasons: who knows a thing of a campaign, since when, how, and why; for the GM's eyes alone.

All is reckoned from the campaign and its history, never from an edition, so that one can be held
against the other.
"""

from __future__ import annotations

from chronicle.project.access_report.access import REASONS, Account, Thing
from chronicle.project.access_report.report import Reasons
from chronicle.project.access_report.subjects import events_of, facts_of

__all__ = ["REASONS", "Account", "Reasons", "Thing", "events_of", "facts_of"]
