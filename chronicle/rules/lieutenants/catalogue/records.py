"""Records of the asset catalogue: types of unit and facility, abilities and upgrades (L-AST)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from chronicle.records import Record, field

Skill = Literal["force", "sneak", "charm", "lore"]
Currency = Literal["capital", "respect", "influence"]
UnitKind = Literal["squad", "network", "service", "divine", "magic"]
AbilityKind = Literal["arcana", "divine"]
Link = Literal["", "tunnel", "road"]

#: All kinds of power. Each is implemented in the module of the action that it affects.
PowerKind = Literal[
    "cannot-defend",
    "defends-only",
    "watches-locale",
    "damages-facilities",
    "hits-facilities",
    "moves-unseen",
    "strikes-one",
    "unseen-on-success",
    "seduces",
    "research",
    "gains-force",
    "traps",
    "one-more-damaged",
    "force-defence",
    "against-groups",
]
#: Powers that have a number.
POWERS_WITH_VALUE: Final[frozenset[PowerKind]] = frozenset(
    {
        "watches-locale",
        "research",
        "traps",
        "one-more-damaged",
        "force-defence",
        "against-groups",
    }
)

#: A price as written in a file: `4c`, `2r`, `4i`, or `0` or `–` for none.
PriceText: TypeAlias = str | int

_PRICE_PATTERN: Final = re.compile(r"([1-9][0-9]{0,2})([cri])")
_CURRENCY_LETTERS: Final[Mapping[str, Currency]] = {
    "c": "capital",
    "r": "respect",
    "i": "influence",
}


class Price(Record):
    """An amount of a currency, paid for an asset once or every turn."""

    amount: int
    currency: Currency

    def __str__(self) -> str:
        return f"{self.amount}{self.currency[0]}" if self.amount else "–"


NO_PRICE: Final = Price(0, "capital")


def parse_price(text: PriceText) -> Price | None:
    """Return the price that a text means; None if the text is not a price."""
    if str(text) in ("0", "–"):
        return NO_PRICE
    found = _PRICE_PATTERN.fullmatch(str(text))
    return Price(int(found[1]), _CURRENCY_LETTERS[found[2]]) if found else None


class UnitPower(Record):
    """A power of a unit or an ability; ``value`` is its number, or 0 if it has none."""

    kind: PowerKind
    value: int = 0


class UnitType(Record):
    """A type of unit; its first competency is the core one.

    ``abilities`` is how many it is bought with. ``ours`` marks types that are not in the rules, but
    were added to fill a gap.
    """

    id: str
    name: str
    level: int
    competencies: tuple[Skill, ...] = ()
    cost: Price = NO_PRICE
    upkeep: Price = NO_PRICE
    kinds: frozenset[str] = frozenset()
    abilities: int = 0
    powers: tuple[UnitPower, ...] = ()
    ours: bool = False


class FacilityType(Record):
    """A type of facility: a shop that earns capital every turn, or an underground link."""

    id: str
    name: str
    level: int
    cost: Price = NO_PRICE
    upkeep: Price = NO_PRICE
    income: int = 0
    link: Link = ""
    kinds: frozenset[str] = frozenset()
    ours: bool = False


class Ability(Record):
    """An arcanum or a divine ability, which a unit has when bought, or learns later."""

    id: str
    name: str
    kind: AbilityKind
    sphere: str = "General"
    cost: Price = NO_PRICE
    powers: tuple[UnitPower, ...] = ()


class Upgrade(Record):
    """An upgrade that can be added when a unit is bought.

    ``cost`` and ``upkeep`` are added to the unit's, and ``levels`` to its level. Only units of
    ``only_level`` can have it, if set. ``in_respect`` turns the whole upkeep into respect.
    """

    id: str
    name: str
    cost: Price = NO_PRICE
    upkeep: Price = NO_PRICE
    levels: int = 0
    only_level: int | None = None
    in_respect: bool = False


class Catalogue(Record):
    """All entries of the catalogue, by kind and id."""

    units: Mapping[str, UnitType] = field(default_factory=dict)
    facilities: Mapping[str, FacilityType] = field(default_factory=dict)
    abilities: Mapping[str, Ability] = field(default_factory=dict)
    upgrades: Mapping[str, Upgrade] = field(default_factory=dict)
