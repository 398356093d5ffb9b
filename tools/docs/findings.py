"""The page that lists all errors and warnings."""

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
    notes,
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
    ("Shields, and the preview image", shields),
    ("Themes", theme),
    ("Leaks", leaks),
    ("Output", output),
    ("Published turns", publication),
    ("Keys and phrases", keys),
    ("Imported orders", orders),
    ("Imported notes", notes),
)
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
