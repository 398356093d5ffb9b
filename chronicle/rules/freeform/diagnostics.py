"""Errors of the freeform ruleset: counters, clocks and dice."""

from __future__ import annotations

from chronicle.diagnostics.report import Problem
from chronicle.files.source import Span
from chronicle.rules.kit import diagnostics as shared


class NameTaken(Problem):
    code = "FF001"
    message = "there is already a counter with the name `{name}`"
    label = "first used on line {first.line}"
    help = "choose a different name"

    name: str
    first: Span


class StartOutOfRange(Problem):
    code = "FF002"
    message = "this starts with {start}"

    start: int
    low: int
    high: int | None

    def help_text(self) -> str:
        if self.high is None:
            return f"the value can't be below {self.low}; write `min:` to allow less"
        return f"the value must be from {self.low} to {self.high}"


class ChangeOutOfRange(shared.EffectTooFar):
    code = "FF003"


class ChangesNothing(shared.ChangesNothing):
    code = "FF004"
    help = "remove it, or write what is added, as in `+2` or `-1`"


class ModifiersWithoutRoll(Problem):
    code = "FF005"
    message = "there are modifiers, but no roll"
    help = "add `roll:`, as in `roll: 2d6`, or remove the modifiers"


class UnclearDice(Problem):
    code = "FF006"
    message = "can't roll `{text}`: {why}"
    help = "{instead}"

    text: str
    why: str
    instead: str


class ImpossibleTarget(Problem):
    code = "FF007"
    severity = "warning"
    message = "`{text}` can't succeed: the {which} result is {best}"
    help = "change the target, or leave out the roll"

    text: str
    best: int
    which: str
