"""The sandbox for themes that are not chronicle's own: what a template may call, and how much.

A campaign may come from somebody else, so its templates are not trusted. They get Jinja's sandbox,
with a list of what may be called and with limits that are counted, never timed: the same theme
fails at the same line on every machine. What isn't listed here is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from fractions import Fraction
from functools import cache
from types import BuiltinMethodType, MappingProxyType, MethodType
from typing import Any, Final, TypeVar, cast

from jinja2 import TemplateAssertionError, Undefined, nodes, pass_context
from jinja2.exceptions import SecurityError
from jinja2.runtime import BlockReference, Context, LoopContext, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Namespace, _PassArg
from jinja2.visitor import NodeTransformer
from markupsafe import Markup

from chronicle.records import MutableRecord, field_names, is_record
from chronicle.render.messages import escape_html, join_markup

#: How many loop passes, calls, filters and list entries one page may take.
MAX_STEPS: Final = 2_000_000
#: How many characters templates may make for one page, including those of its parts.
MAX_TEXT: Final = 128_000_000
#: How many digits a number in a template may have, roughly.
_MAX_BITS: Final = 4096
#: The largest width or precision of a formatted value.
_MAX_WIDTH: Final = 1000
#: Names that no template can write, so that only the compiler uses these filters.
_TICK: Final = "<tick>"
_MEASURED: Final = "<measured>"
_COUNTED: Final = "<counted>"

#: What a template may call on values, by type.
_TEXT_METHODS: Final = frozenset(
    [
        "capitalize",
        "casefold",
        "center",
        "count",
        "endswith",
        "find",
        "index",
        "isalnum",
        "isalpha",
        "isdecimal",
        "isdigit",
        "islower",
        "isnumeric",
        "isspace",
        "istitle",
        "isupper",
        "join",
        "ljust",
        "lower",
        "lstrip",
        "partition",
        "removeprefix",
        "removesuffix",
        "replace",
        "rfind",
        "rindex",
        "rjust",
        "rpartition",
        "rsplit",
        "rstrip",
        "split",
        "splitlines",
        "startswith",
        "striptags",
        "strip",
        "swapcase",
        "title",
        "unescape",
        "upper",
        "zfill",
    ]
)
_MAPPING_METHODS: Final = frozenset({"get", "items", "keys", "values"})
_METHODS: Final[Mapping[type, frozenset[str]]] = {
    str: _TEXT_METHODS,
    Markup: _TEXT_METHODS,
    list: frozenset({"append", "count", "index"}),
    tuple: frozenset({"count", "index"}),
    dict: _MAPPING_METHODS,
    MappingProxyType: _MAPPING_METHODS,
    int: frozenset({"bit_length"}),
    Fraction: frozenset({"limit_denominator"}),
    LoopContext: frozenset({"changed", "cycle"}),
}
_FUNCTIONS: Final = ("dict", "namespace", "range")
#: Filters that are not offered: their result is random, shows the insides of objects, or takes time
#: out of all proportion.
_REMOVED_FILTERS: Final = ("pprint", "random", "urlize")
#: Filters that look at few entries of a list, or at each once as it is asked for.
_SHALLOW: Final = frozenset(
    [
        "batch",
        "count",
        "d",
        "default",
        "first",
        "items",
        "last",
        "length",
        "list",
        "map",
        "reject",
        "rejectattr",
        "reverse",
        "select",
        "selectattr",
        "slice",
    ]
)
#: Filters and functions that make a text of each value they are given.
_TEXT_FILTERS: Final = frozenset(
    [
        "capitalize",
        "center",
        "e",
        "escape",
        "forceescape",
        "format",
        "indent",
        "lower",
        "replace",
        "safe",
        "string",
        "striptags",
        "title",
        "trim",
        "truncate",
        "upper",
        "urlencode",
        "wordcount",
        "wordwrap",
        "xmlattr",
    ]
)
_TEXT_FUNCTIONS: Final = frozenset({"t", "wording"})
#: The largest number that these filters and methods may be given.
_MAX_ARGUMENT: Final[Mapping[str, int]] = {
    "batch": 100_000,
    "center": _MAX_WIDTH,
    "indent": _MAX_WIDTH,
    "ljust": _MAX_WIDTH,
    "rjust": _MAX_WIDTH,
    "round": 100,
    "slice": 100_000,
    "tojson": 16,
    "zfill": _MAX_WIDTH,
}
#: Filters and methods that may put each of their arguments at each place of a text.
_GROWING: Final = frozenset({"indent", "join", "replace", "wordwrap"})
_WIDTH: Final = re.compile(r"%(?:\([^)]*\))?[-#0 +]*(\*|\d*)(?:\.(\*|\d*))?")
#: Types that print the same each time, though they inherit their text.
_PRINTED: Final = (int, float, type(None))
#: The types of most printed values, which need no check.
_PLAIN: Final = frozenset({str, int, bool, type(None)})
_Entry = TypeVar("_Entry")


class TemplateLimitError(SecurityError):
    """A template has used up what one page may take."""


class Meter(MutableRecord):
    """What the templates of one page have used so far."""

    steps: int = 0
    text: int = 0

    def count(self, steps: int, text: int = 0) -> None:
        """Add steps and characters. Raises TemplateLimitError beyond the limits."""
        self.steps += steps
        self.text += text
        if self.steps > MAX_STEPS:
            raise TemplateLimitError(
                f"it takes more than {MAX_STEPS:,} steps on one page; look for a loop without end"
            )
        if self.text > MAX_TEXT:
            raise TemplateLimitError(
                f"it makes more than {MAX_TEXT:,} characters of text for one page"
            )

    def weigh(self, value: object) -> None:
        """Count everything in a value that the template may have built.

        A list that contains another twice, and so on, has more in it than anybody could wait for.
        """
        if isinstance(value, str):
            self.count(0, len(value))
        elif isinstance(value, list | tuple | set | frozenset):
            for one in value:
                self.count(1)
                self.weigh(one)
        elif isinstance(value, dict):
            for key, one in value.items():
                self.count(1)
                self.weigh(key)
                self.weigh(one)
        elif type(value) is Namespace:
            self.count(1)
            self.weigh(object.__getattribute__(value, "_Namespace__attrs"))


#: The meter of the page that is being rendered.
CURRENT_METER: Final[ContextVar[Meter]] = ContextVar("meter")


def _meter() -> Meter:
    try:
        return CURRENT_METER.get()
    except LookupError:
        found = Meter()
        CURRENT_METER.set(found)
        return found


# ── What compiled templates call ─────────────────────────────────────────────────────────────────


def escape_counted(value: object) -> str:
    """A value as HTML, counted."""
    if not isinstance(value, str | int):
        _meter().weigh(value)
        check_printable(value)
    made = escape_html(value)
    _meter().count(1, len(made))
    return made


def join_counted(values: Iterable[object]) -> str:
    """Values joined as templates do, counted."""
    listed = tuple(values)
    _meter().weigh(listed)
    check_printable(listed)
    return join_markup(listed)


def check_printable(*values: object) -> None:
    """Refuse to print objects without a text: Python would print their address in memory."""
    left: list[Iterable[object]] = [values]
    while left:
        for value in left.pop():
            kind: Any = type(value)
            if kind in _PLAIN:
                continue
            parts_of = _printed_parts(kind)
            if parts_of is not None:
                left.append(parts_of(value))
            elif not _has_text(kind):
                raise SecurityError(f"templates can't print a `{kind.__name__}`")


@cache
def _printed_parts(kind: Any) -> Callable[[Any], Iterable[object]] | None:
    """A function that returns the parts of a value of this type; None if it has no parts."""
    if issubclass(kind, Mapping):
        return lambda value: (*value, *value.values())
    if issubclass(kind, list | tuple | set | frozenset):
        return iter
    if _is_record_type(kind):
        names = field_names(kind)
        return lambda value: [getattr(value, name) for name in names]
    return None


@cache
def _has_text(kind: Any) -> bool:
    return kind.__str__ is not object.__str__ or issubclass(kind, _PRINTED)


@pass_context
def _tick(context: Context, size: int) -> str:  # noqa: ARG001  Jinja passes it
    """Count a pass of a loop, or a call, with the characters that the template has there."""
    _meter().count(1, size)
    return ""


@pass_context
def _measured(context: Context, value: object) -> object:  # noqa: ARG001  Jinja passes it
    _meter().weigh(value)
    return value


@pass_context
def _counted(context: Context, values: Iterable[_Entry]) -> Iterable[_Entry]:  # noqa: ARG001  Jinja passes it
    """What a loop runs over, with each entry counted even if a condition leaves it out."""
    if isinstance(values, Sequence | Mapping) and not isinstance(values, Undefined):
        _meter().count(len(values))
        return values
    return _counted_one_by_one(values)


def _counted_one_by_one(values: Iterable[_Entry]) -> Iterator[_Entry]:
    for value in values:
        _meter().count(1)
        yield value


class _Metering(NodeTransformer):
    """Puts the counters into a parsed template."""

    def __init__(self, filename: str | None) -> None:
        self.filename = filename

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802  Jinja's name
        self.generic_visit(node)
        node.iter = _filtered(cast("nodes.Expr", node.iter), _COUNTED)
        return _ticking(node)

    def visit_Macro(self, node: nodes.Macro) -> nodes.Node:  # noqa: N802  Jinja's name
        self.generic_visit(node)
        return _ticking(node)

    def visit_CallBlock(self, node: nodes.CallBlock) -> nodes.Node:  # noqa: N802  Jinja's name
        call = node.call
        call.args = [self.visit(one) for one in call.args]
        for keyword in call.kwargs:
            keyword.value = self.visit(keyword.value)
        node.body = [self.visit(one) for one in node.body]
        return _ticking(node)

    def visit_Block(self, node: nodes.Block) -> nodes.Node:  # noqa: N802  Jinja's name
        self.generic_visit(node)
        return _ticking(node)

    def visit_Template(self, node: nodes.Template) -> nodes.Node:  # noqa: N802  Jinja's name
        self.generic_visit(node)
        return _ticking(node)

    def visit_ScopedEvalContextModifier(  # noqa: N802  Jinja's name
        self, node: nodes.ScopedEvalContextModifier
    ) -> nodes.Node:
        raise TemplateAssertionError(
            "`autoescape` is not allowed in a theme", node.lineno, filename=self.filename
        )

    def visit_Compare(self, node: nodes.Compare) -> nodes.Node:  # noqa: N802  Jinja's name
        self.generic_visit(node)
        node.expr = _weighed(node.expr)
        for operand in node.ops:
            operand.expr = _weighed(operand.expr)
        return node

    def visit_Getitem(self, node: nodes.Getitem) -> nodes.Node:  # noqa: N802  Jinja's name
        self.generic_visit(node)
        if isinstance(node.arg, nodes.Slice):
            return _weighed(node)
        node.arg = _weighed(node.arg)
        return node

    def visit_List(self, node: nodes.List) -> nodes.Node:  # noqa: N802  Jinja's name
        self.generic_visit(node)
        return _weighed(node)

    def visit_Tuple(self, node: nodes.Tuple) -> nodes.Node:  # noqa: N802  Jinja's name
        self.generic_visit(node)
        return _weighed(node) if node.ctx == "load" else node

    def visit_Dict(self, node: nodes.Dict) -> nodes.Node:  # noqa: N802  Jinja's name
        self.generic_visit(node)
        for pair in node.items:
            pair.key = _weighed(pair.key)
        return _weighed(node)


def _filtered(node: nodes.Expr, name: str) -> nodes.Filter:
    return nodes.Filter(node, name, [], [], None, None, lineno=node.lineno)


def _weighed(node: nodes.Expr) -> nodes.Expr:
    return node if isinstance(node, nodes.Const) else _filtered(node, _MEASURED)


_Body = TypeVar("_Body", nodes.For, nodes.Macro, nodes.CallBlock, nodes.Block, nodes.Template)


def _ticking(node: _Body) -> _Body:
    size = sum(len(text.data) for text in node.find_all(nodes.TemplateData))
    line = node.lineno or 1
    tick = _filtered(nodes.Const(size, lineno=line), _TICK)
    node.body = [nodes.ExprStmt(tick, lineno=line), *node.body]
    return node


def with_counters(template: nodes.Template, filename: str | None) -> nodes.Template:
    """A parsed template with the counters. Raises TemplateAssertionError for `autoescape`."""
    return cast("nodes.Template", _Metering(filename).visit(template))


# ── What may be called, and with what ────────────────────────────────────────────────────────────


class SandboxedThemeEnvironment(ImmutableSandboxedEnvironment):
    """Jinja's sandbox with a list of what may be called and with counters."""

    intercepted_binops = frozenset({"+", "*", "**", "%"})

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offered = {name: self.globals[name] for name in _FUNCTIONS}
        self.globals.clear()
        self.globals.update(offered)
        self.filters = {
            name: _limited(name, cast("Callable[..., Any]", call))
            for name, call in self.filters.items()
            if name not in _REMOVED_FILTERS
        }
        self.filters |= {_TICK: _tick, _MEASURED: _measured, _COUNTED: _counted}
        self.tests = {
            name: _limited(name, cast("Callable[..., Any]", call))
            for name, call in self.tests.items()
        }
        self._offered: dict[int, object] = {}

    def unsafe_undefined(self, obj: object, attribute: str) -> Undefined:  # noqa: ARG002  Jinja passes it
        """Refuse an attribute at once, so that no default can hide it."""
        raise SecurityError(f"templates of a theme can't read `{attribute}`")

    def getattr(self, obj: Any, attribute: str) -> Any:
        """An attribute, or an entry of this name."""
        if attribute.startswith("_"):
            return self.unsafe_undefined(obj, attribute)
        if _is_record(obj):
            try:
                return getattr(obj, attribute)
            except AttributeError:
                return self.undefined(obj=obj, name=attribute)
        return super().getattr(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """An entry, or an attribute of this name."""
        if isinstance(argument, str) and argument.startswith("_") and not isinstance(obj, Mapping):
            return self.unsafe_undefined(obj, argument)
        return super().getitem(obj, argument)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """As in Jinja, but lists, which only templates make, can be appended to."""
        return (type(obj) is list and attr == "append") or super().is_safe_attribute(
            obj, attr, value
        )

    def is_safe_callable(self, obj: Any) -> bool:
        """Whether a template may call it."""
        if not self._offered:
            self._offered = {id(one): one for one in self.globals.values()}
        if id(obj) in self._offered or isinstance(
            obj, Macro | BlockReference | LoopContext | Undefined
        ):
            return True
        if not isinstance(obj, BuiltinMethodType | MethodType):
            return False
        owner, name = obj.__self__, obj.__name__
        if isinstance(obj, MethodType) and _is_record(owner):
            return not name.startswith("_")
        if isinstance(owner, Mapping):
            return name in _MAPPING_METHODS
        return name in _METHODS.get(type(owner), ())

    def call(self, context: Context, obj: Any, /, *args: Any, **kwargs: Any) -> Any:  # noqa: ARG002  Jinja passes it
        """Call what a template may call; the result is counted."""
        meter = _meter()
        meter.count(1)
        if not self.is_safe_callable(obj):
            name = getattr(obj, "__name__", "") or type(obj).__name__
            raise SecurityError(f"templates of a theme can't call `{name}`")
        if isinstance(obj, BuiltinMethodType | MethodType) and type(obj.__self__) in _METHODS:
            _check_arguments(obj.__name__, obj.__self__, (*args, *kwargs.values()))
            if isinstance(obj.__self__, str | list | tuple):
                meter.count(0, len(obj.__self__))
        for value in (*args, *kwargs.values()):
            if not isinstance(value, str):
                meter.weigh(value)
        if isinstance(obj, BuiltinMethodType | MethodType) and (
            isinstance(obj.__self__, str) or obj.__name__ in _TEXT_FUNCTIONS
        ):
            check_printable(*args, *kwargs.values())
        made = obj(*args, **kwargs)
        if isinstance(made, str | list):
            meter.weigh(made)
        return made

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:  # noqa: ARG002  Jinja passes it
        """Calculate, unless the result would be too large."""
        if operator == "%" and isinstance(left, str):
            _check_format(left, right)
        elif operator == "*":
            _check_product(left, right)
        elif operator == "**" and isinstance(left, int) and isinstance(right, int):
            if abs(right) * left.bit_length() > _MAX_BITS:
                raise TemplateLimitError("the number is too large")
        elif isinstance(left, int) and left.bit_length() > _MAX_BITS:
            raise TemplateLimitError("the number is too large")
        made = self.binop_table[operator](left, right)
        if isinstance(made, str | list | tuple):
            _meter().weigh(made)
        return made


def _is_record(value: object) -> bool:
    return _is_record_type(type(value))


def _is_record_type(kind: type) -> bool:
    """Whether a type is a record of chronicle: its methods only calculate."""
    return is_record(kind) and kind.__module__.startswith("chronicle.")


def _check_product(left: object, right: object) -> None:
    for one, other in ((left, right), (right, left)):
        if isinstance(one, str | list | tuple) and isinstance(other, int):
            _meter().count(0, len(one) * max(other, 0))
    numbers = [one for one in (left, right) if isinstance(one, int)]
    if len(numbers) == 2 and sum(one.bit_length() for one in numbers) > _MAX_BITS:
        raise TemplateLimitError("the number is too large")


def _check_format(text: str, values: object) -> None:
    """Refuse a format that makes a text wider than anything on a page."""
    _meter().weigh(values)
    check_printable(values)
    for width, precision in _WIDTH.findall(text):
        for number in (width, precision):
            if number == "*":
                raise SecurityError("a format can't take its width from a value")
            if len(number) > 4 or int(number or 0) > _MAX_WIDTH:
                raise TemplateLimitError(f"a format can't be wider than {_MAX_WIDTH:,} characters")


def _check_arguments(name: str, value: object, arguments: Sequence[object]) -> None:
    """Refuse what would make a text far larger than what it is made from."""
    most = _MAX_ARGUMENT.get(name)
    if most is not None:
        for one in arguments:
            if isinstance(one, int | float) and one > most:
                raise TemplateLimitError(f"`{name}` can't take a number over {most:,}")
    if name in _GROWING:
        sizes = [_size(one) for one in arguments]
        # A separator's text can be the value, and the list the argument.
        size = len(value) if isinstance(value, str | list | tuple | dict) else 1
        longest = max(sizes, default=0)
        _meter().count(0, (size + 1) * min(longest + 1, MAX_TEXT))


def _size(value: object) -> int:
    """The size of an argument: of a text or a list its length, of a number its value."""
    if isinstance(value, int):
        return value
    return len(value) if isinstance(value, str | list | tuple | dict) else 0


def _limited(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """A filter or a test whose arguments and result are counted."""
    passed = _PassArg.from_obj(function)

    # With the context as an argument, Jinja can't run it while it compiles.
    @pass_context
    def run(context: Context, value: Any, *args: Any, **kwargs: Any) -> Any:
        meter = _meter()
        meter.count(1)
        arguments = (*args, *kwargs.values())
        if name == "format":
            _check_format(str(value), arguments)
        else:
            _check_arguments(name, value, arguments)
        if name not in _SHALLOW:
            meter.weigh(value)
        elif isinstance(value, list | tuple | range) and name not in ("count", "length"):
            meter.count(len(value))
        for one in arguments:
            meter.weigh(one)
        has_attribute = len(args) > 1 or "attribute" in kwargs
        if name == "join":
            value = list(value)
        if name in _TEXT_FILTERS or (name == "join" and not has_attribute):
            check_printable(value, *arguments)
        made = function(*_first_argument(passed, context), value, *args, **kwargs)
        if isinstance(made, str):
            meter.count(0, len(made))
        elif isinstance(made, Iterator):
            return _counted_one_by_one(made)
        return made

    return run


def _first_argument(passed: _PassArg | None, context: Context) -> tuple[object, ...]:
    match passed:
        case _PassArg.context:
            return (context,)
        case _PassArg.eval_context:
            return (context.eval_ctx,)
        case _PassArg.environment:
            return (context.environment,)
        case None:
            return ()
