"""The page that lists all errors and warnings."""

from __future__ import annotations

from chronicle.authoring.explain import subject, summary
from chronicle.diagnostics.catalogue import MODULES
from chronicle.diagnostics.report import Problem, problems_of
from chronicle.rules import RULESETS

_INTRODUCTION = """\
# Errors and warnings

An **error** stops the build: nothing is written, and the earlier site stays. A **warning** does
not. One run finds as much as possible in all files. Orders are checked against the result of the
turns before them, so errors in an earlier turn can hide errors in a later one.

`chronicle explain CODE` explains a code with an example, as in `chronicle explain P004`;
`chronicle explain` lists all codes. Codes never change, and are not used again.
"""
_HEAD = "| Code | Kind | Meaning |\n| --- | --- | --- |"


def page() -> str:
    """All findings by group, each with the first sentence of its explanation."""
    core = [(subject(module.__name__), problems_of(module)) for module in MODULES]
    rulesets = [(f"The ruleset `{id}`", system.problems) for id, system in RULESETS.items()]
    return _INTRODUCTION + "".join(
        f"\n## {title}\n\n{_HEAD}\n{''.join(map(_row, problems))}"
        for title, problems in (*core, *rulesets)
    )


def _row(problem: type[Problem]) -> str:
    said = summary(problem).replace("|", "\\|")
    return f"| {problem.code} | {problem.severity} | {said} |\n"
