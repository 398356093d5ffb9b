"""Move minions, who may meet stances on their way (L-ACT-MOVE, L-TURN-5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from chronicle.files.source import Span
from chronicle.model.dice import Roll
from chronicle.model.facts import Facts, FactsOf, place_ref
from chronicle.rules.kit.parser import check_known
from chronicle.rules.kit.projector import Readers
from chronicle.rules.lieutenants import changes, events
from chronicle.rules.lieutenants.action import Action, SeenMore
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.action_events import ActionResult, build_acted_event
from chronicle.rules.lieutenants.actions.travel import MoveDetails, MoveLeg, Travel
from chronicle.rules.lieutenants.board_view import BoardView
from chronicle.rules.lieutenants.changes import Change, Hid, Moved
from chronicle.rules.lieutenants.diagnostics import orders as problems
from chronicle.rules.lieutenants.events import Acted
from chronicle.rules.lieutenants.form_context import (
    NO_OTHER_UNITS,
    LieutenantContext,
    UnitSelection,
    nonzero_facts,
    optional_multi_select,
    optional_select,
    place_choice,
    unit_choice,
)
from chronicle.rules.lieutenants.orders import Command, Order
from chronicle.rules.lieutenants.state import (
    Facility,
    Information,
    Item,
    Lieutenant,
    Minion,
    PlaceState,
    State,
    Unit,
    kind_of,
    owners,
)
from chronicle.rules.lieutenants.stealth import informed_factions, resolve_stealth
from chronicle.rules.lieutenants.validation.actors import check_at_hand, check_cohesion
from chronicle.rules.lieutenants.validation.common import find_location
from chronicle.rules.lieutenants.validation.order_context import OrderContext, ParsedAction
from chronicle.rules.lieutenants.witnesses import bystander_factions, ways_of_seeing_move
from chronicle.rules.order_form import (
    ActionChoice,
    FieldChoice,
    FieldGroup,
    FixedField,
    FormPart,
    SelectField,
)


class MoveOrder(Command):
    """Move minions to locations: (asset, location); ``carry`` are the items they carry."""

    legs: tuple[tuple[str, str], ...]
    carry: tuple[str, ...] = ()


#: A minion, the location that it goes to, and the location's span in the file.
ParsedLeg: TypeAlias = tuple[Minion, str, Span]


def parse_move(context: OrderContext) -> ParsedAction | None:
    """Parse a move within one locale, or to a neighbouring one."""
    errors = context.report.errors
    legs = _parse_legs(context)
    starts = _start_locales(context, legs)
    goals = _destination_locales(context, legs)
    whole = len(starts) <= 1 and len(goals) <= 1
    origin = next(iter(starts), context.locale)
    goal = next(iter(goals), "")
    check_cohesion(context, doubled=whole and origin == goal)
    _check_carried(context, origin)
    if whole and goal:
        _check_route(context, origin, goal)
    if not legs or context.report.errors > errors:
        return None
    ways = [(minion.at, place) for minion, place, _ in legs]
    if context.action_input.stealthy and not can_go_unseen(
        context.board, context.faction, context.units, ways
    ):
        at = context.action_input.at("stealthy")
        context.report.add(problems.MoveSeen(at=at))
    moves = tuple((minion.id, place) for minion, place, _ in legs)
    return ParsedAction(MoveOrder(moves, tuple(context.action_input.carry)), context.here)


def _parse_legs(context: OrderContext) -> list[ParsedLeg]:
    """Return who goes where: all minions of the order, or those that are named."""
    written = context.action_input.to
    if written is None:
        return []
    if isinstance(written, str):
        return _parse_common_destination(context, written)
    part = {minion.id: minion for minion in context.minions}
    found: list[ParsedLeg] = []
    for name, place in written.items():
        at, key = context.action_input.at("to", name), context.action_input.key_at("to", name)
        if name not in (context.order.lieutenant, *context.action_input.units):
            context.report.add(problems.NotInOrder(at=key, name=name))
        elif find_location(context, place, at) is not None and name in part:
            found.append((part[name], place, at))
            if part[name].at == place:
                context.report.add(_already_there(context, (part[name],), place, at))
    for index, unit in enumerate(context.action_input.units):
        if unit not in written:
            context.report.add(
                problems.NoDestination(at=context.action_input.at("units", index), name=unit)
            )
    return found


def _parse_common_destination(context: OrderContext, place: str) -> list[ParsedLeg]:
    """Return the moves of all minions to one location.

    The lieutenant stays where he is if he is in that locale and units join him from another.
    """
    at = context.action_input.at("to")
    if find_location(context, place, at) is None:
        return []
    goal = context.board.locale(place)
    awaited = context.locale == goal and any(
        context.board.locale(unit.at) != goal for unit in context.units
    )
    those = context.units if awaited else context.minions
    going: list[ParsedLeg] = [(minion, place, at) for minion in those if minion.at != place]
    if those and not going:
        context.report.add(_already_there(context, those, place, at))
    return going


def _already_there(
    context: OrderContext, minions: Sequence[Minion], place: str, at: Span
) -> problems.AlreadyThere | problems.NotToBeFound:
    """Return that minions are at a place; where its host's units are, an agent may not know."""
    lent = next((it.id for it in minions if not context.actor.owns(it)), "")
    if lent:
        return problems.NotToBeFound(at=at, name=lent, why=f"is already at `{place}`")
    return problems.AlreadyThere(at=at, name=minions[0].id, place=place)


def _start_locales(context: OrderContext, legs: Iterable[ParsedLeg]) -> tuple[str, ...]:
    """Return the locales where the moves start; report the first minion in a second one."""
    found: dict[str, None] = {}
    for minion, _, _ in legs:
        found.setdefault(context.board.locale(minion.at))
        if len(found) == 2:
            led = minion.id in context.action_input.units
            at = context.order.at("lieutenant")
            at = (
                context.action_input.at("units", context.action_input.units.index(minion.id))
                if led
                else at
            )
            other, locale = found
            context.report.add(
                problems.SeveralOrigins(at=at, name=minion.id, locale=locale, other=other)
            )
            break
    return tuple(found)


def _destination_locales(context: OrderContext, legs: Iterable[ParsedLeg]) -> tuple[str, ...]:
    """Return the locales where the moves end; report the first destination in a second one."""
    found: dict[str, None] = {}
    for _, place, at in legs:
        found.setdefault(context.board.locale(place))
        if len(found) == 2:
            other, locale = found
            context.report.add(problems.SeveralGoals(at=at, name=place, locale=locale, other=other))
            break
    return tuple(found)


def _check_route(context: OrderContext, origin: str, goal: str) -> None:
    if origin != goal and goal not in context.board.places[origin].neighbours:
        at = context.action_input.at("to")
        context.report.add(problems.NotNeighbours(at=at, locale=origin, other=goal))
    elif context.locale not in ("", origin, goal):
        at = context.order.at("lieutenant")
        name = context.order.lieutenant
        context.report.add(problems.LieutenantElsewhere(at=at, name=name, locale=context.locale))


def _check_carried(context: OrderContext, origin: str) -> None:
    """Check that what is carried is the faction's own, and in reach where the move starts."""
    if not context.action_input.carry:
        return
    own = [
        id
        for id, asset in context.board.assets.items()
        if isinstance(asset, Item | Information) and context.actor.owns(asset)
    ]
    for index, name in enumerate(context.action_input.carry):
        at = context.action_input.at("carry", index)
        asset = context.board.assets.get(name)
        if name in context.action_input.carry[:index]:
            context.report.add(problems.RepeatedName(at=at, name=name))
        elif asset is None:
            check_known("item", name, own, at, context.report)
        elif not isinstance(asset, Item | Information):
            kind = kind_of(asset)
            context.report.add(problems.WrongAssetKind(at=at, name=name, kind=kind, wanted="item"))
        elif name not in own:
            context.report.add(problems.NotOwn(at=at, name=name, faction=context.faction))
        else:
            check_at_hand(context, asset, at, locale=origin)


def move(context: ActionContext, command: MoveOrder) -> Iterator[events.Event]:
    """Yield the events of a move: each stance that it meets, in the order set, and who arrived."""
    travel = Travel(context, _departing_legs(context, command))
    yield from travel.meet_stances()
    yield build_acted_event(travel.context, _move_result(travel, command))


def _departing_legs(context: ActionContext, command: MoveOrder) -> tuple[MoveLeg, ...]:
    """Return the legs of those who can go.

    They must be fit and the faction's own, all set out from the same locale, and go to a place in
    it or in a neighbouring one.
    """
    state = context.state
    found = [(state.assets.get(id), to) for id, to in command.legs]
    able = [
        MoveLeg(minion, to)
        for minion, to in found
        if isinstance(minion, Minion) and state.fit(minion)
        if context.faction in owners(minion) and not context.engaged(minion.id)
        if _are_neighbours(state, state.locale(minion.at), state.locale(to))
    ]
    first = [leg for leg in able if leg.id == context.order.lieutenant] or able
    return tuple(
        leg for leg in able if state.locale(leg.minion.at) == state.locale(first[0].minion.at)
    )


def _are_neighbours(state: State, one: str, other: str) -> bool:
    if one not in state.places or other not in state.places:
        return False
    near = other in state.places[one].neighbours or one in state.places[other].neighbours
    return one == other or near


def _move_result(travel: Travel, command: MoveOrder) -> ActionResult:
    """Return the result of a move after all meetings."""
    context, legs, there = travel.context, travel.legs, travel.arriving
    if not legs:
        return ActionResult(MoveDetails(()), "not-carried-out", reason="target-gone")
    stealth, rolls = _move_stealth(context, legs)
    outcome: events.Outcome = "done" if there else "stopped"
    changes = (
        *_arrival_changes(there, quiet=stealth.held),
        *_carry_changes(context, command, there, quiet=stealth.held),
    )
    places = {*(leg.minion.at for leg in legs), *(leg.to for leg in there)}
    return ActionResult(
        travel.details,
        outcome,
        stealth=stealth,
        changes=changes,
        rolls=rolls,
        noticed=ways_of_seeing_move(context.state, places, travel.unaware),
        keeps_hidden=stealth.held,
    )


def _move_stealth(
    context: ActionContext, legs: Sequence[MoveLeg]
) -> tuple[events.StealthResult, tuple[Roll, ...]]:
    """Return the stealth of the move; without a way to go unseen nothing is rolled (L-STL-2)."""
    if not context.order.stealth:
        return events.NO_STEALTH, ()
    ways = [(leg.minion.at, leg.to) for leg in legs]
    if not can_go_unseen(context.state, context.faction, context.units, ways):
        kind = context.order.stealth
        return events.StealthResult(kind, True, False, "broken", "L-AST-MOVES-UNSEEN"), ()
    return resolve_stealth(context, None)


def _arrival_changes(there: Iterable[MoveLeg], *, quiet: bool) -> Iterator[Change]:
    """Yield the changes of those who arrive; who moved openly, or had to stay, is unhidden."""
    for leg in there:
        if leg.minion.at != leg.to:
            yield Moved(leg.id, leg.to)
        yield from _unhide_changes(leg.minion, quiet=quiet)


def _carry_changes(
    context: ActionContext, command: MoveOrder, there: Sequence[MoveLeg], *, quiet: bool
) -> Iterator[Change]:
    """Yield the moves of things carried by the lieutenant, or else by the first who arrives.

    They must be in the locale where the carrier set out, and not held by a minion that arrives too.
    """
    bearers = [leg for leg in there if isinstance(leg.minion, Lieutenant)] or there
    for id in command.carry if bearers else ():
        thing, bearer = context.state.assets.get(id), bearers[0]
        if not isinstance(thing, Item | Information) or thing.faction != context.faction:
            continue
        near = context.state.locale(context.state.at(thing)) == context.state.locale(
            bearer.minion.at
        )
        if near and thing.holder not in {leg.id for leg in there}:
            yield Moved(id, bearer.to, bearer.id)
            yield from _unhide_changes(thing, quiet=quiet)


def _unhide_changes(asset: Minion | Item | Information, *, quiet: bool) -> Iterator[Change]:
    if asset.hiding is not None and (asset.hiding.must_stay or not quiet):
        yield Hid(asset.id, None)


def move_gains(state: State, order: Order, command: MoveOrder) -> Iterator[Change]:
    """Yield where the minions arrive, and the things that they carry."""
    legs = command.legs
    yield from (changes.Moved(id, place) for id, place in legs)
    bearer = next((id for id, _ in legs if id == order.lieutenant), legs[0][0])
    for id in command.carry:
        asset = state.assets[id]
        if asset.holder not in dict(legs):
            yield changes.Moved(id, "", bearer)


def move_choices(context: LieutenantContext) -> Iterator[ActionChoice]:
    """Yield moves to one common location; several destinations must be written by hand."""
    twice = UnitSelection(most=2 * context.faction.cohesion)
    within = [it for it in context.locations() if it.id != context.here]
    beyond = [it for locale in context.neighbours for it in context.locations(locale)]
    yield from _go_choices(context, "move", beyond, UnitSelection())
    yield from _go_choices(context, "regroup", within, twice)
    for unit in context.units():
        yield from _send_choices(context, unit, [*beyond, *context.locations()])
    yield from _fetch_choices(context)
    for unit in context.units():
        if unit.power("moves-unseen") is not None:
            # From elsewhere in the locale it can come to the lieutenant, who stays.
            here = [it for it in context.locations() if it.id == context.here != unit.at]
            places = [*within, *beyond, *here]
            yield from _go_choices(context, "slip", places, UnitSelection((unit,)))
    faction = context.faction.id
    below = [
        it
        for it in (*within, *beyond)
        if connected_underground(context.state, faction, context.here, it.id)
    ]
    beside = tuple(unit for unit in context.units() if unit.at == context.here)
    yield from _go_choices(context, "go-below", below, UnitSelection(units=beside))


def _go_choices(
    context: LieutenantContext, code: str, places: Iterable[PlaceState], company: UnitSelection
) -> Iterator[ActionChoice]:
    """Yield a move of the lieutenant with chosen units; some codes make it unnoticed."""
    unseen = (FixedField("stealthy", "unnoticed"),) if code in ("slip", "go-below") else ()
    if to := optional_select("to", map(place_choice, places), needed=True):
        parts = (*to, *unseen, *_travel_fields(context, context.locale))
        facts = nonzero_facts(unit="".join(unit.name for unit in company.led))
        yield context.case("move", *parts, code=code, facts=facts, company=company)


def _send_choices(
    context: LieutenantContext, unit: Unit, places: Iterable[PlaceState]
) -> Iterator[ActionChoice]:
    """Yield a move of one unit alone, while the lieutenant stays."""
    goals = tuple(place_choice(it) for it in places if it.id != unit.at)
    if goals:
        to = FieldGroup("to", (SelectField(unit.id, goals, needed=True, name=unit.name),))
        parts = (to, *_travel_fields(context, context.locale))
        facts = Facts(unit=unit.name)
        yield context.case(
            "move", *parts, code="send", facts=facts, company=UnitSelection((unit,), ())
        )


def _fetch_choices(context: LieutenantContext) -> Iterator[ActionChoice]:
    """Yield moves of units to the lieutenant, from his locale or a neighbouring one."""
    for locale in (context.locale, *context.neighbours):
        near = locale == context.locale
        units = [it for it in context.units(locale) if it.at != context.here]
        most = context.faction.cohesion * (2 if near else 1)
        if units:
            parts = (
                SelectField(
                    "to", (FieldChoice(context.here, place_ref(context.here)),), needed=True
                ),
                *optional_multi_select("units", map(unit_choice, units), needed=True, most=most),
                *_travel_fields(context, locale),
            )
            facts = Facts(place=place_ref(locale))
            yield context.case("move", *parts, code="fetch", facts=facts, company=NO_OTHER_UNITS)


def _travel_fields(context: LieutenantContext, locale: str) -> Iterator[FormPart]:
    """Yield the field for what is carried."""
    things = (
        FieldChoice(it.id, it.name)
        for it in context.seen.own
        if isinstance(it, Item | Information) and context.near(it, locale)
    )
    yield from optional_multi_select("carry", things)


def seen_move(view: BoardView, event: Acted, details: MoveDetails, _readers: Readers) -> SeenMore:
    """Return a move as far as the reader saw it; None if nobody was seen."""
    ids = tuple(legs_visible_to(view, event, details))
    rows = tuple(
        FactsOf(view.leg(id, origin, to)) for id, origin, to, _ in details.legs if id in ids
    )
    if not rows or event.lieutenant in ids:
        return {"legs": rows} if rows else None
    # A reader who saw only the units knows neither who sent them nor where that one is.
    return {
        "legs": rows,
        "who": view.actor(event.faction, ids[0]),
        "lieutenant": "",
        "at": None,
    }


def legs_visible_to(view: BoardView, event: Acted, details: MoveDetails) -> Iterator[str]:
    """Yield the minions whose move the reader saw, by people or a watch at either end.

    Who watches a minion sees where that one goes. A reader whom the lieutenant secretly serves sees
    the whole move.
    """
    state = view.before
    leader = state.assets.get(event.lieutenant)
    watched = {watch.subject for watch in event.watches if watch.faction == view.faction}
    serves = leader is not None and view.faction in owners(leader)
    for id, origin, to, arrived in details.legs:
        locales = (state.locale(origin), state.locale(to))
        near = (
            bool(watched & {id, origin, to})
            or view.faction in bystander_factions(state, (origin, to))
            or any(view.faction in informed_factions(state, locale) for locale in locales)
            or view.owns(id)
        )
        if arrived and view.sees(id) and (serves or near):
            yield id


MOVE: Final = Action(
    name="move",
    details=MoveDetails,
    keys=("to", "carry"),
    required=("to",),
    stealth=("unnoticed",),
    witness_code="seen-move",
    parse=parse_move,
    events=move,
    choices=move_choices,
    gains=move_gains,
    seen=seen_move,
)


def can_go_unseen(
    state: State, faction: str, units: Iterable[Unit], legs: Iterable[tuple[str, str]]
) -> bool:
    """Return whether a move by ``legs`` (from, to) can be stealthy: by a power or underground."""
    if any(unit.power("moves-unseen") is not None for unit in units):
        return True
    return all(connected_underground(state, faction, origin, to) for origin, to in legs)


def connected_underground(state: State, faction: str, origin: str, to: str) -> bool:
    """Return whether a faction's undamaged tunnels and roads connect two locations.

    They lead both ways and can be chained; a road needs a tunnel at each of its ends.
    """
    links = [
        asset
        for asset in state.assets.values()
        if isinstance(asset, Facility) and asset.link
        if asset.faction == faction and asset.condition == "undamaged"
    ]
    tunnels = [(link.at, link.to) for link in links if link.link == "tunnel"]
    ends = {end for tunnel in tunnels for end in tunnel}
    roads = [(link.at, link.to) for link in links if link.link == "road"]
    ways = [*tunnels, *(road for road in roads if ends.issuperset(road))]
    reached = {origin}
    while True:
        further = {there for way in ways for here, there in (way, way[::-1]) if here in reached}
        if further <= reached:
            return to in reached
        reached |= further
