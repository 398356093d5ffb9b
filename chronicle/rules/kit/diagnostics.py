"""Errors that several rulesets have in common; each ruleset gives them a code and a page."""

from __future__ import annotations

from typing import Final

from chronicle.diagnostics.report import Problem, quoted_list


class NoOpening(Problem):
    message = "this faction has no `opening:`"


class IdTaken(Problem):
    message = "there is already {what} with the id `{name}`"
    help = "choose a different id"

    #: The kind of the thing that has the id.
    what: str
    name: str


class ListedTwice(Problem):
    message = "`{name}` is listed twice"
    help = "remove one of them"

    name: str


class UnusedKey(Problem):
    message = "{what} does not use `{key}:`"

    key: str
    what: str
    #: The keys that it does use.
    takes: tuple[str, ...]

    def help_text(self) -> str:
        return f"{self.what} takes {quoted_list(self.takes)}" if self.takes else "remove it"


#: More effects than these are listed by their changes alone.
_MANY: Final = 5


class UnclearEffect(Problem):
    message = "this effect must change exactly one thing"

    #: The nearest effects, each as its keys in a row; without any, ``help`` is shown.
    keys: tuple[str, ...]

    def help_text(self) -> str:
        near = " or ".join(f"{{{key}}}" for key in self.keys)
        if len(self.keys) > _MANY:
            known = ", ".join(dict.fromkeys(key.rpartition(", ")[2] for key in self.keys))
            new = "a new faction needs none: write `joins:` with its first turn into its file"
            return f"write one of {known}; {new}"
        return f"write one of {near}" if near else super().help_text()


class EffectTooFar(Problem):
    message = "this would change the value from {before} to {after}"

    before: int
    after: int
    low: int
    #: None if the value has no upper limit.
    high: int | None

    def help_text(self) -> str:
        if self.high is None:
            return f"the value can't be below {self.low}"
        return f"the value must be from {self.low} to {self.high}"


class ChangesNothing(Problem):
    message = "this changes nothing"
    help = "remove it, or set a different value"
