"""Changes to a board: events are made of them, and nothing else alters it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from chronicle.records import Record

StateT = TypeVar("StateT")
KeyT = TypeVar("KeyT")
T = TypeVar("T")


class Change(Record):
    """One change to the board of a ruleset."""

    def apply(self, state: Any) -> Any:
        """Return the board after this change."""
        raise NotImplementedError


def apply_changes(state: StateT, changes: Iterable[Change]) -> StateT:
    """Return the board after all these changes."""
    for change in changes:
        state = change.apply(state)
    return state


def without_key(found: Mapping[KeyT, T], left_out: KeyT) -> dict[KeyT, T]:
    """Return a mapping without one key."""
    return {key: value for key, value in found.items() if key != left_out}
