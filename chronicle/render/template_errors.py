"""What a mistake in a template is reported as, and at which line."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from typing import Final

from jinja2 import Environment, TemplateError, TemplateNotFound, TemplateSyntaxError
from jinja2.exceptions import SecurityError

from chronicle.diagnostics.catalogue import theme as problems
from chronicle.diagnostics.catalogue.shields import PreviewImageFailed
from chronicle.diagnostics.report import Problem
from chronicle.files.source import Source, Span, span_of_file
from chronicle.render.messages import MissingMessageError
from chronicle.render.preview_image import PreviewImageError
from chronicle.render.templates import TEMPLATE_SUFFIXES, template_line
from chronicle.render.theme import Theme
from chronicle.workers import MAX_MEMORY, MAX_SECONDS, LimitExceededError

#: What a template does that takes too much.
_TOO_SLOW: Final = f"it takes more than {MAX_SECONDS:g} seconds; look for a loop without end"
_TOO_LARGE: Final = f"it takes more than {MAX_MEMORY >> 20:,} MB of memory"


def theme_problem(error: Exception, page: str, template: str, theme: Theme) -> Problem | None:
    """The theme's error behind an exception on a page; None if it is our own bug.

    Its place is the innermost line of a template of the author's own, or else of any template. What
    happens while a template of the author's own runs is never our bug: it may have passed on
    anything.
    """
    if isinstance(error, TemplateSyntaxError):
        at, _ = _innermost_line([(error.filename or "", error.lineno)], theme)
        return problems.InvalidTemplateSyntax(at=at, said=_sentence(error.message))
    if isinstance(error, PreviewImageError):
        at = span_of_file(theme.sources[template])
        return PreviewImageFailed(at=at, said=str(error))
    frames = _frames(error)
    at, is_foreign = _innermost_line(frames, theme)
    if isinstance(error, TemplateNotFound):
        known = tuple(path for path in theme.sources if path.endswith(TEMPLATE_SUFFIXES))
        return problems.MissingTemplate(at=at, name=str(error.name), known=known)
    if isinstance(error, MissingMessageError):
        return problems.MissingMessage(
            at=at, name=error.key, language=theme.language, known=tuple(theme.words)
        )
    if isinstance(error, SecurityError):
        return problems.ForbiddenInTemplate(at=at, said=_sentence(str(error)))
    ours = not is_foreign and (at is None or frames[-1][0] != at.path)
    if isinstance(error, MemoryError) or (ours and not isinstance(error, TemplateError)):
        return None
    return problems.TemplateFailed(at=at, said=_reason(error), page=page)


def memory_problem(error: MemoryError, template: str, theme: Theme) -> Problem:
    """The problem of a theme of others that takes too much memory to draw with a template."""
    at, _ = _innermost_line(_frames(error), theme)
    at = at or span_of_file(theme.sources[template])
    return problems.ForbiddenInTemplate(at=at, said=_TOO_LARGE)


def limit_problem(
    error: LimitExceededError, template: str, theme: Theme, environment: Environment
) -> Problem:
    """The problem of a theme of others whose process was ended while it drew with a template."""
    by_name = {
        source.path.encode("ascii", "backslashreplace").decode(): source
        for source in theme.sources.values()
    }
    frames = [
        (source.path, template_line(environment, source, line))
        for file, line in reversed(error.frames)
        if (source := by_name.get(file)) is not None
    ]
    at, _ = _innermost_line(frames, theme)
    return problems.ForbiddenInTemplate(
        at=at or span_of_file(theme.sources[template]),
        said=_TOO_SLOW if error.is_time else _TOO_LARGE,
    )


def _frames(error: Exception) -> list[tuple[str, int]]:
    """The files and lines of a traceback, the innermost last."""
    walked = traceback.walk_tb(error.__traceback__)
    return [(frame.f_code.co_filename, line) for frame, line in walked]


def _innermost_line(frames: Sequence[tuple[str, int]], theme: Theme) -> tuple[Span | None, bool]:
    """The innermost line of a template of others, or else of any, and whether it is theirs.

    ``frames`` are files and lines, the innermost last.
    """
    by_path = {source.path: source for source in theme.sources.values()}
    foreign = {theme.sources[path].path for path in theme.foreign_templates}
    inside = [frame for frame in frames if frame[0] in by_path]
    theirs = [frame for frame in inside if frame[0] in foreign]
    if not inside:
        return None, False
    path, line = (theirs or inside)[-1]
    return _line(by_path[path], line), bool(theirs)


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
