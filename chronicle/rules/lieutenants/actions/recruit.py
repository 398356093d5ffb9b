"""Other people's people: won over, or kept from everything (L-ACT-RECRUIT, L-AST-SEDUCES)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chronicle.model.dice import Modifier
from chronicle.rules.lieutenants.action_context import Scene
from chronicle.rules.lieutenants.action_events import Done, outcome_of
from chronicle.rules.lieutenants.actions.change_of_faction import off_guard, parted
from chronicle.rules.lieutenants.changes import (
    Benched,
    Burdened,
    Change,
    Paid,
    Swayed,
    Turned,
)
from chronicle.rules.lieutenants.check_sides import acting, defending
from chronicle.rules.lieutenants.dice_checks import Check, opposed
from chronicle.rules.lieutenants.events import Outcome, Recruitment, Seduction
from chronicle.rules.lieutenants.orders import ToRecruit, ToSeduce
from chronicle.rules.lieutenants.setup.consistency import led_by
from chronicle.rules.lieutenants.state import OUT, Lieutenant, Minion, Standing, Unit
from chronicle.rules.lieutenants.stealth import stealth_of
from chronicle.rules.lieutenants.terms import WON, rule_of

#: What makes an offer harder to take: bonds, and the rank of a lieutenant (L-ACT-RECRUIT).
BONDED: Final = -3
RANK: Final = -3
#: How much harder somebody is to win who has once turned an offer down for good (L-ACT-RECRUIT).
AFFRONTED: Final = -3


def recruit(scene: Scene, aim: ToRecruit) -> Done:
    """An offer to another faction's unit or lieutenant, to come over or to serve both."""
    target = _within_reach(scene, aim.subject)
    if target is None:
        stealth, rolls = stealth_of(scene, None)
        deed = Recruitment(aim.subject, _name(scene, aim.subject), aim.stays, 0)
        return Done(deed, "not-there", stealth=stealth, rolls=rolls)
    other = defending(scene.state, target.faction, target.at, "charm", against=scene.faction)
    own = acting(scene, "charm")
    check = opposed(scene, "charm", own, other, tuple(_reluctance(target)))
    ranked = isinstance(target, Lieutenant)
    stealth, rolls = stealth_of(scene, check.result, lieutenant_target=ranked)
    outcome, cost = _agreed(scene, aim, target, check)
    paid = -sum(change.amount for change in cost)
    changes: list[Change] = [*cost]
    if outcome == "done":
        changes += _won_over(scene, aim, target)
    if check.result == "complete-failure":
        changes.append(Burdened(_affronted(scene, aim)))
    deed = Recruitment(aim.subject, target.name, aim.stays, paid)
    return Done(deed, outcome, check, stealth, tuple(changes), rolls)


def _within_reach(scene: Scene, id: str) -> Minion | None:
    """Somebody of another faction's who can be spoken to in the locale, free or a prisoner."""
    found = scene.state.assets.get(id)
    if not isinstance(found, Lieutenant | Unit) or found.condition in OUT:
        return None
    strange = found.faction not in ("", scene.faction)
    return found if strange and scene.state.locale(found.at) == scene.locale else None


def _name(scene: Scene, id: str) -> str:
    found = scene.state.assets.get(id)
    return found.name if found is not None else ""


def _reluctance(target: Minion) -> Iterator[Modifier]:
    if target.bonded:
        yield Modifier(BONDED, "bonded", rule_of("recruit"))
    if isinstance(target, Lieutenant):
        yield Modifier(RANK, "lieutenant", rule_of("recruit"))


def _agreed(
    scene: Scene, aim: ToRecruit, target: Minion, check: Check
) -> tuple[Outcome, tuple[Paid | Swayed, ...]]:
    """Whether the target agrees, and what is paid for that: its cost, or nothing at best."""
    if check.result not in WON:
        return "failed", ()
    ranked = isinstance(target, Lieutenant) and not aim.stays
    faction = scene.after(check.spent).factions[scene.faction]
    if ranked and led_by(faction.id, scene.state.assets) >= faction.leadership:
        return "no-room", ()
    amount = target.cost.amount
    if check.result == "complete-success" or not amount:
        return "done", ()
    rule = rule_of("recruit")
    host = scene.state.factions[target.faction]
    if target.cost.currency == "influence" and host.npc:
        held = faction.influence.get(host.id, 0)
        swayed = (Swayed(faction.id, host.id, -amount, "recruited", rule),)
        return ("done", swayed) if held >= amount else ("unpaid", ())
    # Elsewhere influence has no taker: the same number of coins stands for it.
    paid = (Paid(faction.id, -amount, "recruited", rule, target.id),)
    return ("done", paid) if faction.capital >= amount else ("unpaid", ())


def _won_over(scene: Scene, aim: ToRecruit, target: Minion) -> Iterator[Change]:
    if aim.stays:
        if target.agent_of:
            yield from off_guard(scene.state, target.id, target.agent_of)
        yield Turned(target.id, scene.faction)
    else:
        yield from parted(scene.state, target, scene.faction)


def _affronted(scene: Scene, aim: ToRecruit) -> Standing:
    return Standing(
        id=f"{scene.id()}/affronted",
        value=AFFRONTED,
        rule=rule_of("recruit"),
        faction=scene.faction,
        actions=("recruit",),
        target=aim.subject,
    )


def seduce(scene: Scene, aim: ToSeduce) -> Done:
    """Somebody is charmed into taking part in nothing for the rest of the turn (L-AST-SEDUCES)."""
    target = _within_reach(scene, aim.subject)
    deed = Seduction(aim.subject, _name(scene, aim.subject))
    able = any(unit.power("seduces") is not None for unit in scene.units)
    if target is None or not able:
        stealth, rolls = stealth_of(scene, None)
        return Done(deed, "not-there", stealth=stealth, rolls=rolls)
    other = defending(scene.state, target.faction, target.at, "charm", against=scene.faction)
    check = opposed(scene, "charm", acting(scene, "charm"), other)
    clean = check.result == "complete-success"
    stealth, rolls = stealth_of(scene, check.result, automatic="L-AST-SEDUCES" if clean else "")
    won = check.result in WON
    changes = (Benched(aim.subject),) if won else ()
    return Done(deed, outcome_of(check.result), check, stealth, changes, rolls)
