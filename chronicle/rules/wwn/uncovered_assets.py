"""Uncovered assets: unhidden where a ruler forbids them, and the damage they take (W-ACT-2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chronicle.rules.wwn.action_context import ActionContext, snapshot_of
from chronicle.rules.wwn.changes import Cleared, Hurt, Lost, Marked
from chronicle.rules.wwn.distance import is_covered, is_shut_out
from chronicle.rules.wwn.events import PieceSnapshot
from chronicle.rules.wwn.state import Asset, Mark, State

_RULE: Final = "W-ACT-2"
#: Turns from being marked to taking damage: its owner has one turn to move the asset.
GRACE_TURNS: Final = 2


def is_uncovered(state: State, asset: Asset) -> bool:
    """Return whether an asset is unhidden where it is forbidden; never true of a rogue.

    An asset that was led there may stay (W-FX-LEADS).
    """
    if asset.mark("rogue") is not None or asset.mark("sheltered") is not None:
        return False
    if is_covered(state, asset):
        return False
    return is_shut_out(state, asset.faction, asset.at)


def mark_uncovered(context: ActionContext) -> Iterator[PieceSnapshot]:
    """Mark the assets that are uncovered at the end of a turn, and clear the marks of others.

    Yields those that were not marked before.
    """
    for asset in sorted(context.state.assets.values(), key=lambda one: one.id):
        mark = asset.mark("uncovered")
        stands_so = is_uncovered(context.state, asset)
        if stands_so and mark is None:
            context.apply(Marked(asset.id, Mark("uncovered", turn=context.state.turn)))
            yield snapshot_of(context.state, asset)
        elif mark is not None and not stands_so:
            context.apply(Cleared(asset.id, mark))


def hurt_uncovered(context: ActionContext, faction: str) -> Iterator[tuple[PieceSnapshot, int]]:
    """Hurt a faction's assets uncovered since the turn before the last: half their HP.

    Yields each after its loss, with the damage.
    """
    for asset in tuple(context.state.own(faction)):
        mark = asset.mark("uncovered")
        if mark is None or mark.turn + GRACE_TURNS > context.state.turn:
            continue
        if not is_uncovered(context.state, asset):
            continue
        damage = min(asset.hp, -(-context.state.maximum(asset) // 2))
        context.apply(Hurt(asset.id, damage, _RULE))
        yield snapshot_of(context.state, context.asset(asset.id)), damage
        if damage == asset.hp:
            context.apply(Lost(asset.id))
