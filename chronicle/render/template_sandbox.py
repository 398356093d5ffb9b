"""The sandbox for themes that are not chronicle's own: what a template may call and print.

A campaign may come from somebody else, so its templates are not trusted. They get Jinja's sandbox
with a list of what may be called; what isn't listed here is refused. How much they may take is
limited by the process that draws them, see :class:`chronicle.workers.LimitedProcess`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache, wraps
from types import BuiltinMethodType, MappingProxyType, MethodType
from typing import Any, Final, cast

from jinja2 import Undefined
from jinja2.exceptions import SecurityError
from jinja2.runtime import BlockReference, Context, LoopContext, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from chronicle.records import field_names, is_record
from chronicle.render.messages import escape_html, join_markup

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
#: Types that print the same each time, though they inherit their text.
_PRINTED: Final = (int, float, type(None))
#: The types of most printed values, which need no check.
_PLAIN: Final = frozenset({str, int, bool, type(None)})


def escape_checked(value: object) -> str:
    """A value as HTML. Raises SecurityError for one that can't be printed."""
    if not isinstance(value, str | int):
        check_printable(value)
    return escape_html(value)


def join_checked(values: Iterable[object]) -> str:
    """Values joined as templates do. Raises SecurityError for one that can't be printed."""
    listed = tuple(values)
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


class SandboxedThemeEnvironment(ImmutableSandboxedEnvironment):
    """Jinja's sandbox with a list of what may be called and printed."""

    intercepted_binops = frozenset({"%"})

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offered = {name: self.globals[name] for name in _FUNCTIONS}
        self.globals.clear()
        self.globals.update(offered)
        self.filters = {
            name: _checked(name, cast("Callable[..., Any]", call))
            for name, call in self.filters.items()
            if name not in _REMOVED_FILTERS
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
        """Call what a template may call."""
        if not self.is_safe_callable(obj):
            name = getattr(obj, "__name__", "") or type(obj).__name__
            raise SecurityError(f"templates of a theme can't call `{name}`")
        if isinstance(obj, BuiltinMethodType | MethodType) and (
            isinstance(obj.__self__, str) or obj.__name__ in _TEXT_FUNCTIONS
        ):
            check_printable(*args, *kwargs.values())
        return obj(*args, **kwargs)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:  # noqa: ARG002  Jinja passes it
        """Calculate; a format must have values that can be printed."""
        if isinstance(left, str):
            check_printable(right)
        return self.binop_table[operator](left, right)


def _is_record(value: object) -> bool:
    return _is_record_type(type(value))


def _is_record_type(kind: type) -> bool:
    """Whether a type is a record of chronicle: its methods only calculate."""
    return is_record(kind) and kind.__module__.startswith("chronicle.")


def _checked(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """A filter that makes a text of its values only if they can be printed."""
    if name not in _TEXT_FILTERS and name != "join":
        return function
    # Jinja may pass something of its own first.
    first = 1 if hasattr(function, "jinja_pass_arg") else 0

    @wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        if name == "join":
            args = (*args[:first], list(args[first]), *args[first + 1 :])
        has_attribute = name == "join" and (len(args) > first + 2 or "attribute" in kwargs)
        if not has_attribute:
            check_printable(*args[first:], *kwargs.values())
        return function(*args, **kwargs)

    return run
