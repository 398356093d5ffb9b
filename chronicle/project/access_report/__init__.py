"""Who knows about a thing, since when, how, and why; for the GM only.

Everything is computed from the campaign and its history, never from an edition. The decisions are
those that editions are made by (:mod:`chronicle.project.access`).
"""

from __future__ import annotations

from chronicle.project.access import REASON_CODES, AudienceAccess
from chronicle.project.access_report.report import AccessReport, AccessReporter
from chronicle.project.access_report.subjects import event_reports, subject_reports

__all__ = [
    "REASON_CODES",
    "AccessReport",
    "AccessReporter",
    "AudienceAccess",
    "event_reports",
    "subject_reports",
]
