"""The stage that projects: from a campaign and its history to the edition of one audience."""

from __future__ import annotations

from chronicle.project.edition import audiences_of, coming, project

__all__ = ["audiences_of", "coming", "project"]
