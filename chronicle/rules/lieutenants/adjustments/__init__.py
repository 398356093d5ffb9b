"""What the GM changes by news and adjustments: read, checked one by one, and turned into events."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final, TypeAlias, get_args

from chronicle.diagnostics.report import Report
from chronicle.model.audience import Visibility
from chronicle.model.campaign import Turn
from chronicle.rules.lieutenants import diagnostics
from chronicle.rules.lieutenants.adjustments.effects import assets, figures, places
from chronicle.rules.lieutenants.adjustments.effects.adjustment_effect import RULE, Altering, Draft
from chronicle.rules.lieutenants.apply import fold
from chronicle.rules.lieutenants.changes import Change, Figure
from chronicle.rules.lieutenants.events import Altered
from chronicle.rules.lieutenants.inputs import AdjustmentShape, EffectShape
from chronicle.rules.lieutenants.setup.assets import AssetShape
from chronicle.rules.lieutenants.state import State
from chronicle.rules.shared.adjustment_events import Alteration
from chronicle.rules.shared.adjustments import EffectKeys, EffectParser

Doing: TypeAlias = Callable[[Altering], Draft | None]
_FIGURES: Final[tuple[Figure, ...]] = get_args(Figure)
_KINDS: Final = ("lieutenant", "unit", "item", "information", "facility")


def _arrival(effect: Altering, kind: str) -> Draft | None:
    shape: AssetShape = getattr(effect.shape, kind)
    return assets.arrival(effect, shape)


#: What an effect is about, the key that changes, and how; an effect is one of these and no more.
WAYS: Final[Mapping[EffectKeys, Doing]] = {
    (("faction",), "capital"): figures.funds,
    (("place",), "capital"): figures.funds,
    **{(("faction",), name): partial(figures.figure, name=name) for name in _FIGURES},
    (("faction", "npc"), "influence"): figures.influence,
    (("faction", "npc"), "ally"): figures.alliance,
    (("asset",), "condition"): assets.condition,
    (("asset",), "level"): assets.level,
    (("asset",), "at"): assets.whereabouts,
    (("asset",), "joins"): assets.allegiance,
    (("place",), "owner"): places.ownership,
    (("place",), "known_to"): places.knowledge,
    (("project",), "cleared"): figures.progress,
    (("project",), "successes"): figures.progress,
    ((), "lifted"): figures.relief,
    **{(("faction",), kind): partial(_arrival, kind=kind) for kind in _KINDS},
}


def read_alterations(
    turn: Turn, state: State | None, report: Report
) -> tuple[Alteration[Change], ...]:
    """A turn's adjustments and then the effects of its news, each as the ones before leave it.

    Without a state their shapes alone are checked, and there are none.
    """

    def draft(way: EffectKeys, shape: EffectShape, board: State, reason: str) -> Draft | None:
        return WAYS[way](Altering(shape, board, report, reason))

    reader = EffectParser(
        turn=turn,
        state=state,
        report=report,
        effect=EffectShape,
        adjustment=AdjustmentShape,
        ways=tuple(WAYS),
        unclear=diagnostics.UnclearEffect,
        draft=draft,
        after=lambda board, change: fold(board, change.changes),
    )
    return reader.parse()


def reveals_of(turn: Turn, state: State) -> tuple[tuple[str, Visibility], ...]:
    """The secret locations that a turn makes known, with those who learn of them."""
    return tuple(
        (reveal.target, reveal.circle)
        for reveal in turn.reveals
        if reveal.kind == "place" and state.places[reveal.target].secret
    )


def events_of(alterations: tuple[Alteration[Change], ...]) -> Iterator[Altered]:
    """The events of what the GM changes, in order; each was drawn up for the board it meets."""
    return (Altered.of(change, RULE) for change in alterations)
