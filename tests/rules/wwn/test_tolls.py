"""Tolls for coming and going (W-FX-TOLLS): who pays, waits, or stays."""

from __future__ import annotations

import pytest

from chronicle.rules.wwn.events import Carrying
from tests.rules.wwn.boards import asset, board, paying
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
