"""Where things are mentioned: in turns, and in the texts of other things."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from chronicle.model.facts import Facts, Ref
from chronicle.outline import views
from chronicle.outline.pagination import TurnsPage, recent_and_earlier
from chronicle.project.edition import Edition, EventView, Text, TurnView
from chronicle.records import Record


class Mentions(Record):
    """All mentions in an edition: by turn with anchors, oldest first, and in other things."""

    edition: Edition
    in_turns: Mapping[Ref, tuple[tuple[int, tuple[str, ...]], ...]]
    in_things: Mapping[Ref, tuple[Ref, ...]]

    @classmethod
    def of(cls, edition: Edition) -> Mentions:
        """The mentions in what this reader may read."""
        return cls(edition, _mentions_in_turns(edition), _mentions_in_things(edition))

    def by_turn(
        self, ref: Ref, within: TurnsPage | None = None
    ) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """The turns, all or ``within`` a page, that mention a thing, with anchors, latest first."""
        found = self.in_turns.get(ref, ())
        if within is not None:
            first, last = within.first, within.last
            found = tuple(mention for mention in found if first <= mention[0] <= last)
        return found[::-1]

    def event_of_change(
        self, figure: str, faction: str, turn: int, change: int
    ) -> EventView | None:
        """The event of a turn that most likely changed a faction's figure; None if none names it.

        One that states just this change is certain. Else it is the last action by the faction
        if it gained, and by another if it lost; public events come first.
        """
        of_turn = self.edition.turns[turn - 1]
        for event in (*of_turn.public_events, *of_turn.events):
            if _states_change(event.telling.facts, figure, faction, change):
                return event
        anchors = dict(self.in_turns.get(Ref("faction", faction), ())).get(turn, ())
        for events in (of_turn.public_events, of_turn.events):
            named = [it for it in events if it.anchor in anchors]
            likely = [
                it for it in named if (_actor_of(it.telling.facts) == faction) == (change > 0)
            ]
            if named:
                return (likely or named)[-1]
        return None

    def connections(self, ref: Ref) -> views.Connections:
        """What leads to a thing."""
        recent, earlier = recent_and_earlier(self.by_turn(ref), lambda found: found[0])
        return views.Connections(
            ref=ref,
            known=knowledge_origin(self.edition, ref),
            history=views.ThingHistory(
                tuple(
                    _history_turn(self.edition.turns[number - 1], frozenset(anchors))
                    for number, anchors in recent
                ),
                tuple(
                    group.with_items((number, anchors[0]) for number, anchors in group.listed)
                    for group in earlier
                ),
            ),
            linkers=self.in_things.get(ref, ()),
            tied=tuple(
                (kind, tuple(views.TiedThing(it.ref, it.role) for it in entities))
                for kind, entities in self.edition.tied_to(ref)
            ),
        )


def knowledge_origin(edition: Edition, ref: Ref) -> views.KnowledgeOrigin | None:
    """What made a thing known to the reader; None where that goes without saying."""
    own, since = edition.audience.faction, edition.known_since.get(ref, 0)
    if ref == Ref("faction", own) or not (own or since):
        return None
    return views.KnowledgeOrigin(since, edition.sources.get(ref, ()))


def _states_change(facts: Facts, figure: str, faction: str, change: int) -> bool:
    """Whether facts say of a faction's figure that it changed so much."""
    before, after = facts.get("before"), facts.get("after")
    return (
        isinstance(before, int)
        and isinstance(after, int)
        and after - before == change
        and figure in facts.values()
        and _actor_of(facts) == faction
    )


def _actor_of(facts: Facts) -> str:
    """The faction that facts name first; empty if they name none."""
    named = (it.id for it in facts.values() if isinstance(it, Ref) and it.kind == "faction")
    return next(named, "")


def _history_turn(turn: TurnView, anchors: frozenset[str]) -> views.HistoryTurn:
    """What of a turn is under these anchors."""
    return views.HistoryTurn(
        turn.number,
        turn.title,
        tuple(it for it in turn.news if it.anchor in anchors),
        tuple(it for it in turn.public_events if it.anchor in anchors),
        tuple(it for it in turn.events if it.anchor in anchors),
        tuple(it for it in turn.rumors if it.anchor in anchors),
        tuple(it for it in turn.relations if it.anchor in anchors),
        tuple(it for it in turn.reveals if it.anchor in anchors),
    )


def _mentions_in_turns(edition: Edition) -> dict[Ref, tuple[tuple[int, tuple[str, ...]], ...]]:
    """The turns in which each thing is mentioned, with the anchors."""
    found: dict[Ref, list[tuple[int, tuple[str, ...]]]] = {}
    for turn in edition.turns:
        anchors: dict[Ref, dict[str, None]] = {}
        for anchor, refs in refs_by_anchor(turn):
            for ref in refs:
                anchors.setdefault(ref, {})[anchor] = None
        for ref, own in anchors.items():
            if ref.kind != "turn" and edition.knows(ref, turn.number):
                found.setdefault(ref, []).append((turn.number, tuple(own)))
    return {ref: tuple(mentions) for ref, mentions in found.items()}


def _mentions_in_things(edition: Edition) -> dict[Ref, tuple[Ref, ...]]:
    """The things whose texts link to a thing."""
    found: dict[Ref, dict[Ref, None]] = {}
    for own, texts in _texts_by_ref(edition):
        for text in texts:
            for ref in _linked_refs(text):
                if ref not in (own, Ref("turn", ref.id)):
                    found.setdefault(ref, {})[own] = None
    return {ref: tuple(own) for ref, own in sorted(found.items())}


def _texts_by_ref(edition: Edition) -> Iterator[tuple[Ref, Iterable[Text]]]:
    """Everything that has a page, with its texts."""
    for faction in edition.factions:
        yield Ref("faction", faction.id), (*faction.profile, *faction.notes)
    for place in edition.places:
        yield Ref("place", place.id), place.passages
    for entity in edition.entities:
        yield entity.ref, entity.passages
    for page in edition.pages:
        yield Ref("page", page.id), page.passages


def refs_by_anchor(turn: TurnView) -> Iterator[tuple[str, Iterable[Ref]]]:
    """Yield the anchors of a turn's page, each with the things that its passage names, in order."""
    for news in turn.news:
        yield news.anchor, _linked_refs(news.text)
    for told in (*turn.public_events, *turn.events):
        if told.telling.is_action:
            yield told.anchor, sorted(Facts.pointers_of(told.telling.facts))
    for rumor in turn.rumors:
        yield rumor.anchor, (*_linked_refs(rumor.text), *rumor.where)
    for relation in turn.relations:
        linked = _linked_refs(relation.text) if relation.text is not None else ()
        yield relation.anchor, (*relation.between, *linked)
    for reveal in turn.reveals:
        linked = _linked_refs(reveal.text) if reveal.text is not None else ()
        told_refs = sorted(Facts.pointers_of(reveal.telling.facts)) if reveal.telling else ()
        own = (reveal.ref,) if reveal.ref is not None else ()
        yield reveal.anchor, (*own, *linked, *told_refs)


def _linked_refs(text: Text) -> tuple[Ref, ...]:
    return tuple(ref for _, ref in text.links)
