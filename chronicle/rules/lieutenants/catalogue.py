"""The asset catalogue: the built-in entries, extended or overridden by a campaign (L-AST).

Every key of an entry is optional: one with a known id overrides only the keys that it has.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar

from chronicle.diagnostics.catalogue import content
from chronicle.diagnostics.report import Report
from chronicle.files.package_data import shipped_source
from chronicle.records import Record, field, replace
from chronicle.yaml.decode import Field, Id, InputModel, NewNameHint, NonEmptyText, decode
from chronicle.yaml.parser import compose

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
    {"watches-locale", "research", "traps", "one-more-damaged", "force-defence", "against-groups"}
)

#: A price as written in a file: `4c`, `2r`, `4i`, or `0` or `–` for none.
PriceText: TypeAlias = str | int

_PRICE_PATTERN: Final = re.compile(r"([1-9][0-9]{0,2})([cri])")
_CURRENCY_LETTERS: Final[Mapping[str, Currency]] = {
    "c": "capital",
    "r": "respect",
    "i": "influence",
}

_Count: TypeAlias = Annotated[int, Field(ge=0, le=1000)]
_Level: TypeAlias = Annotated[int, Field(ge=0, le=30)]

#: The currencies allowed for each price, and the expected form.
_CURRENCIES_BY_KEY: Final[Mapping[str, tuple[tuple[Currency, ...], str]]] = {
    "cost": (("capital", "influence"), "a cost as in `4c` or `4i`"),
    "upkeep": (("capital", "respect"), "an upkeep as in `1c` or `2r`"),
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


class UnitPowerInput(InputModel):
    """One entry of `powers:`."""

    kind: PowerKind
    value: Annotated[int, Field(ge=-10, le=10)] | None = None


class UnitTypeInput(InputModel):
    """An entry of `units:`."""

    name: NonEmptyText | None = None
    level: _Level | None = None
    competencies: list[Skill] | None = None
    cost: PriceText | None = None
    upkeep: PriceText | None = None
    kinds: list[UnitKind] | None = None
    abilities: _Count | None = None
    powers: list[UnitPowerInput] | None = None
    ours: bool | None = None


class FacilityTypeInput(InputModel):
    """An entry of `facilities:`."""

    name: NonEmptyText | None = None
    level: _Level | None = None
    cost: PriceText | None = None
    upkeep: PriceText | None = None
    income: _Count | None = None
    link: Link | None = None
    kinds: list[Id] | None = None
    ours: bool | None = None


class UnitAbilityInput(InputModel):
    """An entry of `abilities:`."""

    name: NonEmptyText | None = None
    kind: AbilityKind | None = None
    sphere: NonEmptyText | None = None
    cost: PriceText | None = None
    powers: list[UnitPowerInput] | None = None


class UpgradeInput(InputModel):
    """An entry of `upgrades:`."""

    name: NonEmptyText | None = None
    cost: PriceText | None = None
    upkeep: PriceText | None = None
    levels: _Count | None = None
    only_level: _Level | None = None
    in_respect: bool | None = None


class CatalogueInput(InputModel):
    """The built-in catalogue, or a campaign's additions and changes to it."""

    units: Annotated[dict[Id, UnitTypeInput], NewNameHint("unit-type")] = {}
    facilities: Annotated[dict[Id, FacilityTypeInput], NewNameHint("facility-type")] = {}
    abilities: Annotated[dict[Id, UnitAbilityInput], NewNameHint("ability")] = {}
    upgrades: Annotated[dict[Id, UpgradeInput], NewNameHint("upgrade")] = {}


_Entry = TypeVar("_Entry", UnitType, FacilityType, Ability, Upgrade)


@cache
def built_in_catalogue() -> Catalogue:
    """Return the catalogue that comes with the ruleset."""
    report = Report()
    source = shipped_source("chronicle.rules.lieutenants", "data/assets.yaml")
    node = compose(source, report)
    overrides = decode(CatalogueInput, node, report) if node is not None else None
    found = extend_catalogue(Catalogue(), overrides, report) if overrides is not None else None
    if found is None or report.has_errors:
        raise ValueError(f"{source.path} is unsound: {report.findings}")
    return found


def extend_catalogue(base: Catalogue, entries: CatalogueInput, report: Report) -> Catalogue:
    """Return a catalogue extended with a campaign's entries; report problems in them.

    An entry with a known id keeps the values that it does not override.
    """
    units, facilities = dict(base.units), dict(base.facilities)
    abilities, upgrades = dict(base.abilities), dict(base.upgrades)
    for id, unit in entries.units.items():
        start = units.get(id) or _check_required(
            UnitType(id, "", 0), unit, ("name", "level"), report
        )
        units[id] = _override_entry(start, unit, report)
    for id, facility in entries.facilities.items():
        found = facilities.get(id)
        place = found or _check_required(
            FacilityType(id, "", 0), facility, ("name", "level"), report
        )
        facilities[id] = _override_entry(place, facility, report)
    for id, ability in entries.abilities.items():
        known = abilities.get(id)
        art = known or _check_required(Ability(id, "", "arcana"), ability, ("name", "kind"), report)
        abilities[id] = _override_entry(art, ability, report)
    for id, upgrade in entries.upgrades.items():
        extra = upgrades.get(id) or _check_required(Upgrade(id, ""), upgrade, ("name",), report)
        upgrades[id] = _override_entry(extra, upgrade, report)
    return Catalogue(units, facilities, abilities, upgrades)


def parse_price_at(record: InputModel, key: str, report: Report) -> Price | None:
    """Return the price under `cost` or `upkeep`; None if it is missing, or after errors."""
    text: PriceText | None = getattr(record, key)
    if text is None:
        return None
    found = parse_price(text)
    currencies, form = _CURRENCIES_BY_KEY[key]
    if found is None or found.currency not in currencies:
        report.add(content.BadFormat(at=record.at(key), word=str(text), form=form))
        return None
    return found


def _check_required(
    entry: _Entry, overrides: InputModel, required: tuple[str, ...], report: Report
) -> _Entry:
    """Return a new entry; report required keys that are missing."""
    for key in required:
        if getattr(overrides, key) is None:
            report.add(content.MissingKey(at=overrides.at(), key=key))
    return entry


def _override_entry(
    entry: _Entry,
    overrides: UnitTypeInput | FacilityTypeInput | UnitAbilityInput | UpgradeInput,
    report: Report,
) -> _Entry:
    said = {
        key: value
        for key in type(overrides).fields()
        if (value := getattr(overrides, key)) is not None
    }
    changes = {key: _parse_value(key, value, overrides, report) for key, value in said.items()}
    return replace(entry, **{key: value for key, value in changes.items() if value is not None})


def _parse_value(key: str, value: Any, overrides: InputModel, report: Report) -> Any:
    """Return the value of an entry's key as its record holds it; None after errors."""
    match key:
        case "cost" | "upkeep":
            return parse_price_at(overrides, key, report)
        case "kinds":
            return frozenset(value)
        case "competencies":
            return tuple(dict.fromkeys(value))
        case "powers":
            return tuple(_parse_power(power, report) for power in value)
        case _:
            return value


def _parse_power(overrides: UnitPowerInput, report: Report) -> UnitPower:
    numbered = overrides.kind in POWERS_WITH_VALUE
    if numbered and overrides.value is None:
        report.add(content.MissingKey(at=overrides.at(), key="value"))
    elif not numbered and overrides.value is not None:
        report.add(content.UnknownKey(at=overrides.key_at("value"), key="value", known=("kind",)))
    return UnitPower(overrides.kind, overrides.value or 0)
