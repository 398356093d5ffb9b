"""Faults planted in a function, found in its syntax tree: each condition overruled, and so on.

- A condition is true, or false: of an ``if``, of a comprehension, of a conditional expression, and
  each part of an ``and`` or ``or``.
- A comparison is off by one: ``<`` is ``<=``, and the other way round.
- A sum or a difference with 1 is without it.
- Two neighbouring fields of the same type of a record change places where it is made.
"""

from __future__ import annotations
import __future__

import ast
import copy
import importlib
import inspect
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final, TypeAlias

from chronicle.records import Record, field_names, is_record

#: The replacement of a node, for a node of a copied tree.
Change: TypeAlias = Callable[[ast.AST], ast.AST]
_OFF_BY_ONE: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}


class Mutant(Record):
    """One function with one fault; ``code`` is what it compiles to."""

    module: str
    where: str
    fault: str
    code: CodeType

    @property
    def id(self) -> str:
        return f"{self.module}:{self.where}: {self.fault}"

    @contextmanager
    def planted(self) -> Iterator[None]:
        """The function has the fault while this lasts, under every name it is imported by."""
        function = function_at(importlib.import_module(f"chronicle.{self.module}"), self.where)
        sound, function.__code__ = function.__code__, self.code
        try:
            yield
        finally:
            function.__code__ = sound


def function_at(module: ModuleType, path: str) -> FunctionType:
    """The function with a path in a module, without its decorators."""
    found: Any = module
    for name in path.split("."):
        found = vars(found)[name]
    while not isinstance(found, FunctionType):
        match found:
            case property():
                found = found.fget
            case classmethod() | staticmethod():
                found = found.__func__
            case cached_property():
                found = found.func
            case _:
                found = inspect.unwrap(found)
    function = inspect.unwrap(found)
    assert isinstance(function, FunctionType)
    return function


def mutants_of(module: str) -> Iterator[Mutant]:
    """All mutants of a module of the package, in the order of its source."""
    loaded = importlib.import_module(f"chronicle.{module}")
    for path, function in functions_of(loaded):
        seen: dict[str, int] = {}
        for index, node in enumerate(ast.walk(function)):
            for fault, change in _changes(node, loaded):
                code = compiled(function, index, change)
                if code.co_code == function_at(loaded, path).__code__.co_code and (
                    code.co_consts == function_at(loaded, path).__code__.co_consts
                ):
                    continue
                seen[fault] = seen.get(fault, 0) + 1
                again = f" ({seen[fault]})" if seen[fault] > 1 else ""
                yield Mutant(module, path, f"{fault}{again}", code)


def functions_of(module: ModuleType) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions of a module and of its classes, in the order of its source."""
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    yield f"{node.name}.{inner.name}", inner


def compiled(function: ast.FunctionDef, index: int, change: Change) -> CodeType:
    """The code of a function whose node with this index, in walking order, is changed."""
    changed = copy.deepcopy(function)
    target = list(ast.walk(changed))[index]

    class Replace(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            return change(node) if node is target else self.generic_visit(node)

    changed.decorator_list = []
    replaced = Replace().visit(changed)
    assert isinstance(replaced, ast.FunctionDef)
    tree = ast.Module([ast.fix_missing_locations(replaced)], [])
    flags = __future__.annotations.compiler_flag
    outer = compile(tree, "<mutant>", "exec", flags=flags, dont_inherit=True)
    codes = (part for part in outer.co_consts if isinstance(part, CodeType))
    # Not that of a default argument which is a function.
    return next(code for code in codes if code.co_name == function.name)


# ── Faults ───────────────────────────────────────────────────────────────────────────────────────


def _changes(node: ast.AST, module: ModuleType) -> Iterator[tuple[str, Change]]:
    match node:
        case ast.If(test=test):
            yield from _overruled_test(test)
        case ast.IfExp(test=test):
            yield from _overruled_test(test)
        case ast.comprehension(ifs=conditions):
            for at, condition in enumerate(conditions):
                for instead in (True, False):
                    yield _fault(condition, instead), _condition_of(at, instead=instead)
        case ast.BoolOp(values=values):
            for at, value in enumerate(values):
                for instead in (True, False):
                    yield _fault(value, instead), _part_of(at, instead=instead)
        case ast.Compare(ops=[op]) if type(op) in _OFF_BY_ONE:
            yield f"{ast.unparse(node)} off by one", _off_by_one
        case ast.BinOp(op=ast.Add() | ast.Sub(), right=ast.Constant(value=1)):
            yield f"{ast.unparse(node)} without 1", _left_of
        case ast.Call():
            yield from _swaps(node, module)
        case _:
            return


def _fault(condition: ast.expr, instead: bool) -> str:
    return f"{ast.unparse(condition)} -> {instead}"


def _overruled(condition: ast.expr, instead: bool) -> ast.expr:
    """A condition that is asked, since it may name things, and not listened to."""
    either = ast.Or() if instead else ast.And()
    return ast.BoolOp(either, [condition, ast.Constant(instead)])


def _overruled_test(test: ast.expr) -> Iterator[tuple[str, Change]]:
    if isinstance(test, ast.BoolOp):
        # Its parts are overruled each by itself.
        return
    for instead in (True, False):

        def change(found: ast.AST, instead: bool = instead) -> ast.AST:
            assert isinstance(found, ast.If | ast.IfExp)
            found.test = _overruled(found.test, instead)
            return found

        yield _fault(test, instead), change


def _condition_of(at: int, *, instead: bool) -> Change:
    def change(node: ast.AST) -> ast.AST:
        assert isinstance(node, ast.comprehension)
        node.ifs[at] = _overruled(node.ifs[at], instead)
        return node

    return change


def _part_of(at: int, *, instead: bool) -> Change:
    def change(node: ast.AST) -> ast.AST:
        assert isinstance(node, ast.BoolOp)
        if instead == isinstance(node.op, ast.And):
            # As if it were not there.
            others = [value for i, value in enumerate(node.values) if i != at]
            return others[0] if len(others) == 1 else ast.BoolOp(node.op, others)
        node.values[at] = _overruled(node.values[at], instead)
        return node

    return change


def _off_by_one(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.Compare)
    node.ops = [_OFF_BY_ONE[type(node.ops[0])]()]
    return node


def _left_of(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.BinOp)
    return node.left


def _swaps(call: ast.Call, module: ModuleType) -> Iterator[tuple[str, Change]]:
    """Each two neighbouring fields of the same type that a call gives a record."""
    if not isinstance(call.func, ast.Name):
        return
    record = vars(module).get(call.func.id)
    if not (isinstance(record, type) and is_record(record)):
        return
    if any(isinstance(arg, ast.Starred) for arg in call.args):
        return
    types = {name: str(record.__annotations__.get(name)) for name in field_names(record)}
    given = _given(call, list(types))
    for one, other in _neighbours([name for name in types if name in given], types):
        yield f"{record.__name__} with {one} and {other} swapped", _swapped(given, one, other)


def _given(call: ast.Call, names: Sequence[str]) -> dict[str, tuple[str, int]]:
    """Where a call gives each field: among its arguments or its keywords."""
    found = {name: ("args", at) for at, name in enumerate(names[: len(call.args)])}
    for at, keyword in enumerate(call.keywords):
        if keyword.arg is not None:
            found[keyword.arg] = ("keywords", at)
    return found


def _neighbours(names: Sequence[str], types: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Each field with the next of the same type."""
    for at, one in enumerate(names):
        for other in names[at + 1 :]:
            if types[one] == types[other]:
                yield one, other
                break


def _swapped(given: dict[str, tuple[str, int]], one: str, other: str) -> Change:
    def change(node: ast.AST) -> ast.AST:
        assert isinstance(node, ast.Call)
        first, second = _value(node, given[one]), _value(node, given[other])
        _put(node, given[one], second)
        _put(node, given[other], first)
        return node

    return change


def _value(call: ast.Call, at: tuple[str, int]) -> ast.expr:
    kind, index = at
    return call.args[index] if kind == "args" else call.keywords[index].value


def _put(call: ast.Call, at: tuple[str, int], value: ast.expr) -> None:
    kind, index = at
    if kind == "args":
        call.args[index] = value
    else:
        call.keywords[index].value = value
