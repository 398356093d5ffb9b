"""Reasons: who knows a thing of a campaign, since when, how, and why; for the GM's eyes alone.

All is reckoned from the campaign and its history, never from an edition, so that one can be held
against the other.
"""

from __future__ import annotations

from chronicle.project.access_report.access import REASON_CODES, AccessReport, AudienceAccess
from chronicle.project.access_report.report import AccessReporter
from chronicle.project.access_report.subjects import event_reports, subject_reports

__all__ = [
    "REASON_CODES",
    "AccessReport",
    "AccessReporter",
    "AudienceAccess",
    "event_reports",
    "subject_reports",
]
