"""Findings: errors and warnings about an author's files, collected during a run."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Mapping
from types import ModuleType
from typing import ClassVar, Literal

from chronicle.files.source import Span
from chronicle.records import MutableRecord, Record, field, field_names

Severity = Literal["error", "warning"]
#: What an error is about: a mistake in a file, a leaked secret, or a published turn that changed.
FindingCategory = Literal["mistake", "leak", "retold"]


class Problem(Record, kw_only=True):
    """A kind of mistake that an author can make; each kind is a subclass with a code and texts.

    The texts are templates: ``{name}`` is replaced by the field ``name``, and a tuple is listed in
    backticks. Where a text branches, a subclass overrides the method that returns it. The page that
    ``chronicle explain`` prints is in the Markdown file of the same name beside the module.
    """

    code: ClassVar[str]
    severity: ClassVar[Severity] = "error"
    category: ClassVar[FindingCategory] = "mistake"
    #: The mistake in one line, without its location.
    message: ClassVar[str] = ""
    #: The note next to the caret; may be empty.
    label: ClassVar[str] = ""
    #: What to do about it; may be empty. Further lines are to be copied into a file.
    help: ClassVar[str] = ""

    at: Span | None

    def message_text(self) -> str:
        return self._fill_in(self.message)

    def label_text(self) -> str:
        return self._fill_in(self.label)

    def help_text(self) -> str:
        return self._fill_in(self.help)

    def missing_file(self) -> str:
        """The path of a file whose absence would be the reason; empty if there is none."""
        return ""

    def _fill_in(self, template: str) -> str:
        values = {name: getattr(self, name) for name in field_names(type(self))}
        lists = {name: quoted_list(it) for name, it in values.items() if isinstance(it, tuple)}
        return template.format_map(values | lists)


class Misspelling(Problem):
    """A name that is not one of the known ones; ``help`` is shown if none of them is close."""

    name: str
    known: tuple[str, ...]

    def help_text(self) -> str:
        return did_you_mean(self.name, self.known, otherwise=self._fill_in(self.help))


def problems_of(*modules: ModuleType) -> tuple[type[Problem], ...]:
    """Return the problems with a code that modules define, in order of code."""
    defined = [
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, Problem)
        and value.__module__ == module.__name__
        and "code" in vars(value)
    ]
    return tuple(sorted(defined, key=lambda problem: problem.code))


class Finding(Record):
    """A mistake at one location, ready to be rendered in any format."""

    code: str
    severity: Severity
    message: str
    at: Span | None
    label: str
    help: str
    category: FindingCategory = "mistake"
    #: As returned by `Problem.missing_file`.
    missing_file: str = ""

    @property
    def order(self) -> tuple[str, int, int, str, str]:
        """The sort key: file, line, column, code and message."""
        if self.at is None:
            return ("", 0, 0, self.code, self.message)
        return (self.at.path, self.at.line, self.at.column, self.code, self.message)


class Report(MutableRecord):
    """The findings of one run; stages add to it and never print."""

    _findings: list[Finding] = field(default_factory=list)

    def add(self, problem: Problem) -> None:
        self._findings.append(
            Finding(
                code=problem.code,
                severity=problem.severity,
                message=problem.message_text(),
                at=problem.at,
                label=problem.label_text(),
                help=problem.help_text(),
                category=problem.category,
                missing_file=problem.missing_file(),
            )
        )

    def extend(self, findings: Iterable[Finding]) -> None:
        """Add findings that were made before."""
        self._findings.extend(findings)

    def remove(self, findings: Collection[Finding]) -> None:
        """Remove findings that follow from another mistake."""
        self._findings = [finding for finding in self._findings if finding not in findings]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings, sorted by file, line and column, without duplicates."""
        return tuple(sorted(dict.fromkeys(self._findings), key=lambda finding: finding.order))

    @property
    def errors(self) -> int:
        """The number of errors so far, without warnings."""
        return sum(1 for finding in self._findings if finding.severity == "error")

    @property
    def has_errors(self) -> bool:
        return self.errors > 0


def quoted_list(words: Iterable[str]) -> str:
    """Return the words in backticks, separated by commas."""
    return ", ".join(f"`{word}`" for word in words)


def closest_name(word: str, known: Iterable[str], *, cutoff: float = 0.6) -> str | None:
    """Return the known name that the author most likely meant, or None if none is close.

    ``cutoff`` is the ratio of :mod:`difflib`, from 0 to 1 for identical words.
    """
    names = sorted(set(known))
    folded = {name.casefold(): name for name in names}
    # An id is often made of words of a name: `ferry` of "The Night Ferry".
    words = set(fold_name(word).split())
    within = [name for name in folded if len(words) > 1 and set(re.split(r"[-_ ]", name)) <= words]
    if within:
        return folded[max(within, key=len)]
    matches = difflib.get_close_matches(word.casefold(), list(folded), n=1, cutoff=cutoff)
    return folded[matches[0]] if matches else None


def fold_name(name: str) -> str:
    """Return a name in small letters, without quotes around it and an article in front."""
    plain = name.casefold().strip(" \"'“”„‘’«»")
    return re.sub(r"^(the|an?|der|die|das|le|la|les|el|los|las) ", "", plain)


def did_you_mean(
    word: str, known: Iterable[str], *, otherwise: str = "", called: Mapping[str, str] | None = None
) -> str:
    """Return the help for an unknown name: the closest known name, or else the choices.

    ``called`` has ids by the folded names that readers see.
    """
    names = sorted(set(known) - {""})
    id = (called or {}).get(fold_name(word), "")
    if id in names and id != word.casefold():
        return f"write the id: `{id}`"
    meant = closest_name(word, names)
    if meant is not None:
        return f"did you mean `{meant}`?"
    if names and len(names) <= 12:
        return f"choose one of {quoted_list(names)}"
    return otherwise
