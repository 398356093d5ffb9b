"""Say once what has changed in published turns: at the line that has changed it, and for whom."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from chronicle.diagnostics.catalogue import publication as problems
from chronicle.diagnostics.report import Problem
from chronicle.files.source import FileTree, Span
from chronicle.model.audience import EVERYONE_ID
from chronicle.model.publication import PublicationRecord, ToolVersions
from chronicle.publish.lock.causes import ChangedLines, changed_words
from chronicle.publish.lock.diff import ItemChange, TurnChange
from chronicle.publish.lock.secrecy import RecordSecret
from chronicle.publish.lock.slips import no_slip_reason
from chronicle.records import MutableRecord, Record, field

#: Maximum number of lines of a difference.
MAX_LINES: Final = 12


class CampaignFolder(Record):
    """The files of a campaign, and the secret of its record.

    ``typed`` is the folder to deploy; ``joins`` the first turn of each faction.
    """

    tree: FileTree
    secret: RecordSecret
    typed: str
    joins: Mapping[str, int]


class _Cause(MutableRecord):
    """Changes of published turns with one cause, and the turns and audiences that they concern."""

    at: Span | None
    turns: dict[int, None] = field(default_factory=dict)
    audiences: dict[str, None] = field(default_factory=dict)
    changes: dict[ItemChange, None] = field(default_factory=dict)
    versions: ToolVersions | None = None


def problems_of_changes(
    changed: Sequence[TurnChange],
    published: PublicationRecord,
    made_with: ToolVersions,
    folder: CampaignFolder,
    *,
    is_typo: bool,
) -> Iterator[Problem]:
    """Yield a problem for each line that has changed published turns; none for mere slips.

    Where the line is not known, the location is the turn in the record.
    """
    if is_typo and all(it.items is not None for it in changed):
        found = [(it, no_slip_reason(it)) for one in changed for it in one.items or ()]
        if not any(why for _, why in found):
            return
    lines = ChangedLines(folder.tree, published, folder.secret)
    for cause in _causes(changed, lines):
        yield _problem(cause, lines, made_with, folder, is_typo=is_typo)


def _causes(changed: Sequence[TurnChange], lines: ChangedLines) -> Iterator[_Cause]:
    found: dict[tuple[str, int], _Cause] = {}
    spans: dict[tuple[ItemChange, int], Span | None] = {}
    for one in changed:
        for change in one.items or (None,):
            number = one.turn.number
            if change is not None and (change, number) not in spans:
                spans[change, number] = lines.span_of(change, number)
            at = spans[change, number] if change is not None else None
            at = at or lines.first_span(number) or one.turn.told_at.get(one.audience, one.turn.at)
            place = (at.path, at.line) if at is not None else ("", number)
            cause = found.setdefault(place, _Cause(at))
            cause.turns[number] = None
            cause.audiences[one.audience] = None
            cause.versions = cause.versions or one.turn.versions
            if change is not None:
                cause.changes[change] = None
    yield from found.values()


def _problem(
    cause: _Cause,
    lines: ChangedLines,
    now: ToolVersions,
    folder: CampaignFolder,
    *,
    is_typo: bool,
) -> Problem:
    words = tuple(cause.audiences)
    why = next((why for it in cause.changes if (why := no_slip_reason(it))), "") if is_typo else ""
    in_record = cause.at is None or any(
        cause.at == at for turn in lines.published.turns for at in (turn.at, *turn.told_at.values())
    )
    was = cause.versions
    return problems.PublishedTurnChanged(
        at=cause.at,
        turns=tuple(cause.turns),
        audiences=(EVERYONE_ID,) if EVERYONE_ID in words else words,
        lines=tuple(_lines(cause.changes)),
        most=MAX_LINES,
        no_slip=why,
        are_slips=bool(cause.changes) and not any(map(no_slip_reason, cause.changes)),
        is_typo=is_typo,
        made_with=_versions_text(was) if was is not None and was != now else "",
        now_with=_versions_text(now),
        is_in_record=in_record,
        no_line_changed=lines.known and not any(lines.changed.values()),
        command=f"chronicle deploy {shlex.quote(folder.typed)}",
    )


def _lines(changes: Iterable[ItemChange]) -> Iterator[str]:
    """The lines that show changes; the same words in texts that go on differently count once."""
    shown: set[object] = set()
    for change in changes:
        line = change.line()
        mark: object = line
        if change.kind == "changed":
            mark = (change.path.rpartition(".")[2], changed_words(change.was, change.now))
        if mark not in shown and line not in shown:
            shown |= {mark, line}
            yield line


def _versions_text(versions: ToolVersions) -> str:
    return f"chronicle {versions.chronicle} and {versions.ruleset} {versions.rules}"
