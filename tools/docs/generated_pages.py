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
#: What of the checkout each of them is generated from. Links in the stored pages lead there, so
#: that they work where only stored files are shown; in the site they lead to the generated page.
GENERATED_FROM: Final[Mapping[str, str]] = {
    "chronicle/diagnostics/catalogue": "reference/findings.md",
    "chronicle/outline/views.py": "reference/views.md",
    "chronicle/rules/shadow/tellings.py": "reference/turns-json-shadow.md",
    **{
        f"chronicle/rules/{ruleset}/events.py": f"reference/turns-json-{ruleset}.md"
        for ruleset in RULESETS
        if ruleset != "shadow"
    },
}
