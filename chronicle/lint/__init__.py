"""The linter of a GM's texts: warnings of what a text tells readers who may not know it.

It reads what the author wrote, not the finished pages, and stops no build: a name that is used too
early, or a sentence copied from a text with fewer readers, may be meant so.
"""

from __future__ import annotations

from chronicle.lint.slips import report_slips

__all__ = ["report_slips"]
