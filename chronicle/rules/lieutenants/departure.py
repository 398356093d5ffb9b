"""Changes when a minion leaves its faction, sold or won over (L-ACT-SELL, L-ACT-RECRUIT)."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.records import replace
from chronicle.rules.lieutenants.changes import Change, Hid, Joined, Moved, StanceEnded, Stood
from chronicle.rules.lieutenants.state import Minion, State


def departure_changes(state: State, minion: Minion, to: str) -> Iterator[Change]:
    """Yield the changes of a minion that joins a faction, or leaves the game if ``to`` is empty.

    It stays where it is, unhidden, and leaves what it carried there for the owner. It leaves its
    stance; the others in that stance stay in it.
    """
    for id, asset in sorted(state.assets.items()):
        if asset.holder == minion.id:
            yield Moved(id, minion.at)
    yield from leave_stance_changes(state, minion.id)
    if minion.hiding is not None:
        yield Hid(minion.id, None)
    yield Joined(minion.id, to)


def leave_stance_changes(state: State, minion: str, faction: str = "") -> Iterator[Change]:
    """Yield the changes of a minion that leaves its stance for a faction, or for any (L-TURN-5).

    A lieutenant's stance ends; a unit leaves the others in it.
    """
    for id, stance in sorted(state.stances.items()):
        if faction not in ("", stance.faction):
            continue
        if id == minion:
            yield StanceEnded(id)
        elif minion in stance.units:
            left = tuple(unit for unit in stance.units if unit != minion)
            yield Stood(replace(stance, units=left))
