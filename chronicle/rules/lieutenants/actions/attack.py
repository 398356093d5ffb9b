"""Resolve attacks (L-ACT-AGGRESSIVE-ATTACK, L-ACT-CAUTIOUS-ATTACK)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chronicle.model.dice import Dice, Roll
from chronicle.records import Record
from chronicle.rules.lieutenants import check_sides
from chronicle.rules.lieutenants.action_context import ActionContext, result_of_roll
from chronicle.rules.lieutenants.action_events import ActionResult, outcome_of, result_without_check
from chronicle.rules.lieutenants.changes import Change
from chronicle.rules.lieutenants.damage import DamageDealer, DamageGrade, FightSide
from chronicle.rules.lieutenants.dice_checks import roll_opposed_check
from chronicle.rules.lieutenants.events import AttackDetails
from chronicle.rules.lieutenants.orders import AttackOrder
from chronicle.rules.lieutenants.state import AttackStyle, Facility, Lieutenant, Minion, State, Unit
from chronicle.rules.lieutenants.stealth import resolve_stealth, roll_stealth
from chronicle.rules.lieutenants.terms import ATTACK_ACTIONS, SUCCESSES, RollResult

#: The damage of each result: theirs, then ours (L-ACT-AGGRESSIVE-ATTACK, L-ACT-CAUTIOUS-ATTACK).
ATTACK_DAMAGE: Final[Mapping[AttackStyle, Mapping[RollResult, tuple[DamageGrade, DamageGrade]]]] = {
    "aggressive": {
        "complete-failure": ("dinged", "defeated"),
        "failure": ("damaged", "damaged"),
        "success": ("defeated", "damaged"),
        "complete-success": ("destroyed", "dinged"),
    },
    "cautious": {
        "complete-failure": ("", "damaged"),
        "failure": ("dinged", "dinged"),
        "success": ("damaged", "dinged"),
        "complete-success": ("defeated", ""),
    },
}


def attack(context: ActionContext, command: AttackOrder) -> ActionResult:
    """Attack all unhidden minions of a faction at a location, or one named asset."""
    order, state = context.order, context.state
    struck = _strike_target(context, command)
    details = AttackDetails(command.style, command.strike if struck else "", command.answers)
    them = check_sides.defenders_present(
        state, order.against, order.at, "force", against=order.faction, only=struck
    )
    enemy = check_sides.resisting_side(state, them, "force", against_group=bool(context.units))
    if not enemy.minions:
        return result_without_check(context, details, "nobody-there")
    own = check_sides.acting_side(context, "force", against_group=len(enemy.minions) > 1)
    check = roll_opposed_check(context, "force", own, enemy)
    theirs, ours = ATTACK_DAMAGE[command.style][check.result]
    changes, rolls = deal_damage(combat_of(context, enemy), theirs, ours)
    stealth, more = resolve_stealth(context, check.result)
    return ActionResult(
        details,
        outcome_of(check.result),
        check,
        stealth,
        changes,
        (*more, *rolls),
        defenders=enemy.minions,
    )


def _strike_target(context: ActionContext, command: AttackOrder) -> str:
    """Return the asset to strike at if the assassins go unseen (L-AST-STRIKES-ONE)."""
    units = context.units
    able = any(unit.power("strikes-one") is not None for unit in units)
    quiet = all("sneak" in unit.competencies for unit in units)
    if not (command.strike and able and quiet and context.order.stealth):
        return ""
    return command.strike if result_of_roll(roll_stealth(context)) in SUCCESSES else ""


class Combat(Record):
    """Two forces in a fight: all attackers, all defenders, and the dice.

    ``facilities`` are the defenders' facilities that can be hit; ``by_force`` is false for thieves.
    Dice are rolled under ``key`` (``faction/order``), with ``prefix`` before their purpose.
    """

    state: State
    dice: Dice
    key: str
    attackers: tuple[Minion, ...]
    defenders: tuple[Minion, ...]
    facilities: tuple[Facility, ...] = ()
    by_force: bool = True
    prefix: str = ""

    def damage_dealer(self, side: FightSide, minions: tuple[Minion, ...]) -> DamageDealer:
        """Return the dealer of damage to one side; ``ours`` are the attackers."""
        return DamageDealer(
            self.state,
            self.dice,
            self.key,
            side,
            _units_of(minions),
            tuple(minion for minion in minions if isinstance(minion, Lieutenant)),
            self.facilities if side == "theirs" else (),
            self.prefix,
        )


def combat_of(context: ActionContext, enemy: check_sides.CheckSide) -> Combat:
    """Return the fight between the force of an order and its defenders."""
    order = context.order
    own: tuple[Minion, ...] = (context.lieutenant, *context.units)
    return Combat(
        context.state,
        context.dice,
        order.key,
        own,
        enemy.minions,
        # Raiders and thieves do not damage facilities.
        exposed_facilities(context.state, own, order.against, order.at)
        if order.action in ATTACK_ACTIONS
        else (),
        # Traps work against force, not against thieves.
        by_force=order.action != "steal",
    )


def deal_damage(
    clash: Combat, theirs: DamageGrade, ours: DamageGrade
) -> tuple[tuple[Change, ...], tuple[Roll, ...]]:
    """Deal damage to both sides, including that of powers on either side (L-DMG, L-AST)."""
    them = clash.damage_dealer("theirs", clash.defenders)
    us = clash.damage_dealer("ours", clash.attackers)
    them.deal(theirs)
    for unit in _units_of(clash.attackers) if theirs else ():
        for _ in range(unit.power("one-more-damaged") or 0):
            them.damage_one_more()
    us.deal(ours)
    for unit in _units_of(clash.defenders) if clash.by_force else ():
        for _ in range(unit.power("traps") or 0):
            us.chosen("L-AST-TRAPS")
    return (*them.changes, *us.changes), (*them.rolls, *us.rolls)


def _units_of(minions: tuple[Minion, ...]) -> tuple[Unit, ...]:
    return tuple(minion for minion in minions if isinstance(minion, Unit))


def exposed_facilities(
    state: State, attackers: tuple[Minion, ...], faction: str, at: str
) -> tuple[Facility, ...]:
    """Return a faction's facilities that these attackers hit too (L-AST-HITS-FACILITIES)."""
    if all(unit.power("hits-facilities") is None for unit in _units_of(attackers)):
        return ()
    return tuple(
        asset
        for _, asset in sorted(state.assets.items())
        if isinstance(asset, Facility) and asset.faction == faction and asset.at == at
        if asset.condition != "destroyed"
    )
