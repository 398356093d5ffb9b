"""What the GM changes by news and adjustments: read, checked one by one, and turned into events."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final, TypeAlias

from chronicle.diagnostics.report import Report
from chronicle.model.campaign import Turn
from chronicle.rules.shared.adjustment_events import Alteration
from chronicle.rules.shared.adjustments import EffectKeys, EffectParser
from chronicle.rules.wwn import diagnostics
from chronicle.rules.wwn.adjustments.effects import assets, figures, places
from chronicle.rules.wwn.adjustments.effects.draft import RULE, Altering, Draft
from chronicle.rules.wwn.apply import fold
from chronicle.rules.wwn.changes import Change
from chronicle.rules.wwn.collapse import collapses
from chronicle.rules.wwn.events import Altered
from chronicle.rules.wwn.inputs import AdjustmentShape, EffectShape
from chronicle.rules.wwn.state import State
from chronicle.rules.wwn.terms import ATTRIBUTES

Doing: TypeAlias = Callable[[Altering], Draft | None]

#: What an effect is about, the key that changes, and how; an effect is one of these and no more.
WAYS: Final[Mapping[EffectKeys, Doing]] = {
    (("faction",), "treasure"): figures.treasure,
    (("faction",), "hp"): figures.hit_points,
    (("faction",), "xp"): figures.experience,
    **{(("faction",), name): partial(figures.rating, name=name) for name in ATTRIBUTES},
    (("faction",), "magic"): figures.magic,
    (("faction",), "tags"): figures.tags,
    (("faction",), "goal"): figures.goal,
    (("faction",), "at_war"): figures.wars,
    (("faction",), "new_asset"): assets.new_asset,
    (("faction",), "new_base"): assets.new_base,
    (("asset",), "hp"): assets.asset_hit_points,
    (("asset",), "at"): assets.whereabouts,
    (("asset",), "stealth"): assets.cover,
    (("asset",), "joins"): assets.allegiance,
    (("asset",), "lost"): assets.loss,
    (("base",), "hp"): assets.base_hit_points,
    (("base",), "lost"): assets.base_loss,
    (("place",), "ruler"): places.rule,
    (("place",), "forbids"): places.bans,
    ((), "sequence"): places.sequence,
}


@dataclass(frozen=True, slots=True)
class AlteredBoard:
    """What the GM changes in a turn, the order of play if it is stated, and the board then.

    ``state`` is None where no board was known to begin with.
    """

    alterations: tuple[Alteration[Change], ...]
    sequence: tuple[str, ...]
    state: State | None


def read_alterations(turn: Turn, state: State | None, report: Report) -> AlteredBoard:
    """A turn's adjustments and then the effects of its news, each as the ones before leave it.

    Without a state their shapes alone are checked, and there are none.
    """
    doings = _Doings(turn.number, report)
    reader = EffectParser(
        turn=turn,
        state=state,
        report=report,
        effect=EffectShape,
        adjustment=AdjustmentShape,
        ways=tuple(WAYS),
        unclear=diagnostics.UnclearEffect,
        draft=doings.draft,
        after=doings.after,
    )
    found = reader.parse()
    return AlteredBoard(found, doings.sequence, reader.state)


def events_of(alterations: tuple[Alteration[Change], ...]) -> Iterator[Altered]:
    """The events of what the GM changes, in order; each was drawn up for the board it meets."""
    return (Altered.of(change, RULE) for change in alterations)


@dataclass(slots=True)
class _Doings:
    """What the effects of a turn come to, and the order of play once one has stated it."""

    turn: int
    report: Report
    sequence: tuple[str, ...] = field(default=())

    def draft(self, way: EffectKeys, shape: EffectShape, state: State, reason: str) -> Draft | None:
        if way[1] == "sequence":
            self.play(shape)
        return WAYS[way](Altering(shape, state, self.report, reason))

    def after(self, state: State, change: Alteration[Change]) -> State:
        """The board after a change, and after those have collapsed whom it leaves nothing."""
        for event in events_of((change,)):
            state = fold(state, event.changes)
            for fallen in tuple(collapses(state, self.turn, event)):
                state = fold(state, fallen.changes)
        return state

    def play(self, shape: EffectShape) -> None:
        """Takes down the order of play, which stands once in a turn."""
        if self.sequence:
            at = shape.key_at("sequence")
            self.report.add(diagnostics.BadSequence(at=at, why="stated"))
        self.sequence = tuple(shape.sequence or ())
