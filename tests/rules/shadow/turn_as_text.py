"""A turn of shadow powers as plain text: every fact of every event, and the board it leaves.

The cases are written in this notation. It leaves out prose (narratives, street lines), which the
tellings show, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chronicle.model.dice import Modifier, Roll
from chronicle.model.facts import Fact, Ref
from chronicle.rules.shadow.actions.assistance import Assisted
from chronicle.rules.shadow.actions.attack import AttackActorResult, AttackResourceResult
from chronicle.rules.shadow.actions.mobilize import MobilizeResult
from chronicle.rules.shadow.actions.placement import ActorPlaced, Placed
from chronicle.rules.shadow.actions.raise_influence import RaiseResult
from chronicle.rules.shadow.events import (
    Changed,
    Conspired,
    Details,
    Dominated,
    ResourceTaken,
    Revealed,
    RoundEvent,
    Sequenced,
)
from chronicle.rules.shadow.stakes import Stake, Transfer
from chronicle.rules.shadow.state import Power, State

ARROW = "→"


def events_as_text(events: Iterable[RoundEvent]) -> str:
    """All events, a paragraph each; what belongs to one is indented under it."""
    return "".join(f"{line}\n" for event in events for line in _event(event))


def board_as_text(state: State) -> str:
    """The Chalice and every power, in order of seats."""
    lines = [f"chalice {state.chalice}", *(_power(state.powers[seat]) for seat in state.seating)]
    return "".join(f"{line}\n" for line in lines)


def _event(event: RoundEvent) -> Iterator[str]:
    match event:
        case Changed():
            yield _changed(event)
        case Placed():
            placed = [f"{id} {sphere or 'reserve'}" for id, sphere in event.placements]
            yield f"place {event.power}: {', '.join(placed)} [{event.rule}]"
        case ActorPlaced():
            yield f"actor {event.power}: {event.sphere} [{event.rule}]"
        case Revealed():
            seen = [f"{power}/{id} {sphere}" for power, id, sphere in event.resources]
            seen += [f"actor of {power} {sphere}" for power, sphere in event.actors]
            yield f"reveal {', '.join(seen)} [{event.rule}]"
        case Sequenced():
            rows = [f"{power} {dice}" for power, dice in event.order]
            yield f"sequence {', '.join(rows)} [{event.rule}]"
        case Conspired():
            yield from _conspired(event)
        case ResourceTaken():
            verb = "takes" if event.taken else "can't pay for"
            new = event.resource
            tool = f"{new.id} ({new.name}, {new.type}, {new.strength}, {_where(new.sphere)})"
            yield f"{event.power}/{event.order} {verb} {tool} [{event.rule}]"
        case Dominated():
            rows = [f"{power} {total}" for power, total in event.totals]
            yield f"dominance {', '.join(rows)}: {event.power or 'nobody'} [{event.rule}]"
        case Assisted():
            there = "".join(f" {id} {strength}" for id, _, _, strength in event.resources)
            what = f"in {event.sphere} level {event.level},{there or ' nothing'} there"
            what = f"{what}, story {event.story}"
            yield f"assist {event.power} {what}: {event.request} [{event.rule}]"
        case _:
            raise AssertionError(event)
    yield from (_transfer(transfer) for transfer in event.transfers)


def _changed(event: Changed) -> str:
    source = "news" if event.by_news else f"adjustment ({event.because})"
    whose = {"chalice": "chalice", "dice": f"{event.power} dd"}.get(
        event.field, f"{event.power} {event.field}"
    )
    subject = f" {event.subject}" if event.subject else ""
    return f"{source}: {whose}{subject} {event.before}{ARROW}{event.after} [{event.rule}]"


def _conspired(event: Conspired) -> Iterator[str]:
    code = event.details.CODE
    tool = f"{event.resource.id} {event.resource.strength} in {event.sphere or 'reserve'}"
    outcome = event.outcome + (f", {event.refusal}" if event.refusal else "")
    veto = f" ({event.veto})" if event.veto else ""
    head = f"{code} {event.power}/{event.order} by {tool}: {_action(event.details)}"
    yield f"{head}: {outcome}{veto} [{event.rule}]"
    yield from (_stake(stake) for stake in event.stakes)
    yield from (_roll(roll) for roll in event.rolls)
    if event.chance is not None:
        yield f"  chance {event.chance}"


def _action(details: Details) -> str:
    match details:
        case RaiseResult():
            thrown = [f"{power} {level}" for power, level in details.displaced]
            out = f", throwing out {', '.join(thrown)}" if thrown else ""
            return f"{details.before}{ARROW}{details.level}{out}"
        case MobilizeResult():
            return f"{details.before}{ARROW}{details.after}"
        case AttackResourceResult():
            target = f"{details.power}/{details.resource.id} {details.resource.strength}"
            return f"{target}, lost {details.lost}"
        case AttackActorResult():
            return f"{details.power}, {details.name}"
        case _:
            raise AssertionError(details)


def _stake(stake: Stake) -> str:
    cut = f" of {stake.wanted}" if stake.wanted != stake.dice else ""
    return f"  {stake.role} {stake.power}/{stake.resource} {stake.dice}{cut}"


def _roll(roll: Roll) -> str:
    parts = ", ".join(_part(part) for part in roll.modifiers) or "nothing"
    size = max(0, sum(part.value for part in roll.modifiers))
    purpose = roll.id.rpartition("/")[2]
    faces = " ".join(str(face) for face in roll.faces) or "-"
    shown = f"{roll.result['successes']} successes, {roll.result['sixes']} sixes"
    return f"  {purpose} {size}d{roll.sides} ({parts}): {faces} = {shown}, {roll.source}"


def _part(part: Modifier) -> str:
    of = [_word(fact) for fact in part.facts.values()]
    rule = "" if part.rule == "S-DICE-1" else f" [{part.rule}]"
    return " ".join([f"{part.value:+}", part.reason, *of]) + rule


def _word(fact: Fact) -> str:
    return fact.id if isinstance(fact, Ref) else str(fact)


def _transfer(transfer: Transfer) -> str:
    way = f"{transfer.source} {ARROW} {transfer.target}"
    return f"  {way}: {transfer.dice} [{transfer.rule}]"


def _where(sphere: str) -> str:
    return sphere or "reserve"


def _power(power: Power) -> str:
    actor = _where(power.actor.sphere) if power.actor.active else "eliminated"
    influence = [f"{sphere} {level}" for sphere, level in sorted(power.influence.items())]
    tools = [
        f"{tool.id} {tool.strength} {_where(tool.sphere)}" for tool in power.resources.values()
    ]
    assisted = f"; assisted in story {power.assisted}" if power.assisted >= 0 else ""
    return (
        f"{power.id} {power.dice} dd; actor {actor}; influence {', '.join(influence) or 'none'}; "
        f"resources {', '.join(tools) or 'none'}{assisted}"
    )
