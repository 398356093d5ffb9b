"""Parse what the GM changes by news and adjustments, and turn it into events."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final, TypeAlias

from chronicle.diagnostics.report import Report
from chronicle.model.campaign import Turn
from chronicle.records import MutableRecord, Record, field
from chronicle.rules.kit.adjustment_events import Alteration
from chronicle.rules.kit.adjustments import EffectKeys, EffectParser
from chronicle.rules.wwn.adjustments.effects import (
    ADJUSTMENT_RULE,
    AdjustmentEffect,
    EffectDraft,
    assets,
    figures,
    places,
)
from chronicle.rules.wwn.changes import Change, fold
from chronicle.rules.wwn.collapse import collapse_events
from chronicle.rules.wwn.diagnostics import adjustments as problems
from chronicle.rules.wwn.events import Altered
from chronicle.rules.wwn.inputs import AdjustmentInput, EffectInput
from chronicle.rules.wwn.state import State
from chronicle.rules.wwn.terms import ATTRIBUTES

EffectHandler: TypeAlias = Callable[[AdjustmentEffect], EffectDraft | None]

#: The subject of an effect, the key that changes, and the function; an effect has exactly one.
EFFECT_HANDLERS: Final[Mapping[EffectKeys, EffectHandler]] = {
    (("faction",), "treasure"): figures.change_treasure,
    (("faction",), "hp"): figures.change_faction_hp,
    (("faction",), "xp"): figures.change_xp,
    **{(("faction",), name): partial(figures.set_rating, name=name) for name in ATTRIBUTES},
    (("faction",), "magic"): figures.set_magic,
    (("faction",), "tags"): figures.set_tags,
    (("faction",), "goal"): figures.set_goal,
    (("faction",), "goal_met"): figures.meet_goal,
    (("faction",), "asleep"): figures.set_asleep,
    (("faction",), "seat"): figures.set_seat,
    (("faction",), "at_war"): figures.set_wars,
    (("faction",), "new_asset"): assets.add_asset,
    (("faction",), "new_base"): assets.add_base,
    (("asset",), "hp"): assets.change_asset_hp,
    (("asset",), "at"): assets.move_asset,
    (("asset",), "stealth"): assets.set_stealth,
    (("asset",), "joins"): assets.transfer_asset,
    (("asset",), "lost"): assets.lose_asset,
    (("base",), "hp"): assets.change_base_hp,
    (("base",), "lost"): assets.lose_base,
    (("place",), "ruler"): places.set_ruler,
    (("place",), "forbids"): places.set_bans,
    ((), "sequence"): places.set_sequence,
}


class ParsedAdjustments(Record):
    """A turn's changes by the GM, the order of play if set, and the board after, if any."""

    alterations: tuple[Alteration[Change], ...]
    sequence: tuple[str, ...]
    state: State | None


def parse_adjustments(turn: Turn, state: State | None, report: Report) -> ParsedAdjustments:
    """Parse a turn's adjustments, then the effects of its news, each on the board after the last.

    Without a state, only the form is checked, and the result is empty.
    """
    doings = _EffectDispatcher(turn.number, report)
    reader = EffectParser(
        state=state,
        report=report,
        effect=EffectInput,
        adjustment=AdjustmentInput,
        ways=tuple(EFFECT_HANDLERS),
        unclear=problems.UnclearEffect,
        draft=doings.draft,
        after=doings.after,
    )
    found = reader.parse(turn)
    return ParsedAdjustments(found, doings.sequence, reader.state)


def events_of(alterations: tuple[Alteration[Change], ...]) -> Iterator[Altered]:
    """Yield the events of the GM's changes, in order; each was made for the board it changes."""
    return (Altered.of(change, ADJUSTMENT_RULE) for change in alterations)


class _EffectDispatcher(MutableRecord):
    """Collects the results of a turn's effects, and the order of play once one sets it."""

    turn: int
    report: Report
    sequence: tuple[str, ...] = field(default=())

    def draft(
        self, way: EffectKeys, entry: EffectInput, state: State, reason: str
    ) -> EffectDraft | None:
        if way[1] == "sequence":
            self.set_sequence(entry)
        return EFFECT_HANDLERS[way](AdjustmentEffect(entry, state, self.report, reason))

    def after(self, state: State, change: Alteration[Change]) -> State:
        """Return the board after a change, and after the collapse of factions that it destroys."""
        for event in events_of((change,)):
            state = fold(state, event.changes)
            for fallen in tuple(collapse_events(state, self.turn, event)):
                state = fold(state, fallen.changes)
        return state

    def set_sequence(self, entry: EffectInput) -> None:
        """Set the order of play; report it if it is already set this turn."""
        if self.sequence:
            self.report.add(problems.SecondSequence(at=entry.key_at("sequence")))
        self.sequence = tuple(entry.sequence or ())
