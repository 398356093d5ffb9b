"""Faults planted into the code under test: one line of one function, written wrongly."""

from __future__ import annotations

import importlib
import inspect
import textwrap
from types import FunctionType, ModuleType
from typing import Any

import pytest

from chronicle.records import Record


class Plant(Record):
    """A fault: in the function `module:name`, ``line`` reads ``instead``."""

    id: str
    where: str
    line: str
    instead: str

    def into(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Compiles the function again with the fault, for the time of one test.

        Every name for the function has the fault.
        """
        module_name, _, path = self.where.partition(":")
        module = importlib.import_module(f"chronicle.{module_name}")
        owner, name = _owner(module, path)
        function = _function(vars(owner)[name])
        source = textwrap.dedent(inspect.getsource(function))
        assert source.count(self.line) == 1, f"{self.where} reads otherwise now:\n{source}"
        written: dict[str, Any] = {}
        code = compile(source.replace(self.line, self.instead), f"<planted in {path}>", "exec")
        exec(code, vars(module), written)  # noqa: S102  our source with one line changed
        made = _function(written[name])
        monkeypatch.setattr(function, "__code__", made.__code__)


def _function(found: Any) -> FunctionType:
    """The function itself, without what makes it a property or remembers its answers."""
    wrapped: Any = found.fget if isinstance(found, property) else found
    function = inspect.unwrap(wrapped)
    assert isinstance(function, FunctionType)
    return function


def _owner(module: ModuleType, path: str) -> tuple[Any, str]:
    *classes, name = path.split(".")
    owner: Any = module
    for step in classes:
        owner = getattr(owner, step)
    return owner, name
