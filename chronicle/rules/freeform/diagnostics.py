"""Errors of the freeform ruleset: counters and clocks."""

from __future__ import annotations

from typing import ClassVar

from chronicle.diagnostics.report import Problem
from chronicle.files.source import Span
from chronicle.records import dataclass
from chronicle.rules.shared import diagnostics as shared


@dataclass(frozen=True, slots=True, kw_only=True)
class NameTaken(Problem):
    """Two counters or clocks have the same name.

    Charts and sheets show counters by name, so readers could not tell them apart. A counter of all
    factions is written only once.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: freeform
    seed: one
    rules:
      counters:
        crowns: {name: Crowns}
        debts: {name: Crowns}
    ```
    ```right
    debts: {name: Crowns} => debts: {name: Debts}
    ```
    """

    code: ClassVar[str] = "FF001"
    name: str
    first: Span

    def message(self) -> str:
        return f"there is already a counter with the name `{self.name}`"

    def label(self) -> str:
        return f"first used on line {self.first.line}"

    def help(self) -> str:
        return "choose a different name"


@dataclass(frozen=True, slots=True, kw_only=True)
class StartOutOfRange(Problem):
    """A counter or a clock starts with a value that it can't have.

    A counter is never below its `min:`, which is 0 if left out, nor above its `max:`. A clock is
    between 0 and its number of segments.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: freeform
    seed: one
    rules:
      clocks:
        flood: {name: The flood, segments: 6, start: 7, for: everyone}
    ```
    ```right
    start: 7 => start: 2
    ```
    """

    code: ClassVar[str] = "FF002"
    start: int
    low: int
    high: int | None

    def message(self) -> str:
        return f"this starts with {self.start}"

    def help(self) -> str:
        if self.high is None:
            return f"the value can't be below {self.low}; write `min:` to allow less"
        return f"the value must be from {self.low} to {self.high}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeOutOfRange(shared.EffectTooFar):
    """A change would take a counter out of its range, or fill a clock beyond its last segment.

    Adjustments come first, then the effects of news, then orders; each counts on from the one
    before.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, change: {vael/crowns: -4}}
    ```
    ```right
    -4 => -3
    ```
    """

    code: ClassVar[str] = "FF003"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangesNothing(shared.ChangesNothing):
    """A change adds 0 to a counter.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, change: {vael/crowns: 0}}
    ```
    ```right
    vael/crowns: 0 => vael/crowns: 1
    ```
    """

    code: ClassVar[str] = "FF004"

    def help(self) -> str:
        return "remove it, or write what is added, as in `+2` or `-1`"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModifiersWithoutRoll(Problem):
    """An order has modifiers, but no roll that they could modify.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: ford, order: We cross at night., modifiers: {a moonless night: +1}}
    ```
    ```right
    , modifiers: {a moonless night: +1}} => }
    ```
    """

    code: ClassVar[str] = "FF005"

    def message(self) -> str:
        return "there are modifiers, but no roll"

    def help(self) -> str:
        return "add `roll:`, as in `roll: 2d6`, or remove the modifiers"
