"""How each event changes the board: the only place where it changes."""

from __future__ import annotations

from collections.abc import Iterable

from chronicle.records import replace
from chronicle.rules.shadow import events
from chronicle.rules.shadow.state import CHALICE, MAX_INFLUENCE, Power, State


def apply(state: State, event: events.Event) -> State:
    """Return the board after an event."""
    match event:
        case events.Changed():
            return _changed(_moved(state, event.transfers), event)
        case events.Placed():
            return state.with_power(_placed(state.powers[event.power], event))
        case events.ActorPlaced():
            power = state.powers[event.power]
            return state.with_power(replace(power, actor=replace(power.actor, sphere=event.sphere)))
        case events.Conspired():
            return _conspired(_moved(state, event.transfers), event)
        case events.ResourceTaken():
            after = _moved(state, event.transfers)
            if not event.taken:
                return after
            return after.with_power(after.powers[event.power].with_resource(event.resource))
        case events.Dominated():
            return _moved(state, event.transfers)
        case events.Assisted():
            return state.with_power(replace(state.powers[event.power], assisted=event.story))
        case events.Revealed() | events.Sequenced():
            return state


def fold(state: State, new_events: Iterable[events.Event]) -> State:
    """Return the board after all these events."""
    for event in new_events:
        state = apply(state, event)
    return state


def _moved(state: State, transfers: Iterable[events.Transfer]) -> State:
    for transfer in transfers:
        state = _credit(state, transfer.source, -transfer.dice)
        state = _credit(state, transfer.target, transfer.dice)
    return state


def _credit(state: State, account: str, dice: int) -> State:
    if account == CHALICE:
        return replace(state, chalice=state.chalice + dice)
    power = state.powers.get(account)
    # The GM's hand holds no dice: dice taken from it are created, dice put into it are destroyed.
    return state if power is None else state.with_power(replace(power, dice=power.dice + dice))


def _changed(state: State, event: events.Changed) -> State:
    if event.field in ("dice", "chalice"):
        return state
    power = state.powers[event.power]
    match event.field:
        case "influence":
            return state.with_power(power.with_influence(event.subject, event.after))
        case "strength":
            resource = replace(power.resources[event.subject], strength=event.after)
            return state.with_power(power.with_resource(resource))
        case _:
            sphere = power.actor.sphere if event.after else ""
            actor = replace(power.actor, active=bool(event.after), sphere=sphere)
            return state.with_power(replace(power, actor=actor))


def _placed(power: Power, event: events.Placed) -> Power:
    for id, sphere in event.placements:
        power = power.with_resource(replace(power.resources[id], sphere=sphere))
    return power


def _conspired(state: State, event: events.Conspired) -> State:
    if event.outcome != "success":
        return state
    power = state.powers[event.power]
    match event.details:
        case events.RaiseResult(level=level):
            state = state.with_power(power.with_influence(event.sphere, level))
            return _dominance(state, event.power, event.sphere) if level == MAX_INFLUENCE else state
        case events.MobilizeResult(after=after):
            resource = replace(power.resources[event.resource.id], strength=after)
            return state.with_power(power.with_resource(resource))
        case events.AttackResourceResult(power=other, resource=target, lost=lost):
            weakened = replace(target, strength=max(0, target.strength - lost))
            return state.with_power(state.powers[other].with_resource(weakened))
        case events.AttackActorResult(power=other):
            hunted = state.powers[other]
            gone = replace(hunted.actor, active=False, sphere="")
            return state.with_power(replace(hunted, actor=gone))


def _dominance(state: State, holder: str, sphere: str) -> State:
    """Remove everybody else's Influence from a dominated sphere (S-ACT-1)."""
    for power in state.powers.values():
        if power.id != holder and power.standing(sphere):
            state = state.with_power(power.with_influence(sphere, 0))
    return state
