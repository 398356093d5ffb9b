"""The shapes of an author's files, key by key."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from chronicle.decode import (
    Address,
    Branch,
    Color,
    Day,
    Digest,
    Field,
    Finite,
    Id,
    MonthName,
    Names,
    Raw,
    Record,
    Remote,
    Text,
    TextOr,
    YesNoWord,
)


class PassageShape(Record):
    """A text for named readers."""

    readers: Names = Field(alias="for")
    text: Text


#: A plain text, read by those who may know what it stands in, or texts for named readers.
Passages: TypeAlias = TextOr[list[PassageShape]]


class StoryShape(Record):
    """Where a story starts."""

    turn: Annotated[int, Field(ge=1)]
    title: Text


class MonthShape(Record):
    """One month of the calendar."""

    name: MonthName
    days: Annotated[int, Field(ge=0, le=1000)] | None = None


class LeapShape(Record):
    """Which years are longer, or shorter, and by what."""

    every: Annotated[int, Field(ge=1)]
    but_not: Annotated[int, Field(ge=1)] | None = Field(alias="except", default=None)
    unless: Annotated[int, Field(ge=1)] | None = None
    month: Text
    days: Annotated[int, Field(ge=0, le=1000)]


class CalendarShape(Record):
    """The calendar of the world."""

    months: Annotated[list[MonthShape], Field(min_length=1, max_length=100)]
    days: Annotated[int, Field(ge=0, le=1000)] | None = None
    weekdays: Annotated[list[Text], Field(max_length=100)] = []
    first: str = ""
    leap: LeapShape | None = None
    years: str = ""
    year: Annotated[int, Field(ge=1, le=999_999)] | None = None


class NextShape(Record):
    """What is known of the turn to come."""

    deadline: Text
    zone: Text


class CardShape(Record):
    """The picture by which other sites show this one."""

    picture: Text
    words: Text


class DeployShape(Record):
    """Where git puts the site."""

    remote: Remote
    branch: Branch = "gh-pages"
    private: bool = False


class CampaignShape(Record):
    """`campaign.yaml`."""

    title: Text
    tagline: str = ""
    ruleset: Text
    theme: Text = "annals"
    look: Raw | None = None
    language: Text = "en"
    seed: Text
    introduction: Passages | None = None
    stories: list[StoryShape] = []
    calendar: CalendarShape | None = None
    next: NextShape | None = None
    address: Address = ""
    card: CardShape | None = None
    deploy: DeployShape | None = None
    players: dict[Id, Names] = {}
    rules: Raw | None = None


class FactionShape(Record):
    """A file of `factions/`."""

    name: Text
    readers: Names = Field(alias="for")
    colors: Annotated[list[Color], Field(min_length=2, max_length=2)]
    sigil: Text
    division: Text | None = None
    motto: str = ""
    profile: Passages | None = None
    notes: Text | None = None
    opening: Raw | None = None


class PlaceShape(Record):
    """One place of `places.yaml`."""

    name: Text
    readers: Names | None = Field(alias="for", default=None)
    within: Text | None = None
    neighbours: list[Text] = []
    position: Annotated[list[Finite], Field(min_length=2, max_length=2)] | None = None
    text: Passages | None = None
    opening: Raw | None = None


class BackdropShape(Record):
    """One picture under the map."""

    picture: Text
    words: Text
    readers: Names | None = Field(alias="for", default=None)
    extent: Annotated[list[Finite], Field(min_length=4, max_length=4)] | None = None


class PlacesShape(Record):
    """`places.yaml`."""

    readers: Names | None = Field(alias="for", default=None)
    backdrops: list[BackdropShape] = Field(alias="map", default=[])
    places: Annotated[dict[Id, PlaceShape], Field(min_length=1)]


class PageShape(Record):
    """The front matter of a file of `pages/`."""

    title: Text
    readers: Names = Field(alias="for")


class PortraitShape(Record):
    """A picture of a person or an item."""

    picture: Text
    words: Text


class TieShape(Record):
    """What a person or an item is tied to, and who knows of that."""

    readers: Names = Field(alias="for")
    to: Text


#: A plain id, known to those who know the person or item, or ties for named readers.
Ties: TypeAlias = TextOr[list[TieShape]]


class EntityShape(Record):
    """The front matter of a file of `people/` or `items/`."""

    name: Text
    readers: Names = Field(alias="for")
    role: str = ""
    portrait: PortraitShape | None = None
    of: Ties | None = None
    at_: Ties | None = Field(alias="at", default=None)
    held_by: Ties | None = None


class NewsShape(Record):
    """One piece of news or one letter."""

    id: Id = ""
    readers: Names = Field(alias="for")
    title: str = ""
    sender: str = Field(alias="from", default="")
    text: Text
    effects: Raw | None = None


class RumorShape(Record):
    """One rumor."""

    id: Id = ""
    text: Text
    about: str = ""
    where: Names | None = None
    heard_by: Names
    truth: Annotated[Literal["true", "distorted", "false"], YesNoWord]
    after: Annotated[int, Field(ge=0)] = 0


class RevealShape(Record):
    """One thing that becomes known."""

    event: str | None = None
    news: str | None = None
    rumor: str | None = None
    place: str | None = None
    faction: str | None = None
    person: str | None = None
    item: str | None = None
    readers: Names = Field(alias="for")
    text: Text | None = None


class RelationShape(Record):
    """How two factions stand with each other from now on."""

    between: Annotated[list[Text], Field(min_length=2, max_length=2)]
    kind: Literal["allies", "bound", "truce", "rivals", "war", "nothing"] = Field(alias="as")
    readers: Names = Field(alias="for")
    text: Text | None = None


class TurnShape(Record):
    """A file of `turns/`."""

    turn: Annotated[int, Field(ge=1, le=100_000)]
    title: str = ""
    date: str = ""
    day: str = ""
    played: Day | None = None
    news: list[NewsShape] = []
    adjustments: Raw | None = None
    orders: dict[str, Raw] = {}
    rolls: dict[str, list[int]] = {}
    rumors: list[RumorShape] = []
    reveals: list[RevealShape] = []
    relations: list[RelationShape] = []
    notes: Text | None = None


class PublishedTurnShape(Record):
    """One turn of `published.yaml`."""

    turn: Annotated[int, Field(ge=1, le=100_000)]
    chronicle: Text
    ruleset: Text
    rules: int
    told: dict[Id, Digest]


class AmendmentShape(Record):
    """One amendment of `published.yaml`."""

    turn: Annotated[int, Field(ge=1, le=100_000)]
    readers: Names = Field(alias="for")
    because: Text


class PublishedShape(Record):
    """`published.yaml`."""

    form: int = Field(alias="format")
    turns: list[PublishedTurnShape] = []
    amendments: list[AmendmentShape] = []
