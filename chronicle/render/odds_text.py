"""Chances as plain text, using the theme's templates."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from jinja2 import TemplateError
from markupsafe import Markup

from chronicle.diagnostics.catalogue import theme as problems
from chronicle.diagnostics.report import Report
from chronicle.model.facts import Ref
from chronicle.records import dataclass
from chronicle.render.messages import MissingMessageError, format_message, percent
from chronicle.render.renderer import Renderer
from chronicle.render.theme import Theme
from chronicle.rules.protocol import Chance

#: The theme's markup of the percentage, which is given separately, and of expected values.
_VALUE: Final = re.compile(r'<span class="value">.*?</span>', re.DOTALL)
_EXACT: Final = re.compile(r'<span class="exact">\((.*?)\)</span>', re.DOTALL)


@dataclass(frozen=True, slots=True)
class OutcomeText:
    """One outcome: its text, its probability, and its expected values.

    ``expected`` is empty if the rules give no figures for it.
    """

    words: str
    percent: str
    expected: str


@dataclass(frozen=True, slots=True)
class OddsFormatter:
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
            _strip_tags(words) or chance.outcome,
            percent(chance.probability),
            _strip_tags(expected[1]) if expected is not None else "",
        )

    def action(self, code: str) -> str:
        """The action of an order; its code if the theme has no text for it."""
        words = self.theme.words.get(f"{self.ruleset}.code.{code}")
        return words if isinstance(words, str) else code

    def _drawn(self, chance: Chance, report: Report) -> str:
        name = f"rules/{self.ruleset}/chance.html"
        given = {
            "t": self._t,
            "says": self.theme.words.__contains__,
            "percent": percent,
            "name": self._name,
            "link": self._name,
            "address": self._name,
        }
        try:
            template = self.renderer.environment.get_template(name, globals=given)
            return template.render(chance=chance, audit=True)
        except (TemplateError, MissingMessageError) as error:
            report.add(problems.TemplateFailed(at=None, said=str(error), page=name))
            return ""

    def _t(self, key: str, /, **values: object) -> Markup:
        return format_message(self.theme.words, key, values)

    def _name(self, ref: Ref) -> str:
        return self.names.get(ref.id, ref.id)


def _strip_tags(html: str) -> str:
    """The text of HTML, in one line."""
    return " ".join(Markup(html).striptags().split())  # noqa: S704  a theme's own words
