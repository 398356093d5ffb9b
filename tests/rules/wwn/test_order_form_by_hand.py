"""Forms and chances worked out by hand from the rules."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from chronicle.model.facts import Fact, Facts, faction_ref, place_ref
from chronicle.records import replace
from chronicle.rules.order_form import (
    ActionChoice,
    FieldChoice,
    FixedField,
    IntegerField,
    ListItem,
    ProbabilityRange,
    SelectField,
    walk_parts,
)
from chronicle.rules.wwn import WWN
from chronicle.rules.wwn.actions.attack import AttackOrder
from chronicle.rules.wwn.orders import FactionOrders, Order, Orders
from chronicle.rules.wwn.state import Asset, Goal, State
from tests.rules.single_results import odds_of
from tests.rules.wwn.boards import TURN, asset, board
from tests.rules.wwn.boards import faction as figures
from tests.rules.wwn.form_choices import case_of, cases_of, choices_of, form_of


def test_an_attack_by_hand() -> None:
    """W-ACT-1, W-CHK-1: Force 5 against ratings from 1 to 8; more is needed than a tie.

    Of a hundred falls 79 are won with 4 more, 21 with 3 less.
    """
    guard = asset("infantry", "oru", "ford", id="guard")
    made = form_of(board(asset("infantry", at="ford"), guard), "vael")
    against = FieldChoice("oru", faction_ref("oru"), Facts(at=place_ref("ford")), _odds(21, 79))
    parts = (FixedField("id", "infantry-attack"), FixedField("asset", "infantry"))
    order = ListItem("attack", (*parts, SelectField("against", (against,), needed=True)))
    facts = Facts(attribute="force", target="force", damage="1d8")
    case = ActionChoice("attack", "W-ACT-1", (order,), facts)
    assert case_of(made, "attack", "The infantry") == case


def _odds(least: int, most: int) -> ProbabilityRange:
    """What is known of it can be wrong: rivals have tags, and things hidden."""
    return ProbabilityRange(Fraction(least, 100), Fraction(most, 100), provided="as-known")


def test_dice_that_are_known_of_count() -> None:
    """W-FX-THROWS, W-TAG: Martial throws two dice and keeps the better."""
    state = board(asset("infantry", at="ford"), asset("infantry", "oru", "ford", id="guard"))
    martial = state.with_faction(replace(state.factions["vael"], tags=("martial",)))
    (choice,) = choices_of(form_of(martial, "vael"), "against", "attack")
    assert choice.likely is not None
    assert choice.likely.most > Fraction(79, 100)


@pytest.mark.parametrize("rating", [1, 8])
def test_worst_and_best_are_what_the_engine_reckons_of_such_a_rival(rating: int) -> None:
    """W-CHK-1: the same sums as `odds`, with the rival's rating there."""
    rival = figures("oru", force=rating, cunning=rating, wealth=rating)
    guard = asset("infantry", "oru", "ford", id="guard")
    own = (asset("cavalry", at="ford"), asset("dragomans", at="ford"))
    state = board(*own, guard, factions=[rival])
    given = Order("vael", "a", "cavalry", AttackOrder("oru"))
    turn = Orders(TURN, {"vael": FactionOrders("vael", action="attack", orders=(given,))})
    exact = sum(
        it.probability for it in odds_of(WWN, state, turn, "vael/a") if it.outcome == "done"
    )
    (choice,) = choices_of(form_of(state, "vael"), "against", "attack")
    assert choice.likely is not None
    assert (choice.likely.most if rating == 1 else choice.likely.least) == exact


def test_a_sheer_size_wins_without_dice() -> None:
    """W-CHK-2: against less than half of one's own rating, at best."""
    state = board(asset("infantry", at="ford"), asset("infantry", "oru", "ford", id="guard"))
    massive = state.with_faction(replace(state.factions["vael"], tags=("massive",)))
    (choice,) = choices_of(form_of(massive, "vael"), "against", "attack")
    assert choice.likely == _odds(21, 100)


def test_who_can_be_brought_to_a_rival_may_attack_there() -> None:
    """W-TURN-4, W-ACT-1: abilities come first."""
    pieces = (asset("caravan"), asset("local-guard", "oru", "ford", id="barns"))
    found = tuple(choices_of(form_of(board(*pieces), "vael"), "against", "attack"))
    assert [(it.value, it.facts["at"]) for it in found] == [("oru", place_ref("ford"))]


def test_a_base_is_left_alone_for_sure_where_nobody_is() -> None:
    """W-ACT-4: with Cunning 4 against a rival of 1 to 8 at worst; at best it does not care."""
    pieces = (asset("infantry", at="ford"), asset("scouts", at="fen"))
    guard = asset("infantry", "oru", "ford", id="guard")
    made = form_of(board(*pieces, guard), "vael")
    found = {it.value: it.likely for it in choices_of(made, "at", "expand")}
    assert found == {"fen": _odds(100, 100), "ford": _odds(15, 100)}


def prices(state: State) -> dict[str, Fact]:
    """What each type of asset costs Vael."""
    made = form_of(state, "vael")
    return {it.value: it.facts["cost"] for it in choices_of(made, "type", "create")}


def test_prices_are_the_lists_less_what_tags_take_off() -> None:
    """W-ACT-5, W-TAG: Populists pay 1 less for what costs 5 or less; magic is not for sale."""
    state = board(asset("infantry"))
    plain = prices(state)
    lower = prices(state.with_faction(replace(state.factions["vael"], tags=("populist",))))
    assert (plain["local-guard"], lower["local-guard"]) == (3, 2)
    assert (plain["cavalry"], lower["cavalry"]) == (8, 8)
    assert "knights" not in plain
    assert not [id for id in plain if state.house.catalogue.assets[id].magic != "none"]


def test_what_a_rival_adds_to_prices_is_told_when_it_is_in_the_open() -> None:
    """W-FX-SURCHARGES."""
    shops = asset("cooperative-businesses", "oru", "castle", id="shops")
    assert prices(board(shops))["cavalry"] == 9
    assert prices(board(replace(shops, stealth="hidden")))["cavalry"] == 8


def test_a_repair_is_offered_as_often_as_it_heals() -> None:
    """W-ACT-3: with Force 5 each heals 3; 5 are lacking."""
    hurt: Asset = asset("infantry", hp=1)
    case = case_of(form_of(board(hurt), "vael"), "repair", "The infantry")
    assert case.facts == Facts(heals=3, lacking=5, cost=1)
    (entry,) = case.parts
    assert isinstance(entry, ListItem)
    assert entry.parts[-1] == IntegerField("times", 1, 2, usual=1, rise=1)


def test_goals_are_offered_with_what_they_ask_and_bring() -> None:
    """W-GOAL: Blood the Enemy asks for 5 + 4 + 2; Sphere Dominance brings half, rounded up."""
    made = form_of(board(asset("farmers", "oru", "mill", id="barns")), "vael")
    assert case_of(made, "blood-the-enemy").facts == Facts(needed=11, xp=2)
    sphere = {it.value: it.facts for it in choices_of(made, "attribute", "sphere-dominance")}
    assert sphere["force"] == Facts(needed=5, xp=3)
    assert [it.value for it in choices_of(made, "asset", "eliminate-target")] == ["barns"]
    lairs = [it.value for it in choices_of(made, "at", "root-out-the-enemy")]
    assert lairs == ["mill", "moor"]


def test_a_goal_is_given_up_by_who_has_one() -> None:
    state = board()
    striver = replace(state.factions["vael"], goal=Goal("peaceable-kingdom"))
    codes = [
        {case.code for case in cases_of(form_of(one, "vael"))}
        for one in (state, state.with_faction(striver))
    ]
    assert [("abandon" in found) for found in codes] == [False, True]


def test_an_allys_asset_is_offered_for_what_is_friendly_as_far_as_it_is_seen() -> None:
    """W-FX-CARRIES, W-FX-MENDS, W-ENT-5: in the open, of an ally, and hurt as far as is known."""
    sleds = asset("farmers", "oru", "castle", id="sleds")
    herd = asset("farmers", "oru", "castle", id="herd", stealth="hidden")
    carts = asset("farmers", "kell", "castle", id="carts")
    pieces = (asset("smugglers"), sleds, herd, carts)
    allied = replace(board(*pieces), allies=frozenset({("oru", "vael"), ("kell", "oru")}))
    assert [it.value for it in _passengers(allied)] == ["sleds"]
    assert [*_passengers(board(*pieces))] == []
    assert [*_passengers(replace(allied, house=replace(allied.house, assets="owner")))] == []


def _passengers(state: State) -> Iterator[FixedField]:
    """Who else's asset Vael may have carried."""
    for case in cases_of(form_of(state, "vael")):
        for part in walk_parts(case.parts) if case.code == "carries" else ():
            if isinstance(part, FixedField) and part.key == "target":
                yield part
