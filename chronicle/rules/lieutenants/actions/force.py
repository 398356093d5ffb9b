"""Attacks (L-ACT-AGGRESSIVE-ATTACK, L-ACT-CAUTIOUS-ATTACK)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chronicle.dice import Roll
from chronicle.rules.lieutenants.acts import Done, outcome_of
from chronicle.rules.lieutenants.changes import Change
from chronicle.rules.lieutenants.checks import opposed
from chronicle.rules.lieutenants.damage import Harm, Harming
from chronicle.rules.lieutenants.events import Assault
from chronicle.rules.lieutenants.orders import ToAttack
from chronicle.rules.lieutenants.scene import Scene, result
from chronicle.rules.lieutenants.sides import Side, acting, defending
from chronicle.rules.lieutenants.state import Facility, Lieutenant, State, Style, Unit
from chronicle.rules.lieutenants.stealth import stealth_of, stealth_roll
from chronicle.rules.lieutenants.terms import WON, Result

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
    enemy = defending(state, order.against, order.at, "force", against=order.faction, only=struck)
    if not enemy.minions:
        stealth, rolls = stealth_of(scene, None)
        return Done(deed, "nobody-there", stealth=stealth, rolls=rolls)
    own = acting(scene, "force", crowd=len(enemy.minions) > 1)
    check = opposed(scene, "force", own, enemy)
    theirs, ours = HARM[aim.style][check.result]
    changes, rolls = harm(scene, enemy, theirs, ours)
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


def harm(
    scene: Scene, enemy: Side, theirs: Harm, ours: Harm, prefix: str = ""
) -> tuple[tuple[Change, ...], tuple[Roll, ...]]:
    """What both sides suffer; workings of either side add theirs (L-DMG, L-AST)."""
    state, key = scene.state, scene.order.key
    hits = any(unit.power("hits-facilities") is not None for unit in scene.units)
    them = Harming(
        state,
        scene.dice,
        key,
        "theirs",
        *_parts(enemy.minions),
        facilities=_facilities(state, scene.order.against, scene.order.at) if hits else (),
        prefix=prefix,
    )
    us = Harming(
        state, scene.dice, key, "ours", *_parts((scene.lieutenant, *scene.units)), prefix=prefix
    )
    them.deal(theirs)
    for unit in scene.units if theirs else ():
        for _ in range(unit.power("one-more-damaged") or 0):
            them.one_more("L-AST-ONE-MORE-DAMAGED")
    us.deal(ours)
    # Traps meet those who come with force, not thieves.
    by_force = scene.order.action != "steal"
    for minion in enemy.minions if by_force else ():
        traps = minion.power("traps") if isinstance(minion, Unit) else None
        for _ in range(traps or 0):
            us.chosen("L-AST-TRAPS")
    return (*them.changes, *us.changes), (*them.rolls, *us.rolls)


def _parts(
    minions: tuple[Lieutenant | Unit, ...],
) -> tuple[tuple[Unit, ...], tuple[Lieutenant, ...]]:
    units = tuple(minion for minion in minions if isinstance(minion, Unit))
    lieutenants = tuple(minion for minion in minions if isinstance(minion, Lieutenant))
    return units, lieutenants


def _facilities(state: State, faction: str, at: str) -> tuple[Facility, ...]:
    return tuple(
        asset
        for _, asset in sorted(state.assets.items())
        if isinstance(asset, Facility) and asset.faction == faction and asset.at == at
        if asset.condition != "destroyed"
    )
