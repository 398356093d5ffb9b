"""The shapes of an author's files, key by key."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from chronicle.yaml.decode import (
    Address,
    Branch,
    Choice,
    Color,
    Day,
    Digest,
    Field,
    Finite,
    Id,
    Keys,
    MonthName,
    Names,
    Part,
    Raw,
    RawOrNothing,
    Record,
    Remote,
    Text,
    TextOr,
    YesNoWord,
)

#: Audience words.
Readers: TypeAlias = Annotated[Names, Choice("audience")]
FactionName: TypeAlias = Annotated[Text, Choice("faction")]
#: A place as named beside the places themselves: the one meant may have come just now.
_Neighbour: TypeAlias = Annotated[Text, Choice("place", open=True)]


class PassageShape(Record):
    """A text for named readers."""

    readers: Readers = Field(alias="for")
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
    ruleset: Annotated[Text, Choice("ruleset")]
    theme: Annotated[Text, Choice("theme", open=True)] = "annals"
    look: Raw | None = None
    language: Annotated[Text, Choice("language", open=True)] = "en"
    seed: Text
    introduction: Passages | None = None
    stories: list[StoryShape] = []
    calendar: CalendarShape | None = None
    next: NextShape | None = None
    address: Address = ""
    card: CardShape | None = None
    deploy: DeployShape | None = None
    players: dict[Id, Annotated[Names, Choice("faction")]] = {}
    rules: Annotated[Raw | None, Part("rules")] = None


class FactionShape(Record):
    """A file of `factions/`."""

    name: Text
    readers: Readers = Field(alias="for")
    colors: Annotated[list[Color], Field(min_length=2, max_length=2)]
    sigil: Annotated[Text, Choice("sigil", open=True)]
    division: Annotated[Text | None, Choice("division")] = None
    motto: str = ""
    profile: Passages | None = None
    notes: Text | None = None
    opening: Annotated[Raw | None, Part("faction")] = None


class PlaceShape(Record):
    """One place of `places.yaml`."""

    name: Text
    readers: Readers | None = Field(alias="for", default=None)
    within: _Neighbour | None = None
    neighbours: list[_Neighbour] = []
    position: Annotated[list[Finite], Field(min_length=2, max_length=2)] | None = None
    text: Passages | None = None
    opening: Annotated[Raw | None, Part("place")] = None


class BackdropShape(Record):
    """One picture under the map."""

    picture: Text
    words: Text
    readers: Readers | None = Field(alias="for", default=None)
    extent: Annotated[list[Finite], Field(min_length=4, max_length=4)] | None = None


class PlacesShape(Record):
    """`places.yaml`."""

    readers: Readers | None = Field(alias="for", default=None)
    backdrops: list[BackdropShape] = Field(alias="map", default=[])
    places: Annotated[dict[Id, PlaceShape], Field(min_length=1)]


class PageShape(Record):
    """The front matter of a file of `pages/`."""

    title: Text
    readers: Readers = Field(alias="for")


class PortraitShape(Record):
    """A picture of a person or an item."""

    picture: Text
    words: Text


class TieShape(Record):
    """What a person or an item is tied to, and who knows of that."""

    readers: Readers = Field(alias="for")
    to: Text


#: A plain id, known to those who know the person or item, or ties for named readers.
Ties: TypeAlias = TextOr[list[TieShape]]


class EntityShape(Record):
    """The front matter of a file of `people/` or `items/`."""

    name: Text
    readers: Readers = Field(alias="for")
    role: str = ""
    portrait: PortraitShape | None = None
    of: Ties | None = None
    at_: Ties | None = Field(alias="at", default=None)
    held_by: Ties | None = None


class NewsShape(Record):
    """One piece of news or one letter."""

    id: Id = ""
    readers: Readers = Field(alias="for")
    title: str = ""
    sender: str = Field(alias="from", default="")
    text: Text
    effects: Annotated[Raw | None, Part("effect", many=True)] = None


class RumorShape(Record):
    """One rumor."""

    id: Id = ""
    text: Text
    about: str = ""
    where: Annotated[Names | None, Choice("place")] = None
    heard_by: Readers
    truth: Annotated[Literal["true", "distorted", "false"], YesNoWord]
    after: Annotated[int, Field(ge=0)] = 0
    draft: bool = False


class RevealShape(Record):
    """One thing that becomes known."""

    event: str | None = None
    news: str | None = None
    rumor: str | None = None
    place: Annotated[str | None, Choice("place")] = None
    faction: Annotated[str | None, Choice("faction")] = None
    person: Annotated[str | None, Choice("person")] = None
    item: Annotated[str | None, Choice("item")] = None
    readers: Readers = Field(alias="for")
    text: Text | None = None


class RelationShape(Record):
    """How two factions stand with each other from now on."""

    between: Annotated[list[FactionName], Field(min_length=2, max_length=2)]
    kind: Literal["allies", "bound", "truce", "rivals", "war", "nothing"] = Field(alias="as")
    readers: Readers = Field(alias="for")
    text: Text | None = None


class TurnShape(Record):
    """A file of `turns/`."""

    turn: Annotated[int, Field(ge=1, le=100_000)]
    title: str = ""
    date: str = ""
    day: str = ""
    played: Day | None = None
    news: list[NewsShape] = []
    adjustments: Annotated[Raw | None, Part("adjustment", many=True)] = None
    orders: Annotated[
        dict[str, Annotated[RawOrNothing, Part("orders")]], Keys(Choice("faction"))
    ] = {}
    rolls: dict[str, list[int]] = {}
    rumors: list[RumorShape] = []
    drafted: list[Text] = []
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
    readers: Readers = Field(alias="for")
    because: Text


class PublishedShape(Record):
    """`published.yaml`."""

    form: int = Field(alias="format")
    turns: list[PublishedTurnShape] = []
    amendments: list[AmendmentShape] = []
