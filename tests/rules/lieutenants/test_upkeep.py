"""What a turn brings in and costs by itself (L-TURN-1, L-TURN-6), and how it ends."""

from __future__ import annotations

from typing import Any

from chronicle.records import replace
from chronicle.rules.lieutenants.catalogue import Price
from chronicle.rules.lieutenants.changes import Joined, Moved, Paid, Ranked, StanceEnded, Stood
from chronicle.rules.lieutenants.events import Upkeep
from chronicle.rules.lieutenants.orders import FactionOrders
from chronicle.rules.lieutenants.state import (
    Asset,
    Condition,
    Facility,
    Item,
    PlaceState,
    Stance,
    State,
)
from chronicle.rules.lieutenants.upkeep import upkeep_events
from tests.rules.lieutenants.two_faction_boards import FACTIONS, board, lieutenant, orders, unit


def capital(amount: int) -> Price:
    return Price(amount, "capital")


def respect(amount: int) -> Price:
    return Price(amount, "respect")


def shop(id: str, condition: Condition = "undamaged", **fields: Any) -> Facility:
    fields = {"income": 1, **fields}
    return Facility(id, id.title(), "vael", "field", "craftsmen", 6, condition, **fields)


def kept(
    *assets: Asset,
    capital: int = 20,
    reach: int = 9,
    own: FactionOrders | None = None,
    priority: tuple[str, ...] = (),
    places: tuple[PlaceState, ...] = (),
    **fields: Any,
) -> tuple[State, list[Upkeep]]:
    """The upkeep of a board on which Vael has this, and the board before it."""
    faction = replace(FACTIONS["vael"], capital=capital, reach=reach, priority=priority)
    state = board(*assets, factions=[faction], places=places, **fields)
    return state, list(upkeep_events(state, orders(*([own] if own is not None else [])), 1))


# What must be paid (L-TURN-6)


def test_a_ranking_is_kept_even_if_nothing_is_to_be_paid() -> None:
    _, (event,) = kept(own=FactionOrders("vael", (), priority=("dear",)))
    assert event.changes == (Ranked("vael", ("dear",)),)
    assert event.lines == ()


def test_an_unpaid_asset_drops_its_items_and_stance() -> None:
    stance = Stance("kess", "vael", "block", "field", ("knives",), ("oru",), "cautious")
    _, (event,) = kept(
        lieutenant("kess", upkeep=capital(2)),
        unit("knives"),
        Item("crown", "Crown", "vael", "", holder="kess"),
        capital=1,
        stances={"kess": stance},
    )
    assert event.changes == (Moved("crown", "field"), StanceEnded("kess"), Joined("kess", ""))


def test_a_unit_that_leaves_lies_in_wait_no_more_and_the_others_do() -> None:
    stance = Stance("kess", "vael", "block", "field", ("knives", "boys"), ("oru",), "cautious")
    _, (event,) = kept(
        lieutenant("kess"),
        unit("knives", upkeep=capital(2)),
        unit("boys"),
        capital=1,
        stances={"kess": stance},
    )
    assert event.changes == (Stood(replace(stance, units=("boys",))), Joined("knives", ""))


def test_the_unfit_cost_and_prisoners_and_the_destroyed_do_not() -> None:
    _, (event,) = kept(
        unit("hurt", condition="damaged", upkeep=capital(1)),
        lieutenant("gone", condition="lost", upkeep=capital(1)),
        unit("dead", condition="destroyed", upkeep=capital(1)),
        unit("taken", held_by="oru", upkeep=capital(1)),
        shop("ruin", "destroyed", upkeep=capital(1)),
    )
    assert [id for id, _, _ in event.lines] == ["hurt", "gone"]


# Respect, against reach (L-TURN-6)


def test_whom_the_gm_names_goes_until_reach_is_enough() -> None:
    """7 against 4: without the first 5, without the second 4; the third stays."""
    own = FactionOrders("vael", (), leaves=("first", "stranger", "second", "third"))
    _, (event,) = kept(
        unit("first", upkeep=respect(2)),
        unit("second", upkeep=respect(1)),
        unit("third", upkeep=respect(1)),
        unit("fourth", upkeep=respect(3)),
        unit("stranger", upkeep=capital(1)),
        reach=4,
        own=own,
    )
    assert event.left == (("first", "respect"), ("second", "respect"))
    assert event.respect == 4
    assert event.changes == (
        Joined("first", ""),
        Joined("second", ""),
        Paid("vael", -1, "upkeep", "L-TURN-6", "stranger"),
    )
    assert {id for id, _, paid in event.lines if not paid} == {"first", "second"}


def test_nobody_has_to_go_while_reach_is_enough() -> None:
    own = FactionOrders("vael", (), leaves=("first",))
    _, (event,) = kept(unit("first", upkeep=respect(4)), reach=4, own=own)
    assert event.left == ()
