"""The campaign: everything an author wrote, typed and checked, before any turn is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from chronicle.diagnostics.report import fold_name
from chronicle.files.source import Span
from chronicle.markup.images import Picture
from chronicle.model.audience import Visibility, faction_audience
from chronicle.model.calendar import Calendar, CalendarDay
from chronicle.model.character import NO_CHARACTER, Character
from chronicle.model.facts import EntityKind, Ref, TieKind
from chronicle.model.passages import Passage
from chronicle.model.publication import (
    NOTHING_PUBLISHED,
    Hosting,
    PublicationRecord,
    ToldDeadline,
)
from chronicle.records import Record, field, field_names, replace
from chronicle.yaml.nodes import Node

Truth = Literal["true", "distorted", "false"]
#: The relation between two factions; `nothing` ends an earlier one.
RelationKind = Literal["allies", "bound", "truce", "rivals", "war", "nothing"]
RevealKind = Literal["event", "news", "rumor", "place", "faction", "person", "item"]


class Deadline(Record):
    """A local time in a time zone, and the same instant in UTC.

    ``year``, ``month``, ``day``, ``hour`` and ``minute`` are the local time, ``weekday`` counts
    from Monday, 1. ``zone`` is a name of the time zone database, ``instant`` has the form of
    ``2026-11-28T19:00:00Z``.
    """

    year: int
    month: int
    day: int
    weekday: int
    hour: int
    minute: int
    zone: str
    instant: str

    @property
    def clock(self) -> str:
        """The local time in 24 hours."""
        return f"{self.hour:02}:{self.minute:02}"

    @property
    def date(self) -> str:
        """The local date, as in ``2026-11-28``."""
        return f"{self.year:04}-{self.month:02}-{self.day:02}"


class Faction(Record):
    """A faction as written in its file; ``opening`` is read by the ruleset.

    ``is_played`` says that somebody gives orders for it, if the rules let it give any. ``joins`` is
    the first turn in which it is there: before, it is on no board, and nobody knows of it. Only the
    GM knows its ``character``, which affects nothing but the orders that are proposed for it.

    ``colors`` are two (`#rrggbb`), ``visibility`` says who knows that the faction exists.
    ``division`` is that of its shield, set by the author or else derived from the id.
    """

    id: str
    name: str
    visibility: Visibility
    colors: tuple[str, str]
    sigil: str
    division: str
    motto: str
    profile: tuple[Passage, ...]
    notes: tuple[Passage, ...]
    opening: Node | None
    at: Span
    sigil_at: Span
    is_played: bool = True
    joins: int = 1
    character: Character = NO_CHARACTER


#: What the ground of a place is like, as a map draws it.
Land: TypeAlias = Literal["coast", "hills", "ice", "marsh", "streets", "woods"]
#: What leads to a neighbour.
WayKind: TypeAlias = Literal["river", "road", "sea"]


class Place(Record):
    """A place of the world: its neighbours in order of id, its position on a map, if any.

    ``within`` is the place around it, empty if there is none. ``ways`` are those of its neighbours
    of which the author says what leads there.
    """

    id: str
    name: str
    visibility: Visibility
    within: str
    neighbours: tuple[str, ...]
    position: tuple[float, float] | None
    passages: tuple[Passage, ...]
    opening: Node | None
    at: Span
    land: Land | None = None
    ways: tuple[tuple[str, WayKind], ...] = ()


class MapBackground(Record):
    """An image under the map: its file name and alternative text.

    ``extent`` are its left, top, right and bottom in the coordinates of positions; without it
    positions are in pixels of the image.
    """

    picture: str
    words: str
    visibility: Visibility
    extent: tuple[float, float, float, float] | None
    at: Span

    def corners(self, picture: Picture) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of the image in the coordinates of positions."""
        return self.extent or (0.0, 0.0, float(picture.width), float(picture.height))


#: A line on a map: across and down, in hundredths of the unit of positions.
MapPoints: TypeAlias = tuple[tuple[int, int], ...]


class MapLine(Record):
    """A border between two places or of one, the course of the way between two, or a region.

    A region is an outline of the ground of a place, in a ``color`` if it has one.
    """

    places: tuple[str, ...]
    points: MapPoints
    color: str = ""


class MapShapes(Record):
    """The coast, rivers, land and borders that the author has drawn, for those who may see them.

    Everything within ``extent`` that is not ``land`` is water, as is every lake. ``kinds`` are the
    areas that are drawn as a land.
    """

    visibility: Visibility
    extent: tuple[float, float, float, float]
    land: tuple[MapPoints, ...]
    lakes: tuple[MapPoints, ...]
    rivers: tuple[MapPoints, ...]
    kinds: tuple[tuple[Land, tuple[MapPoints, ...]], ...]
    borders: tuple[MapLine, ...]
    ways: tuple[MapLine, ...]
    regions: tuple[MapLine, ...]


class AuthoredPage(Record):
    """A page written by the author."""

    id: str
    title: str
    visibility: Visibility
    passages: tuple[Passage, ...]
    at: Span


class Tie(Record):
    """A tie of a person or an item, and who may know it: those who may know both ends."""

    kind: TieKind
    to: Ref
    visibility: Visibility


class Entity(Record):
    """A person or an item, its ``role`` in short, and a ``portrait``: at most one passage."""

    kind: EntityKind
    id: str
    name: str
    visibility: Visibility
    role: str
    portrait: tuple[Passage, ...]
    ties: tuple[Tie, ...]
    passages: tuple[Passage, ...]
    at: Span

    @property
    def ref(self) -> Ref:
        return Ref(self.kind, self.id)


class Player(Record):
    """A player, and the factions whose dossiers they may open, in order of id."""

    id: str
    factions: tuple[str, ...]
    at: Span


class Story(Record):
    """The start of a story: its title and its first turn."""

    turn: int
    title: str


class AllowedSlip(Record):
    """Words of a file that may stand there though they look like a slip, and the reason."""

    words: str
    path: str
    because: str
    at: Span


class News(Record):
    """A news item, or a letter if it has a sender. ``id`` is empty if nothing refers to it.

    ``effects`` are read by the ruleset. ``about`` is the full id of the event whose question to the
    GM it answers, empty if there is none; only the GM knows of it.
    """

    id: str
    visibility: Visibility
    title: str
    sender: str
    passages: tuple[Passage, ...]
    effects: Node | None
    at: Span
    about: str = ""


class Rumor(Record):
    """A rumor; only the GM knows how true it is and what is behind it.

    ``heard_in`` is the turn in which it is heard, ``about`` an event (``turn/faction/order``). A
    ``draft`` is shown to nobody until the GM accepts it.
    """

    id: str
    visibility: Visibility
    passages: tuple[Passage, ...]
    about: str
    where: tuple[Ref, ...]
    truth: Truth
    turn: int
    heard_in: int
    at: Span
    draft: bool = False


class Reveal(Record):
    """Something of an earlier turn that becomes known now, and to whom.

    ``target`` is ``turn/id`` for news and rumors, ``turn/faction/order`` for events, an id for
    things with their own page.
    """

    kind: RevealKind
    target: str
    visibility: Visibility
    passages: tuple[Passage, ...]
    at: Span

    @property
    def ref(self) -> Ref | None:
        """The thing with its own page that becomes known; None for parts of a turn."""
        match self.kind:
            case "event" | "news" | "rumor":
                return None
            case kind:
                return Ref(kind, self.target)


class Relation(Record):
    """The relation between two factions from a turn on, until it changes.

    ``between`` are their ids in order; the passages are what there is to read about it, if
    anything.
    """

    between: tuple[str, str]
    kind: RelationKind
    visibility: Visibility
    passages: tuple[Passage, ...]
    at: Span


class Rename(Record):
    """A new name of a faction, a person or an item from a turn on, for those who know it."""

    ref: Ref
    name: str
    visibility: Visibility
    at: Span


class TableRoll(Record):
    """Faces of dice thrown at the table, with the location of each in the file."""

    faces: tuple[int, ...]
    at: Span
    faces_at: tuple[Span, ...]


class TurnModifier(Record):
    """A modifier that the GM gives to every check of some factions, or of all, in one turn.

    In a pool it adds dice, in a sum points. Who may read the roll may read ``because``.
    """

    value: int
    because: str
    visibility: Visibility

    def applies_to(self, faction: str) -> bool:
        """Whether it counts in the checks of a faction."""
        return self.visibility.admits(faction_audience(faction))


class Turn(Record):
    """One turn as written in its file; ``orders`` and ``adjustments`` are read by the ruleset.

    ``sound`` says that everything that affects the state could be read; otherwise later turns can't
    be played and are checked as far as possible. ``date`` is the author's text, ``day`` the day in
    the campaign's calendar, if it has one. ``drafted`` are its events, without the turn, for which
    rumors have been drafted, ``order_drafts`` orders by faction that do not count until the GM
    accepts them. ``dice_asked_at`` is where it says that all its dice are thrown at the
    table, None if missing ones are computed. ``open_at`` is where it says that orders are awaited;
    None if it is played. ``deadline`` is the one that it had when it was closed, in the campaign's
    time zone. ``digest`` covers the file it was read from and all that reading it
    depends on; it is empty for a turn that is not as in a file.
    """

    number: int
    title: str
    date: str
    played: str
    news: tuple[News, ...]
    orders: Mapping[str, Node]
    adjustments: Node | None
    rolls: Mapping[str, TableRoll]
    rumors: tuple[Rumor, ...]
    reveals: tuple[Reveal, ...]
    notes: tuple[Passage, ...]
    at: Span
    sound: bool = True
    day: CalendarDay | None = None
    relations: tuple[Relation, ...] = ()
    drafted: tuple[str, ...] = ()
    dice_asked_at: Span | None = None
    open_at: Span | None = None
    modifiers: tuple[TurnModifier, ...] = ()
    order_drafts: Mapping[str, Node] = field(default_factory=dict)
    renames: tuple[Rename, ...] = ()
    deadline: str = ""
    digest: str = ""

    def __eq__(self, other: object) -> bool:
        """Whether all is the same but the digest: two files may say the same."""
        if not isinstance(other, Turn):
            return NotImplemented
        compared = (name for name in field_names(Turn) if name != "digest")
        return all(getattr(self, name) == getattr(other, name) for name in compared)

    def __hash__(self) -> int:
        return hash((self.number, self.at))


class PreviewImage(Record):
    """The preview image shown by other sites: its file name and alternative text."""

    picture: str
    words: str
    at: Span


#: The number of a name for the verbs beside it; one that is ``proper`` follows its article alone.
NameNumber: TypeAlias = Literal["one", "many", "proper"]


class Campaign(Record):
    """A whole campaign; factions, places, pages and players are in order of id, turns from 1 on.

    ``turns`` are those that are played. ``open_turn`` is the one after them while orders for it are
    awaited: it is checked, but no reader is shown anything of it. ``zone`` is the time zone for
    deadlines, empty if none is set.

    ``entities`` are people, then items, each in order of id. ``address`` is the URL of its site,
    ending in a slash, or empty. ``pictures`` are the images that texts show, by file name.
    ``numbers`` are those of names for which a language's default is not good enough.
    ``sound`` says that its opening could be read completely. ``id`` is the id that calendars and
    feed readers know it by, if its author gives one; ``deadlines`` are all that readers were told,
    and what has changed since. ``later`` are the ids of factions that join after the turn as of
    which this is the campaign.
    """

    title: str
    tagline: str
    language: str
    theme: str
    ruleset: str
    rules: Node | None
    seed: str
    introduction: tuple[Passage, ...]
    stories: tuple[Story, ...]
    factions: tuple[Faction, ...]
    places: tuple[Place, ...]
    pages: tuple[AuthoredPage, ...]
    turns: tuple[Turn, ...]
    at: Span
    theme_at: Span
    language_at: Span
    address: str = ""
    players: tuple[Player, ...] = ()
    pictures: Mapping[str, Picture] = field(default_factory=dict)
    published: PublicationRecord = NOTHING_PUBLISHED
    sound: bool = True
    calendar: Calendar | None = None
    deadline: Deadline | None = None
    card: PreviewImage | None = None
    look: Node | None = None
    backdrops: tuple[MapBackground, ...] = ()
    shapes: MapShapes | None = None
    entities: tuple[Entity, ...] = ()
    hosting: Hosting | None = None
    open_turn: Turn | None = None
    zone: str = ""
    id: str = ""
    deadlines: tuple[ToldDeadline, ...] = ()
    allowed: tuple[AllowedSlip, ...] = ()
    numbers: Mapping[str, NameNumber] = field(default_factory=dict)
    later: frozenset[str] = frozenset()


def campaign_as_of(campaign: Campaign, turn: int) -> Campaign:
    """The campaign with only those factions that are there in a turn."""
    present = tuple(it for it in campaign.factions if it.joins <= turn)
    later = frozenset(it.id for it in campaign.factions if it.joins > turn)
    return replace(campaign, factions=present, later=later) if later else campaign


def with_open_turn_played(campaign: Campaign) -> Campaign:
    """The campaign as it is once its open turn is closed."""
    if campaign.open_turn is None:
        return campaign
    return replace(campaign, turns=(*campaign.turns, campaign.open_turn), open_turn=None)


def find_faction(factions: Sequence[Faction], named: str) -> Faction | None:
    """The faction with an id or a name, capital letters and an article of the name aside."""
    plain = fold_name(named)
    by_id = [faction for faction in factions if faction.id == named]
    by_name = [faction for faction in factions if fold_name(faction.name) == plain]
    return next(iter(by_id + by_name), None)


def names_of_things(campaign: Campaign) -> Mapping[Ref, str]:
    """The present names of all factions, places, people and items, as the GM knows them."""
    names = {Ref("faction", faction.id): faction.name for faction in campaign.factions}
    names |= {Ref("place", place.id): place.name for place in campaign.places}
    names |= {entity.ref: entity.name for entity in campaign.entities}
    return names | {it.ref: it.name for turn in campaign.turns for it in turn.renames}
