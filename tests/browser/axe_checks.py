"""What axe finds wrong with a page, by day and by night."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

LABELS_RULE: Final = "label-content-name-mismatch"
_ASKED: Final = {"resultTypes": ["violations", "incomplete"]}
#: What axe looks at by scheme: nothing but contrast is another in the dark. Two rules it does not
#: look at unless told to: how large a target is, and whether a label has the words that are seen.
CHECKED: Final[dict[Literal["light", "dark"], dict[str, object]]] = {
    "light": {
        **_ASKED,
        "rules": {name: {"enabled": True} for name in ("target-size", LABELS_RULE)},
    },
    "dark": {**_ASKED, "runOnly": ["color-contrast"]},
}
#: Axe is read once for a page. Of what it answers only what may be a fault comes back.
_LOADED: Final = "typeof axe === 'object'"
#: Contrast takes axe longest, and depends on style alone: of words that look alike it judges the
#: first. Words within drawings have a halo around them, of which axe can tell nothing.
_THIN_OUT: Final = """() => {
  // Lines of a map and rays of a woodcut's sky end at its frame; axe takes them for being over the
  // words around it.
  const lines = ":is(.map-piece, .map-sheet) :is(.map-ground, image), .map-thumbnail > use, "
    + ".turn-band > use, .cut > [clip-path]";
  for (const cut of document.querySelectorAll(lines)) cut.remove();
  const sortOf = (it) => it && `${it.localName}.${it.getAttribute("class") ?? ""}`;
  const seen = new Set();
  const within = (root) => [...root.querySelectorAll("*:not(svg *)")].flatMap(
    (it) => it.shadowRoot ? [it, ...within(it.shadowRoot)] : it);
  for (const it of within(document.body)) {
    if (it.matches("input, textarea, select") || [...it.childNodes].some(
      (node) => node.nodeType === 3 && node.data.trim()) && it.checkVisibility()) {
      const around = [it, it.parentElement, it.parentElement?.parentElement].map(sortOf).join();
      if (!seen.has(around)) it.dataset.judged = "";
      seen.add(around);
    }
  }
  // A name on two lines of a map is two words to axe.
  const labelled = "[aria-label]:not(svg *), [aria-labelledby]:not(svg *)";
  for (const it of document.querySelectorAll(labelled)) it.dataset.labelled = "";
  axe.configure({ rules: [
    { id: "color-contrast", selector: "[data-judged]" },
    { id: "label-content-name-mismatch", selector: "[data-labelled]" },
  ] });
}"""
_RUN: Final = """async options => {
  const { violations, incomplete } = await axe.run(options);
  const open = incomplete.filter(({ id }) => id === "color-contrast");
  return { violations, open: open.flatMap(({ nodes }) => nodes) };
}"""
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
#: heading, where a visible one of the same kind is checked.
_PASSED_OVER: Final = (
    "nonBmp",
    "shortTextContent",
    "elmPartiallyObscured",
    "elmPartiallyObscuring",
)


def add_rule(page: Page, rule: str) -> None:
    """Adds a rule at the end of a page's own style."""
    page.evaluate(_ADD, rule)


def run(page: Page, options: dict[str, object]) -> Any:
    """What axe finds on a page as it stands: its violations, and the contrasts it leaves open."""
    if not page.evaluate(_LOADED):
        page.evaluate(Axe().axe_script)
    page.evaluate(_THIN_OUT)
    return page.evaluate(_RUN, options)


def faults(page: Page) -> Iterator[tuple[str, str, str]]:
    """The scheme, the rule and what axe says of it, for all that it finds or can't decide."""
    add_rule(page, FLAT_RULE)
    for scheme, options in CHECKED.items():
        page.emulate_media(color_scheme=scheme)
        found = run(page, options)
        for violation in found["violations"]:
            where = "; ".join(node["html"][:90] for node in violation["nodes"][:3])
            yield scheme, violation["id"], f"{violation['help']}: {where}"
        for node in filter(_is_in_sight, found["open"]):
            yield scheme, "contrast not decided", f"{_keys(node)}: {node['html']}"


def _keys(node: Any) -> list[str | None]:
    """Why axe could not tell, in its own words."""
    checks = [*node["any"], *node["all"], *node["none"]]
    return [(check["data"] or {}).get("messageKey") for check in checks]


def _is_in_sight(node: Any) -> bool:
    return not any(key in _PASSED_OVER for key in _keys(node))
