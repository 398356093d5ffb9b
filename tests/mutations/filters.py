"""Every filter of the projection, taken away in turn: found in the syntax tree, not by hand.

A filter is a condition that guards what is shown: of a comprehension, an ``if``, a conditional
expression, a part of an ``and`` or ``or``, and what a function answers with yes or no. A mutant has
the constant in its place that shows more; where the text doesn't tell which that is, there is one
with each.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from chronicle import project
from tests.mutations.operators import Mutant, compiled, functions_of

#: The modules that decide what is shown, with the functions that it begins in (all, when empty).
DECIDING: Final[Mapping[str, tuple[str, ...]]] = {
    "model.audience": (),
    "model.passages": ("SegmentedText._segments_for", "Passage.visible_to"),
    "markup.markdown.links": ("strip_dead_links",),
    "project.access": (),
    "project.visibility": (),
    "project.turns": (),
    "project.projection": (),
    "project.relations": (),
    "project.tellings": (),
    "project.authored_items": (),
    "rules.lieutenants.known_state": (),
    "rules.shadow.known_state": (),
    "rules.wwn.known_state": (),
}
#: What of the projection is made for the GM alone.
FOR_THE_GM: Final = ("access_report", "audience_memory", "gm_access")
#: Modules of the projection that hold or keep records, make digests or link what is shown to what
#: is shown, and decide nothing.
RECORDS: Final = (
    *("edition", "disclosure", "distance", "lazy", "origins", "holdings_cache"),
    "sheet_sources",
)
#: Nothing to show.
_NOTHING: Final = frozenset({"None", "''", "()", "0", "False", "[]", "{}", "FOR_GM"})
_SHOW, _HIDE, _EITHER = "True", "False", ""


# ── Functions ────────────────────────────────────────────────────────────────────────────────────


def filters_of(module: str) -> Iterator[Mutant]:
    """All mutants of a module that decides what is shown, in the order of its source."""
    roots = DECIDING[module]
    functions = dict(functions_of(importlib.import_module(f"chronicle.{module}")))
    missing = set(roots) - set(functions)
    assert not missing, f"{module} has no {missing} any more"
    for path, function in functions.items():
        if not roots or path in _reached(functions, roots):
            yield from _of_function(module, path, function)


def all_filters() -> Iterator[Mutant]:
    """All mutants of all modules that decide what is shown."""
    modules = {path.stem for path in Path(str(project.__file__)).parent.glob("[a-z]*.py")}
    unnamed = modules - {*FOR_THE_GM, *RECORDS, *(it.rpartition(".")[2] for it in DECIDING)}
    assert not unnamed, f"the projection has further modules: {unnamed}"
    for module in DECIDING:
        yield from filters_of(module)


def _reached(functions: dict[str, ast.FunctionDef], roots: tuple[str, ...]) -> set[str]:
    """The functions of a module that some of them call, and what these call."""
    found, todo = set[str](), list(roots)
    while todo:
        path = todo.pop()
        if path not in found:
            found.add(path)
            called = {n.id for n in ast.walk(functions[path]) if isinstance(n, ast.Name)}
            todo += [name for name in called if name in functions]
    return found


def _of_function(module: str, path: str, function: ast.FunctionDef) -> Iterator[Mutant]:
    seen: dict[str, int] = {}
    guards = _guards(function)
    for index, node in enumerate(ast.walk(function)):
        for constant in _constants(guards.get(node)):
            fault = f"{ast.unparse(node)} -> {constant}"
            seen[fault] = seen.get(fault, 0) + 1
            again = f" ({seen[fault]})" if seen[fault] > 1 else ""
            code = compiled(function, index, partial(_overruled, constant=constant))
            yield Mutant(module, path, f"{fault}{again}", code)


def _overruled(condition: ast.AST, constant: str) -> ast.expr:
    """A condition that is asked, since it may name things, and not listened to."""
    assert isinstance(condition, ast.expr)
    either = ast.Or() if constant == _SHOW else ast.And()
    return ast.BoolOp(either, [condition, ast.Constant(constant == _SHOW)])


# ── Conditions ───────────────────────────────────────────────────────────────────────────────────


def _constants(leaning: str | None) -> tuple[str, ...]:
    """The constants to put in the place of a node; none, when it guards nothing."""
    if leaning is None:
        return ()
    return (_SHOW, _HIDE) if leaning == _EITHER else (leaning,)


def _guards(function: ast.FunctionDef) -> dict[ast.AST, str]:
    """Every condition of a function with the constant that shows more."""
    found: dict[ast.AST, str] = {}
    within: set[ast.AST] = set()
    for node in ast.walk(function):
        within |= (
            {inner for noted in found for inner in ast.walk(noted)} if node in found else set()
        )
        match node:
            case ast.comprehension(ifs=conditions):
                for condition in conditions:
                    _note(found, condition, _SHOW)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                _note(found, test, _leaning(_empty(body), _empty(orelse)))
            case ast.If(test=test):
                _note(found, test, _leaning(*_branches(node, function)))
            case ast.match_case(guard=ast.expr() as guard):
                _note(found, guard, _EITHER)
            case ast.Return(value=ast.expr() as value) if _answers(function):
                if not isinstance(value, ast.Constant):
                    _note(found, value, _SHOW)
            case ast.BoolOp(op=ast.And(), values=[*values, _]) if node not in within:
                # What an ``and`` comes to is its last part, when all others hold.
                found |= dict.fromkeys(values, _SHOW)
    return found


def _note(found: dict[ast.AST, str], condition: ast.expr, leaning: str) -> None:
    found[condition] = leaning
    _note_parts(found, condition, leaning)


def _note_parts(found: dict[ast.AST, str], condition: ast.expr, leaning: str) -> None:
    """The parts of a condition that matter each by itself: the others are as good as the whole."""
    match condition:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            flipped = {_SHOW: _HIDE, _HIDE: _SHOW}.get(leaning, _EITHER)
            _note_parts(found, operand, flipped)
        case ast.BoolOp(op=op, values=values):
            alone = _SHOW if isinstance(op, ast.And) else _HIDE
            if leaning in (alone, _EITHER):
                for value in values:
                    found[value] = alone
                    _note_parts(found, value, alone)
        case _:
            return


def _leaning(body_is_empty: bool, other_is_empty: bool) -> str:
    if body_is_empty == other_is_empty:
        return _EITHER
    return _HIDE if body_is_empty else _SHOW


def _empty(value: ast.expr) -> bool:
    return ast.unparse(value) in _NOTHING


def _branches(branch: ast.If, function: ast.FunctionDef) -> tuple[bool, bool]:
    """Whether nothing comes of an ``if``, and whether nothing comes of what is done else."""
    after = branch.orelse or _after(branch, function)
    return _comes_to_nothing(branch.body), _comes_to_nothing(after)


def _comes_to_nothing(statements: list[ast.stmt]) -> bool:
    match statements[:1]:
        case [] | [ast.Continue()] | [ast.Raise()] | [ast.Return(value=None)]:
            return True
        case [ast.Return(value=ast.expr() as value)]:
            return _empty(value)
        case _:
            return False


def _after(branch: ast.If, function: ast.FunctionDef) -> list[ast.stmt]:
    """What is done when an ``if`` is passed by; nothing, if it only adds to what comes after."""
    for node in ast.walk(function):
        for block in ("body", "orelse"):
            statements = getattr(node, block, [])
            if isinstance(statements, list) and branch in statements:
                leaves = isinstance(branch.body[-1], ast.Return | ast.Continue | ast.Raise)
                return statements[statements.index(branch) + 1 :] if leaves else []
    return []


def _answers(function: ast.FunctionDef) -> bool:
    return function.returns is not None and ast.unparse(function.returns) == "bool"
