"""The parts of a faction's own sheet that show changes over the turn.

These are money, influence, projects, claims and rallies.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from chronicle.model.facts import Fact, Facts, place_ref
from chronicle.rules.lieutenants.board_view import BoardView, type_name
from chronicle.rules.lieutenants.changes import Paid
from chronicle.rules.lieutenants.events import (
    Acted,
    ConcealDeed,
    Event,
    ProjectDeed,
    RecruitDeed,
    SeduceDeed,
    SpyDeed,
    TakeDeed,
    TradeDeed,
)
from chronicle.rules.lieutenants.orders import Orders
from chronicle.rules.lieutenants.state import Facility, Lieutenant, Project, State, Unit, owners
from chronicle.rules.protocol import PlayedTurn, Sighting


def respect_asked(state: State, id: str) -> int:
    """Return the respect that a faction's upkeep requires of its reach (L-TURN-6)."""
    assets = [
        asset.upkeep
        for asset in state.assets.values()
        if isinstance(asset, Lieutenant | Unit | Facility) and _pays_for(id, asset)
    ]
    places = [place.upkeep for place in state.places.values() if place.owner == id]
    return sum(price.amount for price in (*assets, *places) if price.currency == "respect")


def _pays_for(id: str, asset: Lieutenant | Unit | Facility) -> bool:
    """Return whether a faction pays for an asset: its own, and its agents in other factions."""
    if asset.condition == "destroyed":
        return False
    if isinstance(asset, Facility):
        return asset.faction == id
    return not asset.held_by and id in owners(asset)


def ledger_rows(
    view: BoardView, moment: PlayedTurn[State, Orders, Event], id: str
) -> tuple[Facts, ...]:
    """Return every payment of the turn: for what, by which rule, and what was left."""
    return tuple(_iter_ledger_rows(view, moment, id))


def _iter_ledger_rows(
    view: BoardView, moment: PlayedTurn[State, Orders, Event], id: str
) -> Iterator[Facts]:
    balance = moment.before.factions[id].capital
    for step in moment.steps:
        for change in step.event.changes:
            if not isinstance(change, Paid) or change.faction != id or not change.amount:
                continue
            balance += change.amount
            yield Facts(
                reason=change.reason,
                rule=change.rule,
                order=_order_key(step.event, id),
                subject=_name(view, change.subject, id),
                place=place_ref(change.subject) if change.subject in view.after.places else None,
                change=change.amount,
                balance=balance,
            )


def _order_key(event: Event, id: str) -> str:
    """Return the key of an event's order if it is the faction's own; otherwise empty."""
    owner = event.id.split("/")[1]
    return f"{id}/{event.order}" if isinstance(event, Acted) and owner == id else ""


def _name(view: BoardView, subject: str, id: str) -> str:
    """Return the name of what was paid for; own assets are named even if they are gone."""
    asset = view.after.assets.get(subject)
    if asset is None:
        return ""
    gone = not asset.faction or view.faction == id
    return asset.name if gone or view.sees(subject) else ""


def influence_rows(view: BoardView, before: State, id: str) -> tuple[Facts, ...]:
    """Return influence and alliances with NPC factions, now and before the turn."""
    now, was = view.after.factions[id], before.factions[id]
    npcs = sorted({*now.influence, *was.influence, *now.allies, *was.allies})
    return tuple(
        Facts(
            npc=view.who(npc),
            points=now.influence.get(npc, 0),
            before=was.influence.get(npc, 0),
            allied=npc in now.allies,
            allied_before=npc in was.allies,
        )
        for npc in npcs
    )


def project_rows(moment: PlayedTurn[State, Orders, Event], id: str) -> tuple[Facts, ...]:
    """Return a faction's projects, with their progress in the turn."""
    return tuple(
        _project_row(moment, project)
        for _, project in sorted(moment.after.projects.items())
        if project.faction == id
    )


def _project_row(moment: PlayedTurn[State, Orders, Event], project: Project) -> Facts:
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


def claim_rows(view: BoardView, memory: Mapping[str, Sighting], id: str) -> tuple[Facts, ...]:
    """Return the NPC factions that back a faction, as far as it was told; for the GM all."""
    if view.gm:
        return tuple(
            Facts(npc=view.who(npc), name=view.name(thing), place=_place(view, thing), seen=0)
            for (npc, thing), backed in sorted(view.after.claims.items())
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
        if subject.startswith("claim/") and seen.facts["backs"] == view.who(id)
    )


def _place(view: BoardView, id: str) -> Fact:
    return view.place(id) if id in view.after.places else None


def rally_rows(view: BoardView, id: str) -> tuple[Facts, ...]:
    """Return attacks that an NPC faction was persuaded to make and that are still to come.

    Only the faction behind the rally and the GM see them, because it may have gone unnoticed.
    """
    return tuple(
        Facts(
            npc=view.who(rally.npc),
            target=view.who(rally.target),
            concerted=rally.concerted,
            turn=rally.turn,
            by=view.who(rally.by),
        )
        for _, rally in sorted(view.after.rallies.items())
        if id == rally.by or (view.gm and id in (rally.npc, rally.target))
    )


def prompt_rows(moment: PlayedTurn[State, Orders, Event], id: str) -> tuple[Facts, ...]:
    """Return what the GM has to decide after a faction's orders of the turn."""
    return tuple(
        Facts(
            prompt=event.prompt,
            lieutenant=_lieutenant(step.before, event.lieutenant),
            action=event.action,
            name=_subject_name(event),
        )
        for step in moment.steps
        if isinstance(event := step.event, Acted) and event.faction == id and event.prompt
    )


def _lieutenant(state: State, id: str) -> str:
    found = state.lieutenant(id)
    return found.name if found is not None else ""


def _subject_name(event: Acted) -> str:
    """Return the name of what an order was about."""
    match event.deed:
        case (
            TakeDeed()
            | ConcealDeed()
            | SpyDeed()
            | TradeDeed()
            | RecruitDeed()
            | SeduceDeed()
            | ProjectDeed()
        ):
            return event.deed.name
        case _:
            return ""
