"""Sentences that findings of several rulesets have in common.

None of these is a finding by itself: a ruleset's own class adds the code and the page, with an
example on a campaign of the ruleset.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from chronicle.diagnostics.report import Problem


def quoted_list(words: tuple[str, ...]) -> str:
    """Words as an author writes them, one after the other."""
    return ", ".join(f"`{word}`" for word in words)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnclearEffect(Problem):
    """An effect does not say which one thing it changes.

    ``keys`` are the effects that come nearest, each as its keys in a row; ``FIGURE`` is the figure
    of a faction that the help shows instead when none does.
    """

    FIGURE: ClassVar[str]
    keys: tuple[str, ...]

    def message(self) -> str:
        return "this does not say which one thing changes"

    def help(self) -> str:
        if not self.keys:
            return (
                f"name what it is about and one change, as in `{{faction: …, {self.FIGURE}: +3}}`"
            )
        return "write one of " + " or ".join(f"{{{key}}}" for key in self.keys)


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectTooFar(Problem):
    """An effect would take a figure out of its range; ``high`` is None where there is no end."""

    before: int
    after: int
    low: int
    high: int | None

    def message(self) -> str:
        return f"this would take {self.before} to {self.after}"

    def help(self) -> str:
        if self.high is None:
            return f"the figure may not fall below {self.low}"
        return f"the figure goes from {self.low} to {self.high}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangesNothing(Problem):
    """An effect changes nothing: what it asks for is so already."""

    def message(self) -> str:
        return "this changes nothing"

    def help(self) -> str:
        return "take it out, or say what is to be otherwise"


@dataclass(frozen=True, slots=True, kw_only=True)
class IdTaken(Problem):
    """Something new would have the id of something that there is; ``what`` is the kind of that."""

    what: str
    name: str

    def message(self) -> str:
        return f"there is already {self.what} `{self.name}`"

    def help(self) -> str:
        return "give this another id"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnusedKey(Problem):
    """An order has a key that means nothing for it; ``takes`` are those that do."""

    key: str
    what: str
    takes: tuple[str, ...]

    def message(self) -> str:
        return f"{self.what} does not use `{self.key}:`"

    def help(self) -> str:
        if not self.takes:
            return "take it out"
        return f"{self.what} takes {quoted_list(self.takes)}"
