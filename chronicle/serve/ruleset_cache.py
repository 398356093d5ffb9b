"""A ruleset wrapper that caches results by turn.

Ruleset methods are pure, so a result is valid as long as its arguments exist. Arguments are
compared by identity: a turn that is not played again is the same object as before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar, cast

from chronicle.model.audience import Audience
from chronicle.model.facts import Ref
from chronicle.play.history import AnyHistory
from chronicle.rules import protocol

T = TypeVar("T")


class CachingRuleset:
    """A ruleset that caches `reveal`, `odds` and `sheets`; the rest is passed on.

    Tellings are kept by :class:`chronicle.project.Tellings`.
    """

    def __init__(self, ruleset: protocol.AnyRuleset) -> None:
        self._system = ruleset
        #: The arguments and the result by key. The arguments are kept alive because the key
        #: contains their identity.
        self._known: dict[tuple[object, ...], tuple[tuple[object, ...], Any]] = {}
        self._memories: dict[tuple[int, Audience], Mapping[str, protocol.Sighting]] = {}

    def as_ruleset(self) -> protocol.AnyRuleset:
        """This object, typed as a ruleset."""
        return cast("protocol.AnyRuleset", self)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._system, name)

    def reveal(self, step: protocol.Step[Any, Any]) -> protocol.Telling | None:
        return self._once("reveal", (step,), (), lambda: self._system.reveal(step))

    def odds(
        self, state: Any, orders: Any, keys: Iterable[str]
    ) -> Mapping[str, tuple[protocol.Chance, ...]]:
        asked = tuple(keys)
        return self._once(
            "odds", (state, orders), asked, lambda: self._system.odds(state, orders, asked)
        )

    def sheets(
        self,
        played_turn: protocol.PlayedTurn[Any, Any, Any],
        memory: Mapping[str, protocol.Sighting],
        audience: Audience,
        subjects: Iterable[Ref],
    ) -> Mapping[Ref, protocol.Sheet]:
        known, asked = self._memory(played_turn, memory, audience), tuple(subjects)
        return self._once(
            "sheets",
            (played_turn, known),
            (audience, *asked),
            lambda: self._system.sheets(played_turn, known, audience, asked),
        )

    def _memory(
        self,
        played_turn: protocol.PlayedTurn[Any, Any, Any],
        memory: Mapping[str, protocol.Sighting],
        audience: Audience,
    ) -> Mapping[str, protocol.Sighting]:
        """The earlier memory object if it is equal to this one, else this one."""
        key = (id(played_turn), audience)
        known = self._memories.get(key)
        if known is None or not (known is memory or _same_memory(known, memory)):
            self._memories[key] = known = memory
        return known

    def _once(
        self,
        question: str,
        about: tuple[object, ...],
        words: tuple[object, ...],
        ask: Callable[[], T],
    ) -> T:
        key = (question, *map(id, about), *words)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = about, ask()
        return cast("T", known[1])

    def forget(self, history: AnyHistory) -> None:
        """Drop results for turns that are no longer part of the history."""
        played_turns = (history.opening, *history.turns)
        alive = {id(played_turn) for played_turn in played_turns}
        alive |= {id(step) for played_turn in played_turns for step in played_turn.steps}
        alive |= {id(played_turn.orders) for played_turn in played_turns}
        self._known = {
            key: known
            for key, known in self._known.items()
            if any(id(thing) in alive for thing in known[0])
        }
        self._memories = {key: known for key, known in self._memories.items() if key[0] in alive}


def _same_memory(
    one: Mapping[str, protocol.Sighting], other: Mapping[str, protocol.Sighting]
) -> bool:
    """Whether two memories have the same sightings in the same order.

    A turn that is played again creates equal facts as new objects. They are compared by their
    repr, which includes their order and types.
    """
    return len(one) == len(other) and all(
        mine.subject == theirs.subject
        and mine.turn == theirs.turn
        and (mine.facts is theirs.facts or repr(mine.facts) == repr(theirs.facts))
        and name == other_name
        for (name, mine), (other_name, theirs) in zip(one.items(), other.items(), strict=True)
    )
