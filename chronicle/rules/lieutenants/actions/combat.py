"""A fight between two forces, and the damage that it deals (L-CMB, L-DMG)."""

from __future__ import annotations

from chronicle.model.dice import Dice, Roll
from chronicle.records import Record
from chronicle.rules.lieutenants import check_sides
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.changes import Change
from chronicle.rules.lieutenants.damage import DamageDealer, DamageGrade, FightSide
from chronicle.rules.lieutenants.state import Facility, Lieutenant, Minion, State, Unit
from chronicle.rules.lieutenants.terms import ATTACK_ACTIONS


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
            self.state.stances,
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
