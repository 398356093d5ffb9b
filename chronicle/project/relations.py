"""How factions stand with each other, as one audience knows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from chronicle.model.campaign import Relation, Turn
from chronicle.model.facts import faction
from chronicle.project.audience_view import Knowing
from chronicle.project.edition import RelationView


def relation_view(
    knowing: Knowing, relation: Relation, turn: int, light: int, anchor: str = ""
) -> RelationView | None:
    """A relation of a turn; None for who may not know it, or not both factions.

    ``light`` is the turn in whose light it is read.
    """
    between = knowing.refs((faction(id) for id in relation.between), light)
    if len(between) < 2 or not knowing.may(relation.circle):
        return None
    texts = knowing.texts(relation.passages, light)
    return RelationView(
        anchor=anchor,
        between=(between[0], between[1]),
        kind=relation.kind,
        turn=turn,
        text=texts[0] if texts else None,
        public=relation.circle.public,
        readers=knowing.readers(relation.circle),
    )


def relations_of(knowing: Knowing, turns: Sequence[Turn]) -> Iterator[RelationView]:
    """All relations in the light of the last turn, the oldest first."""
    for turn in turns:
        for relation in turn.relations:
            view = relation_view(knowing, relation, turn.number, len(turns))
            if view is not None:
                yield view
