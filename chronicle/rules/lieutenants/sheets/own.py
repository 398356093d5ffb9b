"""A faction's own sheet: its people and things, its money, its standing, and what it works at."""

from __future__ import annotations

from collections.abc import Mapping

from chronicle.model.facts import Fact, Facts, place_ref
from chronicle.rules.lieutenants.asset_kinds import kind_of
from chronicle.rules.lieutenants.board_view import Eyes, priced, statistics, type_name
from chronicle.rules.lieutenants.events import Event
from chronicle.rules.lieutenants.orders import Orders
from chronicle.rules.lieutenants.sheets.accounts import (
    claims,
    influence,
    ledger,
    projects,
    prompts,
    rallies,
    respect,
)
from chronicle.rules.lieutenants.state import (
    OUT,
    Asset,
    Facility,
    Hiding,
    Information,
    Item,
    Lieutenant,
    Minion,
    State,
    Unit,
    owners,
)
from chronicle.rules.lieutenants.tellings.consequences import applies
from chronicle.rules.protocol import PlayedTurn, Sighting


def own(
    eyes: Eyes,
    moment: PlayedTurn[State, Orders, Event],
    memory: Mapping[str, Sighting],
    id: str,
) -> Facts:
    """Everything that a faction knows of itself; the GM also sees who has found it out."""
    state, before = moment.after, moment.before
    faction = state.factions[id]
    return Facts(
        {
            "who": eyes.who(id),
            "npc": faction.npc,
            "capital": faction.capital,
            "capital_before": before.factions[id].capital,
            "level_cap": faction.level_cap,
            "leadership": faction.leadership,
            "cohesion": faction.cohesion,
            "reach": faction.reach,
            "respect": respect(state, id),
            **_people(eyes, id),
            **_things(eyes, id),
            "influence": influence(eyes, before, id),
            "ledger": ledger(eyes, moment, id),
            "projects": projects(moment, id),
            "standing": _standing(state, id),
            "claims": claims(eyes, memory, id),
            "lost": _lost(before, state, id),
            "rallies": rallies(eyes, id),
            "prompts": prompts(moment, id) if eyes.gm else (),
        }
    )


# ── People ───────────────────────────────────────────────────────────────────────────────────────


def _people(eyes: Eyes, id: str) -> dict[str, Fact]:
    state = eyes.after
    minions = [
        asset
        for _, asset in sorted(state.assets.items())
        if isinstance(asset, Lieutenant | Unit) and asset.condition != "destroyed"
    ]
    mine = [minion for minion in minions if id in owners(minion)]
    free = [minion for minion in mine if not minion.held_by]
    units = [minion for minion in free if isinstance(minion, Unit)]
    lieutenants = [minion for minion in free if isinstance(minion, Lieutenant)]
    led = {minion.at for minion in lieutenants if minion.condition not in OUT}
    held = [minion for minion in minions if minion.held_by == id and minion not in mine]
    return {
        "lieutenants": tuple(_lieutenant(eyes, it, id, units) for it in lieutenants),
        "units": tuple(_unit(eyes, unit, id) for unit in units),
        "alone": tuple(_unit(eyes, unit, id) for unit in units if unit.at not in led),
        "prisoners": tuple(_prisoner(eyes, minion, known=True) for minion in held),
        "captives": tuple(
            _prisoner(eyes, minion, known=eyes.gm) for minion in mine if minion.held_by
        ),
    }


def _lieutenant(eyes: Eyes, lieutenant: Lieutenant, id: str, units: list[Unit]) -> Facts:
    there = [unit for unit in units if unit.at == lieutenant.at]
    lost = lieutenant.condition in OUT and not eyes.gm
    carried = [
        asset
        for asset in eyes.after.assets.values()
        if isinstance(asset, Item | Information) and asset.holder == lieutenant.id
        if eyes.gm or asset.faction == id
    ]
    return Facts(
        {
            **_minion(eyes, lieutenant, id),
            "at": None if lost else eyes.place(lieutenant.at),
            "level": lieutenant.level,
            "statistics": statistics(lieutenant.statistics),
            "stance": _stance(eyes, lieutenant.id),
            "carries": tuple(asset.name for asset in carried),
            "units": tuple(_unit(eyes, unit, id) for unit in there)
            if lieutenant.condition not in OUT
            else (),
        }
    )


def _unit(eyes: Eyes, unit: Unit, id: str) -> Facts:
    abilities = eyes.after.house.catalogue.abilities
    return Facts(
        {
            **_minion(eyes, unit, id),
            "at": eyes.place(unit.at),
            "level": unit.level,
            "type": type_name(eyes.after, unit.type),
            "competencies": tuple(unit.competencies),
            "abilities": tuple(
                abilities[name].name if name in abilities else name for name in unit.abilities
            ),
        }
    )


def _minion(eyes: Eyes, minion: Minion, id: str) -> dict[str, Fact]:
    elsewhere = minion.faction != id
    return {
        "name": minion.name,
        "condition": minion.condition,
        **_hiding(eyes, minion.hiding),
        "upkeep": priced(minion.upkeep),
        "bonded": minion.bonded,
        "agent": elsewhere,
        "host": eyes.who(minion.faction) if elsewhere else None,
        "served": eyes.who(minion.agent_of) if eyes.gm else None,
        "held_by": None,
    }


def _hiding(eyes: Eyes, hiding: Hiding | None) -> dict[str, Fact]:
    found = sorted(hiding.found_by) if hiding is not None and eyes.gm else ()
    return {
        "hiding": None if hiding is None else hiding.level,
        "found_by": tuple(eyes.who(faction) for faction in found),
    }


def _stance(eyes: Eyes, lieutenant: str) -> Facts | None:
    stance = eyes.after.stances.get(lieutenant)
    if stance is None:
        return None
    return Facts(
        kind=stance.kind,
        at=eyes.place(stance.at),
        against=tuple(eyes.who(faction) for faction in stance.against),
        units=eyes.names(stance.units),
        style=stance.style,
    )


def _prisoner(eyes: Eyes, minion: Minion, *, known: bool) -> Facts:
    return Facts(
        name=minion.name,
        kind=kind_of(minion),
        faction=eyes.who(minion.faction),
        at=eyes.place(minion.at) if known else None,
    )


# ── Things and places ────────────────────────────────────────────────────────────────────────────


def _things(eyes: Eyes, id: str) -> dict[str, Fact]:
    state = eyes.after
    assets = [asset for _, asset in sorted(state.assets.items()) if asset.faction == id]
    items = [asset for asset in assets if isinstance(asset, Item)]
    papers = [asset for asset in assets if isinstance(asset, Information)]
    built = [asset for asset in assets if isinstance(asset, Facility)]
    return {
        "items": tuple(
            Facts({**_thing(eyes, item), "value": item.value, "bonuses": _bonuses(item)})
            for item in items
        ),
        "information": tuple(
            Facts({**_thing(eyes, paper), "obscurity": paper.obscurity}) for paper in papers
        ),
        "facilities": tuple(_facility(eyes, it) for it in built if it.condition != "destroyed"),
        "locations": tuple(
            Facts(
                place=eyes.place(place.id),
                income=place.income,
                upkeep=priced(place.upkeep),
                stash=place.capital,
                level=place.level,
                secret=place.secret,
            )
            for place in state.places.values()
            if place.owner == id
        ),
    }


def _thing(eyes: Eyes, thing: Item | Information) -> dict[str, Fact]:
    return {
        "name": thing.name,
        "at": eyes.whereabouts(eyes.after, thing),
        "holder": eyes.name(thing.holder),
        "hiding": None if thing.hiding is None else thing.hiding.level,
    }


def _bonuses(item: Item) -> tuple[Facts, ...]:
    return tuple(Facts(actions=tuple(it.actions), value=it.value) for it in item.bonuses)


def _facility(eyes: Eyes, facility: Facility) -> Facts:
    return Facts(
        name=facility.name,
        type=type_name(eyes.after, facility.type),
        at=eyes.whereabouts(eyes.after, facility),
        to=place_ref(facility.to) if facility.to else None,
        level=facility.level,
        condition=facility.condition,
        income=facility.income,
        upkeep=priced(facility.upkeep),
    )


# ── What else there is ───────────────────────────────────────────────────────────────────────────


def _standing(state: State, id: str) -> tuple[Facts, ...]:
    return tuple(
        Facts({**applies(state, standing), "rule": standing.rule})
        for _, standing in sorted(state.standing.items())
        if standing.faction == id
    )


def _lost(before: State, after: State, id: str) -> tuple[Facts, ...]:
    """One's own that was there when the turn began and is no longer, without who has it."""
    rows = []
    for name, was in sorted(before.assets.items()):
        fate = _fate(was, after.assets.get(name), id)
        if fate:
            rows.append(Facts(name=was.name, kind=kind_of(was), fate=fate))
    return tuple(rows)


def _fate(was: Asset, now: Asset | None, id: str) -> str:
    if id not in owners(was):
        return ""
    if now is None or id not in owners(now):
        return "gone"
    if isinstance(now, Item | Information) or isinstance(was, Item | Information):
        return ""
    if now.condition != was.condition and now.condition in OUT:
        return now.condition
    return "captured" if _holder(now) not in ("", id, _holder(was)) else ""


def _holder(asset: Asset) -> str:
    """Who keeps an asset prisoner, if anybody."""
    return asset.held_by if isinstance(asset, Lieutenant | Unit) else ""
