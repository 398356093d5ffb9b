"""Why an order cannot be done: told once, for the check, the order form and the resolver."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, Literal, TypeVar

from chronicle.diagnostics.report import Problem, Report
from chronicle.records import Record, replace
from chronicle.yaml.decode import InputModel

#: The codes with which orders of a ruleset are not carried out.
Reason = TypeVar("Reason", bound=str)


class Refusal(Record, Generic[Reason]):
    """A reason against an order: the finding without its place, and the path to what is wrong.

    ``reason`` is the code with which the resolver does not carry the order out; it is empty for
    what only a check finds. With ``on_key``, the finding is at the key instead of its value.
    """

    problem: Problem
    path: tuple[str, ...]
    reason: Reason | Literal[""] = ""
    on_key: bool = False

    def add_to(self, report: Report, entry: InputModel) -> None:
        """Add the finding at its place in what the author wrote."""
        at = entry.key_at(*self.path) if self.on_key else entry.at(*self.path)
        report.add(replace(self.problem, at=at))


def first_reason(refusals: Iterable[Refusal[Reason]]) -> Reason | Literal[""]:
    """Return why an order is not carried out; empty if it is."""
    return next((refusal.reason for refusal in refusals if refusal.reason), "")
