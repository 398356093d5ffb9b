"""A cache of played turns, in memory and on disk, so that an edit replays only what it affects."""

from __future__ import annotations

from typing import Any, Final

from chronicle.cache.fingerprint import program_fingerprint
from chronicle.cache.store import cache_key, load_value, save_value
from chronicle.diagnostics.report import Finding
from chronicle.model.campaign import Turn
from chronicle.records import MutableRecord, Record, field
from chronicle.rules.protocol import PlayedTurn

_KIND: Final = "turns-played"


class CachedTurn(Record):
    """A turn played without errors, its warnings, and a digest of the state after it."""

    played_turn: PlayedTurn[Any, Any, Any]
    findings: tuple[Finding, ...]
    state_digest: str


class TurnCache(MutableRecord):
    """Played turns of a campaign by key."""

    turns: dict[str, CachedTurn] = field(default_factory=dict)

    def get(self, key: str) -> CachedTurn | None:
        """The turn with this key; None if it is not cached, or if the key is empty."""
        if not key:
            return None
        return self.turns.get(key) or load_value(_KIND, key, CachedTurn)

    def put(self, key: str, turn: CachedTurn) -> None:
        """Add a turn that has been played, unless the key is empty."""
        if key:
            self.turns[key] = turn
            save_value(_KIND, key, turn)


def turn_key(ruleset: str, seed: str, state_digest: str, turn: Turn) -> str:
    """A key that covers all that the result of a turn depends on.

    Empty for a turn that is not as in a file, since what it depends on is unknown.
    """
    if not turn.digest:
        return ""
    return cache_key(program_fingerprint(), ruleset, seed, state_digest, turn.digest)


def digest_of_state(state: object) -> str:
    """A digest of a state, including the order of its parts."""
    return cache_key(repr(state))
