"""A campaign that continues in memory, turn by turn, and what each faction knows of it.

The cost of a turn does not grow with the turns before it: of them only the board is kept, and what
each faction remembers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from chronicle.diagnostics.report import Report
from chronicle.model.audience import faction_audience
from chronicle.model.campaign import Campaign, Turn
from chronicle.model.facts import Ref
from chronicle.pipeline import PlayedCampaign
from chronicle.play.history import Arrival, state_with_arrivals
from chronicle.play.turns import play_turn
from chronicle.project.audience_memory import AudienceMemory, audience_memory
from chronicle.project.tellings import Tellings
from chronicle.proposals import FactionKnowledge
from chronicle.proposals.candidates import merge_entries
from chronicle.proposals.default_character import known_character, last_attackers
from chronicle.proposals.evaluation import node_of, turn_of
from chronicle.records import MutableRecord, Record, field, replace
from chronicle.rules.protocol import AnyRuleset, Memory, PlayedTurn, Telling

#: One order, or what belongs to it, as a mapping under the faction's id with plain values.
OrderEntries: TypeAlias = Mapping[str, object]


class SeenBoard(Record):
    """What a faction knows before its orders of a turn, as a ruleset takes it for a form.

    ``last`` is the turn before, with the board from which the next one is played.
    """

    faction: str
    last: PlayedTurn[Any, Any, Any]
    memory: Memory
    known: frozenset[Ref]


class TurnResult(Record):
    """A turn as played, and how many orders were left out, by faction."""

    played: PlayedTurn[Any, Any, Any]
    left_out: Mapping[str, int] = field(default_factory=dict)


class Playthrough(MutableRecord):
    """A campaign after its last turn, to be played on.

    ``last`` is that turn, with the board from which the next one is played. ``memories`` are those
    of all factions, by id.
    """

    campaign: Campaign
    ruleset: AnyRuleset
    arrivals: Sequence[Arrival[Any]]
    last: PlayedTurn[Any, Any, Any]
    memories: dict[str, AudienceMemory]
    #: The tellings to factions in the last turn in which somebody attacked them, by faction.
    attacks: dict[str, Mapping[int, Sequence[Telling | None]]]

    @classmethod
    def of(cls, played: PlayedCampaign) -> Playthrough:
        """The campaign after its last played turn; an open turn is not played."""
        campaign, history, ruleset = played.campaign, played.history, played.ruleset
        audiences = {it.id: faction_audience(it.id) for it in campaign.factions}
        tellings = Tellings(history, ruleset, audiences.values())
        attacks: dict[str, Mapping[int, Sequence[Telling | None]]] = {}
        for id, audience in audiences.items():
            for turn, told in tellings.of(audience).items():
                if last_attackers(ruleset, id, {turn: told}):
                    attacks[id] = {turn: told}
        return cls(
            replace(campaign, turns=(), open_turn=None),
            ruleset,
            history.arrivals,
            replace(history.eve, steps=(), before=history.eve.after),
            {id: audience_memory(campaign, tellings, it) for id, it in audiences.items()},
            attacks,
        )

    def named(self, name: str) -> Playthrough:
        """The same campaign with the dice of a run, which follow from its name and the seed."""
        seed = f"{self.campaign.seed} simulation {name}"
        return replace(
            self,
            campaign=replace(self.campaign, seed=seed),
            memories=dict(self.memories),
            attacks=dict(self.attacks),
        )

    @property
    def number(self) -> int:
        """The turn that comes next."""
        return self.last.turn + 1

    @property
    def playing(self) -> tuple[str, ...]:
        """The factions that give orders in the next turn, sorted by id."""
        return self.ruleset.playing(self.last.after)

    def seen_by(self, faction: str) -> SeenBoard:
        """What a faction knows before its orders of the next turn."""
        memory = self.memories[faction]
        return SeenBoard(faction, self.last, memory.memory, memory.known(self.last.turn))

    def knowledge_of(self, faction: str) -> FactionKnowledge | None:
        """All that a proposal for the next turn may depend on; None if it can order nothing."""
        seen = self.seen_by(faction)
        form = self.ruleset.form(seen.last, seen.memory, faction, seen.known)
        board = self.ruleset.known_board(seen.last, seen.memory, faction, seen.known)
        if form is None or board is None:
            return None
        heard_of = self.memories[faction].heard_of(self.last.turn)
        written = next(it.character for it in self.campaign.factions if it.id == faction)
        told = self.attacks.get(faction, {})
        character = known_character(written, self.ruleset, board, faction, told, heard_of)
        return FactionKnowledge(faction, self.number, board, form, character)

    def play(
        self, orders: Mapping[str, Sequence[OrderEntries]], given: Turn | None = None
    ) -> TurnResult:
        """Play the next turn with the orders of factions, each faction's one by one.

        With a ``given`` turn, they are added to its own. Orders that can't be given together are
        left out, which happens where two factions do not know of each other's orders.
        """
        base = given or turn_of(self.number, {})
        played = self.play_turn(_with_orders(base, orders), Report())
        if played is not None:
            return TurnResult(played)
        possible = base if self._can_play(base) else self._possible(base)
        accepted = self._accepted(possible, orders)
        report = Report()
        played = self.play_turn(_with_orders(possible, accepted), report)
        if played is None:
            said = "; ".join(it.message for it in report.findings)
            raise RuntimeError(f"turn {base.number} can't be played: {said}")
        left_out = {id: len(own) - len(accepted.get(id, ())) for id, own in orders.items()}
        left_out |= {id: 1 for id in base.orders if id not in possible.orders}
        return TurnResult(played, {id: count for id, count in left_out.items() if count})

    def play_turn(self, turn: Turn, report: Report) -> PlayedTurn[Any, Any, Any] | None:
        """Play the next turn as written; after an error nothing changes, and it is None."""
        played = play_turn(self.campaign, turn, self.last.after, self.ruleset, report)
        if played is None:
            return None
        for faction, before in self.memories.items():
            if self._has_joined(faction, turn.number):
                memory = self.memories[faction] = before.after(turn, played, self.ruleset)
                told = {turn.number: memory.told}
                if last_attackers(self.ruleset, faction, told):
                    self.attacks[faction] = told
        after = state_with_arrivals(played.after, turn.number + 1, self.arrivals)
        # Nothing that follows depends on how the turn went, only on where it ended.
        self.last = replace(played, before=after, after=after, orders=None, steps=())
        return played

    def _has_joined(self, faction: str, turn: int) -> bool:
        return all(it.turn <= turn for it in self.arrivals if faction in it.factions)

    def _accepted(
        self, base: Turn, orders: Mapping[str, Sequence[OrderEntries]]
    ) -> Mapping[str, Sequence[OrderEntries]]:
        """The orders that can be given together with those before them."""
        accepted: dict[str, list[OrderEntries]] = {}
        for faction, own in orders.items():
            for entries in own:
                tried = {**accepted, faction: [*accepted.get(faction, ()), entries]}
                if self._can_play(_with_orders(base, tried)):
                    accepted = tried
        return accepted

    def _possible(self, given: Turn) -> Turn:
        """A given turn without the factions whose orders can't be given after other dice."""
        turn = replace(given, orders={})
        for faction, node in given.orders.items():
            tried = replace(given, orders={**turn.orders, faction: node})
            turn = tried if self._can_play(tried) else turn
        return turn

    def _can_play(self, turn: Turn) -> bool:
        state = self.last.after
        return play_turn(self.campaign, turn, state, self.ruleset, Report()) is not None


def _with_orders(turn: Turn, orders: Mapping[str, Sequence[OrderEntries]]) -> Turn:
    """A turn with more orders."""
    nodes = {id: node_of(merge_entries(*own)) for id, own in orders.items() if own}
    return replace(turn, orders={**turn.orders, **nodes})
