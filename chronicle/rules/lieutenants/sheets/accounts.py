"""What of a faction's own sheet is reckoned over the turn: money, influence, projects, claims."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from chronicle.model.facts import Fact, Facts, place_ref
from chronicle.rules.lieutenants.board_view import Eyes, type_name
from chronicle.rules.lieutenants.changes import Paid
from chronicle.rules.lieutenants.events import (
    Acted,
    Effort,
    Event,
    Grab,
    Hiding,
    Recruitment,
    Seduction,
    Spying,
    Trade,
)
from chronicle.rules.lieutenants.orders import Orders
from chronicle.rules.lieutenants.state import Facility, Lieutenant, Project, State, Unit, owners
from chronicle.rules.protocol import PlayedTurn, Sighting


def respect(state: State, id: str) -> int:
    """The respect that all that a faction keeps up asks of its reach (L-TURN-6)."""
    assets = [
        asset.upkeep
        for asset in state.assets.values()
        if isinstance(asset, Lieutenant | Unit | Facility) and _keeps_up(id, asset)
    ]
    places = [place.upkeep for place in state.places.values() if place.owner == id]
    return sum(price.amount for price in (*assets, *places) if price.currency == "respect")


def _keeps_up(id: str, asset: Lieutenant | Unit | Facility) -> bool:
    """Whether a faction pays for an asset: its own, and whoever serves it among others."""
    if asset.condition == "destroyed":
        return False
    if isinstance(asset, Facility):
        return asset.faction == id
    return not asset.held_by and id in owners(asset)


def ledger(eyes: Eyes, moment: PlayedTurn[State, Orders, Event], id: str) -> tuple[Facts, ...]:
    """Every coin that came or went in the turn: for what, by which rule, and what was left."""
    return tuple(_ledger(eyes, moment, id))


def _ledger(eyes: Eyes, moment: PlayedTurn[State, Orders, Event], id: str) -> Iterator[Facts]:
    balance = moment.before.factions[id].capital
    for step in moment.steps:
        for change in step.event.changes:
            if not isinstance(change, Paid) or change.faction != id or not change.amount:
                continue
            balance += change.amount
            yield Facts(
                reason=change.reason,
                rule=change.rule,
                order=_order(step.event, id),
                subject=_name(eyes, change.subject, id),
                place=place_ref(change.subject) if change.subject in eyes.after.places else None,
                change=change.amount,
                balance=balance,
            )


def _order(event: Event, id: str) -> str:
    """The order that an entry is about, when it is the faction's own."""
    owner = event.id.split("/")[1]
    return f"{id}/{event.order}" if isinstance(event, Acted) and owner == id else ""


def _name(eyes: Eyes, subject: str, id: str) -> str:
    """The name of what was paid for; one's own is known even when it has gone."""
    asset = eyes.after.assets.get(subject)
    if asset is None:
        return ""
    gone = not asset.faction or eyes.faction == id
    return asset.name if gone or eyes.sees(subject) else ""


def influence(eyes: Eyes, before: State, id: str) -> tuple[Facts, ...]:
    """Influence and alliances with NPC factions, and what they were."""
    now, was = eyes.after.factions[id], before.factions[id]
    npcs = sorted({*now.influence, *was.influence, *now.allies, *was.allies})
    return tuple(
        Facts(
            npc=eyes.who(npc),
            points=now.influence.get(npc, 0),
            before=was.influence.get(npc, 0),
            allied=npc in now.allies,
            allied_before=npc in was.allies,
        )
        for npc in npcs
    )


def projects(moment: PlayedTurn[State, Orders, Event], id: str) -> tuple[Facts, ...]:
    """The projects that a faction carries on, with their progress in the turn."""
    return tuple(
        _project(moment, project)
        for _, project in sorted(moment.after.projects.items())
        if project.faction == id
    )


def _project(moment: PlayedTurn[State, Orders, Event], project: Project) -> Facts:
    was = moment.before.projects.get(project.id)
    subject = moment.after.assets.get(project.subject)
    return Facts(
        name=project.name,
        kind=project.kind,
        successes=project.successes,
        needed=project.needed,
        before=was.successes if was is not None else 0,
        hold=project.hold,
        blocked=project.blocked,
        subject=subject.name if subject is not None else "",
        type=type_name(moment.after, project.gain.type),
        statistic=project.gain.statistic or "",
        worked=project.worked == moment.turn and moment.turn > 0,
    )


def claims(eyes: Eyes, memory: Mapping[str, Sighting], id: str) -> tuple[Facts, ...]:
    """The NPC factions that back a faction, as far as it has been told; the GM knows all."""
    if eyes.gm:
        return tuple(
            Facts(npc=eyes.who(npc), name=eyes.name(thing), place=_place(eyes, thing), seen=0)
            for (npc, thing), backed in sorted(eyes.after.claims.items())
            if backed == id
        )
    return tuple(
        Facts(
            npc=seen.facts["npc"],
            name=seen.facts["name"],
            place=seen.facts["place"],
            seen=seen.turn,
        )
        for subject, seen in sorted(memory.items())
        if subject.startswith("claim/") and seen.facts["backs"] == eyes.who(id)
    )


def _place(eyes: Eyes, id: str) -> Fact:
    return eyes.place(id) if id in eyes.after.places else None


def rallies(eyes: Eyes, id: str) -> tuple[Facts, ...]:
    """Attacks that an NPC faction was roused to and that are yet to come.

    Whoever roused it knows of them; it may have been done unnoticed, and then nobody else does.
    """
    return tuple(
        Facts(
            npc=eyes.who(rally.npc),
            target=eyes.who(rally.target),
            concerted=rally.concerted,
            turn=rally.turn,
            by=eyes.who(rally.by),
        )
        for _, rally in sorted(eyes.after.rallies.items())
        if id == rally.by or (eyes.gm and id in (rally.npc, rally.target))
    )


def prompts(moment: PlayedTurn[State, Orders, Event], id: str) -> tuple[Facts, ...]:
    """What waits for the GM after a faction's orders of the turn."""
    return tuple(
        Facts(
            prompt=event.prompt,
            lieutenant=_lieutenant(step.before, event.lieutenant),
            action=event.action,
            name=_about(event),
        )
        for step in moment.steps
        if isinstance(event := step.event, Acted) and event.faction == id and event.prompt
    )


def _lieutenant(state: State, id: str) -> str:
    found = state.lieutenant(id)
    return found.name if found is not None else ""


def _about(event: Acted) -> str:
    """The name of what an order was about."""
    match event.deed:
        case Grab() | Hiding() | Spying() | Trade() | Recruitment() | Seduction() | Effort():
            return event.deed.name
        case _:
            return ""
