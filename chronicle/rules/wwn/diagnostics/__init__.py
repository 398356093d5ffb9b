"""Errors and warnings of the ruleset `wwn`."""

from __future__ import annotations

from chronicle.diagnostics.report import problems_of
from chronicle.rules.wwn.diagnostics import adjustments, catalogue, orders, setup

PROBLEMS = problems_of(setup, adjustments, catalogue, orders)
