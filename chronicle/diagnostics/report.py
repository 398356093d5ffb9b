"""Findings: what is wrong with an author's files, collected in one run."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from chronicle.files.source import Span

Severity = Literal["error", "warning"]
#: What an error is: a mistake in a file, a secret where it may not be, or something that readers
#: were told otherwise before.
FindingCategory = Literal["mistake", "leak", "retold"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A kind of mistake an author can make; each kind is a subclass with its own sentences.

    The subclass's docstring is the page that ``chronicle explain`` prints. It ends in an example
    that yields the problem's own code.
    """

    code: ClassVar[str]
    severity: ClassVar[Severity] = "error"
    category: ClassVar[FindingCategory] = "mistake"

    at: Span | None

    def message(self) -> str:
        """The fault in one line, without its place."""
        raise NotImplementedError

    def label(self) -> str:
        """What stands beside the caret; may be empty."""
        return ""

    def help(self) -> str:
        """What to do about it; may be empty."""
        return ""


@dataclass(frozen=True, slots=True)
class Finding:
    """One mistake at one place, ready to be rendered in any format."""

    code: str
    severity: Severity
    message: str
    at: Span | None
    label: str
    help: str
    category: FindingCategory = "mistake"

    @property
    def order(self) -> tuple[str, int, int, str, str]:
        """Where the finding stands in a listing: by file, line and column."""
        if self.at is None:
            return ("", 0, 0, self.code, self.message)
        return (self.at.path, self.at.line, self.at.column, self.code, self.message)


@dataclass(slots=True)
class Report:
    """Collects the findings of one run; the stages add to it and never print."""

    _findings: list[Finding] = field(default_factory=list)

    def add(self, problem: Problem) -> None:
        """Takes a problem down as a finding."""
        self._findings.append(
            Finding(
                code=problem.code,
                severity=problem.severity,
                message=problem.message(),
                at=problem.at,
                label=problem.label(),
                help=problem.help(),
                category=problem.category,
            )
        )

    def extend(self, findings: Iterable[Finding]) -> None:
        """Takes over what was found before."""
        self._findings.extend(findings)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings in order of file, line and column, without repeats."""
        return tuple(sorted(dict.fromkeys(self._findings), key=lambda finding: finding.order))

    @property
    def errors(self) -> int:
        """How many errors there are so far, warnings not counted."""
        return sum(1 for finding in self._findings if finding.severity == "error")

    @property
    def has_errors(self) -> bool:
        return self.errors > 0


def closest_name(word: str, known: Iterable[str], *, cutoff: float = 0.6) -> str | None:
    """The known name that the author most likely meant, or None when none is close.

    ``cutoff`` is as :mod:`difflib` reckons it, from 0 to 1 for the same word.
    """
    names = sorted(set(known))
    folded = {name.casefold(): name for name in names}
    matches = difflib.get_close_matches(word.casefold(), list(folded), n=1, cutoff=cutoff)
    return folded[matches[0]] if matches else None


def did_you_mean(word: str, known: Iterable[str], *, otherwise: str = "") -> str:
    """A help line for an unknown name: the nearest known one, else the choices there are."""
    names = sorted(set(known))
    meant = closest_name(word, names)
    if meant is not None:
        return f"did you mean `{meant}`?"
    if names and len(names) <= 12:
        return "known here: " + ", ".join(f"`{name}`" for name in names)
    return otherwise
