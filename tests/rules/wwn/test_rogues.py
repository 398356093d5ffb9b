"""Mercenaries that obey nobody (W-FX-UPKEEP): whom they attack, and for whom it counts."""

from __future__ import annotations

from typing import Any

import pytest

from chronicle.rules.wwn.events import Attacked
from chronicle.rules.wwn.rogues import rogue_attack, rogue_ids
from chronicle.rules.wwn.state import Asset, Goal, Mark, Piece
from tests.rules.wwn.custom_catalogue_boards import after, asset, base, board, faction, orders, told

ROGUE = Mark("rogue", amount=1)


def company(at: str = "ford", *, marks: tuple[Mark, ...] = (ROGUE,), **fields: Any) -> Asset:
    """Kell's mercenaries, gone rogue: Wealth against Force, 2d4."""
    return asset("company", "kell", "company", at, marks=marks, **fields)


def raided(*pieces: Piece, at: str = "ford") -> Attacked | None:
    return rogue_attack(board(company(at), *pieces), orders(), told({}), "company")


@pytest.mark.parametrize(
    ("pieces", "against"),
    [
        pytest.param(
            # Oru has Wealth 4, Vael 2, Kell 1.
            [asset("a", "vael", "spears", "ford"), asset("b", "oru", "spears", "ford")],
            "oru",
            id="W-FX-UPKEEP the wealthiest there",
        ),
        pytest.param(
            [asset("a", "vael", "spears", "ford"), asset("b", "oru", "spears", "inn")],
            "vael",
            id="W-FX-UPKEEP not the wealthiest elsewhere",
        ),
        pytest.param(
            [
                asset("a", "vael", "spears", "ford"),
                asset("b", "oru", "spears", "ford", stealth="hidden"),
            ],
            "vael",
            id="W-FX-UPKEEP not who is hidden",
        ),
        pytest.param([base("b", "oru", "ford")], "oru", id="W-FX-UPKEEP a base as well"),
        pytest.param(
            [asset("a", "kell", "spears", "ford")], "kell", id="W-FX-UPKEEP its own owner as well"
        ),
        pytest.param([], None, id="W-FX-UPKEEP nobody"),
        pytest.param(
            [asset("a", "kell", "company", "ford", marks=(ROGUE,))],
            None,
            id="W-FX-UPKEEP no other rogue",
        ),
    ],
)
def test_a_rogue_attacks_the_wealthiest_with_something_open_where_it_stands(
    pieces: list[Piece], against: str | None
) -> None:
    event = raided(*pieces)
    assert (event.against if event else None) == against


@pytest.mark.parametrize(
    ("check", "progress"),
    [
        # 1 + 9 against 3 + 1: a hit, which nobody owns doing.
        pytest.param((9, 1), {"kell": 0, "vael": 0}, id="W-GOAL a rogue's hits are nobody's"),
        # 1 + 1 against 3 + 9: the answer of 4 is Vael's.
        pytest.param((1, 9), {"kell": 0, "vael": 4}, id="W-GOAL answers to a rogue count"),
    ],
)
def test_what_a_rogue_does_furthers_no_goal(
    check: tuple[int, int], progress: dict[str, int]
) -> None:
    blood = Goal("blood-the-enemy")
    state = board(
        company(),
        asset("guard", "vael", "spears", "ford"),
        factions=[faction("kell", goal=blood), faction("vael", goal=blood)],
    )
    table = {
        "kell/rogue/company-check": check[:1],
        "kell/rogue/company-defence": check[1:],
        "kell/rogue/company-damage": (1, 1),
        "kell/rogue/company-counter": (4,),
    }
    event = rogue_attack(state, orders(), told(table), "company")
    assert event is not None
    now = after(state, event)
    goals = {id: now.factions[id].goal for id in progress}
    assert {id: goal.progress for id, goal in goals.items() if goal} == progress


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"marks": ()}, id="W-FX-UPKEEP one that serves"),
        pytest.param({"marks": (ROGUE, Mark("unusable"))}, id="W-FX-AFFLICTS one that is held"),
        pytest.param({"marks": (Mark("withheld", amount=3), ROGUE)}, id="W-FX-DEMANDS withheld"),
        pytest.param({"bound_for": "inn"}, id="W-FX-TOLLS one that is on its way"),
    ],
)
def test_a_rogue_without_target_does_not_attack(fields: dict[str, Any]) -> None:
    state = board(company(**fields), asset("guard", "vael", "spears", "ford"))
    assert list(rogue_ids(state, "kell")) == []
    assert list(rogue_ids(board(company()), "kell")) == ["company"]
