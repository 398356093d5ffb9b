"""The leak gate itself: from the files of every audience to errors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from chronicle.diagnostics.catalogue import leaks as problems
from chronicle.diagnostics.report import Report
from chronicle.leaks.authored_texts import authored_texts_of, knowledge_of
from chronicle.leaks.disclosed_texts import disclosed_texts_of
from chronicle.leaks.line_cache import LineCache, paths_with_lines
from chronicle.leaks.locations import span_of_term
from chronicle.leaks.scan import scanner_for
from chronicle.leaks.secrets import Secrets, SecretTerm, ThemeText
from chronicle.leaks.unknown_names import report_premature_names
from chronicle.model.campaign import Campaign
from chronicle.play.history import History
from chronicle.records import dataclass
from chronicle.rules.protocol import Ruleset

#: Maximum number of secrets named for one page, and for one audience.
_MAX_PER_PAGE: Final = 3
_MAX_PER_AUDIENCE: Final = 30
#: A leak: the words as shown on the page, and the secret terms in them.
_Quote: TypeAlias = tuple[str, tuple[SecretTerm, ...]]


@dataclass(frozen=True, slots=True)
class AudienceFiles:
    """The files made for one audience, by path, and their folder for error messages."""

    folder: str
    files: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class Gate:
    """The secrets of a campaign, and a cache of scanned lines.

    ``hidden`` are the terms hidden from each audience, by its word; nothing is hidden from the GM.
    """

    secrets: Secrets
    hidden: Mapping[str, frozenset[SecretTerm]]
    line_cache: LineCache

    @classmethod
    def of(
        cls,
        campaign: Campaign,
        history: History[Any, Any, Any],
        system: Ruleset[Any, Any, Any],
        theme_text: ThemeText,
    ) -> Gate:
        """The gate of a played campaign, rendered with a theme."""
        secrets = secrets_of(campaign, history, system, theme_text)
        hidden = {word: secrets.hidden(word) for word in secrets.audiences}
        vocabulary = secrets.theme_text.words.union(*secrets.words.values())
        scan = scanner_for(frozenset().union(*hidden.values()), vocabulary, secrets.ids())
        return cls(secrets, hidden, LineCache(scan))

    def report_premature_names(self, report: Report) -> None:
        """Warn about names in the author's texts that their readers don't know yet."""
        report_premature_names(self.secrets, report)

    def scan(self, audience_id: str, audience_files: AudienceFiles, report: Report) -> None:
        """Report every secret in an audience's files that its readers must not see."""
        lines = (
            self.leaking_lines(audience_id, audience_files.files)
            if audience_id in self.hidden
            else {}
        )
        if not lines:
            return
        scan = self.line_cache.scan
        quoted = {line: tuple(scan.quotes(line.decode(), lines[line])) for line in sorted(lines)}
        for problem in _problems(self.secrets, audience_id, quoted, audience_files):
            report.add(problem)

    def leaking_lines(
        self, audience_id: str, files: Mapping[str, bytes]
    ) -> Mapping[bytes, frozenset[SecretTerm]]:
        """The lines of an audience's files that contain terms hidden from it, with the terms."""
        held = self.line_cache.lines_with_terms(files)
        suspicious = self.hidden[audience_id] & frozenset().union(*set(held.values()))
        leaked = self.secrets.unexcused(audience_id, suspicious) if suspicious else set()
        return {
            line: marks & leaked for line, marks in held.items() if not marks.isdisjoint(leaked)
        }


def report_leaks(
    campaign: Campaign,
    history: History[Any, Any, Any],
    system: Ruleset[Any, Any, Any],
    theme_text: ThemeText,
    files_by_audience: Mapping[str, AudienceFiles],
    report: Report,
) -> None:
    """Report all leaks in the files of each audience, by audience word."""
    gate = Gate.of(campaign, history, system, theme_text)
    gate.report_premature_names(report)
    for word, share in files_by_audience.items():
        gate.scan(word, share, report)


def secrets_of(
    campaign: Campaign,
    history: History[Any, Any, Any],
    system: Ruleset[Any, Any, Any],
    theme_text: ThemeText,
) -> Secrets:
    """Compute the secrets of a played campaign."""
    told = disclosed_texts_of(campaign, history, system)
    known = knowledge_of(campaign, told.learnt())
    pieces = authored_texts_of(campaign, known)
    return Secrets.of(pieces, known, told, theme_text)


def _problems(
    secrets: Secrets, word: str, quoted: Mapping[bytes, Sequence[_Quote]], share: AudienceFiles
) -> Iterator[problems.Leak]:
    """One error per secret, with the pages that show it."""
    pages: dict[_Quote, list[str]] = {}
    for path, named in _quotes_by_page(share.files, quoted):
        for shown in named:
            pages.setdefault(shown, []).append(f"{share.folder}/{path}")
    for (quote, marks), paths in list(pages.items())[:_MAX_PER_AUDIENCE]:
        found = secrets.origin(word, _by_specificity(marks))
        if found is not None:
            piece, mark = found
            yield problems.Leak(
                at=span_of_term(piece, mark),
                reader=word,
                secret=quote,
                what=piece.what,
                pages=tuple(paths),
            )


def _quotes_by_page(
    files: Mapping[str, bytes], quoted: Mapping[bytes, Sequence[_Quote]]
) -> Iterator[tuple[str, list[_Quote]]]:
    """Each page with the longest of its leaked secrets, at most ``_MAX_PER_PAGE``."""
    found: dict[str, dict[_Quote, None]] = {}
    for path, line in paths_with_lines(files, quoted):
        found.setdefault(path, {}).update(dict.fromkeys(quoted[line]))
    for path, shown in found.items():
        longest = sorted(shown, key=lambda one: (-len(one[1]), one[0]))
        yield path, longest[:_MAX_PER_PAGE]


def _by_specificity(marks: Sequence[SecretTerm]) -> list[SecretTerm]:
    """Terms sorted by how well they identify their origin: long phrases before words."""
    return sorted(marks, key=lambda mark: -1 if isinstance(mark, str) else -len(mark))
