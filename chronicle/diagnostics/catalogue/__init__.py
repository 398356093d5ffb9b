"""All errors and warnings about an author's files, one class each, grouped by subject.

Those of a ruleset are in the ruleset's package. Codes are permanent: a retired code is never
reused.
"""

from __future__ import annotations

from collections.abc import Iterator

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
    publication,
    references,
    relations,
    shields,
    syntax,
    theme,
)
from chronicle.diagnostics.report import Problem

MODULES = (
    *(syntax, content, calendar, deadline, references, relations, markdown, images),
    *(shields, maps, theme, output, publication, keys, orders, notes, leaks),
)


def problems_of_module(module: object) -> Iterator[type[Problem]]:
    """Yield the problems that a module defines, in order of code."""
    found = [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, Problem)
        and value.__module__ == getattr(module, "__name__", "")
        and "code" in vars(value)
    ]
    yield from sorted(found, key=lambda problem: problem.code)


def core_problems() -> tuple[type[Problem], ...]:
    """Return all problems that do not belong to a ruleset."""
    return tuple(problem for module in MODULES for problem in problems_of_module(module))
