"""What assets there are to be had: types of unit and facility, abilities and upgrades (L-AST)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

Skill = Literal["force", "sneak", "charm", "lore"]
Currency = Literal["capital", "respect", "influence"]
UnitKind = Literal["squad", "network", "service", "divine", "magic"]
AbilityKind = Literal["arcana", "divine"]
Link = Literal["", "tunnel", "road"]

#: The closed vocabulary of workings; what each does is carried out where its action is.
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
#: Workings that come with a number; the others have none.
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

#: A price as an author writes it: `4c`, `2r`, `4i`, and `0` or `–` for nothing.
PriceText: TypeAlias = str | int

_PRICE_PATTERN: Final = re.compile(r"([1-9][0-9]{0,2})([cri])")
_CURRENCY_LETTERS: Final[Mapping[str, Currency]] = {
    "c": "capital",
    "r": "respect",
    "i": "influence",
}


@dataclass(frozen=True, slots=True)
class Price:
    """So much of a currency: what an asset costs once, or every turn."""

    amount: int
    currency: Currency

    def __str__(self) -> str:
        return f"{self.amount}{self.currency[0]}" if self.amount else "–"


NO_PRICE: Final = Price(0, "capital")


def parse_price(text: PriceText) -> Price | None:
    """A price from its text; None when the text is none."""
    if str(text) in ("0", "–"):
        return NO_PRICE
    found = _PRICE_PATTERN.fullmatch(str(text))
    return Price(int(found[1]), _CURRENCY_LETTERS[found[2]]) if found else None


@dataclass(frozen=True, slots=True)
class Power:
    """One working of a unit or an ability; ``value`` is its number, 0 where it has none."""

    kind: PowerKind
    value: int = 0


@dataclass(frozen=True, slots=True)
class UnitType:
    """A type of unit; the first competency is its core.

    ``abilities`` is how many it is bought with. ``ours`` marks types that we made up, to fill what
    the rules leave out.
    """

    id: str
    name: str
    level: int
    competencies: tuple[Skill, ...] = ()
    cost: Price = NO_PRICE
    upkeep: Price = NO_PRICE
    kinds: frozenset[str] = frozenset()
    abilities: int = 0
    powers: tuple[Power, ...] = ()
    ours: bool = False


@dataclass(frozen=True, slots=True)
class FacilityType:
    """A type of facility: a shop that earns capital every turn, or a way underground."""

    id: str
    name: str
    level: int
    cost: Price = NO_PRICE
    upkeep: Price = NO_PRICE
    income: int = 0
    link: Link = ""
    kinds: frozenset[str] = frozenset()
    ours: bool = False


@dataclass(frozen=True, slots=True)
class Ability:
    """An arcanum or a divine ability, which a unit is bought with or learns."""

    id: str
    name: str
    kind: AbilityKind
    sphere: str = "General"
    cost: Price = NO_PRICE
    powers: tuple[Power, ...] = ()


@dataclass(frozen=True, slots=True)
class Upgrade:
    """What may be added as a unit is bought.

    ``cost`` and ``upkeep`` are added to the unit's, and ``levels`` to its level. ``only_level`` is
    the one level of units that may have it; ``in_respect`` turns the whole upkeep into respect.
    """

    id: str
    name: str
    cost: Price = NO_PRICE
    upkeep: Price = NO_PRICE
    levels: int = 0
    only_level: int | None = None
    in_respect: bool = False


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All that can be had, each kind by id."""

    units: Mapping[str, UnitType] = field(default_factory=dict)
    facilities: Mapping[str, FacilityType] = field(default_factory=dict)
    abilities: Mapping[str, Ability] = field(default_factory=dict)
    upgrades: Mapping[str, Upgrade] = field(default_factory=dict)
