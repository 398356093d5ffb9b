"""Those who meet a stance (L-TURN-5, L-ACT-AMBUSH, L-ACT-BLOCK)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal, TypeAlias

from chronicle.model.audience import EVERYONE_ID
from chronicle.model.dice import Modifier
from chronicle.model.facts import Facts
from chronicle.records import Record, replace
from chronicle.rules.kit.changes import apply_changes
from chronicle.rules.lieutenants import dice_checks
from chronicle.rules.lieutenants.action_context import ActionContext, result_of_roll, roll_check
from chronicle.rules.lieutenants.action_events import outcome_of
from chronicle.rules.lieutenants.actions.attack import ATTACK_DAMAGE, AttackDetails, AttackOrder
from chronicle.rules.lieutenants.actions.combat import Combat, deal_damage, exposed_facilities
from chronicle.rules.lieutenants.catalogue import Skill
from chronicle.rules.lieutenants.changes import Change, Hid
from chronicle.rules.lieutenants.check_sides import combined_side, resisting_side
from chronicle.rules.lieutenants.events import NO_STEALTH, Acted, Event, Intercepted
from chronicle.rules.lieutenants.state import (
    AttackStyle,
    Lieutenant,
    Minion,
    Stance,
    StanceKind,
    State,
    Unit,
)
from chronicle.rules.lieutenants.terms import ActionName, RollResult, StanceReply, rule_of
from chronicle.rules.lieutenants.witnesses import Notice, Ways, factions_taking_part, notice_of

MeetingOutcome: TypeAlias = Literal["attacked", "attack", "stopped", "round", "pass"]


class EncounterResult(Record):
    """What a result means for the movers, depending on whether they would fight.

    ``bonus`` applies to the check of the attack that follows, whichever side makes it; ``told``
    says whether those who wait learn of movers who pass.
    """

    silent: MeetingOutcome
    fighting: MeetingOutcome
    bonus: int = 0
    told: bool = True


#: The effect of each result; ``silent`` if the movers don't attack, ``fighting`` if they would.
ENCOUNTER_RESULTS: Final[Mapping[StanceKind, Mapping[RollResult, EncounterResult]]] = {
    "ambush": {
        "complete-failure": EncounterResult("round", "attack", 2),
        "failure": EncounterResult("stopped", "attack"),
        "success": EncounterResult("attacked", "attacked"),
        "complete-success": EncounterResult("attacked", "attacked", 2),
    },
    "block": {
        "complete-failure": EncounterResult("pass", "attack", told=False),
        "failure": EncounterResult("pass", "attack"),
        "success": EncounterResult("stopped", "attack"),
        # Two more for those who block are two fewer for those who attack them.
        "complete-success": EncounterResult("stopped", "attack", -2),
    },
}
#: The skill of those who wait; movers always oppose it with Sneak.
SKILL_BY_STANCE: Final[Mapping[StanceKind, Skill]] = {"ambush": "sneak", "block": "force"}
_ACTION_BY_STYLE: Final[Mapping[AttackStyle, ActionName]] = {
    "aggressive": "aggressive-attack",
    "cautious": "cautious-attack",
}


class Party(Record):
    """One side of an encounter, at a faction's order; without a lieutenant it has only units."""

    faction: str
    lieutenant: Lieutenant | None
    units: tuple[Unit, ...]

    @property
    def seems(self) -> str:
        """The faction that it seems to be of, which only a double agent's is not (L-STL-5)."""
        return self.minions[0].faction if self.minions else self.faction

    @property
    def minions(self) -> tuple[Minion, ...]:
        return (*(() if self.lieutenant is None else (self.lieutenant,)), *self.units)


def waiting_party(state: State, stance: Stance) -> Party | None:
    """Return the fit members of a stance who are there; None if its lieutenant is not."""
    lieutenant = state.lieutenant(stance.lieutenant)
    if lieutenant is None or lieutenant.at != stance.at or not state.fit(lieutenant):
        return None
    units = (state.unit(id) for id in stance.units)
    there = (unit for unit in units if unit is not None and unit.at == stance.at)
    return Party(stance.faction, lieutenant, tuple(unit for unit in there if state.fit(unit)))


def resolve_meeting(
    context: ActionContext, stance: Stance, wait: Party, comers: Party
) -> Iterator[Event]:
    """Yield the events when movers meet a stance: the meeting, and possibly a fight."""
    met, encounter = _meeting_event(context, stance, wait, comers)
    yield met
    after = replace(context, state=apply_changes(context.state, met.changes))
    if met.outcome == "attacked":
        yield _fight_event(after, stance, wait, comers, stance.style, encounter.bonus)
    elif met.outcome == "attack":
        style: AttackStyle = (
            "aggressive" if _stance_reply(context, stance) == "aggressive" else "cautious"
        )
        yield _fight_event(after, stance, comers, wait, style, encounter.bonus)


def _stance_reply(context: ActionContext, stance: Stance) -> StanceReply:
    order = context.order
    return order.if_ambushed if stance.kind == "ambush" else order.if_blocked


def _meeting_event(
    context: ActionContext, stance: Stance, wait: Party, comers: Party
) -> tuple[Intercepted, EncounterResult]:
    state, order, skill = context.state, context.order, SKILL_BY_STANCE[stance.kind]
    crowd = skill == "force" and len(comers.minions) > 1
    own = combined_side(state, wait.lieutenant, wait.units, skill, against_group=crowd)
    other = resisting_side(state, comers.minions, "sneak")
    part = f"stance-{stance.lieutenant}"
    parts = (
        *dice_checks.side_modifiers(skill, own, other, "sneak"),
        *_waiting_modifiers(state, stance),
        *dice_checks.turn_modifiers(order, stance.faction),
    )
    roll = context.throw(part, parts)
    encounter = ENCOUNTER_RESULTS[stance.kind][result_of_roll(roll)]
    silent = _stance_reply(context, stance) == "none"
    outcome = encounter.silent if silent else encounter.fighting
    notice = _meeting_notice(wait, comers, outcome, told=encounter.told)
    met = Intercepted(
        id=context.id(part),
        rule=rule_of(stance.kind),
        faction=stance.faction,
        lieutenant=stance.lieutenant,
        kind=stance.kind,
        at=stance.scene,
        mover=order.faction,
        # Who stayed at home did not come.
        mover_lieutenant=comers.lieutenant.id if comers.lieutenant is not None else "",
        order=order.id,
        movers=tuple(minion.id for minion in comers.minions),
        result=result_of_roll(roll),
        outcome=outcome,
        known=notice.known,
        seen=notice.seen,
        changes=(),
        rolls=(roll,),
        witnesses=notice.witnesses,
        way=stance.way,
    )
    return met, encounter


def _meeting_notice(wait: Party, comers: Party, outcome: MeetingOutcome, *, told: bool) -> Notice:
    """Return who learns of a meeting: everybody, but if the movers pass only some."""
    waiting: Ways = {wait.faction: "lay-in-wait"}
    if outcome != "pass":
        return notice_of(comers.faction, {EVERYONE_ID: "open-to-all", **waiting})
    taking_part = factions_taking_part(comers.faction, comers.minions)
    if told:
        taking_part |= factions_taking_part(wait.faction, wait.minions)
    served: Ways = dict.fromkeys(taking_part, "serves-in-secret")
    return notice_of(comers.faction, {**served, **(waiting if told else {})})


def _fight_event(
    context: ActionContext, stance: Stance, own: Party, enemy: Party, style: AttackStyle, bonus: int
) -> Acted:
    """Return the attack of one party on the other, rolled under the order to move."""
    state, action = context.state, _ACTION_BY_STYLE[style]
    part = f"fight-{stance.lieutenant}"
    attack = _attack_context(context, action, style)
    side = combined_side(
        state, own.lieutenant, own.units, "force", against_group=len(enemy.minions) > 1
    )
    other = resisting_side(state, enemy.minions, "force", against_group=len(own.minions) > 1)
    parts = (
        *dice_checks.side_modifiers("force", side, other),
        *((Modifier(bonus, "stance", rule_of(stance.kind)),) if bonus else ()),
        *(
            dice_checks.check_modifiers(attack)
            if own.faction == context.faction
            else (
                *_stance_item_modifiers(state, stance, action),
                *dice_checks.turn_modifiers(context.order, own.faction),
            )
        ),
    )
    roll = roll_check(context.dice, f"{context.order.key}/{part}", parts)
    changes, rolls = deal_damage(
        interception_combat(context, stance, own, enemy),
        *ATTACK_DAMAGE[style][result_of_roll(roll)],
    )
    counted = {minion.id for minion in side.counted}
    aimed: Ways = dict.fromkeys((enemy.faction, enemy.seems), "aimed-at")
    notice = notice_of(own.faction, {EVERYONE_ID: "open-to-all", **aimed})
    return Acted(
        id=context.id(part),
        rule=rule_of(action),
        faction=own.faction,
        order=context.order.id,
        # Units that move alone fight by themselves; who sent them is not seen there.
        lieutenant=own.lieutenant.id if own.lieutenant is not None else "",
        action=action,
        at=stance.scene,
        against=enemy.seems,
        details=AttackDetails(style, faced=tuple(minion.id for minion in enemy.minions)),
        result=result_of_roll(roll),
        outcome=outcome_of(result_of_roll(roll)),
        reason="",
        stealth=NO_STEALTH,
        helped=tuple(unit.id for unit in own.units if unit.id in counted),
        idle=tuple(unit.id for unit in own.units if unit.id not in counted),
        units=tuple(unit.id for unit in own.units),
        plan="",
        prompt="",
        known=notice.known,
        seen=notice.seen,
        witnesses=notice.witnesses,
        changes=(
            *(dice_checks.used_up_changes(attack) if own.faction == context.faction else ()),
            *_unhide_changes(own, enemy),
            *changes,
        ),
        rolls=(roll, *rolls),
        part="fight",
    )


def parties_of(context: ActionContext, met: Intercepted) -> tuple[Party, Party]:
    """Return those who wait and those who come, as they were when they met."""
    state = context.state
    stance = state.stances[met.lieutenant]
    coming = [state.assets[id] for id in met.movers]
    leaders = [minion for minion in coming if isinstance(minion, Lieutenant)]
    units = tuple(minion for minion in coming if isinstance(minion, Unit))
    wait = waiting_party(state, stance) or Party(stance.faction, None, ())
    return wait, Party(met.mover, leaders[0] if leaders else None, units)


def interception_combat(context: ActionContext, stance: Stance, own: Party, enemy: Party) -> Combat:
    """Return the fight of one party attacking the other at the stance's location."""
    return Combat(
        context.state,
        context.dice,
        context.order.key,
        own.minions,
        enemy.minions,
        exposed_facilities(context.state, own.minions, enemy.seems, stance.scene),
        prefix=f"fight-{stance.lieutenant}-",
    )


def _waiting_modifiers(state: State, stance: Stance) -> Iterator[Modifier]:
    """Yield the modifiers of the stance: items in the locale, and the GM's (L-CHK-7)."""
    yield from _stance_item_modifiers(state, stance, stance.kind)
    for value, because in stance.modifiers:
        yield Modifier(value, "gm", "L-CHK-7", Facts(because=because))


def _stance_item_modifiers(state: State, stance: Stance, action: ActionName) -> Iterator[Modifier]:
    return dice_checks.item_modifiers(
        state, stance.faction, stance.items, action, state.locale(stance.at)
    )


def _attack_context(
    context: ActionContext, action: ActionName, style: AttackStyle
) -> ActionContext:
    """Return the context of movers who attack: that of the order, except its stealth."""
    order = replace(context.order, action=action, command=AttackOrder(style), stealth="")
    return replace(context, order=order)


def _unhide_changes(*companies: Party) -> Iterator[Change]:
    """Unhide everybody who fights."""
    for company in companies:
        for minion in company.minions:
            if minion.hiding is not None:
                yield Hid(minion.id, None)
