"""What a turn brings in and costs by itself (L-TURN-1, L-TURN-6), and how it ends."""

from __future__ import annotations

from typing import Any

import pytest

from chronicle.records import replace
from chronicle.rules.lieutenants.apply import apply_changes
from chronicle.rules.lieutenants.catalogue import Price
from chronicle.rules.lieutenants.changes import (
    Closed,
    Exhausted,
    Joined,
    Moved,
    Paid,
    PlaceSet,
    Ranked,
    StanceEnded,
    Stood,
    Turned,
    TurnOver,
    Watched,
)
from chronicle.rules.lieutenants.events import Earned, TurnEnded, Upkeep
from chronicle.rules.lieutenants.orders import FactionOrders
from chronicle.rules.lieutenants.state import (
    Asset,
    Condition,
    Facility,
    Item,
    PlaceState,
    Project,
    Stance,
    State,
    Watch,
)
from chronicle.rules.lieutenants.upkeep import income_events, turn_over_event, upkeep_events
from tests.rules.lieutenants.two_faction_boards import (
    FACTIONS,
    PLACES,
    board,
    lieutenant,
    orders,
    unit,
)


def capital(amount: int) -> Price:
    return Price(amount, "capital")


def respect(amount: int) -> Price:
    return Price(amount, "respect")


def shop(id: str, condition: Condition = "undamaged", **fields: Any) -> Facility:
    fields = {"income": 1, **fields}
    return Facility(id, id.title(), "vael", "field", "craftsmen", 6, condition, **fields)


def location(id: str, **fields: Any) -> PlaceState:
    return replace(PLACES[id], **fields)


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


# What comes in (L-TURN-1)


def test_owned_locations_and_undamaged_facilities_bring_in_their_income() -> None:
    state = board(
        shop("works"),
        shop("ruin", "destroyed"),
        shop("wreck", "damaged"),
        shop("idle", income=0),
        replace(shop("theirs"), faction="oru", income=4),
        places=[
            location("mill", owner="vael", income=3),
            location("inn", owner="oru", income=2),
            location("ford", income=7),
            location("gate", owner="vael"),
        ],
    )
    assert list(income_events(state, 3)) == [
        Earned(
            "3/vael/income",
            "vael",
            (("mill", 3), ("works", 1)),
            (
                Paid("vael", 3, "income", "L-TURN-1", "mill"),
                Paid("vael", 1, "income", "L-TURN-1", "works"),
            ),
        ),
        Earned(
            "3/oru/income",
            "oru",
            (("inn", 2), ("theirs", 4)),
            (
                Paid("oru", 2, "income", "L-TURN-1", "inn"),
                Paid("oru", 4, "income", "L-TURN-1", "theirs"),
            ),
        ),
    ]


def test_a_faction_without_income_gets_no_income_telling() -> None:
    assert list(income_events(board(lieutenant("kess")), 1)) == []


# What must be paid (L-TURN-6)


def test_a_faction_without_upkeep_gets_no_upkeep_telling() -> None:
    assert kept(lieutenant("kess"), unit("knives"), shop("works"))[1] == []


def test_everything_is_paid_in_the_order_in_which_it_is_ranked() -> None:
    """Ranked first, in that order; then the cheapest first, so that the dearest is last.

    Of those that cost the same, the one that is written first.
    """
    state, events = kept(
        lieutenant("kess", upkeep=capital(3)),
        unit("knives", upkeep=capital(1)),
        unit("giants", upkeep=capital(2)),
        unit("boys", upkeep=capital(1)),
        shop("works", upkeep=capital(2)),
        places=(location("mill", owner="vael", upkeep=capital(1)),),
        priority=("giants", "kess"),
    )
    lines = (("giants", 2), ("kess", 3), ("knives", 1), ("boys", 1), ("mill", 1), ("works", 2))
    assert events == [
        Upkeep(
            "1/vael/upkeep",
            "vael",
            tuple((id, capital(amount), True) for id, amount in lines),
            (),
            0,
            9,
            tuple(Paid("vael", -amount, "upkeep", "L-TURN-6", id) for id, amount in lines),
        )
    ]
    assert apply_changes(state, events[0].changes).factions["vael"].capital == 10


def test_what_cannot_be_paid_leaves_and_what_still_can_is_paid() -> None:
    """5 capital: 4 for the first leave 1, not enough for 2, enough for the 1 after it."""
    state, events = kept(
        unit("first", upkeep=capital(4)),
        unit("second", upkeep=capital(2)),
        unit("third", upkeep=capital(1)),
        capital=5,
        priority=("first", "second"),
    )
    (event,) = events
    assert event.lines == (
        ("first", capital(4), True),
        ("second", capital(2), False),
        ("third", capital(1), True),
    )
    assert event.left == (("second", "capital"),)
    assert event.changes == (
        Paid("vael", -4, "upkeep", "L-TURN-6", "first"),
        Joined("second", ""),
        Paid("vael", -1, "upkeep", "L-TURN-6", "third"),
    )
    after = apply_changes(state, event.changes)
    assert after.factions["vael"].capital == 0
    assert not after.fit(after.assets["second"])


def test_without_a_ranking_the_dearest_leaves() -> None:
    _, (event,) = kept(unit("dear", upkeep=capital(3)), unit("cheap", upkeep=capital(1)), capital=3)
    assert event.left == (("dear", "capital"),)


@pytest.mark.parametrize(("first", "second"), [("boys", "knives"), ("knives", "boys")])
def test_of_two_that_cost_the_same_the_one_written_last_leaves(first: str, second: str) -> None:
    """However their ids are spelt: a new id for one of them must not change who stays."""
    both = (unit(first, upkeep=capital(1)), unit(second, upkeep=capital(1)))
    _, (event,) = kept(*both, capital=1)
    assert event.left == ((second, "capital"),)


def test_a_ranking_of_the_turn_counts_at_once_and_from_now_on() -> None:
    own = FactionOrders("vael", (), priority=("dear",))
    state, (event,) = kept(
        unit("dear", upkeep=capital(3)), unit("cheap", upkeep=capital(1)), capital=3, own=own
    )
    assert event.left == (("cheap", "capital"),)
    assert event.changes[0] == Ranked("vael", ("dear",))
    assert apply_changes(state, event.changes).factions["vael"].priority == ("dear",)


def test_a_ranking_is_kept_even_if_nothing_is_to_be_paid() -> None:
    _, (event,) = kept(own=FactionOrders("vael", (), priority=("dear",)))
    assert event.changes == (Ranked("vael", ("dear",)),)
    assert event.lines == ()


def test_a_location_that_cannot_be_paid_loses_its_owner() -> None:
    mill = location("mill", owner="vael", upkeep=capital(2), income=3)
    _, (event,) = kept(capital=1, places=(mill,))
    assert event.left == (("mill", "capital"),)
    assert event.changes == (PlaceSet(replace(mill, owner="")),)


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


def test_a_double_agent_is_paid_by_whom_it_serves_and_by_its_host() -> None:
    """L-ACT-RECRUIT: you pay its upkeep; its host has no reason to stop."""
    agent = unit("agent", faction="oru", agent_of="vael", upkeep=capital(2))
    _, events = kept(agent)
    assert [(event.faction, event.lines) for event in events] == [
        ("vael", (("agent", capital(2), True),)),
        ("oru", (("agent", capital(2), True),)),
    ]


def test_an_unpaid_double_agent_serves_its_host_alone() -> None:
    agent = unit("agent", faction="oru", agent_of="vael", upkeep=capital(2))
    _, (mine, theirs) = kept(agent, capital=1)
    assert mine.changes == (Turned("agent", ""),)
    assert theirs.changes == (Paid("oru", -2, "upkeep", "L-TURN-6", "agent"),)


def test_a_double_agent_whom_its_host_cannot_pay_goes_to_whom_it_serves() -> None:
    agent = unit("agent", agent_of="oru", upkeep=capital(2))
    state, (mine, theirs) = kept(agent, capital=1)
    assert mine.changes == (Joined("agent", "oru"),)
    assert theirs.lines == (("agent", capital(2), True),)
    after = apply_changes(apply_changes(state, mine.changes), theirs.changes)
    assert after.factions["oru"].capital == 18


# Respect, against reach (L-TURN-6)


def test_respect_is_asked_of_reach_and_not_spent() -> None:
    _, (event,) = kept(unit("a", upkeep=respect(2)), unit("b", upkeep=respect(3)), reach=5)
    assert (event.respect, event.reach, event.left, event.changes) == (5, 5, (), ())
    assert event.lines == (("a", respect(2), True), ("b", respect(3), True))


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


def test_without_a_word_from_the_gm_more_is_asked_than_there_is() -> None:
    """What the review of the turn then stops at."""
    _, (event,) = kept(unit("first", upkeep=respect(4)), reach=3)
    assert (event.respect, event.reach, event.left) == (4, 3, ())


# The end of the turn


def project(id: str, **fields: Any) -> Project:
    fields = {"hold": False, "worked": 4, **fields}
    return Project(id, "research", id.title(), "vael", 8, 3, **fields)


def test_a_project_that_may_not_rest_is_lost_when_nobody_carries_it_on() -> None:
    projects = [
        project("wards"),
        project("maps", worked=5),
        project("songs", hold=True),
        project("poisons", blocked=True),
    ]
    state = board(projects={one.id: one for one in projects})
    assert turn_over_event(state, 5) == TurnEnded(
        "5/over", (("wards", "vael"),), (Closed("wards"), TurnOver(6))
    )


def test_watches_and_distractions_end_with_the_turn() -> None:
    state = apply_changes(
        board(lieutenant("kess")), (Watched(Watch("oru", "kess")), Exhausted("kess"))
    )
    assert state.watches == {Watch("oru", "kess")}
    after = apply_changes(state, turn_over_event(state, 1).changes)
    assert (after.turn, after.watches, after.benched) == (2, frozenset(), frozenset())
