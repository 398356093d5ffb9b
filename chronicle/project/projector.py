"""The whole edition of one audience."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Generic

from chronicle.model.audience import EVERYONE, GM, Audience, of_faction
from chronicle.model.campaign import Campaign, Card, Entity, Faction, Page, Place, Turn
from chronicle.model.facts import Names, Ref
from chronicle.play.history import History
from chronicle.project.access_report import Reasons
from chronicle.project.audience_view import Knowing, knowing
from chronicle.project.authored_items import written_in
from chronicle.project.edition import (
    NOW,
    BackdropView,
    CardView,
    Dossier,
    Edition,
    EntityView,
    FactionView,
    PageView,
    PlaceView,
    StoryView,
    TieView,
    TurnView,
)
from chronicle.project.gm_access import Accounts
from chronicle.project.gm_dossiers import Dossiers
from chronicle.project.images import shown_in
from chronicle.project.order_form import form_for
from chronicle.project.relations import relations_of
from chronicle.project.tellings import Tellings
from chronicle.project.turns import TurnProjector
from chronicle.rules.order_form import Form
from chronicle.rules.protocol import E, Holding, Moment, O, RuleSystem, S, Sheet, Sighting, stated


def audiences_of(campaign: Campaign) -> tuple[Audience, ...]:
    """Every audience that gets an edition: the public, each faction, the GM."""
    return (EVERYONE, *(of_faction(faction.id) for faction in campaign.factions), GM)


def project(
    campaign: Campaign,
    history: History[S, O, E],
    system: RuleSystem[S, O, E],
    audience: Audience,
    tellings: Tellings[S, O, E] | None = None,
) -> Edition:
    """All that an audience may know of a campaign.

    With the ``tellings`` of this history for all audiences, the rules are not asked again for what
    another edition was made of.
    """
    return _Projector.of(campaign, history, system, audience, tellings).edition()


def tellings_of(
    campaign: Campaign, history: History[S, O, E], system: RuleSystem[S, O, E]
) -> Tellings[S, O, E]:
    """What all editions of a history are made of; nothing is asked for until one is made."""
    return Tellings(history, system, audiences_of(campaign))


def learnt(
    history: History[S, O, E], system: RuleSystem[S, O, E], audience: Audience
) -> Mapping[Ref, int]:
    """What an audience got to know of by what it was told, and the turn in which it did."""
    return Tellings(history, system, [audience]).learnt(audience)


def remembered(
    history: History[S, O, E], system: RuleSystem[S, O, E], audience: Audience
) -> Iterator[Mapping[str, Sighting]]:
    """What an audience has seen by the end of each turn (0 first), fed only by what it was told."""
    return iter(Tellings(history, system, [audience]).remembered(audience))


def coming(
    campaign: Campaign, history: History[S, O, E], system: RuleSystem[S, O, E], faction: str
) -> Form | None:
    """What a faction may order in the turn after the last, as far as it may know; None if nothing.

    The GM, who fills it in for those who don't, is offered what they would be.
    """
    return _Projector.of(campaign, history, system, of_faction(faction)).form()


@dataclass(frozen=True, slots=True)
class _Projector(Generic[S, O, E]):
    campaign: Campaign
    history: History[S, O, E]
    system: RuleSystem[S, O, E]
    tellings: Tellings[S, O, E]
    knowing: Knowing
    memories: tuple[Mapping[str, Sighting], ...]

    @classmethod
    def of(
        cls,
        campaign: Campaign,
        history: History[S, O, E],
        system: RuleSystem[S, O, E],
        audience: Audience,
        tellings: Tellings[S, O, E] | None = None,
    ) -> _Projector[S, O, E]:
        if tellings is None:
            told = audiences_of(campaign) if audience.is_gm else (EVERYONE, audience)
            tellings = Tellings(history, system, told)
        return cls._with(campaign, history, system, audience, tellings)

    @classmethod
    def _with(
        cls,
        campaign: Campaign,
        history: History[S, O, E],
        system: RuleSystem[S, O, E],
        audience: Audience,
        tellings: Tellings[S, O, E],
    ) -> _Projector[S, O, E]:
        memories = tellings.remembered(audience)
        known = knowing(campaign, audience, tellings.learnt(audience))
        return cls(campaign, history, system, tellings, known, memories)

    @property
    def audience(self) -> Audience:
        return self.knowing.audience

    @property
    def now(self) -> int:
        return len(self.campaign.turns)

    @property
    def last(self) -> Moment[S, O, E]:
        return self.history.turns[-1] if self.history.turns else self.history.opening

    def edition(self) -> Edition:
        """The edition, with those pictures that its own texts show."""
        told = self.told()
        form = self.form() if self.audience.faction else None
        return replace(told, pictures=shown_in(told, self.campaign.pictures), form=form)

    def told(self) -> Edition:
        campaign, turns = self.campaign, self.turns()
        heard, gm = self.tellings.heard, self.audience.is_gm
        reasons = Reasons(campaign, self.history, self.system, heard) if gm else None
        views = tuple(
            self.turn(turns, reasons, turn, moment)
            for turn, moment in zip(campaign.turns, self.history.turns, strict=True)
        )
        return Edition(
            audience=self.audience,
            title=campaign.title,
            tagline=campaign.tagline,
            language=campaign.language,
            calendar=campaign.calendar,
            deadline=campaign.deadline,
            card=None if campaign.card is None else self.card(campaign.card),
            ruleset=campaign.ruleset,
            introduction=self.knowing.texts(campaign.introduction, NOW),
            stories=tuple(
                StoryView(story.title, story.turn)
                for story in campaign.stories
                if story.turn <= self.now
            ),
            factions=tuple(self.faction(f) for f in campaign.factions if self.knows_faction(f.id)),
            places=tuple(self.place(p) for p in campaign.places if self.knows_place(p.id)),
            pages=tuple(self.page(p) for p in campaign.pages if self.knowing.may(p.circle)),
            turns=views,
            dossiers=self.dossiers(views),
            names=self.names(),
            known_since=self.knowing.since,
            verdicts={
                key: verdict for view in views for key, verdict in turns.verdicts(view.number)
            },
            entities=tuple(
                self.entity(it) for it in campaign.entities if self.knowing.knows(it.ref, self.now)
            ),
            in_miles=self.system.in_miles(self.last.after),
            relations=tuple(relations_of(self.knowing, campaign.turns)),
            backdrop=self.backdrop(),
        )

    def turns(self) -> TurnProjector[S, O, E]:
        written = written_in(self.campaign)
        return TurnProjector(self.campaign, self.system, self.tellings, written, self.knowing)

    def card(self, card: Card) -> CardView:
        """The picture that everybody is shown the site by."""
        picture = self.campaign.pictures[card.picture]
        return CardView(picture.path, picture.width, picture.height, card.words)

    def backdrop(self) -> BackdropView | None:
        """Of the pictures under the map the last that the audience may see."""
        last: BackdropView | None = None
        for backdrop in self.campaign.backdrops:
            if self.knowing.may(backdrop.circle):
                picture = self.campaign.pictures[backdrop.picture]
                last = BackdropView(
                    path=picture.path,
                    words=backdrop.words,
                    extent=backdrop.corners(picture),
                    readers=self.knowing.readers(backdrop.circle),
                )
        return last

    def turn(
        self,
        turns: TurnProjector[S, O, E],
        reasons: Reasons | None,
        turn: Turn,
        moment: Moment[S, O, E],
    ) -> TurnView:
        """A turn as the audience knows it; for the GM with what everybody has of it."""
        view = replace(turns.turn(turn, moment), holdings=self.holdings(moment))
        if reasons is None:
            return view
        return replace(view, accounts=Accounts(reasons, turns, turn, view))

    def holdings(self, moment: Moment[S, O, E]) -> dict[str, tuple[Holding, ...]]:
        """Who held each place at the end of a turn, by the sheet that the audience had of it."""
        found: dict[str, tuple[Holding, ...]] = {}
        for place in self.campaign.places:
            ref, turn = Ref("place", place.id), moment.turn
            if self.knowing.knows(ref, turn):
                sheet = self.system.sheet(moment, self.memories[turn], self.audience, ref)
                shown = self.knowing.sheet(sheet, turn)
                found[place.id] = () if shown is None else self.system.holders(shown)
        return found

    def names(self) -> Names:
        named = {Ref("faction", faction.id): faction.name for faction in self.campaign.factions}
        named |= {Ref("place", place.id): place.name for place in self.campaign.places}
        named |= {entity.ref: entity.name for entity in self.campaign.entities}
        named |= {Ref("page", page.id): page.title for page in self.campaign.pages}
        named |= {
            Ref("turn", str(turn.number)): f"turn {turn.number}" for turn in self.campaign.turns
        }
        known = {ref: name for ref, name in named.items() if self.knowing.knows(ref, self.now)}
        return Names(known)

    def knows_faction(self, id: str) -> bool:
        return self.knowing.knows(Ref("faction", id), self.now)

    def knows_place(self, id: str) -> bool:
        return self.knowing.knows(Ref("place", id), self.now)

    def sheet(self, ref: Ref) -> Sheet | None:
        sheet = self.system.sheet(self.last, self.memories[self.now], self.audience, ref)
        return self.knowing.sheet(sheet, self.now)

    def faction(self, faction: Faction) -> FactionView:
        ref = Ref("faction", faction.id)
        return FactionView(
            id=faction.id,
            name=faction.name,
            colors=faction.colors,
            sigil=faction.sigil,
            division=faction.division,
            motto=faction.motto,
            profile=self.knowing.texts(faction.profile, NOW, self.knowing.opened(ref)),
            sheet=self.sheet(ref),
            notes=self.knowing.texts(faction.notes, NOW),
            readers=self.knowing.readers(faction.circle),
        )

    def place(self, place: Place) -> PlaceView:
        ref = Ref("place", place.id)
        neighbours = (Ref("place", id) for id in place.neighbours)
        around = self.knowing.refs([Ref("place", place.within)], self.now)
        inside = (Ref("place", it.id) for it in self.campaign.places if it.within == place.id)
        return PlaceView(
            id=place.id,
            name=place.name,
            within=around[0] if around else None,
            inside=self.knowing.refs(inside, self.now),
            neighbours=self.knowing.refs(neighbours, self.now),
            position=place.position,
            passages=self.knowing.texts(place.passages, NOW, self.knowing.opened(ref)),
            sheet=self.sheet(ref),
            readers=self.knowing.readers(place.circle),
            written=self.written(place),
        )

    def written(self, place: Place) -> int:
        """How many places that the audience knows the author wrote before one."""
        at = (place.at.line, place.at.column)
        return sum(
            (other.at.line, other.at.column) < at
            for other in self.campaign.places
            if self.knows_place(other.id)
        )

    def entity(self, entity: Entity) -> EntityView:
        opened = self.knowing.opened(entity.ref)
        portrait = self.knowing.texts(entity.portrait, NOW, opened)
        return EntityView(
            kind=entity.kind,
            id=entity.id,
            name=entity.name,
            role=entity.role,
            portrait=portrait[0] if portrait else None,
            ties=tuple(
                TieView(tie.kind, tie.to, self.knowing.readers(tie.circle))
                for tie in entity.ties
                if self.knowing.may(tie.circle) and self.knowing.knows(tie.to, self.now)
            ),
            passages=self.knowing.texts(entity.passages, NOW, opened),
            readers=self.knowing.readers(entity.circle),
        )

    def page(self, page: Page) -> PageView:
        texts = self.knowing.texts(page.passages, NOW)
        return PageView(page.id, page.title, texts, self.knowing.readers(page.circle))

    def form(self) -> Form | None:
        """What the reader's own faction may order in the coming turn."""
        form = self.system.form(self.last, self.memories[self.now], self.audience.faction)
        return None if form is None else form_for(self.knowing, form, self.now)

    def dossiers(self, views: tuple[TurnView, ...]) -> Mapping[tuple[str, int], Dossier]:
        """The reader's own dossier for every turn; for the GM those of all factions."""
        if self.audience == EVERYONE:
            return {}
        if not self.audience.is_gm:
            own = self.audience.faction
            return {(own, view.number): self.dossier(own, view) for view in views}
        turns = tuple(view.number for view in views)
        return Dossiers(tuple(it.id for it in self.campaign.factions), turns, self.alone)

    def alone(self, id: str) -> Callable[[int], Dossier]:
        """A faction's dossiers by turn as it knows them, without the rest of its edition."""
        reader, tellings = of_faction(id), self.tellings
        own = _Projector._with(self.campaign, self.history, self.system, reader, tellings)
        turns = own.turns()

        def dossier(number: int) -> Dossier:
            turn, moment = self.campaign.turns[number - 1], self.history.turns[number - 1]
            return own.dossier(id, turns.own(turn, moment))

        return dossier

    def dossier(self, id: str, view: TurnView) -> Dossier:
        moment = self.history.turns[view.number - 1]
        memory = self.memories[view.number]
        others = []
        for faction in self.campaign.factions:
            ref = Ref("faction", faction.id)
            if faction.id == id or not self.knowing.knows(ref, view.number):
                continue
            sheet = self.system.sheet(moment, memory, self.audience, ref)
            shown = self.knowing.sheet(sheet, view.number)
            if shown is not None:
                others.append((ref, shown))
        sheet = self.system.sheet(moment, memory, self.audience, Ref("faction", id))
        own = self.knowing.sheet(sheet, view.number)
        return Dossier(
            faction=id,
            turn=view.number,
            sheet=own,
            orders=tuple(told for told in view.told if told.telling.order),
            letters=tuple(news for news in view.news if not news.public),
            rumors=tuple(rumor for rumor in view.rumors if not rumor.public),
            others=tuple(others),
            corrections=view.corrections,
            figures=stated(self.system, own),
        )
