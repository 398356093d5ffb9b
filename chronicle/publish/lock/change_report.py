"""Say once what has changed in published turns: at the line that has changed it, and for whom."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from chronicle.diagnostics.catalogue import publication as problems
from chronicle.diagnostics.report import Problem
from chronicle.files.source import FileTree, Span
from chronicle.model.audience import EVERYONE_ID
from chronicle.model.publication import PublicationRecord, ToolVersions
from chronicle.publish.lock.changed_lines import ChangedLines, changed_words
from chronicle.publish.lock.diff import ItemChange, TurnChange
from chronicle.publish.lock.record_encryption import RecordSecret
from chronicle.publish.lock.spelling import no_slip_reason
from chronicle.records import MutableRecord, Record, field

#: A name with its target, and a link with its words, as they are told.
_NAMED: Final = re.compile(r"(?:^|, | – )([^()]+?) \(([a-z]+):([a-z0-9-]+)\)")
_LINKED: Final = re.compile(r"\[\[([a-z]+):([^|\]]+)\|([^\]]+)\]\]")
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
    """Changes of published turns with one cause, and the turns and audiences that they concern.

    ``faction`` is a new one that is the cause, usually empty.
    """

    at: Span | None
    faction: str
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
    most: int = MAX_LINES,
) -> Iterator[Problem]:
    """Yield a problem for each line that has changed published turns; none for mere slips.

    Where the line is not known, the location is the turn in the record.
    """
    if is_typo and all(it.items is not None for it in changed):
        found = [(it, no_slip_reason(it)) for one in changed for it in one.items or ()]
        if not any(why for _, why in found):
            return
    lines = ChangedLines(folder.tree, published, folder.secret)
    command = f"chronicle deploy {shlex.quote(folder.typed)}"
    renames = _renames(changed)
    for (kind, id), (was, now) in renames.items():
        yield problems.ThingRenamed(
            at=lines.name_span(kind, id, now),
            kind=kind,
            id=id,
            was=was,
            now=now,
            turn=published.through + 1,
            is_slip=not no_slip_reason(ItemChange("changed", path="name", was=was, now=now)),
            command=command,
        )
    told = published.turns[-1].factions
    # A record by hand may have the public alone.
    added = [
        it
        for it, turn in folder.joins.items()
        if told and it not in told and turn <= published.through
    ]
    for cause in _causes(changed, renames, lines, added):
        if cause.faction:
            yield problems.FactionAdded(
                at=cause.at,
                faction=cause.faction,
                audiences=_audiences(cause),
                turn=published.through + 1,
            )
        else:
            yield _problem(cause, lines, made_with, command, is_typo=is_typo, most=most)


def _renames(changed: Sequence[TurnChange]) -> Mapping[tuple[str, str], tuple[str, str]]:
    """The names of things that have changed: their kind and id, the name told and that of now."""
    found: dict[tuple[str, str], tuple[str, str]] = {}
    for change in (it for one in changed for it in one.items or () if it.kind == "changed"):
        was, now = _names_in(change.was), _names_in(change.now)
        found |= {
            ref: (was[ref], now[ref]) for ref in was.keys() & now.keys() if was[ref] != now[ref]
        }
    return dict(sorted(found.items()))


def _names_in(text: str) -> dict[tuple[str, str], str]:
    """The names of things in what was told, by kind and id."""
    return {(kind, id): name for name, kind, id in _NAMED.findall(text)} | {
        (kind, id): name for kind, id, name in _LINKED.findall(text)
    }


def _is_renaming(change: ItemChange, renames: Mapping[tuple[str, str], tuple[str, str]]) -> bool:
    """Whether nothing but names has changed."""
    return change.kind == "changed" and change.now == _with_names_of_now(change.was, renames)


def _with_names_of_now(text: str, renames: Mapping[tuple[str, str], tuple[str, str]]) -> str:
    for (kind, id), (was, now) in renames.items():
        text = text.replace(f"{was} ({kind}:{id})", f"{now} ({kind}:{id})")
        text = text.replace(f"[[{kind}:{id}|{was}]]", f"[[{kind}:{id}|{now}]]")
    return text


def _causes(
    changed: Sequence[TurnChange],
    renames: Mapping[tuple[str, str], tuple[str, str]],
    lines: ChangedLines,
    added: Sequence[str],
) -> Iterator[_Cause]:
    """What has changed published turns besides new names; ``added`` are new factions."""
    new = {it: at for it in added if (at := lines.file_span(f"factions/{it}.yaml")) is not None}
    found: dict[tuple[str, int], _Cause] = {}
    spans: dict[tuple[ItemChange, int], Span | None] = {}
    for one in changed:
        for change in one.items or (None,):
            number = one.turn.number
            if change is not None and _is_renaming(change, renames):
                continue
            if change is not None and (change, number) not in spans:
                spans[change, number] = lines.span_of(change, number)
            at = spans[change, number] if change is not None else None
            faction = next((it for it in new if at is None or at.path == new[it].path), "")
            at = new[faction] if faction else at or lines.first_span(number)
            at = at or one.turn.told_at.get(one.audience, one.turn.at)
            place = (at.path, at.line) if at is not None else ("", number)
            cause = found.setdefault(place, _Cause(at, faction))
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
    command: str,
    *,
    is_typo: bool,
    most: int,
) -> Problem:
    why = next((why for it in cause.changes if (why := no_slip_reason(it))), "") if is_typo else ""
    in_record = cause.at is None or any(
        cause.at == at for turn in lines.published.turns for at in (turn.at, *turn.told_at.values())
    )
    was = cause.versions
    return problems.PublishedTurnChanged(
        at=cause.at,
        turns=tuple(cause.turns),
        audiences=_audiences(cause),
        lines=tuple(_lines(cause.changes)),
        most=most,
        no_slip=why,
        are_slips=bool(cause.changes) and not any(map(no_slip_reason, cause.changes)),
        is_typo=is_typo,
        made_with=_versions_text(was) if was is not None and was != now else "",
        now_with=_versions_text(now),
        is_in_record=in_record,
        no_line_changed=lines.known and not any(lines.changed.values()),
        command=command,
    )


def _audiences(cause: _Cause) -> tuple[str, ...]:
    """Those for whom published turns have changed: what everybody was told, every faction was."""
    return (EVERYONE_ID,) if EVERYONE_ID in cause.audiences else tuple(cause.audiences)


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
