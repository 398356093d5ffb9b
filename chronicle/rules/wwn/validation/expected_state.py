"""The certain part of the board and the Treasure at the start of a faction's orders."""

from __future__ import annotations

from collections.abc import Iterable

from chronicle.model.dice import Dice
from chronicle.records import replace
from chronicle.rules.wwn.action_context import ActionContext
from chronicle.rules.wwn.changes import Moved, fold
from chronicle.rules.wwn.orders import Orders
from chronicle.rules.wwn.state import State
from chronicle.rules.wwn.turn_start import recovery_changes
from chronicle.rules.wwn.upkeep import UpkeepAccounts, income_event
from chronicle.rules.wwn.validation.treasure import TreasureEstimate, exact_range


def expected_start(
    state: State, faction: str, sheds: Iterable[str], orders: Orders
) -> tuple[State, TreasureEstimate]:
    """Return board and Treasure at the free actions; ``orders`` have at least the policies.

    Assets recover, those on the way arrive, income is added, upkeep is paid, and excess assets are
    given up (W-TURN-2, W-TURN-3). On the board the faction has its Treasure of before.
    """
    treasure = state.factions[faction].treasure
    state = fold(state, recovery_changes(state, faction))
    coming = (asset for asset in state.own(faction) if asset.bound_for)
    arrivals = (Moved(it.id, it.bound_for) for it in coming if it.mark("pinned") is None)
    state = fold(state, tuple(arrivals))
    state = fold(state, income_event(state, orders, faction).changes)
    books = UpkeepAccounts(
        ActionContext(state, orders, Dice(b"", state.turn), ""), faction, certain=True
    )
    books.settle(tuple(sheds))
    own = books.context.state.factions[faction]
    board = books.context.state.with_faction(replace(own, treasure=treasure))
    return board, TreasureEstimate(exact_range(own.treasure))
