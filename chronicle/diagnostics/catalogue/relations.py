"""Errors of relations between factions."""

from __future__ import annotations

from typing import ClassVar

from chronicle.diagnostics.report import Problem
from chronicle.files.source import Span
from chronicle.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfRelation(Problem):
    """A relation names the same faction twice.

    ```yaml turns/001.yaml
    turn: 1
    relations:
      - {between: [vael, vael], as: war, for: everyone}
    ```
    ```right
    [vael, vael] => [vael, oru]
    ```
    """

    code: ClassVar[str] = "F001"
    name: str

    def message(self) -> str:
        return f"`{self.name}` can't have a relation with itself"

    def help(self) -> str:
        return "name two different factions"


@dataclass(frozen=True, slots=True, kw_only=True)
class OverriddenRelation(Problem):
    """A relation has no effect, because a later one replaces it for all its readers.

    If a turn has two relations between the same factions, readers who may read both see the later
    one. So put the relation for everyone first, and the one for fewer readers after it.

    ```yaml turns/001.yaml
    turn: 1
    relations:
      - {between: [vael, oru], as: allies, for: vael}
      - {between: [vael, oru], as: rivals, for: everyone}
    ```
    ```right
    rivals, for: everyone => allies, for: oru
    ```
    """

    code: ClassVar[str] = "F002"
    other: Span

    def message(self) -> str:
        return "this relation has no effect: a later one replaces it for all its readers"

    def label(self) -> str:
        return f"replaced on line {self.other.line}"

    def help(self) -> str:
        return "remove one of them, or put the one for fewer readers last"
