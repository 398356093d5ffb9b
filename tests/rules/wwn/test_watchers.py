"""Watchers who look for the hidden as their owner's turn begins (W-FX-SPOTS)."""

from __future__ import annotations

from typing import Any

import pytest

from chronicle.rules.wwn.state import Asset, Mark
from chronicle.rules.wwn.watchers import searches_due
from tests.rules.wwn.custom_catalogue_boards import asset, board

#: Kell's seers at the inn see as far as the ford.
SEERS = asset("seers", "kell", "seers")


def hidden(id: str, at: str = "ford", faction: str = "vael", **fields: Any) -> Asset:
    return asset(id, faction, "spears", at, **{"stealth": "hidden", **fields})


@pytest.mark.parametrize(
    ("assets", "expected"),
    [
        pytest.param([hidden("a")], [("seers", "vael")], id="W-FX-SPOTS within a move"),
        pytest.param([hidden("a", "castle")], [], id="W-FX-SPOTS not two moves away"),
        pytest.param([hidden("a", stealth="")], [], id="W-FX-SPOTS nobody in the open"),
        pytest.param([hidden("a", faction="kell")], [], id="W-FX-SPOTS not its own"),
        pytest.param(
            [hidden("a", stealth="carried")], [("seers", "vael")], id="W-FX-SPOTS the carried too"
        ),
        pytest.param(
            [hidden("a"), hidden("b", faction="oru")],
            [("seers", "oru"), ("seers", "vael")],
            id="W-FX-SPOTS rival by rival",
        ),
    ],
)
def test_a_watcher_searches_for_stealthed_rivals(
    assets: list[Asset], expected: list[tuple[str, str]]
) -> None:
    assert list(searches_due(board(SEERS, *assets), "kell")) == expected


@pytest.mark.parametrize("mark", [Mark("unusable"), Mark("withheld", amount=2)])
def test_w_fx_spots_a_watcher_that_does_not_serve_sees_nothing(mark: Mark) -> None:
    state = board(asset("seers", "kell", "seers", marks=(mark,)), hidden("a"))
    assert list(searches_due(state, "kell")) == []
