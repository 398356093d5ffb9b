"""The pieces in play that a reader knows by name, and the events that mention them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from types import NoneType
from typing import Final

from chronicle.model.facts import Fact, Facts, PieceName, Ref, faction_ref
from chronicle.project.edition import Edition, EventView, TurnPieces, TurnView
from chronicle.records import MutableRecord, Record, field
from chronicle.rules.protocol import Telling

#: The keys of facts that name a piece, each with the key beside it of the faction it belongs to.
_OWNERS: Final = {
    "name": "faction",
    "lieutenant": "who",
    "asset": "who",
    "resource": "power",
    "actor": "power",
}
#: The key of the faction in which an agent serves, with everything else in its row.
_HOST: Final = "host"
#: The lists of a sheet with pieces that may belong to other factions.
_UNOWNED: Final = frozenset({"claims", "ledger", "lost", "prompts", "standing"})
#: Types of facts that name no piece. Most facts are of one of these.
_PLAIN: Final = frozenset({str, int, bool, NoneType, Ref})
#: Maximum number of turns that an entry links to, the latest.
_MAX_TURNS: Final = 5


class ForceEntry(Record):
    """A piece by name, and the latest turns that mention it to the reader.

    Each of the ``turns`` has the anchor of the first event that names it.
    """

    name: PieceName
    turns: tuple[tuple[int, str], ...]


class ForceGroup(Record):
    """The pieces of a faction, sorted by name; ``faction`` is None if their owner is unknown."""

    faction: Ref | None
    entries: tuple[ForceEntry, ...]


class _Mentions(MutableRecord):
    """What an edition says of a piece: its faction, and the first event of each turn."""

    name: PieceName
    owner: Ref | None = None
    turns: dict[int, str] = field(default_factory=dict)


def forces_of(edition: Edition) -> tuple[ForceGroup, ...]:
    """All pieces that an edition names, by faction.

    A piece belongs to the faction on whose own sheet it is now, else to the one that the last event
    gives it to, else to the one that the reader remembers.
    """
    order = {faction_ref(it.id): n for n, it in enumerate(edition.factions)}
    found: dict[str, _Mentions] = {}
    by_turn = _pieces_by_turn(edition)
    for number, pieces in enumerate(by_turn, start=1):
        for name, owner, anchor in pieces.told:
            piece = found.setdefault(name.anchor, _Mentions(name))
            piece.turns.setdefault(number, anchor)
            piece.owner = owner if owner in order else piece.owner
    listed = [*_pieces_on_sheets(edition)]
    # Of what is remembered, the latest counts.
    listed += [(*it, False) for pieces in reversed(by_turn) for it in pieces.listed]
    for name, owner, is_now in listed:
        piece = found.setdefault(name.anchor, _Mentions(name))
        if owner in order and (is_now or piece.owner is None):
            piece.owner = owner
    groups = defaultdict[Ref | None, list[ForceEntry]](list)
    for it in sorted(found.values(), key=lambda it: (it.name.casefold(), it.name)):
        turns = tuple(sorted(it.turns.items(), reverse=True)[:_MAX_TURNS])
        groups[it.owner].append(ForceEntry(it.name, turns))
    refs = sorted(groups, key=lambda ref: len(order) if ref is None else order[ref])
    return tuple(ForceGroup(ref, tuple(groups[ref])) for ref in refs)


def has_forces(edition: Edition) -> bool:
    """Whether an edition names any piece; found without all of them."""
    turns = range(1, len(edition.turns) + 1)
    told = (it for number in turns for it in _pieces_told(edition, number))
    listed = (it for number in turns for it in _pieces_listed(edition, number))
    return any(True for _ in chain(_pieces_on_sheets(edition), told, listed))


def _pieces_by_turn(edition: Edition) -> list[TurnPieces]:
    """The pieces that each turn names, as far as possible those that were found before."""
    origins = edition.origins or tuple(map(str, range(len(edition.turns))))
    kept = edition.pieces if edition.origins else {}
    for number, origin in enumerate(origins, start=1):
        if origin not in kept:
            kept[origin] = _pieces_of_turn(edition, number)
    return [kept[origin] for origin in origins]


def _pieces_of_turn(edition: Edition, number: int) -> TurnPieces:
    told = _pieces_told(edition, number)
    return TurnPieces(tuple(told), tuple(dict.fromkeys(_pieces_listed(edition, number))))


def _pieces_told(edition: Edition, number: int) -> Iterator[tuple[PieceName, Ref | None, str]]:
    """The pieces that events of a turn name, each with the event's anchor."""
    for anchor, telling in _tellings(edition.turns[number - 1]):
        for facts in facts_of(telling):
            yield from ((*piece, anchor) for piece in pieces_in(facts))


def _pieces_listed(edition: Edition, number: int) -> Iterator[tuple[PieceName, Ref | None]]:
    """The pieces on the sheets of a turn's dossier; one may come several times."""
    dossier = edition.dossiers.get((edition.audience.faction, number))
    sheets = [] if dossier is None else [*dossier.others]
    if dossier is not None and dossier.sheet is not None:
        sheets.append((faction_ref(dossier.faction), dossier.sheet))
    for ref, sheet in sheets:
        yield from pieces_in(sheet.facts, ref)


def _tellings(turn: TurnView) -> Iterator[tuple[str, Telling]]:
    """Everything that a turn tells as facts, with its anchor."""
    events: tuple[EventView, ...] = (*turn.public_events, *turn.events)
    yield from ((told.anchor, told.telling) for told in events)
    yield from ((it.anchor, it.telling) for it in turn.reveals if it.telling is not None)


def facts_of(telling: Telling) -> Iterator[Facts]:
    """The facts of a telling and of its rolls."""
    yield telling.facts
    for roll in telling.rolls:
        yield roll.result
        yield from (part.facts for part in roll.modifiers)


def _pieces_on_sheets(edition: Edition) -> Iterator[tuple[PieceName, Ref | None, bool]]:
    """The pieces on the sheets of now, each with whether it is its faction's own sheet."""
    reader = edition.audience
    for faction in edition.factions:
        if faction.sheet is not None:
            is_own = reader.is_gm or faction.id == reader.faction
            for piece in pieces_in(faction.sheet.facts, faction_ref(faction.id)):
                yield (*piece, is_own)
    for place in edition.places:
        if place.sheet is not None:
            yield from ((*piece, False) for piece in pieces_in(place.sheet.facts))


def pieces_in(facts: Facts, owner: Ref | None = None) -> Iterator[tuple[PieceName, Ref | None]]:
    """The names of pieces in facts, each with its faction: the one beside it, else ``owner``."""
    if Facts.pieces_of(facts):
        yield from _pieces_in_facts(facts, owner)


def _pieces_in_facts(facts: Facts, owner: Ref | None) -> Iterator[tuple[PieceName, Ref | None]]:
    host = facts.get(_HOST)
    owner = host if isinstance(host, Ref) else owner
    for key, fact in facts.items():
        if type(fact) in _PLAIN:
            continue
        if key in _UNOWNED:
            yield from ((name, None) for name, _ in _pieces_in_fact(fact, None))
        else:
            beside = facts.get(_OWNERS.get(key, ""))
            yield from _pieces_in_fact(fact, beside if isinstance(beside, Ref) else owner)


def _pieces_in_fact(fact: Fact, owner: Ref | None) -> Iterator[tuple[PieceName, Ref | None]]:
    if isinstance(fact, tuple):
        for part in fact:
            if type(part) not in _PLAIN:
                yield from _pieces_in_fact(part, owner)
    elif isinstance(fact, PieceName):
        if fact:
            yield fact, owner
    elif isinstance(fact, Facts):
        yield from _pieces_in_facts(fact, owner)
