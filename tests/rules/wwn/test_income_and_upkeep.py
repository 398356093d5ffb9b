"""What a turn brings in and costs by itself (W-TURN-2, W-TURN-3)."""

from __future__ import annotations

import pytest

from chronicle.model.audience import FOR_EVERYONE, Visibility, visibility_of_factions
from chronicle.rules.wwn.changes import Cleared, Lost, Marked, Paid
from chronicle.rules.wwn.events import Bill, UpkeepPaid
from chronicle.rules.wwn.orders import FactionOrders
from chronicle.rules.wwn.state import Asset, Mark, Piece, State
from chronicle.rules.wwn.upkeep import income_event, upkeep_event
from tests.rules.wwn.custom_catalogue_boards import after, asset, base, board, faction, orders, told

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


def test_w_fx_income_assets_and_tags_bring_in_more() -> None:
    state = board(
        asset("bank", "oru", "bank"),
        asset("court", "oru", "court"),
        asset("other", "vael", "court"),
        factions=[faction("oru", tags=("blessed",))],
    )
    event = income_event(state, orders(), "oru")
    assert event.lines == (("blessed", 3), ("bank", 2), ("court", 1))
    # 10 in hand, 4 by the ratings, 3 + 2 + 1 besides.
    assert after(state, event).factions["oru"].treasure == 20


@pytest.mark.parametrize("mark", [Mark("unusable"), Mark("withheld", amount=4), Mark("rogue")])
def test_w_fx_income_what_does_not_serve_brings_nothing(mark: Mark) -> None:
    state = board(asset("bank", "oru", "bank", marks=(mark,)))
    assert income_event(state, orders(), "oru").lines == ()


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


def test_w_turn_3_a_faction_without_upkeep_gets_no_telling() -> None:
    assert upkeep(asset("spears", "oru", "spears"), treasure=0)[1] is None


def test_w_fx_upkeep_what_can_be_paid_is_paid() -> None:
    state, event = upkeep(
        asset("legion", "oru", "legion"), asset("company", "oru", "company"), treasure=3
    )
    assert event is not None
    assert event.bills == (
        Bill("company", "Company", "upkeep", 1, True),
        Bill("legion", "Legion", "upkeep", 2, True),
    )
    assert not event.left
    assert not event.rolls
    assert after(state, event).factions["oru"].treasure == 0


@pytest.mark.parametrize(
    ("face", "fate"),
    [
        *(pytest.param(face, "lost", id=f"W-FX-UPKEEP {face} is lost") for face in (1, 2, 3)),
        *(pytest.param(face, "rogue", id=f"W-FX-UPKEEP {face} is rogue") for face in (4, 5, 6)),
    ],
)
def test_an_unpaid_mercenary_is_lost_or_goes_its_own_way(face: int, fate: str) -> None:
    state, event = upkeep(asset("legion", "oru", "legion"), treasure=1, die={"legion": face})
    assert event is not None
    assert event.bills == (Bill("legion", "Legion", "upkeep", 2, False),)
    assert [(subject.id, how) for subject, how in event.left] == [("legion", fate)]
    now = after(state, event)
    # What is not enough is not taken either.
    assert now.factions["oru"].treasure == 1
    if fate == "lost":
        assert "legion" not in now.assets
    else:
        assert now.assets["legion"].marks == (Mark("rogue", amount=2),)


def test_w_fx_upkeep_whoever_is_no_mercenary_is_lost_unpaid_without_a_throw() -> None:
    _, event = upkeep(asset("hounds", "oru", "hounds"), treasure=0)
    assert event is not None
    assert (event.rolls, event.changes) == ((), (Lost("hounds"),))


def test_w_fx_upkeep_the_lower_is_paid_first() -> None:
    # 2 Treasure: the company's 1 leaves 1, which is not enough for the legion's 2.
    state, event = upkeep(
        asset("a-legion", "oru", "legion"),
        asset("company", "oru", "company"),
        treasure=2,
        die={"a-legion": 1},
    )
    assert event is not None
    assert [(bill.asset, bill.paid) for bill in event.bills] == [
        ("company", True),
        ("a-legion", False),
    ]
    assert after(state, event).factions["oru"].treasure == 1


ROGUE = Mark("rogue", amount=4)


def test_w_fx_upkeep_arrears_are_paid_whole_and_it_serves_again() -> None:
    # 4 owed and 2 for this turn.
    state, event = upkeep(asset("legion", "oru", "legion", marks=(ROGUE,)), treasure=6)
    assert event is not None
    assert event.bills == (Bill("legion", "Legion", "arrears", 6, True),)
    assert event.changes == (
        Paid("oru", -6, "arrears", "W-FX-UPKEEP", "legion"),
        Cleared("legion", ROGUE),
    )
    assert after(state, event).assets["legion"].marks == ()


def test_w_fx_upkeep_a_rogue_that_stays_unpaid_is_thrown_for_again() -> None:
    legion = asset("legion", "oru", "legion", marks=(ROGUE,))
    state, event = upkeep(legion, treasure=5, die={"legion": 4})
    assert event is not None
    # It was rogue before: nothing becomes of it, but the arrears grow to 6.
    assert event.left == ()
    assert event.changes == (Marked("legion", Mark("rogue", amount=6)),)
    assert after(state, event).assets["legion"].marks == (Mark("rogue", amount=6),)
    _, event = upkeep(legion, treasure=5, die={"legion": 3})
    assert event is not None
    assert [(subject.id, how) for subject, how in event.left] == [("legion", "lost")]


def test_w_fx_upkeep_those_who_serve_are_paid_before_arrears() -> None:
    # 3 Treasure: the legion's 2 first, though the company's arrears of 1 + 1 are less by name.
    _, event = upkeep(
        asset("company", "oru", "company", marks=(Mark("rogue", amount=1),)),
        asset("legion", "oru", "legion"),
        treasure=3,
        die={"company": 6},
    )
    assert event is not None
    assert [(bill.asset, bill.amount, bill.paid) for bill in event.bills] == [
        ("legion", 2, True),
        ("company", 2, False),
    ]


# ── Excess (W-TURN-3) ────────────────────────────────────────────────────────────────────────────


def host(*types: str) -> tuple[Asset, ...]:
    """Assets of Oru, each called by its type with a number."""
    return tuple(asset(f"{one}-{count}", "oru", one) for count, one in enumerate(types, 1))


# Oru has Force 2, Cunning 3, Wealth 4. Militia cost 2, spears 3, knights 8; spies cost 2.
FOUR = host("spears", "militia", "knights", "spears")


def test_w_turn_3_assets_up_to_the_rating_are_free() -> None:
    assert upkeep(*host("spears", "knights"), treasure=0)[1] is None


def test_w_turn_3_each_asset_too_many_costs_one() -> None:
    state, event = upkeep(*FOUR, treasure=5)
    assert event is not None
    assert event.bills == (
        Bill("militia-2", "Militia-2", "excess", 1, True),
        Bill("spears-1", "Spears-1", "excess", 1, True),
    )
    assert event.left == ()
    assert after(state, event).factions["oru"].treasure == 3


@pytest.mark.parametrize(
    ("treasure", "lost"),
    [
        pytest.param(1, ["militia-2"], id="W-TURN-3 the cheapest goes first"),
        pytest.param(0, ["militia-2", "spears-1"], id="W-TURN-3 then by id"),
    ],
)
def test_what_is_not_paid_for_is_lost(treasure: int, lost: list[str]) -> None:
    state, event = upkeep(*FOUR, treasure=treasure)
    assert event is not None
    assert [subject.id for subject, _ in event.left] == lost
    now = after(state, event)
    assert now.factions["oru"].treasure == 0
    assert sorted(now.assets) == sorted({one.id for one in FOUR} - set(lost))


def test_w_turn_3_the_owner_may_say_what_goes_and_pays_for_the_rest() -> None:
    state, event = upkeep(*FOUR, treasure=5, sheds=("knights-3",))
    assert event is not None
    assert [(subject.id, how) for subject, how in event.left] == [("knights-3", "lost")]
    # Three are left for a Force of 2: one too many, the cheapest.
    assert [bill.asset for bill in event.bills] == ["militia-2"]
    assert after(state, event).factions["oru"].treasure == 4


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


def test_w_turn_3_each_attribute_has_its_own_limit() -> None:
    # Three of Force for 2 and four of Cunning for 3: with 1 Treasure the cheapest of both is lost.
    # Spears cost 3 and spies 2.
    mixed = host("spears", "knights", "spears", "spies", "court", "court", "seers")
    _, event = upkeep(*mixed, treasure=1)
    assert event is not None
    assert [(bill.asset, bill.paid) for bill in event.bills] == [
        ("spies-4", False),
        ("spears-1", True),
    ]


def test_w_turn_3_rogues_and_bases_do_not_count() -> None:
    five = host("company", "shop", "shop", "bank", "bank")
    strays = (asset("stray", "oru", "shop", marks=(Mark("rogue"),)), base("den", "oru", "ford"))
    _, event = upkeep(*five[1:], *strays, treasure=0)
    assert event is None


def test_w_turn_3_upkeep_is_paid_before_excess() -> None:
    # 1 Treasure: the company's upkeep takes it, and the cheapest of five is lost.
    _, event = upkeep(*host("company", "shop", "bank", "bank", "shop"), treasure=1)
    assert event is not None
    assert [(bill.asset, bill.reason, bill.paid) for bill in event.bills] == [
        ("company-1", "upkeep", True),
        ("shop-2", "excess", False),
    ]


@pytest.mark.parametrize(
    ("stealth", "known"),
    [
        pytest.param("", FOR_EVERYONE, id="W-ENT-5 in the open"),
        pytest.param("hidden", visibility_of_factions(["oru"]), id="W-ENT-5 Stealthed"),
    ],
)
def test_readers_who_saw_an_asset_learn_of_its_loss(stealth: str, known: Visibility) -> None:
    _, event = upkeep(asset("legion", "oru", "legion", stealth=stealth), treasure=0)
    assert event is not None
    assert event.known == known
