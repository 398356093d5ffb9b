"""The leak gate itself: from the files of every audience to errors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from functools import cache
from typing import Final, TypeAlias

from chronicle.diagnostics.catalogue import leaks as problems
from chronicle.diagnostics.report import Report
from chronicle.leaks.campaign_texts import CampaignTexts
from chronicle.leaks.encodings import texts_of_lines
from chronicle.leaks.file_lines import group_by_mask, lines_by_path, lines_by_readers
from chronicle.leaks.locations import span_of_term
from chronicle.leaks.scan import Scanner
from chronicle.leaks.secrets import Mask, Secrets, ThemeText
from chronicle.leaks.words import Term
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


def report_leaks(
    texts: CampaignTexts, theme_text: ThemeText, shares: Mapping[str, AudienceFiles], report: Report
) -> None:
    """Report every secret in the files of audiences that their readers must not see.

    ``shares`` are the files by audience word, rendered with a theme; nothing is hidden from the GM.
    """
    secrets = Secrets.of(texts, theme_text)
    scanner = Scanner(secrets.search, secrets.vocabulary, secrets.ids)
    leaks = find_leaks(secrets, scanner, {word: share.files for word, share in shares.items()})
    for index, word in enumerate(secrets.audiences):
        terms = {term for term, mask in leaks.items() if mask >> index & 1}
        if terms:
            for problem in _problems(secrets, scanner, word, terms, shares[word]):
                report.add(problem)


def find_leaks(
    secrets: Secrets, scanner: Scanner, files: Mapping[str, Mapping[str, bytes]]
) -> Mapping[Term, Mask]:
    """The terms in files, by audience word, that their audiences must not read."""
    texts: dict[str, Mask] = {}
    for lines, mask in lines_by_readers(files.get(word, {}) for word in secrets.audiences):
        for text in texts_of_lines(lines):
            texts[text] = texts.get(text, 0) | mask
    found: dict[Term, Mask] = {}
    for group, mask in group_by_mask(texts):
        for term in scanner.terms_in(group):
            if unaware := mask & secrets.hidden.get(term, 0):
                found[term] = found.get(term, 0) | unaware
    return secrets.unexcused(found)


def leaking_lines(
    scanner: Scanner, terms: Set[Term], files: Mapping[str, bytes]
) -> Iterator[tuple[str, str, Set[Term]]]:
    """Each line in an audience's files that contains some of the terms, with its path and them."""

    # Most lines occur in many files.
    @cache
    def terms_in(line: bytes) -> Set[Term]:
        return scanner.terms_in(texts_of_lines([line.decode()])) & terms

    for path, lines in lines_by_path(files):
        for line in dict.fromkeys(lines):
            if held := terms_in(line):
                yield path, line.decode(), held


def _problems(
    secrets: Secrets, scanner: Scanner, word: str, terms: Set[Term], share: AudienceFiles
) -> Iterator[problems.Leak]:
    """One error per secret, with the pages that show it."""
    pages: dict[_Quote, list[str]] = {}
    for path, named in _quotes_by_page(scanner, terms, share.files):
        for shown in named:
            pages.setdefault(shown, []).append(f"{share.folder}/{path}")
    for (quote, found), paths in list(pages.items())[:_MAX_PER_AUDIENCE]:
        piece, term = secrets.origin(sorted(found, key=lambda term: -len(term.split())))
        yield problems.Leak(
            at=span_of_term(piece, term),
            reader=word,
            secret=quote,
            what=piece.what,
            pages=tuple(paths),
        )


def _quotes_by_page(
    scanner: Scanner, terms: Set[Term], files: Mapping[str, bytes]
) -> Iterator[tuple[str, list[_Quote]]]:
    """Each page with the longest of its leaked secrets, at most ``_MAX_PER_PAGE``."""
    found: dict[str, dict[_Quote, None]] = {}
    quoted: dict[str, list[_Quote]] = {}
    for path, line, held in leaking_lines(scanner, terms, files):
        if line not in quoted:
            quoted[line] = list(scanner.quotes(line, held))
        found.setdefault(path, {}).update(dict.fromkeys(quoted[line]))
    for path, shown in found.items():
        longest = sorted(shown, key=lambda one: (-len(one[1]), one[0]))
        yield path, longest[:_MAX_PER_PAGE]
