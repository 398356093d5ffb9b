"""The asset catalogue: the built-in entries, extended or overridden by a campaign (L-AST)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, TypeVar

from chronicle.diagnostics.catalogue import content
from chronicle.diagnostics.report import Report
from chronicle.files.package_data import shipped_source
from chronicle.records import replace
from chronicle.rules.lieutenants.catalogue.inputs import (
    CatalogueInput,
    FacilityTypeInput,
    UnitAbilityInput,
    UnitPowerInput,
    UnitTypeInput,
    UpgradeInput,
)
from chronicle.rules.lieutenants.catalogue.records import (
    NO_PRICE,
    POWERS_WITH_VALUE,
    Ability,
    AbilityKind,
    Catalogue,
    Currency,
    FacilityType,
    Link,
    PowerKind,
    Price,
    PriceText,
    Skill,
    UnitKind,
    UnitPower,
    UnitType,
    Upgrade,
    parse_price,
)
from chronicle.yaml.decode import InputModel, decode
from chronicle.yaml.parser import compose

__all__ = [
    "NO_PRICE",
    "Ability",
    "AbilityKind",
    "Catalogue",
    "CatalogueInput",
    "Currency",
    "FacilityType",
    "Link",
    "PowerKind",
    "Price",
    "PriceText",
    "Skill",
    "UnitKind",
    "UnitPower",
    "UnitType",
    "Upgrade",
    "built_in_catalogue",
    "extend_catalogue",
    "parse_price",
    "parse_price_at",
]

_Entry = TypeVar("_Entry", UnitType, FacilityType, Ability, Upgrade)

#: The currencies allowed for each price, and the expected form.
_CURRENCIES_BY_KEY: Final[Mapping[str, tuple[tuple[Currency, ...], str]]] = {
    "cost": (("capital", "influence"), "a cost as in `4c` or `4i`"),
    "upkeep": (("capital", "respect"), "an upkeep as in `1c` or `2r`"),
}


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
