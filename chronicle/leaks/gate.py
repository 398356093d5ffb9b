"""The gate itself: from the files of every audience to findings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from chronicle.diagnostics.catalogue import leaks as problems
from chronicle.diagnostics.report import Report
from chronicle.leaks.authored_texts import known_of, pieces_of
from chronicle.leaks.disclosed_texts import told_by
from chronicle.leaks.lines import Shelf, pages_with
from chronicle.leaks.locations import place_of
from chronicle.leaks.premature_names import slips
from chronicle.leaks.scan import scan_for
from chronicle.leaks.secrets import House, Mark, Secrets
from chronicle.model.campaign import Campaign
from chronicle.play.history import History
from chronicle.rules.protocol import RuleSystem

#: As many secrets as are named of one page, and in all for one audience.
_OF_A_PAGE: Final = 3
_OF_AN_AUDIENCE: Final = 30
#: A leak: the words as they stand on the page, and the marks in them.
_Shown: TypeAlias = tuple[str, tuple[Mark, ...]]


@dataclass(frozen=True, slots=True)
class Share:
    """The files made for one audience by path, and the folder they are in, for findings."""

    folder: str
    files: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class Gate:
    """What is secret from whom in a campaign, and the shelf on which it is looked for.

    ``hidden`` is by audience word; the GM has no secrets from himself.
    """

    secrets: Secrets
    hidden: Mapping[str, frozenset[Mark]]
    shelf: Shelf

    @classmethod
    def of(
        cls,
        campaign: Campaign,
        history: History[Any, Any, Any],
        system: RuleSystem[Any, Any, Any],
        house: House,
    ) -> Gate:
        """The gate of a campaign as played, drawn by a theme."""
        secrets = secrets_of(campaign, history, system, house)
        hidden = {word: secrets.hidden(word) for word in secrets.audiences}
        vocabulary = secrets.house.words.union(*secrets.words.values())
        scan = scan_for(frozenset().union(*hidden.values()), vocabulary, secrets.ids())
        return cls(secrets, hidden, Shelf(scan))

    def slips(self, report: Report) -> None:
        """Reports names that the author's own texts let slip, as warnings."""
        slips(self.secrets, report)

    def look(self, word: str, share: Share, report: Report) -> None:
        """Reports every secret that stands in an audience's share and isn't for its readers."""
        lines = self.leaking(word, share.files) if word in self.hidden else {}
        if not lines:
            return
        scan = self.shelf.scan
        quoted = {line: tuple(scan.quotes(line.decode(), lines[line])) for line in sorted(lines)}
        for problem in _problems(self.secrets, word, quoted, share):
            report.add(problem)

    def leaking(self, word: str, files: Mapping[str, bytes]) -> Mapping[bytes, frozenset[Mark]]:
        """The lines of an audience's files that show it what is hidden from it, and what."""
        held = self.shelf.holding(files)
        suspicious = self.hidden[word] & frozenset().union(*set(held.values()))
        leaked = self.secrets.unexcused(word, suspicious) if suspicious else set()
        return {
            line: marks & leaked for line, marks in held.items() if not marks.isdisjoint(leaked)
        }


def leaks(
    campaign: Campaign,
    history: History[Any, Any, Any],
    system: RuleSystem[Any, Any, Any],
    house: House,
    shares: Mapping[str, Share],
    report: Report,
) -> None:
    """Reports all that a gate finds in shares, which are by audience word."""
    gate = Gate.of(campaign, history, system, house)
    gate.slips(report)
    for word, share in shares.items():
        gate.look(word, share, report)


def secrets_of(
    campaign: Campaign,
    history: History[Any, Any, Any],
    system: RuleSystem[Any, Any, Any],
    house: House,
) -> Secrets:
    """What is secret from whom in a campaign as played."""
    told = told_by(campaign, history, system)
    known = known_of(campaign, told.learnt())
    pieces = pieces_of(campaign, known)
    return Secrets.of(pieces, known, told, house)


def _problems(
    secrets: Secrets, word: str, quoted: Mapping[bytes, Sequence[_Shown]], share: Share
) -> Iterator[problems.Leak]:
    """One finding for each secret, with the pages that show it."""
    pages: dict[_Shown, list[str]] = {}
    for path, named in _by_page(share.files, quoted):
        for shown in named:
            pages.setdefault(shown, []).append(f"{share.folder}/{path}")
    for (quote, marks), paths in list(pages.items())[:_OF_AN_AUDIENCE]:
        found = secrets.origin(word, _plainest(marks))
        if found is not None:
            piece, mark = found
            yield problems.Leak(
                at=place_of(piece, mark),
                reader=word,
                secret=quote,
                what=piece.what,
                pages=tuple(paths),
            )


def _by_page(
    files: Mapping[str, bytes], quoted: Mapping[bytes, Sequence[_Shown]]
) -> Iterator[tuple[str, list[_Shown]]]:
    """Each page with the handful of secrets that is named of it: the longest."""
    found: dict[str, dict[_Shown, None]] = {}
    for path, line in pages_with(files, quoted):
        found.setdefault(path, {}).update(dict.fromkeys(quoted[line]))
    for path, shown in found.items():
        longest = sorted(shown, key=lambda one: (-len(one[1]), one[0]))
        yield path, longest[:_OF_A_PAGE]


def _plainest(marks: Sequence[Mark]) -> list[Mark]:
    """Marks in the order in which they name their place best: long phrases before words."""
    return sorted(marks, key=lambda mark: -1 if isinstance(mark, str) else -len(mark))
