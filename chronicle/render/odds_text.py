"""Chances as plain text, using the theme's templates."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Final

from jinja2 import Template

from chronicle.diagnostics.report import Problem, Report
from chronicle.model.audience import GM
from chronicle.model.facts import faction_ref
from chronicle.records import Record
from chronicle.render.messages import percent
from chronicle.render.plain_text import action_words, page_for_text, strip_tags
from chronicle.render.renderer import Renderer, RenderTask
from chronicle.render.template_functions import with_relative_urls
from chronicle.render.theme import Theme
from chronicle.rules.protocol import Chance

#: The theme's markup of the percentage, which is given separately, and of expected values.
_VALUE: Final = re.compile(r'<span class="value">.*?</span>', re.DOTALL)
_EXACT: Final = re.compile(r'<span class="exact">\((.*?)\)</span>', re.DOTALL)


class OutcomeText(Record):
    """One outcome: its text, its probability, and its expected values, if the rules give any."""

    words: str
    percent: str
    expected: str


class OddsFormatter(Record):
    """The theme's texts for chances; ``names`` are the factions' names by id."""

    renderer: Renderer
    ruleset: str
    names: Mapping[str, str]

    @property
    def theme(self) -> Theme:
        return self.renderer.theme

    def outcome(self, chance: Chance, report: Report) -> OutcomeText:
        """One outcome as text; its code, after an error, if the theme has no text for it."""
        drawn = self._drawn(chance, report)
        expected = _EXACT.search(drawn)
        words = _EXACT.sub("", _VALUE.sub("", drawn))
        return OutcomeText(
            strip_tags(words) or chance.outcome,
            percent(chance.probability),
            strip_tags(expected[1]) if expected is not None else "",
        )

    def action(self, code: str) -> str:
        """The action of an order; its code if the theme has no text for it."""
        return action_words(self.theme, self.ruleset, code)

    def _drawn(self, chance: Chance, report: Report) -> str:
        name = f"rules/{self.ruleset}/chance.html"
        names = {faction_ref(id): words for id, words in self.names.items()}
        page = page_for_text(self.theme, self.ruleset, names)
        render = partial(_render_chance, chance=chance)
        drawn = self.renderer.run(RenderTask(name, GM.word, page, name, render))
        if isinstance(drawn, Problem):
            report.add(drawn)
            return ""
        return with_relative_urls(drawn, "")


def _render_chance(template: Template, *, chance: Chance) -> str:
    return template.render(chance=chance, audit=True)
