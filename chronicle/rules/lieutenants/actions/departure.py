"""How a minion parts from its faction, be it sold or won over (L-ACT-SELL, L-ACT-RECRUIT)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from chronicle.rules.lieutenants.changes import Change, Hid, Joined, Moved, Stood, StoodDown
from chronicle.rules.lieutenants.state import Information, Item, Minion, State


def departure_changes(state: State, minion: Minion, to: str) -> Iterator[Change]:
    """A minion goes over to a faction, or its own way when that is empty.

    It stays where it is, in the open, and leaves the things that it carried there for their owner.
    It lies in wait for nobody any more; who lay in wait with it still does.
    """
    for id, asset in sorted(state.assets.items()):
        if isinstance(asset, Item | Information) and asset.holder == minion.id:
            yield Moved(id, minion.at)
    yield from leave_stance_changes(state, minion.id)
    if minion.hiding is not None:
        yield Hid(minion.id, None)
    yield Joined(minion.id, to)


def leave_stance_changes(state: State, minion: str, faction: str = "") -> Iterator[Change]:
    """A minion lies in wait no more, for one faction or for anybody (L-TURN-5).

    The stance of a lieutenant ends; a unit leaves its stance to the others.
    """
    for id, stance in sorted(state.stances.items()):
        if faction not in ("", stance.faction):
            continue
        if id == minion:
            yield StoodDown(id)
        elif minion in stance.units:
            left = tuple(unit for unit in stance.units if unit != minion)
            yield Stood(replace(stance, units=left))
