"""The pages of the documentation that are generated from the code and not stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from chronicle.rules import RULESETS
from tools.docs import findings, turns_json, views

#: What makes the Markdown of a page, by its path in `docs/`.
GENERATED_PAGES: Final[Mapping[str, Callable[[], str]]] = {
    "reference/findings.md": findings.page,
    "reference/views.md": views.page,
    **{
        f"reference/turns-json-{ruleset}.md": partial(turns_json.page, ruleset)
        for ruleset in RULESETS
    },
}
