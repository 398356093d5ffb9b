"""Relations between factions, as one audience knows them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from chronicle.model.campaign import Relation, Turn
from chronicle.model.facts import Ref, faction_ref
from chronicle.project.access import AccessPolicy
from chronicle.project.edition import KnowledgeSource, RelationView
from chronicle.project.visibility import AudienceView
from chronicle.records import Record


class RelationProjector(Record):
    """Shows relations to one audience."""

    policy: AccessPolicy
    audience_view: AudienceView

    def of_turn(self, turn: Turn) -> tuple[RelationView, ...]:
        """The relations on the page of a turn: those of factions that the audience knew by then."""
        views: list[RelationView] = []
        for relation in turn.relations:
            if self._since(turn, relation) == turn.number:
                anchor = f"b{len(views) + 1}"
                views.append(self._view(turn, relation, anchor, turn.number))
        return tuple(views)

    def until_now(
        self, turns: Sequence[Turn], sources: Mapping[Ref, tuple[KnowledgeSource, ...]]
    ) -> Iterator[RelationView]:
        """All relations as known in the last turn, oldest first.

        ``sources`` are what made things known that the audience knows only since a turn.
        """
        for turn in turns:
            shown = 0
            for relation in turn.relations:
                since = self._since(turn, relation)
                if since == turn.number:
                    shown += 1
                    yield self._view(turn, relation, f"b{shown}", len(turns))
                elif since is not None:
                    learned = _learned(relation, since, sources)
                    yield self._view(turn, relation, "", len(turns), learned)

    def _since(self, turn: Turn, relation: Relation) -> int | None:
        return self.policy.relation(turn.number, relation, self.audience_view.audience).since

    def _view(
        self,
        turn: Turn,
        relation: Relation,
        anchor: str,
        as_of_turn: int,
        learned: KnowledgeSource | None = None,
    ) -> RelationView:
        """A relation of a turn; what is known in ``as_of_turn`` decides what its text links to."""
        texts = self.audience_view.texts(relation.passages, as_of_turn)
        one, other = relation.between
        return RelationView(
            anchor=anchor,
            between=(faction_ref(one), faction_ref(other)),
            kind=relation.kind,
            turn=turn.number,
            text=texts[0] if texts else None,
            public=relation.visibility.public,
            readers=self.audience_view.readers(relation.visibility),
            learned=learned,
        )


def _learned(
    relation: Relation, since: int, sources: Mapping[Ref, tuple[KnowledgeSource, ...]]
) -> KnowledgeSource | None:
    """What made the last of the two factions known."""
    found = (it for id in relation.between for it in sources.get(faction_ref(id), ()))
    return next((it for it in found if it.turn == since), None)
