"""The Jinja environment of a theme."""

from __future__ import annotations

import operator
import re
from collections.abc import Mapping, MutableMapping
from functools import cached_property
from keyword import iskeyword
from typing import Any, Final

from jinja2 import (
    BaseLoader,
    Environment,
    StrictUndefined,
    TemplateNotFound,
    TemplateRuntimeError,
    TemplateSyntaxError,
    UndefinedError,
    nodes,
)
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import TemplateModule
from jinja2.ext import Extension
from jinja2.filters import do_trim
from jinja2.runtime import Context, Macro
from jinja2.utils import missing
from markupsafe import Markup

from chronicle.files.source import Source
from chronicle.records import field_names, is_record
from chronicle.render.messages import as_markup
from chronicle.render.template_cache import TemplateCache
from chronicle.render.template_sandbox import SandboxedThemeEnvironment
from chronicle.render.theme import Theme, is_template

#: The file extensions of templates.
TEMPLATE_SUFFIXES: Final = (".html", ".xml", ".json", ".txt")


#: Text that has to keep its indentation; and that of a line, with a block tag before it and a tag
#: after it beside which no space is shown.
_INDENTATION: Final = re.compile(
    r"(<(?:pre|textarea)\b.*?</)"
    r"|([%#]}\n)?^[ \t]+(</?(?:article|d[dlt]|div|h\d|li|p|section|t[dhr]|[ou]l)\b)?",
    re.MULTILINE | re.DOTALL,
)


class _WithoutIndentation(Extension):
    """Compiles templates without what would only indent their pages; lines stay.

    After a block tag, whose line break isn't written, one space is kept where it may be shown.
    """

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002  Jinja passes them
        def kept(found: re.Match[str]) -> str:
            text, before, after = found[1], found[2] or "", found[3] or ""
            return text or f"{before}{' ' if before and not after else ''}{after}"

        return _INDENTATION.sub(kept, source)


#: The options are the same for all themes, so that they can share compiled templates.
_ENVIRONMENT_OPTIONS: Final[Mapping[str, Any]] = {
    "autoescape": True,
    "trim_blocks": True,
    "lstrip_blocks": True,
    "keep_trailing_newline": True,
    "extensions": [_WithoutIndentation],
}
#: What compiled code depends on besides Jinja.
_SETTINGS: Final = (_ENVIRONMENT_OPTIONS, _INDENTATION.pattern)
TEMPLATE_CACHE: Final = TemplateCache((_SETTINGS, "calls, fields, imports, macros, lines"))
#: Code with checks has its own cache, so that none without can be taken for it.
SANDBOX_CACHE: Final = TemplateCache((_SETTINGS, "sandbox"))


class _ThemeLoader(BaseLoader):
    """Loads templates under the names shown in error messages."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, None]:  # noqa: ARG002  Jinja passes it
        source = self.theme.sources.get(template)
        if source is None or not is_template(template):
            raise TemplateNotFound(template)
        return source.text, source.path, None

    def list_templates(self) -> list[str]:
        return sorted(
            path
            for path in self.theme.sources
            if path.endswith(TEMPLATE_SUFFIXES) and is_template(path)
        )


class _ThemeUndefined(StrictUndefined):
    """An undefined name in a template; for a field of a record, the message lists its fields."""

    __slots__ = ()

    def __init__(
        self,
        hint: str | None = None,
        obj: object = missing,
        name: str | None = None,
        exc: type[TemplateRuntimeError] = UndefinedError,
    ) -> None:
        if hint is None and is_record(type(obj)):
            known = ", ".join(field_names(type(obj)))
            hint = f"{type(obj).__name__} has no field {name!r}; it has {known}"
        super().__init__(hint, obj, name, exc)


class _ThemeCode(CodeGenerator):
    """Writes what takes the most time without objects that are thrown away.

    Calls go without the variables of loops and blocks, which none of our functions takes. Values
    are escaped and joined by functions that make no object of each.
    """

    ESCAPE = "from chronicle.render.messages import escape_html as escape"
    JOIN = "from chronicle.render.messages import join_markup as markup_join"
    MACRO = ""

    def visit_Template(  # noqa: N802  Jinja's name
        self, node: nodes.Template, frame: Frame | None = None
    ) -> None:
        """Write a module, which imports its functions last, in place of Jinja's."""
        super().visit_Template(node, frame)
        self.writeline(self.ESCAPE)
        self.writeline(self.JOIN)
        if self.MACRO:
            self.writeline(self.MACRO)

    def visit_Assign(self, node: nodes.Assign, frame: Frame) -> None:  # noqa: N802  Jinja's name
        """Write an assignment, whose check of a namespace has a line too, unlike in Jinja."""
        self.newline(node)
        super().visit_Assign(node, frame)

    def visit_Call(  # noqa: N802  Jinja's name
        self, node: nodes.Call, frame: Frame, forward_caller: bool = False
    ) -> None:
        """Write a call."""
        plain = frame.copy()
        plain.loop_frame = plain.block_frame = False
        super().visit_Call(node, plain, forward_caller=forward_caller)


class _OwnCode(_ThemeCode):
    """Writes chronicle's own templates, which need no checks."""

    MACRO = "from chronicle.render.templates import ThemeMacro as Macro"
    #: What the template asks whether it exists.
    _asked_for: nodes.Node | None = None

    def visit_Test(self, node: nodes.Test, frame: Frame) -> None:  # noqa: N802  Jinja's name
        """Write a test."""
        self._asked_for = node.node if node.name == "defined" else None
        super().visit_Test(node, frame)

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802  Jinja's name
        """Write a field as Python's own, which fails if it is unknown; not after `is defined`."""
        if node is self._asked_for or iskeyword(node.attr):
            super().visit_Getattr(node, frame)
            return
        self.write("(")
        self.visit(node.node, frame)
        self.write(f").{node.attr}")

    def _import_common(self, node: nodes.Import | nodes.FromImport, frame: Frame) -> None:
        """Write the module of an imported template, the same wherever it is imported."""
        if node.with_context or not isinstance(node.template, nodes.Const):
            super()._import_common(node, frame)
        else:
            self.write(f"environment.modules[{node.template.value!r}]")


class ThemeMacro(Macro):
    """A macro of chronicle's own: of a call it looks only at the arguments that it may have."""

    def __call__(self, *arguments: Any, **named: Any) -> str:
        """What the macro writes."""
        lacking = self._argument_count - len(arguments)
        if self.caller or self.catch_kwargs or self.catch_varargs or lacking < 0:
            return super().__call__(*arguments, **named)
        if not named:
            return as_markup(self._func(*arguments, *(missing,) * lacking))
        others = [named.pop(name, missing) for name in self.arguments[len(arguments) :]]
        if named:
            return super().__call__(*arguments, **named)
        return as_markup(self._func(*arguments, *others))


class _ThemeContext(Context):
    """Calls functions and macros directly.

    Jinja's default first asks each whether it takes the context as an argument; none of ours does,
    and on pages with thousands of calls the question took a tenth of the time.
    """

    call: Any = staticmethod(operator.call)

    def __init__(
        self, environment: Environment, parent: Any, name: Any, blocks: Any, **_: Any
    ) -> None:
        # Without the set of the globals' names, which only other imports than ours ask for.
        super().__init__(environment, parent, name, blocks)


class _Modules(dict[str, TemplateModule]):
    """What templates export, by name; made when the first imports it."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment

    def __missing__(self, name: str) -> TemplateModule:
        self[name] = module = self._environment.get_template(name).module
        return module


class _ThemeEnvironment(Environment):
    """Gives templates a plain copy of its globals, which are complete before any is loaded.

    Jinja's default looks them up one by one each time a template is rendered.
    """

    code_generator_class = _OwnCode
    context_class = _ThemeContext

    @cached_property
    def modules(self) -> Mapping[str, TemplateModule]:
        """What templates export."""
        return _Modules(self)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}


class _SandboxedCode(_ThemeCode):
    """Writes templates that print only what has a text, and that do nothing before they run."""

    ESCAPE = "from chronicle.render.template_sandbox import escape_checked as escape"
    JOIN = "from chronicle.render.template_sandbox import join_checked as markup_join"

    def visit_ScopedEvalContextModifier(  # noqa: N802  Jinja's name
        self,
        node: nodes.ScopedEvalContextModifier,
        frame: Frame,  # noqa: ARG002  Jinja passes it
    ) -> None:
        """Refuse `autoescape`."""
        self.fail("`autoescape` is not allowed in a theme", node.lineno)

    def _output_child_to_const(self, node: nodes.Expr, frame: Frame, finalize: Any) -> str:
        """What a text of the template prints; anything else is computed at its line."""
        if not isinstance(node, nodes.TemplateData):
            raise nodes.Impossible
        return super()._output_child_to_const(node, frame, finalize)


class _SandboxedEnvironment(SandboxedThemeEnvironment):
    """The environment of a theme with templates that aren't chronicle's own."""

    code_generator_class = _SandboxedCode

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}

    def compile(self, source: Any, name: Any = None, filename: Any = None, *args: Any) -> Any:
        """Compile a template; whatever goes wrong is a syntax error in it."""
        try:
            return super().compile(source, name, filename, *args)
        except TemplateSyntaxError:
            raise
        except SyntaxError as error:
            # Python's own, in the code that the template was translated to.
            code = super().compile(source, name, filename, True)
            line = _template_line(str(code), error.lineno or 1)
            raise TemplateSyntaxError(error.msg, line, name, filename) from error
        except (RecursionError, MemoryError) as error:
            raise TemplateSyntaxError("it is nested too deep", 1, name, filename) from error


def template_line(environment: Environment, template: Source, number: int) -> int:
    """The line of a template from which a line of its compiled code was made."""
    code = str(environment.compile(template.text, None, template.path, True))
    return _template_line(code, number)


def _template_line(code: str, number: int) -> int:
    pairs = re.findall(r"(\d+)=(\d+)", code.rpartition("debug_info = ")[2])
    before = [(int(made), int(line)) for line, made in pairs if int(made) <= number]
    return max(before, default=(1, 1))[1]


def _trim(value: str, chars: str | None = None) -> str:
    """Jinja's filter, which takes several times as long for the markup that macros give."""
    is_plain = type(value) is Markup and chars is None
    return as_markup(str.strip(value)) if is_plain else do_trim(value, chars)


def create_environment(theme: Theme) -> Environment:
    """The Jinja environment for a theme.

    If only one of its templates isn't chronicle's own, all are in the sandbox: they give each other
    values and replace each other's blocks and macros.
    """
    own = not theme.foreign_templates
    environment = (_ThemeEnvironment if own else _SandboxedEnvironment)(
        # What the optimizer computes in advance would have no line.
        optimized=own,
        loader=_ThemeLoader(theme),
        undefined=_ThemeUndefined,
        auto_reload=False,
        cache_size=-1,
        bytecode_cache=TEMPLATE_CACHE if own else SANDBOX_CACHE,
        **_ENVIRONMENT_OPTIONS,
    )
    if own:
        environment.filters["trim"] = _trim
    return environment
