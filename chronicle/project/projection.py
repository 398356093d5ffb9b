"""The project stage: the whole edition of one audience."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, Generic

from chronicle.markup.images import Picture
from chronicle.model.audience import EVERYONE, GM, Audience, faction_audience
from chronicle.model.campaign import (
    AuthoredPage,
    Campaign,
    Entity,
    Faction,
    MapLine,
    MapShapes,
    Place,
    PreviewImage,
    Turn,
)
from chronicle.model.facts import Facts, NameIndex, Ref
from chronicle.model.subscriptions import calendar_entries, feed_id
from chronicle.play.history import History
from chronicle.project.access import AccessPolicy
from chronicle.project.access_report import AccessReporter
from chronicle.project.authored_items import authored_items_of
from chronicle.project.edition import (
    AFTER_ALL_TURNS,
    RULED_PLACES,
    BackdropView,
    DossierView,
    Edition,
    EntityView,
    EventView,
    FactionView,
    PageView,
    PlaceView,
    PreviewImageView,
    StoryView,
    TieView,
    TurnView,
    ruled_places,
    texts_of,
)
from chronicle.project.gm_access import LazyAccessMap
from chronicle.project.lazy import DeferredMapping, LazyMapping, LazySequence
from chronicle.project.origins import SourceDigests, turn_origins
from chronicle.project.relations import RelationProjector
from chronicle.project.sheet_sources import sheet_with_sources, sourced_sightings
from chronicle.project.tellings import Tellings
from chronicle.project.turns import TurnProjector
from chronicle.project.visibility import AudienceView, audience_view_of
from chronicle.records import Record, replace
from chronicle.rules import protocol
from chronicle.rules.order_form import Form


def audiences_of(campaign: Campaign) -> tuple[Audience, ...]:
    """Every audience that gets an edition: the public, each faction, the GM."""
    return (EVERYONE, *(faction_audience(faction.id) for faction in campaign.factions), GM)


def project(
    campaign: Campaign,
    history: History[protocol.StateT, protocol.OrdersT, protocol.EventT],
    ruleset: protocol.Ruleset[protocol.StateT, protocol.OrdersT, protocol.EventT],
    audience: Audience,
    tellings: Tellings[protocol.StateT, protocol.OrdersT, protocol.EventT] | None = None,
    sources: SourceDigests | None = None,
) -> Edition:
    """Return the edition of an audience: everything it may know of a campaign.

    ``tellings`` of this history can be shared between editions, to ask the rules only once. With
    ``sources``, the edition has the origins of its turns.
    """
    projector = _Projector.of(campaign, history, ruleset, audience, tellings)
    edition = projector.edition()
    if sources is None:
        return edition
    learnt = projector.tellings.learnt
    origins = turn_origins(campaign, projector.audience_view, sources, learnt)
    return replace(edition, origins=tuple(origins))


def project_without_form(
    campaign: Campaign,
    history: History[protocol.StateT, protocol.OrdersT, protocol.EventT],
    ruleset: protocol.Ruleset[protocol.StateT, protocol.OrdersT, protocol.EventT],
    audience: Audience,
    tellings: Tellings[protocol.StateT, protocol.OrdersT, protocol.EventT] | None,
) -> Edition:
    """Return an edition for its turns alone: the rules take longest for an order form."""
    return _Projector.of(campaign, history, ruleset, audience, tellings).told()


def tellings_of(
    campaign: Campaign,
    history: History[protocol.StateT, protocol.OrdersT, protocol.EventT],
    ruleset: protocol.Ruleset[protocol.StateT, protocol.OrdersT, protocol.EventT],
) -> Tellings[protocol.StateT, protocol.OrdersT, protocol.EventT]:
    """The tellings that all editions of a history share, computed on demand."""
    return Tellings(history, ruleset, audiences_of(campaign))


def audience_view(
    campaign: Campaign,
    history: History[protocol.StateT, protocol.OrdersT, protocol.EventT],
    ruleset: protocol.Ruleset[protocol.StateT, protocol.OrdersT, protocol.EventT],
    audience: Audience,
) -> AudienceView:
    """What an audience may know of a played campaign."""
    lessons = Tellings(history, ruleset, [audience]).lessons
    return audience_view_of(AccessPolicy(campaign, lessons), audience)


def sightings_by_turn(
    history: History[protocol.StateT, protocol.OrdersT, protocol.EventT],
    ruleset: protocol.Ruleset[protocol.StateT, protocol.OrdersT, protocol.EventT],
    audience: Audience,
) -> Iterator[Mapping[str, protocol.Sighting]]:
    """What an audience has seen by the end of each turn (0 first), from its tellings alone."""
    return iter(Tellings(history, ruleset, [audience]).remembered(audience))


def next_order_form(
    campaign: Campaign,
    history: History[protocol.StateT, protocol.OrdersT, protocol.EventT],
    ruleset: protocol.Ruleset[protocol.StateT, protocol.OrdersT, protocol.EventT],
    faction: str,
) -> Form | None:
    """What a faction may order in the turn after the last, as far as it knows; None if nothing."""
    return _Projector.of(campaign, history, ruleset, faction_audience(faction)).form()


class NextKnowledge(Record, Generic[protocol.StateT]):
    """What a faction knows before the next turn: the board, its form, and names of things.

    ``told`` are the tellings to it about each event, by turn; None for nothing.
    """

    board: protocol.StateT
    form: Form
    names: Mapping[Ref, str]
    told: Mapping[int, Sequence[protocol.Telling | None]]


def next_knowledge(
    campaign: Campaign,
    history: History[protocol.StateT, protocol.OrdersT, protocol.EventT],
    ruleset: protocol.Ruleset[protocol.StateT, protocol.OrdersT, protocol.EventT],
    faction: str,
) -> NextKnowledge[protocol.StateT] | None:
    """What a faction knows before the turn after the last; None if it can order nothing."""
    projector = _Projector.of(campaign, history, ruleset, faction_audience(faction))
    form, memory = projector.form(), projector.memories[projector.now]
    known = frozenset(projector.known_refs())
    board = ruleset.known_board(history.eve, memory, faction, known)
    if form is None or board is None:
        return None
    view = projector.audience_view
    names = {ref: name for ref, name in view.names.items() if view.knows(ref, projector.now)}
    return NextKnowledge(board, form, names, projector.tellings.of(projector.audience))


def edition_for_gm(
    own: Edition,
    gm: Edition,
    history: History[protocol.StateT, protocol.OrdersT, protocol.EventT],
    ruleset: protocol.Ruleset[protocol.StateT, protocol.OrdersT, protocol.EventT],
) -> Edition:
    """A faction's ``own`` edition for the GM, who gives its orders: with all that the GM knows.

    ``gm`` is the GM's edition.
    """
    form = own.form and ruleset.form(history.eve, None, own.audience.faction, ())
    return replace(own, names=gm.names, form=form)


class _Projector(Record, Generic[protocol.StateT, protocol.OrdersT, protocol.EventT]):
    campaign: Campaign
    history: History[protocol.StateT, protocol.OrdersT, protocol.EventT]
    ruleset: protocol.Ruleset[protocol.StateT, protocol.OrdersT, protocol.EventT]
    tellings: Tellings[protocol.StateT, protocol.OrdersT, protocol.EventT]
    policy: AccessPolicy
    audience_view: AudienceView
    memories: tuple[Mapping[str, protocol.Sighting], ...]
    turns: TurnProjector[protocol.StateT, protocol.OrdersT, protocol.EventT]
    #: For each turn the anchors of events in which the audience saw something, by subject.
    anchors: Mapping[int, Mapping[str, str]]

    @classmethod
    def of(
        cls,
        campaign: Campaign,
        history: History[protocol.StateT, protocol.OrdersT, protocol.EventT],
        ruleset: protocol.Ruleset[protocol.StateT, protocol.OrdersT, protocol.EventT],
        audience: Audience,
        tellings: Tellings[protocol.StateT, protocol.OrdersT, protocol.EventT] | None = None,
    ) -> _Projector[protocol.StateT, protocol.OrdersT, protocol.EventT]:
        if tellings is None:
            told = audiences_of(campaign) if audience.is_gm else (EVERYONE, audience)
            tellings = Tellings(history, ruleset, told)
        return cls._from_tellings(campaign, history, ruleset, audience, tellings)

    @classmethod
    def _from_tellings(
        cls,
        campaign: Campaign,
        history: History[protocol.StateT, protocol.OrdersT, protocol.EventT],
        ruleset: protocol.Ruleset[protocol.StateT, protocol.OrdersT, protocol.EventT],
        audience: Audience,
        tellings: Tellings[protocol.StateT, protocol.OrdersT, protocol.EventT],
    ) -> _Projector[protocol.StateT, protocol.OrdersT, protocol.EventT]:
        memories = tellings.remembered(audience)
        policy = AccessPolicy(campaign, tellings.lessons)
        known = audience_view_of(policy, audience)
        written = authored_items_of(campaign)
        turns = TurnProjector(campaign, ruleset, tellings, written, policy, known)
        numbers = [played_turn.turn for played_turn in history.turns]
        anchors = LazyMapping(numbers, turns.anchors_of_sightings)
        return cls(campaign, history, ruleset, tellings, policy, known, memories, turns, anchors)

    @property
    def audience(self) -> Audience:
        return self.audience_view.audience

    @property
    def now(self) -> int:
        return len(self.campaign.turns)

    @property
    def last(self) -> protocol.PlayedTurn[protocol.StateT, protocol.OrdersT, protocol.EventT]:
        return self.history.last

    def edition(self) -> Edition:
        """The edition, with the images that its own texts show."""
        told = self.told()
        form = self.form() if self.audience.faction else None
        pictures = DeferredMapping(lambda: shown_pictures(told, self.campaign.pictures))
        return replace(told, pictures=pictures, form=form)

    def told(self) -> Edition:
        campaign, turns = self.campaign, self.turns
        sheets = self.sourced_sheets_at(self.last, self.known_refs())
        gm, tellings = self.audience.is_gm, self.tellings
        reasons = AccessReporter(campaign, self.history, self.ruleset, tellings) if gm else None
        played_turns = self.history.turns
        later = [ref for ref, since in self.audience_view.since.items() if since]
        sources = LazyMapping(later, turns.sources_of)
        views = LazySequence(
            len(played_turns),
            lambda index: self.turn(turns, reasons, campaign.turns[index], played_turns[index]),
        )
        return Edition(
            audience=self.audience,
            title=campaign.title,
            tagline=campaign.tagline,
            language=campaign.language,
            calendar=campaign.calendar,
            deadline=campaign.deadline,
            calendar_entries=calendar_entries(campaign),
            feed_id=feed_id(campaign),
            published_on=campaign.published.days,
            card=None if campaign.card is None else self.card(campaign.card),
            ruleset=campaign.ruleset,
            introduction=self.audience_view.texts(campaign.introduction, AFTER_ALL_TURNS),
            stories=tuple(
                StoryView(story.title, story.turn)
                for story in campaign.stories
                if story.turn <= self.now
            ),
            factions=tuple(
                self.faction(faction, sheets)
                for faction in campaign.factions
                if self.audience_view.knows(Ref("faction", faction.id), self.now)
            ),
            places=tuple(self.places(sheets)),
            pages=tuple(
                self.page(page)
                for page in campaign.pages
                if self.audience_view.knows(Ref("page", page.id), self.now)
            ),
            turns=views,
            dossiers=self.dossiers(views),
            holdings=LazySequence(
                len(played_turns), lambda index: self.holdings(played_turns[index])
            ),
            opening_holdings=self.holdings(self.history.opening),
            figures=self.figures(),
            public_figures=self.public_figures(),
            names=self.names(),
            renames=self.audience_view.renames,
            known_since=self.audience_view.since,
            verdicts={
                key: verdict
                for played_turn in played_turns
                for key, verdict in turns.verdicts(played_turn.turn)
            },
            entities=tuple(
                self.entity(it)
                for it in campaign.entities
                if self.audience_view.knows(it.ref, self.now)
            ),
            in_miles=self.ruleset.in_miles(self.last.after),
            relations=tuple(
                RelationProjector(self.policy, self.audience_view).until_now(
                    campaign.turns, sources
                )
            ),
            sources=sources,
            backdrop=self.backdrop(),
            shapes=self.shapes(),
            house_rules=tuple(
                replace(rule, facts=self.audience_view.facts(rule.facts, self.now))
                for rule in self.ruleset.house_rules(self.last.after, self.audience)
            ),
        )

    def card(self, card: PreviewImage) -> PreviewImageView:
        """The author's image for link previews."""
        picture = self.campaign.pictures[card.picture]
        return PreviewImageView(picture.path, picture.width, picture.height, card.words)

    def backdrop(self) -> BackdropView | None:
        """The last of the images under the map that the audience may see."""
        last: BackdropView | None = None
        for backdrop in self.campaign.backdrops:
            if self.audience_view.may_see(backdrop.visibility):
                picture = self.campaign.pictures[backdrop.picture]
                last = BackdropView(
                    path=picture.path,
                    words=backdrop.words,
                    extent=backdrop.corners(picture),
                    readers=self.audience_view.readers(backdrop.visibility),
                )
        return last

    def shapes(self) -> MapShapes | None:
        """The coast, rivers and land that the audience may see, with borders of what it knows."""
        shapes = self.campaign.shapes
        if shapes is None or not self.audience_view.may_see(shapes.visibility):
            return None

        def known(lines: Iterable[MapLine]) -> tuple[MapLine, ...]:
            return tuple(
                line
                for line in lines
                if all(self.audience_view.knows(Ref("place", it), self.now) for it in line.places)
            )

        return replace(
            shapes,
            borders=known(shapes.borders),
            ways=known(shapes.ways),
            regions=known(shapes.regions),
        )

    def turn(
        self,
        turns: TurnProjector[protocol.StateT, protocol.OrdersT, protocol.EventT],
        reasons: AccessReporter | None,
        turn: Turn,
        played_turn: protocol.PlayedTurn[protocol.StateT, protocol.OrdersT, protocol.EventT],
    ) -> TurnView:
        """A turn as the audience knows it; for the GM with who knows what of it."""
        view = turns.turn(turn, played_turn)
        if reasons is None:
            return view
        return replace(view, accounts=LazyAccessMap(reasons, turns, turn, view))

    def holdings(
        self, played_turn: protocol.PlayedTurn[protocol.StateT, protocol.OrdersT, protocol.EventT]
    ) -> dict[str, tuple[protocol.Holding, ...]]:
        """Who held each place at the end of a turn, from the sheet the audience had of it."""
        refs = self.audience_view.refs(
            (Ref("place", place.id) for place in self.campaign.places), played_turn.turn
        )
        sheets = self.sheets_at(played_turn, refs)
        return {ref.id: self.ruleset.holders(sheets[ref]) if ref in sheets else () for ref in refs}

    def names(self) -> NameIndex:
        known = {
            ref: name
            for ref, name in self.audience_view.names.items()
            if self.audience_view.knows(ref, self.now)
        }
        return NameIndex(known)

    def knows_place(self, id: str) -> bool:
        return self.audience_view.knows(Ref("place", id), self.now)

    def known_refs(self) -> tuple[Ref, ...]:
        """The factions and places that the audience knows."""
        refs = [Ref("faction", faction.id) for faction in self.campaign.factions]
        refs += [Ref("place", place.id) for place in self.campaign.places]
        return self.audience_view.refs(refs, self.now)

    def faction(self, faction: Faction, sheets: Mapping[Ref, protocol.Sheet]) -> FactionView:
        ref = Ref("faction", faction.id)
        return FactionView(
            id=faction.id,
            name=self.audience_view.names[ref],
            colors=faction.colors,
            sigil=faction.sigil,
            division=faction.division,
            motto=faction.motto,
            profile=self.audience_view.texts(
                faction.profile, AFTER_ALL_TURNS, self.audience_view.opened(ref)
            ),
            sheet=sheets.get(ref),
            notes=self.audience_view.texts(faction.notes, AFTER_ALL_TURNS),
            readers=self.audience_view.readers(faction.visibility),
        )

    def places(self, sheets: Mapping[Ref, protocol.Sheet]) -> Iterator[PlaceView]:
        """Yield the places that the audience knows."""
        inside = defaultdict[str, list[Ref]](list)
        for place in self.campaign.places:
            inside[place.within].append(Ref("place", place.id))
        known = [place for place in self.campaign.places if self.knows_place(place.id)]
        positions = sorted(_position_in_file(place) for place in known)
        for place in known:
            before = bisect_left(positions, _position_in_file(place))
            sheet = sheets.get(Ref("place", place.id))
            yield self.place(place, sheet, inside[place.id], before)

    def place(
        self, place: Place, sheet: protocol.Sheet | None, inside: Sequence[Ref], written: int
    ) -> PlaceView:
        """A place, with those within it, and how many known ones come before it in the files."""
        ref = Ref("place", place.id)
        neighbours = (Ref("place", id) for id in place.neighbours)
        beside = self.audience_view.refs(neighbours, self.now)
        around = self.audience_view.refs([Ref("place", place.within)], self.now)
        return PlaceView(
            id=place.id,
            name=place.name,
            within=around[0] if around else None,
            inside=self.audience_view.refs(inside, self.now),
            neighbours=beside,
            position=place.position,
            passages=self.audience_view.texts(
                place.passages, AFTER_ALL_TURNS, self.audience_view.opened(ref)
            ),
            sheet=sheet,
            readers=self.audience_view.readers(place.visibility),
            written=written,
            land=place.land,
            ways=tuple(
                (ref, kind) for id, kind in place.ways if (ref := Ref("place", id)) in beside
            ),
        )

    def entity(self, entity: Entity) -> EntityView:
        opened = self.audience_view.opened(entity.ref)
        portrait = self.audience_view.texts(entity.portrait, AFTER_ALL_TURNS, opened)
        return EntityView(
            kind=entity.kind,
            id=entity.id,
            name=self.audience_view.names[entity.ref],
            role=entity.role,
            portrait=portrait[0] if portrait else None,
            ties=tuple(
                TieView(tie.kind, tie.to, self.audience_view.readers(tie.visibility))
                for tie in entity.ties
                if self.audience_view.may_see(tie.visibility)
                and self.audience_view.knows(tie.to, self.now)
            ),
            passages=self.audience_view.texts(entity.passages, AFTER_ALL_TURNS, opened),
            readers=self.audience_view.readers(entity.visibility),
        )

    def page(self, page: AuthoredPage) -> PageView:
        texts = self.audience_view.texts(page.passages, AFTER_ALL_TURNS)
        return PageView(page.id, page.title, texts, self.audience_view.readers(page.visibility))

    def form(self) -> Form | None:
        """What the reader's own faction may order in the coming turn."""
        if not self.history.has_joined(self.audience.faction, self.now + 1):
            return None
        memory, known = self.memories[self.now], frozenset(self.known_refs())
        return self.tellings.cache.form(self.history.eve, memory, self.audience.faction, known)

    def dossiers(self, views: Sequence[TurnView]) -> Mapping[tuple[str, int], DossierView]:
        """The dossiers of the reader's own faction; before turn 1 that of the opening."""
        own = self.audience.faction
        keys = [(own, turn) for turn in self.turns_or_opening()] if own else []
        return LazyMapping(
            keys, lambda key: self.dossier(own, views[key[1] - 1] if key[1] else _BEFORE_TURN_1)
        )

    def turns_or_opening(self) -> Sequence[int]:
        """The numbers of the turns; 0 alone before turn 1."""
        return [played_turn.turn for played_turn in self.history.turns] or [0]

    def figures(self) -> Mapping[tuple[str, int], tuple[protocol.Figure, ...]]:
        """The numbers on the sheets of the reader's own faction; for the GM those of all."""
        own, gm = self.audience.faction, self.audience.is_gm
        keys = [
            (faction.id, turn)
            for faction in self.campaign.factions
            if gm or faction.id == own
            for turn in self.turns_or_opening()
        ]
        return LazyMapping(keys, lambda key: self.figures_of(*key))

    def figures_of(self, id: str, turn: int) -> tuple[protocol.Figure, ...]:
        """The numbers on a faction's sheet at the end of a turn."""
        ref = Ref("faction", id)
        sheets = self.sheets_at(self.played_turn(turn), (ref,))
        sheet = sheets.get(ref)
        return self.ruleset.figures(sheet) if sheet is not None else ()

    def played_turn(
        self, turn: int
    ) -> protocol.PlayedTurn[protocol.StateT, protocol.OrdersT, protocol.EventT]:
        """A played turn; the opening for 0."""
        return self.history.turns[turn - 1] if turn else self.history.opening

    def public_figures(self) -> Mapping[tuple[str, int], tuple[protocol.Figure, ...]]:
        """What the public knew of the reader's own faction at the end of each turn, in figures."""
        own, found = self.audience.faction, self.tellings.public_figures
        keys = [(own, played_turn.turn) for played_turn in self.history.turns] if own else []
        args = (self.campaign, self.history, self.ruleset, EVERYONE, self.tellings)
        public = cache(lambda: _Projector._from_tellings(*args))

        def figures(key: tuple[str, int]) -> tuple[protocol.Figure, ...]:
            id, turn = key
            if turn not in found:
                found[turn] = public().measured_figures(self.history.turns[turn - 1])
            return found[turn].get(id, ())

        return LazyMapping(keys, figures)

    def measured_figures(
        self, played_turn: protocol.PlayedTurn[protocol.StateT, protocol.OrdersT, protocol.EventT]
    ) -> Mapping[str, tuple[protocol.Figure, ...]]:
        """The figures that the audience knew of factions at the end of a turn, by faction."""
        figures = defaultdict[str, list[protocol.Figure]](list)
        for measure in self.turns.measures(played_turn):
            figures[measure.faction].append(protocol.Figure(measure.name, measure.value))
        if held := self.holdings(played_turn):
            ruled = ruled_places(held)
            for faction in self.campaign.factions:
                if self.audience_view.knows(Ref("faction", faction.id), played_turn.turn):
                    figures[faction.id].append(protocol.Figure(RULED_PLACES, ruled[faction.id]))
        return {id: tuple(own) for id, own in figures.items()}

    def sourced_sheets_at(
        self,
        played_turn: protocol.PlayedTurn[protocol.StateT, protocol.OrdersT, protocol.EventT],
        refs: Iterable[Ref],
    ) -> Mapping[Ref, protocol.Sheet]:
        """The sheets of things at the end of a turn, with where a faction learned what they say."""
        sheets, turn = self.sheets_at(played_turn, refs), played_turn.turn
        if not self.audience.faction:
            return sheets
        seen = sourced_sightings(
            self.memories[turn],
            lambda seen, subject: self.anchors[seen].get(subject, ""),
            lambda facts: self.audience_view.facts(facts, turn),
        )
        return {ref: sheet_with_sources(sheet, ref, seen) for ref, sheet in sheets.items()}

    def sheets_at(
        self,
        played_turn: protocol.PlayedTurn[protocol.StateT, protocol.OrdersT, protocol.EventT],
        refs: Iterable[Ref],
    ) -> Mapping[Ref, protocol.Sheet]:
        """The sheets of things at the end of a turn, as the audience knew them."""
        turn, joined = played_turn.turn, self.history.has_joined
        if not joined(self.audience.faction, turn):
            return {}
        there = [ref for ref in refs if ref.kind != "faction" or joined(ref.id, turn)]
        sheets = self.ruleset.sheets(played_turn, self.memories[turn], self.audience, there)
        return {
            ref: self.audience_view.sheet(sheet, played_turn.turn) for ref, sheet in sheets.items()
        }

    def dossier(self, id: str, view: TurnView) -> DossierView:
        played_turn = self.played_turn(view.number)
        own = Ref("faction", id)
        factions = (Ref("faction", faction.id) for faction in self.campaign.factions)
        others = self.audience_view.refs((ref for ref in factions if ref != own), view.number)
        sheets = self.sourced_sheets_at(played_turn, (own, *others))
        return DossierView(
            faction=id,
            turn=view.number,
            sheet=sheets.get(own),
            orders=tuple(told for told in view.events if told.telling.order),
            letters=tuple(news for news in view.news if not news.public),
            rumors=tuple(rumor for rumor in view.rumors if not rumor.public),
            others=tuple((ref, sheets[ref]) for ref in others if ref in sheets),
            happened=self.happened(own, view),
            corrections=view.corrections,
        )

    def happened(self, own: Ref, view: TurnView) -> tuple[EventView, ...]:
        """The events of a turn that concern a faction besides its orders; actions come first."""
        found = [
            told
            for told in view.events
            if not told.telling.order and _concerns(own, told.telling, self.ruleset.victim_codes)
        ]
        return tuple(sorted(found, key=lambda told: not told.telling.is_action))


#: The turn of the dossiers before turn 1: nothing has happened in it.
_BEFORE_TURN_1: Final = TurnView(0, "", "", "", "", (), (), (), (), (), (), ())


def _concerns(own: Ref, telling: protocol.Telling, victim_codes: Container[str]) -> bool:
    """Whether a telling is of an action to or by a faction, or of its affairs alone."""
    named = {ref for ref in Facts.pointers_of(telling.facts) if ref.kind == "faction"}
    if telling.is_action:
        return own in named or telling.code in victim_codes
    return named <= {own}


def _position_in_file(place: Place) -> tuple[int, int]:
    return place.at.line, place.at.column


def shown_pictures(edition: Edition, pictures: Mapping[str, Picture]) -> dict[str, Picture]:
    """Return the images of an edition by their paths in the site, sorted by path.

    ``pictures`` are all images of the campaign. Which of them an edition gets follows from its
    texts after secrets have been removed, its map and its preview image: an image is as visible as
    what shows it.
    """
    if not pictures:
        return {}
    named = {path for _, text in texts_of(edition) for path in text.pictures}
    named |= {edition.backdrop.path} if edition.backdrop is not None else set()
    named |= {edition.card.path} if edition.card is not None else set()
    by_path = {picture.path: picture for picture in pictures.values()}
    # Projected texts name images by path, and only those that exist.
    return {path: by_path[path] for path in sorted(named)}
