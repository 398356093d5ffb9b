"""The board of the lieutenants: factions, their assets, the places, and what lasts between turns.

Assets of all kinds share one namespace of ids, so that an order, a claim or a watch names one by
its id alone. Records are changed by the changes of events and by nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final, Literal, TypeAlias

from chronicle.rules.lieutenants.catalogue import (
    NO_PRICE,
    Catalogue,
    Power,
    PowerKind,
    Price,
    Skill,
)
from chronicle.rules.lieutenants.terms import Action
from chronicle.rules.shared.adjustment_events import UNION_FIELD

Condition = Literal["undamaged", "damaged", "lost", "destroyed"]
Tier = Literal["region", "locale", "location"]
StanceKind = Literal["ambush", "block"]
AttackStyle = Literal["aggressive", "cautious"]
ProjectKind = Literal["research", "train"]

#: Conditions in which an asset takes part in nothing.
OUT_OF_ACTION: Final[frozenset[Condition]] = frozenset({"lost", "destroyed"})


@dataclass(frozen=True, slots=True)
class HiddenStatus:
    """How well an asset is hidden, who has found it all the same, and whether it has to stay."""

    level: int
    found_by: frozenset[str] = frozenset()
    must_stay: bool = False


@dataclass(frozen=True, slots=True)
class Statistics:
    """The four statistics of a lieutenant; any may be negative (L-ENT)."""

    force: int = 0
    sneak: int = 0
    charm: int = 0
    lore: int = 0

    def of(self, skill: Skill) -> int:
        return int(getattr(self, skill))

    @property
    def best(self) -> Skill:
        """The highest of the four, the first of equals: a lieutenant's core competency."""
        skills: tuple[Skill, ...] = ("force", "sneak", "charm", "lore")
        return max(skills, key=self.of)


@dataclass(frozen=True, slots=True)
class Lieutenant:
    """A named person who carries out orders (L-ENT).

    ``agent_of`` is the faction that a double agent really serves and that pays for it, ``held_by``
    the one that keeps it prisoner; both are empty for most.
    """

    id: str
    name: str
    faction: str
    at: str
    level: int
    statistics: Statistics
    condition: Condition = "undamaged"
    cost: Price = NO_PRICE
    upkeep: Price = NO_PRICE
    bonded: bool = False
    hiding: HiddenStatus | None = None
    agent_of: str = ""
    held_by: str = ""


@dataclass(frozen=True, slots=True)
class Unit:
    """A body of followers (L-ENT); ``powers`` are those of its type and of its abilities."""

    id: str
    name: str
    faction: str
    at: str
    type: str
    level: int
    competencies: tuple[Skill, ...]
    kinds: frozenset[str] = frozenset()
    powers: tuple[Power, ...] = ()
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
        """The value of a working that the unit has, added up; None when it has it not."""
        values = [power.value for power in self.powers if power.kind == kind]
        return sum(values) if values else None


@dataclass(frozen=True, slots=True)
class Bonus:
    """What an item adds to some actions."""

    actions: tuple[Action, ...]
    value: int


@dataclass(frozen=True, slots=True)
class Item:
    """A thing of worth, in somebody's hands (``holder``, an asset) or lying at a location."""

    id: str
    name: str
    faction: str
    at: str
    holder: str = ""
    value: int = 0
    bonuses: tuple[Bonus, ...] = ()
    hiding: HiddenStatus | None = None


@dataclass(frozen=True, slots=True)
class Information:
    """Something worth knowing, kept somewhere; ``obscurity`` opposes who looks into it."""

    id: str
    name: str
    faction: str
    at: str
    holder: str = ""
    obscurity: int = 1
    hiding: HiddenStatus | None = None


@dataclass(frozen=True, slots=True)
class Facility:
    """A thing built at a location; a tunnel or a road also ends at the place ``to``."""

    id: str
    name: str
    faction: str
    at: str
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
#: Assets that fight, are hurt, and can be taken prisoner.
Minion: TypeAlias = Lieutenant | Unit


@dataclass(frozen=True, slots=True)
class Place:
    """A place of one of the three tiers; all but ``tier``, ``within``, ``neighbours`` is for one.

    Locations have an owner, a stash of capital and an income; ``known_to`` are the factions that
    know a secret one. ``admits`` are those who may end an action there beside the owner. Locales
    have ``work_factor`` and ``work_cap`` for what Work earns there.
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
    known_to: frozenset[str] = frozenset()
    admits: frozenset[str] = frozenset()
    work_factor: Fraction = Fraction(1)
    work_cap: int | None = None

    def known(self, faction: str) -> bool:
        """Whether a faction knows the place, as all do that is not secret."""
        return not self.secret or faction in self.known_to

    def welcomes(self, factions: frozenset[str]) -> bool:
        """Whether its owner, if it has one, lets in one of these (L-MOVE)."""
        return not self.owner or self.owner in factions or bool(self.admits & factions)


@dataclass(frozen=True, slots=True)
class Faction:
    """A faction's own figures (L-ENT); ``influence`` and ``allies`` are with NPC factions.

    ``priority`` ranks assets for upkeep, first to be paid first (L-TURN-6).
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


@dataclass(frozen=True, slots=True)
class TrainingGain:
    """What training brings: one level (and a lieutenant's statistic), or another type of unit."""

    type: str = ""
    statistic: Skill | None = None


@dataclass(frozen=True, slots=True)
class Project:
    """Work over several turns (L-ENT); ``worked`` is the last turn in which it was carried on.

    ``hold`` when it may rest, ``blocked`` when something is needed before it can go on.
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


@dataclass(frozen=True, slots=True)
class StandingModifier:
    """A standing modifier: its value, to whose tries at what it applies, and when it ends.

    Empty ``lieutenant`` means every one of the faction's, empty ``target`` every target. ``until``
    is ``gain-influence`` when a successful Gain Influence with the target lifts it, else empty.
    """

    id: str
    value: int
    rule: str
    faction: str
    actions: tuple[Action, ...]
    lieutenant: str = ""
    target: str = ""
    until: Literal["", "gain-influence"] = ""


@dataclass(frozen=True, slots=True)
class Stance:
    """A lieutenant and units that lie in wait for some factions (L-TURN-5).

    ``items`` are used when it is sprung; ``modifiers`` are the GM's for the check: (value, reason).
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


@dataclass(frozen=True, slots=True, order=True)
class Watch:
    """A faction keeps an eye on an asset or a location until the turn ends (Surveil)."""

    faction: str
    subject: str


@dataclass(frozen=True, slots=True)
class Rally:
    """An NPC faction has been roused to attack another; the GM gives the order (Rally)."""

    id: str
    npc: str
    by: str
    target: str
    concerted: bool
    turn: int


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What a campaign settles for itself: limits, and the catalogue that it plays with."""

    influence_limit: int = 3
    damaged_penalty: int = 0
    catalogue: Catalogue = field(
        default_factory=lambda: Catalogue({}, {}, {}, {}), metadata={"constant": True}
    )


@dataclass(frozen=True, slots=True)
class State:
    """The whole board; ``claims`` maps (NPC faction, thing) to whom it sees as the rightful owner.

    ``benched`` are assets that take part in nothing more this turn, ``names`` the names of
    factions' things are their own; places are named by the campaign.
    """

    turn: int
    factions: Mapping[str, Faction]
    assets: Mapping[str, Asset] = field(metadata=UNION_FIELD)
    places: Mapping[str, Place]
    house: HouseRules
    projects: Mapping[str, Project] = field(default_factory=dict)
    standing: Mapping[str, StandingModifier] = field(default_factory=dict)
    stances: Mapping[str, Stance] = field(default_factory=dict)
    watches: frozenset[Watch] = frozenset()
    benched: frozenset[str] = frozenset()
    claims: Mapping[tuple[str, str], str] = field(default_factory=dict)
    rallies: Mapping[str, Rally] = field(default_factory=dict)

    def with_faction(self, faction: Faction) -> State:
        return replace(self, factions={**self.factions, faction.id: faction})

    def with_asset(self, asset: Asset) -> State:
        return replace(self, assets={**self.assets, asset.id: asset})

    def with_place(self, place: Place) -> State:
        return replace(self, places={**self.places, place.id: place})

    def at(self, asset: Asset) -> str:
        """The location of an asset: its own, or that of whoever holds it."""
        if isinstance(asset, Item | Information) and asset.holder:
            holder = self.assets.get(asset.holder)
            return holder.at if holder is not None else ""
        return asset.at

    def locale(self, place: str) -> str:
        """The locale that a location lies in; a locale lies in itself."""
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
        """Lieutenants and units at a location that are fit to do anything, in order of id."""
        for _, asset in sorted(self.assets.items()):
            if isinstance(asset, Lieutenant | Unit) and asset.at == at and self.fit(asset):
                yield asset

    def fit(self, asset: Asset) -> bool:
        """Whether an asset can take part in anything: there, free, and not kept from it."""
        if isinstance(asset, Item | Information):
            return True
        held = isinstance(asset, Lieutenant | Unit) and bool(asset.held_by)
        gone = not asset.faction or asset.condition in OUT_OF_ACTION
        return not held and not gone and asset.id not in self.benched

    def hidden(self, asset: Asset, faction: str) -> bool:
        """Whether a faction can't see an asset: hidden and not found, or at a secret location."""
        if faction in owners(asset):
            return False
        if asset.hiding is not None and faction in asset.hiding.found_by:
            return False
        place = self.places.get(self.at(asset))
        return asset.hiding is not None or (place is not None and not place.known(faction))

    def watchers(self, *subjects: str) -> frozenset[str]:
        """The factions that watch any of these assets or locations this turn."""
        return frozenset(watch.faction for watch in self.watches if watch.subject in subjects)


def owners(asset: Asset) -> frozenset[str]:
    """The factions that may use an asset: whose it is, and whom a double agent serves."""
    agent_of = asset.agent_of if isinstance(asset, Lieutenant | Unit) else ""
    return frozenset({asset.faction, agent_of} - {""})
