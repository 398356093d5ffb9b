"""What axe finds wrong with a page, by day and by night."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

#: What axe looks at by scheme: nothing but contrast is another in the dark.
CHECKED: Final[dict[Literal["light", "dark"], dict[str, object]]] = {
    "light": {"resultTypes": ["violations", "incomplete"]},
    "dark": {"resultTypes": ["violations", "incomplete"], "runOnly": ["color-contrast"]},
}
#: Axe does not judge words over an image, and a wash of colour lies under all pages: their ground
#: is looked at without it.
_ADD: Final = """rule => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rule);
  document.adoptedStyleSheets.push(sheet);
}"""
#: Nor is a colour judged while it fades from one scheme to the other.
FLAT_RULE: Final = (
    "*, ::before, ::after { background-image: none !important; transition: none !important; }"
)
#: Why the contrast of something may stay open: it is a sign and no word, or has scrolled behind a
#: heading, where its like in sight is judged.
_PASSED_OVER: Final = (
    "nonBmp",
    "shortTextContent",
    "elmPartiallyObscured",
    "elmPartiallyObscuring",
)


def add_rule(page: Page, rule: str) -> None:
    """Adds a rule at the end of a page's own style."""
    page.evaluate(_ADD, rule)


def faults(page: Page) -> Iterator[tuple[str, str, str]]:
    """The scheme, the rule and what axe says of it, for all that it finds or can't decide."""
    add_rule(page, FLAT_RULE)
    for scheme, options in CHECKED.items():
        page.emulate_media(color_scheme=scheme)
        response = Axe().run(page, options=options).response
        for violation in response["violations"]:
            yield scheme, violation["id"], violation["help"]
        for open_case in response["incomplete"]:
            if open_case["id"] == "color-contrast":
                for node in filter(_is_in_sight, open_case["nodes"]):
                    yield scheme, "contrast not decided", node["html"]


def _is_in_sight(node: Any) -> bool:
    checks = [*node["any"], *node["all"], *node["none"]]
    return not any((check["data"] or {}).get("messageKey") in _PASSED_OVER for check in checks)
