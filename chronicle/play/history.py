"""The history of a campaign: its played turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeAlias

from chronicle.records import Record, field_names, replace
from chronicle.rules.protocol import EventT, OrdersT, PlayedTurn, StateT


class Arrival(Record, Generic[StateT]):
    """Factions that join in a turn, and the opening states without them and with them."""

    turn: int
    factions: frozenset[str]
    before: StateT
    after: StateT


class History(Record, Generic[StateT, OrdersT, EventT]):
    """A campaign as played: the opening and every turn, in order.

    ``arrivals`` are the factions that join after turn 1, in order; ``eve`` is the last turn, with
    those that join in the next one on the board at its end.
    """

    opening: PlayedTurn[StateT, OrdersT, EventT]
    turns: tuple[PlayedTurn[StateT, OrdersT, EventT], ...]
    arrivals: tuple[Arrival[StateT], ...] = ()

    @property
    def last(self) -> PlayedTurn[StateT, OrdersT, EventT]:
        """The last turn, or the opening if there is none."""
        return self.turns[-1] if self.turns else self.opening

    @property
    def eve(self) -> PlayedTurn[StateT, OrdersT, EventT]:
        """The last turn, and the state from which the next one is played."""
        last = self.last
        state = state_with_arrivals(last.after, last.turn + 1, self.arrivals)
        return last if state is last.after else replace(last, after=state)

    def has_joined(self, faction: str, turn: int) -> bool:
        """Whether a faction is on the board in a turn."""
        return all(it.turn <= turn for it in self.arrivals if faction in it.factions)


#: A history by any ruleset.
AnyHistory: TypeAlias = History[Any, Any, Any]


def state_with_arrivals(state: StateT, turn: int, arrivals: Sequence[Arrival[StateT]]) -> StateT:
    """A state with the factions that join in a turn, and with what their openings change."""
    for arrival in arrivals:
        if arrival.turn == turn:
            state = _merged(arrival.before, arrival.after, state)
    return state


def _merged(before: Any, after: Any, now: Any) -> Any:
    """What is ``now``, with all that is different ``after`` from ``before``."""
    if before == after:
        return now
    match after:
        case Record() if type(before) is type(after) is type(now):
            parts = {
                name: _merged(getattr(before, name), getattr(after, name), getattr(now, name))
                for name in field_names(type(after))
            }
            return replace(now, **parts)
        case Mapping():
            come = {key: it for key, it in after.items() if key not in before}
            kept = {
                key: _merged(before[key], after[key], it) if key in before and key in after else it
                for key, it in now.items()
            }
            # In the order of a board on which all have been from the start.
            found = {**come, **kept}
            return {key: found.pop(key) for key in after if key in found} | found
        case frozenset():
            return (now - (before - after)) | (after - before)
        case tuple():
            return after if now == before else (*now, *(it for it in after if it not in before))
        case int() if not isinstance(after, bool):
            return now + after - before
        case _:
            return after
