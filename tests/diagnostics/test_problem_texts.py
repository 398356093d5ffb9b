"""The templates of errors and warnings, and the Markdown files with their pages."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from types import CodeType
from typing import Final

import pytest

import chronicle
from chronicle.authoring.explain import all_problems
from chronicle.diagnostics.report import Problem
from chronicle.records import field_names

#: What a text comes from: its template, and the method that can be overridden.
TEXTS: Final = ("message", "label", "help")


def kinds(problem: type[Problem]) -> Iterator[type[Problem]]:
    """A problem and the cases of it that share its code."""
    yield problem
    for case in problem.__subclasses__():
        yield from kinds(case)


KINDS: Final = tuple(kind for problem in all_problems().values() for kind in kinds(problem))


def names_in(template: str) -> set[str]:
    """The fields that a template shows."""
    return {re.split(r"[.\[]", name)[0] for _, name, _, _ in Formatter().parse(template) if name}


def names_of_code(code: CodeType) -> set[str]:
    """All attributes that a function looks up, also in the functions inside it."""
    inner = (constant for constant in code.co_consts if isinstance(constant, CodeType))
    return {*code.co_names, *(name for one in inner for name in names_of_code(one))}


def unknown_names(kind: type[Problem]) -> set[str]:
    """The names in the templates that are not fields."""
    named = {name for text in TEXTS for name in names_in(getattr(kind, text))}
    return named - set(field_names(kind))


def unused_fields(kind: type[Problem]) -> set[str]:
    """The fields that no text of a problem tells of."""
    templates = {name for text in TEXTS for name in names_in(getattr(kind, text))}
    methods = {
        name
        for base in kind.__mro__[: kind.__mro__.index(Problem)]
        for value in vars(base).values()
        if inspect.isfunction(value)
        for name in names_of_code(value.__code__)
    }
    return set(field_names(kind)) - templates - methods - {"at"}


def test_each_template_names_only_fields() -> None:
    assert {kind: wrong for kind in KINDS if (wrong := unknown_names(kind))} == {}


def test_each_field_is_told() -> None:
    assert {kind: unused for kind in KINDS if (unused := unused_fields(kind))} == {}


def has_message(kind: type[Problem]) -> bool:
    return bool(kind.message) or kind.message_text is not Problem.message_text


def test_each_problem_has_a_message_or_cases_that_have_one() -> None:
    assert [
        problem
        for problem in all_problems().values()
        if not has_message(problem)
        and not all(map(has_message, problem.__subclasses__() or [Problem]))
    ] == []


def modules_with_pages() -> Iterator[Path]:
    """The modules that define problems with a code."""
    yield from {Path(inspect.getfile(problem)) for problem in all_problems().values()}


def codes_in(pages: Path) -> list[str]:
    """The codes of a Markdown file, section by section."""
    return re.findall(r"^## (\S+): ", pages.read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("module", sorted(modules_with_pages()), ids=lambda module: module.stem)
def test_each_code_has_a_section_in_the_file_beside_its_module(module: Path) -> None:
    text = module.with_suffix(".md").read_text(encoding="utf-8")
    own = [
        problem.code
        for problem in all_problems().values()
        if Path(inspect.getfile(problem)) == module
    ]
    assert codes_in(module.with_suffix(".md")) == sorted(own)
    assert re.match(r"# \S.*\n\n## ", text)
    assert len(re.findall(r"^## ", text, re.MULTILINE)) == len(own)


def test_there_are_no_other_pages() -> None:
    package = Path(chronicle.__file__).parent
    pages = {path for path in package.rglob("*.md") if codes_in(path)}
    assert pages == {module.with_suffix(".md") for module in modules_with_pages()}


def test_a_wrong_template_is_noticed() -> None:
    class Misnamed(Problem):
        message = "`{nam}` is on line {first.line}"

        name: str
        first: str

    assert unknown_names(Misnamed) == {"nam"}
    assert unused_fields(Misnamed) == {"name"}


def test_a_text_shows_fields_as_they_are() -> None:
    class Shown(Problem):
        message = "{name} has {count}, as in {{x}}"
        help = "choose one of {known}"

        name: str
        count: int
        known: tuple[str, ...]

    problem = Shown(at=None, name="{count}", count=2, known=("a", "{b}"))
    assert problem.message_text() == "{count} has 2, as in {x}"
    assert problem.label_text() == ""
    assert problem.help_text() == "choose one of `a`, `{b}`"
