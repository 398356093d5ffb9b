"""Nobody but a double agent's masters learns whose it is, whatever it does or suffers (L-STL-5).

Ada of Vael serves one of two factions that are alike. What all others are told, see on their sheets
and can order is the same whichever it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final

import pytest

from chronicle.model.audience import EVERYONE, Audience, faction_audience
from chronicle.model.dice import Dice, turn_seed
from chronicle.model.facts import faction_ref, place_ref
from chronicle.records import replace
from chronicle.rules.lieutenants import LIEUTENANTS
from chronicle.rules.lieutenants.actions.influence import InfluenceOrder
from chronicle.rules.lieutenants.events import Event
from chronicle.rules.lieutenants.known_state import known_state_of
from chronicle.rules.lieutenants.orders import FactionOrders, Order, Orders
from chronicle.rules.lieutenants.resolve import resolve
from chronicle.rules.lieutenants.state import (
    AttackStyle,
    Lieutenant,
    Stance,
    StanceKind,
    State,
    Unit,
)
from chronicle.rules.protocol import PlayedTurn, Sighting, Step, steps_of
from tests.rules.lieutenants.two_faction_boards import lieutenant, orders
from tests.rules.lieutenants.visibility_actions import ACTIONS, LOOKERS
from tests.thorough import beginning

MASTERS: Final = ("north", "south")
#: The host, the target, the NPC faction, onlookers and the public.
READERS: Final = (
    *map(faction_audience, ("vael", "oru", "watch", *LOOKERS)),
    EVERYONE,
)
#: Who owns a place that was bought openly, everybody sees.
OWNED_OPENLY: Final = ("purchase-a-place",)
#: Where it matters whether the master has influence already.
COURTED: Final = ("stranger", "stranger-hush-all")
REPLIES: Final = ("none", "cautious", "aggressive")


def world(name: str, master: str, seed: int) -> tuple[State, Order]:
    """The board and the order of an action, where Ada and some of her units serve a faction."""
    chance = Random(f"{name} {seed}")  # noqa: S311  a test draws no secrets
    action = ACTIONS[name]
    state, order = action.state, replace(action.order, if_ambushed=chance.choice(REPLIES),
                                         if_blocked=chance.choice(REPLIES))  # fmt: skip
    for id in MASTERS:
        state = state.with_faction(replace(state.factions["vael"], id=id))
    for asset in state.assets.values():
        served = asset.id == "ada" or (isinstance(asset, Unit) and chance.random() < 0.3)
        if asset.faction == "vael" and isinstance(asset, Lieutenant | Unit) and served:
            state = state.with_asset(replace(asset, agent_of=master))
        elif asset.id == "chest":
            state = state.with_asset(replace(asset, faction=master))
    stances = {id: replace(it, faction=master) for id, it in state.stances.items()}
    if order.faction == "vael":
        order = replace(order, faction=master)
        if "fox" in state.assets and (order.action == "move" or chance.getrandbits(1)):
            stances["fox"] = _stance_of_fox(chance)
    return replace(state, stances=stances), order


def _stance_of_fox(chance: Random) -> Stance:
    """Fox waits for whoever is of Vael, or passes for one who waits for others."""
    kind: StanceKind = chance.choice(("ambush", "block"))
    against = chance.choice((("vael",), ("vael", "mora"), ("mora", *MASTERS), MASTERS))
    way = chance.choice(((), ("field", "mill"))) if kind == "block" else ()
    units = chance.choice(((), ("pack",)))
    style: AttackStyle = chance.choice(("cautious", "aggressive"))
    return Stance("fox", "oru", kind, "mill", units, against, style, way=way)


def played(state: State, order: Order, dice: Dice) -> tuple[Step[State, Event], ...]:
    given = orders(FactionOrders(order.faction, (order,)))
    return tuple(steps_of(LIEUTENANTS, state, resolve(state, given, dice)))


def table_of(steps: tuple[Step[State, Event], ...], master: str) -> Mapping[str, Any]:
    """The faces that fell, under the keys that they have when another gives the order."""
    rolls = [roll for step in steps for roll in step.event.rolls]
    names = (roll.id.partition("/")[2] for roll in rolls)
    keys = (master + name[len(name.split("/")[0]) :] if name.split("/")[0] in MASTERS else name
            for name in names)  # fmt: skip
    return {key: roll.faces for key, roll in zip(keys, rolls, strict=True)}


def learnt(steps: tuple[Step[State, Event], ...], reader: Audience) -> Iterator[object]:
    """All that a reader has of a turn: tellings, sheets, and the board that a form is made of."""
    memory: dict[str, Sighting] = {}
    for step in steps:
        told = LIEUTENANTS.tell(step, reader).telling
        if told is not None:
            yield told
            memory |= {it.subject: replace(it, turn=1) for it in told.sightings}
    before, after = steps[0].before, steps[-1].after
    subjects = [*map(faction_ref, after.factions), *map(place_ref, after.places)]
    if reader.faction:
        yield known_state_of(after, memory, reader.faction, 1, subjects)
    turn: PlayedTurn[State, Orders, Event] = PlayedTurn(1, before, after, None, steps)
    for subject, sheet in LIEUTENANTS.sheets(turn, memory, reader, subjects).items():
        if subject.id not in MASTERS:
            yield subject, sheet


@pytest.mark.parametrize("seed", beginning(range(30), 4))
@pytest.mark.parametrize("name", [it for it in ACTIONS if it not in OWNED_OPENLY])
def test_what_others_learn_does_not_depend_on_whom_a_double_agent_serves(
    name: str, seed: int
) -> None:
    dice = Dice(turn_seed(f"{name} {seed}", 1), 1)
    thrown = played(*world(name, MASTERS[0], seed), dice)
    first, second = (
        played(*world(name, it, seed), replace(dice, table=table_of(thrown, it))) for it in MASTERS
    )
    for reader in READERS:
        for seen, same in zip(learnt(first, reader), learnt(second, reader), strict=True):
            assert seen == same, reader


def among_others(name: str, master: str, seed: int, dice: Dice) -> tuple[Step[State, Event], ...]:
    """The steps of an action when both possible masters also do something that all hear of."""
    state, order = world(name, master, seed)
    given = {}
    for id in MASTERS:
        state = state.with_asset(lieutenant(id[:1], faction=id))
        court = Order(id, "court", id[:1], "gain-influence", InfluenceOrder("watch"), "field")
        given[id] = FactionOrders(id, (court,))
    before = given.get(order.faction, FactionOrders(order.faction, ())).orders
    given[order.faction] = FactionOrders(order.faction, (*before, order))
    return tuple(steps_of(LIEUTENANTS, state, resolve(state, orders(*given.values()), dice)))


def sequence(steps: tuple[Step[State, Event], ...], reader: Audience) -> list[tuple[object, ...]]:
    """Whose acts a reader is told of, in the order of the page of the turn."""
    told = (LIEUTENANTS.tell(step, reader).telling for step in steps)
    found = [it for it in told if it is not None]
    found.sort(key=lambda it: (it.hides_position, repr(it) if it.hides_position else ""))
    return [(it.code, it.facts.get("who"), it.facts.get("lieutenant")) for it in found]


@pytest.mark.parametrize("seed", beginning(range(10), 2))
@pytest.mark.parametrize("name", [it for it in ACTIONS if it not in (*OWNED_OPENLY, *COURTED)])
def test_the_place_of_an_act_among_others_does_not_show_whose_it_is(name: str, seed: int) -> None:
    """Both possible masters also do something that everybody hears of."""
    dice = Dice(turn_seed(f"{name} {seed}", 1), 1)
    first = among_others(name, MASTERS[0], seed, dice)
    table = {id: it for id, it in table_of(first, MASTERS[1]).items() if "/court/" not in id}
    second = among_others(name, MASTERS[1], seed, replace(dice, table=table))
    # The public is told in an order of its own.
    for reader in READERS[:-1]:
        assert sequence(first, reader) == sequence(second, reader), reader
