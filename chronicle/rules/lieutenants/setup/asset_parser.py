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
from chronicle.rules.kit.parser import check_known
from chronicle.rules.lieutenants import inputs, state
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
from chronicle.rules.lieutenants.setup.name_checks import HasSpans, SetupContext, check_location

#: The possible conditions of units and facilities; only lieutenants can be lost (L-ENT).
UNIT_CONDITIONS: tuple[state.Condition, ...] = ("undamaged", "damaged", "destroyed")


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

    def unit(self, id: str, name: str, faction: str, at: str) -> state.Unit:
        """Return an undamaged unit of this blueprint; bonded if its upkeep is respect (L-ENT)."""
        return state.Unit(
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
    type_id: str, entry: HasUpgrades, catalogue: Catalogue, report: Report
) -> UnitBlueprint | None:
    """Return the blueprint of a unit of this type; None after errors."""
    before = report.errors
    found = catalogue.units.get(type_id)
    check_known("unit type", type_id, catalogue.units, entry.at("type"), report)
    upgrades = [
        catalogue.upgrades[name]
        for index, name in enumerate(entry.upgrades)
        if check_known("upgrade", name, catalogue.upgrades, entry.at("upgrades", index), report)
    ]
    abilities = [
        catalogue.abilities[name]
        for index, name in enumerate(entry.abilities)
        if check_known("ability", name, catalogue.abilities, entry.at("abilities", index), report)
    ]
    _check_no_duplicates("upgrades", entry.upgrades, entry, report)
    _check_no_duplicates("abilities", entry.abilities, entry, report)
    if found is None:
        return None
    _check_fitting(found, entry, catalogue, report)
    return (
        UnitBlueprint(found, tuple(upgrades), tuple(abilities)) if report.errors == before else None
    )


def _check_no_duplicates(
    key: str, names: Sequence[str], entry: HasUpgrades, report: Report
) -> None:
    for index, name in enumerate(names):
        if name in names[:index]:
            at = entry.at(key, index)
            report.add(problems.UpgradeTwice(at=at, name=name))


def _check_fitting(
    made: UnitType, entry: HasUpgrades, catalogue: Catalogue, report: Report
) -> None:
    for index, name in enumerate(entry.upgrades):
        upgrade = catalogue.upgrades.get(name)
        wanted = upgrade.only_level if upgrade is not None else None
        if wanted is not None and made.level != wanted:
            report.add(
                problems.UpgradeNotForLevel(
                    at=entry.at("upgrades", index), name=name, type=made.id, level=wanted
                )
            )
    for index, name in enumerate(entry.abilities):
        ability = catalogue.abilities.get(name)
        if made.abilities and ability is not None:
            wanted_kind = "divine" if "divine" in made.kinds else "arcana"
            if ability.kind != wanted_kind:
                at = entry.at("abilities", index)
                report.add(problems.AbilityNotForType(at=at, name=name, type=made.id))
    if len(entry.abilities) > made.abilities:
        at = entry.at("abilities", made.abilities)
        report.add(problems.TooManyAbilities(at=at, type=made.id, most=made.abilities))


def parse_lieutenant(
    entry: inputs.LieutenantInput, faction: str, setting: SetupContext, report: Report
) -> state.Lieutenant | None:
    """Return a lieutenant as written in its faction's file; None after errors."""
    before = report.errors
    check_location(entry.where, setting.places, entry.at("at"), report)
    agent_of = _parse_agent_of(entry, entry.agent_of, faction, setting, report)
    if entry.fight is not None and entry.has("force"):
        at = entry.key_at("fight")
        report.add(problems.NotOneOf(at=at, keys=("force", "fight"), both=True))
    force = entry.force if entry.fight is None else entry.fight
    cost = parse_price_at(entry, "cost", report) or NO_PRICE
    upkeep = parse_price_at(entry, "upkeep", report) or NO_PRICE
    if report.errors > before:
        return None
    return state.Lieutenant(
        id=entry.id,
        name=PieceName(entry.name),
        faction=faction,
        at=entry.where,
        level=entry.level,
        statistics=state.Statistics(force, entry.sneak, entry.charm, entry.lore),
        condition=entry.condition,
        cost=cost,
        upkeep=upkeep,
        bonded=entry.bonded or is_in_respect(upkeep),
        hiding=_hiding_of(entry.hiding),
        agent_of=agent_of,
    )


def parse_unit(
    entry: inputs.UnitInput, faction: str, setting: SetupContext, report: Report
) -> state.Unit | None:
    """Return a unit as in its faction's file, otherwise as its type; None after errors."""
    before = report.errors
    check_location(entry.where, setting.places, entry.at("at"), report)
    agent_of = _parse_agent_of(entry, entry.agent_of, faction, setting, report)
    check_not_lost(entry.condition, entry, report)
    cost, upkeep = parse_price_at(entry, "cost", report), parse_price_at(entry, "upkeep", report)
    make = parse_blueprint(entry.type, entry, setting.catalogue, report)
    if make is None or report.errors > before:
        return None
    made = make.unit(entry.id, entry.name, faction, entry.where)
    upkeep = made.upkeep if upkeep is None else upkeep
    return replace(
        made,
        level=made.level if entry.level is None else entry.level,
        cost=made.cost if cost is None else cost,
        upkeep=upkeep,
        bonded=entry.bonded or make.loyal or is_in_respect(upkeep),
        condition=entry.condition,
        hiding=_hiding_of(entry.hiding),
        agent_of=agent_of,
    )


def parse_item(
    entry: inputs.ItemInput, faction: str, setting: SetupContext, report: Report
) -> state.Item | None:
    """Return an item as its faction's file has it, holder unchecked; None after errors."""
    before = report.errors
    _check_whereabouts(entry, setting, report)
    if report.errors > before:
        return None
    return state.Item(
        id=entry.id,
        name=entry.name,
        faction=faction,
        at=entry.where or "",
        holder=entry.holder or "",
        value=entry.value,
        bonuses=parse_bonuses(entry.bonuses),
        hiding=_hiding_of(entry.hiding),
    )


def parse_information(
    entry: inputs.InformationInput, faction: str, setting: SetupContext, report: Report
) -> state.Information | None:
    """Return information as its faction's file has it, holder unchecked; None after errors."""
    before = report.errors
    _check_whereabouts(entry, setting, report)
    if report.errors > before:
        return None
    return state.Information(
        id=entry.id,
        name=entry.name,
        faction=faction,
        at=entry.where or "",
        holder=entry.holder or "",
        obscurity=entry.obscurity,
        hiding=_hiding_of(entry.hiding),
    )


def parse_facility(
    entry: inputs.FacilityInput, faction: str, setting: SetupContext, report: Report
) -> state.Facility | None:
    """Return a facility as its faction's file has it, link unchecked; None after errors."""
    before = report.errors
    check_location(entry.where, setting.places, entry.at("at"), report)
    if entry.to is not None:
        check_location(entry.to, setting.places, entry.at("to"), report)
    check_not_lost(entry.condition, entry, report)
    types = setting.catalogue.facilities
    check_known("facility type", entry.type, types, entry.at("type"), report)
    if report.errors > before:
        return None
    built = types[entry.type]
    return state.Facility(
        id=entry.id,
        name=entry.name,
        faction=faction,
        at=entry.where,
        type=built.id,
        level=built.level,
        condition=entry.condition,
        cost=built.cost,
        upkeep=built.upkeep,
        income=built.income,
        link=built.link,
        to=entry.to or "",
    )


def parse_bonuses(entries: Sequence[inputs.BonusInput]) -> tuple[state.Bonus, ...]:
    """Return an item's bonuses, with the actions that each applies to."""
    return tuple(state.Bonus(tuple(entry.actions), entry.value) for entry in entries)


def check_not_lost(condition: state.Condition, entry: HasSpans, report: Report) -> bool:
    """Return whether units and facilities can have a condition; report it if not."""
    if condition in UNIT_CONDITIONS:
        return True
    at = entry.at("condition")
    report.add(content.UnknownWord(at=at, name=condition, known=UNIT_CONDITIONS))
    return False


def _parse_agent_of(
    entry: HasSpans, agent_of: str | None, faction: str, setting: SetupContext, report: Report
) -> str:
    if agent_of is None:
        return ""
    at = entry.at("agent_of")
    if agent_of == faction:
        report.add(problems.OwnAgent(at=at, faction=faction))
    else:
        check_known("faction", agent_of, setting.factions, at, report)
    return agent_of


def _check_whereabouts(
    entry: inputs.ItemInput | inputs.InformationInput, setting: SetupContext, report: Report
) -> None:
    """Check that an item or information has either a location or a holder, and not both."""
    both = entry.where is not None and entry.holder is not None
    if both or (entry.where is None and entry.holder is None):
        at = entry.key_at("holder") if both else entry.at()
        report.add(problems.NotOneOf(at=at, keys=("at", "holder"), both=both))
    if entry.where is not None:
        check_location(entry.where, setting.places, entry.at("at"), report)


def _hiding_of(level: int | None) -> state.HiddenStatus | None:
    return None if level is None else state.HiddenStatus(level)
