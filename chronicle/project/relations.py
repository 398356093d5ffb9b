"""Relations between factions, as one audience knows them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from chronicle.model.campaign import Relation, Turn
from chronicle.model.facts import faction_ref
from chronicle.project.access import AccessPolicy
from chronicle.project.edition import RelationView
from chronicle.project.visibility import AudienceView


def relation_view(
    policy: AccessPolicy,
    audience_view: AudienceView,
    relation: Relation,
    turn: int,
    as_of_turn: int,
    anchor: str = "",
) -> RelationView | None:
    """A relation of a turn; None if the audience may not know it.

    ``as_of_turn`` is the turn whose knowledge decides.
    """
    since = policy.relation(turn, relation, audience_view.audience).since
    if since is None or since > as_of_turn:
        return None
    texts = audience_view.texts(relation.passages, as_of_turn)
    one, other = relation.between
    return RelationView(
        anchor=anchor,
        between=(faction_ref(one), faction_ref(other)),
        kind=relation.kind,
        turn=turn,
        text=texts[0] if texts else None,
        public=relation.circle.public,
        readers=audience_view.readers(relation.circle),
    )


def relations_of(
    policy: AccessPolicy, audience_view: AudienceView, turns: Sequence[Turn]
) -> Iterator[RelationView]:
    """All relations as known in the last turn, oldest first."""
    for turn in turns:
        for relation in turn.relations:
            view = relation_view(policy, audience_view, relation, turn.number, len(turns))
            if view is not None:
                yield view
