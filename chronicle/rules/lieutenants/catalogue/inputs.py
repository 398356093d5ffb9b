"""The input format of catalogue entries, both built-in and in a campaign.

Every key is optional: an entry with a known id overrides only the keys that it has.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from chronicle.rules.lieutenants.catalogue import records
from chronicle.yaml.decode import Field, Id, InputModel, NewNameHint, NonEmptyText

_Count: TypeAlias = Annotated[int, Field(ge=0, le=1000)]
_Level: TypeAlias = Annotated[int, Field(ge=0, le=30)]


class UnitPowerInput(InputModel):
    """One entry of `powers:`."""

    kind: records.PowerKind
    value: Annotated[int, Field(ge=-10, le=10)] | None = None


class UnitTypeInput(InputModel):
    """An entry of `units:`."""

    name: NonEmptyText | None = None
    level: _Level | None = None
    competencies: list[records.Skill] | None = None
    cost: records.PriceText | None = None
    upkeep: records.PriceText | None = None
    kinds: list[records.UnitKind] | None = None
    abilities: _Count | None = None
    powers: list[UnitPowerInput] | None = None
    ours: bool | None = None


class FacilityTypeInput(InputModel):
    """An entry of `facilities:`."""

    name: NonEmptyText | None = None
    level: _Level | None = None
    cost: records.PriceText | None = None
    upkeep: records.PriceText | None = None
    income: _Count | None = None
    link: records.Link | None = None
    kinds: list[Id] | None = None
    ours: bool | None = None


class UnitAbilityInput(InputModel):
    """An entry of `abilities:`."""

    name: NonEmptyText | None = None
    kind: records.AbilityKind | None = None
    sphere: NonEmptyText | None = None
    cost: records.PriceText | None = None
    powers: list[UnitPowerInput] | None = None


class UpgradeInput(InputModel):
    """An entry of `upgrades:`."""

    name: NonEmptyText | None = None
    cost: records.PriceText | None = None
    upkeep: records.PriceText | None = None
    levels: _Count | None = None
    only_level: _Level | None = None
    in_respect: bool | None = None


class CatalogueInput(InputModel):
    """The built-in catalogue, or a campaign's additions and changes to it."""

    units: Annotated[dict[Id, UnitTypeInput], NewNameHint("unit-type")] = {}
    facilities: Annotated[dict[Id, FacilityTypeInput], NewNameHint("facility-type")] = {}
    abilities: Annotated[dict[Id, UnitAbilityInput], NewNameHint("ability")] = {}
    upgrades: Annotated[dict[Id, UpgradeInput], NewNameHint("upgrade")] = {}
