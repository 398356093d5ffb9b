"""Sheets and events as lines of plain text, made with the theme's templates."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from html.parser import HTMLParser
from typing import Final

from jinja2 import Template

from chronicle.diagnostics.report import Problem, Report
from chronicle.model.audience import GM
from chronicle.model.campaign import Campaign, names_of_things
from chronicle.outline.frame import present_badges
from chronicle.records import Record, replace
from chronicle.render.plain_text import action_words, page_for_text, strip_tags
from chronicle.render.renderer import Renderer, RenderTask
from chronicle.render.template_functions import PageScope, with_relative_urls
from chronicle.rules.protocol import Sheet, Telling

_TEMPLATE: Final = "macros.html"
#: Elements whose text names what follows them.
_HEADINGS: Final = frozenset(("h3", "h4", "caption"))
#: Elements that are one line with all that is in them; outside of them a paragraph is one.
_ROWS: Final = frozenset(("tr", "li"))
#: Elements that begin and end a part of a line; outside of a row, a line.
_PARTS: Final = frozenset(("td", "th", "li", "p", "dt", "div", "tr", "ul", "section"))
#: What a sheet says beside its figures: explanations, and changes since the turn before.
_LEFT_OUT: Final = frozenset(("delta", "since"))
_EMPTY: Final = frozenset(("br", "hr", "img", "input", "use", "path", "wbr"))


class SheetFormatter(Record):
    """The theme's texts for sheets, events and figures, with everything that the GM knows."""

    renderer: Renderer
    page: PageScope
    report: Report

    @classmethod
    def of(cls, renderer: Renderer, campaign: Campaign, report: Report) -> SheetFormatter:
        """The formatter of a theme for a campaign."""
        page = page_for_text(renderer.theme, campaign.ruleset, names_of_things(campaign))
        frame = replace(page.frame, factions=present_badges(campaign))
        return cls(renderer, replace(page, frame=frame), report)

    def lines(self, sheet: Sheet, turn: int) -> tuple[str, ...]:
        """The rows of a sheet at the end of a turn, each as a line that names what it is about."""
        return tuple(_rows(self._said("sheet", sheet, turn)))

    def headline(self, telling: Telling) -> str:
        """An event in one line."""
        return strip_tags(self._said("headline", telling))

    def figure(self, name: str) -> str:
        """The word for a figure; its name if the theme has none."""
        return strip_tags(self._said("figure_name", name)) or name

    def action(self, code: str) -> str:
        """What an order does; the code itself if the theme has no words for it."""
        return action_words(self.renderer.theme, self.page.frame.ruleset, code)

    def _said(self, macro: str, *about: object) -> str:
        render = partial(_call_macro, macro=macro, about=about)
        task = RenderTask(_TEMPLATE, GM.word, self.page, _TEMPLATE, render)
        said = self.renderer.run(task)
        if isinstance(said, Problem):
            self.report.add(said)
            return ""
        return with_relative_urls(said, "")


def _call_macro(template: Template, *, macro: str, about: tuple[object, ...]) -> str:
    say: Callable[..., str] | None = getattr(template.module, macro, None)
    return str(say(*about)) if say is not None else ""


def _rows(drawn: str) -> Iterator[str]:
    reader = _RowReader()
    reader.feed(drawn)
    reader.close()
    yield from reader.finished()


class _RowReader(HTMLParser):
    """Collects the rows of a sheet's HTML; drawings and explanations are left out."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[str] = []
        self._heading = ""
        self._parts: list[str] = [""]
        #: The open elements, each with whether its text is left out.
        self._open: list[tuple[str, bool]] = []

    def finished(self) -> list[str]:
        """All rows, once everything has been read."""
        self._end_row()
        return self.rows

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _EMPTY:
            return
        given = dict(attrs)
        words = frozenset((given.get("class") or "").split())
        is_explanation = tag == "p" and any(one == "details" for one, _ in self._open)
        left_out = bool(self._open and self._open[-1][1]) or is_explanation or tag == "thead"
        left_out = left_out or given.get("aria-hidden") == "true" or bool(words & _LEFT_OUT)
        if not left_out:
            self._break(tag)
        self._open.append((tag, left_out))

    def handle_endtag(self, tag: str) -> None:
        if tag in _EMPTY:
            return
        left_out = False
        while self._open:
            closed, left_out = self._open.pop()
            if closed == tag:
                break
        if left_out:
            return
        if tag in _HEADINGS:
            self._heading = self._text()
            self._parts = [""]
        elif tag == "dt":
            self._parts[-1] = f"{self._parts[-1].strip()}: "
        else:
            self._break(tag)

    def handle_data(self, data: str) -> None:
        if not (self._open and self._open[-1][1]):
            self._parts[-1] += data

    def _break(self, tag: str) -> None:
        """What the begin or end of an element ends: a line, a part of it, or a word."""
        if tag in _HEADINGS or (tag in _PARTS and not self._in_row()):
            self._end_row()
        elif tag in _PARTS:
            self._parts.append("")
        elif tag == "span":
            self._parts[-1] += " "

    def _in_row(self) -> bool:
        """Whether what comes next belongs to the line that was begun."""
        tags = [tag for tag, _ in self._open]
        return bool(_ROWS.intersection(tags)) or ("div" in tags and "dl" in tags)

    def _text(self) -> str:
        return ", ".join(text for part in self._parts if (text := " ".join(part.split())))

    def _end_row(self) -> None:
        if text := self._text():
            self.rows.append(f"{self._heading}: {text}" if self._heading else text)
        self._parts = [""]
