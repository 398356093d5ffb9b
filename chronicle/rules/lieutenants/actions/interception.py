"""Moves that meet somebody who lies in wait (L-TURN-5, L-ACT-AMBUSH, L-ACT-BLOCK)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from chronicle.model.audience import FOR_EVERYONE, FOR_GM, Visibility, visibility_of_factions
from chronicle.model.dice import Modifier
from chronicle.model.facts import Facts
from chronicle.rules.lieutenants.action_context import Scene, result, throw
from chronicle.rules.lieutenants.action_events import outcome_of
from chronicle.rules.lieutenants.actions.attack import HARM, Clash, exposed, harm
from chronicle.rules.lieutenants.apply import fold
from chronicle.rules.lieutenants.catalogue import Skill
from chronicle.rules.lieutenants.changes import Change, Hid
from chronicle.rules.lieutenants.check_sides import resisting, together
from chronicle.rules.lieutenants.dice_checks import from_items, modifiers, sides_parts
from chronicle.rules.lieutenants.events import OPEN, Acted, Assault, Event, Intercepted
from chronicle.rules.lieutenants.orders import Reply, ToAttack
from chronicle.rules.lieutenants.state import (
    Lieutenant,
    Minion,
    Stance,
    StanceKind,
    State,
    Style,
    Unit,
)
from chronicle.rules.lieutenants.terms import Action, Result, rule_of
from chronicle.rules.lieutenants.witnesses import taking_part

Meeting: TypeAlias = Literal["attacked", "attack", "stopped", "round", "pass"]


@dataclass(frozen=True, slots=True)
class Encounter:
    """What a result means to those who come: what befalls them by their reply, and in a fight.

    ``bonus`` is on the check of the attack that follows, whoever makes it; ``told`` says whether
    those in wait learn of movers who pass.
    """

    silent: Meeting
    fighting: Meeting
    bonus: int = 0
    told: bool = True


#: What each result does; ``silent`` when the movers don't attack, ``fighting`` when they would.
ENCOUNTERS: Final[Mapping[StanceKind, Mapping[Result, Encounter]]] = {
    "ambush": {
        "complete-failure": Encounter("round", "attack", 2),
        "failure": Encounter("stopped", "attack"),
        "success": Encounter("attacked", "attacked"),
        "complete-success": Encounter("attacked", "attacked", 2),
    },
    "block": {
        "complete-failure": Encounter("pass", "attack", told=False),
        "failure": Encounter("pass", "attack"),
        "success": Encounter("stopped", "attack"),
        # Two more for those who block are two fewer for those who attack them.
        "complete-success": Encounter("stopped", "attack", -2),
    },
}
#: The skill of those in wait; those who come always have Sneak against it.
SKILLS: Final[Mapping[StanceKind, Skill]] = {"ambush": "sneak", "block": "force"}
_ATTACKS: Final[Mapping[Style, Action]] = {
    "aggressive": "aggressive-attack",
    "cautious": "cautious-attack",
}


@dataclass(frozen=True, slots=True)
class Company:
    """Those who stand together in an encounter; without a lieutenant among them, only units."""

    faction: str
    lieutenant: Lieutenant | None
    units: tuple[Unit, ...]

    @property
    def minions(self) -> tuple[Minion, ...]:
        return (*(() if self.lieutenant is None else (self.lieutenant,)), *self.units)


def in_wait(state: State, stance: Stance) -> Company | None:
    """Those of a stance who are there and fit; None when its lieutenant is not."""
    lieutenant = state.lieutenant(stance.lieutenant)
    if lieutenant is None or lieutenant.at != stance.at or not state.fit(lieutenant):
        return None
    units = (state.unit(id) for id in stance.units)
    there = (unit for unit in units if unit is not None and unit.at == stance.at)
    return Company(stance.faction, lieutenant, tuple(unit for unit in there if state.fit(unit)))


def meet(scene: Scene, stance: Stance, wait: Company, comers: Company) -> Iterator[Event]:
    """What happens when those who come meet those in wait: the meeting, and perhaps a fight."""
    met, encounter = _met(scene, stance, wait, comers)
    yield met
    after = replace(scene, state=fold(scene.state, met.changes))
    if met.outcome == "attacked":
        yield _fight(after, stance, wait, comers, stance.style, encounter.bonus)
    elif met.outcome == "attack":
        style: Style = "aggressive" if _reply(scene, stance) == "aggressive" else "cautious"
        yield _fight(after, stance, comers, wait, style, encounter.bonus)


def _reply(scene: Scene, stance: Stance) -> Reply:
    order = scene.order
    return order.if_ambushed if stance.kind == "ambush" else order.if_blocked


def _met(
    scene: Scene, stance: Stance, wait: Company, comers: Company
) -> tuple[Intercepted, Encounter]:
    state, order, skill = scene.state, scene.order, SKILLS[stance.kind]
    crowd = skill == "force" and len(comers.minions) > 1
    own = together(state, wait.lieutenant, wait.units, skill, crowd=crowd)
    other = resisting(state, comers.minions, "sneak")
    part = f"stance-{stance.lieutenant}"
    parts = (*sides_parts(skill, own, other, "sneak"), *_of_those_in_wait(state, stance))
    roll = scene.throw(part, parts)
    encounter = ENCOUNTERS[stance.kind][result(roll)]
    silent = _reply(scene, stance) == "none"
    outcome = encounter.silent if silent else encounter.fighting
    met = Intercepted(
        id=scene.id(part),
        rule=rule_of(stance.kind),
        faction=stance.faction,
        lieutenant=stance.lieutenant,
        kind=stance.kind,
        at=stance.at,
        mover=order.faction,
        mover_lieutenant=order.lieutenant,
        order=order.id,
        movers=tuple(minion.id for minion in comers.minions),
        result=result(roll),
        outcome=outcome,
        known=_known(wait, comers, outcome, told=encounter.told),
        seen=FOR_GM,
        changes=(),
        rolls=(roll,),
    )
    return met, encounter


def _known(wait: Company, comers: Company, outcome: Meeting, *, told: bool) -> Visibility:
    """A stance that is sprung is plain to all; of those who pass only some know."""
    if outcome != "pass":
        return FOR_EVERYONE
    theirs = taking_part(comers.faction, comers.minions)
    ours = taking_part(wait.faction, wait.minions) if told else frozenset[str]()
    return visibility_of_factions(theirs | ours)


def _fight(
    scene: Scene, stance: Stance, own: Company, enemy: Company, style: Style, bonus: int
) -> Acted:
    """The attack of one company on the other, thrown under the order of the move."""
    state, action = scene.state, _ATTACKS[style]
    part = f"fight-{stance.lieutenant}"
    side = together(state, own.lieutenant, own.units, "force", crowd=len(enemy.minions) > 1)
    other = resisting(state, enemy.minions, "force", crowd=len(own.minions) > 1)
    parts = (
        *sides_parts("force", side, other),
        *((Modifier(bonus, "stance", rule_of(stance.kind)),) if bonus else ()),
        *_prepared(scene, stance, own, action, style),
    )
    roll = throw(scene.dice, f"{scene.order.key}/{part}", parts)
    changes, rolls = harm(fray(scene, stance, own, enemy), *HARM[style][result(roll)])
    counted = {minion.id for minion in side.counted}
    return Acted(
        id=scene.id(part),
        rule=rule_of(action),
        faction=own.faction,
        order=scene.order.id,
        # Units that come alone fight by themselves: whoever sent them is not there to be seen.
        lieutenant=own.lieutenant.id if own.lieutenant is not None else "",
        action=action,
        at=stance.at,
        against=enemy.faction,
        deed=Assault(style),
        result=result(roll),
        outcome=outcome_of(result(roll)),
        reason="",
        stealth=OPEN,
        helped=tuple(unit.id for unit in own.units if unit.id in counted),
        idle=tuple(unit.id for unit in own.units if unit.id not in counted),
        plan="",
        prompt="",
        known=FOR_EVERYONE,
        seen=FOR_GM,
        changes=(*_unhidden(own, enemy), *changes),
        rolls=(roll, *rolls),
        part="fight",
        sent_by="" if own.lieutenant is not None else scene.order.lieutenant,
    )


def companies(scene: Scene, met: Intercepted) -> tuple[Company, Company]:
    """Those in wait and those who come, as they were when they met."""
    state = scene.state
    stance = state.stances[met.lieutenant]
    coming = [state.assets[id] for id in met.movers]
    leaders = [minion for minion in coming if isinstance(minion, Lieutenant)]
    units = tuple(minion for minion in coming if isinstance(minion, Unit))
    wait = in_wait(state, stance) or Company(stance.faction, None, ())
    return wait, Company(met.mover, leaders[0] if leaders else None, units)


def fray(scene: Scene, stance: Stance, own: Company, enemy: Company) -> Clash:
    """One company that attacks the other where the stance was taken."""
    return Clash(
        scene.state,
        scene.dice,
        scene.order.key,
        own.minions,
        enemy.minions,
        exposed(scene.state, own.minions, enemy.faction, stance.at),
        prefix=f"fight-{stance.lieutenant}-",
    )


def _of_those_in_wait(state: State, stance: Stance) -> Iterator[Modifier]:
    """What the order to lie in wait said would help: items at hand, and the GM's word (L-CHK-7)."""
    yield from _at_hand(state, stance, stance.kind)
    for value, because in stance.modifiers:
        yield Modifier(value, "gm", "L-CHK-7", Facts(because=because))


def _at_hand(state: State, stance: Stance, action: Action) -> Iterator[Modifier]:
    return from_items(state, stance.faction, stance.items, action, state.locale(stance.at))


def _prepared(
    scene: Scene, stance: Stance, own: Company, action: Action, style: Style
) -> Iterator[Modifier]:
    """What helps those who attack besides themselves."""
    if own.faction == scene.faction:
        return _of_the_movers(scene, action, style)
    return _at_hand(scene.state, stance, action)


def _of_the_movers(scene: Scene, action: Action, style: Style) -> Iterator[Modifier]:
    """Items and modifiers of the order count where those who move attack; its stealth does not."""
    order = replace(scene.order, action=action, aim=ToAttack(style), stealth="")
    return modifiers(replace(scene, order=order))


def _unhidden(*companies: Company) -> Iterator[Change]:
    """Who fights is hidden no more."""
    for company in companies:
        for minion in company.minions:
            if minion.hiding is not None:
                yield Hid(minion.id, None)
