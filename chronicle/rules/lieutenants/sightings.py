"""What a faction sees of others' assets in an event, to be remembered.

A subject is `<asset>/` followed by `place`, `condition`, `figures`, `type` or `agent`; each is
updated separately. `place/<place>/stash` is the capital kept at a location, and
`claim/<npc>/<thing>` is whom an NPC faction backs. Own assets are not remembered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chronicle.model.facts import Fact, Facts
from chronicle.rules.lieutenants import events
from chronicle.rules.lieutenants.actions.attack import AttackDetails
from chronicle.rules.lieutenants.actions.espionage import Discovery, SpyDetails
from chronicle.rules.lieutenants.actions.travel import MoveDetails
from chronicle.rules.lieutenants.board_view import BoardView, statistics_facts, type_name
from chronicle.rules.lieutenants.changes import Claimed, Struck
from chronicle.rules.lieutenants.fact_rows import action_place, attackers_in, defenders_in
from chronicle.rules.lieutenants.state import Asset, kind_of
from chronicle.rules.lieutenants.watches import visits
from chronicle.rules.protocol import Sighting


def actor_sightings(view: BoardView, event: events.Acted) -> tuple[Sighting, ...]:
    """Return what the acting faction sees: its opponents, what it struck and investigated."""
    seen: list[Sighting] = []
    if isinstance(event.details, AttackDetails) or event.action in ("raid", "steal"):
        met = [minion.id for minion in defenders_in(view, event)]
        met += (it.asset for it in event.changes if isinstance(it, Struck))
        seen += encounter_sightings(view, event, dict.fromkeys(met), event.at)
    seen += claim_sightings(view, event)
    if isinstance(event.details, SpyDetails):
        for find in event.details.finds:
            seen += _discovery_sightings(view, find)
    return tuple(seen)


def target_sightings(view: BoardView, event: events.Acted) -> tuple[Sighting, ...]:
    """Return what the target sees of the attackers, if it knows who they are."""
    return tuple(
        encounter_sightings(
            view,
            event,
            _present(event, (minion.id for minion in attackers_in(view, event))),
            event.at,
        )
    )


def witness_sightings(
    view: BoardView, event: events.Acted, units: Iterable[str] = ()
) -> tuple[Sighting, ...]:
    """Return what witnesses see: the lieutenant and these units at the scene, or on the move."""
    if isinstance(event.details, MoveDetails):
        return tuple(_arrival_sightings(view, event.details, units))
    known = action_place(view, event) is not None
    there = _present(event, (event.lieutenant, *units)) if known else ()
    return (*encounter_sightings(view, event, there, event.at), *claim_sightings(view, event))


def _present(event: events.Acted, ids: Iterable[str]) -> tuple[str, ...]:
    """Return those who were at the place of an action; nobody if it was aimed at somebody."""
    there = {id for id, place in visits(event) if place == event.at}
    return tuple(id for id in ids if id in there)


def claim_sightings(view: BoardView, event: events.Acted) -> Iterator[Sighting]:
    """Yield whom an NPC faction backs from now on, for those who learn of a claim."""
    for change in event.changes:
        if isinstance(change, Claimed):
            thing, backs = change.thing, view.holder(change.faction, change.thing)
            if change.faction == event.faction:
                backs = view.actor(event.faction, event.lieutenant)
            facts: dict[str, Fact] = {
                "npc": view.who(change.npc),
                "name": view.name(thing),
                "place": view.place(thing) if thing in view.after.places else None,
                "backs": backs,
            }
            yield Sighting(f"claim/{change.npc}/{thing}", Facts(facts))


def encounter_sightings(
    view: BoardView, event: events.Event, ids: Iterable[str], at: str
) -> Iterator[Sighting]:
    """Yield assets seen at a place, with their condition afterwards."""
    struck = {change.asset for change in event.changes if isinstance(change, Struck)}
    for id in ids:
        asset = view.asset(id)
        if asset is None or view.owns(id) or not view.sees(id):
            continue
        if view.place(at) is not None:
            yield Sighting(f"{id}/place", _asset_facts(view, asset, at=view.place(at)))
        if id in struck:
            condition = view.after.assets[id].condition
            yield Sighting(f"{id}/condition", _asset_facts(view, asset, condition=condition))


def _arrival_sightings(
    view: BoardView, details: MoveDetails, legs: Iterable[str]
) -> Iterator[Sighting]:
    shown = set(legs)
    for id, origin, to, arrived in details.legs:
        asset = view.asset(id)
        at = view.place(to if arrived else origin)
        if asset is None or id not in shown or view.owns(id) or at is None:
            continue
        yield Sighting(f"{id}/place", _asset_facts(view, asset, at=at))


def _discovery_sightings(view: BoardView, find: Discovery) -> Iterator[Sighting]:
    if find.capital is not None:
        yield Sighting(f"place/{find.at}/stash", Facts(capital=find.capital))
    if not find.asset or view.owns(find.asset):
        return
    base: dict[str, Fact] = {
        "name": find.name,
        "kind": find.kind,
        "faction": view.who(find.faction),
    }
    if view.place(find.at) is not None:
        yield Sighting(f"{find.asset}/place", Facts({**base, "at": view.place(find.at)}))
    if find.condition is not None:
        yield Sighting(f"{find.asset}/condition", Facts({**base, "condition": find.condition}))
    if find.level is not None or find.statistics is not None:
        own = None if find.statistics is None else statistics_facts(find.statistics)
        figures: dict[str, Fact] = {"level": find.level, "statistics": own}
        yield Sighting(f"{find.asset}/figures", Facts({**base, **figures}))
    if find.type:
        sort = type_name(view.before, find.type)
        yield Sighting(f"{find.asset}/type", Facts({**base, "type": sort}))
    if find.agent_of is not None:
        agent: dict[str, Fact] = {
            "agent": "yes" if find.agent_of else "no",
            "agent_of": view.who(find.agent_of),
        }
        yield Sighting(f"{find.asset}/agent", Facts({**base, **agent}))


def _asset_facts(view: BoardView, asset: Asset, **more: Fact) -> Facts:
    return Facts(
        {"name": asset.name, "kind": kind_of(asset), "faction": view.who(asset.faction), **more}
    )
