"""Base classes of errors that several rulesets have in common.

The class of a ruleset adds the code and the page, with an example in a campaign of the ruleset.
"""

from __future__ import annotations

from typing import ClassVar

from chronicle.diagnostics.report import Problem
from chronicle.records import dataclass


def quoted_list(words: tuple[str, ...]) -> str:
    """Return the words in backticks, separated by commas."""
    return ", ".join(f"`{word}`" for word in words)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnclearEffect(Problem):
    """An effect does not say which one thing it changes.

    ``keys`` are the nearest effects, each as its keys in a row. If there are none, the help shows
    the figure of a faction named by ``FIGURE``.
    """

    FIGURE: ClassVar[str]
    keys: tuple[str, ...]

    def message(self) -> str:
        return "this effect must change exactly one thing"

    def help(self) -> str:
        if not self.keys:
            return f"name the target and one change, as in `{{faction: …, {self.FIGURE}: +3}}`"
        return "write one of " + " or ".join(f"{{{key}}}" for key in self.keys)


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectTooFar(Problem):
    """An effect would take a value out of its range; ``high`` is None if it has no upper limit."""

    before: int
    after: int
    low: int
    high: int | None

    def message(self) -> str:
        return f"this would change the value from {self.before} to {self.after}"

    def help(self) -> str:
        if self.high is None:
            return f"the value can't be below {self.low}"
        return f"the value must be from {self.low} to {self.high}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangesNothing(Problem):
    """An effect changes nothing: the value it sets is already there."""

    def message(self) -> str:
        return "this changes nothing"

    def help(self) -> str:
        return "remove it, or set a different value"


@dataclass(frozen=True, slots=True, kw_only=True)
class IdTaken(Problem):
    """Something new has the id of an existing thing; ``what`` is the kind of the existing one."""

    what: str
    name: str

    def message(self) -> str:
        return f"there is already {self.what} with the id `{self.name}`"

    def help(self) -> str:
        return "choose a different id"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnusedKey(Problem):
    """An order has a key that it does not use; ``takes`` are the keys it does."""

    key: str
    what: str
    takes: tuple[str, ...]

    def message(self) -> str:
        return f"{self.what} does not use `{self.key}:`"

    def help(self) -> str:
        if not self.takes:
            return "remove it"
        return f"{self.what} takes {quoted_list(self.takes)}"
