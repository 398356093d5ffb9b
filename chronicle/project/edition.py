"""An edition: everything one audience may know, and nothing else.

After projection there are no secrets: templates, searches, feeds and file names are made from an
edition alone. Texts are Markdown with what the reader may not see cut out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from chronicle.markup.images import Picture
from chronicle.model.audience import Audience
from chronicle.model.calendar import Calendar, CalendarDay
from chronicle.model.campaign import RelationKind
from chronicle.model.deadline import Deadline
from chronicle.model.facts import EntityKind, NameIndex, Ref, TieKind
from chronicle.project.access_report import AudienceAccess
from chronicle.rules.order_form import Form
from chronicle.rules.protocol import Chance, Figure, Holding, Measure, Sheet, Telling

#: The light of what is not of a turn: all that the reader has got to know since. It is no turn's
#: number, so that such a text is the same after the next one.
AFTER_ALL_TURNS: Final = 1 << 30


@dataclass(frozen=True, slots=True)
class Text:
    """A text this reader may read, in Markdown, and the turn in whose light its links stand.

    Pictures are named by their paths in the site.
    """

    markdown: str
    turn: int


@dataclass(frozen=True, slots=True)
class EventView:
    """One event as told to the reader.

    ``anchor`` is unique on its turn's page and counts what this reader is told, never what there
    is. The GM's edition alone has the event's id, who is told how (``readers``), and exact odds.
    """

    anchor: str
    telling: Telling
    event: str = ""
    readers: tuple[tuple[str, str], ...] = ()
    odds: tuple[Chance, ...] = ()


@dataclass(frozen=True, slots=True)
class NewsView:
    """A piece of news, or a letter when it has a sender; ``public`` when everybody reads it.

    ``readers`` are the audiences it is for, in the GM's edition only.
    """

    anchor: str
    title: str
    sender: str
    text: Text
    public: bool
    readers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RumorView:
    """A rumor: what is said and where; ``borne_out`` is the turn in which its truth came out.

    Both ``borne_out`` and ``truth`` are empty on the pages of the turn it is heard in
    (:meth:`Edition.in_hindsight` fills them); the GM's edition always has the truth, and alone
    ``about``, ``readers``, the turn it was written in, and rumors that are still a ``draft``.
    """

    anchor: str
    text: Text
    where: tuple[Ref, ...]
    turn: int
    public: bool
    borne_out: int = 0
    truth: str = ""
    about: str = ""
    readers: tuple[str, ...] = ()
    written_in: int = 0
    draft: bool = False


@dataclass(frozen=True, slots=True)
class RumorVerdict:
    """How true a rumor was, and the turn that told the reader."""

    turn: int
    truth: str


@dataclass(frozen=True, slots=True)
class RevealView:
    """Something of an earlier turn that the reader learns now; one of the last four is filled."""

    anchor: str
    kind: str
    text: Text | None
    public: bool
    of_turn: int
    readers: tuple[str, ...] = ()
    news: NewsView | None = None
    rumor: RumorView | None = None
    told: Telling | None = None
    ref: Ref | None = None


@dataclass(frozen=True, slots=True)
class RelationView:
    """How two factions that the reader knows stand with each other, as a turn had it.

    ``anchor`` is empty away from the page of that turn. ``readers`` are the audiences it is for, in
    the GM's edition only.
    """

    anchor: str
    between: tuple[Ref, Ref]
    kind: RelationKind
    turn: int
    text: Text | None
    public: bool
    readers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Correction:
    """Why a published turn is told otherwise than it was, for a reader whom that concerns.

    ``number`` counts what this reader is told of the turn; ``readers`` are all whom it concerns, in
    the GM's edition only.
    """

    number: int
    reason: str
    readers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnView:
    """One turn as the reader knows it.

    ``street`` is what the public is told of events, ``told`` what this reader is told besides;
    ``date`` are the words for when it is, ``day`` is that in the edition's calendar, if it has one;
    ``story`` is the title of the story that starts here; ``notes`` are the GM's, and so is
    ``accounts``: what each audience has of everything in the turn, by its anchor. ``holdings`` are
    who held which place at its end, for all places that the reader knew by then.
    """

    number: int
    title: str
    date: str
    played: str
    story: str
    news: tuple[NewsView, ...]
    street: tuple[EventView, ...]
    told: tuple[EventView, ...]
    rumors: tuple[RumorView, ...]
    reveals: tuple[RevealView, ...]
    notes: tuple[Text, ...]
    measures: tuple[Measure, ...]
    corrections: tuple[Correction, ...] = ()
    day: CalendarDay | None = None
    accounts: Mapping[str, tuple[AudienceAccess, ...]] = field(default_factory=dict)
    holdings: Mapping[str, tuple[Holding, ...]] = field(default_factory=dict)
    relations: tuple[RelationView, ...] = ()


@dataclass(frozen=True, slots=True)
class FactionView:
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


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A place as the reader knows it, with the neighbours the reader knows.

    ``within`` is the place around it and ``inside`` those that lie in it, as far as known.
    ``written`` is its number in the author's order, of the places that the reader knows.
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


@dataclass(frozen=True, slots=True)
class BackdropView:
    """The picture under the reader's map, by its path in the site, and words for it.

    ``extent`` are its left, top, right and bottom on the plane of positions; ``readers`` are those
    who see it, in the GM's edition only.
    """

    path: str
    words: str
    extent: tuple[float, float, float, float]
    readers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PageView:
    """A page of the author's own that the reader may read."""

    id: str
    title: str
    passages: tuple[Text, ...]
    readers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TieView:
    """What ties a person or an item to something, for a reader who knows both ends and the tie."""

    kind: TieKind
    to: Ref
    readers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EntityView:
    """A person or an item as the reader knows it; ``portrait`` is a text that shows a picture."""

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
        return Ref(self.kind, self.id)


@dataclass(frozen=True, slots=True)
class DossierView:
    """One faction's record of one turn: figures, orders, letters, and others as it knows them."""

    faction: str
    turn: int
    sheet: Sheet | None
    orders: tuple[EventView, ...]
    letters: tuple[NewsView, ...]
    rumors: tuple[RumorView, ...]
    others: tuple[tuple[Ref, Sheet], ...]
    corrections: tuple[Correction, ...] = ()
    #: The numbers that its own sheet states.
    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True, slots=True)
class DossierComparison:
    """All dossiers of one turn, for the GM."""

    turn: int
    dossiers: tuple[DossierView, ...]


@dataclass(frozen=True, slots=True)
class StoryView:
    """A story that has begun: its title and first turn."""

    title: str
    turn: int


@dataclass(frozen=True, slots=True)
class PreviewImageView:
    """The author's own picture by which other sites show this one: path, size, and words for it."""

    path: str
    width: int
    height: int
    words: str


@dataclass(frozen=True, slots=True)
class Edition:
    """All that one audience may know of a campaign.

    ``relations`` are all that turns have said of how factions stand, the oldest first. ``dossiers``
    are by faction and turn.

    ``known_since`` has every faction, place, person, item, page and turn the reader may know, with
    the turn from which on it may (0: from the start); a text of an earlier turn doesn't link it.
    ``names`` are the names of all these. ``entities`` are people, then items. ``verdicts`` are for
    rumors, by ``turn/anchor``. ``pictures`` are those that its texts show, by their paths in the
    site. ``in_miles`` when positions are in miles. ``form`` is what the reader's own faction may
    order in the coming turn; None for other readers, and for who can't order anything.
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
    turns: tuple[TurnView, ...]
    dossiers: Mapping[tuple[str, int], DossierView]
    names: NameIndex
    known_since: Mapping[Ref, int]
    verdicts: Mapping[str, RumorVerdict]
    pictures: Mapping[str, Picture] = field(default_factory=dict)
    in_miles: bool = False
    backdrop: BackdropView | None = None
    calendar: Calendar | None = None
    deadline: Deadline | None = None
    card: PreviewImageView | None = None
    relations: tuple[RelationView, ...] = ()
    entities: tuple[EntityView, ...] = ()
    form: Form | None = None

    @property
    def people(self) -> tuple[EntityView, ...]:
        return tuple(entity for entity in self.entities if entity.kind == "person")

    @property
    def items(self) -> tuple[EntityView, ...]:
        return tuple(entity for entity in self.entities if entity.kind == "item")

    def tied_to(self, ref: Ref) -> tuple[tuple[TieKind, tuple[EntityView, ...]], ...]:
        """The people and items that belong to a thing, are there, or are held by it, by that."""
        found: dict[TieKind, list[EntityView]] = {"of": [], "at": [], "held_by": []}
        for entity in self.entities:
            for kind in dict.fromkeys(tie.kind for tie in entity.ties if tie.to == ref):
                found[kind].append(entity)
        return tuple((kind, tuple(entities)) for kind, entities in found.items() if entities)

    def in_hindsight(self, turn: int, rumor: RumorView) -> RumorView:
        """A rumor of a turn with what came out about it since."""
        verdict = self.verdicts.get(f"{turn}/{rumor.anchor}")
        if verdict is None:
            return rumor
        return replace(rumor, borne_out=verdict.turn, truth=verdict.truth)

    @property
    def last_turn(self) -> int:
        """The number of the latest turn; 0 before the first."""
        return self.turns[-1].number if self.turns else 0

    def faction(self, id: str) -> FactionView | None:
        """The faction with an id; None where the reader knows none."""
        return next((faction for faction in self.factions if faction.id == id), None)

    def knows(self, ref: Ref, turn: int) -> bool:
        """Whether the reader may know of a thing in the light of a turn."""
        return ref in self.known_since and self.known_since[ref] <= turn

    def find(self, target: str, turn: int) -> Ref | None:
        """What a wiki link leads this reader to: by id first, then by full name, in any case."""
        by_id = [ref for ref in self.names.with_id(target.casefold()) if self.knows(ref, turn)]
        by_name = [ref for ref in self.names.called(target) if self.knows(ref, turn)]
        found = by_id or by_name
        return found[0] if len(found) == 1 else None
