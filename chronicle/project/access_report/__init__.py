"""Who knows about a thing, since when, how, and why; for the GM only.

Everything is computed from the campaign and its history, never from an edition, so that reports and
editions can be checked against each other.
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
