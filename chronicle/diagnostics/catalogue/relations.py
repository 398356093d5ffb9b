"""Errors of relations between factions."""

from __future__ import annotations

from chronicle.diagnostics.report import Problem
from chronicle.files.source import Span


class SelfRelation(Problem):
    code = "F001"
    message = "`{name}` can't have a relation with itself"
    help = "name two different factions"

    name: str


class OverriddenRelation(Problem):
    code = "F002"
    message = "this relation has no effect: a later one replaces it for all its readers"
    label = "replaced on line {other.line}"
    help = "remove one of them, or put the one for fewer readers last"

    other: Span
