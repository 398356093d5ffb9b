"""Tolls for coming and going (W-FX-TOLLS): who pays, waits, or stays."""

from __future__ import annotations

import pytest

from chronicle.model.audience import visibility_of_factions
from chronicle.records import replace
from chronicle.rules.wwn.actions.arrival import Carrying
from chronicle.rules.wwn.state import Mark
from tests.rules.wwn.boards import asset, board, paying, poor
from tests.rules.wwn.carry_actions import carried

TOLL = asset("interrupted-logistics", "oru", "ford")


def test_w_fx_tolls_both_pay_and_wait_for_each_other() -> None:
    state = board(TOLL, asset("caravan"), asset("infantry", stealth="hidden"))
    found = carried(state, "caravan", "ford", "infantry", {"toll-caravan": (2,)})
    assert isinstance(found.details, Carrying)
    assert [(leg.asset, leg.arrived, leg.toll) for leg in found.details.legs] == [
        ("caravan", False, 2),
        ("infantry", False, 0),
    ]
    assert found.after.assets["infantry"].bound_for == "ford"


@pytest.mark.parametrize(("treasure", "pays"), [(2, True), (20, False)])
def test_w_fx_tolls_who_can_not_or_will_not_pay_stays(treasure: int, pays: bool) -> None:
    state = board(
        TOLL,
        asset("caravan"),
        asset("infantry"),
        factions=[paying("vael", pays=pays, treasure=treasure)],
    )
    # 1 of 2 Treasure is spent on the action, which leaves 1 of the 2 that are asked.
    found = carried(state, "caravan", "ford", "infantry", {"toll-caravan": (2,)})
    assert (found.came_to, found.treasure()) == ("toll-unpaid", -1)
    assert (found.at("caravan"), found.at("infantry")) == ("castle", "castle")


def test_w_fx_tolls_who_stays_behind_has_no_cover_of_those_who_went() -> None:
    toll = asset("interrupted-logistics", "oru", "quay")
    payer = poor("vael", 3)
    state = board(toll, asset("smuggling-fleet"), asset("infantry"), factions=[payer])
    dice = {"toll-smuggling-fleet": (3,), "toll-infantry": (1,)}
    found = carried(state, "smuggling-fleet", "quay", "infantry", dice)
    assert found.after.assets["smuggling-fleet"].bound_for == "quay"
    assert found.after.assets["infantry"] == state.assets["infantry"]
    assert isinstance(found.details, Carrying)
    assert ([leg.asset for leg in found.details.legs], found.details.grants) == (
        ["smuggling-fleet"],
        "",
    )


def test_w_fx_tolls_are_not_for_the_stealthed_the_own_or_those_that_do_not_work() -> None:
    for toll, stealth in (
        (TOLL, "hidden"),
        (replace(TOLL, faction="vael"), ""),
        (replace(TOLL, marks=(Mark("unusable", by="x"),)), ""),
        (replace(TOLL, at="mill"), ""),
    ):
        state = board(toll, asset("dragomans", stealth=stealth))
        assert carried(state, "dragomans", "ford").at("dragomans") == "ford"


def test_a_toll_is_known_to_who_takes_it() -> None:
    state = board(TOLL, asset("dragomans"), house={"assets": "owner"})
    found = carried(state, "dragomans", "ford", "", {"toll-dragomans": (1,)})
    assert found.acted.known == visibility_of_factions(["vael", "oru"])
