"""Parse and check the GM's news effects and adjustments, and turn them into events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Final, TypeAlias, get_args

from chronicle.diagnostics.report import Report
from chronicle.model.audience import Visibility
from chronicle.model.campaign import Turn
from chronicle.rules.kit.adjustment_events import Alteration
from chronicle.rules.kit.adjustments import EffectKeys, EffectParser
from chronicle.rules.kit.changes import apply_changes
from chronicle.rules.lieutenants.adjustments.effects import (
    GM_CHANGE_RULE,
    AdjustmentEffect,
    EffectDraft,
    assets,
    figures,
    places,
)
from chronicle.rules.lieutenants.changes import Change, FactionFigure
from chronicle.rules.lieutenants.diagnostics import adjustments as problems
from chronicle.rules.lieutenants.events import Altered
from chronicle.rules.lieutenants.inputs import AdjustmentInput, EffectInput
from chronicle.rules.lieutenants.setup.assets import AssetInput
from chronicle.rules.lieutenants.state import State

EffectFunction: TypeAlias = Callable[[AdjustmentEffect], EffectDraft | None]
_FIGURES: Final[tuple[FactionFigure, ...]] = get_args(FactionFigure)
_KINDS: Final = ("lieutenant", "unit", "item", "information", "facility")


def _new_asset_effect(effect: AdjustmentEffect, kind: str) -> EffectDraft | None:
    entry: AssetInput = getattr(effect.entry, kind)
    return assets.new_asset_effect(effect, entry)


#: The function of each kind of effect, by the keys that identify it: its subject and its change.
EFFECT_FUNCTIONS: Final[Mapping[EffectKeys, EffectFunction]] = {
    (("faction",), "capital"): figures.capital_effect,
    (("place",), "capital"): figures.capital_effect,
    **{(("faction",), name): partial(figures.figure_effect, name=name) for name in _FIGURES},
    (("faction", "npc"), "influence"): figures.influence_effect,
    (("faction", "npc"), "ally"): figures.alliance_effect,
    (("asset",), "condition"): assets.condition_effect,
    (("asset",), "level"): assets.level_effect,
    (("asset",), "at"): assets.location_effect,
    (("asset",), "joins"): assets.allegiance_effect,
    (("place",), "owner"): places.owner_effect,
    (("place",), "known_to"): places.known_to_effect,
    (("project",), "cleared"): figures.project_effect,
    (("project",), "successes"): figures.project_effect,
    ((), "lifted"): figures.lifted_modifier_effect,
    (("faction",), "modifier"): figures.new_modifier_effect,
    **{(("faction",), kind): partial(_new_asset_effect, kind=kind) for kind in _KINDS},
}


def parse_alterations(
    turn: Turn, state: State | None, report: Report
) -> tuple[Alteration[Change], ...]:
    """Return a turn's adjustments, then the effects of its news, each based on those before it.

    Without a state, only their format is checked, and the result is empty.
    """
    return _effect_parser(state, report).parse(turn)


def parse_brought(
    entries: Iterable[AdjustmentInput], id: str, state: State, report: Report
) -> tuple[Alteration[Change], ...]:
    """Return what an action brings, numbered under an id, each based on those before it.

    What does not fit the board is left out and reported (L-ACT-CUSTOM).
    """
    return tuple(_effect_parser(state, report).adjustments(entries, id))


def _effect_parser(
    state: State | None, report: Report
) -> EffectParser[EffectInput, AdjustmentInput, State, Change]:
    def draft(way: EffectKeys, entry: EffectInput, board: State, reason: str) -> EffectDraft | None:
        return EFFECT_FUNCTIONS[way](AdjustmentEffect(entry, board, report, reason))

    return EffectParser(
        state=state,
        report=report,
        effect=EffectInput,
        adjustment=AdjustmentInput,
        ways=tuple(EFFECT_FUNCTIONS),
        unclear=problems.UnclearEffect,
        draft=draft,
        after=lambda board, change: apply_changes(board, change.changes),
    )


def reveals_of(turn: Turn, state: State) -> tuple[tuple[str, Visibility], ...]:
    """Return the secret locations that a turn reveals, with the visibility of each reveal."""
    return tuple(
        (reveal.target, reveal.visibility)
        for reveal in turn.reveals
        if reveal.kind == "place" and state.places[reveal.target].secret
    )


def events_of(
    alterations: tuple[Alteration[Change], ...], rule: str = GM_CHANGE_RULE
) -> Iterator[Altered]:
    """Yield the events of the GM's changes, in order; each was checked on the board before it."""
    return (Altered.of(change, rule) for change in alterations)
