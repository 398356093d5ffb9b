"""Rolls as plain text before they are thrown, using the theme's templates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from jinja2 import Template

from chronicle.diagnostics.report import Problem, Report
from chronicle.model.audience import GM
from chronicle.model.dice import Modifier, Roll
from chronicle.model.facts import Ref
from chronicle.records import Record
from chronicle.render.plain_text import action_words, page_for_text, strip_tags
from chronicle.render.renderer import Renderer, RenderTask
from chronicle.render.template_functions import with_relative_urls

#: The template of a ruleset with the macros of its rolls: `reason` of a modifier, and where not
#: every modifier counts as points, its `worth` and the `points` of a roll.
_TEMPLATE: Final = "rules/{}/parts.html"


class RollFormatter(Record):
    """The theme's texts for rolls; ``names`` are those of all things in the campaign."""

    renderer: Renderer
    ruleset: str
    names: Mapping[Ref, str]

    def action(self, code: str) -> str:
        """The action of an order; its code if the theme has no text for it."""
        return action_words(self.renderer.theme, self.ruleset, code)

    def modifier(self, part: Modifier, report: Report) -> str:
        """A modifier as text: what it adds, and why."""
        worth = self._said("worth", part, report) or f"{part.value:+}"
        reason = self._said("reason", part, report) or part.reason
        return f"{worth} {reason}".replace("\N{MINUS SIGN}", "-")

    def points(self, roll: Roll, report: Report) -> int | None:
        """The points that modifiers add to the dice; None for a pool, where they add dice."""
        if "total" not in roll.result:
            return None
        said = self._said("points", roll, report)
        return int(said) if said else sum(part.value for part in roll.modifiers)

    def _said(self, macro: str, about: Modifier | Roll, report: Report) -> str:
        """What a macro of the ruleset's templates says; empty if the theme does not have it."""
        name = _TEMPLATE.format(self.ruleset)
        page = page_for_text(self.renderer.theme, self.ruleset, self.names)
        render = partial(_call_macro, macro=macro, about=about)
        said = self.renderer.run(RenderTask(name, GM.word, page, name, render))
        if isinstance(said, Problem):
            report.add(said)
            return ""
        return strip_tags(with_relative_urls(said, ""))


def _call_macro(template: Template, *, macro: str, about: Modifier | Roll) -> str:
    say: Callable[[Modifier | Roll], str] | None = getattr(template.module, macro, None)
    return str(say(about)) if say is not None else ""
