"""The world as of a turn: what a reader knew at its end, as a summary for late readers.

It is made from what the reader was told up to that turn, so it reveals nothing of later ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final

from chronicle.model.facts import Ref
from chronicle.project.edition import Edition, FactionView, PlaceView, RelationView, RumorView
from chronicle.records import Record
from chronicle.rules.protocol import Holding

#: Maximum number of rumors repeated: the latest whose truth has not been revealed.
_MAX_RUMORS: Final = 6


class PlaceAsOf(Record):
    """A place that was known: the place around it, as far as known, and its holders."""

    ref: Ref
    within: Ref | None
    holdings: tuple[Holding, ...]


class WorldAsOf(Record):
    """The world at the end of a turn; ``story`` is the title of the current story.

    ``factions`` and ``places`` are those known by then. ``relations`` are the relations of
    factions, ``rumors`` the latest unresolved ones, ``more`` the number of the others.
    """

    turn: int
    title: str
    date: str
    story: str
    factions: tuple[Ref, ...]
    places: tuple[PlaceAsOf, ...]
    relations: tuple[RelationView, ...]
    rumors: tuple[RumorView, ...]
    more: int


def worlds_by_turn(edition: Edition) -> Iterator[WorldAsOf]:
    """Yield the world as of each turn, from the first on."""
    closing = _settled_rumors(edition)
    rumors: dict[str, RumorView] = {}
    stood: dict[tuple[Ref, Ref], RelationView] = {}
    story = ""
    places = sorted(edition.places, key=lambda place: (place.name.casefold(), place.id))
    for turn in edition.turns:
        rumors |= {f"{turn.number}/{rumor.anchor}": rumor for rumor in turn.rumors}
        for key in closing.get(turn.number, ()):
            rumors.pop(key, None)
        stood |= {relation.between: relation for relation in turn.relations}
        story = turn.story or story
        latest = islice(reversed(rumors.values()), _MAX_RUMORS)
        yield WorldAsOf(
            turn=turn.number,
            title=turn.title,
            date=turn.date,
            story=story,
            factions=tuple(_known_factions(edition, edition.factions, turn.number)),
            places=tuple(_places(edition, places, turn.number)),
            relations=tuple(it for it in stood.values() if it.kind != "nothing"),
            rumors=tuple(latest),
            more=max(0, len(rumors) - _MAX_RUMORS),
        )


def _settled_rumors(edition: Edition) -> Mapping[int, list[str]]:
    """The rumors that are resolved in each turn; one revealed before it is heard is so then."""
    found: dict[int, list[str]] = {}
    for key, verdict in edition.verdicts.items():
        heard = int(key.partition("/")[0])
        found.setdefault(max(heard, verdict.turn), []).append(key)
    return found


def _known_factions(
    edition: Edition, factions: tuple[FactionView, ...], turn: int
) -> Iterator[Ref]:
    refs = (Ref("faction", faction.id) for faction in factions)
    yield from (ref for ref in refs if edition.knows(ref, turn))


def _places(edition: Edition, places: list[PlaceView], turn: int) -> Iterator[PlaceAsOf]:
    for place in places:
        ref = Ref("place", place.id)
        if edition.knows(ref, turn):
            around = place.within
            known = around if around is not None and edition.knows(around, turn) else None
            yield PlaceAsOf(ref, known, edition.holdings[turn - 1].get(place.id, ()))
