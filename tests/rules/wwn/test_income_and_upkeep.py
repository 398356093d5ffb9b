"""What a turn brings in and costs by itself (W-TURN-2, W-TURN-3)."""

from __future__ import annotations

import pytest

from chronicle.rules.wwn.changes import Lost, Paid
from chronicle.rules.wwn.events import UpkeepPaid
from chronicle.rules.wwn.orders import FactionOrders
from chronicle.rules.wwn.state import Piece, State
from chronicle.rules.wwn.upkeep import income_event, upkeep_event
from tests.rules.wwn.custom_catalogue_boards import asset, board, faction, orders, told

# ── Income (W-TURN-2) ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("who", "amount"),
    [
        # ⌈2/2 + (3+4)/4⌉ = ⌈2.75⌉
        pytest.param("vael", 3, id="W-TURN-2 F3 C4 W2"),
        # ⌈4/2 + (2+3)/4⌉ = ⌈3.25⌉
        pytest.param("oru", 4, id="W-TURN-2 F2 C3 W4"),
        # ⌈1/2 + (1+1)/4⌉ = 1
        pytest.param("kell", 1, id="W-TURN-2 F1 C1 W1"),
    ],
)
def test_every_faction_earns_by_its_ratings(who: str, amount: int) -> None:
    event = income_event(board(), orders(), who)
    assert event.id == f"5/{who}/income"
    assert (event.amount, event.lines) == (amount, ())
    assert event.changes == (Paid(who, amount, "income", "W-TURN-2"),)


# ── Upkeep (W-TURN-3, W-FX-UPKEEP) ───────────────────────────────────────────────────────────────


def upkeep(
    *assets: Piece,
    treasure: int,
    die: dict[str, int] | None = None,
    sheds: tuple[str, ...] = (),
    who: str = "oru",
) -> tuple[State, UpkeepPaid | None]:
    """The upkeep of a faction that has this, and the board before it."""
    state = board(*assets, factions=[faction(who, treasure=treasure)])
    table = {f"{who}/upkeep/rogue-{id}": (face,) for id, face in (die or {}).items()}
    return state, upkeep_event(state, orders(FactionOrders(who, sheds=sheds)), told(table), who)


def test_w_fx_upkeep_whoever_is_no_mercenary_is_lost_unpaid_without_a_throw() -> None:
    _, event = upkeep(asset("hounds", "oru", "hounds"), treasure=0)
    assert event is not None
    assert (event.rolls, event.changes) == ((), (Lost("hounds"),))
