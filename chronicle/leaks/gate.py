"""The leak gate itself: from the files of every audience to errors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from chronicle.diagnostics.catalogue import leaks as problems
from chronicle.diagnostics.report import Report
from chronicle.leaks.campaign_texts import CampaignTexts
from chronicle.leaks.file_lines import paths_with_lines
from chronicle.leaks.find_leaks import find_leaks, leaking_lines
from chronicle.leaks.locations import span_of_term
from chronicle.leaks.scan import scanner_for
from chronicle.leaks.secrets import Secrets, ThemeText
from chronicle.leaks.words import Term, TermSet
from chronicle.records import Record

#: Maximum number of secrets named for one page, and for one audience.
_MAX_PER_PAGE: Final = 3
_MAX_PER_AUDIENCE: Final = 30
#: A leak: the words as shown on the page, and the secret terms in them.
_Quote: TypeAlias = tuple[str, tuple[Term, ...]]


class AudienceFiles(Record):
    """The files made for one audience, by path, and their folder for error messages."""

    folder: str
    files: Mapping[str, bytes]


class Gate(Record):
    """The secrets of a campaign.

    ``title`` is the campaign's title, by which the record of its last scan is found.
    """

    title: str
    secrets: Secrets

    @classmethod
    def of(cls, texts: CampaignTexts, theme_text: ThemeText) -> Gate:
        """The gate of a campaign with these texts, rendered with a theme."""
        return cls(texts.campaign.title, Secrets.of(texts, theme_text))

    def scan(self, shares: Mapping[str, AudienceFiles], report: Report) -> None:
        """Report every secret in the files of audiences that their readers must not see.

        ``shares`` are the files by audience word; nothing is hidden from the GM.
        """
        leaks = find_leaks(
            self.title, self.secrets, {word: share.files for word, share in shares.items()}
        )
        for index, word in enumerate(self.secrets.audiences):
            terms = frozenset(term for term, mask in leaks.items() if mask >> index & 1)
            if terms:
                for problem in _problems(self.secrets, word, terms, shares[word]):
                    report.add(problem)


def _problems(
    secrets: Secrets, word: str, terms: Iterable[Term], share: AudienceFiles
) -> Iterator[problems.Leak]:
    """One error per secret, with the pages that show it."""
    scanner = scanner_for(TermSet.of(terms), secrets.vocabulary, secrets.ids)
    lines = leaking_lines(scanner, share.files)
    quoted = {line: tuple(scanner.quotes(line, lines[line])) for line in sorted(lines)}
    pages: dict[_Quote, list[str]] = {}
    for path, named in _quotes_by_page(share.files, quoted):
        for shown in named:
            pages.setdefault(shown, []).append(f"{share.folder}/{path}")
    for (quote, found), paths in list(pages.items())[:_MAX_PER_AUDIENCE]:
        piece, term = secrets.origin(_by_specificity(found))
        yield problems.Leak(
            at=span_of_term(piece, term),
            reader=word,
            secret=quote,
            what=piece.what,
            pages=tuple(paths),
        )


def _quotes_by_page(
    files: Mapping[str, bytes], quoted: Mapping[str, Sequence[_Quote]]
) -> Iterator[tuple[str, list[_Quote]]]:
    """Each page with the longest of its leaked secrets, at most ``_MAX_PER_PAGE``."""
    found: dict[str, dict[_Quote, None]] = {}
    for path, line in paths_with_lines(files, quoted):
        found.setdefault(path, {}).update(dict.fromkeys(quoted[line]))
    for path, shown in found.items():
        longest = sorted(shown, key=lambda one: (-len(one[1]), one[0]))
        yield path, longest[:_MAX_PER_PAGE]


def _by_specificity(terms: Sequence[Term]) -> list[Term]:
    """Terms sorted by how well they identify their origin: long phrases before words."""
    return sorted(terms, key=lambda term: -1 if isinstance(term, str) else -len(term))
