"""The views of pages: everything that a page shows besides its frame.

A page's template reads its view and the frame, and nothing else. Views are made of the records of
an edition, of names of things (:class:`~chronicle.model.facts.Ref`) and of plain values. Two pages
with equal views, frames and names of the things in them are the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from chronicle.model.calendar import CalendarDay
from chronicle.model.campaign import Deadline
from chronicle.model.facts import Ref, TieKind
from chronicle.outline.as_of import WorldAsOf
from chronicle.outline.charts import Chart, RelationHistory, RelationOverview
from chronicle.outline.cockpit import Cockpit
from chronicle.outline.feed import Feed
from chronicle.outline.forces import ForceGroup
from chronicle.outline.frame import FactionBadge
from chronicle.outline.front_page import FactionBalance, LeadStory
from chronicle.outline.gallery import GalleryPicture
from chronicle.outline.map import MapChange, MapPiece, TurnMap, WorldMap
from chronicle.outline.order_sheet import OrderSheet
from chronicle.outline.pagination import TurnGroup
from chronicle.outline.place_tree import PlaceBranch
from chronicle.outline.search import SearchIndex
from chronicle.outline.timeline import Timeline
from chronicle.project import edition
from chronicle.records import Record
from chronicle.rules.protocol import Holding, HouseRule, Measure

#: A turn and the anchor of something on its page.
TurnAnchor: TypeAlias = tuple[int, str]


class TurnHeading(Record):
    """A turn as lists show it; ``day`` is its date in the campaign's calendar."""

    number: int
    title: str
    date: str
    day: CalendarDay | None = None


def heading_of(turn: edition.TurnView) -> TurnHeading:
    """The heading of a turn."""
    return TurnHeading(turn.number, turn.title, turn.date, turn.day)


def headings_of(turns: Sequence[edition.TurnView]) -> tuple[TurnHeading, ...]:
    """The headings of turns."""
    return tuple(map(heading_of, turns))


class Steps(Record):
    """The numbers of the turns ``previous`` and ``next`` to a page's turn; 0 if there is none."""

    previous: int
    next: int


class TurnSpan(Record):
    """One page of a list of turns: its first and last turn, and its path.

    The ``latest`` page still grows. ``story`` is the title of the story that is current before the
    first of them, ``stories`` are those that begin in it.
    """

    first: int
    last: int
    latest: bool
    path: str
    story: str = ""
    stories: tuple[edition.StoryView, ...] = ()


class Pagination(Record):
    """Where a page stands among the pages of a list of turns.

    The latest page links to all ``earlier`` ones, latest first; the others to the path of the
    ``latest`` and to their neighbours. As a neighbour, the latest page has no last turn, so that
    the page before it does not change with each turn.
    """

    current: TurnSpan
    earlier: tuple[TurnSpan, ...] = ()
    latest: str = ""
    previous: TurnSpan | None = None
    next: TurnSpan | None = None

    @property
    def is_split(self) -> bool:
        """Whether the list has more than one page."""
        return not self.current.latest or bool(self.earlier)


class MeasureTable(Record):
    """Measures of factions at the end of a turn: their names, and a row for each faction.

    A row has the faction's id and its values, None where unknown.
    """

    turn: int
    names: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int | None, ...]], ...]


def measure_table_of(
    turn: int, measures: Sequence[Measure], factions: Sequence[str]
) -> MeasureTable | None:
    """The table of a turn's measures, in the order of ``factions``; None without measures."""
    if not measures:
        return None
    names = tuple(dict.fromkeys(measure.name for measure in measures))
    values = {(it.faction, it.name): it.value for it in measures}
    known = {measure.faction for measure in measures}
    rows = ((id, tuple(values.get((id, name)) for name in names)) for id in factions if id in known)
    return MeasureTable(turn, names, tuple(rows))


class HistoryTurn(Record):
    """What of a turn mentions a thing."""

    number: int
    title: str
    news: tuple[edition.NewsView, ...]
    public_events: tuple[edition.EventView, ...]
    events: tuple[edition.EventView, ...]
    rumors: tuple[edition.RumorView, ...]
    relations: tuple[edition.RelationView, ...]
    reveals: tuple[edition.RevealView, ...]


class ThingHistory(Record):
    """Where a thing is mentioned: the latest turns, and of earlier ones the first anchor each."""

    recent: tuple[HistoryTurn, ...]
    earlier: tuple[TurnGroup[TurnAnchor], ...]


class TiedThing(Record):
    """A person or an item that is tied to a thing."""

    ref: Ref
    role: str


class KnowledgeOrigin(Record):
    """Since which turn the reader knows of a thing (0: from the start), and what made it known."""

    since: int
    sources: tuple[edition.KnowledgeSource, ...]


class Connections(Record):
    """What leads to a thing: turns that mention it, pages that link to it, what is tied to it.

    ``known`` is None for the reader's own faction, for the GM, and for the public if it is known
    from the start.
    """

    ref: Ref
    known: KnowledgeOrigin | None
    history: ThingHistory
    linkers: tuple[Ref, ...]
    tied: tuple[tuple[TieKind, tuple[TiedThing, ...]], ...]


class TurnSummary(Record):
    """A turn on the front page; ``counts`` says how many items each section of its page has."""

    number: int
    title: str
    counts: tuple[tuple[str, int], ...]


class CorrectedTurn(Record):
    """A published turn that has been corrected: the ``count``, and the number of the last."""

    number: int
    count: int
    last: int


class HomePage(Record):
    """The front page; ``turn`` is the latest, None before the first.

    ``next_turn`` is the number of the coming turn, ``story`` the title of the current story.
    ``recent`` are the latest turns and ``earlier`` those before the latest, latest first;
    ``has_more_recent`` and ``has_more_earlier`` say that there are more of these. ``map`` is None
    if the reader knows no place, and for others than players before turn 1. ``cockpit`` is that of
    the reader's own faction. ``lead`` is the story that leads, None without news for everybody;
    ``changes`` are what factions gained and lost in the turn. ``withdrawn`` is the turn whose
    deadline no longer holds, if there is no other deadline; 0 if there is none.
    """

    turn: edition.TurnView | None
    next_turn: int
    story: str
    deadline: Deadline | None
    introduction: tuple[edition.Text, ...]
    recent: tuple[TurnSummary, ...]
    corrected: tuple[CorrectedTurn, ...]
    earlier: tuple[TurnHeading, ...]
    has_more_recent: bool
    has_more_earlier: bool
    map: MapPiece | None = None
    cockpit: Cockpit | None = None
    withdrawn: int = 0
    lead: LeadStory | None = None
    changes: tuple[FactionBalance, ...] = ()


class PlaceEvents(Record):
    """The public events at a place in a turn; without ``place``, those nowhere in particular."""

    place: Ref | None
    events: tuple[edition.EventView, ...]


class TurnPage(Record):
    """The page of a turn; ``street`` are its public events by place.

    ``map`` is None if it tells of no place on the map.
    """

    turn: edition.TurnView
    street: tuple[PlaceEvents, ...]
    measures: MeasureTable | None
    steps: Steps
    map: TurnMap | None = None


class BroadsheetColumn(Record):
    """The public events at a place in a turn, and the rumors heard there before anywhere else.

    Without ``place``, it is about nowhere in particular.
    """

    place: Ref | None
    events: tuple[edition.EventView, ...]
    rumors: tuple[edition.RumorView, ...]


class Broadsheet(Record):
    """The broadsheet of a turn; ``news`` are those for everybody, without letters.

    ``verdicts`` are the earlier rumors whose truth was revealed in the turn.
    """

    heading: TurnHeading
    news: tuple[edition.NewsView, ...]
    columns: tuple[BroadsheetColumn, ...]
    verdicts: tuple[edition.RevealView, ...]
    steps: Steps


class AsOfPage(Record):
    """The world as of a turn; ``map`` is the path of the map at its end."""

    world: WorldAsOf
    measures: MeasureTable | None
    steps: Steps
    map: str

    @property
    def sections(self) -> frozenset[Ref]:
        """The things that have their own section on the page."""
        return frozenset((*self.world.factions, *(place.ref for place in self.world.places)))


class TurnListEntry(Record):
    """A turn in the list of turns: the titles of its news, or else the first text.

    ``story`` is the title of the story that begins with it.
    """

    heading: TurnHeading
    story: str
    titles: tuple[str, ...]
    first_text: edition.Text | None


class TurnListPage(Record):
    """A page of the list of turns."""

    entries: tuple[TurnListEntry, ...]
    pages: Pagination


class RumorPile(Record):
    """The rumors about a faction or at a place, each with its turn, latest first.

    Without ``of`` they are heard nowhere in particular.
    """

    of: Ref | None
    rumors: tuple[tuple[int, edition.RumorView], ...]


class RumorListPage(Record):
    """A page of the list of rumors: by turn with their number, by place, and by faction."""

    turns: tuple[tuple[TurnHeading, int], ...]
    by_place: tuple[RumorPile, ...]
    by_faction: tuple[RumorPile, ...]
    pages: Pagination


class TimelinePage(Record):
    """A page of the timeline."""

    timeline: Timeline
    has_calendar: bool
    pages: Pagination


class RulesPage(Record):
    """The rules of the campaign, with its choices among them."""

    house_rules: tuple[HouseRule, ...]


class FactionListPage(Record):
    """All factions."""

    factions: tuple[edition.FactionView, ...]


class FactionPage(Record):
    """The page of a faction; ``chart`` and ``relations`` are its own."""

    faction: edition.FactionView
    last_turn: int
    connections: Connections
    relations: tuple[RelationHistory, ...]
    chart: Chart | None


class ForcesPage(Record):
    """The pieces in play that the reader knows by name, by faction."""

    groups: tuple[ForceGroup, ...]


class PlaceListPage(Record):
    """All places as a tree, and the ``map`` of which it shows parts; None if it shows none."""

    places: tuple[PlaceBranch, ...]
    map: WorldMap | None


class NearbyRumor(Record):
    """A rumor and the ``turn`` in which it is heard; ``distance`` counts the steps to its place."""

    turn: int
    rumor: edition.RumorView
    distance: int


class PlacePage(Record):
    """The page of a place, with the rumors near it and the ``map`` around it, if it is on one."""

    place: edition.PlaceView
    last_turn: int
    connections: Connections
    map: MapPiece | None = None
    rumors: tuple[NearbyRumor, ...] = ()


class MapTurn(Record):
    """A turn that a map shows, with what changed in it on the map."""

    heading: TurnHeading
    changes: tuple[MapChange, ...]


class MapPage(Record):
    """A map, with the turns that it shows."""

    map: WorldMap
    turns: tuple[MapTurn, ...]


class EntityListPage(Record):
    """All people, or all items, by name."""

    entities: tuple[edition.EntityView, ...]


class EntityPage(Record):
    """The page of a person or an item."""

    entity: edition.EntityView
    connections: Connections


class AuthoredPageView(Record):
    """One of the author's own pages."""

    page: edition.PageView
    connections: Connections


class ChartsPage(Record):
    """Charts of all factions."""

    charts: tuple[Chart, ...]
    has_relations: bool


class RelationsPage(Record):
    """The relations of all factions as of the last turn."""

    overview: RelationOverview
    last_turn: int
    has_charts: bool


class GalleryPage(Record):
    """A page of the gallery."""

    pictures: tuple[GalleryPicture, ...]
    pages: Pagination


class OpeningPage(Record):
    """A faction's dossier before turn 1, with its ``faction`` and what else it can read by then.

    ``known`` says for each of the dossier's ``others`` what made it known. ``places`` are those
    where the faction has a hold. ``may_order`` says that there is an order sheet for turn 1.
    """

    dossier: edition.DossierView
    faction: edition.FactionView
    known: tuple[KnowledgeOrigin | None, ...]
    places: tuple[tuple[Ref, Holding], ...]
    people: tuple[TiedThing, ...]
    deadline: Deadline | None
    may_order: bool


class DossierPage(Record):
    """A faction's dossier of a turn, with the chart of its figures up to then.

    ``known`` says for each of the dossier's ``others`` what made it known.
    """

    dossier: edition.DossierView
    turn: TurnHeading
    chart: Chart | None
    steps: Steps
    known: tuple[KnowledgeOrigin | None, ...]


class DossierListPage(Record):
    """The dossiers of the reader's own faction by turn, latest first; for the GM of all.

    ``earlier`` are groups of earlier turns. Before turn 1, the only turn is 0.
    """

    factions: tuple[str, ...]
    recent: tuple[TurnHeading, ...]
    earlier: tuple[TurnGroup[TurnAnchor], ...]


class OrdersPage(Record):
    """The order sheet of a faction for a turn.

    ``key`` is the key, in base64url, for which players seal their orders; empty if nothing is
    sealed.
    """

    sheet: OrderSheet
    turn: int
    deadline: Deadline | None
    key: str


class AuditSummary(Record):
    """A turn in the list of audits: how many events and rolls it has."""

    number: int
    title: str
    events: int
    rolls: int


class AuditListPage(Record):
    """All turns for the GM to check, latest first; ``earlier`` are groups of earlier turns."""

    recent: tuple[AuditSummary, ...]
    earlier: tuple[TurnGroup[TurnAnchor], ...]


class AuditPage(Record):
    """Everything about a turn, for the GM: who was told what, and every roll.

    ``factions`` are those with a dossier of the turn, by id.
    """

    turn: edition.TurnView
    factions: tuple[str, ...]
    steps: Steps


class UnlockPage(Record):
    """The page that opens sealed dossiers."""

    deadline: Deadline | None


class CampaignSummary(Record):
    """One campaign as shown on the landing page; ``turns`` is the number of public turns.

    ``last_title`` and ``last_date`` are those of the latest turn; empty before the first, and if
    the author gave none. ``factions`` are those that the public knows. ``map`` is that of the land,
    without places, or else ``picture`` is the path of the author's map in the site. ``sealed`` says
    that it has sealed dossiers; ``address`` is the URL of its site, empty if unknown.
    """

    id: str
    title: str
    tagline: str
    language: str
    ruleset: str
    turns: int
    last_title: str
    last_date: str
    factions: tuple[FactionBadge, ...] = ()
    map: WorldMap | None = None
    picture: str = ""
    sealed: bool = False
    address: str = ""


class CampaignListPage(Record):
    """The landing page of a multi-campaign site: its own texts, and its campaigns."""

    introduction: tuple[edition.Text, ...]
    volumes: tuple[CampaignSummary, ...]


class Sitemap(Record):
    """The paths of all pages that search engines may show."""

    paths: tuple[str, ...]


class Robots(Record):
    """The rules for web crawlers: what not to read, and where pages are listed.

    ``closed`` are paths of the site, ``sitemaps`` full URLs.
    """

    closed: tuple[str, ...] = ()
    sitemaps: tuple[str, ...] = ()


#: What a page shows besides its frame; None if it shows nothing else.
View: TypeAlias = (
    AsOfPage
    | AuditListPage
    | AuditPage
    | AuthoredPageView
    | Broadsheet
    | CampaignListPage
    | ChartsPage
    | DossierListPage
    | DossierPage
    | EntityListPage
    | EntityPage
    | FactionListPage
    | FactionPage
    | Feed
    | GalleryPage
    | HomePage
    | MapPage
    | OpeningPage
    | OrdersPage
    | ForcesPage
    | PlaceListPage
    | PlacePage
    | RelationsPage
    | Robots
    | RulesPage
    | RumorListPage
    | SearchIndex
    | Sitemap
    | TimelinePage
    | TurnHeading
    | TurnListPage
    | TurnPage
    | UnlockPage
    | None
)
