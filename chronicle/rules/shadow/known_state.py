"""The board as one power knows it: others' resources and actors where it last saw them.

Its own in a sphere that the GM keeps secret from it are in reserve, as on its sheet.
"""

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
    spheres = {it: beside for it, beside in state.neighbours.items() if place_ref(it) in known}

    def where(owner: str, subject: str, sphere: str) -> str:
        """Return the sphere of an own piece, or that in which it last saw another's."""
        if owner != id:
            sighting = memory.get(subject)
            seen = sighting.facts["sphere"] if sighting is not None else None
            sphere = seen.id if isinstance(seen, Ref) else RESERVE
        return sphere if sphere in spheres else RESERVE

    powers = {
        it.id: replace(
            it,
            actor=replace(it.actor, sphere=where(it.id, it.id, it.actor.sphere)),
            influence={sphere: n for sphere, n in it.influence.items() if sphere in spheres},
            resources={
                item.id: replace(item, sphere=where(it.id, f"{it.id}/{item.id}", item.sphere))
                for item in it.resources.values()
            },
        )
        for it in state.powers.values()
        if it.id == id or faction_ref(it.id) in known
    }
    neighbours = {
        it: tuple(near for near in beside if near in spheres) for it, beside in spheres.items()
    }
    seating = tuple(it for it in state.seating if it in powers)
    board = replace(state, powers=powers, seating=seating, neighbours=neighbours)
    return KnownState(id, turn, board)


def whole_state_of(state: State, id: str, turn: int) -> KnownState:
    """Return the board as the GM knows it, for the orders of a power."""
    return KnownState(id, turn, state)
