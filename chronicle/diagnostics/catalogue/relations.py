"""What can be wrong with how factions stand with each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from chronicle.diagnostics.report import Problem
from chronicle.files.source import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfRelation(Problem):
    """A faction is said to stand with itself in some way.

    ```yaml turns/001.yaml
    turn: 1
    relations:
      - {between: [vael, vael], as: war, for: everyone}
    ```
    """

    code: ClassVar[str] = "F001"
    name: str

    def message(self) -> str:
        return f"`{self.name}` has no relation with itself"

    def help(self) -> str:
        return "name two factions"


@dataclass(frozen=True, slots=True, kw_only=True)
class OverriddenRelation(Problem):
    """One turn says twice how two factions stand, and nobody would read the first.

    Of two relations of the same factions in one turn, whoever may read both goes by the one further
    down. So the first needs a reader whom the second hasn't: what is for everyone comes first, and
    what a few know better comes after it.

    ```yaml turns/001.yaml
    turn: 1
    relations:
      - {between: [vael, oru], as: allies, for: vael}
      - {between: [vael, oru], as: rivals, for: everyone}
    ```
    """

    code: ClassVar[str] = "F002"
    other: Span

    def message(self) -> str:
        return "nobody goes by this relation: another of this turn is for all its readers"

    def label(self) -> str:
        return f"the other one is on line {self.other.line}"

    def help(self) -> str:
        return "take one of them out, or put the one for fewer readers last"
