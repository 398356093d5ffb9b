"""All errors and warnings about an author's files, one class each, grouped by subject.

Those of a ruleset are in the ruleset's package. Codes are permanent: a retired code is never
reused.
"""

from __future__ import annotations

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
from chronicle.diagnostics.report import problems_of

#: The modules in the order of the reference.
MODULES = (
    *(syntax, content, calendar, deadline, references, relations, markdown, images, maps, shields),
    *(theme, leaks, output, publication, keys, orders, notes),
)
#: All problems that do not belong to a ruleset.
PROBLEMS = problems_of(*MODULES)
