"""The front page: what a faction gained and lost is said as it is."""

from __future__ import annotations

import re
from typing import Final

from chronicle.model.audience import EVERYONE
from chronicle.model.facts import faction_ref, place_ref
from chronicle.outline.cockpit import PlaceChange
from chronicle.outline.front_page import FactionBalance
from chronicle.rules.protocol import Holding
from tests.theme_fragments import Drawer

VAEL: Final = faction_ref("vael")


def test_a_hold_that_is_less_than_rule_is_named_with_its_place() -> None:
    seated, ruling = (Holding(VAEL, kind, 1) for kind in ("seated", "rules"))
    changes = (
        PlaceChange(place_ref("mill"), True, ruling),
        PlaceChange(place_ref("fen"), True, seated),
        PlaceChange(place_ref("isle"), False, seated),
        PlaceChange(place_ref("ford"), False, None),
    )
    drawn = Drawer("shadow", EVERYONE).balance(FactionBalance(VAEL, changes, ()))
    text = " ".join(re.sub(r"<[^>]*>", "", drawn).split())
    assert text.endswith(
        "Won: The Mill, the Fen (Influence 1) Lost: the Isle (Influence 1), the Ford"
    ), text
