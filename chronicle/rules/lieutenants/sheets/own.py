"""A faction's own sheet: people, things, money, standing modifiers and projects."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.model.facts import Fact, Facts, FactsOf, place_ref
from chronicle.rules.lieutenants import events
from chronicle.rules.lieutenants.board_view import (
    BoardView,
    price_facts,
    statistics_facts,
    type_name,
)
from chronicle.rules.lieutenants.changes import Paid
from chronicle.rules.lieutenants.fact_rows import alliance_bonus_facts, standing_modifier_facts
from chronicle.rules.lieutenants.orders import Orders
from chronicle.rules.lieutenants.state import (
    OUT_OF_ACTION,
    Asset,
    Facility,
    HiddenStatus,
    Information,
    Item,
    Lieutenant,
    Minion,
    Project,
    State,
    Unit,
    kind_of,
    owners,
)
from chronicle.rules.lieutenants.terms import rule_of
from chronicle.rules.lieutenants.upkeep import pays_for
from chronicle.rules.protocol import Memory, PlayedTurn


def own_sheet(
    view: BoardView,
    played_turn: PlayedTurn[State, Orders, events.Event],
    memory: Memory,
    id: str,
) -> Facts:
    """Return all that a faction knows of itself; for the GM also who found its hidden assets."""
    state, before = played_turn.after, played_turn.before
    faction = state.factions[id]
    return Facts(
        {
            "who": view.who(id),
            "npc": faction.npc,
            "capital": faction.capital,
            "capital_before": before.factions[id].capital,
            "level_cap": faction.level_cap,
            "leadership": faction.leadership,
            "cohesion": faction.cohesion,
            "reach": faction.reach,
            "respect": respect_asked(state, id),
            **_people_facts(view, id),
            **_things_facts(view, id),
            "influence": influence_rows(view, before, id),
            "ledger": ledger_rows(view, played_turn, id),
            "projects": project_rows(played_turn, id),
            "standing": _standing_modifier_rows(view, id),
            "claims": claim_rows(view, memory, id),
            "lost": _lost_rows(before, state, id),
            "rallies": rally_rows(view, id),
            "prompts": prompt_rows(played_turn, id) if view.gm else (),
        }
    )


# ── People ───────────────────────────────────────────────────────────────────────────────────────


def _people_facts(view: BoardView, id: str) -> dict[str, Fact]:
    state = view.after
    minions = [
        asset
        for _, asset in sorted(state.assets.items())
        if isinstance(asset, Minion) and asset.condition != "destroyed"
    ]
    mine = [minion for minion in minions if id in owners(minion)]
    free = [minion for minion in mine if not minion.held_by]
    units = [minion for minion in free if isinstance(minion, Unit)]
    lieutenants = [minion for minion in free if isinstance(minion, Lieutenant)]
    led = {minion.at for minion in lieutenants if minion.condition not in OUT_OF_ACTION}
    held = [minion for minion in minions if minion.held_by == id and minion not in mine]
    return {
        "lieutenants": tuple(_lieutenant_row(view, it, id, units) for it in lieutenants),
        "units": tuple(_unit_row(view, unit, id) for unit in units),
        "alone": tuple(_unit_row(view, unit, id) for unit in units if unit.at not in led),
        "prisoners": tuple(_prisoner_row(view, minion, known=True) for minion in held),
        "captives": tuple(
            _prisoner_row(view, minion, known=view.gm) for minion in mine if minion.held_by
        ),
    }


def _lieutenant_row(view: BoardView, lieutenant: Lieutenant, id: str, units: list[Unit]) -> Facts:
    there = [unit for unit in units if unit.at == lieutenant.at]
    lost = lieutenant.condition in OUT_OF_ACTION and not view.gm
    carried = [
        asset
        for asset in view.after.assets.values()
        if asset.holder == lieutenant.id
        if view.gm or asset.faction == id
    ]
    return Facts(
        {
            **_minion_facts(view, lieutenant, id),
            "at": None if lost else view.place(lieutenant.at),
            "level": lieutenant.level,
            "statistics": statistics_facts(lieutenant.statistics),
            "stance": _stance_facts(view, lieutenant.id),
            "away": view.after.away(lieutenant.id),
            "carries": tuple(asset.name for asset in carried),
            "units": tuple(_unit_row(view, unit, id) for unit in there)
            if lieutenant.condition not in OUT_OF_ACTION
            else (),
        }
    )


def _unit_row(view: BoardView, unit: Unit, id: str) -> Facts:
    abilities = view.after.house.catalogue.abilities
    return Facts(
        {
            **_minion_facts(view, unit, id),
            "at": view.place(unit.at),
            "level": unit.level,
            "type": type_name(view.after, unit.type),
            "competencies": tuple(unit.competencies),
            "abilities": tuple(
                abilities[name].name if name in abilities else name for name in unit.abilities
            ),
        }
    )


def _minion_facts(view: BoardView, minion: Minion, id: str) -> dict[str, Fact]:
    elsewhere = minion.faction != id
    return {
        "name": minion.name,
        "condition": minion.condition,
        **_hiding_facts(view, minion.hiding),
        "upkeep": price_facts(minion.upkeep),
        "bonded": minion.bonded,
        "agent": elsewhere,
        "host": view.who(minion.faction) if elsewhere else None,
        "served": view.who(minion.agent_of) if view.gm else None,
        "held_by": None,
    }


def _hiding_facts(view: BoardView, hiding: HiddenStatus | None) -> dict[str, Fact]:
    found = sorted(hiding.found_by) if hiding is not None and view.gm else ()
    return {
        "hiding": None if hiding is None else hiding.level,
        "found_by": tuple(view.who(faction) for faction in found),
    }


def _stance_facts(view: BoardView, lieutenant: str) -> Facts | None:
    stance = view.after.stances.get(lieutenant)
    if stance is None:
        return None
    return Facts(
        kind=stance.kind,
        at=view.place(stance.at),
        way=view.places(stance.way),
        against=tuple(view.who(faction) for faction in stance.against),
        units=view.names(stance.units),
        style=stance.style,
    )


def _prisoner_row(view: BoardView, minion: Minion, *, known: bool) -> Facts:
    return Facts(
        name=minion.name,
        kind=kind_of(minion),
        faction=view.who(minion.faction),
        at=view.place(minion.at) if known else None,
    )


# ── Things and places ────────────────────────────────────────────────────────────────────────────


def _things_facts(view: BoardView, id: str) -> dict[str, Fact]:
    state = view.after
    assets = [asset for _, asset in sorted(state.assets.items()) if asset.faction == id]
    items = [asset for asset in assets if isinstance(asset, Item)]
    papers = [asset for asset in assets if isinstance(asset, Information)]
    built = [asset for asset in assets if isinstance(asset, Facility)]
    return {
        "items": tuple(
            Facts({**_thing_facts(view, item), "value": item.value, "bonuses": _bonus_rows(item)})
            for item in items
        ),
        "information": tuple(
            Facts({**_thing_facts(view, paper), "obscurity": paper.obscurity}) for paper in papers
        ),
        "facilities": tuple(_facility_row(view, it) for it in built if it.condition != "destroyed"),
        "locations": tuple(
            Facts(
                place=view.place(place.id),
                income=place.income,
                upkeep=price_facts(place.upkeep),
                stash=place.capital,
                level=place.level,
                secret=place.secret,
            )
            for place in state.places.values()
            if place.owner == id
        ),
    }


def _thing_facts(view: BoardView, thing: Item | Information) -> dict[str, Fact]:
    return {
        "name": thing.name,
        "at": view.whereabouts(view.after, thing),
        "holder": view.name(thing.holder),
        "hiding": None if thing.hiding is None else thing.hiding.level,
    }


def _bonus_rows(item: Item) -> tuple[Facts, ...]:
    return tuple(Facts(actions=tuple(it.actions), value=it.value) for it in item.bonuses)


def _facility_row(view: BoardView, facility: Facility) -> Facts:
    return Facts(
        name=facility.name,
        type=type_name(view.after, facility.type),
        at=view.whereabouts(view.after, facility),
        to=place_ref(facility.to) if facility.to else None,
        level=facility.level,
        condition=facility.condition,
        income=facility.income,
        upkeep=price_facts(facility.upkeep),
    )


# ── What else there is ───────────────────────────────────────────────────────────────────────────


def _standing_modifier_rows(view: BoardView, id: str) -> tuple[Facts, ...]:
    """Return the standing modifiers of a faction, and the bonus of each of its alliances."""
    state = view.after
    standing = (
        Facts(FactsOf(standing_modifier_facts(state, standing)), rule=standing.rule)
        for _, standing in sorted(state.standing.items())
        if standing.faction == id
    )
    allied = (
        Facts(FactsOf(alliance_bonus_facts(view, npc)), rule=rule_of("ally"))
        for npc in sorted(state.factions[id].allies)
    )
    return (*standing, *allied)


def _lost_rows(before: State, after: State, id: str) -> tuple[Facts, ...]:
    """Return own assets that were lost during the turn, without who has them now."""
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
    if now.condition != was.condition and now.condition in OUT_OF_ACTION:
        return now.condition
    return "captured" if now.held_by not in ("", id, was.held_by) else ""


def respect_asked(state: State, id: str) -> int:
    """Return the respect that a faction's upkeep requires of its reach (L-TURN-6)."""
    assets = [asset.upkeep for asset in state.assets.values() if pays_for(id, asset)]
    places = [place.upkeep for place in state.places.values() if place.owner == id]
    return sum(price.amount for price in (*assets, *places) if price.currency == "respect")


def ledger_rows(
    view: BoardView, played_turn: PlayedTurn[State, Orders, events.Event], id: str
) -> tuple[Facts, ...]:
    """Return every payment of the turn: for what, by which rule, and what was left."""
    return tuple(_iter_ledger_rows(view, played_turn, id))


def _iter_ledger_rows(
    view: BoardView, played_turn: PlayedTurn[State, Orders, events.Event], id: str
) -> Iterator[Facts]:
    balance = played_turn.before.factions[id].capital
    for step in played_turn.steps:
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


def _order_key(event: events.Event, id: str) -> str:
    """Return the key of an event's order if it is the faction's own; otherwise empty."""
    owner = event.id.split("/")[1]
    return f"{id}/{event.order}" if isinstance(event, events.Acted) and owner == id else ""


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


def project_rows(
    played_turn: PlayedTurn[State, Orders, events.Event], id: str
) -> tuple[Facts, ...]:
    """Return a faction's projects, with their progress in the turn."""
    return tuple(
        _project_row(played_turn, project)
        for _, project in sorted(played_turn.after.projects.items())
        if project.faction == id
    )


def _project_row(played_turn: PlayedTurn[State, Orders, events.Event], project: Project) -> Facts:
    was = played_turn.before.projects.get(project.id)
    subject = played_turn.after.assets.get(project.subject)
    return Facts(
        name=project.name,
        kind=project.kind,
        successes=project.successes,
        needed=project.needed,
        before=was.successes if was is not None else 0,
        hold=project.hold,
        blocked=project.blocked,
        subject=subject.name if subject is not None else "",
        type=type_name(played_turn.after, project.gain.type),
        statistic=project.gain.statistic or "",
        worked=project.worked == played_turn.turn and played_turn.turn > 0,
    )


def claim_rows(view: BoardView, memory: Memory, id: str) -> tuple[Facts, ...]:
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


def prompt_rows(played_turn: PlayedTurn[State, Orders, events.Event], id: str) -> tuple[Facts, ...]:
    """Return what the GM has to decide after a faction's orders of the turn."""
    return tuple(
        Facts(
            prompt=prompt,
            lieutenant=_lieutenant(step.before, event.lieutenant),
            action=event.action,
            name=event.details.subject_name if event.details is not None else "",
        )
        for step in played_turn.steps
        if isinstance(event := step.event, events.Acted) and event.faction == id
        for prompt in event.prompts
    )


def _lieutenant(state: State, id: str) -> str:
    found = state.lieutenant(id)
    return found.name if found is not None else ""
