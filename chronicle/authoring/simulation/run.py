"""One run of a simulation: a campaign played on with all factions proposing for themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from chronicle.authoring.simulation.playthrough import OrderEntries, Playthrough
from chronicle.model.audience import GM
from chronicle.model.campaign import Turn
from chronicle.model.character import Aim
from chronicle.model.facts import Facts, Ref
from chronicle.proposals import propose
from chronicle.records import MutableRecord, Record, field
from chronicle.rules import values_of
from chronicle.rules.protocol import AnyRuleset, PlayedTurn
from chronicle.rules.values import Values

#: From here on, of 1, an aim to take, hold, befriend or find out counts as met.
_MET: Final = 0.9
#: Who grows rich has so many times the wealth of the beginning.
_RICH: Final = 2.0
#: Digits of figures with a fraction, so that sums in another order are the same.
_DIGITS: Final = 6


class RunStart(Record):
    """What all runs of a simulation begin from, and how many turns they play.

    ``given`` is a turn whose orders are kept; in it only the factions in ``proposing`` propose for
    themselves.
    """

    game: Playthrough
    turns: int
    given: Turn | None = None
    proposing: frozenset[str] = frozenset()


class AssetPurchase(Record):
    """Something that a faction bought in a turn: its kind, as the rules name it, and its price."""

    faction: str
    kind: str
    price: int
    turn: int


class AimOutcome(Record):
    """An aim of a faction, the turn at whose end it was first met, and whether it is in the end.

    ``turn`` is None if it never was; the turn before the run if it was at its start.
    """

    faction: str
    aim: Aim
    turn: int | None
    in_the_end: bool


class RunResult(Record):
    """The result of a run.

    ``measures`` has for each faction and measure its values at the start and after each turn, None
    where there is none; ``winning`` the same of the ruleset's own measure of who is ahead. A
    faction that is ``gone`` gives no more orders after that turn. ``left_out`` is how many of its
    orders could not be given together with those of others.
    """

    name: str
    measures: Mapping[str, Mapping[str, tuple[int | None, ...]]]
    winning: Mapping[str, tuple[float, ...]]
    aims: tuple[AimOutcome, ...]
    purchases: tuple[AssetPurchase, ...]
    gone: Mapping[str, int]
    left_out: Mapping[str, int]


def run_simulation(start: RunStart, name: str) -> RunResult:
    """Play one run. Its name is the seed of its dice, and of choices between equal orders."""
    game = start.game.named(name)
    values = values_of(game.ruleset.id)
    if values is None:
        raise ValueError(f"the ruleset {game.ruleset.id} can't tell good boards from bad ones")
    notes = _RunNotes.of(game, values)
    for _ in range(start.turns):
        given = start.given if start.given and start.given.number == game.number else None
        ids = [it for it in game.playing if given is None or it in start.proposing]
        proposed = {id: _proposed(game, values, id, name) for id in ids}
        result = game.play(proposed, given)
        for id, count in result.left_out.items():
            notes.left_out[id] = notes.left_out.get(id, 0) + count
        notes.add(game, result.played)
    return notes.result(name)


def _proposed(
    game: Playthrough, values: Values[Any], faction: str, name: str
) -> tuple[OrderEntries, ...]:
    """The orders that a faction proposes for itself, one by one."""
    known = game.knowledge_of(faction)
    if known is None:
        return ()
    return tuple(it.entries for it in propose(game.ruleset, values, known, name).orders)


class _RunNotes(MutableRecord):
    """What is noted of a run while it is played."""

    values: Values[Any]
    factions: tuple[str, ...]
    wealth: Mapping[str, float]
    aims: dict[tuple[str, Aim], int | None]
    measures: dict[str, dict[str, list[int | None]]] = field(default_factory=dict)
    winning: dict[str, list[float]] = field(default_factory=dict)
    purchases: list[AssetPurchase] = field(default_factory=list)
    gone: dict[str, int] = field(default_factory=dict)
    left_out: dict[str, int] = field(default_factory=dict)
    #: The aims that are met on the last board.
    met: set[tuple[str, Aim]] = field(default_factory=set)
    count: int = 0

    @classmethod
    def of(cls, game: Playthrough, values: Values[Any]) -> _RunNotes:
        """The notes at the start of a run."""
        board, factions = game.last.after, tuple(it.id for it in game.campaign.factions)
        aims = {(it.id, aim): None for it in game.campaign.factions for aim in it.character.aims}
        wealth = {id: _figure(values.wealth(board, id)) for id in factions if id in board.factions}
        notes = cls(values, factions, wealth, dict(aims))
        notes.note(game)
        return notes

    def add(self, game: Playthrough, played: PlayedTurn[Any, Any, Any]) -> None:
        """Note a turn that has been played."""
        self.purchases += _purchases(game.ruleset, played)
        self.note(game)

    def note(self, game: Playthrough) -> None:
        """Note what can be read from the board."""
        board, turn = game.last.after, game.last.turn
        self.count += 1
        for measure in game.ruleset.measures(board):
            lines = self.measures.setdefault(measure.faction, {})
            line = lines.setdefault(measure.name, [])
            line += [None] * (self.count - 1 - len(line))
            # Of several with one name, the GM gets the last.
            line[self.count - 1 :] = [measure.value]
        playing = game.playing
        for id in self.factions:
            there = id in board.factions
            value = _figure(self.values.winning(board, id)) if there else 0.0
            self.winning.setdefault(id, []).append(value)
            if id not in playing and self.count > 1:
                self.gone.setdefault(id, turn)
        for id, aim in self.aims:
            is_met = id in board.factions and self._is_met(board, id, aim, playing)
            (self.met.add if is_met else self.met.discard)((id, aim))
            if is_met and self.aims[id, aim] is None:
                self.aims[id, aim] = turn

    def _is_met(self, board: Any, faction: str, aim: Aim, playing: tuple[str, ...]) -> bool:
        match aim.kind:
            case "ruin":
                return aim.target is not None and aim.target.id not in playing
            case "grow-rich":
                before = self.wealth.get(faction, 0.0)
                return self.values.wealth(board, faction) >= max(before * _RICH, before + 1)
            case _:
                return self.values.met(board, faction, aim.kind, aim.target) >= _MET

    def result(self, name: str) -> RunResult:
        """The result of the run."""
        return RunResult(
            name,
            {
                id: {
                    name: tuple(line + [None] * (self.count - len(line)))
                    for name, line in lines.items()
                }
                for id, lines in self.measures.items()
            },
            {id: tuple(line) for id, line in self.winning.items()},
            tuple(
                AimOutcome(id, aim, turn, (id, aim) in self.met)
                for (id, aim), turn in self.aims.items()
            ),
            tuple(self.purchases),
            self.gone,
            self.left_out,
        )


def _figure(value: float) -> float:
    return round(float(value), _DIGITS)


def _purchases(ruleset: AnyRuleset, played: PlayedTurn[Any, Any, Any]) -> Iterator[AssetPurchase]:
    """What factions bought in a turn, from the GM's tellings."""
    for step in played.steps:
        telling = ruleset.tell(step, GM).telling
        if telling is None or telling.code not in ruleset.purchase_codes:
            continue
        facts = telling.facts
        buyer, price = facts.get("who"), facts.get("price", facts.get("paid"))
        amount = price.get("amount") if isinstance(price, Facts) else price
        kind = facts.get("type") or facts.get("kind") or telling.code
        if facts.get("outcome") == "done" and isinstance(buyer, Ref) and isinstance(amount, int):
            yield AssetPurchase(buyer.id, str(kind), amount, played.turn)
