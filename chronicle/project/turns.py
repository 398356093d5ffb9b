"""One turn as one audience knows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Generic, TypeVar

from chronicle.model.audience import (
    EVERYONE,
    FOR_GM,
    Audience,
    Visibility,
    faction_audience,
    visibility_of,
)
from chronicle.model.campaign import Campaign, News, Reveal, Rumor, Turn
from chronicle.model.facts import Ref
from chronicle.project.access import AccessPolicy
from chronicle.project.authored_items import AuthoredItems
from chronicle.project.edition import (
    Correction,
    EventView,
    KnowledgeSource,
    NewsView,
    RevealView,
    RumorVerdict,
    RumorView,
    TurnView,
)
from chronicle.project.relations import RelationProjector
from chronicle.project.tellings import Tellings, public_events_of
from chronicle.project.visibility import AudienceView
from chronicle.records import Record, replace
from chronicle.rules.protocol import (
    Chance,
    EventT,
    Measure,
    OrdersT,
    PlayedTurn,
    Ruleset,
    StateT,
    Telling,
)

T = TypeVar("T")
V = TypeVar("V")


def _with_anchors(
    letter: str, items: Iterable[T], show: Callable[[T, str], V | None]
) -> tuple[V, ...]:
    """The views of items, under anchors that count only the items shown."""
    views: list[V] = []
    for item in items:
        view = show(item, f"{letter}{len(views) + 1}")
        if view is not None:
            views.append(view)
    return tuple(views)


class TurnProjector(Record, Generic[StateT, OrdersT, EventT]):
    """Shows turns to one audience."""

    campaign: Campaign
    ruleset: Ruleset[StateT, OrdersT, EventT]
    tellings: Tellings[StateT, OrdersT, EventT]
    authored: AuthoredItems
    policy: AccessPolicy
    audience_view: AudienceView

    @property
    def audience(self) -> Audience:
        return self.audience_view.audience

    def turn(self, turn: Turn, played_turn: PlayedTurn[StateT, OrdersT, EventT]) -> TurnView:
        """A turn: its news, what the public is told, what this audience is told besides."""
        number = turn.number
        return TurnView(
            number=number,
            title=turn.title,
            date=turn.date,
            day=turn.day,
            played=turn.played,
            story=self.authored.stories.get(number, ""),
            news=self.all_news(turn),
            public_events=self.public_events(number),
            events=self.events(played_turn) if self.audience != EVERYONE else (),
            rumors=self.rumors(number),
            reveals=self.reveals(turn),
            notes=self.audience_view.texts(turn.notes, number),
            measures=tuple(self.measures(played_turn)),
            corrections=self.corrections(number),
            relations=RelationProjector(self.policy, self.audience_view).of_turn(turn),
        )

    def measures(self, played_turn: PlayedTurn[StateT, OrdersT, EventT]) -> Iterator[Measure]:
        """Yield the measures of known factions that this audience may see, but not who else may."""
        known, own = self.audience_view, visibility_of(self.audience)
        found: dict[tuple[str, str], Measure] = {}
        for measure in self.tellings.measures(played_turn):
            if known.may_see(measure.visibility) and known.knows(
                Ref("faction", measure.faction), played_turn.turn
            ):
                found[measure.faction, measure.name] = replace(measure, visibility=own)
        yield from found.values()

    def corrections(self, number: int) -> tuple[Correction, ...]:
        """The amendments of a published turn that concern this audience."""
        found = (
            amendment
            for amendment in self.authored.amendments.get(number, ())
            if self.audience_view.may_see(amendment.visibility)
            and (self.audience.is_gm or not amendment.quiet)
        )
        return tuple(
            Correction(
                count,
                amendment.reason,
                self.audience_view.readers(amendment.visibility),
                amendment.quiet,
                amendment.when,
            )
            for count, amendment in enumerate(found, start=1)
        )

    def all_news(self, turn: Turn) -> tuple[NewsView, ...]:
        number = turn.number
        news = [item for item in turn.news if self.policy.news(number, item, self.audience).knows]
        return _with_anchors("n", news, lambda item, anchor: self.news(item, number, anchor))

    def news(
        self, item: News, turn: int, anchor: str, opened: Visibility = FOR_GM
    ) -> NewsView | None:
        """News as this audience reads it; None if it may read no part of it."""
        texts = self.audience_view.texts(item.passages, turn, opened)
        if not texts:
            return None
        return NewsView(
            anchor=anchor,
            title=item.title,
            sender=item.sender,
            text=texts[0],
            public=item.visibility.public,
            readers=self.audience_view.readers(item.visibility),
        )

    def public_events(self, turn: int) -> tuple[EventView, ...]:
        """What the public is told, with only the references this audience knows."""
        events = self.tellings.public_events(turn)
        shown = [self.audience_view.telling(it.telling, turn) for it in events]
        if all(now is it.telling for now, it in zip(shown, events, strict=True)):
            return events
        return public_events_of(shown)

    def events(self, played_turn: PlayedTurn[StateT, OrdersT, EventT]) -> tuple[EventView, ...]:
        """What this audience is told about events besides what the public is told.

        In the order of events; tellings that hide their position come last, sorted by their
        content. For the GM with each event's id, its readers and its odds.
        """
        numbered = self.numbered(played_turn.turn)
        if not self.audience.is_gm:
            return tuple(EventView(anchor, telling) for anchor, _, telling in numbered)
        odds = self.odds(
            played_turn, (telling.order for _, _, telling in numbered if telling.order)
        )
        return tuple(
            EventView(
                anchor,
                telling,
                played_turn.steps[index].event.id,
                self.who_is_told(played_turn.turn, index),
                odds.get(telling.order, ()),
            )
            for anchor, index, telling in numbered
        )

    def numbered(self, turn: int) -> list[tuple[str, int, Telling]]:
        """The tellings of a turn for this audience, each with its anchor and its event's index."""
        found = [
            (index, self.audience_view.telling(telling, turn))
            for index, telling in enumerate(self.tellings.of(self.audience)[turn])
            if telling is not None
        ]
        found.sort(
            key=lambda one: (one[1].hides_position, repr(one[1]) if one[1].hides_position else "")
        )
        return [(f"e{number}", *one) for number, one in enumerate(found, start=1)]

    def anchors_of_sightings(self, turn: int) -> Mapping[str, str]:
        """The anchor of the last event of a turn in which this audience saw each subject."""
        told = self.tellings.of(self.audience)[turn]
        anchors = {index: anchor for anchor, index, _ in self.numbered(turn)}
        return {
            sighting.subject: anchors[index]
            for index, telling in enumerate(told)
            if telling is not None
            for sighting in telling.sightings
        }

    def odds(
        self, played_turn: PlayedTurn[StateT, OrdersT, EventT], orders: Iterable[str]
    ) -> Mapping[str, tuple[Chance, ...]]:
        """The chances of a turn's orders, by order."""
        if played_turn.orders is None:
            return {}
        return self.ruleset.odds(played_turn.before, played_turn.orders, dict.fromkeys(orders))

    def who_is_told(self, turn: int, index: int) -> tuple[tuple[str, str], ...]:
        """For the GM: each audience that is told about an event, with the telling's code."""
        audiences = [
            EVERYONE,
            *(faction_audience(faction.id) for faction in self.campaign.factions),
        ]
        return tuple(
            (audience.word, telling.code)
            for audience in audiences
            if (telling := self.tellings.of(audience)[turn][index]) is not None
        )

    def heard(self, number: int) -> list[Rumor]:
        """Rumors heard in a turn; for the GM those written in it, drafts included."""
        return [
            rumor
            for rumor in self.authored.rumors_of.get(number, ())
            if self.policy.rumor(rumor, self.audience).since == number
        ]

    def rumors(self, number: int) -> tuple[RumorView, ...]:
        """A turn's rumors as heard then; later reveals are never shown on that turn's page."""
        heard = self.heard(number)
        return _with_anchors("r", heard, lambda rumor, anchor: self.rumor(rumor, anchor, number))

    def verdicts(self, number: int) -> Iterator[tuple[str, RumorVerdict]]:
        """What has been revealed since about a turn's rumors, by ``turn/anchor``."""
        for place, rumor in enumerate(self.heard(number), start=1):
            turn = self.borne_out(rumor)
            if turn:
                revealed = self.anchors_of_reveals(self.campaign.turns[turn - 1])
                anchor = revealed.get(("rumor", f"{rumor.turn}/{rumor.id}"), "")
                yield f"{number}/r{place}", RumorVerdict(turn, rumor.truth, anchor)

    def rumor(
        self, rumor: Rumor, anchor: str, turn: int, opened: Visibility = FOR_GM
    ) -> RumorView | None:
        texts = self.audience_view.texts(rumor.passages, turn, opened)
        if not texts:
            return None
        gm = self.audience.is_gm
        return RumorView(
            anchor=anchor,
            text=texts[0],
            where=self.audience_view.refs(rumor.where, turn),
            turn=rumor.heard_in,
            public=rumor.visibility.public,
            truth=rumor.truth if gm else "",
            about=rumor.about if gm else "",
            readers=self.audience_view.readers(rumor.visibility),
            written_in=rumor.turn if gm else 0,
            draft=rumor.draft,  # drafts are for the GM alone
        )

    def borne_out(self, rumor: Rumor) -> int:
        """The first turn that tells this audience how true a rumor was; 0 if none does."""
        revealed = self.policy.revealed("rumor", f"{rumor.turn}/{rumor.id}", self.audience)
        return (revealed.since if revealed is not None else None) or 0

    def reveals(self, turn: Turn) -> tuple[RevealView, ...]:
        return tuple(view for _, view in self.reveals_with_views(turn))

    def reveals_with_views(self, turn: Turn) -> tuple[tuple[Reveal, RevealView], ...]:
        """The reveals of a turn that this audience reads, each with its view."""

        def show(reveal: Reveal, anchor: str) -> tuple[Reveal, RevealView] | None:
            view = self.reveal(reveal, turn.number, anchor)
            return None if view is None else (reveal, view)

        number, audience = turn.number, self.audience
        shown = [it for it in turn.reveals if self.policy.reveal(number, it, audience).knows]
        return _with_anchors("v", shown, show)

    def anchors_of_reveals(self, turn: Turn) -> Mapping[tuple[str, str], str]:
        """The anchor of the first reveal of each thing in a turn, by its kind and target."""
        found: dict[tuple[str, str], str] = {}
        for reveal, view in self.reveals_with_views(turn):
            found.setdefault((reveal.kind, reveal.target), view.anchor)
        return found

    def sources_of(self, ref: Ref) -> tuple[KnowledgeSource, ...]:
        """What made a thing known to this audience after the start.

        First a reveal or an event, then the letters and news of the same turn that link to it.
        """
        access = self.policy.thing(ref, self.audience)
        if not access.since or access.reason.code not in ("revealed", "learnt"):
            return ()
        turn = self.campaign.turns[access.since - 1]
        if access.reason.code == "revealed":
            anchor = self.anchors_of_reveals(turn)[ref.kind, ref.id]
            first = KnowledgeSource("reveal", turn.number, anchor)
        else:
            first = KnowledgeSource("event", turn.number, self.anchor_of_lesson(turn.number, ref))
        return first, *(
            KnowledgeSource("letter" if item.sender else "news", turn.number, item.anchor)
            for item in self.all_news(turn)
            if any(linked == ref for _, linked in item.text.links)
        )

    def anchor_of_lesson(self, turn: int, ref: Ref) -> str:
        """The anchor of the first event of a turn that taught this audience of a thing."""
        told = self.tellings.of(self.audience)[turn]
        lesson = next(it for it in told if it is not None and ref in it.learns)
        shown = self.audience_view.telling(lesson, turn)
        events = (
            [(it.anchor, it.telling) for it in self.public_events(turn)]
            if self.audience == EVERYONE
            else [(anchor, telling) for anchor, _, telling in self.numbered(turn)]
        )
        return next(anchor for anchor, telling in events if telling == shown)

    def reveal(self, reveal: Reveal, turn: int, anchor: str) -> RevealView | None:
        texts = self.audience_view.texts(reveal.passages, turn)
        of_turn, _, name = reveal.target.partition("/")
        view = RevealView(
            anchor=anchor,
            kind=reveal.kind,
            text=texts[0] if texts else None,
            public=reveal.visibility.public,
            of_turn=int(of_turn) if name else turn,
            readers=self.audience_view.readers(reveal.visibility),
        )
        return self._with_content(view, reveal, turn)

    def _with_content(self, view: RevealView, reveal: Reveal, turn: int) -> RevealView | None:
        match reveal.kind:
            case "place" | "faction" | "person" | "item":
                return replace(view, ref=reveal.ref)
            case "event":
                step = self.tellings.steps[reveal.target]
                telling = self.ruleset.reveal(step)
                if telling is None:
                    return None
                return replace(view, telling=self.audience_view.telling(telling, turn))
            case "news":
                news = self.revealed_news(reveal, turn)
                return None if news is None else replace(view, news=news)
            case "rumor":
                rumor = self.revealed_rumor(reveal, turn, view.anchor)
                return None if rumor is None else replace(view, rumor=rumor)

    def revealed_news(self, reveal: Reveal, turn: int) -> NewsView | None:
        """News revealed to more readers: its text, but none of the secret blocks in it."""
        item = self.authored.news.get(reveal.target)
        return None if item is None else self.news(item, turn, "", reveal.visibility)

    def revealed_rumor(self, reveal: Reveal, turn: int, anchor: str) -> RumorView | None:
        rumor = self.authored.rumors.get(reveal.target)
        if rumor is None:
            return None
        view = self.rumor(rumor, "", turn, reveal.visibility)
        if view is None:
            return None
        # Before it is heard, it is of the turn in which it was written.
        of_turn = rumor.heard_in if rumor.heard_in <= turn else rumor.turn
        view = replace(view, turn=of_turn, borne_out=turn, verdict=anchor, truth=rumor.truth)
        heard = self.heard_by(rumor, turn)
        if heard is None or heard.text.markdown != view.text.markdown:
            return view
        return replace(view, anchor=heard.anchor)

    def heard_by(self, rumor: Rumor, turn: int) -> RumorView | None:
        """The rumor as this audience heard it, if it did so up to a turn."""
        number = self.policy.rumor(rumor, self.audience).since
        if number is None or number > turn:
            return None
        for place, it in enumerate(self.heard(number), start=1):
            if it is rumor:
                return self.rumor(it, f"r{place}", number)
        return None
