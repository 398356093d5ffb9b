"""What a mistake in a template is reported as, and at which line."""

from __future__ import annotations

import traceback

from jinja2 import TemplateError, TemplateNotFound, TemplateSyntaxError
from jinja2.exceptions import SecurityError

from chronicle.diagnostics.catalogue import theme as problems
from chronicle.diagnostics.report import Problem
from chronicle.files.source import Source, Span
from chronicle.render.messages import MissingMessageError
from chronicle.render.templates import TEMPLATE_SUFFIXES
from chronicle.render.theme import Theme


def theme_problem(error: Exception, page: str, theme: Theme) -> Problem | None:
    """The theme's error behind an exception on a page; None if it is our own bug.

    Its place is the innermost line of a template of the author's own, or else of any template. What
    happens while a template of the author's own runs is never our bug: it may have passed on
    anything.
    """
    by_path = {source.path: source for source in theme.sources.values()}
    if isinstance(error, TemplateSyntaxError):
        source = by_path.get(error.filename or "")
        at = _line(source, error.lineno) if source is not None else None
        return problems.InvalidTemplateSyntax(at=at, said=_sentence(error.message))
    frames = traceback.extract_tb(error.__traceback__)
    foreign = {theme.sources[path].path for path in theme.foreign_templates}
    inside = [frame for frame in frames if frame.filename in by_path]
    own = [frame for frame in inside if frame.filename in foreign]
    where = (own or inside)[-1:]
    at = _line(by_path[where[0].filename], where[0].lineno or 1) if where else None
    if isinstance(error, TemplateNotFound):
        known = tuple(path for path in theme.sources if path.endswith(TEMPLATE_SUFFIXES))
        return problems.MissingTemplate(at=at, name=str(error.name), known=known)
    if isinstance(error, MissingMessageError):
        return problems.MissingMessage(
            at=at, name=error.key, language=theme.language, known=tuple(theme.words)
        )
    if isinstance(error, SecurityError):
        return problems.ForbiddenInTemplate(at=at, said=_sentence(str(error)))
    ours = not own and (not inside or frames[-1].filename != inside[-1].filename)
    if ours and not isinstance(error, TemplateError):
        return None
    return problems.TemplateFailed(at=at, said=_reason(error), page=page)


def _reason(error: Exception) -> str:
    """What went wrong, in words that make sense without knowing Python's errors."""
    match error:
        case RecursionError():
            return "templates or macros use each other, or themselves, without end"
        case KeyError():
            return f"there is no {error}"
        case _:
            return _sentence(str(error) or type(error).__name__)


def _sentence(said: str | None) -> str:
    """The message of the template engine, without the full stop that our messages don't have."""
    return (said or "it can't be parsed").split("\n")[0].rstrip(". ")


def _line(source: Source, number: int) -> Span:
    text = source.line(number)
    start = len(text) - len(text.lstrip()) + 1
    return Span(source, number, start, number, max(start + 1, len(text) + 1))
