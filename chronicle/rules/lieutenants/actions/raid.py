"""Resolve raids, thefts and sabotage (L-ACT-RAID, L-ACT-STEAL)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from chronicle.records import replace
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.action_events import ActionResult, result_without_check
from chronicle.rules.lieutenants.actions.attack import combat_of, deal_damage
from chronicle.rules.lieutenants.catalogue import Skill
from chronicle.rules.lieutenants.changes import (
    Captured,
    Change,
    Hid,
    Joined,
    Moved,
    Paid,
    StanceEnded,
    Stashed,
    Struck,
)
from chronicle.rules.lieutenants.check_sides import (
    CheckSide,
    acting_side,
    can_defend,
    defenders_present,
    resisting_side,
)
from chronicle.rules.lieutenants.damage import DamageGrade
from chronicle.rules.lieutenants.dice_checks import Check, roll_opposed_check
from chronicle.rules.lieutenants.events import Outcome, TakeDetails
from chronicle.rules.lieutenants.orders import TakeOrder
from chronicle.rules.lieutenants.state import Asset, Facility, Information, Item
from chronicle.rules.lieutenants.stealth import resolve_stealth
from chronicle.rules.lieutenants.terms import SUCCESSES, Action, RollResult, rule_of

#: The damage of each result: theirs, then ours (L-ACT-RAID, L-ACT-STEAL).
RAID_DAMAGE: Final[Mapping[Action, Mapping[RollResult, tuple[DamageGrade, DamageGrade]]]] = {
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


def take(context: ActionContext, command: TakeOrder) -> ActionResult:
    """Take something from a location: theft is always rolled for, a raid only against defenders."""
    order = context.order
    skill: Skill = "force" if order.action == "raid" else "sneak"
    them = defenders_present(context.state, order.against, order.at, skill, against=order.faction)
    enemy = resisting_side(context.state, them, skill, against_group=bool(context.units))
    if skill == "force" and not any(can_defend(minion, skill) for minion in enemy.minions):
        return _unopposed_result(context, command, enemy)
    own = acting_side(context, skill, against_group=skill == "force" and len(enemy.minions) > 1)
    check = roll_opposed_check(context, skill, own, enemy)
    theirs, ours = RAID_DAMAGE[order.action][check.result]
    hurt, rolls = deal_damage(combat_of(context, enemy), theirs, ours)
    changes = tuple(one for one in hurt if not _kills(one, unit_taken_alive(command, check.result)))
    clean = order.action == "steal" and check.result == "complete-success"
    stealth, more = resolve_stealth(
        context, check.result, automatic_rule=rule_of("steal") if clean else ""
    )
    outcome, details, gains = _take_outcome(
        replace(context, state=context.after(changes)), command, check
    )
    return ActionResult(
        details,
        outcome,
        check,
        stealth,
        (*changes, *gains),
        (*more, *rolls),
        defenders=enemy.minions,
    )


def _unopposed_result(context: ActionContext, command: TakeOrder, there: CheckSide) -> ActionResult:
    """Return the result without defenders: what is there is taken; traps work (L-ACT-RAID)."""
    hurt, _ = deal_damage(combat_of(context, there), "", "")
    outcome, details, gains = _take_outcome(context, command, None)
    result = result_without_check(context, details, outcome, (*hurt, *gains))
    return replace(result, defenders=there.minions)


def unit_taken_alive(command: TakeOrder, result: RollResult) -> str:
    """Return the unit that is taken alive with this result, so damaged at worst; empty if none."""
    return command.subject if command.kind == "unit" and result in SUCCESSES else ""


def _kills(change: Change, unit: str) -> bool:
    return isinstance(change, Struck) and (change.asset, change.condition) == (unit, "destroyed")


def _take_outcome(
    context: ActionContext, command: TakeOrder, check: Check | None
) -> tuple[Outcome, TakeDetails, tuple[Change, ...]]:
    """Return which of the wanted things are taken; those that are not there are not."""
    tried = [_take_one(context, one, check) for one in (command, *command.also)]
    if check is not None and check.result not in SUCCESSES:
        return "failed", _joint_details([replace(details, amount=0) for details, _ in tried]), ()
    taken = [details for details, changes in tried if changes]
    if not taken:
        return "not-there", _joint_details([details for details, _ in tried]), ()
    missing = tuple(details for details, changes in tried if not changes)
    gains = tuple(change for _, changes in tried for change in changes)
    return "done", replace(_joint_details(taken), missing=missing), gains


def _joint_details(details: Sequence[TakeDetails]) -> TakeDetails:
    return replace(details[0], also=tuple(details[1:]))


def _take_one(
    context: ActionContext, command: TakeOrder, check: Check | None
) -> tuple[TakeDetails, tuple[Change, ...]]:
    """Return the taking of one thing and what it changes; no changes if it is not there."""
    if command.kind == "capital":
        seen = context.knows_place(context.order.at)
        stash = context.state.places[context.order.at].capital if seen else 0
        amount = min(command.amount, stash)
        return TakeDetails("capital", "", "", amount), _capital_changes(context, amount)
    asset = context.state.assets.get(command.subject)
    details = TakeDetails(
        command.kind, command.subject, asset.name if asset is not None else command.subject
    )
    if asset is None or not _is_there(context, asset):
        return details, ()
    if isinstance(asset, Facility):
        complete = check is None or check.result == "complete-success"
        return details, _sabotage_changes(asset, complete=complete)
    return details, tuple(_take_changes(context, asset))


def _is_there(context: ActionContext, asset: Asset) -> bool:
    """Return whether an asset is at the place and seen there (L-ACT-CONCEAL)."""
    if context.state.at(asset) != context.order.at or context.state.away(asset.id):
        return False
    if not context.sees(asset):
        return False
    return isinstance(asset, Item | Information) or asset.condition != "destroyed"


def _capital_changes(context: ActionContext, amount: int) -> tuple[Change, ...]:
    if not amount:
        return ()
    rule = rule_of(context.order.action)
    return (
        Stashed(context.order.at, -amount, rule),
        Paid(context.faction, amount, "taken", rule, context.order.at),
    )


def _sabotage_changes(facility: Facility, *, complete: bool) -> tuple[Change, ...]:
    """Return the damage to a facility; a complete success or a second time destroys it."""
    gone = complete or facility.condition == "damaged"
    return (Struck(facility.id, "destroyed" if gone else "damaged", "L-AST-DAMAGES-FACILITIES"),)


def _take_changes(context: ActionContext, asset: Asset) -> list[Change]:
    """Return the changes: things change hands, minions are captured, own ones are freed."""
    home = context.lieutenant
    changes: list[Change] = [Hid(asset.id, None)] if asset.hiding is not None else []
    if isinstance(asset, Item | Information):
        bearer = home.id if context.state.fit(home) else ""
        return [*changes, Moved(asset.id, home.at, bearer), Joined(asset.id, context.faction)]
    own = asset.faction == context.faction
    if asset.id in context.state.stances:
        changes.append(StanceEnded(asset.id))
    return [*changes, Captured(asset.id, "" if own else context.faction), Moved(asset.id, home.at)]
