"""What a turn brings in and costs by itself (W-TURN-2, W-TURN-3)."""

from __future__ import annotations

import pytest

from chronicle.rules.wwn.changes import Lost, Paid
from chronicle.rules.wwn.events import UpkeepPaid
from chronicle.rules.wwn.orders import FactionOrders
from chronicle.rules.wwn.state import Asset, Mark, Piece, State
from chronicle.rules.wwn.upkeep import income_event, upkeep_event
from tests.rules.wwn.custom_catalogue_boards import asset, base, board, faction, orders, told

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


# ── Excess (W-TURN-3) ────────────────────────────────────────────────────────────────────────────


def host(*types: str) -> tuple[Asset, ...]:
    """Assets of Oru, each called by its type with a number."""
    return tuple(asset(f"{one}-{count}", "oru", one) for count, one in enumerate(types, 1))


# Oru has Force 2, Cunning 3, Wealth 4. Militia cost 2, spears 3, knights 8; spies cost 2.
FOUR = host("spears", "militia", "knights", "spears")


def test_w_turn_3_only_excess_assets_are_lost() -> None:
    _, event = upkeep(*FOUR, treasure=5, sheds=("spears-1", "spears-4", "knights-3", "militia-2"))
    assert event is not None
    assert [subject.id for subject, _ in event.left] == ["spears-1", "spears-4"]
    assert event.bills == ()


def test_w_fx_unsellable_what_can_not_be_dismissed_is_paid_for() -> None:
    # Wealth 4, five assets of Wealth; the legion's own upkeep of 2 comes first.
    five = host("legion", "shop", "shop", "bank", "bank")
    _, event = upkeep(*five, treasure=9, sheds=("legion-1",))
    assert event is not None
    assert event.left == ()
    assert [(bill.asset, bill.reason) for bill in event.bills] == [
        ("legion-1", "upkeep"),
        ("shop-2", "excess"),
    ]


def test_w_turn_3_rogues_and_bases_do_not_count() -> None:
    five = host("company", "shop", "shop", "bank", "bank")
    strays = (asset("stray", "oru", "shop", marks=(Mark("rogue"),)), base("den", "oru", "ford"))
    _, event = upkeep(*five[1:], *strays, treasure=0)
    assert event is None
