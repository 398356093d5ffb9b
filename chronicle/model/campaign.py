"""The campaign: everything an author wrote, typed and checked, before any turn is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from chronicle.files.source import Span
from chronicle.markup.images import Picture
from chronicle.model.audience import Visibility
from chronicle.model.calendar import Calendar, CalendarDay
from chronicle.model.deadline import Deadline
from chronicle.model.facts import EntityKind, Ref, TieKind
from chronicle.model.hosting import Hosting
from chronicle.model.passages import Passage
from chronicle.model.publication import NOTHING_PUBLISHED, PublicationRecord
from chronicle.yaml.nodes import Node

Truth = Literal["true", "distorted", "false"]
#: How two factions stand with each other; `nothing` when there is nothing between them any more.
RelationKind = Literal["allies", "bound", "truce", "rivals", "war", "nothing"]
RevealKind = Literal["event", "news", "rumor", "place", "faction", "person", "item"]


@dataclass(frozen=True, slots=True)
class Faction:
    """A faction as its file presents it; ``opening`` is for the ruleset to read.

    ``colors`` are two (`#rrggbb`), ``circle`` those who know that the faction exists.
    ``division`` is that of its shield, the author's or else the one that follows from the id.
    """

    id: str
    name: str
    circle: Visibility
    colors: tuple[str, str]
    sigil: str
    division: str
    motto: str
    profile: tuple[Passage, ...]
    notes: tuple[Passage, ...]
    opening: Node | None
    at: Span
    sigil_at: Span


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the world: its neighbours in order of id, its position on a map if it has one.

    ``within`` is the place that it lies in, empty for one that lies in none.
    """

    id: str
    name: str
    circle: Visibility
    within: str
    neighbours: tuple[str, ...]
    position: tuple[float, float] | None
    passages: tuple[Passage, ...]
    opening: Node | None
    at: Span


@dataclass(frozen=True, slots=True)
class MapBackground:
    """A picture under the map, by the name of its file, and words for what it shows.

    ``extent`` are its left, top, right and bottom on the plane on which places have positions;
    without one a position counts its pixels.
    """

    picture: str
    words: str
    circle: Visibility
    extent: tuple[float, float, float, float] | None
    at: Span

    def corners(self, picture: Picture) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of its picture on the plane."""
        return self.extent or (0.0, 0.0, float(picture.width), float(picture.height))


@dataclass(frozen=True, slots=True)
class AuthoredPage:
    """A page of the author's own."""

    id: str
    title: str
    circle: Visibility
    passages: tuple[Passage, ...]
    at: Span


@dataclass(frozen=True, slots=True)
class Tie:
    """What ties a person or an item to a faction, a place or a person, and who may know that.

    Nobody knows of it who may not know both of its ends.
    """

    kind: TieKind
    to: Ref
    circle: Visibility


@dataclass(frozen=True, slots=True)
class Entity:
    """A person or an item.

    ``role`` are a few words for what it is, ``portrait`` at most one passage that shows a picture.
    """

    kind: EntityKind
    id: str
    name: str
    circle: Visibility
    role: str
    portrait: tuple[Passage, ...]
    ties: tuple[Tie, ...]
    passages: tuple[Passage, ...]
    at: Span

    @property
    def ref(self) -> Ref:
        return Ref(self.kind, self.id)


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at the table, and the factions whose dossiers they open, in order of id."""

    id: str
    factions: tuple[str, ...]
    at: Span


@dataclass(frozen=True, slots=True)
class Story:
    """The start of a story: its title and the turn it begins with."""

    turn: int
    title: str


@dataclass(frozen=True, slots=True)
class News:
    """One piece of news; with a sender it is a letter. ``id`` is empty when nobody refers to it.

    ``effects`` are the ruleset's to read.
    """

    id: str
    circle: Visibility
    title: str
    sender: str
    passages: tuple[Passage, ...]
    effects: Node | None
    at: Span


@dataclass(frozen=True, slots=True)
class Rumor:
    """Something that is said; how true it is and what lies behind it only the GM knows.

    ``heard_in`` is the turn in which it goes round, ``about`` an event (``turn/faction/order``). A
    ``draft`` is said by nobody until the GM makes it his own.
    """

    id: str
    circle: Visibility
    passages: tuple[Passage, ...]
    about: str
    where: tuple[Ref, ...]
    truth: Truth
    turn: int
    heard_in: int
    at: Span
    draft: bool = False


@dataclass(frozen=True, slots=True)
class Reveal:
    """Something of an earlier turn that becomes known now, and to whom.

    ``target`` is ``turn/id`` for news and rumors, ``turn/faction/order`` for events, an id for
    what has a page of its own.
    """

    kind: RevealKind
    target: str
    circle: Visibility
    passages: tuple[Passage, ...]
    at: Span

    @property
    def ref(self) -> Ref | None:
        """The thing with a page of its own that becomes known; None for what belongs to a turn."""
        match self.kind:
            case "event" | "news" | "rumor":
                return None
            case kind:
                return Ref(kind, self.target)


@dataclass(frozen=True, slots=True)
class Relation:
    """How two factions stand with each other from a turn on, until a later word of it.

    ``between`` are their ids in order; the text says what is to be said of it, if anything.
    """

    between: tuple[str, str]
    kind: RelationKind
    circle: Visibility
    passages: tuple[Passage, ...]
    at: Span


@dataclass(frozen=True, slots=True)
class TableRoll:
    """Faces that were thrown at the table, with the place of each in the file."""

    faces: tuple[int, ...]
    at: Span
    faces_at: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn as its file states it; ``orders`` and ``adjustments`` are the ruleset's to read.

    ``sound`` when all that bears on the state could be read; else the turns after it can't be
    played, and are checked as far as that goes. ``date`` are the words for when it is, ``day`` the
    day in the campaign's calendar, if it has one. ``drafted`` are the events of it, without their
    turn, that rumors have been drafted about.
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


@dataclass(frozen=True, slots=True)
class PreviewImage:
    """The picture by which other sites show this one, by its file's name, and words for it."""

    picture: str
    words: str
    at: Span


@dataclass(frozen=True, slots=True)
class Campaign:
    """A whole campaign; factions, places, pages and players are in order of id, turns from 1 on.

    ``entities`` are people, then items, each in order of id.

    ``address`` is where its site will stand, ending in a slash, or empty. ``pictures`` are those
    that texts show, by the names of their files.
    ``sound`` when its opening could be read in full.
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
    entities: tuple[Entity, ...] = ()
    hosting: Hosting | None = None
