"""Templates as Jinja has them: loaded from a theme, and with macros that draw the same but once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass, field
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

from chronicle.render.messages import as_markup, escape_html, join_markup
from chronicle.render.template_cache import TemplateCache
from chronicle.render.theme import Theme
from chronicle.render.tracking.excerpts import WORTH, Reading
from chronicle.render.tracking.looking import looked_at


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
        return sorted(path for path in self.theme.sources if path.endswith(TEMPLATE_SUFFIXES))


#: How all themes are compiled, so that they can share what comes of it.
_ENVIRONMENT_OPTIONS: Final[Mapping[str, Any]] = {
    "autoescape": True,
    "trim_blocks": True,
    "lstrip_blocks": True,
    "keep_trailing_newline": True,
}
_TEMPLATE_CACHE: Final = TemplateCache(_ENVIRONMENT_OPTIONS)
#: How the names of templates end.
TEMPLATE_SUFFIXES: Final = (".html", ".xml", ".json", ".txt")
#: Under this name a page hands on the macros that have been made for it.
MACROS_KEY: Final = "_macros_of_the_page"
#: What a template of macros may hold so that these draw the same each time: nothing that changes.
_CONSTANT_TYPES: Final = (*(bool, int, str, NoneType, FunctionType, MethodType, Macro),)


class _MacroModule(NamedTuple):
    """The macros of a template, what making them asked, and what they hold."""

    module: TemplateModule
    asked: frozenset[int]
    context: Context

    def release(self) -> None:
        """Lets go of the macros: they hold each other, and all that they show."""
        for it in self.context.vars.values():
            if isinstance(it, ThemeMacro):
                it.release()
        self.context.vars.clear()


@dataclass(frozen=True, slots=True)
class MacroCache:
    """The macros that pages use one after the other: what they see, and those made, by template.

    Where there is a ``reading``, what they draw is kept for other pages, and they themselves for
    the next one, as far as nothing in them is of the page that they were made for.
    """

    names: Mapping[str, object]
    reading: Reading | None = None
    made: dict[str, _MacroModule] = field(default_factory=dict)
    #: Those templates of which something changes while a page is drawn.
    passing: set[str] = field(default_factory=set)

    def discard_page_macros(self) -> None:
        """Lets go of what is of the page that has been drawn."""
        for name, made in list(self.made.items()):
            if name in self.passing or self.reading is None or self.reading.is_of_page(made.asked):
                self.made.pop(name).release()

    def release(self) -> None:
        """Lets go of all macros."""
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
            # Whoever imports it again sees what it found out when it was made.
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
        """Whether something that a template of macros holds stays as it is, whoever calls them."""
        if isinstance(value, tuple):
            return all(self._lasts(part) for part in value)
        if isinstance(value, TemplateModule):
            return value.__name__ not in self.passing
        return isinstance(value, _CONSTANT_TYPES)


@dataclass(frozen=True, slots=True)
class MacroCaching:
    """Where what a macro draws is kept, and by which name the macro is known on all pages.

    ``asked`` are the questions that its template asks before it has macros.
    """

    reading: Reading
    name: str
    asked: frozenset[int]


class ThemeMacro(Macro):
    """A macro of which what it draws may be kept: it sees what it is given, and what is noted.

    Most are called with all they take by place, hundreds of times on a page; there is a short way
    for those.
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
        """Lets go of what is drawn: no page calls it any more."""
        del self._func

    @internalcode
    def _draw(self, given: tuple[Any, ...], named: dict[str, Any]) -> Any:
        left = self._argument_count - len(given)
        if named or left < 0 or self.caller or self.catch_kwargs or self.catch_varargs:
            return super().__call__(*given, **named)
        drawn = self._func(*given, *(missing,) * left) if left else self._func(*given)
        return as_markup(drawn)


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
    """What a template sees; whatever it calls is called just so.

    Nothing that themes call asks for the context, and to look whether it does took as long as many
    a call.
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
    """What a template looks for in vain; what it was looked for in is called by its own name."""

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
    """The templates of a theme, ready to be drawn."""
    return _ThemeEnvironment(
        loader=_ThemeLoader(theme),
        undefined=_ThemeUndefined,
        auto_reload=False,
        bytecode_cache=_TEMPLATE_CACHE,
        **_ENVIRONMENT_OPTIONS,
    )
