"""The outline stage: from an edition to the pages of its site, each with its view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from typing import Final

from chronicle.diagnostics.catalogue import content as problems
from chronicle.diagnostics.report import Report
from chronicle.files.source import Source, span_of_file
from chronicle.model.audience import EVERYONE
from chronicle.model.facts import Ref, faction_ref, place_ref
from chronicle.outline import charts, paths, turn_ranges, views
from chronicle.outline.as_of import WorldAsOf, worlds_by_turn
from chronicle.outline.broadsheet import broadsheet_of, street_of
from chronicle.outline.cockpit import cockpit_of
from chronicle.outline.feed import feed_of
from chronicle.outline.forces import ForceGroup, forces_of, has_forces
from chronicle.outline.frame import SitePreviewImage, drawn_preview_image, frame_of
from chronicle.outline.front_page import faction_changes, lead_story_of
from chronicle.outline.gallery import GalleryPicture, gallery_of, pictures_of_page
from chronicle.outline.map import (
    EditionMaps,
    MapPiece,
    MapPieces,
    TurnMap,
    WorldMap,
    changes_by_turn,
    turn_map_of,
    whole_piece,
)
from chronicle.outline.mentions import Mentions, knowledge_origin, refs_by_anchor
from chronicle.outline.nearby_rumors import RumorsByPlace
from chronicle.outline.order_sheet import order_sheet_of
from chronicle.outline.pagination import (
    TurnGroup,
    TurnsPage,
    paginate,
    recent_and_earlier,
    rumors_by_place,
)
from chronicle.outline.place_tree import place_tree
from chronicle.outline.search import search_index_of, search_part_of
from chronicle.outline.site import (
    LazyView,
    Site,
    SitePage,
    preview_image_pages,
    root_pages,
    sitemap_page,
)
from chronicle.outline.timeline import timeline_of
from chronicle.outline.turn_ranges import TurnRange, earlier_ranges, latest_range, range_of_turn
from chronicle.project.edition import (
    DossierView,
    Edition,
    EntityView,
    FactionView,
    PageView,
    PlaceView,
    RumorView,
    TurnView,
)
from chronicle.records import Record, replace
from chronicle.rules.order_form import Form

#: Turns that the front page lists, and whose summaries it has.
_HOME_TURNS: Final = 12


def outline(
    edition: Edition,
    report: Report,
    display_path: Callable[[str], str] = str,
    *,
    base_url: str = "",
    in_multi_site: bool = False,
    order_key: str = "",
) -> Site:
    """Return the site of an edition; report pages with the same path.

    ``display_path`` returns the path of an author's file as shown in messages. ``base_url`` is the
    address of the public pages, empty if unknown. ``in_multi_site`` says that the site has several
    campaigns. ``order_key`` is the key for which players seal their orders, empty if the site has
    no sealed dossiers.
    """
    public = edition.audience == EVERYONE
    sealed, base_url = bool(order_key) and public, base_url if public else ""
    builder = _PageBuilder(edition, order_key if edition.form is not None else "")
    pages = [*builder.pages()]
    if sealed:
        view = views.UnlockPage(edition.deadline)
        pages.append(SitePage(paths.UNLOCK, "unlock.html", "unlock", content=view, listed=False))
    if public or edition.audience.is_gm:
        pages += _search_pages(edition)
    if base_url:
        pages += _feed_and_sitemap(edition, pages)
        if edition.card is None:
            pages += preview_image_pages(views.headings_of(edition.turns))
    if public and not in_multi_site:
        pages += root_pages(
            (paths.SEALED_FOLDER,) if sealed else (), (base_url,) if base_url else ()
        )
    taken: dict[str, SitePage] = {}
    for page in pages:
        folded = page.path.casefold()
        if folded in taken:
            at = span_of_file(Source(display_path(_source_path_of(page)), ""))
            report.add(problems.DuplicatePagePath(at=at, path=taken[folded].path, other=page.name))
        taken.setdefault(folded, page)
    frame = frame_of(
        edition,
        {page.path for page in pages},
        sealed=sealed,
        address=base_url,
        card=_preview_image_of(edition) if base_url else None,
    )
    return Site(edition, tuple(pages), frame)


def _preview_image_of(edition: Edition) -> SitePreviewImage:
    """The author's preview image, or the one that the theme draws."""
    own = edition.card
    return (
        drawn_preview_image()
        if own is None
        else SitePreviewImage(own.path, own.width, own.height, own.words)
    )


def _search_pages(edition: Edition) -> Iterator[SitePage]:
    """The search index, for the public and the GM; it can't be loaded by pages opened from disk."""
    parts = earlier_ranges(edition.last_turn, turn_ranges.TURNS_PER_SEARCH_FILE)
    view = LazyView(partial(search_index_of, edition, parts))
    yield SitePage(paths.SEARCH, "search.json", "search", content=view, listed=False)
    for part in parts:
        view = LazyView(partial(search_part_of, edition, part))
        yield SitePage(paths.search_path(part), "search.json", "search", content=view, listed=False)


def _feed_and_sitemap(edition: Edition, pages: Sequence[SitePage]) -> Iterator[SitePage]:
    """Files that are read outside of the site and so need its address."""
    feed = LazyView(partial(feed_of, edition.feed_id, edition.turns, edition.published_on))
    yield SitePage(paths.FEED, "feed.xml", "feed", content=feed, links="whole", listed=False)
    yield sitemap_page(pages)


def announcement_page(site: Site) -> SitePage:
    """The announcement of the latest turn, made from the view of a site's front page."""
    return SitePage(
        paths.ANNOUNCEMENT,
        paths.ANNOUNCEMENT,
        "announcement",
        content=site.by_path[paths.HOME].view,
        listed=False,
    )


def _source_path_of(page: SitePage) -> str:
    """The author's file for a page, for error messages."""
    match page.view:
        case views.FactionPage(faction=faction):
            return f"factions/{faction.id}.yaml"
        case views.EntityPage(entity=entity):
            return f"{'people' if entity.kind == 'person' else 'items'}/{entity.id}.md"
        case views.AuthoredPageView(page=own):
            return f"pages/{own.id}.md"
        case views.TurnPage() | views.Broadsheet():
            return f"turns/{page.turn:03}.yaml"
        case _:
            return "places.yaml"


class _PageBuilder(Record, dict=True):
    """Builds the pages of an edition; views are made when they are needed."""

    edition: Edition
    order_key: str

    @cached_property
    def mentions(self) -> Mentions:
        return Mentions.of(self.edition)

    @cached_property
    def forces(self) -> tuple[ForceGroup, ...]:
        return forces_of(self.edition)

    @cached_property
    def figures(self) -> charts.FigureSeries:
        """The figures of charts of all factions."""
        return charts.figures_of(self.edition)

    @cached_property
    def own_figures(self) -> charts.FigureSeries:
        """The figures of charts of single factions."""
        return charts.own_figures(self.edition, self.figures) if self.figures else {}

    @cached_property
    def public_figures(self) -> charts.FigureSeries:
        """What the public knew of the figures of the reader's own faction."""
        return charts.public_figures(self.edition)

    @cached_property
    def turn_pages(self) -> tuple[TurnsPage, ...]:
        """The turns in pages of lists, earliest first."""
        return paginate(self.edition.turns)

    def pages(self) -> Iterator[SitePage]:
        """All pages of things and turns, in the order of the site."""
        edition = self.edition
        yield SitePage(paths.HOME, "home.html", "home", content=LazyView(self.home))
        yield from self.chart_pages()
        yield from self.list_pages("turns", "annals.html", "annals", self.turn_list)
        for turn in edition.turns:
            yield self.turn_page("turns", "turn.html", "turn", turn, partial(self.turn, turn))
        for turn in edition.turns:
            past = self.turn_page("as-of", "as-of.html", "as_of", turn, partial(self.as_of, turn))
            yield replace(past, listed=False)
        yield from self.list_pages("timeline", "timeline.html", "timeline", self.timeline)
        yield from self.list_pages("rumors", "archive.html", "archive", self.rumor_list)
        for turn in edition.turns:
            view_of = partial(self.broadsheet, turn)
            yield self.turn_page("rumors", "broadsheet.html", "broadsheet", turn, view_of)
        yield SitePage(
            "factions/index.html",
            "factions.html",
            "factions",
            content=views.FactionListPage(edition.factions),
        )
        for faction in edition.factions:
            path, view = (
                paths.page_path(faction_ref(faction.id)),
                LazyView(partial(self.faction, faction)),
            )
            yield SitePage(path, "faction.html", "faction", faction.name, view)
        if has_forces(edition):
            content = LazyView(lambda: views.ForcesPage(self.forces))
            yield SitePage(paths.FORCES, "forces.html", "forces", content=content)
        yield SitePage(
            "places/index.html", "places.html", "places", content=LazyView(self.place_list)
        )
        for place in edition.places:
            path, view = paths.page_path(place_ref(place.id)), LazyView(partial(self.place, place))
            yield SitePage(path, "place.html", "place", place.name, view)
        if edition.places:
            yield from self.map_pages()
        yield from self.entity_pages("people", edition.people)
        yield from self.entity_pages("items", edition.items)
        for page in edition.pages:
            ref = Ref("page", page.id)
            view = LazyView(partial(self.authored_page, page))
            yield SitePage(paths.page_path(ref), "page.html", "page", page.title, view)
        if edition.pictures:
            yield from self.gallery_pages()
        rules = views.RulesPage(edition.house_rules)
        yield SitePage(paths.RULES, "rules.html", "rules", content=rules)
        yield SitePage(paths.ABOUT, "about.html", "about")
        yield from self.private_pages()

    def turn_page(
        self,
        folder: str,
        template: str,
        key: str,
        turn: TurnView,
        view_of: Callable[[], views.View],
    ) -> SitePage:
        """A page that belongs to a turn permanently."""
        number = turn.number
        path = f"{folder}/{number}.html"
        return SitePage(
            path,
            template,
            key,
            turn.title,
            LazyView(view_of),
            turn=number,
            origin=self.origin(number),
        )

    def origin(self, turn: int) -> tuple[object, ...]:
        """What the pages of a turn follow from: its own, and links to what was there later."""
        if not self.edition.origins:
            return ()
        return (self.edition.origins[turn - 1], self.steps(turn), self.map_path(turn))

    @cached_property
    def relation_histories(self) -> tuple[charts.RelationHistory, ...]:
        return tuple(charts.relation_histories(self.edition.relations))

    # Lists of turns

    def spans(self, folder: str, pages: Sequence[TurnsPage]) -> tuple[views.TurnSpan, ...]:
        """These pages of a list, with their paths."""
        return tuple(
            views.TurnSpan(
                it.first,
                it.last,
                it.latest,
                paths.turn_list_path(folder, it.first, it.last, latest=it.latest),
                it.story,
                it.stories,
            )
            for it in pages
        )

    def list_pages(
        self,
        folder: str,
        template: str,
        key: str,
        view: Callable[[TurnsPage, views.Pagination], views.View],
        pages: Sequence[TurnsPage] | None = None,
    ) -> Iterator[SitePage]:
        """The pages of a list of turns."""
        chosen = self.turn_pages if pages is None else pages
        spans = self.spans(folder, chosen)
        for index, turns in enumerate(chosen):
            content = LazyView(partial(view, turns, _pagination_of(spans, index)))
            span = spans[index]
            yield SitePage(span.path, template, key, content=content, span=span)

    def turn_list(self, turns: TurnsPage, pages: views.Pagination) -> views.TurnListPage:
        return views.TurnListPage(tuple(map(_turn_list_entry, turns.turns)), pages)

    def timeline(self, turns: TurnsPage, pages: views.Pagination) -> views.TimelinePage:
        has_calendar = self.edition.calendar is not None
        return views.TimelinePage(timeline_of(self.edition, turns), has_calendar, pages)

    def rumor_list(self, turns: TurnsPage, pages: views.Pagination) -> views.RumorListPage:
        by_place = rumors_by_place(turns.turns)
        places = sorted(self.edition.places, key=lambda place: place.name.lower())
        refs: list[Ref | None] = [place_ref(it.id) for it in places if it.id in by_place]
        refs += [None] if "" in by_place else []
        return views.RumorListPage(
            tuple((views.heading_of(turn), len(turn.rumors)) for turn in reversed(turns.turns)),
            tuple(
                views.RumorPile(
                    ref,
                    tuple(
                        (turn.number, self.edition.in_hindsight(turn.number, rumor))
                        for turn, rumor in by_place[ref.id if ref is not None else ""]
                    ),
                )
                for ref in refs
            ),
            tuple(
                pile
                for it in self.edition.factions
                if (pile := self.faction_rumors(faction_ref(it.id), turns)).rumors
            ),
            pages,
        )

    def faction_rumors(self, ref: Ref, turns: TurnsPage) -> views.RumorPile:
        """The rumors of some turns that mention a faction."""
        rumors: list[tuple[int, RumorView]] = []
        for number, anchors in self.mentions.by_turn(ref, turns):
            rumors += (
                (number, self.edition.in_hindsight(number, rumor))
                for rumor in self.edition.turns[number - 1].rumors
                if rumor.anchor in anchors
            )
        return views.RumorPile(ref, tuple(rumors))

    def gallery_pages(self) -> Iterator[SitePage]:
        """The gallery, with separate pages for the images of earlier turns, if there are any."""
        *earlier, latest = self.turn_pages
        shown = [it for it in earlier if pictures_of_page(self.gallery, it)]
        yield from self.list_pages(
            "gallery", "gallery.html", "gallery", self.gallery_page, [*shown, latest]
        )

    @cached_property
    def gallery(self) -> tuple[GalleryPicture, ...]:
        return gallery_of(self.edition)

    def gallery_page(self, turns: TurnsPage, pages: views.Pagination) -> views.GalleryPage:
        return views.GalleryPage(pictures_of_page(self.gallery, turns), pages)

    # Turns

    def steps(self, turn: int) -> views.Steps:
        return views.Steps(turn - 1, turn + 1 if turn < self.edition.last_turn else 0)

    def measures(self, turn: TurnView) -> views.MeasureTable | None:
        factions = [faction.id for faction in self.edition.factions]
        return views.measure_table_of(turn.number, turn.measures, factions)

    def home(self) -> views.HomePage:
        edition = self.edition
        turns = edition.turns[::-1]
        return views.HomePage(
            turn=turns[0] if turns else None,
            next_turn=edition.last_turn + 1,
            story=edition.stories[-1].title if edition.stories else "",
            deadline=edition.deadline,
            introduction=edition.introduction,
            recent=tuple(map(_turn_summary, turns[:_HOME_TURNS])),
            corrected=tuple(
                views.CorrectedTurn(it.number, len(it.corrections), it.corrections[-1].number)
                for it in edition.turns
                if it.corrections
            ),
            earlier=views.headings_of(turns[1 : _HOME_TURNS + 1]),
            has_more_recent=len(turns) > _HOME_TURNS,
            has_more_earlier=len(turns) > _HOME_TURNS + 1,
            map=whole_piece(self.latest_map)
            if edition.places and (turns or edition.audience.faction)
            else None,
            cockpit=cockpit_of(edition, self.own_figures),
            withdrawn=0
            if edition.deadline is not None
            else max((it.turn for it in edition.calendar_entries), default=0),
            lead=lead_story_of(edition, self.map_piece_around) if turns else None,
            changes=faction_changes(edition, self.figures) if turns else (),
        )

    def turn(self, turn: TurnView) -> views.TurnPage:
        return views.TurnPage(
            turn,
            street_of(turn),
            self.measures(turn),
            self.steps(turn.number),
            self.turn_map(turn),
        )

    def turn_map(self, turn: TurnView) -> TurnMap | None:
        """The map that a turn is told on, if it names places that the reader knew by then."""
        edition, number = self.edition, turn.number
        if not edition.places:
            return None
        named = [
            (anchor, [ref for ref in refs if ref.kind == "place" and edition.knows(ref, number)])
            for anchor, refs in refs_by_anchor(turn)
        ]
        return turn_map_of(edition, self.maps, number, named, self.map_path(number))

    def broadsheet(self, turn: TurnView) -> views.Broadsheet:
        return broadsheet_of(turn, self.edition.places, self.steps(turn.number))

    @cached_property
    def worlds(self) -> tuple[WorldAsOf, ...]:
        return tuple(worlds_by_turn(self.edition))

    def as_of(self, turn: TurnView) -> views.AsOfPage:
        number = turn.number
        return views.AsOfPage(
            self.worlds[number - 1], self.measures(turn), self.steps(number), self.map_path(number)
        )

    # Things

    def faction(self, faction: FactionView) -> views.FactionPage:
        edition, ref = self.edition, faction_ref(faction.id)
        return views.FactionPage(
            faction,
            edition.last_turn,
            self.mentions.connections(ref),
            tuple(it for it in self.relation_histories if it.has(faction.id)),
            charts.faction_chart(
                self.own_figures, self.public_figures, faction.id, edition.last_turn
            ),
        )

    def place_list(self) -> views.PlaceListPage:
        places = self.edition.places
        world = whole_piece(self.latest_map).map if places else None
        tree = place_tree(places, world)
        return views.PlaceListPage(tree, world if any(it.thumbnail for it in tree) else None)

    def place(self, place: PlaceView) -> views.PlacePage:
        connections = self.mentions.connections(place_ref(place.id))
        piece = self.map_pieces.around(place_ref(place.id))
        rumors = self.rumors_by_place.near(place)
        return views.PlacePage(place, self.edition.last_turn, connections, piece, rumors)

    def entity_pages(self, folder: str, entities: Sequence[EntityView]) -> Iterator[SitePage]:
        """The pages of people or items, and the list of them, if there are any."""
        if entities:
            view = views.EntityListPage(tuple(sorted(entities, key=lambda it: it.name.lower())))
            yield SitePage(f"{folder}/index.html", "entities.html", folder, content=view)
        for entity in entities:
            content = LazyView(partial(self.entity, entity))
            yield SitePage(
                paths.page_path(entity.ref), "entity.html", entity.kind, entity.name, content
            )

    def authored_page(self, page: PageView) -> views.AuthoredPageView:
        return views.AuthoredPageView(page, self.mentions.connections(Ref("page", page.id)))

    def entity(self, entity: EntityView) -> views.EntityPage:
        return views.EntityPage(entity, self.mentions.connections(entity.ref))

    # Charts and maps

    def chart_pages(self) -> Iterator[SitePage]:
        """Charts and relations, if the reader knows any."""
        edition = self.edition
        has_charts, has_relations = charts.has_figures(edition), bool(edition.relations)
        if has_charts:
            page = LazyView(lambda: views.ChartsPage(self.all_charts(), has_relations))
            yield SitePage(paths.CHARTS, "charts.html", "charts", content=page)
        if has_relations:
            relations = LazyView(
                lambda: views.RelationsPage(
                    charts.relation_overview_of(edition), edition.last_turn, has_charts
                )
            )
            yield SitePage(paths.RELATIONS, "relations.html", "relations", content=relations)

    @cached_property
    def maps(self) -> EditionMaps:
        return EditionMaps(self.edition)

    @cached_property
    def latest_map(self) -> WorldMap:
        return self.maps.latest()

    @cached_property
    def map_pieces(self) -> MapPieces:
        return MapPieces(self.latest_map)

    def map_piece_around(self, place: Ref) -> MapPiece | None:
        return self.map_pieces.around(place)

    @cached_property
    def rumors_by_place(self) -> RumorsByPlace:
        return RumorsByPlace(self.edition)

    @cached_property
    def map_ranges(self) -> tuple[TurnRange, ...]:
        """The ranges of turns that have their own map."""
        return earlier_ranges(self.edition.last_turn, turn_ranges.TURNS_PER_MAP)

    def map_pages(self) -> Iterator[SitePage]:
        """The map of the latest turns, and one for each earlier range of turns."""
        view = LazyView(lambda: self.map_page(self.latest_map))
        yield SitePage(paths.MAP, "map.html", "map", content=view)
        for it in self.map_ranges:
            view = LazyView(partial(self.map_of, it))
            name = f"{it.first}–{it.last}"
            origin = self.origin(it.last)
            yield SitePage(
                path=paths.map_path(it),
                template="map.html",
                key="map_then",
                name=name,
                content=view,
                listed=False,
                turn=it.last,
                origin=(*origin, self.map_ranges) if origin else (),
            )

    def map_of(self, turns: TurnRange) -> views.MapPage:
        return self.map_page(self.maps.of(turns))

    def map_page(self, found: WorldMap) -> views.MapPage:
        first, last = found.stretch.first, found.stretch.last
        changes = changes_by_turn(found.listed, first)
        headings = views.headings_of(self.edition.turns[first - 1 : last])
        return views.MapPage(
            found, tuple(views.MapTurn(it, changes.get(it.number, ())) for it in headings)
        )

    def map_path(self, turn: int) -> str:
        """The path of the map at the end of a turn, with its anchor."""
        range_ = range_of_turn(turn, turn_ranges.TURNS_PER_MAP)
        return f"{paths.map_path(range_) if range_ in self.map_ranges else paths.MAP}#turn-{turn}"

    # Pages for players and the GM

    def private_pages(self) -> Iterator[SitePage]:
        """The dossiers of a faction; for the GM links to all, and an audit of every turn."""
        edition = self.edition
        own = edition.audience.faction
        dossiers = LazyView(self.dossier_list)
        # A list of one as well, although the menu leads past it: a later turn changes no dossier.
        if own and edition.turns:
            yield SitePage(paths.DOSSIERS, "dossiers.html", "dossiers", content=dossiers)
        if (form := edition.form) is not None:
            name = edition.names[faction_ref(form.faction)]
            orders = LazyView(partial(self.orders, form))
            yield SitePage(paths.ORDERS, "orders.html", "orders", name, orders)
        if edition.audience.is_gm:
            yield SitePage(
                "audit/index.html", "audits.html", "audits", content=LazyView(self.audit_list)
            )
            for turn in edition.turns:
                yield self.turn_page(
                    "audit", "audit.html", "audit", turn, partial(self.audit, turn)
                )
            yield SitePage(paths.DOSSIERS, "dossiers.html", "dossiers", content=dossiers)
        if own and not edition.turns:
            path, name = paths.dossier_path(0), edition.name_at(faction_ref(own), 0) or ""
            yield SitePage(path, "opening.html", "opening", name, LazyView(self.opening))
        for turn in edition.turns if own else ():
            name = edition.name_at(faction_ref(own), turn.number) or ""
            view_of = partial(self.dossier, turn)
            page = self.turn_page("dossier", "dossier.html", "dossier", turn, view_of)
            yield replace(page, name=name)

    def dossier_list(self) -> views.DossierListPage:
        edition = self.edition
        own = edition.audience.faction
        factions = (own,) if own else tuple(faction.id for faction in edition.factions)
        recent, earlier = recent_and_earlier(edition.turns[::-1], lambda turn: turn.number)
        listed = views.headings_of(recent) or (views.TurnHeading(0, "", ""),)
        return views.DossierListPage(factions, listed, _numbers_of(earlier))

    def opening(self) -> views.OpeningPage:
        """The dossier before turn 1."""
        edition, own = self.edition, faction_ref(self.edition.audience.faction)
        dossier = edition.dossiers[own.id, 0]
        return views.OpeningPage(
            dossier,
            next(faction for faction in edition.factions if faction.id == own.id),
            self.known_others(dossier),
            tuple(
                (place_ref(place.id), held)
                for place in edition.places
                for held in edition.opening_holdings[place.id]
                if held.faction == own
            ),
            tuple(views.TiedThing(it.ref, it.role) for it in edition.people),
            edition.deadline,
            edition.form is not None,
        )

    def known_others(self, dossier: DossierView) -> tuple[views.KnowledgeOrigin | None, ...]:
        return tuple(knowledge_origin(self.edition, ref) for ref, _ in dossier.others)

    def dossier(self, turn: TurnView) -> views.DossierPage:
        own = self.edition.audience.faction
        dossier = self.edition.dossiers[own, turn.number]
        return views.DossierPage(
            dossier,
            views.heading_of(turn),
            self.faction_chart(own, turn.number),
            self.steps(turn.number),
            self.known_others(dossier),
        )

    def all_charts(self) -> tuple[charts.Chart, ...]:
        return charts.charts_of(
            self.edition, self.figures, self.public_figures, self.mentions.event_of_change
        )

    def faction_chart(self, faction: str, last: int) -> charts.Chart | None:
        """The chart of a faction's figures over the latest turns up to ``last``."""
        first = latest_range(last, charts.FACTION_CHART_TURNS).first
        return charts.faction_chart(self.own_figures, self.public_figures, faction, last, first)

    def orders(self, form: Form) -> views.OrdersPage:
        edition = self.edition
        turn = edition.last_turn + 1
        sheet = order_sheet_of(form, turn, edition.names)
        return views.OrdersPage(sheet, turn, edition.deadline, self.order_key)

    def audit_list(self) -> views.AuditListPage:
        recent, earlier = recent_and_earlier(self.edition.turns[::-1], lambda turn: turn.number)
        return views.AuditListPage(tuple(map(_audit_summary, recent)), _numbers_of(earlier))

    def audit(self, turn: TurnView) -> views.AuditPage:
        factions = tuple(faction.id for faction in self.edition.factions)
        return views.AuditPage(turn, factions, self.steps(turn.number))


def _pagination_of(spans: Sequence[views.TurnSpan], index: int) -> views.Pagination:
    """Where a page stands among all pages of its list."""
    current = spans[index]
    if current.latest:
        return views.Pagination(current, earlier=tuple(reversed(spans[:-1])))
    previous = spans[index - 1] if index else None
    next_ = spans[index + 1]
    if next_.latest:
        next_ = replace(next_, last=0, stories=())
    return views.Pagination(current, latest=spans[-1].path, previous=previous, next=next_)


def _turn_list_entry(turn: TurnView) -> views.TurnListEntry:
    titles = tuple(news.title for news in turn.news if news.title)
    first = turn.news[0].text if turn.news and not titles else None
    return views.TurnListEntry(views.heading_of(turn), turn.story, titles, first)


def _turn_summary(turn: TurnView) -> views.TurnSummary:
    parts = (
        ("news", turn.news),
        ("street", turn.public_events),
        ("told", turn.events),
        ("rumors", turn.rumors),
        ("reveals", turn.reveals),
    )
    counts = tuple((part, len(found)) for part, found in parts if found)
    return views.TurnSummary(turn.number, turn.title, counts)


def _numbers_of(groups: Iterable[TurnGroup[TurnView]]) -> tuple[TurnGroup[views.TurnAnchor], ...]:
    """The numbers of turns, without anchors."""
    return tuple(group.with_items((it.number, "") for it in group.listed) for group in groups)


def _audit_summary(turn: TurnView) -> views.AuditSummary:
    rolls = sum(len(told.telling.rolls) for told in turn.events)
    return views.AuditSummary(turn.number, turn.title, len(turn.events), rolls)
