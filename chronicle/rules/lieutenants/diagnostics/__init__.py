"""Errors and warnings of the ruleset `lieutenants`."""

from __future__ import annotations

from chronicle.diagnostics.report import problems_of
from chronicle.rules.lieutenants.diagnostics import adjustments, orders, setup

PROBLEMS = problems_of(setup, adjustments, orders)
