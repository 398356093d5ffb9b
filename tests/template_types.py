"""Which attributes templates read of typed values, found without rendering them.

A template is run over types instead of values: every branch that its conditions do not rule out,
every macro that it calls, and every loop once.
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, singledispatchmethod
from typing import Any, Final, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints
from typing import is_typeddict as is_typed_dict

from jinja2 import Environment, nodes

from chronicle.model.facts import FactsOf, PieceName
from chronicle.records import field_names, is_record

# ── Values ───────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Unknown:
    """Anything: nothing that is read of it is checked."""


@dataclass(frozen=True)
class Const:
    """One value that is known: text, number, boolean, None, or a tuple of those."""

    value: Any


@dataclass(frozen=True)
class Scalar:
    """Some text, number or boolean."""

    type: type


@dataclass(frozen=True)
class Record:
    """An object with exactly these attributes."""

    name: str
    parts: tuple[tuple[str, Value], ...]

    def with_part(self, name: str, value: Value) -> Record:
        """The same record with another value under a name."""
        rest = tuple(part for part in self.parts if part[0] != name)
        return Record(self.name, (*rest, (name, value)))


@dataclass(frozen=True)
class Sequence:
    """Any number of values of one kind."""

    item: Value


@dataclass(frozen=True)
class OneOf:
    """One of several values."""

    values: frozenset[Value]


@dataclass(frozen=True, eq=False)
class Macro:
    """A macro, or the body of a `call` block, with the names it can see."""

    template: str
    node: nodes.Macro | nodes.CallBlock
    scope: dict[str, Value]


@dataclass(frozen=True, eq=False)
class Module:
    """An imported template: its macros by name."""

    names: dict[str, Value]


Value: TypeAlias = Unknown | Const | Scalar | Record | Sequence | OneOf | Macro | Module
UNKNOWN: Final = Unknown()


@cache
def value_of(hint: Any) -> Value:
    """What a type hint says of a value."""
    origin = get_origin(hint)
    if origin is FactsOf:
        return value_of(get_args(hint)[0])
    if origin is tuple:
        return Sequence(one_of(value_of(of) for of in get_args(hint) if of is not Ellipsis))
    if origin in (Union, types.UnionType):
        return one_of(map(value_of, get_args(hint)))
    if origin is Literal:
        return one_of(map(Const, get_args(hint)))
    if hint in (type(None), None):
        return Const(None)
    if hint in (str, int, bool):
        return Scalar(hint)
    if is_typed_dict(hint):
        hints = get_type_hints(hint)
        return Record(hint.__name__, tuple((name, value_of(of)) for name, of in hints.items()))
    if isinstance(hint, type) and is_record(hint):
        hints = get_type_hints(hint)
        parts = ((name, value_of(hints[name])) for name in field_names(hint))
        return Record(hint.__name__, tuple(parts))
    return UNKNOWN


def one_of(values: Iterable[Value]) -> Value:
    """One of these values, or the value that all of them are."""
    found: set[Value] = set()
    for value in values:
        found |= value.values if isinstance(value, OneOf) else {value}
    if UNKNOWN in found or not found:
        return UNKNOWN
    return found.pop() if len(found) == 1 else OneOf(frozenset(found))


def _each(value: Value) -> Iterable[Value]:
    return value.values if isinstance(value, OneOf) else (value,)


def _unpacked(value: Value, count: int) -> Iterable[Value]:
    """The values that a tuple of so many names is assigned."""
    match value:
        case Const(value=tuple(parts)):
            return map(Const, parts)
        case Record(name="group", parts=parts):
            return (part for _, part in parts)
        case _:
            return [UNKNOWN] * count


def _truth(value: Value) -> bool | None:
    """Whether a value counts as true in a condition; None if that is not known."""
    return _agreed(
        bool(one.value) if isinstance(one, Const) else True if isinstance(one, Record) else None
        for one in _each(value)
    )


def _agreed(answers: Iterable[bool | None]) -> bool | None:
    found = set(answers)
    return found.pop() if len(found) == 1 else None


def _known(answer: bool | None) -> Value:
    return Scalar(bool) if answer is None else Const(answer)


# ── Templates ────────────────────────────────────────────────────────────────────────────────────

#: Filters that return what they are given: without blanks, in another order, or some items of it.
_UNCHANGED: Final = frozenset(
    {"list", "reject", "rejectattr", "reverse", "select", "selectattr", "sort", "trim", "unique"}
)
#: Filters that return one of the items they are given.
_PICKS: Final = frozenset({"first", "last", "min", "max", "random"})


@dataclass
class Checker:
    """Runs templates over types, and collects what they read that is not there."""

    environment: Environment
    globals: Mapping[str, Value] = field(default_factory=dict)
    #: What was read without being there, as ``template:line: message``.
    faults: set[str] = field(default_factory=set)
    #: What was read, as record and attribute.
    read: set[tuple[str, str]] = field(default_factory=set)
    _template: str = ""
    _modules: dict[str, Module] = field(default_factory=dict)
    _done: set[tuple[Macro, frozenset[tuple[str, Value]]]] = field(default_factory=set)

    def check(self, template: str, **values: Value) -> None:
        """Run a template over values."""
        self._run_template(template, {**self.globals, **values})

    def _run_template(self, template: str, scope: dict[str, Value]) -> None:
        loader = self.environment.loader
        assert loader is not None
        source, _, _ = loader.get_source(self.environment, template)
        outer, self._template = self._template, template
        self._run(self.environment.parse(source, template).body, scope)
        self._template = outer

    # Statements

    def _run(self, body: Iterable[nodes.Node], scope: dict[str, Value]) -> None:
        for node in body:
            self._statement(node, scope)

    @singledispatchmethod
    def _statement(self, node: nodes.Node, scope: dict[str, Value]) -> None:
        """Run a statement; those without a rule of their own hold statements or expressions."""
        for child in node.iter_child_nodes():
            if isinstance(child, nodes.Stmt):
                self._statement(child, dict(scope))
            else:
                self._value(child, scope)

    @_statement.register
    def _(self, node: nodes.If, scope: dict[str, Value]) -> None:
        ends: list[dict[str, Value]] = []
        certain = False
        for branch in (node, *node.elif_):
            truth = _truth(self._value(branch.test, scope))
            if truth is not False:
                ends.append(inner := dict(scope))
                self._run(branch.body, inner)
            if truth:
                certain = True
                break
        if not certain:
            ends.append(inner := dict(scope))
            self._run(node.else_, inner)
        for name in {name for end in ends for name in end}:
            scope[name] = one_of(end.get(name, Const(None)) for end in ends)

    @_statement.register
    def _(self, node: nodes.For, scope: dict[str, Value]) -> None:
        inner = {**scope, "loop": UNKNOWN}
        self._assign(node.target, self._item(self._value(node.iter, scope)), inner)
        if node.test is not None:
            self._value(node.test, inner)
        self._run(node.body, inner)
        self._run(node.else_, dict(scope))

    @_statement.register
    def _(self, node: nodes.Assign, scope: dict[str, Value]) -> None:
        self._assign(node.target, self._value(node.node, scope), scope)

    @_statement.register
    def _(self, node: nodes.AssignBlock, scope: dict[str, Value]) -> None:
        self._run(node.body, dict(scope))
        self._assign(node.target, Scalar(str), scope)

    @_statement.register
    def _(self, node: nodes.Macro, scope: dict[str, Value]) -> None:
        scope[node.name] = Macro(self._template, node, scope)

    @_statement.register
    def _(self, node: nodes.CallBlock, scope: dict[str, Value]) -> None:
        self._call(node.call, scope, Macro(self._template, node, scope))

    @_statement.register
    def _(self, node: nodes.Import, scope: dict[str, Value]) -> None:
        scope[node.target] = self._module(self._value(node.template, scope))

    @_statement.register
    def _(self, node: nodes.Include, scope: dict[str, Value]) -> None:
        found = self._value(node.template, scope)
        if isinstance(found, Const):
            self._run_template(found.value, dict(scope))

    def _assign(self, target: nodes.Node, value: Value, scope: dict[str, Value]) -> None:
        if isinstance(target, nodes.Name):
            scope[target.name] = value
        elif isinstance(target, nodes.Tuple):
            for item, part in zip(target.items, _unpacked(value, len(target.items)), strict=True):
                self._assign(item, part, scope)

    def _module(self, template: Value) -> Value:
        if not isinstance(template, Const):
            return UNKNOWN
        if template.value not in self._modules:
            names = dict(self.globals)
            self._modules[template.value] = Module(names)
            self._run_template(template.value, names)
        return self._modules[template.value]

    # Expressions

    @singledispatchmethod
    def _value(self, node: nodes.Node, scope: dict[str, Value]) -> Value:
        """The value of an expression; unknown for those without a rule of their own."""
        for child in node.iter_child_nodes():
            self._value(child, scope)
        return UNKNOWN

    @_value.register
    def _(self, node: nodes.Const, _scope: dict[str, Value]) -> Value:
        return Const(node.value)

    @_value.register
    def _(self, node: nodes.Name, scope: dict[str, Value]) -> Value:
        return scope.get(node.name, UNKNOWN)

    @_value.register
    def _(self, node: nodes.Getattr, scope: dict[str, Value]) -> Value:
        return self._attribute(self._value(node.node, scope), node.attr, node.lineno)

    @_value.register
    def _(self, node: nodes.Getitem, scope: dict[str, Value]) -> Value:
        value, key = self._value(node.node, scope), self._value(node.arg, scope)
        if isinstance(node.arg, nodes.Slice):
            return value if isinstance(value, Sequence) else UNKNOWN
        if isinstance(key, Const) and isinstance(key.value, str):
            return self._attribute(value, key.value, node.lineno)
        if isinstance(value, Const) and isinstance(key, Const):
            return Const(value.value[key.value])
        return self._item(value)

    @_value.register
    def _(self, node: nodes.CondExpr, scope: dict[str, Value]) -> Value:
        truth = _truth(self._value(node.test, scope))
        ways = [] if truth is False else [node.expr1]
        if truth is not True and node.expr2 is not None:
            ways.append(node.expr2)
        return one_of(self._value(way, scope) for way in ways) if ways else Const("")

    @_value.register(nodes.And)
    @_value.register(nodes.Or)
    def _(self, node: nodes.And | nodes.Or, scope: dict[str, Value]) -> Value:
        first = self._value(node.left, scope)
        truth, decides = _truth(first), isinstance(node, nodes.Or)
        if truth is decides:
            return first
        second = self._value(node.right, scope)
        return second if truth is not None else one_of((first, second))

    @_value.register
    def _(self, node: nodes.Not, scope: dict[str, Value]) -> Value:
        truth = _truth(self._value(node.node, scope))
        return _known(None if truth is None else not truth)

    @_value.register
    def _(self, node: nodes.Compare, scope: dict[str, Value]) -> Value:
        left = self._value(node.expr, scope)
        rights = [self._value(operand.expr, scope) for operand in node.ops]
        if len(rights) > 1:
            return Scalar(bool)
        pairs = ((one, other) for one in _each(left) for other in _each(rights[0]))
        return _known(_agreed(_comparison(node.ops[0].op, one, other) for one, other in pairs))

    @_value.register
    def _(self, node: nodes.Concat, scope: dict[str, Value]) -> Value:
        parts = [self._value(part, scope) for part in node.nodes]
        known = [str(part.value) for part in parts if isinstance(part, Const)]
        return Const("".join(known)) if len(known) == len(parts) else UNKNOWN

    @_value.register(nodes.Tuple)
    @_value.register(nodes.List)
    def _(self, node: nodes.Tuple | nodes.List, scope: dict[str, Value]) -> Value:
        values = [self._value(part, scope) for part in node.items]
        if all(isinstance(value, Const) for value in values):
            return Const(tuple(value.value for value in values if isinstance(value, Const)))
        return Sequence(one_of(values))

    @_value.register
    def _(self, node: nodes.Add, scope: dict[str, Value]) -> Value:
        sides = (self._value(node.left, scope), self._value(node.right, scope))
        if all(isinstance(side, Sequence) for side in sides):
            return Sequence(one_of(map(self._item, sides)))
        return UNKNOWN

    @_value.register
    def _(self, node: nodes.Test, scope: dict[str, Value]) -> Value:
        if node.name in ("defined", "undefined"):
            return _known(self._is_defined(node.node, scope) ^ (node.name == "undefined"))
        value = self._value(node.node, scope)
        for argument in node.args:
            self._value(argument, scope)
        if node.name != "none":
            return Scalar(bool)
        return _known(_agreed(_is_none(one) for one in _each(value)))

    @_value.register
    def _(self, node: nodes.Filter, scope: dict[str, Value]) -> Value:
        value = UNKNOWN if node.node is None else self._value(node.node, scope)
        arguments = [self._value(part, scope) for part in node.args]
        named = self._keywords(node, scope)
        if node.name in ("selectattr", "rejectattr", "groupby") and arguments:
            named["attribute"] = arguments[0]
        item = self._item(value)
        part = self._path(item, named.get("attribute"), node.lineno)
        if node.name == "map":
            return Sequence(part)
        if node.name == "groupby":
            return Sequence(Record("group", (("grouper", part), ("list", Sequence(item)))))
        if node.name in _UNCHANGED:
            return value
        return item if node.name in _PICKS else UNKNOWN

    @_value.register
    def _(self, node: nodes.Call, scope: dict[str, Value]) -> Value:
        return self._call(node, scope, None)

    # Parts of values

    def _attribute(self, value: Value, name: str, line: int) -> Value:
        found = []
        for one in _each(value):
            match one:
                case Record():
                    found.append(self._part(one, name, line))
                case Module():
                    found.append(one.names.get(name, UNKNOWN))
                case _:
                    found.append(UNKNOWN)
        return one_of(found)

    def _part(self, record: Record, name: str, line: int) -> Value:
        self.read.add((record.name, name))
        parts = dict(record.parts)
        if name not in parts and not hasattr(Mapping, name):
            self.faults.add(f"{self._template}:{line}: {record.name} has no {name}")
        return parts.get(name, UNKNOWN)

    def _path(self, value: Value, path: Value | None, line: int) -> Value:
        """The attribute that a filter is given, as in ``map(attribute="power.id")``."""
        if not (isinstance(path, Const) and isinstance(path.value, str)):
            return UNKNOWN
        for name in path.value.split("."):
            value = self._attribute(value, name, line)
        return value

    def _item(self, value: Value) -> Value:
        return one_of(
            one.item
            if isinstance(one, Sequence)
            else one_of(map(Const, one.value))
            if isinstance(one, Const) and isinstance(one.value, tuple)
            else UNKNOWN
            for one in _each(value)
            if one != Const(None)
        )

    def _is_defined(self, node: nodes.Node, scope: dict[str, Value]) -> bool:
        match node:
            case nodes.Name(name=name):
                return name in scope
            case nodes.Getattr(node=of, attr=name):
                value = self._value(of, scope)
                return not isinstance(value, Record) or name in dict(value.parts)
            case _:
                return True

    def _keywords(self, node: nodes.Node, scope: dict[str, Value]) -> dict[str, Value]:
        """The named arguments of a call or a filter."""
        named = (child for child in node.iter_child_nodes() if isinstance(child, nodes.Keyword))
        return {child.key: self._value(child.value, scope) for child in named}

    def _call(self, node: nodes.Call, scope: dict[str, Value], caller: Macro | None) -> Value:
        arguments = [self._value(part, scope) for part in node.args]
        named = self._keywords(node, scope)
        if isinstance(node.node, nodes.Getattr):
            owner = self._value(node.node.node, scope)
            if isinstance(owner, Const) and isinstance(owner.value, str):
                known = [it.value for it in arguments if isinstance(it, Const)]
                if len(known) == len(arguments):
                    return Const(getattr(owner.value, node.node.attr)(*known))
        called = self._value(node.node, scope)
        if isinstance(called, Macro):
            self._run_macro(called, arguments, named, caller)
        return UNKNOWN

    def _run_macro(
        self, macro: Macro, arguments: list[Value], named: dict[str, Value], caller: Macro | None
    ) -> None:
        names = [argument.name for argument in macro.node.args]
        defaults = dict(
            zip(reversed(names), (of for of in reversed(macro.node.defaults)), strict=False)
        )
        bound = {
            **{name: self._value(of, macro.scope) for name, of in defaults.items()},
            **dict(zip(names, arguments, strict=False)),
            **named,
        }
        key = (macro, frozenset(bound.items()))
        # With a `call` block the same values can lead to something else.
        if key in self._done and caller is None:
            return
        self._done.add(key)
        scope = {**macro.scope, **bound}
        if isinstance(macro.node, nodes.Macro):
            scope["caller"] = caller if caller is not None else UNKNOWN
        outer, self._template = self._template, macro.template
        self._run(macro.node.body, scope)
        self._template = outer


def _is_none(value: Value) -> bool | None:
    if value == UNKNOWN:
        return None
    return isinstance(value, Const) and value.value is None


def _comparison(operator: str, left: Value, right: Value) -> bool | None:
    """Whether a comparison holds; None if that is not known."""
    if operator in ("in", "notin") and isinstance(left, Const) and isinstance(right, Record):
        return (left.value in dict(right.parts)) == (operator == "in")
    if not (isinstance(left, Const) and isinstance(right, Const)):
        return None
    match operator:
        case "eq":
            return bool(left.value == right.value)
        case "ne":
            return bool(left.value != right.value)
        case "in" | "notin" if isinstance(right.value, tuple | str):
            return (left.value in right.value) == (operator == "in")
        case _:
            return None


def mismatches(value: object, hint: Any, path: str = "") -> Iterator[str]:
    """What of a value is not as a type hint says, by its path."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is FactsOf or is_typed_dict(hint):
        hints = get_type_hints(arguments[0] if origin is FactsOf else hint)
        if not isinstance(value, Mapping) or value.keys() != hints.keys():
            yield f"{path}: {value} is no {hint}"
            return
        for name, of in hints.items():
            yield from mismatches(value[name], of, f"{path}.{name}")
    elif origin is tuple:
        if not isinstance(value, tuple):
            yield f"{path}: {value} is no tuple"
            return
        for index, item in enumerate(value):
            of = arguments[0] if arguments[-1] is Ellipsis else arguments[index]
            yield from mismatches(item, of, f"{path}[{index}]")
    elif origin in (Union, types.UnionType):
        found = [list(mismatches(value, of, path)) for of in arguments]
        if all(found):
            yield from min(found, key=len)
    elif origin is Literal:
        if value not in arguments:
            yield f"{path}: {value!r} is none of {arguments}"
    elif hint is not Any and type(value) not in ((str, PieceName) if hint is str else (hint,)):
        yield f"{path}: {value!r} is no {hint.__name__}"
