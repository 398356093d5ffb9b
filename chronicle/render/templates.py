"""Jinja templates of a theme, with macros whose results are cached."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import field
from functools import partial
from types import CodeType, FunctionType, MethodType, NoneType
from typing import Any, Final, NamedTuple

from jinja2 import (
    BaseLoader,
    Environment,
    StrictUndefined,
    Template,
    TemplateNotFound,
    TemplateRuntimeError,
    UndefinedError,
)
from jinja2.environment import TemplateModule
from jinja2.runtime import Context, Macro
from jinja2.utils import internalcode, missing

from chronicle.records import dataclass
from chronicle.render.messages import as_markup, escape_html, join_markup
from chronicle.render.template_cache import TemplateCache
from chronicle.render.theme import Theme
from chronicle.render.tracking.excerpts import WORTH, Reading
from chronicle.render.tracking.looking import looked_at


class _ThemeLoader(BaseLoader):
    """Loads templates under the names shown in error messages."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, None]:  # noqa: ARG002  Jinja calls it so
        source = self.theme.sources.get(template)
        if source is None:
            raise TemplateNotFound(template)
        return source.text, source.path, None

    def list_templates(self) -> list[str]:
        return sorted(path for path in self.theme.sources if path.endswith(TEMPLATE_SUFFIXES))


#: The options are the same for all themes, so that they can share compiled templates.
_ENVIRONMENT_OPTIONS: Final[Mapping[str, Any]] = {
    "autoescape": True,
    "trim_blocks": True,
    "lstrip_blocks": True,
    "keep_trailing_newline": True,
}
_TEMPLATE_CACHE: Final = TemplateCache(_ENVIRONMENT_OPTIONS)
#: The file extensions of templates.
TEMPLATE_SUFFIXES: Final = (".html", ".xml", ".json", ".txt")
#: The variable that holds the macros made for a page.
MACROS_KEY: Final = "_macros_of_the_page"
#: The types of values in a macro template that never change, so that its macros can be cached.
_CONSTANT_TYPES: Final = (*(bool, int, str, NoneType, FunctionType, MethodType, Macro),)


class _MacroModule(NamedTuple):
    """The macros of a template, the reads involved in making them, and their variables."""

    module: TemplateModule
    asked: frozenset[int]
    context: Context

    def release(self) -> None:
        """Release the macros, which refer to each other and to everything they show."""
        for it in self.context.vars.values():
            if isinstance(it, ThemeMacro):
                it.release()
        self.context.vars.clear()


@dataclass(frozen=True, slots=True)
class MacroCache:
    """The macros of a page's templates: what they see, and those made, by template.

    With ``reading``, their results are cached for other pages. The macros themselves are kept for
    the next page unless they depend on the page that they were made for.
    """

    names: Mapping[str, object]
    reading: Reading | None = None
    made: dict[str, _MacroModule] = field(default_factory=dict)
    #: Templates with values that change while a page is rendered.
    passing: set[str] = field(default_factory=set)

    def discard_page_macros(self) -> None:
        """Discard the macros that depend on the rendered page."""
        for name, made in list(self.made.items()):
            if name in self.passing or self.reading is None or self.reading.is_of_page(made.asked):
                self.made.pop(name).release()

    def release(self) -> None:
        """Release all macros."""
        for made in self.made.values():
            made.release()
        self.made.clear()

    def module(self, template: Template) -> TemplateModule:
        """The macros of a template."""
        name = template.name or ""
        if name not in self.made:
            self.made[name] = self._module(name, template)
        made = self.made[name]
        if self.reading is not None:
            # Every import depends on the reads involved in making the macros.
            self.reading.note(made.asked)
            if name in self.passing:
                self.reading.passes()
        return made.module

    def _module(self, name: str, template: Template) -> _MacroModule:
        context = template.new_context({**self.names, MACROS_KEY: self}, shared=True)
        if self.reading is None:
            return _MacroModule(TemplateModule(template, context), frozenset(), context)
        module, asked = self.reading.noting(lambda: TemplateModule(template, context))
        if not all(self._lasts(it) for it in context.vars.values()):
            self.passing.add(name)
        else:
            for called, it in context.vars.items():
                if isinstance(it, ThemeMacro):
                    it.kept = MacroCaching(self.reading, f"{name}:{called}", asked)
        return _MacroModule(module, asked, context)

    def _lasts(self, value: object) -> bool:
        """Whether a value in a macro template never changes, independent of the caller."""
        if isinstance(value, tuple):
            return all(self._lasts(part) for part in value)
        if isinstance(value, TemplateModule):
            return value.__name__ not in self.passing
        return isinstance(value, _CONSTANT_TYPES)


@dataclass(frozen=True, slots=True)
class MacroCaching:
    """The cache for a macro's results, and the macro's name on all pages.

    ``asked`` are the reads of its template before the macros are defined.
    """

    reading: Reading
    name: str
    asked: frozenset[int]


class ThemeMacro(Macro):
    """A macro whose results may be cached: they depend on its arguments and on tracked reads.

    Most calls pass all arguments by position, hundreds of times on a page, so there is a fast path
    for them.
    """

    kept: MacroCaching | None = None

    @internalcode
    def __call__(self, *given: Any, **named: Any) -> Any:
        kept = self.kept
        if kept is not None and given and type(given[0]) in WORTH:
            key = kept.reading.excerpt(kept.name, given, named)
            if key is not None:
                kind, draw = type(given[0]), partial(self._draw, given, named)
                return kept.reading.drawn(key, kind, draw, kept.asked)
        return self._draw(given, named)

    def release(self) -> None:
        """Release the macro's function once no page calls it any more."""
        del self._func

    @internalcode
    def _draw(self, given: tuple[Any, ...], named: dict[str, Any]) -> Any:
        left = self._argument_count - len(given)
        if named or left < 0 or self.caller or self.catch_kwargs or self.catch_varargs:
            return super().__call__(*given, **named)
        drawn = self._func(*given, *(missing,) * left) if left else self._func(*given)
        return as_markup(drawn)


class _ThemeTemplate(Template):
    """A template whose macros are made once per page, however often they are imported.

    They see what the page sees, but not the variables of the importing template. Otherwise they
    would have to be made again for each import, which took half of the build time.
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
        # Most values on a page are HTML already, which our functions detect ten times faster.
        known = template.root_render_func.__globals__
        known["escape"], known["markup_join"] = escape_html, join_markup
        known["Macro"] = ThemeMacro
        return template

    def make_module(
        self,
        vars: dict[str, Any] | None = None,  # noqa: A002  Jinja calls them so
        shared: bool = False,
        locals: Mapping[str, Any] | None = None,  # noqa: A002  and so
    ) -> TemplateModule:
        macros = vars.get(MACROS_KEY) if vars is not None else None
        if isinstance(macros, MacroCache):
            return macros.module(self)
        return super().make_module(vars, shared, locals)


class _ThemeContext(Context):
    """The context of a template, which calls functions directly.

    No function of a theme takes the context as an argument, and checking for it took as long as
    many of the calls.
    """

    @internalcode
    def call(
        self,
        called: Callable[..., Any],
        /,
        *given: Any,
        _block_vars: object = None,
        _loop_vars: object = None,
        **named: Any,
    ) -> Any:
        try:
            return called(*given, **named)
        except StopIteration:
            return self.environment.undefined("nothing of that kind is there")


class _ThemeUndefined(StrictUndefined):
    """An undefined name in a template; its message names the object that lacks it."""

    __slots__ = ()

    def __init__(
        self,
        hint: str | None = None,
        obj: object = missing,
        name: str | None = None,
        exc: type[TemplateRuntimeError] = UndefinedError,
    ) -> None:
        super().__init__(hint, looked_at(obj), name, exc)


class _ThemeEnvironment(Environment):
    template_class = _ThemeTemplate
    context_class = _ThemeContext


def create_environment(theme: Theme) -> Environment:
    """The Jinja environment for a theme."""
    return _ThemeEnvironment(
        loader=_ThemeLoader(theme),
        undefined=_ThemeUndefined,
        auto_reload=False,
        bytecode_cache=_TEMPLATE_CACHE,
        **_ENVIRONMENT_OPTIONS,
    )
