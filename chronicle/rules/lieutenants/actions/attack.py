"""Attacks (L-ACT-AGGRESSIVE-ATTACK, L-ACT-CAUTIOUS-ATTACK)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from chronicle.model.dice import Dice, Roll
from chronicle.rules.lieutenants.action_context import Scene, result
from chronicle.rules.lieutenants.action_events import Done, outcome_of
from chronicle.rules.lieutenants.changes import Change
from chronicle.rules.lieutenants.check_sides import Side, acting, present, resisting
from chronicle.rules.lieutenants.damage import Harm, Harming, Where
from chronicle.rules.lieutenants.dice_checks import opposed
from chronicle.rules.lieutenants.events import Assault
from chronicle.rules.lieutenants.orders import ToAttack
from chronicle.rules.lieutenants.state import Facility, Lieutenant, Minion, State, Style, Unit
from chronicle.rules.lieutenants.stealth import stealth_of, stealth_roll
from chronicle.rules.lieutenants.terms import ATTACKS, WON, Result

#: What each result does: to them, and to us (L-ACT-AGGRESSIVE-ATTACK, L-ACT-CAUTIOUS-ATTACK).
HARM: Final[Mapping[Style, Mapping[Result, tuple[Harm, Harm]]]] = {
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


def attack(scene: Scene, aim: ToAttack) -> Done:
    """An attack on all of a faction's unhidden force at a location, or on one named asset."""
    order, state = scene.order, scene.state
    struck = _strikes(scene, aim)
    deed = Assault(aim.style, aim.strike if struck else "", aim.answers)
    them = present(state, order.against, order.at, "force", against=order.faction, only=struck)
    enemy = resisting(state, them, "force", crowd=bool(scene.units))
    if not enemy.minions:
        stealth, rolls = stealth_of(scene, None)
        return Done(deed, "nobody-there", stealth=stealth, rolls=rolls)
    own = acting(scene, "force", crowd=len(enemy.minions) > 1)
    check = opposed(scene, "force", own, enemy)
    theirs, ours = HARM[aim.style][check.result]
    changes, rolls = harm(clash(scene, enemy), theirs, ours)
    stealth, more = stealth_of(scene, check.result)
    return Done(
        deed,
        outcome_of(check.result),
        check,
        stealth,
        changes,
        (*more, *rolls),
    )


def _strikes(scene: Scene, aim: ToAttack) -> str:
    """The one asset that is struck at, if the assassins come unseen (L-AST-STRIKES-ONE)."""
    units = scene.units
    able = any(unit.power("strikes-one") is not None for unit in units)
    quiet = all("sneak" in unit.competencies for unit in units)
    if not (aim.strike and able and quiet and scene.order.stealth):
        return ""
    return aim.strike if result(stealth_roll(scene)) in WON else ""


@dataclass(frozen=True, slots=True)
class Clash:
    """Two forces that have met: all of those who came, all of those whom they met, and where.

    ``facilities`` are the defenders' own that stand to be hit, ``by_force`` is false for thieves.
    Dice are thrown under ``key`` (``faction/order``), with ``prefix`` before their purpose.
    """

    state: State
    dice: Dice
    key: str
    attackers: tuple[Minion, ...]
    defenders: tuple[Minion, ...]
    facilities: tuple[Facility, ...] = ()
    by_force: bool = True
    prefix: str = ""

    def harming(self, side: Where, minions: tuple[Minion, ...]) -> Harming:
        """One side of it, to be hurt; ``ours`` are those who came."""
        return Harming(
            self.state,
            self.dice,
            self.key,
            side,
            _units(minions),
            tuple(minion for minion in minions if isinstance(minion, Lieutenant)),
            self.facilities if side == "theirs" else (),
            self.prefix,
        )


def clash(scene: Scene, enemy: Side) -> Clash:
    """The force of an order against those who defend."""
    order = scene.order
    own: tuple[Minion, ...] = (scene.lieutenant, *scene.units)
    return Clash(
        scene.state,
        scene.dice,
        order.key,
        own,
        enemy.minions,
        # Those who only come to take something leave the walls alone.
        exposed(scene.state, own, order.against, order.at) if order.action in ATTACKS else (),
        # Traps meet those who come with force, not thieves.
        by_force=order.action != "steal",
    )


def harm(clash: Clash, theirs: Harm, ours: Harm) -> tuple[tuple[Change, ...], tuple[Roll, ...]]:
    """What both sides suffer; workings of either side add theirs (L-DMG, L-AST)."""
    them = clash.harming("theirs", clash.defenders)
    us = clash.harming("ours", clash.attackers)
    them.deal(theirs)
    for unit in _units(clash.attackers) if theirs else ():
        for _ in range(unit.power("one-more-damaged") or 0):
            them.one_more("L-AST-ONE-MORE-DAMAGED")
    us.deal(ours)
    for unit in _units(clash.defenders) if clash.by_force else ():
        for _ in range(unit.power("traps") or 0):
            us.chosen("L-AST-TRAPS")
    return (*them.changes, *us.changes), (*them.rolls, *us.rolls)


def _units(minions: tuple[Minion, ...]) -> tuple[Unit, ...]:
    return tuple(minion for minion in minions if isinstance(minion, Unit))


def exposed(
    state: State, attackers: tuple[Minion, ...], faction: str, at: str
) -> tuple[Facility, ...]:
    """A faction's facilities at a location that these attackers hit too (L-AST-HITS-FACILITIES)."""
    if all(unit.power("hits-facilities") is None for unit in _units(attackers)):
        return ()
    return tuple(
        asset
        for _, asset in sorted(state.assets.items())
        if isinstance(asset, Facility) and asset.faction == faction and asset.at == at
        if asset.condition != "destroyed"
    )
