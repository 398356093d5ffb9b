"""The board of `lieutenants`: factions, assets, places, and what lasts between turns.

Assets of all kinds share one namespace of ids, so orders, claims and watches refer to an asset by
its id alone. Only the changes of events alter these records.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from operator import attrgetter
from typing import Annotated, Final, Literal, TypeAlias

from chronicle.records import CONSTANT, UNION, Record, field, replace
from chronicle.rules.lieutenants.catalogue import (
    NO_PRICE,
    Catalogue,
    PowerKind,
    Price,
    Skill,
    UnitPower,
)
from chronicle.rules.lieutenants.terms import ActionName, PropertyKind

Condition = Literal["undamaged", "damaged", "lost", "destroyed"]
Tier = Literal["region", "locale", "location"]
StanceKind = Literal["ambush", "block"]
AttackStyle = Literal["aggressive", "cautious"]
ProjectKind = Literal["research", "train"]

#: Conditions in which an asset can't do anything.
OUT_OF_ACTION: Final[frozenset[Condition]] = frozenset({"lost", "destroyed"})


class HiddenStatus(Record):
    """How well an asset is hidden, who has found it, and whether it has to stay in place."""

    level: int
    found_by: frozenset[str] = frozenset()
    must_stay: bool = False


class Statistics(Record):
    """The four statistics of a lieutenant; each may be negative (L-ENT)."""

    force: int = 0
    sneak: int = 0
    charm: int = 0
    lore: int = 0

    def of(self, skill: Skill) -> int:
        return int(getattr(self, skill))

    @property
    def best(self) -> Skill:
        """The skill with the highest value, the first among equals: the core competency."""
        skills: tuple[Skill, ...] = ("force", "sneak", "charm", "lore")
        return max(skills, key=self.of)


class _Asset(Record):
    """What assets of every kind have; a field that a kind does not have is empty."""

    id: str
    name: str
    faction: str
    at: str

    @property
    def condition(self) -> Condition:
        return "undamaged"

    @property
    def upkeep(self) -> Price:
        return NO_PRICE

    @property
    def holder(self) -> str:
        return ""

    @property
    def agent_of(self) -> str:
        return ""

    @property
    def held_by(self) -> str:
        return ""


class Lieutenant(_Asset):
    """A named person who carries out orders (L-ENT).

    ``agent_of`` is the faction that a double agent secretly serves and that pays for it,
    ``held_by`` the faction that holds it prisoner; both are usually empty.
    """

    level: int
    statistics: Statistics
    condition: Condition = "undamaged"
    cost: Price = NO_PRICE
    upkeep: Price = NO_PRICE
    bonded: bool = False
    hiding: HiddenStatus | None = None
    agent_of: str = ""
    held_by: str = ""


class Unit(_Asset):
    """A group of followers (L-ENT); ``powers`` come from its type and its abilities."""

    type: str
    level: int
    competencies: tuple[Skill, ...]
    kinds: frozenset[str] = frozenset()
    powers: tuple[UnitPower, ...] = ()
    abilities: tuple[str, ...] = ()
    upgrades: tuple[str, ...] = ()
    condition: Condition = "undamaged"
    cost: Price = NO_PRICE
    upkeep: Price = NO_PRICE
    bonded: bool = False
    hiding: HiddenStatus | None = None
    agent_of: str = ""
    held_by: str = ""

    def power(self, kind: PowerKind) -> int | None:
        """Return the sum of a power's values; None if the unit does not have the power."""
        if not self.powers:
            return None
        values = [power.value for power in self.powers if power.kind == kind]
        return sum(values) if values else None


class Bonus(Record):
    """The bonus that an item gives to some actions."""

    actions: tuple[ActionName, ...]
    value: int


class Item(_Asset):
    """A valuable thing, held by an asset (``holder``) or kept at a location."""

    holder: str = ""
    value: int = 0
    bonuses: tuple[Bonus, ...] = ()
    hiding: HiddenStatus | None = None


class Information(_Asset):
    """Something worth knowing, held or kept somewhere; ``obscurity`` opposes investigations."""

    holder: str = ""
    obscurity: int = 1
    hiding: HiddenStatus | None = None


class Facility(_Asset):
    """A building at a location; a tunnel or a road also leads to the place ``to``."""

    type: str
    level: int
    condition: Condition = "undamaged"
    cost: Price = NO_PRICE
    upkeep: Price = NO_PRICE
    income: int = 0
    link: str = ""
    to: str = ""
    hiding: HiddenStatus | None = None


Asset: TypeAlias = Lieutenant | Unit | Item | Information | Facility
#: Assets that fight, can be hurt, and can be taken prisoner.
Minion: TypeAlias = Lieutenant | Unit


class PlaceState(Record):
    """A place of one of the three tiers; ``tier``, ``within`` and ``neighbours`` apply to all.

    Locations have an owner, a stash of capital and an income; ``known_to`` are the factions that
    know a secret one. Others may know that a secret one exists, for example because it was bought
    in secret, but not of one that is ``unlisted``. ``admits`` are factions other than the owner
    that may end an action there. Locales have ``work_factor`` and ``work_cap``, which set what Work
    earns there.
    """

    id: str
    tier: Tier
    within: str
    neighbours: tuple[str, ...]
    owner: str = ""
    capital: int = 0
    income: int = 0
    level: int = 1
    cost: Price = NO_PRICE
    upkeep: Price = NO_PRICE
    secret: bool = False
    unlisted: bool = False
    known_to: frozenset[str] = frozenset()
    admits: frozenset[str] = frozenset()
    work_factor: Fraction = Fraction(1)
    work_cap: int | None = None

    def known(self, faction: str) -> bool:
        """Return whether a faction knows the place: it is not secret, or the faction knows it."""
        return not self.secret or faction in self.known_to

    def welcomes(self, factions: frozenset[str]) -> bool:
        """Return whether the place is unowned or admits one of these factions (L-MOVE)."""
        return not self.owner or self.owner in factions or bool(self.admits & factions)


class FactionState(Record):
    """A faction's own figures (L-ENT); ``influence`` and ``allies`` concern NPC factions.

    ``priority`` ranks assets for upkeep, the first to be paid first (L-TURN-6).
    """

    id: str
    npc: bool
    level_cap: int
    leadership: int
    cohesion: int
    reach: int
    capital: int
    influence: Mapping[str, int] = field(default_factory=dict)
    allies: frozenset[str] = frozenset()
    priority: tuple[str, ...] = ()


class TrainingGain(Record):
    """The gain of training: a level (and a lieutenant's statistic), or another unit type."""

    type: str = ""
    statistic: Skill | None = None


class Project(Record):
    """Work over several turns (L-ENT); ``worked`` is the last turn in which it was worked on.

    ``hold`` if it may rest, ``blocked`` if it needs something before it can continue, ``away`` if
    its subject was sent away for it when it was last worked on (L-ACT-TRAIN).
    """

    id: str
    kind: ProjectKind
    name: str
    faction: str
    needed: int
    successes: int
    hold: bool
    worked: int
    blocked: bool = False
    subject: str = ""
    gain: TrainingGain = TrainingGain()
    away: bool = False


class StandingModifier(Record):
    """A modifier that lasts: its value, whose actions it affects, and when it ends.

    An empty ``lieutenant`` means all of the faction's lieutenants, an empty ``target`` all targets.
    ``until`` is ``gain-influence`` if a successful Gain Influence with the target lifts it,
    ``used`` if the first check that it counts in does, otherwise empty.
    """

    id: str
    value: int
    rule: str
    faction: str
    actions: tuple[ActionName, ...]
    lieutenant: str = ""
    target: str = ""
    until: Literal["", "gain-influence", "used"] = ""


class Stance(Record):
    """A lieutenant and units that wait for some factions (L-TURN-5).

    ``items`` are used when somebody meets it; ``modifiers`` are the GM's for the check: (value,
    reason). ``way`` are the two places between which a block stops movement; if it is empty, they
    wait at ``at``.
    """

    lieutenant: str
    faction: str
    kind: StanceKind
    at: str
    units: tuple[str, ...]
    against: tuple[str, ...]
    style: AttackStyle
    items: tuple[str, ...] = ()
    modifiers: tuple[tuple[int, str], ...] = ()
    way: tuple[str, ...] = ()

    @property
    def scene(self) -> str:
        """The location where others meet it; empty on a way between places."""
        return "" if self.way else self.at


class Watch(Record, order=True):
    """A faction watches an asset or a location until the turn ends (Surveil)."""

    faction: str
    subject: str


class Rally(Record):
    """An NPC faction was persuaded to attack another; the GM writes the order (Rally)."""

    id: str
    npc: str
    by: str
    target: str
    concerted: bool
    turn: int


class HouseRules(Record):
    """Settings of a campaign: limits, and its catalogue."""

    influence_limit: int = 3
    damaged_penalty: int = 0
    catalogue: Annotated[Catalogue, CONSTANT] = field(
        default_factory=lambda: Catalogue({}, {}, {}, {})
    )


class State(Record):
    """The whole board; ``claims`` maps (NPC faction, thing) to whom it regards as rightful owner.

    ``claimants`` are all who tried to claim a thing, and were noticed: (thing, faction).
    ``benched`` are assets that can do nothing more this turn. Assets have their own names; the
    names of places are in the campaign.
    """

    turn: int
    factions: Mapping[str, FactionState]
    assets: Annotated[Mapping[str, Asset], UNION]
    places: Mapping[str, PlaceState]
    house: HouseRules
    projects: Mapping[str, Project] = field(default_factory=dict)
    standing: Mapping[str, StandingModifier] = field(default_factory=dict)
    stances: Mapping[str, Stance] = field(default_factory=dict)
    watches: frozenset[Watch] = frozenset()
    benched: frozenset[str] = frozenset()
    claims: Mapping[tuple[str, str], str] = field(default_factory=dict)
    claimants: frozenset[tuple[str, str]] = frozenset()
    rallies: Mapping[str, Rally] = field(default_factory=dict)

    def with_faction(self, faction: FactionState) -> State:
        return replace(self, factions={**self.factions, faction.id: faction})

    def with_asset(self, asset: Asset) -> State:
        return replace(self, assets={**self.assets, asset.id: asset})

    def with_place(self, place: PlaceState) -> State:
        return replace(self, places={**self.places, place.id: place})

    def at(self, asset: Asset) -> str:
        """Return the location of an asset, or that of its holder."""
        if asset.holder:
            holder = self.assets.get(asset.holder)
            return holder.at if holder is not None else ""
        return asset.at

    def locale(self, place: str) -> str:
        """Return the locale of a location; for a locale the locale itself."""
        found = self.places.get(place)
        if found is None:
            return ""
        return found.within if found.tier == "location" else found.id

    def lieutenant(self, id: str) -> Lieutenant | None:
        found = self.assets.get(id)
        return found if isinstance(found, Lieutenant) else None

    def unit(self, id: str) -> Unit | None:
        found = self.assets.get(id)
        return found if isinstance(found, Unit) else None

    def minions(self, at: str) -> Iterator[Minion]:
        """Yield the lieutenants and units at a location that are fit, ordered by id."""
        there = [asset for asset in self.assets.values() if asset.at == at]
        for asset in sorted(there, key=attrgetter("id")):
            if isinstance(asset, Minion) and self.fit(asset):
                yield asset

    def fit(self, asset: Asset) -> bool:
        """Return whether an asset can take part in anything: in play, free and not kept from it."""
        if isinstance(asset, Item | Information):
            return True
        if not asset.faction or asset.condition in OUT_OF_ACTION or asset.id in self.benched:
            return False
        return not asset.held_by and not self.away(asset.id)

    def away(self, id: str) -> bool:
        """Return whether a lieutenant is away with an outside trainer (L-ACT-TRAIN).

        He is back after a turn without a lesson there.
        """
        return any(
            lesson.away and lesson.subject == id and lesson.worked >= self.turn - 1
            for lesson in self.projects.values()
        )

    def hidden(self, asset: Asset, faction: str) -> bool:
        """Return whether a faction can't see an asset: not found, or in an unknown secret place."""
        if faction in owners(asset):
            return False
        if asset.hiding is not None and faction in asset.hiding.found_by:
            return False
        place = self.places.get(self.at(asset))
        return asset.hiding is not None or (place is not None and not place.known(faction))


def owners(asset: Asset) -> frozenset[str]:
    """Return the factions that may use an asset: its own, and the one a double agent serves."""
    return frozenset({asset.faction, asset.agent_of} - {""})


def knowing_factions(faction: str, lieutenant: Lieutenant | None) -> frozenset[str]:
    """Return the factions whose knowledge an order uses: its own, and a double agent's host too."""
    return frozenset({faction}) | (owners(lieutenant) if lieutenant is not None else frozenset())


def kind_of(asset: Asset) -> PropertyKind:
    """Return the kind of an asset."""
    match asset:
        case Lieutenant():
            return "lieutenant"
        case Unit():
            return "unit"
        case Item():
            return "item"
        case Information():
            return "information"
        case Facility():
            return "facility"
