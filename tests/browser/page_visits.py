"""What a reader meets on a page, and what of it would be in the way of some: one visit sees all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from playwright.sync_api import BrowserContext, Request, Route, ViewportSize

from chronicle.records import Record
from tests.browser.axe_checks import add_rule, faults
from tests.browser.http_host import watched

Aspect = Literal[
    "opening",
    "requests",
    "shift",
    "fonts",
    "axe",
    "narrow",
    "focus",
    "print",
    "motion",
    "forced",
    "large",
]
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
#: In which respect something is wrong, and what it is.
Found = tuple[Aspect, str]
#: Requests of a page before anybody touches it, with itself, without pictures and fonts: its
#: style and a few small scripts; the page of dossiers asks for the parts of its reader.
MOST_REQUESTS: Final = {"": 8, "dossier.html": 12}
WIDE: Final[ViewportSize] = {"width": 1440, "height": 900}
NARROW: Final[ViewportSize] = {"width": 320, "height": 640}
PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
#: How far a first visit may move when its fonts arrive after the first paint: a line of text may
#: break elsewhere. Up to 0.1 browser vendors call good.
MOST_FONT_SHIFT: Final = 0.05

#: How far things moved after they had been drawn, as browsers add it up.
SHIFT: Final = """() => new Promise((done) => {
  const moved = [];
  const add = ({ value, sources }) => moved.push(
    `${value.toFixed(4)}: ${sources.map(({ node }) => node?.className || node?.nodeName)}`);
  const start = () => {
    new PerformanceObserver((list) => list.getEntries().forEach(add))
      .observe({ type: "layout-shift", buffered: true });
    setTimeout(() => done(moved), 60);
  };
  requestAnimationFrame(() => requestAnimationFrame(start));
})"""
#: One of each sort of element: those that look alike have the same classes, as have their parents.
_SORTS: Final = """
  const sortOf = (it) => `${it.localName}.${it.getAttribute("class") ?? ""}`;
  const sorts = (selector) => {
    const seen = new Map();
    for (const it of document.querySelectorAll(selector)) {
      const sort = `${sortOf(it.parentElement ?? it)} > ${sortOf(it)}`;
      if (!seen.has(sort) && it.checkVisibility({ visibilityProperty: true })) seen.set(sort, it);
    }
    return [...seen];
  };
"""
#: What looks the same with the focus as without; it may show on what lies around or within it.
_FOCUS: Final = f"""() => {{
  {_SORTS}
  const looks = ["outlineWidth", "boxShadow", "stroke", "strokeWidth", "textDecorationLine",
    "textDecorationThickness", "backgroundColor", "borderTopWidth"];
  const look = (it) => [it, it.parentElement, it.parentElement.parentElement, ...it.children]
    .map((one) => getComputedStyle(one))
    .map((style) => [style.outlineStyle, ...looks.map((name) => style[name])])
    .map(([line, width, ...others]) => [line === "none" || width, ...others].join())
    .join();
  const bare = [];
  const held = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
  for (const [sort, it] of sorts(held)) {{
    document.activeElement.blur();
    const before = look(it);
    it.focus({{ preventScroll: true }});
    if (document.activeElement === it && look(it) === before) bare.push(sort);
  }}
  return bare;
}}"""
_LIGHT: Final = """
  const light = (color) => {
    const [r, g, b, a = 1] = color.match(/[\\d.]+/g).map(Number);
    const one = (v) => (v / 255 <= .04045 ? v / 255 / 12.92 : ((v / 255 + .055) / 1.055) ** 2.4);
    return 1 - a + a * (.2126 * one(r) + .7152 * one(g) + .0722 * one(b));
  };
  const contrast = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + .05) / (low + .05);
  };
"""
#: Words in drawings that hardly differ from the halo around them; axe does not judge those.
_DRAWN: Final = f"""() => {{
  {_SORTS}
  {_LIGHT}
  const wrong = [];
  for (const [sort, it] of sorts("svg text")) {{
    const {{ fill, stroke, paintOrder }} = getComputedStyle(it);
    const isHaloed = paintOrder.startsWith("stroke") && stroke.startsWith("rgb(");
    if (isHaloed && fill.startsWith("rgb") && contrast(fill, stroke) < 4.5)
      wrong.push(`${{sort}} is ${{fill}} in a halo of ${{stroke}}`);
  }}
  return wrong;
}}"""
#: What a printer would not show: paper is white, and grounds are left out unless asked for.
_PRINT: Final = f"""() => {{
  {_SORTS}
  {_LIGHT}
  const wrong = [];
  for (const part of document.querySelectorAll("header nav, .skip, .seek, footer.site nav"))
    if (part.checkVisibility()) wrong.push(`${{sortOf(part)}} is printed`);
  for (const [sort, it] of sorts("main, main *:not(svg *)")) {{
    const style = getComputedStyle(it);
    const own = [...it.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const isInk = contrast(style.color, "rgb(255, 255, 255)") >= 4.5;
    if (own && !isInk && style.printColorAdjust !== "exact")
      wrong.push(`${{sort}} is printed in ${{style.color}}`);
  }}
  return wrong;
}}"""
#: What moves all the same.
_MOTION: Final = f"""() => {{
  {_SORTS}
  const wrong = document.getAnimations().map((it) => it.animationName ?? it.transitionProperty);
  if (getComputedStyle(document.documentElement).scrollBehavior !== "auto") wrong.push("scrolling");
  for (const [sort, it] of sorts("*")) {{
    const {{ transitionDuration, animationName }} = getComputedStyle(it);
    if (/[1-9]/.test(transitionDuration) || animationName !== "none") wrong.push(sort);
  }}
  return wrong;
}}"""
#: What is told by a ground alone, or can't be told from words, in the reader's own colours.
_FORCED: Final = f"""() => {{
  {_SORTS}
  const wrong = [];
  const edged = ({{ borderTopStyle, borderTopWidth, outlineStyle, backgroundImage }}) =>
    (borderTopStyle !== "none" && parseFloat(borderTopWidth)) || outlineStyle !== "none";
  for (const [sort, it] of sorts("button, .button, input, select, textarea"))
    if (!edged(getComputedStyle(it)) && !it.matches('[type="range"], [type="checkbox"], .unseen'))
      wrong.push(`${{sort}} has no edge`);
  for (const [sort, it] of sorts("[data-bare-ground]"))
    if (!edged(getComputedStyle(it)) && getComputedStyle(it).forcedColorAdjust !== "none")
      wrong.push(`${{sort}} is a ground alone`);
  return wrong;
}}"""
#: Marks what is nothing but a ground, before the reader's own colours take that away.
_MARK_GROUNDS: Final = """() => {
  for (const it of document.querySelectorAll("main *:not(svg, svg *, input):empty"))
    if (!/, 0\\)$/.test(getComputedStyle(it).backgroundColor) && it.checkVisibility())
      it.dataset.bareGround = "";
}"""
#: What reaches over the right edge.
_WIDEST: Final = """() => [...document.querySelectorAll("body *")]
  .filter((it) => it.getBoundingClientRect().right > innerWidth && it.checkVisibility())
  .map((it) => `${it.localName}.${it.getAttribute("class") ?? ""}`).slice(0, 5)"""


class Fault(Record):
    """Something wrong with a page: in which respect, and what it is."""

    aspect: Aspect
    path: str
    what: str


class Visitor:
    """A reader who looks at one page of a host after another, all in the same window."""

    def __init__(self, context: BrowserContext, host: str) -> None:
        self._host = host
        self._page = context.new_page()
        self._wrong = watched(self._page, "/".join(host.split("/")[:3]))
        self._asked: list[str] = []
        self._page.on("request", self._note)
        self._held: list[Route] | None = None
        self._page.route("**/*.woff2", self._hold)

    def _hold(self, font: Route) -> None:
        if self._held is None:
            font.abort("aborted")
        else:
            self._held.append(font)

    def _note(self, request: Request) -> None:
        if request.resource_type not in ("image", "font"):
            self._asked.append(request.url)

    def visit(self, path: str) -> Iterator[Fault]:
        """Opens a page on a desk and on a phone, and yields all that is wrong with it."""
        address = f"{self._host}/{path}"
        for aspect, what in (*self._on_a_desk(address), *self._on_a_phone(address)):
            yield Fault(aspect, path, what)

    def _open_without_fonts(self, address: str) -> Iterator[Found]:
        """Opens a page in the fonts of the system: nothing moves."""
        self._held = None
        self._page.goto(address)
        yield from (("shift", f"at {WIDE['width']}: {it}") for it in self._page.evaluate(SHIFT))

    def _open_with_late_fonts(self, address: str) -> Iterator[Found]:
        """Opens a page whose fonts arrive after the first paint: nothing moves before."""
        page = self._page
        self._held = []
        page.goto(address, wait_until="domcontentloaded")
        yield from (("shift", f"at {NARROW['width']}: {it}") for it in page.evaluate(SHIFT))
        for font in self._held:
            font.continue_()
        page.wait_for_load_state()
        page.evaluate("document.fonts.ready.then(() => 0)")
        moved = page.evaluate(SHIFT)
        if sum(float(it.partition(":")[0]) for it in moved) > MOST_FONT_SHIFT:
            yield "fonts", f"at {NARROW['width']}: {moved}"

    def _on_a_desk(self, address: str) -> Iterator[Found]:
        """What can be told from the loading alone."""
        page = self._page
        page.set_viewport_size(WIDE)
        # What the page before was looked at with.
        page.emulate_media(
            media="screen",
            color_scheme="light",
            reduced_motion="no-preference",
            forced_colors="none",
        )
        self._wrong.clear()
        self._asked.clear()
        yield from self._open_without_fonts(address)
        yield from (("opening", what) for what in self._wrong)
        if len(self._asked) > MOST_REQUESTS.get(address.rpartition("/")[2], MOST_REQUESTS[""]):
            yield "requests", f"{len(self._asked)} of them: {self._asked}"
        if page.evaluate("document.styleSheets[0].cssRules.length") <= 20:
            yield "opening", "has no style"

    def _on_a_phone(self, address: str) -> Iterator[Found]:
        """All else: what is there is the same, in less room."""
        page = self._page
        page.set_viewport_size(NARROW)
        page.emulate_media(reduced_motion="reduce")
        yield from self._open_with_late_fonts(address)
        yield from (("motion", what) for what in page.evaluate(_MOTION))
        if (width := page.evaluate("document.documentElement.scrollWidth")) > NARROW["width"]:
            yield "narrow", f"{width} pixels wide"
        page.evaluate(_MARK_GROUNDS)
        # Axe measures only what is laid out.
        add_rule(page, ".single-page { content-visibility: visible !important; }")
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            yield from (("axe", f"{scheme} {what}") for what in page.evaluate(_DRAWN))
        yield from (("axe", " ".join(fault)) for fault in faults(page))
        page.emulate_media(media="print", color_scheme="dark")
        yield from (("print", what) for what in page.evaluate(_PRINT))
        page.emulate_media(media="screen", color_scheme="light", forced_colors="active")
        yield from (("forced", what) for what in page.evaluate(_FORCED))
        page.emulate_media(forced_colors="none")
        # From the first key on a browser shows where the focus is.
        page.keyboard.press("Tab")
        yield from (("focus", what) for what in page.evaluate(_FOCUS))
        page.set_viewport_size(PHONE)
        add_rule(page, ":root { font-size: 200%; }")
        if (width := page.evaluate("document.documentElement.scrollWidth")) > PHONE["width"]:
            yield "large", f"{width} pixels wide: {page.evaluate(_WIDEST)}"
