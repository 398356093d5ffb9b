"""From a campaign as played to what is published of it: what stands, what is amended, what is new.

Nothing is written here; a run that goes well hands the record on to be kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
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


@dataclass(frozen=True, slots=True)
class PublishRequest:
    """What a run is to do about published turns besides holding to them.

    ``reason``, where there is one, amends whatever is told otherwise. ``through`` is the last turn
    to publish: 0 for none more than there are, None for all.
    """

    reason: str = ""
    through: int | None = 0


#: A run that changes nothing about what is published.
PUBLISH_NOTHING: Final = PublishRequest()


@dataclass(frozen=True, slots=True)
class PublishResult:
    """What is published after a run, and what stands in its way."""

    published: PublicationRecord
    problems: tuple[Problem, ...] = ()


def apply_publish_request(
    published: PublicationRecord,
    editions: Mapping[str, Edition],
    made_with: ToolVersions,
    request: PublishRequest = PUBLISH_NOTHING,
) -> PublishResult:
    """What is published once a wish is carried out on editions: by audience word, without the GM's.

    Published turns stay as they were told, or are amended. With problems nothing is to be written.
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
        found += [_changed_turn(change, made_with) for change in changed]
    if found:
        return PublishResult(published, tuple(found))
    after = _amended(published, changed, now, made_with, request.reason)
    through = last if request.through is None else min(request.through, last)
    return PublishResult(_with_turns(after, editions, made_with, through))


def _removed_turns_and_readers(
    published: PublicationRecord, editions: Mapping[str, Edition], last: int
) -> Iterable[Problem]:
    """Turns and readers that are no longer there: no reason makes up for that."""
    for turn in published.turns:
        if turn.number > last:
            yield problems.PublishedTurnMissing(at=turn.at, turn=turn.number)
            continue
        for word in turn.told:
            if word not in editions:
                at = turn.told_at.get(word, turn.at)
                yield problems.PublishedFactionMissing(at=at, turn=turn.number, audience=word)


def _changed_turn(change: TurnChange, made_with: ToolVersions) -> problems.PublishedTurnChanged:
    turn = change.turn
    return problems.PublishedTurnChanged(
        at=turn.told_at.get(change.audience, turn.at),
        turn=turn.number,
        audience=change.audience,
        lines=change.lines,
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
    """What is published once changes are told, with one amendment for each turn."""
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
    return PublicationRecord(tuple(turns), tuple(amendments))


def _readers(words: Sequence[str]) -> tuple[tuple[str, ...], Visibility]:
    """Those whom a change concerns: what the public was told, every faction was told."""
    if EVERYONE_ID in words:
        return (EVERYONE_ID,), FOR_EVERYONE
    return tuple(words), visibility_of_factions(words)


def _with_turns(
    published: PublicationRecord,
    editions: Mapping[str, Edition],
    made_with: ToolVersions,
    through: int,
) -> PublicationRecord:
    """What is published once further turns are, with all readers that there are now."""
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
    """What makes the pages of this run."""
    return ToolVersions(__version__, ruleset, rules)
