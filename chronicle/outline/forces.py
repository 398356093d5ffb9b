"""The pieces in play that a reader knows by name, and the events that mention them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import field
from typing import Final

from chronicle.model.facts import Fact, Facts, PieceName, Ref, faction_ref
from chronicle.project.edition import Edition, EventView, TurnView
from chronicle.records import dataclass
from chronicle.rules.protocol import Sheet, Telling

#: The name of a fact with a piece, and that of the fact beside it with the faction of the piece.
_OWNERS: Final = {
    "name": "faction",
    "lieutenant": "who",
    "asset": "who",
    "resource": "power",
    "actor": "power",
}
#: Maximum number of turns that an entry links to, the latest.
_MAX_TURNS: Final = 5


@dataclass(frozen=True, slots=True)
class ForceEntry:
    """A piece by name, and the latest turns that mention it to the reader.

    Each of the ``turns`` has the anchor of the first event that names it.
    """

    name: PieceName
    turns: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class ForceGroup:
    """The pieces of a faction by name; of none that the reader knows without ``faction``."""

    faction: Ref | None
    entries: tuple[ForceEntry, ...]


@dataclass(slots=True)
class _Found:
    """How often a piece is mentioned as whose, and where."""

    name: PieceName
    owners: Counter[Ref] = field(default_factory=Counter)
    turns: dict[int, str] = field(default_factory=dict)


def forces_of(edition: Edition) -> tuple[ForceGroup, ...]:
    """All pieces that an edition names, by the faction that they are said to belong to most."""
    found: dict[str, _Found] = {}

    def note(facts: Facts, owner: Ref | None) -> Iterator[_Found]:
        if not Facts.has_pieces(facts):
            return
        for name, beside in pieces_in(facts):
            one = found.setdefault(name.anchor, _Found(name))
            of = beside or owner
            if of is not None and of.kind == "faction":
                one.owners[of] += 1
            yield one

    for turn in edition.turns:
        for anchor, telling in _tellings(turn):
            for facts in facts_of(telling):
                for one in note(facts, None):
                    one.turns.setdefault(turn.number, anchor)
    for owner, sheet in _sheets(edition):
        for _ in note(sheet.facts, owner):
            pass
    order = {faction_ref(it.id): n for n, it in enumerate(edition.factions)}
    groups = defaultdict[Ref | None, list[ForceEntry]](list)
    for one in sorted(found.values(), key=lambda it: (it.name.casefold(), it.name)):
        known = [ref for ref in one.owners if ref in order]
        owner = max(known, key=lambda ref: (one.owners[ref], -order[ref]), default=None)
        turns = tuple(sorted(one.turns.items(), reverse=True)[:_MAX_TURNS])
        groups[owner].append(ForceEntry(one.name, turns))
    refs = sorted(groups, key=lambda ref: len(order) if ref is None else order[ref])
    return tuple(ForceGroup(ref, tuple(groups[ref])) for ref in refs)


def _tellings(turn: TurnView) -> Iterator[tuple[str, Telling]]:
    """Everything that a turn tells as facts, with its anchor."""
    events: tuple[EventView, ...] = (*turn.street, *turn.told)
    yield from ((told.anchor, told.telling) for told in events)
    yield from ((it.anchor, it.told) for it in turn.reveals if it.told is not None)


def facts_of(telling: Telling) -> Iterator[Facts]:
    """The facts of a telling and of its rolls."""
    yield telling.facts
    for roll in telling.rolls:
        yield roll.result
        yield from (part.facts for part in roll.modifiers)


def _sheets(edition: Edition) -> Iterator[tuple[Ref | None, Sheet]]:
    """The sheets of factions and places, and those of dossiers, each with its faction."""
    for faction in edition.factions:
        if faction.sheet is not None:
            yield faction_ref(faction.id), faction.sheet
    for place in edition.places:
        if place.sheet is not None:
            yield None, place.sheet
    for dossier in edition.dossiers.values():
        if dossier.sheet is not None:
            yield faction_ref(dossier.faction), dossier.sheet
        yield from dossier.others


def pieces_in(facts: Facts) -> Iterator[tuple[PieceName, Ref | None]]:
    """The names of pieces in facts, each with the faction that is said beside it."""
    for key, fact in facts.items():
        if isinstance(fact, PieceName):
            owner = facts.get(_OWNERS.get(key, ""))
            if fact:
                yield fact, owner if isinstance(owner, Ref) else None
        else:
            yield from _within(fact)


def _within(fact: Fact) -> Iterator[tuple[PieceName, Ref | None]]:
    if isinstance(fact, Facts):
        yield from pieces_in(fact)
    elif isinstance(fact, tuple):
        for part in fact:
            if isinstance(part, PieceName):
                yield part, None
            else:
                yield from _within(part)
