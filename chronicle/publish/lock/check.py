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
from chronicle.model.audience import EVERYONE_WORD, FOR_EVERYONE, Circle, for_factions
from chronicle.model.publication import Amendment, Item, Published, PublishedTurn, Versions
from chronicle.project.disclosure import digest, told_in
from chronicle.project.edition import Edition
from chronicle.publish.lock.diff import MOST, Change, changes


@dataclass(frozen=True, slots=True)
class Wish:
    """What a run is to do about published turns besides holding to them.

    ``reason``, where there is one, amends whatever is told otherwise. ``through`` is the last turn
    to publish: 0 for none more than there are, None for all.
    """

    reason: str = ""
    through: int | None = 0


#: A run that changes nothing about what is published.
HOLD: Final = Wish()


@dataclass(frozen=True, slots=True)
class Settled:
    """What is published after a run, and what stands in its way."""

    published: Published
    problems: tuple[Problem, ...] = ()


def settle(
    published: Published,
    editions: Mapping[str, Edition],
    made_with: Versions,
    wish: Wish = HOLD,
) -> Settled:
    """What is published once a wish is carried out on editions: by audience word, without the GM's.

    Published turns stay as they were told, or are amended. With problems nothing is to be written.
    """
    last = max((edition.last_turn for edition in editions.values()), default=0)
    found: list[Problem] = [*_gone(published, editions, last)]
    now = {
        (turn.number, word): told_in(edition, turn.number, turn.factions)
        for turn in published.turns
        if turn.number <= last
        for word, edition in editions.items()
    }
    changed = tuple(changes(published, now))
    if changed and not wish.reason:
        found += [_retold(change, made_with) for change in changed]
    if found:
        return Settled(published, tuple(found))
    after = _amended(published, changed, now, made_with, wish.reason)
    through = last if wish.through is None else min(wish.through, last)
    return Settled(_with_turns(after, editions, made_with, through))


def _gone(published: Published, editions: Mapping[str, Edition], last: int) -> Iterable[Problem]:
    """Turns and readers that are no longer there: no reason makes up for that."""
    for turn in published.turns:
        if turn.number > last:
            yield problems.TurnGone(at=turn.at, turn=turn.number)
            continue
        for word in turn.told:
            if word not in editions:
                at = turn.told_at.get(word, turn.at)
                yield problems.ReaderGone(at=at, turn=turn.number, audience=word)


def _retold(change: Change, made_with: Versions) -> problems.Retold:
    turn = change.turn
    return problems.Retold(
        at=turn.told_at.get(change.audience, turn.at),
        turn=turn.number,
        audience=change.audience,
        lines=change.lines,
        most=MOST,
        made_with=_named(turn.versions),
        now_with=_named(made_with),
    )


def _named(versions: Versions) -> str:
    return f"chronicle {versions.chronicle} and {versions.ruleset} {versions.rules}"


def _amended(
    published: Published,
    changed: Sequence[Change],
    now: Mapping[tuple[int, str], tuple[Item, ...]],
    made_with: Versions,
    reason: str,
) -> Published:
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
    return Published(tuple(turns), tuple(amendments))


def _readers(words: Sequence[str]) -> tuple[tuple[str, ...], Circle]:
    """Those whom a change concerns: what the public was told, every faction was told."""
    if EVERYONE_WORD in words:
        return (EVERYONE_WORD,), FOR_EVERYONE
    return tuple(words), for_factions(words)


def _with_turns(
    published: Published, editions: Mapping[str, Edition], made_with: Versions, through: int
) -> Published:
    """What is published once further turns are, with all readers that there are now."""
    factions = sorted(set(editions) - {EVERYONE_WORD})
    words = [EVERYONE_WORD, *factions]
    new = tuple(
        _turn(
            number,
            {word: told_in(editions[word], number, factions) for word in words},
            made_with,
        )
        for number in range(published.through + 1, through + 1)
    )
    return replace(published, turns=(*published.turns, *new))


def _turn(number: int, items: Mapping[str, tuple[Item, ...]], made_with: Versions) -> PublishedTurn:
    told = {word: digest(told) for word, told in items.items()}
    return PublishedTurn(number, made_with, told, items)


def versions_of(ruleset: str, rules: int) -> Versions:
    """What makes the pages of this run."""
    return Versions(__version__, ruleset, rules)
