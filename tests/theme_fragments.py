"""Parts of pages as the shipped theme draws them for a reader, and what must not be read there."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from types import SimpleNamespace
from typing import Any, Final

from jinja2 import Template

from chronicle.model.audience import Audience
from chronicle.model.facts import NameIndex, Ref, faction_ref, place_ref
from chronicle.outline.frame import FactionBadge, Frame, frame_of
from chronicle.outline.front_page import FactionBalance
from chronicle.outline.site import SitePage
from chronicle.project.edition import Edition, EventView, FactionView
from chronicle.render import Renderer
from chronicle.render.template_functions import CURRENT_PAGE, PageScope, with_relative_urls
from chronicle.rules.protocol import Chance, Sheet, Telling
from tests.render import html_checks
from tests.shipped_theme import shipped_theme

_GROUNDS: Final = ("isle", "quay", "castle", "ford", "fen", "moor", "field", "shed")
#: Who there is on a page; some names begin small, as authors may write them.
NAMES: Final[Mapping[Ref, str]] = {
    faction_ref("vael"): "House Vael",
    faction_ref("oru"): "the Oru",
    faction_ref("watch"): "The Watch",
    faction_ref("kell"): "Clan Kell",
    faction_ref("far"): "the Far",
    place_ref("mill"): "The Mill",
    place_ref("inn"): "the Inn",
    **{place_ref(id): f"the {id.title()}" for id in _GROUNDS},
}
_WITHIN: Final = '{% import "macros.html" as m %}'
_EVENT: Final = _WITHIN + "{{ m.event(item, audit=audit) }}"
_STREET: Final = _WITHIN + "{{ m.street((item,), turn) }}"
_PARTIAL: Final = '{% include "rules/" ~ ruleset ~ "/" ~ telling.code ~ ".html" %}'
_VERDICT: Final = _WITHIN + '{% set anchor = "" %}<p>' + _PARTIAL + "</p>"
_KIND: Final = '{{ part("parts/kind.html", telling=telling) }}'
_HEADLINE: Final = _WITHIN + '<p><a href="#">{{ m.headline(telling, turn) }}</a></p>'
_SHIELD: Final = _WITHIN + "{{ m.shield(faction, size) }}"
_BALANCE: Final = '{% import "front.html" as front with context %}{{ front.changes() }}'
_ABOUT: Final = '{% include "rules/" ~ ruleset ~ "/rules.html" %}'
_SHEET: Final = (
    _WITHIN
    + "<h2>S</h2>{{ m.sheet(found, 3) }}"
    + '{% if "ledger" in found.facts %}{{ m.ledger(found, 3) }}{% endif %}'
)


@cache
def renderer(ruleset: str = "") -> Renderer:
    """The shipped theme, ready to draw campaigns with a ruleset; without one other pages."""
    return Renderer.of(shipped_theme(), ruleset)


#: The keys of texts that a template has asked for.
_ASKED: Final[ContextVar[set[str]]] = ContextVar("asked")


@cache
def _noting_renderer(ruleset: str) -> Renderer:
    """The shipped theme for a ruleset; it notes in :data:`_ASKED` which texts it looks up."""
    found = Renderer.of(shipped_theme(), ruleset)
    functions = found.functions.names()
    found.environment.globals |= {name: _noting(functions[name]) for name in ("t", "says")}
    return found


def _noting(look_up: Callable[..., Any]) -> Callable[..., Any]:
    def noted(key: str, /, **values: object) -> Any:
        found = look_up(key, **values)
        if found is not False:
            _ASKED.get().add(key)
        return found

    return noted


@cache
def _template(ruleset: str, source: str) -> Template:
    return _noting_renderer(ruleset).environment.from_string(source)


@cache
def _frame(ruleset: str, reader: Audience) -> Frame:
    return frame_of(edition(ruleset, reader), (), sealed=False, address="", card=None)


def scope(ruleset: str, reader: Audience) -> PageScope:
    """What the functions of templates know on a page of a turn that shows every known thing."""
    page = SitePage("turns/1.html", "", "turn")
    return PageScope(page, _frame(ruleset, reader), NAMES, {}, {}, frozenset())


@cache
def edition(ruleset: str, reader: Audience) -> Edition:
    """An edition of a ruleset in which nothing has happened yet."""
    return Edition(
        audience=reader,
        title="Fords",
        tagline="",
        language="en",
        ruleset=ruleset,
        introduction=(),
        stories=(),
        factions=tuple(
            FactionView(ref.id, name, ("#111111", "#eeeeee"), "key", "", (), None)
            for ref, name in NAMES.items()
            if ref.kind == "faction"
        ),
        places=(),
        pages=(),
        turns=(),
        dossiers={},
        names=NameIndex(NAMES),
        known_since=dict.fromkeys(NAMES, 0),
        verdicts={},
    )


@dataclass(slots=True)
class Drawer:
    """Draws one ruleset for one reader, and keeps in mind which words were asked for."""

    ruleset: str
    reader: Audience
    asked: set[str] = field(default_factory=set)

    def event(self, telling: Telling, *odds: Chance, audit: bool = False) -> str:
        """A telling as an event of a turn, a dossier or the audit."""
        gm = self.reader.is_gm
        told = EventView("e1", telling, "1/vael/hit" if gm else "", (), odds if gm else ())
        return self._draw(_EVENT, item=told, audit=audit)

    def street(self, telling: Telling, turn: int = 0) -> str:
        """A telling as a line of the street's talk of a turn; of turn 0, in its plainest words."""
        return self._draw(_STREET, item=EventView("s1", telling), turn=turn)

    def verdict(self, telling: Telling) -> str:
        """A telling that comes to light later."""
        return self._draw(_VERDICT, telling=telling)

    def headline(self, telling: Telling, turn: int = 0) -> str:
        """A telling as an entry of a list."""
        return self._draw(_HEADLINE, telling=telling, turn=turn)

    def kind(self, telling: Telling) -> str:
        """The kind of a telling, for its headline on a broadsheet."""
        return self._draw(_KIND, telling=telling).strip()

    def sheet(self, sheet: Sheet) -> str:
        """A sheet on a page of its faction or place."""
        return self._draw(_SHEET, found=sheet)

    def shield(self, size: str, division: str = "chief") -> str:
        """A page with a shield of a size, black and nearly white."""
        colors = ("#111111", "#eeeeee")
        faction = FactionBadge("vael", "V", colors, "key", division, "")
        main = f"<main>{self._draw(_SHIELD, faction=faction, size=size)}</main>"
        return renderer().shields.with_drawings(main, [faction])

    def balance(self, *changes: FactionBalance) -> str:
        """What factions gained and lost, on the front page."""
        return self._draw(_BALANCE, view=SimpleNamespace(changes=changes, map=None, lead=None))

    def about(self) -> str:
        """The rules in brief, as on their page."""
        return self._draw(_ABOUT)

    def _draw(self, source: str, **shown: Any) -> str:
        # A part that is reused looks up no texts.
        _noting_renderer(self.ruleset).functions.parts.clear()
        page, asked = CURRENT_PAGE.set(scope(self.ruleset, self.reader)), _ASKED.set(self.asked)
        try:
            return with_relative_urls(_template(self.ruleset, source).render(**shown), "")
        finally:
            CURRENT_PAGE.reset(page)
            _ASKED.reset(asked)


# ── Reading what was drawn ───────────────────────────────────────────────────────────────────────

_BLOCK: Final = re.compile(
    r"</?(?:article|aside|blockquote|caption|dd|div|dl|dt|h[1-6]|header|li|ol|p|section|table|tbody|"
    r"td|tfoot|th|thead|tr|ul)\b[^>]*>"
)
_TAG: Final = re.compile(r"<[^>]+>")
#: What a missing word leaves behind, or a value that is none.
HOLES: Final = re.compile(
    r"\bNone\b|Undefined|[{}]|\s[,.;:!?)](?:\s|$)|\(\s|\(\)|[,;:]\s*[,.;]|\.\.|\. \.|^[,.;:)]|[(,]$"
)


def blocks(drawn: str) -> list[str]:
    """The texts of a drawing, one for each paragraph, cell or row, as a reader reads them."""
    parts = (html.unescape(_TAG.sub("", part)) for part in _BLOCK.split(drawn))
    return [text for part in parts if (text := " ".join(part.split()))]


def holes(drawn: str) -> list[str]:
    """Texts in which something is missing, and two spaces where one was meant."""
    found = [text for text in blocks(drawn) if HOLES.search(text)]
    lines = html.unescape(_TAG.sub("", _BLOCK.sub("\n", drawn))).split("\n")
    return found + [line for line in lines if re.search(r"\S {2,}\S", line)]


#: What reads as sentences: headings, headlines, and what came of something.
_SENTENCES: Final = re.compile(
    r'<h3>.*?</h3>|<p><a href="#">.*?</a></p>|<p class="effect">.*?</p>', re.DOTALL
)
_SHELL: Final = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>t</title></head>'
    "<body><main><h1>A</h1><h2>B</h2>{}</main></body></html>"
)


def begun_small(page: str) -> list[str]:
    """Headings, headlines and whole sentences that do not begin as sentences do."""
    found = (text for sentence in _SENTENCES.findall(page) for text in blocks(sentence))
    return [text for text in found if not (text[0].isupper() or text[0].isdigit())]


def faults(drawn: str) -> list[str]:
    """What is wrong with the markup of a drawing, and with the order of its headings."""
    parsed = html_checks.parse(_SHELL.format(drawn))
    return [*html_checks.markup_faults(parsed), *html_checks.heading_faults(parsed)]
