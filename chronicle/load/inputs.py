"""The input models of an author's files, key by key."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from chronicle.model.campaign import Land, WayKind
from chronicle.model.character import Temper
from chronicle.yaml import decode

#: A time on a day, as in `2027-03-20 20:00`.
DEADLINE_PATTERN: Final = r"^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2})$"
#: Audience words.
AudienceNames: TypeAlias = Annotated[decode.NameOrNames, decode.NameHint("audience")]
FactionName: TypeAlias = Annotated[decode.NonEmptyText, decode.NameHint("faction")]
#: A place named outside of `places.yaml`; the schema may not know a new one yet.
_PlaceName: TypeAlias = Annotated[decode.NonEmptyText, decode.NameHint("place", open=True)]


class PassageInput(decode.InputModel):
    """A text for named readers."""

    readers: AudienceNames = decode.Field(alias="for")
    text: decode.NonEmptyText


#: A plain text for those who may know what contains it, or texts for named readers.
TextOrPassages: TypeAlias = decode.TextOrList[list[PassageInput]]


class StoryInput(decode.InputModel):
    """Where a story starts."""

    turn: Annotated[int, decode.Field(ge=1)]
    title: decode.NonEmptyText


class AllowedSlipInput(decode.InputModel):
    """Words that are no slip, and why."""

    words: decode.NonEmptyText
    path: decode.NonEmptyText = decode.Field(alias="in")
    because: decode.NonEmptyText


class MonthInput(decode.InputModel):
    """One month of the calendar."""

    name: decode.MonthName
    days: Annotated[int, decode.Field(ge=0, le=1000)] | None = None
    intercalary: bool = False


class LeapRuleInput(decode.InputModel):
    """Which years are longer, or shorter, and by what."""

    every: Annotated[int, decode.Field(ge=1)]
    but_not: Annotated[int, decode.Field(ge=1)] | None = decode.Field(alias="except", default=None)
    unless: Annotated[int, decode.Field(ge=1)] | None = None
    month: decode.NonEmptyText
    days: Annotated[int, decode.Field(ge=0, le=1000)]


class CalendarInput(decode.InputModel):
    """The calendar of the world."""

    months: Annotated[list[MonthInput], decode.Field(min_length=1, max_length=100)]
    days: Annotated[int, decode.Field(ge=0, le=1000)] | None = None
    weekdays: Annotated[list[decode.NonEmptyText], decode.Field(max_length=100)] = []
    first: str = ""
    leap: LeapRuleInput | None = None
    years: str = ""
    year: Annotated[int, decode.Field(ge=1, le=999_999)] | None = None


class NextTurnInput(decode.InputModel):
    """What is known of the turn to come."""

    deadline: Annotated[decode.NonEmptyText, decode.PatternHint(DEADLINE_PATTERN)] | None = None
    zone: Annotated[decode.NonEmptyText, decode.NameHint("zone")]


class PreviewImageInput(decode.InputModel):
    """The picture by which other sites show this one."""

    picture: decode.NonEmptyText
    words: decode.NonEmptyText


class DeployInput(decode.InputModel):
    """Where git puts the site."""

    remote: decode.GitRemote
    branch: decode.GitBranch = "gh-pages"
    private: bool = False


class CampaignInput(decode.InputModel):
    """`campaign.yaml`."""

    title: decode.NonEmptyText
    tagline: str = ""
    ruleset: Annotated[decode.NonEmptyText, decode.NameHint("ruleset")]
    theme: Annotated[decode.NonEmptyText, decode.NameHint("theme", open=True)] = "annals"
    look: decode.RawNode | None = None
    language: Annotated[decode.NonEmptyText, decode.NameHint("language", open=True)] = "en"
    seed: decode.NonEmptyText
    id: decode.Id = ""
    introduction: TextOrPassages | None = None
    stories: list[StoryInput] = []
    allow: list[AllowedSlipInput] = []
    calendar: CalendarInput | None = None
    next: NextTurnInput | None = None
    address: decode.SiteUrl = ""
    card: PreviewImageInput | None = None
    deploy: DeployInput | None = None
    players: dict[decode.Id, Annotated[decode.NameOrNames, decode.NameHint("faction")]] = {}
    rules: Annotated[decode.RawNode | None, decode.PartHint("rules")] = None


class AimInput(decode.InputModel):
    """What a faction is after: one key with the thing that it is about."""

    take: Annotated[decode.NonEmptyText | None, decode.NameHint("place")] = None
    hold: Annotated[decode.NonEmptyText | None, decode.NameHint("place")] = None
    ruin: Annotated[decode.NonEmptyText | None, decode.NameHint("faction")] = None
    befriend: Annotated[decode.NonEmptyText | None, decode.NameHint("faction")] = None
    find_out: Annotated[
        decode.NonEmptyText | None, decode.NameHint("faction", "place", "person", "item")
    ] = None


#: An aim without a target.
_PlainAim: TypeAlias = Annotated[
    str,
    decode.Field(
        pattern="^grow-rich$", form="an aim like `{take: old-town}`, `{ruin: oru}` or `grow-rich`"
    ),
]


class CharacterInput(decode.InputModel):
    """`plays:` of a faction: how it plays when orders are proposed for it."""

    temper: Temper | None = None
    aims: list[_PlainAim | AimInput] = []
    grudges: list[FactionName] = []
    never: list[Annotated[decode.NonEmptyText, decode.NameHint("action")]] = []
    never_against: list[FactionName] = []


class FactionInput(decode.InputModel):
    """A file of `factions/`."""

    name: decode.NonEmptyText
    plural: bool | None = None
    readers: AudienceNames = decode.Field(alias="for")
    colors: Annotated[list[decode.Color], decode.Field(min_length=2, max_length=2)]
    sigil: Annotated[decode.NonEmptyText, decode.NameHint("sigil", open=True)]
    division: Annotated[decode.NonEmptyText | None, decode.NameHint("division")] = None
    motto: str = ""
    played: bool = True
    joins: Annotated[int, decode.Field(ge=1)] = 1
    plays: Annotated[decode.RawNode | None, decode.PartHint("plays")] = None
    profile: TextOrPassages | None = None
    notes: decode.NonEmptyText | None = None
    opening: Annotated[decode.RawNode | None, decode.PartHint("faction")] = None


class PlaceInput(decode.InputModel):
    """One place of `places.yaml`."""

    name: decode.NonEmptyText
    plural: bool | None = None
    readers: AudienceNames | None = decode.Field(alias="for", default=None)
    within: _PlaceName | None = None
    neighbours: list[_PlaceName] = []
    ways: dict[_PlaceName, WayKind] = {}
    land: Land | None = None
    position: Annotated[list[float], decode.Field(min_length=2, max_length=2)] | None = None
    text: TextOrPassages | None = None
    opening: Annotated[decode.RawNode | None, decode.PartHint("place")] = None


class MapBackgroundInput(decode.InputModel):
    """One picture under the map."""

    picture: decode.NonEmptyText
    words: decode.NonEmptyText
    readers: AudienceNames | None = decode.Field(alias="for", default=None)
    extent: Annotated[list[float], decode.Field(min_length=4, max_length=4)] | None = None


class PlacesInput(decode.InputModel):
    """`places.yaml`."""

    readers: AudienceNames | None = decode.Field(alias="for", default=None)
    backdrops: list[MapBackgroundInput] = decode.Field(alias="map", default=[])
    places: Annotated[dict[decode.Id, PlaceInput], decode.Field(min_length=1)]


#: The points of a line on a map, as in SVG.
MapPointsText: TypeAlias = Annotated[
    str,
    decode.Field(
        pattern=r"^-?\d+(\.\d+)?,-?\d+(\.\d+)?( +-?\d+(\.\d+)?,-?\d+(\.\d+)?)+$",
        form="points like `120,340 124.5,350`",
    ),
]


class MapLineInput(decode.InputModel):
    """A border or the course of a way in `map.yaml`."""

    of: Annotated[list[_PlaceName], decode.Field(min_length=1, max_length=2)]
    line: MapPointsText


class MapRegionInput(decode.InputModel):
    """An outline of the ground of a place in `map.yaml`."""

    of: _PlaceName
    color: decode.Color | None = None
    line: MapPointsText


class MapShapesInput(decode.InputModel):
    """`map.yaml`."""

    readers: AudienceNames = decode.Field(alias="for")
    extent: Annotated[list[float], decode.Field(min_length=4, max_length=4)]
    land: Annotated[list[MapPointsText], decode.Field(min_length=1)]
    lakes: list[MapPointsText] = []
    rivers: list[MapPointsText] = []
    hills: list[MapPointsText] = []
    woods: list[MapPointsText] = []
    marsh: list[MapPointsText] = []
    ice: list[MapPointsText] = []
    borders: list[MapLineInput] = []
    ways: list[MapLineInput] = []
    regions: list[MapRegionInput] = []


class PageInput(decode.InputModel):
    """The front matter of a file of `pages/`."""

    title: decode.NonEmptyText
    readers: AudienceNames = decode.Field(alias="for")


class PortraitInput(decode.InputModel):
    """A picture of a person or an item."""

    picture: decode.NonEmptyText
    words: decode.NonEmptyText


class TieInput(decode.InputModel):
    """What a person or an item is tied to, and who knows of that."""

    readers: AudienceNames = decode.Field(alias="for")
    to: decode.NonEmptyText


#: A plain id, known to those who know the person or item, or ties for named readers.
IdOrTies: TypeAlias = decode.TextOrList[list[TieInput]]


class EntityInput(decode.InputModel):
    """The front matter of a file of `people/` or `items/`."""

    name: decode.NonEmptyText
    plural: bool | None = None
    readers: AudienceNames = decode.Field(alias="for")
    role: str = ""
    portrait: PortraitInput | None = None
    of: IdOrTies | None = None
    at_: IdOrTies | None = decode.Field(alias="at", default=None)
    held_by: IdOrTies | None = None


class NewsInput(decode.InputModel):
    """One piece of news or one letter."""

    id: decode.Id = ""
    readers: AudienceNames = decode.Field(alias="for")
    title: str = ""
    sender: str = decode.Field(alias="from", default="")
    text: decode.NonEmptyText
    about: str = ""
    effects: Annotated[decode.RawNode | None, decode.PartHint("effect", many=True)] = None


class RumorInput(decode.InputModel):
    """One rumor."""

    id: decode.Id = ""
    text: decode.NonEmptyText
    about: str = ""
    where: Annotated[decode.NameOrNames | None, decode.NameHint("place")] = None
    heard_by: AudienceNames
    truth: Annotated[Literal["true", "distorted", "false"], decode.BoolAsText]
    after: Annotated[int, decode.Field(ge=0)] = 0
    draft: bool = False


class RevealInput(decode.InputModel):
    """One thing that becomes known."""

    event: str | None = None
    news: str | None = None
    rumor: str | None = None
    place: Annotated[str | None, decode.NameHint("place")] = None
    faction: Annotated[str | None, decode.NameHint("faction")] = None
    person: Annotated[str | None, decode.NameHint("person")] = None
    item: Annotated[str | None, decode.NameHint("item")] = None
    readers: AudienceNames = decode.Field(alias="for")
    text: decode.NonEmptyText | None = None


class RelationInput(decode.InputModel):
    """How two factions stand with each other from now on."""

    between: Annotated[list[FactionName], decode.Field(min_length=2, max_length=2)]
    kind: Literal["allies", "bound", "truce", "rivals", "war", "nothing"] = decode.Field(alias="as")
    readers: AudienceNames = decode.Field(alias="for")
    text: decode.NonEmptyText | None = None


class RenameInput(decode.InputModel):
    """A new name of one thing."""

    faction: Annotated[str | None, decode.NameHint("faction")] = None
    person: Annotated[str | None, decode.NameHint("person")] = None
    item: Annotated[str | None, decode.NameHint("item")] = None
    name: decode.NonEmptyText
    plural: bool | None = None
    readers: AudienceNames = decode.Field(alias="for")


class TurnModifierInput(decode.InputModel):
    """A modifier of one turn, for all checks of some factions."""

    value: Annotated[int, decode.Field(ge=-100, le=100)]
    because: decode.NonEmptyText
    factions: AudienceNames = decode.Field(alias="for", default="everyone")


class TurnInput(decode.InputModel):
    """A file of `turns/`."""

    turn: Annotated[int, decode.Field(ge=1, le=100_000)]
    state: Literal["open", "played"] = "played"
    title: str = ""
    date: str = ""
    day: str = ""
    played: decode.IsoDate | None = None
    deadline: Annotated[decode.NonEmptyText, decode.PatternHint(DEADLINE_PATTERN)] | None = None
    news: list[NewsInput] = []
    adjustments: Annotated[decode.RawNode | None, decode.PartHint("adjustment", many=True)] = None
    orders: Annotated[
        dict[str, Annotated[decode.OptionalRawNode, decode.PartHint("orders")]],
        decode.KeyHint(decode.NameHint("faction")),
    ] = {}
    modifiers: list[TurnModifierInput] = []
    dice: Literal["computed", "ask"] = "computed"
    rolls: dict[str, list[int]] = {}
    rumors: list[RumorInput] = []
    drafted: list[decode.NonEmptyText] = []
    reveals: list[RevealInput] = []
    relations: list[RelationInput] = []
    renames: list[RenameInput] = []
    notes: decode.NonEmptyText | None = None


class PublishedTurnInput(decode.InputModel):
    """One turn of `published.yaml`."""

    turn: Annotated[int, decode.Field(ge=1, le=100_000)]
    chronicle: decode.NonEmptyText
    ruleset: decode.NonEmptyText
    rules: int
    when: decode.IsoDate | None = None
    told: dict[decode.Id, decode.Digest]


class AmendmentInput(decode.InputModel):
    """One amendment of `published.yaml`."""

    turn: Annotated[int, decode.Field(ge=1, le=100_000)]
    readers: AudienceNames = decode.Field(alias="for")
    when: decode.IsoDate | None = None
    because: str = ""
    typo: bool = False


class ToldDeadlineInput(decode.InputModel):
    """One deadline of `published.yaml`."""

    turn: Annotated[int, decode.Field(ge=1, le=100_000)]
    instant: Annotated[
        str,
        decode.Field(
            pattern=r"^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z|withdrawn)$",
            form="an instant like `2026-11-28T19:00:00Z`, or `withdrawn`",
        ),
    ] = decode.Field(alias="deadline")


class SubscriptionIdsInput(decode.InputModel):
    """The ids of `published.yaml`."""

    calendar: str = ""
    feed: str = ""


class PublicationRecordInput(decode.InputModel):
    """`published.yaml`."""

    form: int = decode.Field(alias="format")
    seed: str = ""
    turns: list[PublishedTurnInput] = []
    amendments: list[AmendmentInput] = []
    seats: dict[decode.Id, Annotated[int, decode.Field(ge=0, le=1023)]] = {}
    ids: SubscriptionIdsInput | None = None
    deadlines: list[ToldDeadlineInput] = []
