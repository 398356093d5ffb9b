"""What an audience may see of a power or a sphere at the end of a turn, and of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from operator import itemgetter
from typing import Any, Final

from chronicle.model.audience import Audience, visibility_of_factions
from chronicle.model.facts import Fact, Facts, Ref, faction_ref, place_ref
from chronicle.records import Record
from chronicle.rules import protocol
from chronicle.rules.kit.figures import (
    count_by_faction,
    faction_under,
    figures_named,
    income_and_costs,
    rank_holdings,
    rows_of,
)
from chronicle.rules.shadow.events import RoundEvent
from chronicle.rules.shadow.orders import Orders
from chronicle.rules.shadow.stakes import Transfer
from chronicle.rules.shadow.state import CHALICE, GM_HAND, MAX_INFLUENCE, Power, State

#: Every code a sheet may carry; each has words in a theme.
CODES = ("own-sheet", "power-sheet", "sphere-sheet")

#: The resources and the actors of an empty sphere.
_NOBODY: Final[tuple[list[Facts], list[Facts]]] = ([], [])

#: Every code a house rule may carry.
HOUSE_RULE_CODES: Final = ("seating",)

#: The keys of that sheet, which have words in a theme.
FIGURE_NAMES: Final = ("dice", "chalice")


def build_sheets(
    played_turn: protocol.PlayedTurn[State, Orders, RoundEvent],
    memory: protocol.Memory,
    audience: Audience,
    subjects: Iterable[Ref],
) -> dict[Ref, protocol.Sheet]:
    """Return what this audience may see of powers and spheres; the public sees no figures."""
    if not audience.is_gm and audience.faction not in played_turn.after.powers:
        return {}
    spheres = _KnownSpheres(played_turn.after, memory, audience)
    found = ((subject, _sheet_of(spheres, played_turn, subject)) for subject in subjects)
    return {subject: sheet for subject, sheet in found if sheet is not None}


def _sheet_of(
    spheres: _KnownSpheres,
    played_turn: protocol.PlayedTurn[State, Orders, RoundEvent],
    subject: Ref,
) -> protocol.Sheet | None:
    state, memory, audience = played_turn.after, spheres.memory, spheres.audience
    if subject.kind == "place" and subject.id in state.neighbours:
        influence = spheres.influence.get(subject.id, ())
        resources, actors = spheres.pieces.get(subject.id, _NOBODY)
        facts = Facts(influence=influence, resources=tuple(resources), actors=tuple(actors))
        return protocol.Sheet("sphere-sheet", facts)
    if subject.kind == "faction" and subject.id in state.powers:
        own = audience.is_gm or audience.faction == subject.id
        if own:
            return _own_sheet(played_turn, subject.id)
        return _other_sheet(state, memory, subject.id)
    return None


def _figures(power: Power) -> dict[str, Fact]:
    return {
        "power": faction_ref(power.id),
        "dice": power.dice,
        "total": power.total,
        "actor": power.actor.name,
        "active": power.actor.active,
    }


def _influence(power: Power, before: Power) -> tuple[Facts, ...]:
    spheres = sorted({*power.influence, *before.influence})
    return tuple(
        Facts(
            sphere=place_ref(sphere), level=power.standing(sphere), before=before.standing(sphere)
        )
        for sphere in spheres
    )


def _own_sheet(
    played_turn: protocol.PlayedTurn[State, Orders, RoundEvent], id: str
) -> protocol.Sheet:
    power, before = played_turn.after.powers[id], played_turn.before.powers[id]
    resources = tuple(
        Facts(
            resource=item.name,
            type=item.type,
            strength=item.strength,
            before=before.resources[item.id].strength if item.id in before.resources else 0,
            sphere=place_ref(item.sphere) if item.sphere else None,
        )
        for item in power.resources.values()
    )
    lost = tuple(item.name for item in before.resources.values() if item.id not in power.resources)
    facts = Facts(
        {
            **_figures(power),
            "dice_before": before.dice,
            "actor_sphere": place_ref(power.actor.sphere) if power.actor.sphere else None,
            "assistance_used": power.assisted == played_turn.after.story_of(played_turn.turn),
            "chalice": played_turn.after.chalice,
        },
        influence=_influence(power, before),
        resources=resources,
        lost=lost,
        ledger=tuple(_ledger(played_turn, id)),
    )
    return protocol.Sheet("own-sheet", facts)


def _ledger(
    played_turn: protocol.PlayedTurn[State, Orders, RoundEvent], id: str
) -> Iterator[Facts]:
    """Yield every Destiny Die gained or lost, with origin, reason, and the balance after it."""
    balance = played_turn.before.powers[id].dice
    for step in played_turn.steps:
        for transfer in step.event.transfers:
            if id in (transfer.source, transfer.target):
                entry = _entry(step.event, transfer, id)
                balance += entry["change"]
                yield Facts({**entry, "balance": balance})


def _entry(event: RoundEvent, transfer: Transfer, id: str) -> dict[str, Any]:
    gains = transfer.target == id
    other = transfer.source if gains else transfer.target
    return {
        "kind": event.code,
        "order": event.own_order if event.owner == id else "",
        "other": other if other in (CHALICE, GM_HAND) else faction_ref(other),
        "change": transfer.dice if gains else -transfer.dice,
        "rule": transfer.rule,
    }


def _other_sheet(state: State, memory: protocol.Memory, id: str) -> protocol.Sheet:
    """Return the sheet of another power: open figures, and its resources as last seen."""
    power = state.powers[id]
    rows = []
    for item in power.resources.values():
        sphere, seen = _last_seen(memory, f"{id}/{item.id}")
        facts = Facts(
            resource=item.name, type=item.type, strength=item.strength, sphere=sphere, seen=seen
        )
        rows.append(facts)
    actor_sphere, seen = _last_seen(memory, id)
    facts = Facts(
        {
            **_figures(power),
            "actor_sphere": actor_sphere if power.actor.active else None,
            "seen": seen,
        },
        influence=_influence(power, power),
        resources=tuple(rows),
    )
    return protocol.Sheet("power-sheet", facts)


def _last_seen(memory: protocol.Memory, subject: str) -> tuple[Ref | None, int]:
    """Return the sphere where something was last seen, and the turn; it may have moved since."""
    sighting = memory.get(subject)
    at = sighting.facts["sphere"] if sighting is not None else None
    return (at if isinstance(at, Ref) else None), (sighting.turn if sighting is not None else 0)


class _KnownSpheres(Record, dict=True):
    """What one reader knows of spheres, in the tables that their sheets are made from."""

    state: State
    memory: protocol.Memory
    audience: Audience

    @cached_property
    def influence(self) -> Mapping[str, tuple[Facts, ...]]:
        """Who has Influence in each sphere, most first, then by seat."""
        levels: dict[str, list[tuple[int, Facts]]] = {}
        for seat in self.state.seating:
            for sphere, level in self.state.powers[seat].influence.items():
                if level:
                    row = Facts(power=faction_ref(seat), level=level)
                    levels.setdefault(sphere, []).append((-level, row))
        return {
            sphere: tuple(row for _, row in sorted(rows, key=itemgetter(0)))
            for sphere, rows in levels.items()
        }

    @cached_property
    def pieces(self) -> Mapping[str, tuple[list[Facts], list[Facts]]]:
        """The resources and the actors that the reader knows in each sphere, by seat."""
        return _pieces_by_sphere(self.state, self.memory, self.audience)


def _pieces_by_sphere(
    state: State, memory: protocol.Memory, audience: Audience
) -> Mapping[str, tuple[list[Facts], list[Facts]]]:
    def where(power: str, subject: str, sphere: str) -> tuple[str, int]:
        at, seen = _last_seen(memory, subject)
        own = audience.is_gm or audience.faction == power
        return (sphere, 0) if own else (at.id if at is not None else "", seen)

    found: dict[str, tuple[list[Facts], list[Facts]]] = {}
    for seat in state.seating:
        power, who = state.powers[seat], faction_ref(seat)
        for item in power.resources.values():
            at, seen = where(seat, f"{seat}/{item.id}", item.sphere)
            row = Facts(power=who, resource=item.name, strength=item.strength, seen=seen)
            found.setdefault(at, ([], []))[0].append(row)
        if power.actor.active:
            at, seen = where(seat, seat, power.actor.sphere)
            row = Facts(power=who, actor=power.actor.name, seen=seen)
            found.setdefault(at, ([], []))[1].append(row)
    return found


def measures(state: State) -> tuple[protocol.Measure, ...]:
    """Return the sums of Influence and Destiny Dice, open to all powers."""
    powers = visibility_of_factions(state.powers)
    return tuple(
        measure
        for power in state.powers.values()
        for measure in (
            protocol.Measure(power.id, "influence", power.total, powers),
            protocol.Measure(power.id, "dice", power.dice, powers),
        )
    )


def house_rules_of(state: State, audience: Audience) -> tuple[protocol.HouseRule, ...]:
    """Return the order of seats, for powers and the GM: the public does not see the board."""
    if not audience.is_gm and audience.faction not in state.powers:
        return ()
    powers = tuple(faction_ref(id) for id in state.seating)
    return (protocol.HouseRule("seating", Facts(powers=powers)),)


def figures_on_sheet(sheet: protocol.Sheet) -> tuple[protocol.Figure, ...]:
    """Return a power's figures from its own sheet, and its Destiny Dice gained and lost."""
    if sheet.code != "own-sheet":
        return ()
    total = tuple(
        protocol.Figure("influence", it.value) for it in figures_named(sheet.facts, ("total",))
    )
    return (*total, *figures_named(sheet.facts, FIGURE_NAMES), *income_and_costs(sheet.facts))


def holders_on_sheet(sheet: protocol.Sheet) -> tuple[protocol.Holding, ...]:
    """Return the holders: dominance rules, less Influence is a seat, the rest was seen there."""
    return rank_holdings((*_influential(sheet.facts), *_present(sheet.facts)))


def _influential(facts: Facts) -> Iterator[protocol.Holding]:
    for row in rows_of(facts, "influence"):
        power, level = faction_under(row, "power"), row["level"]
        if power is not None and isinstance(level, int):
            yield protocol.Holding(power, "rules" if level >= MAX_INFLUENCE else "seated", level)


def _present(facts: Facts) -> Iterator[protocol.Holding]:
    rows = (*rows_of(facts, "actors"), *rows_of(facts, "resources"))
    for power, number in count_by_faction(rows, "power").items():
        yield protocol.Holding(power, "present", number)
