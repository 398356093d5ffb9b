"""The board as one power knows it: others' resources and actors where it last saw them."""

from __future__ import annotations

from collections.abc import Collection

from chronicle.model.facts import Ref, faction_ref, place_ref
from chronicle.records import Record, replace
from chronicle.rules.protocol import Memory
from chronicle.rules.shadow.state import RESERVE, Power, State


class KnownState(Record):
    """What a power knows when it gives its orders for a turn."""

    id: str
    turn: int
    board: State

    @property
    def power(self) -> Power:
        """The power itself."""
        return self.board.powers[self.id]


def known_state_of(
    state: State, memory: Memory, id: str, turn: int, known: Collection[Ref]
) -> KnownState:
    """Return what a power knows for a turn: of the powers and spheres that it knows."""

    def where(subject: str) -> str:
        sighting = memory.get(subject)
        seen = sighting.facts["sphere"] if sighting is not None else None
        return seen.id if isinstance(seen, Ref) and seen in known else RESERVE

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
        if power.id == id or faction_ref(power.id) in known
    }
    spheres = {it: beside for it, beside in state.neighbours.items() if place_ref(it) in known}
    neighbours = {
        it: tuple(near for near in beside if near in spheres) for it, beside in spheres.items()
    }
    return KnownState(id, turn, replace(state, powers=powers, neighbours=neighbours))
