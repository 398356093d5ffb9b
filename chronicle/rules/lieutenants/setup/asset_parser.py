"""Parse an asset as written in a file (L-ENT); each error has its location in the file.

Ids, the holders of items and the ends of links are not checked here: that requires the other
assets.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from chronicle.diagnostics.catalogue import content
from chronicle.diagnostics.report import Report
from chronicle.model.facts import PieceName
from chronicle.records import Record, replace
from chronicle.rules.lieutenants.catalogue import (
    NO_PRICE,
    Ability,
    Catalogue,
    Price,
    Skill,
    UnitPower,
    UnitType,
    Upgrade,
    parse_price_at,
)
from chronicle.rules.lieutenants.diagnostics import setup as problems
from chronicle.rules.lieutenants.inputs import (
    BonusInput,
    FacilityInput,
    InformationInput,
    ItemInput,
    LieutenantInput,
    UnitInput,
)
from chronicle.rules.lieutenants.setup.name_checks import HasSpans, SetupContext, check_location
from chronicle.rules.lieutenants.state import (
    Bonus,
    Condition,
    Facility,
    HiddenStatus,
    Information,
    Item,
    Lieutenant,
    Statistics,
    Unit,
)
from chronicle.rules.shared.parser import check_known

#: The possible conditions of units and facilities; only lieutenants can be lost (L-ENT).
UNIT_CONDITIONS: tuple[Condition, ...] = ("undamaged", "damaged", "destroyed")


class HasUpgrades(HasSpans, Protocol):
    """Input that lists the upgrades and abilities of a unit: an asset, or an order to buy one."""

    @property
    def upgrades(self) -> list[str]: ...

    @property
    def abilities(self) -> list[str]: ...


class UnitBlueprint(Record):
    """The type of a unit, with its upgrades and abilities."""

    type: UnitType
    upgrades: tuple[Upgrade, ...] = ()
    abilities: tuple[Ability, ...] = ()

    @property
    def level(self) -> int:
        return self.type.level + sum(upgrade.levels for upgrade in self.upgrades)

    @property
    def competencies(self) -> tuple[Skill, ...]:
        """The competencies of the type, then force if it is gained (L-AST-GAINS-FORCE)."""
        gains = any(power.kind == "gains-force" for power in self.powers)
        own = self.type.competencies
        return (*own, "force") if gains and "force" not in own else own

    @property
    def powers(self) -> tuple[UnitPower, ...]:
        """The powers of the type, then those of each ability."""
        return (*self.type.powers, *(power for made in self.abilities for power in made.powers))

    @property
    def cost(self) -> Price:
        """The total price, in the currency of the type's price (L-AST)."""
        upgrades = (upgrade.cost for upgrade in self.upgrades)
        return sum_prices(self.type.cost, *upgrades, *(made.cost for made in self.abilities))

    @property
    def upkeep(self) -> Price:
        whole = sum_prices(self.type.upkeep, *(upgrade.upkeep for upgrade in self.upgrades))
        return replace(whole, currency="respect") if self.loyal and whole.amount else whole

    @property
    def loyal(self) -> bool:
        """Whether an upgrade binds the unit to the faction, so that its upkeep is respect."""
        return any(upgrade.in_respect for upgrade in self.upgrades)

    def unit(self, id: str, name: str, faction: str, at: str) -> Unit:
        """Return an undamaged unit of this blueprint; bonded if its upkeep is respect (L-ENT)."""
        return Unit(
            id=id,
            name=PieceName(name),
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
            bonded=self.loyal or is_in_respect(self.upkeep),
        )


def sum_prices(first: Price, *others: Price) -> Price:
    """Return the sum of prices, in the currency of the first that is not 0."""
    amount = sum(price.amount for price in (first, *others))
    paid = next((price for price in (first, *others) if price.amount), None)
    return Price(amount, paid.currency) if paid is not None else NO_PRICE


def is_in_respect(upkeep: Price) -> bool:
    """Return whether an upkeep is paid in respect, as for bonded assets (L-ENT)."""
    return upkeep.amount > 0 and upkeep.currency == "respect"


def parse_blueprint(
    type_id: str, shape: HasUpgrades, catalogue: Catalogue, report: Report
) -> UnitBlueprint | None:
    """Return the blueprint of a unit of this type; None after errors."""
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
    _check_no_duplicates("upgrades", shape.upgrades, shape, report)
    _check_no_duplicates("abilities", shape.abilities, shape, report)
    if found is None:
        return None
    _check_fitting(found, shape, catalogue, report)
    return (
        UnitBlueprint(found, tuple(upgrades), tuple(abilities)) if report.errors == before else None
    )


def _check_no_duplicates(
    key: str, names: Sequence[str], shape: HasUpgrades, report: Report
) -> None:
    for index, name in enumerate(names):
        if name in names[:index]:
            at = shape.at(key, index)
            report.add(problems.UpgradeTwice(at=at, name=name))


def _check_fitting(
    made: UnitType, shape: HasUpgrades, catalogue: Catalogue, report: Report
) -> None:
    for index, name in enumerate(shape.upgrades):
        upgrade = catalogue.upgrades.get(name)
        wanted = upgrade.only_level if upgrade is not None else None
        if wanted is not None and made.level != wanted:
            report.add(
                problems.UpgradeNotForLevel(
                    at=shape.at("upgrades", index),
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
                report.add(problems.AbilityNotForType(at=at, name=name, type=made.id))
    if len(shape.abilities) > made.abilities:
        at = shape.at("abilities", made.abilities)
        report.add(problems.TooManyAbilities(at=at, type=made.id, most=made.abilities))


def parse_lieutenant(
    shape: LieutenantInput, faction: str, setting: SetupContext, report: Report
) -> Lieutenant | None:
    """Return a lieutenant as written in its faction's file; None after errors."""
    before = report.errors
    check_location(shape.where, setting.places, shape.at("at"), report)
    agent_of = _parse_agent_of(shape, shape.agent_of, faction, setting, report)
    if shape.fight is not None and shape.has("force"):
        at = shape.key_at("fight")
        report.add(problems.NotOneOf(at=at, keys=("force", "fight"), both=True))
    force = shape.force if shape.fight is None else shape.fight
    cost = parse_price_at(shape, "cost", report) or NO_PRICE
    upkeep = parse_price_at(shape, "upkeep", report) or NO_PRICE
    if report.errors > before:
        return None
    return Lieutenant(
        id=shape.id,
        name=PieceName(shape.name),
        faction=faction,
        at=shape.where,
        level=shape.level,
        statistics=Statistics(force, shape.sneak, shape.charm, shape.lore),
        condition=shape.condition,
        cost=cost,
        upkeep=upkeep,
        bonded=shape.bonded or is_in_respect(upkeep),
        hiding=_hiding_of(shape.hiding),
        agent_of=agent_of,
    )


def parse_unit(
    shape: UnitInput, faction: str, setting: SetupContext, report: Report
) -> Unit | None:
    """Return a unit as written in its faction's file; None after errors.

    Values missing in the file are those of its type.
    """
    before = report.errors
    check_location(shape.where, setting.places, shape.at("at"), report)
    agent_of = _parse_agent_of(shape, shape.agent_of, faction, setting, report)
    check_not_lost(shape.condition, shape, report)
    cost, upkeep = parse_price_at(shape, "cost", report), parse_price_at(shape, "upkeep", report)
    make = parse_blueprint(shape.type, shape, setting.catalogue, report)
    if make is None or report.errors > before:
        return None
    made = make.unit(shape.id, shape.name, faction, shape.where)
    upkeep = made.upkeep if upkeep is None else upkeep
    return replace(
        made,
        level=made.level if shape.level is None else shape.level,
        cost=made.cost if cost is None else cost,
        upkeep=upkeep,
        bonded=shape.bonded or make.loyal or is_in_respect(upkeep),
        condition=shape.condition,
        hiding=_hiding_of(shape.hiding),
        agent_of=agent_of,
    )


def parse_item(
    shape: ItemInput, faction: str, setting: SetupContext, report: Report
) -> Item | None:
    """Return an item as written in its faction's file; None after errors.

    The holder is not checked.
    """
    before = report.errors
    _check_whereabouts(shape, setting, report)
    if report.errors > before:
        return None
    return Item(
        id=shape.id,
        name=shape.name,
        faction=faction,
        at=shape.where or "",
        holder=shape.holder or "",
        value=shape.value,
        bonuses=parse_bonuses(shape.bonuses),
        hiding=_hiding_of(shape.hiding),
    )


def parse_information(
    shape: InformationInput, faction: str, setting: SetupContext, report: Report
) -> Information | None:
    """Return information as written in its faction's file; None after errors.

    The holder is not checked.
    """
    before = report.errors
    _check_whereabouts(shape, setting, report)
    if report.errors > before:
        return None
    return Information(
        id=shape.id,
        name=shape.name,
        faction=faction,
        at=shape.where or "",
        holder=shape.holder or "",
        obscurity=shape.obscurity,
        hiding=_hiding_of(shape.hiding),
    )


def parse_facility(
    shape: FacilityInput, faction: str, setting: SetupContext, report: Report
) -> Facility | None:
    """Return a facility as written in its faction's file; None after errors.

    The ends of a link are not checked.
    """
    before = report.errors
    check_location(shape.where, setting.places, shape.at("at"), report)
    if shape.to is not None:
        check_location(shape.to, setting.places, shape.at("to"), report)
    check_not_lost(shape.condition, shape, report)
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


def parse_bonuses(shapes: Sequence[BonusInput]) -> tuple[Bonus, ...]:
    """Return an item's bonuses, with the actions that each applies to."""
    return tuple(Bonus(tuple(shape.actions), shape.value) for shape in shapes)


def check_not_lost(condition: Condition, shape: HasSpans, report: Report) -> bool:
    """Return whether units and facilities can have a condition; report it if not."""
    if condition in UNIT_CONDITIONS:
        return True
    at = shape.at("condition")
    report.add(content.UnknownWord(at=at, name=condition, known=UNIT_CONDITIONS))
    return False


def _parse_agent_of(
    shape: HasSpans, agent_of: str | None, faction: str, setting: SetupContext, report: Report
) -> str:
    if agent_of is None:
        return ""
    at = shape.at("agent_of")
    if agent_of == faction:
        report.add(problems.OwnAgent(at=at, faction=faction))
    else:
        check_known("faction", agent_of, setting.factions, at, report)
    return agent_of


def _check_whereabouts(
    shape: ItemInput | InformationInput, setting: SetupContext, report: Report
) -> None:
    """Check that an item or information has either a location or a holder, and not both."""
    both = shape.where is not None and shape.holder is not None
    if both or (shape.where is None and shape.holder is None):
        at = shape.key_at("holder") if both else shape.at()
        report.add(problems.NotOneOf(at=at, keys=("at", "holder"), both=both))
    if shape.where is not None:
        check_location(shape.where, setting.places, shape.at("at"), report)


def _hiding_of(level: int | None) -> HiddenStatus | None:
    return None if level is None else HiddenStatus(level)
