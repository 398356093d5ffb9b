"""Raids, thefts and sabotage (L-ACT-RAID, L-ACT-STEAL)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from chronicle.rules.lieutenants.action_context import Scene
from chronicle.rules.lieutenants.action_events import Done
from chronicle.rules.lieutenants.actions.attack import clash, harm
from chronicle.rules.lieutenants.catalogue import Skill
from chronicle.rules.lieutenants.changes import (
    Captured,
    Change,
    Hid,
    Joined,
    Moved,
    Paid,
    Stashed,
    StoodDown,
    Struck,
)
from chronicle.rules.lieutenants.check_sides import Side, acting, defends, present, resisting
from chronicle.rules.lieutenants.damage import Harm
from chronicle.rules.lieutenants.dice_checks import Check, opposed
from chronicle.rules.lieutenants.events import Grab, Outcome
from chronicle.rules.lieutenants.orders import ToTake
from chronicle.rules.lieutenants.state import Asset, Facility, Information, Item
from chronicle.rules.lieutenants.stealth import stealth_of
from chronicle.rules.lieutenants.terms import WON, Action, Result, rule_of

#: What each result does: to them, and to us (L-ACT-RAID, L-ACT-STEAL).
HARM: Final[Mapping[Action, Mapping[Result, tuple[Harm, Harm]]]] = {
    "raid": {
        "complete-failure": ("", "damaged"),
        "failure": ("dinged", "dinged"),
        "success": ("dinged", "dinged"),
        "complete-success": ("damaged", ""),
    },
    "steal": {
        "complete-failure": ("", "damaged"),
        "failure": ("", ""),
        "success": ("", ""),
        "complete-success": ("", ""),
    },
}


def take(scene: Scene, aim: ToTake) -> Done:
    """Something is taken from a location, against whoever defends it; without anybody, at once."""
    order = scene.order
    skill: Skill = "force" if order.action == "raid" else "sneak"
    them = present(scene.state, order.against, order.at, skill, against=order.faction)
    enemy = resisting(scene.state, them, skill, crowd=bool(scene.units))
    if not any(defends(minion, skill) for minion in enemy.minions):
        return _unopposed(scene, aim, enemy)
    own = acting(scene, skill, crowd=skill == "force" and len(enemy.minions) > 1)
    check = opposed(scene, skill, own, enemy)
    theirs, ours = HARM[order.action][check.result]
    hurt, rolls = harm(clash(scene, enemy), theirs, ours)
    changes = tuple(one for one in hurt if not _kills(one, spared(aim, check.result)))
    clean = order.action == "steal" and check.result == "complete-success"
    stealth, more = stealth_of(scene, check.result, automatic=rule_of("steal") if clean else "")
    outcome, deed, gains = _gains(replace(scene, state=scene.after(changes)), aim, check)
    return Done(deed, outcome, check, stealth, (*changes, *gains), (*more, *rolls))


def _unopposed(scene: Scene, aim: ToTake, there: Side) -> Done:
    """Nobody can defend it: it is taken if it is there, without a check (L-ACT-RAID).

    A trap needs nobody who fights.
    """
    stealth, rolls = stealth_of(scene, None)
    hurt, _ = harm(clash(scene, there), "", "")
    outcome, deed, gains = _gains(scene, aim, None)
    return Done(deed, outcome, None, stealth, (*hurt, *gains), rolls)


def spared(aim: ToTake, result: Result) -> str:
    """The unit that is taken by a result, and alive: it is damaged at worst; empty for none."""
    return aim.subject if aim.kind == "unit" and result in WON else ""


def _kills(change: Change, unit: str) -> bool:
    return isinstance(change, Struck) and (change.asset, change.condition) == (unit, "destroyed")


def _gains(
    scene: Scene, aim: ToTake, check: Check | None
) -> tuple[Outcome, Grab, tuple[Change, ...]]:
    won = check is None or check.result in WON
    if aim.kind == "capital":
        stash = scene.state.places[scene.order.at].capital
        amount = min(aim.amount, stash) if won else 0
        outcome: Outcome = ("done" if amount else "not-there") if won else "failed"
        return outcome, Grab("capital", "", "", amount), _capital(scene, amount)
    asset = scene.state.assets.get(aim.subject)
    name = asset.name if asset is not None else aim.subject
    deed = Grab(aim.kind, aim.subject, name)
    if not won:
        return "failed", deed, ()
    if asset is None or not _there(scene, asset):
        return "not-there", deed, ()
    if isinstance(asset, Facility):
        complete = check is None or check.result == "complete-success"
        return "done", deed, _sabotaged(asset, complete=complete)
    return "done", deed, tuple(_taken(scene, asset))


def _there(scene: Scene, asset: Asset) -> bool:
    if scene.state.at(asset) != scene.order.at:
        return False
    return isinstance(asset, Item | Information) or asset.condition != "destroyed"


def _capital(scene: Scene, amount: int) -> tuple[Change, ...]:
    if not amount:
        return ()
    rule = rule_of(scene.order.action)
    return (
        Stashed(scene.order.at, -amount, rule),
        Paid(scene.faction, amount, "taken", rule, scene.order.at),
    )


def _sabotaged(facility: Facility, *, complete: bool) -> tuple[Change, ...]:
    """Saboteurs damage a facility; a clean job or a second one destroys it."""
    gone = complete or facility.condition == "damaged"
    return (Struck(facility.id, "destroyed" if gone else "damaged", "L-AST-DAMAGES-FACILITIES"),)


def _taken(scene: Scene, asset: Asset) -> list[Change]:
    """Things change hands, people are taken prisoner, and one's own are set free."""
    home = scene.lieutenant
    changes: list[Change] = [Hid(asset.id, None)] if asset.hiding is not None else []
    if isinstance(asset, Item | Information):
        bearer = home.id if scene.state.fit(home) else ""
        return [*changes, Moved(asset.id, home.at, bearer), Joined(asset.id, scene.faction)]
    own = asset.faction == scene.faction
    if asset.id in scene.state.stances:
        changes.append(StoodDown(asset.id))
    return [*changes, Captured(asset.id, "" if own else scene.faction), Moved(asset.id, home.at)]
