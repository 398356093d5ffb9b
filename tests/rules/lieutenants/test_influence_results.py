"""What each result of dealings with an NPC faction comes to, and who learns (L-ACT, L-INF-3)."""

from __future__ import annotations

from typing import Any, Final

import pytest

from chronicle.rules.lieutenants.actions.influence import InfluenceDetails, InfluenceOrder
from chronicle.rules.lieutenants.changes import Burdened
from chronicle.rules.lieutenants.orders import Order
from chronicle.rules.lieutenants.state import FactionState, Rally, StandingModifier, State
from chronicle.rules.lieutenants.terms import ROLL_RESULTS, ActionName, RollResult
from tests.rules.lieutenants.boards import (
    KEY,
    TURN,
    Played,
    board,
    by_result,
    faction,
    order,
    played,
    skilled,
    unit,
)

FOUR: Final[tuple[ActionName, ...]] = ("gain-influence", "ally", "claim", "rally")
#: How much influence is held on these boards: enough for whatever is asked.
HELD: Final = 30


def held(points: int, **more: Any) -> FactionState:
    return faction("vael", influence={"watch": points} if points else {}, **more)


def rich(*assets: Any, **more: Any) -> State:
    return board(*assets, factions=(held(HELD),), **more)


def courting(action: ActionName, **more: Any) -> Order:
    aims = {
        "claim": InfluenceOrder("watch", thing="market"),
        "rally": InfluenceOrder("watch", target="oru"),
    }
    usual = {"against": "", "pay": "influence"}
    return order(action, aims.get(action, InfluenceOrder("watch")), **{**usual, **more})


def details_of(found: Played) -> InfluenceDetails:
    assert isinstance(found.acted.details, InfluenceDetails)
    return found.acted.details


class TestGainInfluence:
    @pytest.mark.parametrize(("shown", "points"), by_result("L-ACT-GAIN-INFLUENCE", -3, 0, 2, 4))
    def test_so_much_is_gained_by_who_has_some(self, shown: RollResult, points: int) -> None:
        found = played(rich(), courting("gain-influence"), check=shown)
        assert (found.influence(), details_of(found).gained) == (points, points)

    @pytest.mark.parametrize(("shown", "points"), by_result("L-ACT-GAIN-INFLUENCE", 0, 1, 2, 4))
    def test_so_much_is_gained_where_nobody_has_any(self, shown: RollResult, points: int) -> None:
        assert played(board(), courting("gain-influence"), check=shown).influence() == points

    @pytest.mark.parametrize(("shown", "points"), by_result("L-ACT-GAIN-INFLUENCE", 0, 0, 2, 4))
    def test_so_much_is_gained_where_another_has_some(self, shown: RollResult, points: int) -> None:
        state = board(factions=(faction("oru", influence={"watch": 1}),))
        assert played(state, courting("gain-influence"), check=shown).influence() == points

    def test_no_more_is_lost_than_there_is(self) -> None:
        state = board(factions=(held(2),))
        found = played(state, courting("gain-influence"), check="complete-failure")
        assert (found.influence(), details_of(found).gained) == (-2, -2)

    def test_what_is_spent_on_the_check_is_gone_before_the_loss(self) -> None:
        state = board(factions=(held(4),))
        given = courting("gain-influence", influence=3)
        found = played(state, given, check="complete-failure")
        assert (found.parts()["influence"], found.influence()) == (3, -4)

    def test_spent_points_were_somebodys_influence(self) -> None:
        state = board(factions=(held(1),))
        given = courting("gain-influence", influence=1)
        found = played(state, given, check="failure")
        assert (found.acted.outcome, found.influence()) == ("failed", -1)

    def test_a_catastrophe_makes_the_same_harder_for_good(self) -> None:
        state = played(rich(), courting("gain-influence"), check="complete-failure").after
        (standing,) = state.standing.values()
        assert (standing.value, standing.actions, standing.target) == (
            -2,
            ("gain-influence",),
            "watch",
        )
        after = played(state, courting("gain-influence"), check="success").after
        assert after.standing == state.standing


class TestBargains:
    @pytest.mark.parametrize(
        ("action", "shown", "paid"),
        [
            pytest.param(action, shown, paid, id=f"L-ACT-{action.upper()} {shown}")
            for action, prices in (("ally", (20, 10)), ("claim", (5, 1)), ("rally", (10, 5)))
            for shown, paid in zip(ROLL_RESULTS, (0, 0, *prices), strict=True)
        ],
    )
    def test_a_success_has_its_price(
        self, action: ActionName, shown: RollResult, paid: int
    ) -> None:
        found = played(rich(), courting(action), check=shown)
        lost = 3 if shown == "complete-failure" else 0
        assert found.influence() == -paid - lost
        assert details_of(found).paid == paid
        won = shown in ("success", "complete-success")
        assert found.acted.outcome == ("done" if won else "failed")

    @pytest.mark.parametrize(("action", "price"), [("ally", 20), ("claim", 5), ("rally", 10)])
    @pytest.mark.parametrize("short", [0, 1])
    def test_what_can_not_be_paid_comes_to_nothing(
        self, action: ActionName, price: int, short: int
    ) -> None:
        state = board(factions=(held(price - short),))
        found = played(state, courting(action), check="success")
        assert found.acted.outcome == ("unpaid" if short else "done")
        assert found.influence() == (0 if short else -price)

    @pytest.mark.parametrize(("action", "price"), [("claim", 5), ("rally", 10)])
    def test_claims_and_rallies_may_be_paid_in_capital(
        self, action: ActionName, price: int
    ) -> None:
        found = played(rich(), courting(action, pay="capital"), check="success")
        assert (found.capital(), found.influence()) == (-price, 0)
        assert details_of(found).currency == "capital"

    @pytest.mark.parametrize("action", ["claim", "rally"])
    def test_without_a_word_on_payment_nothing_is_paid(self, action: ActionName) -> None:
        found = played(rich(), courting(action, pay="none"), check="success")
        assert (found.acted.outcome, found.influence()) == ("unpaid", 0)
        assert (found.after.claims, found.after.rallies) == ({}, {})

    def test_what_was_spent_on_the_check_pays_for_nothing_else(self) -> None:
        state = board(factions=(held(20),))
        found = played(state, courting("ally", influence=1), check="success")
        assert (found.acted.outcome, found.influence()) == ("unpaid", -1)


class TestAlly:
    @pytest.mark.parametrize(("shown", "allied"), by_result("L-ACT-ALLY", False, False, True, True))
    def test_an_alliance_is_made(self, shown: RollResult, allied: bool) -> None:
        found = played(rich(), courting("ally"), check=shown).after
        assert ("watch" in found.factions["vael"].allies) == allied

    @pytest.mark.parametrize(
        ("action", "bonus"), [("gain-influence", 0), ("ally", 0), ("claim", 3), ("rally", 3)]
    )
    def test_it_helps_with_claims_and_rallies(self, action: ActionName, bonus: int) -> None:
        state = board(factions=(held(HELD, allies=frozenset({"watch"})),))
        assert played(state, courting(action)).modifier() == bonus


class TestClaim:
    @pytest.mark.parametrize(
        ("shown", "backs"), by_result("L-ACT-CLAIM", "watch", "", "vael", "vael")
    )
    def test_a_claim_gains_the_factions_backing(self, shown: RollResult, backs: str) -> None:
        found = played(rich(), courting("claim"), check=shown)
        assert details_of(found).backed == backs
        assert found.after.claims == ({("watch", "market"): backs} if backs else {})

    def test_after_a_catastrophe_it_backs_the_owner(self) -> None:
        given = order("claim", InfluenceOrder("watch", thing="mill"), pay="influence")
        assert details_of(played(rich(), given, check="complete-failure")).backed == "oru"
        unit_of = order("claim", InfluenceOrder("watch", thing="giants"), pay="influence")
        state = rich(unit("giants", "oru"))
        assert details_of(played(state, unit_of, check="complete-failure")).backed == "oru"

    def test_otherwise_it_backs_the_claimant_with_most_influence_then_by_id(self) -> None:
        rivals = (
            held(HELD),
            faction("oru", influence={"watch": 2}),
            faction("ash", influence={"watch": 1}),
            faction("elm", influence={"watch": 2}),
        )
        claims = {
            ("temple", "market"): "oru",
            ("abbey", "market"): "ash",
            ("guild", "market"): "elm",
            ("watch", "market"): "vael",
        }
        state = board(factions=rivals, claims=claims)
        assert (
            details_of(played(state, courting("claim"), check="complete-failure")).backed == "elm"
        )

    def test_it_drops_its_own_claim_for_another_claimant(self) -> None:
        claims = {("temple", "market"): "zed", ("watch", "market"): "watch"}
        state = board(factions=(held(HELD), faction("zed")), claims=claims)
        assert (
            details_of(played(state, courting("claim"), check="complete-failure")).backed == "zed"
        )


class TestRally:
    @pytest.mark.parametrize(
        ("shown", "concerted"), by_result("L-ACT-RALLY", None, None, False, True)
    )
    def test_it_is_roused_to_an_attack_of_the_gms(
        self, shown: RollResult, concerted: bool | None
    ) -> None:
        found = played(rich(), courting("rally"), check=shown)
        rally = None if concerted is None else Rally(KEY, "watch", "vael", "oru", concerted, TURN)
        assert found.after.rallies == ({KEY: rally} if rally else {})
        assert found.acted.prompt == ("rally" if rally else "")

    @pytest.mark.parametrize(
        ("points", "allied", "outcome"),
        [(31, True, "sides-with-another"), (30, True, "done"), (31, False, "done")],
    )
    def test_it_does_not_move_against_an_ally_whom_it_likes_better(
        self, points: int, allied: bool, outcome: str
    ) -> None:
        allies = frozenset({"watch"} if allied else ())
        oru = faction("oru", influence={"watch": points}, allies=allies)
        state = board(factions=(held(HELD), oru))
        found = played(state, courting("rally"), check="success")
        assert found.acted.outcome == outcome
        assert found.influence() == (-10 if outcome == "done" else 0)


@pytest.mark.parametrize("action", ["ally", "claim", "rally"])
class TestCatastrophe:
    @pytest.mark.parametrize("shown", ROLL_RESULTS)
    def test_all_dealings_are_harder_until_influence_is_gained(
        self, action: ActionName, shown: RollResult
    ) -> None:
        found = played(rich(), courting(action), check=shown)
        burdens = [change for change in found.acted.changes if isinstance(change, Burdened)]
        assert len(burdens) == (shown == "complete-failure")
        for burden in burdens:
            standing = burden.standing
            assert (standing.value, standing.until, standing.lieutenant) == (
                -2,
                "gain-influence",
                "",
            )
            later = played(found.after, courting("ally", lieutenant="ada")).parts()
            assert later["standing"] == -2

    @pytest.mark.parametrize(
        ("shown", "lifted"), by_result("L-ACT-GAIN-INFLUENCE", False, False, True, True)
    )
    def test_gaining_influence_lifts_it(
        self, action: ActionName, shown: RollResult, lifted: bool
    ) -> None:
        state = played(rich(), courting(action), check="complete-failure").after
        (burden,) = state.standing
        found = played(state, courting("gain-influence"), check=shown).after
        assert (burden not in found.standing) == lifted

    def test_with_another_faction_it_does_not(self, action: ActionName) -> None:
        state = played(rich(), courting(action), check="complete-failure").after
        given = order("gain-influence", InfluenceOrder("temple"), against="")
        assert played(state, given, check="success").after.standing == state.standing


#: L-INF-3: (influence held, result, hush, who learns beside us, what is paid for it).
#: The watch always learns; the Oru have influence there, the temple has none.
ALL: Final = "everybody"
HUSHED: Final[tuple[tuple[int, RollResult, str, str, int], ...]] = (
    (9, "failure", "none", "oru watch", 0),
    (9, "failure", "public", "oru watch", 0),
    (9, "failure", "all", "watch", 1),
    (9, "complete-failure", "none", ALL, 0),
    (9, "complete-failure", "public", "oru watch", 1),
    (9, "complete-failure", "all", "watch", 3),
    (0, "failure", "none", ALL, 0),
    (0, "failure", "public", ALL, 0),
    (0, "success", "public", "oru watch", 1),
    (0, "success", "all", "oru watch", 1),
    (0, "complete-success", "all", "watch", 3),
    (0, "complete-failure", "all", ALL, 0),
    (4, "complete-failure", "all", "oru watch", 1),
    (3, "complete-failure", "all", ALL, 0),
)


@pytest.mark.parametrize(
    ("points", "shown", "hush", "learns", "paid"),
    [pytest.param(*row, id=f"L-INF-3 {row[0]} {row[1]} hush {row[2]}") for row in HUSHED],
)
def test_silence_has_its_price(
    points: int, shown: RollResult, hush: str, learns: str, paid: int
) -> None:
    state = board(factions=(held(points), faction("oru", influence={"watch": 1})))
    found = played(state, courting("gain-influence", hush=hush), check=shown)
    known = found.acted.known
    assert (known.public, found.acted.seen.factions) == (learns == ALL, frozenset())
    if learns != ALL:
        assert known.factions == {"vael", *learns.split()}
    assert details_of(found).hush_paid == paid
    assert found.influence() == details_of(found).gained - paid


@pytest.mark.parametrize("action", FOUR)
@pytest.mark.parametrize("shown", ROLL_RESULTS)
@pytest.mark.parametrize("stealth", ROLL_RESULTS)
def test_a_stealthy_try_that_holds_needs_no_silence(
    action: ActionName, shown: RollResult, stealth: RollResult
) -> None:
    """L-STL-3, L-INF-3: nobody learns, not even the NPC faction, and nothing is paid."""
    given = courting(action, stealth="unnoticed", hush="all")
    found = played(rich(), given, check=shown, stealth=stealth)
    needed = (
        {"complete-success"} if shown == "complete-failure" else {"success", "complete-success"}
    )
    silent = stealth in needed
    assert found.acted.stealth.held == silent
    assert found.acted.known.factions == ({"vael"} if silent else {"vael", "watch"})
    raised = shown == "complete-failure"
    assert details_of(found).hush_paid == (0 if silent else 3 if raised else 1)


def test_dealings_go_by_charm_alone() -> None:
    """L-CHK-3: no level, no units, nobody opposes."""
    state = board(skilled(charm=2, level=5), unit("crier", skills=("charm",)))
    given = courting("gain-influence", units=("crier",))
    assert played(state, given).parts() == {"statistic": 2}


def test_no_more_influence_is_spent_than_the_house_allows() -> None:
    """L-CHK-7."""
    assert played(rich(), courting("ally", influence=5)).parts()["influence"] == 3


def test_a_burden_of_anothers_is_not_ours() -> None:
    other = StandingModifier(
        "x", -2, "L-ACT-ALLY", "oru", FOUR, target="watch", until="gain-influence"
    )
    state = rich(standing={"x": other})
    assert "standing" not in played(state, courting("ally")).parts()
    found = played(state, courting("gain-influence"), check="success").after
    assert found.standing == {"x": other}
