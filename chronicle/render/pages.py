"""Draws the pages of a site with a theme's templates."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from functools import partial
from types import CodeType
from typing import Any, Final

from jinja2 import (
    BaseLoader,
    Environment,
    StrictUndefined,
    Template,
    TemplateError,
    TemplateNotFound,
    TemplateSyntaxError,
)
from jinja2.environment import TemplateModule
from jinja2.runtime import Context
from jinja2.utils import internalcode

from chronicle.diagnostics import Problem, Report
from chronicle.pagebook import Writing
from chronicle.problems import theme as problems
from chronicle.render.card import drawn_card
from chronicle.render.compiled import Compiled
from chronicle.render.invites import PATH as INVITE
from chronicle.render.invites import invite_of
from chronicle.render.shields import Shields
from chronicle.render.theme import Theme
from chronicle.render.tools import Tools
from chronicle.render.words import MissingWords, escaped
from chronicle.site import CARD, Page, Site
from chronicle.source import Source, Span


class _ThemeLoader(BaseLoader):
    """Hands templates to Jinja under the names that findings show."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, None]:  # noqa: ARG002  Jinja calls it so
        source = self.theme.sources.get(template)
        if source is None:
            raise TemplateNotFound(template)
        return source.text, source.path, None

    def list_templates(self) -> list[str]:
        return sorted(path for path in self.theme.sources if path.endswith(_TEMPLATES))


#: How all themes are compiled, so that they can share what comes of it.
_SETTINGS: Final[Mapping[str, Any]] = {
    "autoescape": True,
    "trim_blocks": True,
    "lstrip_blocks": True,
    "keep_trailing_newline": True,
}
_COMPILED: Final = Compiled(_SETTINGS)
#: How the names of templates end.
_TEMPLATES: Final = (".html", ".xml", ".json", ".txt")
#: Under this name a page hands on the macros that have been made for it.
_MADE: Final = "_macros_of_the_page"


@dataclass(frozen=True, slots=True)
class _Macros:
    """The macros that one page uses: what they see, and those made so far, by template."""

    names: Mapping[str, object]
    made: dict[str, TemplateModule]


class _ThemeTemplate(Template):
    """A template whose macros are made once for a page, wherever on it they are imported.

    They see what the page sees, and not the names of the place that imports them: else they would
    have to be made anew for each, which took half of a build.
    """

    @classmethod
    def from_code(
        cls,
        environment: Environment,
        code: CodeType,
        globals: MutableMapping[str, Any],  # noqa: A002  Jinja calls it so
        uptodate: Callable[[], bool] | None = None,
    ) -> Template:
        template = super().from_code(environment, code, globals, uptodate)
        # Most of what stands on a page is HTML already: ours says so in a tenth of the time.
        template.root_render_func.__globals__["escape"] = escaped
        return template

    def make_module(
        self,
        vars: dict[str, Any] | None = None,  # noqa: A002  Jinja calls them so
        shared: bool = False,
        locals: Mapping[str, Any] | None = None,  # noqa: A002
    ) -> TemplateModule:
        macros = vars.get(_MADE) if vars is not None else None
        if not isinstance(macros, _Macros):
            return super().make_module(vars, shared, locals)
        name = self.name or ""
        if name not in macros.made:
            seen = {**macros.names, _MADE: macros}
            macros.made[name] = super().make_module(seen, shared=True)
        return macros.made[name]


class _ThemeContext(Context):
    """What a template sees; whatever it calls is called just so.

    Nothing that themes call asks for the context, and to look whether it does took as long as many
    a call.
    """

    @internalcode
    def call(self, called: Callable[..., Any], /, *given: Any, **named: Any) -> Any:
        named.pop("_block_vars", None)
        named.pop("_loop_vars", None)
        try:
            return called(*given, **named)
        except StopIteration:
            return self.environment.undefined("nothing of that kind is there")


class _ThemeEnvironment(Environment):
    template_class = _ThemeTemplate
    context_class = _ThemeContext


@dataclass(frozen=True, slots=True)
class Renderer:
    """Templates ready to draw; made once and used for every edition."""

    theme: Theme
    environment: Environment
    shields: Shields

    @classmethod
    def of(cls, theme: Theme) -> Renderer:
        environment = _ThemeEnvironment(
            loader=_ThemeLoader(theme),
            undefined=StrictUndefined,
            auto_reload=False,
            bytecode_cache=_COMPILED,
            **_SETTINGS,
        )
        return cls(theme, environment, Shields(theme, environment))


def render(site: Site, renderer: Renderer, report: Report, **shown: object) -> dict[str, bytes]:
    """The files of a site by path, all at once; as :func:`files_of` has them one by one."""
    return dict(files_of(site, renderer, report, None, **shown))


def files_of(
    site: Site,
    renderer: Renderer,
    report: Report,
    writing: Writing | None,
    **shown: object,
) -> Iterator[tuple[str, bytes]]:
    """The files of a site with their paths: its pages, its pictures and the theme's static files.

    Pages that are at hand as they would be drawn are left out where a book is in ``writing``.

    Beside them lie the deadline, if there is one, for calendar programs, and the card.

    Templates get what is ``shown`` besides the edition, under these names. A mistake in a template
    is a finding at its line, one for each place however many pages it is on, and that page is left
    out.
    """
    theme = renderer.theme
    yield from _as_they_are(site, theme).items()
    card = drawn_card(site, theme, partial(_draw, renderer=renderer, report=report), report)
    if card is not None:
        yield CARD.path, card
    invite = _invite(site, theme, report)
    if invite is not None:
        yield INVITE, invite
    for page in site.pages:
        if writing is not None and page.path in writing.alike:
            continue
        seen = site if writing is None else writing.begin(page)
        drawn = _draw(page, seen, shown, renderer=renderer, report=report)
        if drawn is not None:
            yield page.path, drawn.encode()


def render_file(path: str, site: Site, renderer: Renderer, report: Report) -> bytes | None:
    """One file of a site, the very one that :func:`render` has at its path; None without one.

    None too when findings say why it can't be drawn.
    """
    page = site.by_path.get(path)
    if page is not None:
        drawn = _draw(page, site, {}, renderer=renderer, report=report)
        return drawn.encode() if drawn is not None else None
    if path == INVITE:
        return _invite(site, renderer.theme, report)
    if path == CARD.path:
        draw = partial(_draw, renderer=renderer, report=report)
        card = drawn_card(site, renderer.theme, draw, report)
        if card is not None:
            return card
    return _as_they_are(site, renderer.theme).get(path)


def _as_they_are(site: Site, theme: Theme) -> dict[str, bytes]:
    """The files that nothing is drawn for: those of the theme, and the edition's pictures."""
    files = {theme.published(name): content for name, content in theme.static.items()}
    for picture in site.edition.pictures.values():
        files |= {one.path: one.content for one in picture.sizes}
    return files


def _invite(site: Site, theme: Theme, report: Report) -> bytes | None:
    try:
        return invite_of(site.edition, theme)
    except MissingWords as lacking:
        known = tuple(theme.words)
        report.add(
            problems.MissingString(at=None, key=lacking.key, language=theme.language, known=known)
        )
        return None


def _draw(
    page: Page, site: Site, shown: Mapping[str, object], *, renderer: Renderer, report: Report
) -> str | None:
    environment, theme = renderer.environment, renderer.theme
    tools = Tools(theme, site, page, renderer.shields)
    views = {"edition": site.edition, "site": site, "page": page, "subject": page.subject}
    try:
        template: Template = environment.get_template(page.template, globals=tools.names())
        seen = {**views, **shown}
        macros = _Macros({**environment.globals, **tools.names(), **seen}, {})
        drawn = template.render(**seen, **{_MADE: macros})
        return renderer.shields.put(drawn, site.edition.factions)
    except Exception as error:
        problem = _theme_problem(error, page, theme)
        if problem is None:
            error.add_note(f"while drawing {page.path} for {site.edition.audience.word}")
            raise
        report.add(problem)
        return None


def _theme_problem(error: Exception, page: Page, theme: Theme) -> Problem | None:
    """The theme's mistake behind an exception; None when the fault is ours."""
    by_path = {source.path: source for source in theme.sources.values()}
    if isinstance(error, TemplateSyntaxError):
        source = by_path.get(error.filename or "")
        at = _line(source, error.lineno) if source is not None else None
        return problems.TemplateSyntax(at=at, said=_sentence(error.message))
    frames = traceback.extract_tb(error.__traceback__)
    inside = [frame for frame in frames if frame.filename in by_path]
    at = _line(by_path[inside[-1].filename], inside[-1].lineno or 1) if inside else None
    if isinstance(error, TemplateNotFound):
        known = tuple(path for path in theme.sources if path.endswith(_TEMPLATES))
        return problems.TemplateMissing(at=at, name=str(error.name), known=known)
    if isinstance(error, MissingWords):
        return problems.MissingString(
            at=at, key=error.key, language=theme.language, known=tuple(theme.words)
        )
    ours = not inside or frames[-1].filename != inside[-1].filename
    if ours and not isinstance(error, TemplateError):
        return None
    return problems.TemplateFailed(at=at, said=_sentence(str(error)), page=page.path)


def _sentence(said: str | None) -> str:
    """What a template's engine says, without the full stop that our sentences don't have."""
    return (said or "it can't be parsed").split("\n")[0].rstrip(". ")


def _line(source: Source, number: int) -> Span:
    text = source.line(number)
    start = len(text) - len(text.lstrip()) + 1
    return Span(source, number, start, number, max(start + 1, len(text) + 1))
