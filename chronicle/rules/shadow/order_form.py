"""What a shadow power may order: where everything goes, and what each resource may do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from chronicle.model.facts import Facts, Ref, faction, place
from chronicle.rules.order_form import (
    Blanks,
    Case,
    Choice,
    Count,
    Entry,
    Form,
    Group,
    Likely,
    OneOf,
    Part,
    Pick,
    Settled,
    Words,
)
from chronicle.rules.protocol import Sighting
from chronicle.rules.shadow import dice_pool, probability
from chronicle.rules.shadow.setup import RESERVE_WORD
from chronicle.rules.shadow.state import (
    MAX_INFLUENCE,
    MAX_STRENGTH,
    RESERVE,
    Power,
    Resource,
    State,
)

#: All that needs words in a theme.
BLANKS = Blanks(
    asks=("act", "assist"),
    cases=("raise", "mobilize", "attack-resource", "attack-actor", "help", "block", "assist"),
    keys=(
        *("place", "to", "stake", "target", "conspiracy", "sphere", "request", "defend"),
        *("narrative", "new_resource", "id", "name", "type", "assist"),
    ),
    values={
        "": (RESERVE_WORD,),
        "to": tuple(str(level) for level in range(1, MAX_INFLUENCE + 1)),
    },
    facts=dict.fromkeys(("type", "strength", "successes", "power"), ()),
)
Memory = Mapping[str, Sighting]


def form(state: State, memory: Memory, id: str, turn: int) -> Form | None:
    """What a power may order in a turn, on the board as the power has last seen it."""
    if id not in state.powers:
        return None
    board = _as_seen(state, memory, id)
    power = board.powers[id]
    parts: list[Part] = [
        Group("place", tuple(_placing(board, item) for item in power.resources.values()))
    ]
    if power.actor.active:
        parts.append(Pick("actor", _spheres(board), now=power.actor.sphere, name=power.actor.name))
    parts += [_acting(board, power, item) for item in power.resources.values()]
    strongest = max((item.strength for item in power.resources.values()), default=0)
    parts.append(Count("defend", 0, strongest, usual=strongest))
    if power.assisted != state.story_of(turn):
        parts.append(_assistance(board))
    return Form(id, tuple(parts))


def _as_seen(state: State, memory: Memory, id: str) -> State:
    """The board with everything of others where this power saw it last."""

    def where(subject: str) -> str:
        sighting = memory.get(subject)
        seen = sighting.facts["sphere"] if sighting is not None else None
        return seen.id if isinstance(seen, Ref) else RESERVE

    powers = {
        power.id: replace(
            power,
            actor=replace(power.actor, sphere=where(power.id)),
            resources={
                item.id: replace(item, sphere=where(f"{power.id}/{item.id}"))
                for item in power.resources.values()
            },
        )
        if power.id != id
        else power
        for power in state.powers.values()
    }
    return replace(state, powers=powers)


def _spheres(board: State) -> tuple[Choice, ...]:
    return tuple(Choice(sphere, place(sphere)) for sphere in board.neighbours)


def _placing(board: State, item: Resource) -> Pick:
    """S-ROUND-1."""
    choices = (*_spheres(board), Choice(RESERVE_WORD))
    return Pick(item.id, choices, now=item.sphere or RESERVE_WORD, name=item.name)


def _acting(board: State, power: Power, item: Resource) -> OneOf:
    facts = Facts(type=item.type, strength=item.strength)
    return OneOf("act", tuple(_cases(board, power, item)), item.name, facts)


def _cases(board: State, power: Power, item: Resource) -> Iterator[Case]:
    yield from _raising(board, power, item)
    if item.strength < MAX_STRENGTH:
        yield Case("mobilize", "S-ACT-2", (_plot(item, "mobilize", Words("narrative", long=True)),))
    if targets := tuple(_resources(board, power, item)):
        parts = (Pick("target", targets, needed=True), _stake(item), _narrative())
        yield Case("attack-resource", "S-ACT-3", (_plot(item, "attack-resource", *parts),))
    if targets := tuple(_actors(board, power, item)):
        parts = (Pick("target", targets, needed=True), _stake(item), _narrative())
        yield Case("attack-actor", "S-ACT-4", (_plot(item, "attack-actor", *parts),))
    if len(board.powers) > 1:
        for side in ("help", "block"):
            stake = Count("stake", 1, item.strength, usual=1)
            which = Words("conspiracy", needed=True)
            entry = Entry(side, (Settled("resource", item.id), which, stake))
            yield Case(side, "S-STAKE-5", (entry,))


def _plot(item: Resource, action: str, *parts: Part) -> Entry:
    settled = (Settled("id", item.id), Settled("action", action), Settled("resource", item.id))
    return Entry("conspiracies", (*settled, *parts))


def _narrative() -> Words:
    """What is rolled for fails without one (S-DICE-4)."""
    return Words("narrative", long=True, needed=True)


def _stake(item: Resource) -> Count:
    """S-DICE-1: at most the strength of the resource; more than the pool holds may be won first."""
    return Count("stake", 0, item.strength, usual=0)


def _dice(board: State, power: Power, sphere: str) -> int:
    return dice_pool.size(dice_pool.base(board, power, sphere)) if sphere else 0


def _raising(board: State, power: Power, item: Resource) -> Iterator[Case]:
    """S-ACT-1, with chances where the resource stands, unhindered: without a stake and with all."""
    present = power.standing(item.sphere) if item.sphere else 0
    if present == MAX_INFLUENCE:
        return
    own = _dice(board, power, item.sphere)
    best = own + min(item.strength, power.dice)
    levels = tuple(
        Choice(
            str(level),
            facts=Facts(successes=level),
            likely=Likely(probability.at_least(own, level), probability.at_least(best, level))
            if item.sphere
            else None,
        )
        for level in range(present + 1, MAX_INFLUENCE + 1)
    )
    gift = Group("new_resource", (Words("id"), Words("name"), Words("type")))
    parts = (Pick("to", levels, needed=True), _stake(item), _narrative(), gift)
    yield Case("raise", "S-ACT-1", (_plot(item, "raise", *parts),))


def _resources(board: State, power: Power, item: Resource) -> Iterator[Choice]:
    """S-ACT-3: others' resources, with chances for those last seen where this one stands."""
    for other in board.powers.values():
        for target in other.resources.values() if other.id != power.id else ():
            near = bool(item.sphere) and target.sphere == item.sphere
            likely = _contest(board, power, item, other, target.strength) if near else None
            facts = Facts(power=faction(other.id), strength=target.strength)
            yield Choice(f"{other.id}/{target.id}", target.name, facts, likely)


def _actors(board: State, power: Power, item: Resource) -> Iterator[Choice]:
    """S-ACT-4: others' actors; only a resource beside one can stake for it."""
    for other in board.powers.values():
        if other.id == power.id or not other.actor.active:
            continue
        near = bool(item.sphere) and other.actor.sphere == item.sphere
        guard = other.at(item.sphere) if near else None
        stake = guard.strength if guard is not None else 0
        likely = _contest(board, power, item, other, stake) if near else None
        yield Choice(other.id, other.actor.name, Facts(power=faction(other.id)), likely)


def _contest(board: State, power: Power, item: Resource, other: Power, guard: int) -> Likely:
    own, against = _dice(board, power, item.sphere), _dice(board, other, item.sphere)
    return Likely(
        probability.attack_wins(own, against + min(guard, other.dice)),
        probability.attack_wins(own + min(item.strength, power.dice), against),
    )


def _assistance(board: State) -> OneOf:
    """S-ROUND-7."""
    parts = (Pick("sphere", _spheres(board), needed=True), Words("request"))
    return OneOf("assist", (Case("assist", "S-ROUND-7", (Group("assist", parts),)),))
