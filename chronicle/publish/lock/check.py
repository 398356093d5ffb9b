"""Check a build against the published turns: which are unchanged, amended, missing or new.

Nothing is written here; the caller writes the record after a successful build.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from chronicle import __version__
from chronicle.diagnostics.catalogue import publication as problems
from chronicle.diagnostics.report import Problem
from chronicle.model.audience import EVERYONE_ID, FOR_EVERYONE, Visibility, visibility_of_factions
from chronicle.model.publication import (
    Amendment,
    DisclosedItem,
    PublicationRecord,
    PublishedTurn,
    ToolVersions,
)
from chronicle.project.disclosure import digest, disclosed_items
from chronicle.project.edition import Edition
from chronicle.publish.lock.diff import MAX_LINES, TurnChange, changed_turns
from chronicle.records import Record, replace


class PublishRequest(Record):
    """What a build should do with published turns, apart from checking them.

    ``reason``, if given, amends turns that have changed. ``through`` is the last turn to publish: 0
    for no new ones, None for all.
    """

    reason: str = ""
    through: int | None = 0


#: Publish no turns and amend none.
PUBLISH_NOTHING: Final = PublishRequest()


class PublishResult(Record):
    """What is published after a build, and the problems that prevent it."""

    published: PublicationRecord
    problems: tuple[Problem, ...] = ()


def apply_publish_request(
    published: PublicationRecord,
    editions: Mapping[str, Edition],
    made_with: ToolVersions,
    request: PublishRequest = PUBLISH_NOTHING,
) -> PublishResult:
    """Return what is published after ``request``.

    ``editions`` are by audience word, without the GM's. Published turns stay as they were or are
    amended. If there are problems, nothing must be written.
    """
    last = max((edition.last_turn for edition in editions.values()), default=0)
    found: list[Problem] = [*_removed_turns_and_readers(published, editions, last)]
    now = {
        (turn.number, word): disclosed_items(edition, turn.number, turn.factions)
        for turn in published.turns
        if turn.number <= last
        for word, edition in editions.items()
    }
    changed = tuple(changed_turns(published, now))
    if changed and not request.reason:
        alike: dict[tuple[int, tuple[str, ...]], list[TurnChange]] = {}
        for change in changed:
            alike.setdefault((change.turn.number, change.lines), []).append(change)
        found += [_changed_turn(changes, made_with) for changes in alike.values()]
    if found:
        return PublishResult(published, tuple(found))
    after = _amended(published, changed, now, made_with, request.reason)
    through = last if request.through is None else min(request.through, last)
    return PublishResult(_with_turns(after, editions, made_with, through))


def _removed_turns_and_readers(
    published: PublicationRecord, editions: Mapping[str, Edition], last: int
) -> Iterable[Problem]:
    """Yield published turns and readers that no longer exist; no reason can amend that."""
    for turn in published.turns:
        if turn.number > last:
            yield problems.PublishedTurnMissing(at=turn.at, turn=turn.number)
            continue
        for word in turn.told:
            if word not in editions:
                at = turn.told_at.get(word, turn.at)
                yield problems.PublishedFactionMissing(at=at, turn=turn.number, audience=word)


def _changed_turn(
    changes: Sequence[TurnChange], made_with: ToolVersions
) -> problems.PublishedTurnChanged:
    """The problem of one turn that has changed in the same way for several audiences."""
    turn = changes[0].turn
    return problems.PublishedTurnChanged(
        at=turn.told_at.get(changes[0].audience, turn.at),
        turn=turn.number,
        audiences=tuple(change.audience for change in changes),
        lines=changes[0].lines,
        most=MAX_LINES,
        made_with=_versions_text(turn.versions),
        now_with=_versions_text(made_with),
    )


def _versions_text(versions: ToolVersions) -> str:
    return f"chronicle {versions.chronicle} and {versions.ruleset} {versions.rules}"


def _amended(
    published: PublicationRecord,
    changed: Sequence[TurnChange],
    now: Mapping[tuple[int, str], tuple[DisclosedItem, ...]],
    made_with: ToolVersions,
    reason: str,
) -> PublicationRecord:
    """The record with all changes amended, one amendment per changed turn."""
    turns, amendments = list(published.turns), list(published.amendments)
    readers: dict[int, list[str]] = {}
    for change in changed:
        readers.setdefault(change.turn.number, []).append(change.audience)
    for turn in published.turns:
        words = readers.get(turn.number)
        if words is None:
            continue
        items = {word: now[turn.number, word] for word in turn.told}
        turns[turn.number - 1] = _turn(turn.number, items, made_with)
        amendments.append(Amendment(turn.number, *_readers(words), reason))
    return replace(published, turns=tuple(turns), amendments=tuple(amendments))


def _readers(words: Sequence[str]) -> tuple[tuple[str, ...], Visibility]:
    """The readers whom a change concerns: what the public was told, every faction was told."""
    if EVERYONE_ID in words:
        return (EVERYONE_ID,), FOR_EVERYONE
    return tuple(words), visibility_of_factions(words)


def _with_turns(
    published: PublicationRecord,
    editions: Mapping[str, Edition],
    made_with: ToolVersions,
    through: int,
) -> PublicationRecord:
    """The record with further turns, for all readers that exist now."""
    factions = sorted(set(editions) - {EVERYONE_ID})
    words = [EVERYONE_ID, *factions]
    new = tuple(
        _turn(
            number,
            {word: disclosed_items(editions[word], number, factions) for word in words},
            made_with,
        )
        for number in range(published.through + 1, through + 1)
    )
    return replace(published, turns=(*published.turns, *new))


def _turn(
    number: int, items: Mapping[str, tuple[DisclosedItem, ...]], made_with: ToolVersions
) -> PublishedTurn:
    told = {word: digest(told) for word, told in items.items()}
    return PublishedTurn(number, made_with, told, items)


def current_versions(ruleset: str, rules: int) -> ToolVersions:
    """The versions of chronicle and of the ruleset that are running."""
    return ToolVersions(__version__, ruleset, rules)
