"""Watchers who look for the hidden as their owner's turn begins (W-FX-SPOTS)."""

from __future__ import annotations

from typing import Any

import pytest

from chronicle.rules.wwn.state import Asset, Mark
from chronicle.rules.wwn.watcher_searches import searches_due
from tests.rules.wwn.custom_catalogue_boards import asset, board


def hidden(id: str, at: str = "ford", faction: str = "vael", **fields: Any) -> Asset:
    return asset(id, faction, "spears", at, **{"stealth": "hidden", **fields})


@pytest.mark.parametrize("mark", [Mark("unusable"), Mark("withheld", amount=2)])
def test_w_fx_spots_a_watcher_that_does_not_serve_sees_nothing(mark: Mark) -> None:
    state = board(asset("seers", "kell", "seers", marks=(mark,)), hidden("a"))
    assert list(searches_due(state, "kell")) == []
