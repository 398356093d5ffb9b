"""The page that lists all findings; run it as a module to write the page anew."""

from __future__ import annotations

from chronicle.authoring.explain import all_problems, manual_page
from chronicle.diagnostics.catalogue import (
    calendar,
    content,
    deadline,
    images,
    keys,
    leaks,
    maps,
    markdown,
    orders,
    output,
    problems_of_module,
    publication,
    references,
    relations,
    shields,
    syntax,
    theme,
)
from chronicle.rules import RULESETS
from tests.docs.pages import ROOT

PAGE = "docs/reference/findings.md"
_GROUPS = (
    ("Reading a file", syntax),
    ("Keys and values", content),
    ("Calendar and days", calendar),
    ("Deadline", deadline),
    ("Names, reveals and dice", references),
    ("Relations", relations),
    ("Texts", markdown),
    ("Pictures", images),
    ("Pictures under the map", maps),
    ("Arms, and the card", shields),
    ("Themes", theme),
    ("What the last look finds", leaks),
    ("Writing the site", output),
    ("What is published", publication),
    ("Keys and phrases", keys),
    ("Orders that were sent in", orders),
)
_INTRODUCTION = """\
# Findings

A finding has a code, a place and a sentence. An **error** stops the build: nothing is written, and
an earlier site stays as it was. A **warning** doesn't. One run finds as much as it can in all
files. But orders are checked against the board that the turns before them left: where one of those
has errors, whatever needs the board waits until they are corrected.

`chronicle explain CODE` prints a finding's page with an example, as in `chronicle explain P004`.
Codes never change; a retired one is not given to another finding.

*This page is made from the findings themselves: `python -m tests.docs.findings_page`.*
"""
_HEAD = "| Code | | What it says |\n| --- | --- | --- |"


def listing() -> str:
    """The page of all findings, group by group, each with the first sentence of its own page."""
    groups = [
        (title, [found.code for found in problems_of_module(module)]) for title, module in _GROUPS
    ]
    for id, system in RULESETS.items():
        groups.append((f"The ruleset `{id}`", [found.code for found in system.problems]))
    parts = [_INTRODUCTION]
    for title, codes in groups:
        rows = "".join(f"| {' | '.join(row)} |\n" for row in _rows(codes))
        parts.append(f"\n## {title}\n\n{_HEAD}\n{rows}")
    return "".join(parts)


def _rows(codes: list[str]) -> list[tuple[str, str, str]]:
    problems = all_problems()
    rows = []
    for code in sorted(codes):
        first = manual_page(problems[code]).splitlines()[0]
        head, _, said = first.partition(": ")
        rows.append((code, head.partition("(")[2].rstrip(")"), said.replace("|", "\\|")))
    return rows


if __name__ == "__main__":
    (ROOT / PAGE).write_text(listing(), encoding="utf-8", newline="\n")
