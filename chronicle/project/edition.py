"""An edition: everything one audience may know, and nothing else.

There are no secrets after this stage: templates, search, feeds and file names are made from an
edition alone. Texts are Markdown from which secrets have been removed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from chronicle.markup.images import Picture
from chronicle.model.audience import EVERYONE, Audience
from chronicle.model.calendar import Calendar, CalendarDay
from chronicle.model.campaign import Deadline, Land, MapShapes, RelationKind, WayKind
from chronicle.model.facts import EntityKind, NameIndex, PieceName, Ref, TieKind
from chronicle.model.subscriptions import CalendarEntry
from chronicle.project.access import AudienceAccess
from chronicle.records import Record, field, field_names, replace
from chronicle.rules.order_form import Form
from chronicle.rules.protocol import Chance, Figure, Holding, HouseRule, Measure, Sheet, Telling

#: The turn of texts outside of turns, whose links may lead to everything the reader knows by now.
#: It is not the number of the last turn, so that such texts stay the same when a turn is added.
AFTER_ALL_TURNS: Final = 1 << 30
#: The name of the one figure that no ruleset gives: of how many places a faction is the master.
RULED_PLACES: Final = "ruled"


def ruled_places(holdings: Mapping[str, tuple[Holding, ...]]) -> Counter[str]:
    """The number of places that each faction rules, by its id."""
    return Counter(it.faction.id for held in holdings.values() for it in held if it.kind == "rules")


class Text(Record):
    """A text that this reader may read, in Markdown, as of a turn.

    ``links`` are the targets of its wiki links, as written, with what they lead to: only things
    that the reader knew in ``turn``. Images are named by their paths in the site, as in
    ``pictures``. ``private`` are the lines, from 0 on, that the public may not read.
    """

    markdown: str
    turn: int
    links: tuple[tuple[str, Ref], ...] = ()
    pictures: tuple[str, ...] = ()
    private: tuple[int, ...] = ()

    def target(self, written: str) -> Ref | None:
        """What a wiki link leads to; None if it leads nowhere for this reader."""
        return next((ref for target, ref in self.links if target == written), None)


#: What makes something known to a reader.
KnowledgeKind = Literal["event", "reveal", "letter", "news"]


class KnowledgeSource(Record):
    """What made something known to the reader: its kind, turn, and anchor on that turn's page."""

    kind: KnowledgeKind
    turn: int
    anchor: str


class EventView(Record):
    """One event as told to the reader.

    ``anchor`` is unique on the turn's page; it counts only what this reader is told. The GM's
    edition alone has the event's id, who is told how (``readers``), and the exact odds.
    """

    anchor: str
    telling: Telling
    event: str = ""
    readers: tuple[tuple[str, str], ...] = ()
    odds: tuple[Chance, ...] = ()

    @property
    def actor(self) -> Ref | None:
        """The faction that acts: the first that is named; None if that is withheld."""
        for fact in self.telling.facts.values():
            if fact is None or (isinstance(fact, Ref) and fact.kind == "faction"):
                return fact
        return None


class NewsView(Record):
    """A news item, or a letter if it has a sender; ``public`` if everybody reads it.

    ``readers`` are the audiences it is for, in the GM's edition only.
    """

    anchor: str
    title: str
    sender: str
    text: Text
    public: bool
    readers: tuple[str, ...] = ()


class RumorView(Record):
    """A rumor: what is said and where; ``borne_out`` is the turn in which its truth was revealed.

    ``borne_out`` and ``truth`` are empty on the pages of the turn in which it is heard;
    ``verdict`` is the anchor of the reveal in ``borne_out``. The GM's edition always has the truth;
    it alone has
    ``about``, ``readers``, the turn it was written in, and rumors that are still a ``draft``.
    """

    anchor: str
    text: Text
    where: tuple[Ref, ...]
    turn: int
    public: bool
    borne_out: int = 0
    verdict: str = ""
    truth: str = ""
    about: str = ""
    readers: tuple[str, ...] = ()
    written_in: int = 0
    draft: bool = False


class RumorVerdict(Record):
    """How true a rumor was, and the reveal that told the reader: its turn and its anchor."""

    turn: int
    truth: str
    anchor: str


class RevealView(Record):
    """Something of an earlier turn that the reader learns now.

    ``kind`` says what it is. One of ``news``, ``rumor``, ``telling`` and ``ref`` is set;
    ``of_turn`` is its turn. A rumor has its anchor if the reader heard all of it in its turn.
    """

    anchor: str
    kind: str
    text: Text | None
    public: bool
    of_turn: int
    readers: tuple[str, ...] = ()
    news: NewsView | None = None
    rumor: RumorView | None = None
    telling: Telling | None = None
    ref: Ref | None = None


class RelationView(Record):
    """The relation between two factions that the reader knows, as of a turn.

    ``anchor`` is empty if the reader learned of one of the factions only later; ``learned`` is then
    what made that faction known. ``readers`` are the audiences it is for, in the GM's edition only.
    """

    anchor: str
    between: tuple[Ref, Ref]
    kind: RelationKind
    turn: int
    text: Text | None
    public: bool
    readers: tuple[str, ...] = ()
    learned: KnowledgeSource | None = None


class Correction(Record):
    """The ``reason`` why a published turn has changed, for a reader whom the change concerns.

    ``number`` counts the corrections of the turn for this reader; ``readers`` are all audiences it
    concerns, in the GM's edition only. So are those that are ``quiet``: of slips of the pen, which
    need no reason. ``when`` is the day of the correction, as in ``2026-11-14``, empty if it is not
    recorded.
    """

    number: int
    reason: str
    readers: tuple[str, ...] = ()
    quiet: bool = False
    when: str = ""


class TurnView(Record):
    """One turn as the reader knows it.

    ``public_events`` is what the public is told about events, ``events`` what else this reader is
    told.
    ``date`` is the author's text, ``day`` the same in the edition's calendar, if it has one;
    ``played`` is the day on which it was played, as in ``2026-11-14``. ``story`` is the title of
    the story that starts here. Only the GM has ``notes`` and ``accounts``: what each audience has
    of everything in the turn, by anchor.
    """

    number: int
    title: str
    date: str
    played: str
    story: str
    news: tuple[NewsView, ...]
    public_events: tuple[EventView, ...]
    events: tuple[EventView, ...]
    rumors: tuple[RumorView, ...]
    reveals: tuple[RevealView, ...]
    notes: tuple[Text, ...]
    measures: tuple[Measure, ...]
    corrections: tuple[Correction, ...] = ()
    day: CalendarDay | None = None
    accounts: Mapping[str, tuple[AudienceAccess, ...]] = field(default_factory=dict)
    relations: tuple[RelationView, ...] = ()


class FactionView(Record):
    """A faction as the reader knows it; ``readers`` and ``notes`` in the GM's edition only.

    ``division`` is that of its shield, one of :data:`chronicle.markup.heraldry.DIVISIONS`.
    """

    id: str
    name: str
    colors: tuple[str, str]
    sigil: str
    motto: str
    profile: tuple[Text, ...]
    sheet: Sheet | None
    notes: tuple[Text, ...] = ()
    readers: tuple[str, ...] = ()
    division: str = "plain"


class PlaceView(Record):
    """A place as the reader knows it, with the neighbours the reader knows.

    ``within`` is the place around it and ``inside`` the places in it, as far as known. ``written``
    is its position in the author's order among the places the reader knows. ``ways`` says what
    leads to some of the neighbours.
    """

    id: str
    name: str
    within: Ref | None
    inside: tuple[Ref, ...]
    neighbours: tuple[Ref, ...]
    position: tuple[float, float] | None
    passages: tuple[Text, ...]
    sheet: Sheet | None
    readers: tuple[str, ...] = ()
    written: int = 0
    land: Land | None = None
    ways: tuple[tuple[Ref, WayKind], ...] = ()


class BackdropView(Record):
    """The image under the reader's map: its path in the site and its alternative text.

    ``extent`` is its left, top, right and bottom in the coordinates of positions; ``readers`` are
    the audiences that see it, in the GM's edition only.
    """

    path: str
    words: str
    extent: tuple[float, float, float, float]
    readers: tuple[str, ...] = ()


class PageView(Record):
    """One of the author's own pages that the reader may read."""

    id: str
    title: str
    passages: tuple[Text, ...]
    readers: tuple[str, ...] = ()


class TieView(Record):
    """A tie of a person or an item, for a reader who knows both ends and the tie."""

    kind: TieKind
    to: Ref
    readers: tuple[str, ...] = ()


class EntityView(Record):
    """A person or an item as the reader knows it; ``portrait`` is a text with an image."""

    kind: EntityKind
    id: str
    name: str
    role: str
    portrait: Text | None
    ties: tuple[TieView, ...]
    passages: tuple[Text, ...]
    readers: tuple[str, ...] = ()

    @property
    def ref(self) -> Ref:
        """The reference to it."""
        return Ref(self.kind, self.id)


class DossierView(Record):
    """One faction's record of one turn: figures, orders, letters, and others as it knows them.

    ``happened`` is what happened to the faction besides: what others did to it, then its accounts.
    """

    faction: str
    turn: int
    sheet: Sheet | None
    orders: tuple[EventView, ...]
    letters: tuple[NewsView, ...]
    rumors: tuple[RumorView, ...]
    others: tuple[tuple[Ref, Sheet], ...]
    happened: tuple[EventView, ...] = ()
    corrections: tuple[Correction, ...] = ()


class StoryView(Record):
    """A story that has begun: its title and first turn."""

    title: str
    turn: int


class PreviewImageView(Record):
    """The author's image for link previews of the site: path, size and alternative text."""

    path: str
    width: int
    height: int
    words: str


#: Things that the reader has known by several names: each name with the turn from which it holds.
Renames: TypeAlias = Mapping[Ref, tuple[tuple[int, str], ...]]


class TurnPieces(Record):
    """The pieces that events of a turn name, with anchors, and its dossier, each with its owner."""

    told: tuple[tuple[PieceName, Ref | None, str], ...]
    listed: tuple[tuple[PieceName, Ref | None], ...]


class Edition(Record):
    """Everything one audience may know of a campaign.

    ``relations`` are the relations between factions from all turns, oldest first. ``dossiers`` are
    those of the reader's own faction, by faction and turn (0 before turn 1); the GM reads them in
    the editions of the factions. ``holdings`` says for each turn who held each place at its end,
    for the places the reader knew by then, and ``opening_holdings`` who held them before the first.
    ``figures`` are the numbers on the faction's own sheet, by faction and turn; the GM's edition
    has those of all factions. ``public_figures`` are what the public knew of the faction's figures
    then. ``entities`` are people, then items.

    ``known_since`` has every faction, place, person, item, page and turn the reader may know, with
    the first turn in which it may (0: from the start); texts of earlier turns don't link to it.
    ``sources`` are, for those that it may know only later, what made each known, then the letters
    and news of that turn that link to it. The GM, who knows everything, has none.
    ``names`` has the present names of all these, ``renames`` all names of those that had others.
    ``verdicts`` are for rumors, by ``turn/anchor``.
    ``pictures`` are the images that its texts show, by path in the site. ``in_miles`` says that
    positions are in miles. ``form`` is what the reader's own faction may order in the coming turn;
    None for other readers, and if it can't order anything. ``house_rules`` are the campaign's
    choices among the rules. ``origins`` has for each turn a digest
    of everything that its view follows from; it is empty if the digests of files are unknown.
    ``pieces`` are what turns name, by origin, as far as it has been found.
    ``calendar_entries`` are for the calendar file; ``feed_id`` is the id of the feed, empty if it
    can have none, and ``published_on`` has the days of publication, by turn.
    """

    audience: Audience
    title: str
    tagline: str
    language: str
    ruleset: str
    introduction: tuple[Text, ...]
    stories: tuple[StoryView, ...]
    factions: tuple[FactionView, ...]
    places: tuple[PlaceView, ...]
    pages: tuple[PageView, ...]
    turns: Sequence[TurnView]
    dossiers: Mapping[tuple[str, int], DossierView]
    names: NameIndex
    known_since: Mapping[Ref, int]
    verdicts: Mapping[str, RumorVerdict]
    pictures: Mapping[str, Picture] = field(default_factory=dict)
    in_miles: bool = False
    backdrop: BackdropView | None = None
    shapes: MapShapes | None = None
    calendar: Calendar | None = None
    deadline: Deadline | None = None
    calendar_entries: tuple[CalendarEntry, ...] = ()
    feed_id: str = ""
    published_on: Mapping[int, str] = field(default_factory=dict)
    card: PreviewImageView | None = None
    relations: tuple[RelationView, ...] = ()
    entities: tuple[EntityView, ...] = ()
    form: Form | None = None
    house_rules: tuple[HouseRule, ...] = ()
    origins: tuple[str, ...] = ()
    figures: Mapping[tuple[str, int], tuple[Figure, ...]] = field(default_factory=dict)
    public_figures: Mapping[tuple[str, int], tuple[Figure, ...]] = field(default_factory=dict)
    holdings: Sequence[Mapping[str, tuple[Holding, ...]]] = ()
    opening_holdings: Mapping[str, tuple[Holding, ...]] = field(default_factory=dict)
    renames: Renames = field(default_factory=dict)
    sources: Mapping[Ref, tuple[KnowledgeSource, ...]] = field(default_factory=dict)
    pieces: dict[str, TurnPieces] = field(default_factory=dict)

    @property
    def people(self) -> tuple[EntityView, ...]:
        return tuple(entity for entity in self.entities if entity.kind == "person")

    @property
    def items(self) -> tuple[EntityView, ...]:
        return tuple(entity for entity in self.entities if entity.kind == "item")

    def tied_to(self, ref: Ref) -> tuple[tuple[TieKind, tuple[EntityView, ...]], ...]:
        """The people and items tied to a thing (of it, at it, held by it), by kind of tie."""
        found: dict[TieKind, list[EntityView]] = {"of": [], "at": [], "held_by": []}
        for entity in self.entities:
            for kind in dict.fromkeys(tie.kind for tie in entity.ties if tie.to == ref):
                found[kind].append(entity)
        return tuple((kind, tuple(entities)) for kind, entities in found.items() if entities)

    def in_hindsight(self, turn: int, rumor: RumorView) -> RumorView:
        """A rumor of a turn with what has been revealed about it since."""
        verdict = self.verdicts.get(f"{turn}/{rumor.anchor}")
        if verdict is None:
            return rumor
        return replace(rumor, borne_out=verdict.turn, verdict=verdict.anchor, truth=verdict.truth)

    @property
    def last_turn(self) -> int:
        """The number of the latest turn; 0 before the first."""
        return self.turns[-1].number if self.turns else 0

    def name_at(self, ref: Ref, turn: int) -> str | None:
        """The name of a thing in a turn, or its present name for turn 0; None if unknown."""
        name = self.names.get(ref)
        if name is None or not turn:
            return name
        earlier = (own for since, own in self.renames.get(ref, ()) if since <= turn)
        return list(earlier)[-1] if ref in self.renames else name

    def faction(self, id: str) -> FactionView | None:
        """The faction with this id; None if the reader doesn't know it."""
        return next((faction for faction in self.factions if faction.id == id), None)

    def knows(self, ref: Ref, turn: int) -> bool:
        """Whether the reader may know of a thing as of a turn."""
        return ref in self.known_since and self.known_since[ref] <= turn


#: An edition of nothing, for pages that show no campaign.
EMPTY_EDITION: Final = Edition(
    audience=EVERYONE,
    title="",
    tagline="",
    language="",
    ruleset="",
    introduction=(),
    stories=(),
    factions=(),
    places=(),
    pages=(),
    turns=(),
    dossiers={},
    names=NameIndex({}),
    known_since={},
    verdicts={},
)


#: The records that contain texts.
_WITH_TEXTS: Final = (
    Edition,
    TurnView,
    NewsView,
    RumorView,
    RevealView,
    RelationView,
    FactionView,
    PlaceView,
    EntityView,
    PageView,
    DossierView,
)
#: The names of their fields with texts or with other such records.
_TEXT_FIELDS: Final[Mapping[type, tuple[str, ...]]] = {
    kind: tuple(
        name
        for name in field_names(kind)
        if any(part.__name__ in kind.__annotations__[name] for part in (Text, *_WITH_TEXTS))
    )
    for kind in _WITH_TEXTS
}


def texts_of(part: object, anchor: str = "") -> Iterator[tuple[str, Text]]:
    """Every text in a part of an edition, each with the anchor of what contains it."""
    if isinstance(part, Text):
        yield anchor, part
    elif isinstance(part, Sequence):
        for one in part:
            yield from texts_of(one, anchor)
    else:
        own = anchor or getattr(part, "anchor", "")
        for name in _TEXT_FIELDS.get(type(part), ()):
            yield from texts_of(getattr(part, name), own)
