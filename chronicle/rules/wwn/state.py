"""The state of the asset turn: factions, their assets and bases, and places.

Assets and bases share one namespace of ids, so that a policy or an attack names one by its id.
Only the changes of events change records.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import attrgetter
from typing import Annotated, Final, Literal, TypeAlias

from chronicle.records import CONSTANT, Record, field, replace
from chronicle.rules.wwn.catalogue.records import AssetType, Catalogue
from chronicle.rules.wwn.effects import Effect
from chronicle.rules.wwn.terms import ATTRIBUTES, RATING_VALUES, Attribute, GoalKind, Magic

#: How an asset is hidden: not, until it attacks or is found, or only until it acts or is used.
StealthState = Literal["", "hidden", "carried"]
MarkKind = Literal[
    "unusable",  # does nothing and gives nothing
    "withheld",  # the same, until ``amount`` is paid
    "pinned",  # can't move
    "hobbled",  # can't use its free actions
    "subtle",  # is Subtle for as long as the asset in ``by`` makes it so
    "smuggled",  # is Subtle until it acts or is used
    "rogue",  # a mercenary that obeys nobody; ``amount`` are the arrears
    "owing",  # is lost at the end of the turn unless ``amount`` is paid
    "sheltered",  # may stay where it was led to, despite the ruler
    "uncovered",  # was unhidden where it is forbidden at the end of turn ``turn``
]


class Mark(Record, order=True):
    """A lasting mark on an asset.

    ``by`` is the asset it comes from, whose loss ends it; ``until`` the last turn of its owner in
    which it holds; empty or 0 where not applicable.
    """

    kind: MarkKind
    by: str = ""
    until: int = 0
    amount: int = 0
    turn: int = 0


class Asset(Record):
    """One asset on the board.

    ``ready`` is the first turn in which it can be used (W-ACT-5). ``bound_for`` is where it will be
    at the start of its owner's next turn, usually empty. ``above`` when a tag let its owner buy it
    beyond its ratings.
    """

    id: str
    name: str
    faction: str
    at: str
    type: str
    hp: int
    stealth: StealthState = ""
    marks: tuple[Mark, ...] = ()
    ready: int = 0
    bound_for: str = ""
    above: bool = False

    def mark(self, kind: MarkKind) -> Mark | None:
        for mark in self.marks:
            if mark.kind == kind:
                return mark
        return None


class Base(Record):
    """A Base of Influence; a headquarters has its faction's maximum (W-ENT-4).

    ``endured`` when a tag has saved it since it was last whole (W-FX-ENDURES).
    """

    id: str
    name: str
    faction: str
    at: str
    hp: int
    maximum: int
    headquarters: bool = False
    endured: bool = False


Piece: TypeAlias = Asset | Base


class PlaceState(Record):
    """A location: its ruler, whom the ruler bans, and its position.

    ``closed`` bans everybody except the ruler and ``admits``, ``forbids`` these factions.
    ``position`` is in miles, None where distances are counted from neighbour to neighbour.
    """

    id: str
    ruler: str = ""
    closed: bool = False
    forbids: frozenset[str] = frozenset()
    admits: frozenset[str] = frozenset()
    water: bool = False
    neighbours: tuple[str, ...] = ()
    position: tuple[float, float] | None = None

    def shuts_out(self, faction: str) -> bool:
        """Return whether the ruler forbids a faction's assets to work here (W-ACT-2)."""
        if faction == self.ruler or faction in self.admits:
            return False
        return self.closed or faction in self.forbids


class Goal(Record):
    """A faction's goal and its progress (W-GOAL).

    ``against`` a faction, ``asset``, ``at`` a place, ``attribute``: its subject, empty where it has
    none. ``since`` is the turn it was chosen in, 0 before the first; ``excluded`` are assets that
    don't count. ``worth`` is the value of the defeated foe: the sum of its ratings. ``name`` and
    ``xp`` are for goals of the GM's own, which the GM says are met.
    """

    kind: GoalKind
    against: str = ""
    asset: str = ""
    at: str = ""
    attribute: Attribute | None = None
    since: int = 0
    progress: int = 0
    worth: int = 0
    excluded: frozenset[str] = frozenset()
    name: str = ""
    xp: int | None = None


SacrificePolicy = Literal["never", "lethal", "always"]


class Policy(Record):
    """What a faction does on others' turns, until it orders otherwise.

    ``defend`` are assets and bases in the order in which they meet attacks; ``contest`` those whose
    new bases it attacks (besides those it is ``at_war`` with, unless ``contests`` says never or
    always). ``sacrifice`` and ``step_in`` say when reactions are used, ``restore`` and
    ``take_over`` whether half a cost is paid for it, ``rerolls`` how often per turn a failed roll
    is rerolled, ``pays`` whether demands and tolls are paid.
    """

    defend: tuple[str, ...] = ()
    at_war: frozenset[str] = frozenset()
    contests: Literal["at-war", "never", "always"] = "at-war"
    contest: frozenset[str] = frozenset()
    sacrifice: SacrificePolicy = "lethal"
    step_in: bool = True
    restore: bool = True
    take_over: bool = True
    rerolls: int = 0
    pays: bool = True


class FactionState(Record):
    """A faction's own values (W-ENT-1).

    ``idle`` is the turn in which it may neither act nor use abilities, because it gave up a goal.
    ``lavished`` is the Wealth at which it last met Wealth of Kingdoms. ``earmarked`` is Treasure
    for repairs only, which is gone at the end of its turn. ``asleep`` factions have no turns.
    """

    id: str
    force: int
    cunning: int
    wealth: int
    magic: Magic
    treasure: int
    hp: int
    xp: int = 0
    tags: tuple[str, ...] = ()
    goal: Goal | None = None
    policy: Policy = Policy()
    idle: int = 0
    lavished: int = 0
    earmarked: int = 0
    collapsed: bool = False
    asleep: bool = False

    def rating(self, attribute: Attribute) -> int:
        return int(getattr(self, attribute))

    @property
    def ratings(self) -> tuple[int, int, int]:
        return (self.force, self.cunning, self.wealth)

    @property
    def maximum(self) -> int:
        """The maximum of its hit points (W-ENT-1)."""
        return sum(RATING_VALUES[rating] for rating in self.ratings)

    @property
    def highest(self) -> frozenset[Attribute]:
        """The attributes with the highest rating."""
        best = max(self.ratings)
        return frozenset(name for name in ATTRIBUTES if self.rating(name) == best)


class HouseRules(Record):
    """A campaign's rule settings.

    ``distance`` says how a move is measured: in ``miles`` (``move`` of them), or between
    ``neighbours``. ``assets`` says who sees what is not Stealthed. ``xp_cost`` says which row of
    the table a rating costs (W-ENT-1). ``foes`` says how many factions one can attack in a turn,
    ``rogues`` whether mercenaries that obey nobody move to attack, ``friends`` whose assets are
    friendly: the owner's own, or those of its allies too.
    """

    distance: Literal["neighbours", "miles"] = "neighbours"
    move: int = 100
    assets: Literal["public", "rumored", "owner"] = "public"
    xp_cost: Literal["reached", "leaving"] = "reached"
    foes: Literal["one", "several"] = "one"
    rogues: Literal["stay", "move"] = "stay"
    friends: Literal["own", "allies"] = "own"
    catalogue: Annotated[Catalogue, CONSTANT] = field(default_factory=lambda: Catalogue({}, {}))


_id_of: Final = attrgetter("id")
#: The marks that keep an asset from serving its owner.
_IDLE: Final = frozenset({"unusable", "withheld", "rogue"})


class State(Record):
    """The whole board.

    ``used`` are free actions and reactions used this turn (an asset's id, or
    ``faction/sacrifice``), ``played`` the factions that have had their turn, ``redone`` the rivals
    that an asset has made reroll: (asset, rival). ``allies`` are pairs of factions in order of id;
    there are none where only a faction's own assets are friendly. ``lost`` are the ids of assets
    and bases that are gone: a faction may not know it, and name them.
    """

    turn: int
    factions: Mapping[str, FactionState]
    assets: Mapping[str, Asset]
    bases: Mapping[str, Base]
    places: Mapping[str, PlaceState]
    house: HouseRules
    used: frozenset[str] = frozenset()
    played: frozenset[str] = frozenset()
    redone: frozenset[tuple[str, str]] = frozenset()
    allies: frozenset[tuple[str, str]] = frozenset()
    lost: frozenset[str] = frozenset()

    def with_faction(self, faction: FactionState) -> State:
        return replace(self, factions={**self.factions, faction.id: faction})

    def with_asset(self, asset: Asset) -> State:
        return replace(self, assets={**self.assets, asset.id: asset})

    def with_base(self, base: Base) -> State:
        return replace(self, bases={**self.bases, base.id: base})

    def with_place(self, place: PlaceState) -> State:
        return replace(self, places={**self.places, place.id: place})

    def type_of(self, asset: Asset) -> AssetType:
        return self.house.catalogue.assets[asset.type]

    def assets_with(self, kind: type[Effect]) -> Iterator[Asset]:
        """Yield the assets whose type has an effect of this kind."""
        types = self.house.catalogue.types_with(kind)
        return (asset for asset in self.assets.values() if asset.type in types)

    def piece(self, id: str) -> Piece | None:
        """Return the asset or base with this id."""
        return self.assets.get(id) or self.bases.get(id)

    def maximum(self, piece: Piece) -> int:
        """Return the maximum hit points of an asset or a base."""
        if isinstance(piece, Asset):
            return self.type_of(piece).hp
        return self.factions[piece.faction].maximum if piece.headquarters else piece.maximum

    def living(self) -> tuple[str, ...]:
        """Return the factions that have not collapsed, in order of id."""
        return tuple(id for id, faction in sorted(self.factions.items()) if not faction.collapsed)

    def awake(self) -> tuple[str, ...]:
        """Return the factions that have turns, in order of id."""
        return tuple(id for id in self.living() if not self.factions[id].asleep)

    def friendly(self, one: str, other: str) -> bool:
        """Return whether the assets of two factions are friendly to each other (W-ENT-3)."""
        return one == other or (min(one, other), max(one, other)) in self.allies

    def own(self, faction: str) -> Iterator[Asset]:
        """Yield a faction's assets in order of id."""
        found = [asset for asset in self.assets.values() if asset.faction == faction]
        found.sort(key=_id_of)
        return iter(found)

    def own_with(self, faction: str, kind: type[Effect]) -> Iterator[Asset]:
        """Yield a faction's assets whose type has an effect of this kind, in order of id."""
        found = [asset for asset in self.assets_with(kind) if asset.faction == faction]
        return iter(sorted(found, key=_id_of))

    def own_bases(self, faction: str) -> Iterator[Base]:
        """Yield a faction's bases in order of id."""
        found = [base for base in self.bases.values() if base.faction == faction]
        return iter(sorted(found, key=_id_of))

    def headquarters(self, faction: str) -> Base | None:
        """Return the base that represents the faction itself, or None when it is lost."""
        return next((base for base in self.own_bases(faction) if base.headquarters), None)

    def subtle(self, asset: Asset) -> bool:
        """Return whether an asset may be where the ruler forbids it, hidden or not (W-ENT-5)."""
        marked = asset.mark("subtle") or asset.mark("smuggled")
        return self.type_of(asset).subtle or marked is not None

    def working(self, asset: Asset) -> bool:
        """Return whether an asset's effects hold: no mark keeps it from serving its owner."""
        return not asset.bound_for and _IDLE.isdisjoint([mark.kind for mark in asset.marks])

    def usable(self, asset: Asset) -> bool:
        """Return whether an asset can do something for its owner this turn (W-ACT-5)."""
        return self.working(asset) and asset.ready <= self.turn


class PieceSnapshot(Record):
    """An asset or a base as it was in an event; ``hp`` is what was left afterwards."""

    id: str
    name: str
    faction: str
    type: str
    base: bool
    at: str
    hp: int
    maximum: int


def snapshot_of(state: State, piece: Asset | Base) -> PieceSnapshot:
    """Return a snapshot of an asset or a base."""
    base = isinstance(piece, Base)
    return PieceSnapshot(
        id=piece.id,
        name=piece.name,
        faction=piece.faction,
        type="" if isinstance(piece, Base) else piece.type,
        base=base,
        at=piece.at,
        hp=piece.hp,
        maximum=state.maximum(piece),
    )
