"""From what an author writes of an asset to the asset (L-ENT), with every mistake at its place.

Ids are checked by whoever knows the other assets; so are the holders of items, and the ends of
roads (``links``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from chronicle.diagnostics.catalogue import content
from chronicle.diagnostics.report import Report
from chronicle.rules.lieutenants import diagnostics
from chronicle.rules.lieutenants.catalogue import (
    NOTHING,
    Ability,
    Catalogue,
    Power,
    Price,
    Skill,
    UnitType,
    Upgrade,
    price_at,
)
from chronicle.rules.lieutenants.inputs import (
    BonusShape,
    FacilityShape,
    InformationShape,
    ItemShape,
    LieutenantShape,
    UnitShape,
)
from chronicle.rules.lieutenants.setup.name_checks import Located, Setting, is_location
from chronicle.rules.lieutenants.state import (
    Bonus,
    Condition,
    Facility,
    Hiding,
    Information,
    Item,
    Lieutenant,
    Statistics,
    Unit,
)
from chronicle.rules.shared.parser import check_known

#: The conditions that units and facilities can be in; lieutenants alone get lost (L-ENT).
NOT_LOST: tuple[Condition, ...] = ("undamaged", "damaged", "destroyed")


class OfType(Located, Protocol):
    """What says of a unit which upgrades and abilities it has; an order to buy does so too."""

    @property
    def upgrades(self) -> list[str]: ...

    @property
    def abilities(self) -> list[str]: ...


@dataclass(frozen=True, slots=True)
class Make:
    """What a unit is made of: its type, with the upgrades and abilities that it has beside."""

    type: UnitType
    upgrades: tuple[Upgrade, ...] = ()
    abilities: tuple[Ability, ...] = ()

    @property
    def level(self) -> int:
        return self.type.level + sum(upgrade.levels for upgrade in self.upgrades)

    @property
    def competencies(self) -> tuple[Skill, ...]:
        """Those of the type in its order, and force last when it is gained (L-AST-GAINS-FORCE)."""
        gains = any(power.kind == "gains-force" for power in self.powers)
        own = self.type.competencies
        return (*own, "force") if gains and "force" not in own else own

    @property
    def powers(self) -> tuple[Power, ...]:
        """The workings of the type, and then of each ability."""
        return (*self.type.powers, *(power for made in self.abilities for power in made.powers))

    @property
    def cost(self) -> Price:
        """The price of all together, in the currency of the type's own (L-AST)."""
        upgrades = (upgrade.cost for upgrade in self.upgrades)
        return joined(self.type.cost, *upgrades, *(made.cost for made in self.abilities))

    @property
    def upkeep(self) -> Price:
        whole = joined(self.type.upkeep, *(upgrade.upkeep for upgrade in self.upgrades))
        return replace(whole, currency="respect") if self.loyal and whole.amount else whole

    @property
    def loyal(self) -> bool:
        """Whether an upgrade binds it to the faction, to be kept by respect."""
        return any(upgrade.in_respect for upgrade in self.upgrades)

    def unit(self, id: str, name: str, faction: str, at: str) -> Unit:
        """A unit made so, in full strength; bonded when its upkeep is respect (L-ENT)."""
        return Unit(
            id=id,
            name=name,
            faction=faction,
            at=at,
            type=self.type.id,
            level=self.level,
            competencies=self.competencies,
            kinds=self.type.kinds,
            powers=self.powers,
            abilities=tuple(ability.id for ability in self.abilities),
            upgrades=tuple(upgrade.id for upgrade in self.upgrades),
            cost=self.cost,
            upkeep=self.upkeep,
            bonded=self.loyal or in_respect(self.upkeep),
        )


def joined(first: Price, *others: Price) -> Price:
    """Prices together, in the currency of the first that is not nothing."""
    amount = sum(price.amount for price in (first, *others))
    paid = next((price for price in (first, *others) if price.amount), None)
    return Price(amount, paid.currency) if paid is not None else NOTHING


def in_respect(upkeep: Price) -> bool:
    """Whether an upkeep is respect, as that of bonded assets is (L-ENT)."""
    return upkeep.amount > 0 and upkeep.currency == "respect"


def make_of(type_id: str, shape: OfType, catalogue: Catalogue, report: Report) -> Make | None:
    """What a unit of a type is made of; None after findings, each at its place in the shape."""
    before = report.errors
    found = catalogue.units.get(type_id)
    check_known("unit type", type_id, catalogue.units, shape.at("type"), report)
    upgrades = [
        catalogue.upgrades[name]
        for index, name in enumerate(shape.upgrades)
        if check_known("upgrade", name, catalogue.upgrades, shape.at("upgrades", index), report)
    ]
    abilities = [
        catalogue.abilities[name]
        for index, name in enumerate(shape.abilities)
        if check_known("ability", name, catalogue.abilities, shape.at("abilities", index), report)
    ]
    _once("upgrades", shape.upgrades, type_id, shape, report)
    _once("abilities", shape.abilities, type_id, shape, report)
    if found is None:
        return None
    _fitting(found, shape, catalogue, report)
    return Make(found, tuple(upgrades), tuple(abilities)) if report.errors == before else None


def _once(key: str, names: Sequence[str], type_id: str, shape: OfType, report: Report) -> None:
    for index, name in enumerate(names):
        if name in names[:index]:
            at = shape.at(key, index)
            report.add(diagnostics.NotForThisUnit(at=at, why="twice", name=name, type=type_id))


def _fitting(made: UnitType, shape: OfType, catalogue: Catalogue, report: Report) -> None:
    for index, name in enumerate(shape.upgrades):
        upgrade = catalogue.upgrades.get(name)
        wanted = upgrade.only_level if upgrade is not None else None
        if wanted is not None and made.level != wanted:
            report.add(
                diagnostics.NotForThisUnit(
                    at=shape.at("upgrades", index),
                    why="level",
                    name=name,
                    type=made.id,
                    level=wanted,
                )
            )
    for index, name in enumerate(shape.abilities):
        ability = catalogue.abilities.get(name)
        if made.abilities and ability is not None:
            wanted_kind = "divine" if "divine" in made.kinds else "arcana"
            if ability.kind != wanted_kind:
                at = shape.at("abilities", index)
                report.add(diagnostics.NotForThisUnit(at=at, why="kind", name=name, type=made.id))
    if len(shape.abilities) > made.abilities:
        at = shape.at("abilities", made.abilities)
        report.add(diagnostics.TooManyAbilities(at=at, type=made.id, most=made.abilities))


def lieutenant_of(
    shape: LieutenantShape, faction: str, setting: Setting, report: Report
) -> Lieutenant | None:
    """A lieutenant as written in its faction's file; None after findings."""
    before = report.errors
    is_location(shape.where, setting.places, shape.at("at"), report)
    agent_of = _agent_of(shape, shape.agent_of, faction, setting, report)
    if shape.fight is not None and shape.has("force"):
        at = shape.key_at("fight")
        report.add(diagnostics.NotOneOf(at=at, keys=("force", "fight"), both=True))
    force = shape.force if shape.fight is None else shape.fight
    cost = price_at(shape, "cost", report) or NOTHING
    upkeep = price_at(shape, "upkeep", report) or NOTHING
    if report.errors > before:
        return None
    return Lieutenant(
        id=shape.id,
        name=shape.name,
        faction=faction,
        at=shape.where,
        level=shape.level,
        statistics=Statistics(force, shape.sneak, shape.charm, shape.lore),
        condition=shape.condition,
        cost=cost,
        upkeep=upkeep,
        bonded=shape.bonded or in_respect(upkeep),
        hiding=_hiding(shape.hiding),
        agent_of=agent_of,
    )


def unit_of(shape: UnitShape, faction: str, setting: Setting, report: Report) -> Unit | None:
    """A unit as written in its faction's file: of its type, but for what the file says otherwise.

    None after findings.
    """
    before = report.errors
    is_location(shape.where, setting.places, shape.at("at"), report)
    agent_of = _agent_of(shape, shape.agent_of, faction, setting, report)
    not_lost(shape.condition, shape, report)
    cost, upkeep = price_at(shape, "cost", report), price_at(shape, "upkeep", report)
    make = make_of(shape.type, shape, setting.catalogue, report)
    if make is None or report.errors > before:
        return None
    made = make.unit(shape.id, shape.name, faction, shape.where)
    upkeep = made.upkeep if upkeep is None else upkeep
    return replace(
        made,
        level=made.level if shape.level is None else shape.level,
        cost=made.cost if cost is None else cost,
        upkeep=upkeep,
        bonded=shape.bonded or make.loyal or in_respect(upkeep),
        condition=shape.condition,
        hiding=_hiding(shape.hiding),
        agent_of=agent_of,
    )


def item_of(shape: ItemShape, faction: str, setting: Setting, report: Report) -> Item | None:
    """An item as written in its faction's file; None after findings. Holders are not checked."""
    before = report.errors
    _kept(shape, setting, report)
    if report.errors > before:
        return None
    return Item(
        id=shape.id,
        name=shape.name,
        faction=faction,
        at=shape.where or "",
        holder=shape.holder or "",
        value=shape.value,
        bonuses=bonuses_of(shape.bonuses),
        hiding=_hiding(shape.hiding),
    )


def information_of(
    shape: InformationShape, faction: str, setting: Setting, report: Report
) -> Information | None:
    """Information as written in its faction's file; None after findings, holders not checked."""
    before = report.errors
    _kept(shape, setting, report)
    if report.errors > before:
        return None
    return Information(
        id=shape.id,
        name=shape.name,
        faction=faction,
        at=shape.where or "",
        holder=shape.holder or "",
        obscurity=shape.obscurity,
        hiding=_hiding(shape.hiding),
    )


def facility_of(
    shape: FacilityShape, faction: str, setting: Setting, report: Report
) -> Facility | None:
    """A facility as written in its faction's file; None after findings, its ends not checked."""
    before = report.errors
    is_location(shape.where, setting.places, shape.at("at"), report)
    if shape.to is not None:
        is_location(shape.to, setting.places, shape.at("to"), report)
    not_lost(shape.condition, shape, report)
    types = setting.catalogue.facilities
    check_known("facility type", shape.type, types, shape.at("type"), report)
    if report.errors > before:
        return None
    built = types[shape.type]
    return Facility(
        id=shape.id,
        name=shape.name,
        faction=faction,
        at=shape.where,
        type=built.id,
        level=built.level,
        condition=shape.condition,
        cost=built.cost,
        upkeep=built.upkeep,
        income=built.income,
        link=built.link,
        to=shape.to or "",
    )


def bonuses_of(shapes: Sequence[BonusShape]) -> tuple[Bonus, ...]:
    """What an item adds to which actions."""
    return tuple(Bonus(tuple(shape.actions), shape.value) for shape in shapes)


def not_lost(condition: Condition, shape: Located, report: Report) -> bool:
    """Whether a unit or facility can be in a condition; a finding when only lieutenants can."""
    if condition in NOT_LOST:
        return True
    at = shape.at("condition")
    report.add(content.UnknownWord(at=at, word=condition, known=NOT_LOST))
    return False


def _agent_of(
    shape: Located, agent_of: str | None, faction: str, setting: Setting, report: Report
) -> str:
    if agent_of is None:
        return ""
    at = shape.at("agent_of")
    if agent_of == faction:
        report.add(diagnostics.OwnAgent(at=at, faction=faction))
    else:
        check_known("faction", agent_of, setting.factions, at, report)
    return agent_of


def _kept(shape: ItemShape | InformationShape, setting: Setting, report: Report) -> None:
    """A thing is at a location or in somebody's hands, and not both."""
    both = shape.where is not None and shape.holder is not None
    if both or (shape.where is None and shape.holder is None):
        at = shape.key_at("holder") if both else shape.at()
        report.add(diagnostics.NotOneOf(at=at, keys=("at", "holder"), both=both))
    if shape.where is not None:
        is_location(shape.where, setting.places, shape.at("at"), report)


def _hiding(level: int | None) -> Hiding | None:
    return None if level is None else Hiding(level)
