"""The input models of an author's files, key by key."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from chronicle.model.campaign import Land, WayKind
from chronicle.yaml.decode import (
    BoolAsText,
    Color,
    Digest,
    Field,
    GitBranch,
    GitRemote,
    Id,
    InputModel,
    IsoDate,
    KeyHint,
    MonthName,
    NameHint,
    NameOrNames,
    NonEmptyText,
    OptionalRawNode,
    PartHint,
    RawNode,
    SiteUrl,
    TextOrList,
)

#: Audience words.
AudienceNames: TypeAlias = Annotated[NameOrNames, NameHint("audience")]
FactionName: TypeAlias = Annotated[NonEmptyText, NameHint("faction")]
#: A place named outside of `places.yaml`; the schema may not know a new one yet.
_PlaceName: TypeAlias = Annotated[NonEmptyText, NameHint("place", open=True)]


class PassageInput(InputModel):
    """A text for named readers."""

    readers: AudienceNames = Field(alias="for")
    text: NonEmptyText


#: A plain text for those who may know what contains it, or texts for named readers.
TextOrPassages: TypeAlias = TextOrList[list[PassageInput]]


class StoryInput(InputModel):
    """Where a story starts."""

    turn: Annotated[int, Field(ge=1)]
    title: NonEmptyText


class AllowedSlipInput(InputModel):
    """Words that are no slip, and why."""

    words: NonEmptyText
    path: NonEmptyText = Field(alias="in")
    because: NonEmptyText


class MonthInput(InputModel):
    """One month of the calendar."""

    name: MonthName
    days: Annotated[int, Field(ge=0, le=1000)] | None = None


class LeapRuleInput(InputModel):
    """Which years are longer, or shorter, and by what."""

    every: Annotated[int, Field(ge=1)]
    but_not: Annotated[int, Field(ge=1)] | None = Field(alias="except", default=None)
    unless: Annotated[int, Field(ge=1)] | None = None
    month: NonEmptyText
    days: Annotated[int, Field(ge=0, le=1000)]


class CalendarInput(InputModel):
    """The calendar of the world."""

    months: Annotated[list[MonthInput], Field(min_length=1, max_length=100)]
    days: Annotated[int, Field(ge=0, le=1000)] | None = None
    weekdays: Annotated[list[NonEmptyText], Field(max_length=100)] = []
    first: str = ""
    leap: LeapRuleInput | None = None
    years: str = ""
    year: Annotated[int, Field(ge=1, le=999_999)] | None = None


class NextTurnInput(InputModel):
    """What is known of the turn to come."""

    deadline: NonEmptyText | None = None
    zone: NonEmptyText


class PreviewImageInput(InputModel):
    """The picture by which other sites show this one."""

    picture: NonEmptyText
    words: NonEmptyText


class DeployInput(InputModel):
    """Where git puts the site."""

    remote: GitRemote
    branch: GitBranch = "gh-pages"
    private: bool = False


class CampaignInput(InputModel):
    """`campaign.yaml`."""

    title: NonEmptyText
    tagline: str = ""
    ruleset: Annotated[NonEmptyText, NameHint("ruleset")]
    theme: Annotated[NonEmptyText, NameHint("theme", open=True)] = "annals"
    look: RawNode | None = None
    language: Annotated[NonEmptyText, NameHint("language", open=True)] = "en"
    seed: NonEmptyText
    introduction: TextOrPassages | None = None
    stories: list[StoryInput] = []
    allow: list[AllowedSlipInput] = []
    calendar: CalendarInput | None = None
    next: NextTurnInput | None = None
    address: SiteUrl = ""
    card: PreviewImageInput | None = None
    deploy: DeployInput | None = None
    players: dict[Id, Annotated[NameOrNames, NameHint("faction")]] = {}
    rules: Annotated[RawNode | None, PartHint("rules")] = None


class FactionInput(InputModel):
    """A file of `factions/`."""

    name: NonEmptyText
    readers: AudienceNames = Field(alias="for")
    colors: Annotated[list[Color], Field(min_length=2, max_length=2)]
    sigil: Annotated[NonEmptyText, NameHint("sigil", open=True)]
    division: Annotated[NonEmptyText | None, NameHint("division")] = None
    motto: str = ""
    played: bool = True
    profile: TextOrPassages | None = None
    notes: NonEmptyText | None = None
    opening: Annotated[RawNode | None, PartHint("faction")] = None


class PlaceInput(InputModel):
    """One place of `places.yaml`."""

    name: NonEmptyText
    readers: AudienceNames | None = Field(alias="for", default=None)
    within: _PlaceName | None = None
    neighbours: list[_PlaceName] = []
    ways: dict[_PlaceName, WayKind] = {}
    land: Land | None = None
    position: Annotated[list[float], Field(min_length=2, max_length=2)] | None = None
    text: TextOrPassages | None = None
    opening: Annotated[RawNode | None, PartHint("place")] = None


class MapBackgroundInput(InputModel):
    """One picture under the map."""

    picture: NonEmptyText
    words: NonEmptyText
    readers: AudienceNames | None = Field(alias="for", default=None)
    extent: Annotated[list[float], Field(min_length=4, max_length=4)] | None = None


class PlacesInput(InputModel):
    """`places.yaml`."""

    readers: AudienceNames | None = Field(alias="for", default=None)
    backdrops: list[MapBackgroundInput] = Field(alias="map", default=[])
    places: Annotated[dict[Id, PlaceInput], Field(min_length=1)]


class PageInput(InputModel):
    """The front matter of a file of `pages/`."""

    title: NonEmptyText
    readers: AudienceNames = Field(alias="for")


class PortraitInput(InputModel):
    """A picture of a person or an item."""

    picture: NonEmptyText
    words: NonEmptyText


class TieInput(InputModel):
    """What a person or an item is tied to, and who knows of that."""

    readers: AudienceNames = Field(alias="for")
    to: NonEmptyText


#: A plain id, known to those who know the person or item, or ties for named readers.
IdOrTies: TypeAlias = TextOrList[list[TieInput]]


class EntityInput(InputModel):
    """The front matter of a file of `people/` or `items/`."""

    name: NonEmptyText
    readers: AudienceNames = Field(alias="for")
    role: str = ""
    portrait: PortraitInput | None = None
    of: IdOrTies | None = None
    at_: IdOrTies | None = Field(alias="at", default=None)
    held_by: IdOrTies | None = None


class NewsInput(InputModel):
    """One piece of news or one letter."""

    id: Id = ""
    readers: AudienceNames = Field(alias="for")
    title: str = ""
    sender: str = Field(alias="from", default="")
    text: NonEmptyText
    effects: Annotated[RawNode | None, PartHint("effect", many=True)] = None


class RumorInput(InputModel):
    """One rumor."""

    id: Id = ""
    text: NonEmptyText
    about: str = ""
    where: Annotated[NameOrNames | None, NameHint("place")] = None
    heard_by: AudienceNames
    truth: Annotated[Literal["true", "distorted", "false"], BoolAsText]
    after: Annotated[int, Field(ge=0)] = 0
    draft: bool = False


class RevealInput(InputModel):
    """One thing that becomes known."""

    event: str | None = None
    news: str | None = None
    rumor: str | None = None
    place: Annotated[str | None, NameHint("place")] = None
    faction: Annotated[str | None, NameHint("faction")] = None
    person: Annotated[str | None, NameHint("person")] = None
    item: Annotated[str | None, NameHint("item")] = None
    readers: AudienceNames = Field(alias="for")
    text: NonEmptyText | None = None


class RelationInput(InputModel):
    """How two factions stand with each other from now on."""

    between: Annotated[list[FactionName], Field(min_length=2, max_length=2)]
    kind: Literal["allies", "bound", "truce", "rivals", "war", "nothing"] = Field(alias="as")
    readers: AudienceNames = Field(alias="for")
    text: NonEmptyText | None = None


class RenameInput(InputModel):
    """A new name of one thing."""

    faction: Annotated[str | None, NameHint("faction")] = None
    person: Annotated[str | None, NameHint("person")] = None
    item: Annotated[str | None, NameHint("item")] = None
    name: NonEmptyText
    readers: AudienceNames = Field(alias="for")


class TurnModifierInput(InputModel):
    """A modifier of one turn, for all checks of some factions."""

    value: Annotated[int, Field(ge=-100, le=100)]
    because: NonEmptyText
    factions: AudienceNames = Field(alias="for", default="everyone")


class TurnInput(InputModel):
    """A file of `turns/`."""

    turn: Annotated[int, Field(ge=1, le=100_000)]
    state: Literal["open", "played"] = "played"
    title: str = ""
    date: str = ""
    day: str = ""
    played: IsoDate | None = None
    news: list[NewsInput] = []
    adjustments: Annotated[RawNode | None, PartHint("adjustment", many=True)] = None
    orders: Annotated[
        dict[str, Annotated[OptionalRawNode, PartHint("orders")]], KeyHint(NameHint("faction"))
    ] = {}
    modifiers: list[TurnModifierInput] = []
    dice: Literal["computed", "ask"] = "computed"
    rolls: dict[str, list[int]] = {}
    rumors: list[RumorInput] = []
    drafted: list[NonEmptyText] = []
    reveals: list[RevealInput] = []
    relations: list[RelationInput] = []
    renames: list[RenameInput] = []
    notes: NonEmptyText | None = None


class PublishedTurnInput(InputModel):
    """One turn of `published.yaml`."""

    turn: Annotated[int, Field(ge=1, le=100_000)]
    chronicle: NonEmptyText
    ruleset: NonEmptyText
    rules: int
    told: dict[Id, Digest]


class AmendmentInput(InputModel):
    """One amendment of `published.yaml`."""

    turn: Annotated[int, Field(ge=1, le=100_000)]
    readers: AudienceNames = Field(alias="for")
    because: NonEmptyText


class PublicationRecordInput(InputModel):
    """`published.yaml`."""

    form: int = Field(alias="format")
    turns: list[PublishedTurnInput] = []
    amendments: list[AmendmentInput] = []
    seats: dict[Id, Annotated[int, Field(ge=0, le=1023)]] = {}
