"""The end of a turn: debts of assets are due, and uncovered assets are marked."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.model.audience import visibility_of_factions
from chronicle.model.dice import Dice
from chronicle.rules.wwn.action_context import ActionContext, snapshot_of
from chronicle.rules.wwn.asset_visibility import visibility_of_pieces
from chronicle.rules.wwn.changes import Cleared, Lost, TurnOver
from chronicle.rules.wwn.events import PieceSnapshot, TurnEnded
from chronicle.rules.wwn.orders import Orders
from chronicle.rules.wwn.state import State
from chronicle.rules.wwn.uncovered_assets import mark_uncovered


def end_event(state: State, orders: Orders, dice: Dice) -> TurnEnded:
    """Return the last event of a turn."""
    context = ActionContext(state, orders, dice, "turn/over")
    forfeit = tuple(_lose_for_debts(context))
    uncovered = tuple(mark_uncovered(context))
    context.apply(TurnOver(orders.turn + 1))
    owners = visibility_of_factions(one.faction for one in (*forfeit, *uncovered))
    return TurnEnded(
        id=f"{orders.turn}/over",
        forfeit=forfeit,
        uncovered=uncovered,
        known=owners | visibility_of_pieces((state,), (one.id for one in forfeit)),
        changes=tuple(context.changes),
    )


def _lose_for_debts(context: ActionContext) -> Iterator[PieceSnapshot]:
    """Yield assets that are lost for their debts; an owner that can pay does (W-FX-YIELDS)."""
    for id in sorted(context.state.assets):
        asset = context.asset(id)
        for debt in tuple(mark for mark in asset.marks if mark.kind == "owing"):
            if context.pay(asset.faction, debt.amount, "owing", "W-FX-YIELDS", id):
                context.apply(Cleared(id, debt))
            else:
                yield snapshot_of(context.state, asset)
                context.apply(Lost(id))
                break
