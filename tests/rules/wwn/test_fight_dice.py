"""Dice more and less in a fight (W-CHK, W-FX-THROWS, W-FX-SINGLE-DIE): how many, and which count.

Vael has Force 3, Cunning 4, Wealth 2; Oru 2, 3, 4. All are at the ford.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import pytest

from chronicle.rules.wwn.events import Attacked
from chronicle.rules.wwn.fights.attack import resolve_attack
from chronicle.rules.wwn.fights.fight import AttackKind, AttackOrigin
from chronicle.rules.wwn.state import State
from tests.rules.rule_cases import read_yaml
from tests.rules.wwn.custom_catalogue_boards import faction, orders, told
from tests.rules.wwn.single_fight import asset, fight, pair


def _dice(event: Attacked) -> tuple[int, int]:
    """How many dice the two sides threw."""
    return len(event.rolls[0].faces), len(event.rolls[1].faces)


def _tagged(faction_id: str, *tags: str, **figures: Any) -> Any:
    return faction(faction_id, tags=tags, **figures)


#: See `fight_dice.yaml`.
HOW_MANY: Final = read_yaml(Path(__file__).parent / "fight_dice.yaml")


def _faced(text: str) -> State:
    """The board of two assets and what is named beside them."""
    both, *beside = text.split(", ")
    pieces, factions = [], []
    for number, entry in enumerate(beside):
        faction_id, *words = entry.split(" ")
        figures = dict(re.findall(r"(at|hp|force) (\w+)", entry))
        fields = {name: int(it) for name, it in figures.items() if name != "at"}
        if faction_id.endswith(":"):
            factions.append(faction(faction_id[:-1], tags=words[:1], **fields))
        else:
            at = figures.get("at", "ford")
            pieces.append(asset(f"beside-{number}", faction_id, words[0], at, **fields))
    ours, theirs = both.split(" v ")
    return pair(ours, theirs, *pieces, factions=factions)


@pytest.mark.parametrize("law", HOW_MANY)
def test_how_many_dice_are_thrown(law: str) -> None:
    text, dice = HOW_MANY[law].split(" = ")
    assert "{} v {}".format(*_dice(fight(_faced(text), {}))) == dice


@pytest.mark.parametrize(
    ("part", "dice"),
    [
        pytest.param("contest", (1, 2), id="W-FX-THROWS Dragomans: expansion here"),
        pytest.param("", (1, 1), id="W-FX-THROWS Dragomans: in no other fight"),
    ],
)
def test_dragomans_help_to_defend_a_new_base(part: AttackKind, dice: tuple[int, int]) -> None:
    guides = asset("guides", "kell", "dragomans")
    state = pair("infantry", "infantry", guides)
    occasion = AttackOrigin("5/oru/settle/vael/ours", "oru/settle", "settle", "vael-ours-", part)
    event = resolve_attack(state, orders(), told({}), state.assets["ours"], "oru", occasion)
    assert _dice(event) == dice


def test_the_best_of_more_dice_counts() -> None:
    state = pair("infantry", "infantry", asset("general", "vael", "brilliant-general"))
    event = fight(state, {"check": (2, 7), "defence": (5,)})
    # 7 + Force 3 = 10 against 5 + 2 = 7.
    assert [roll.result["total"] for roll in event.rolls[:2]] == [10, 7]


def test_the_worst_of_fewer_dice_counts() -> None:
    state = pair("war-machines", "infantry", factions=[_tagged("oru", "antimagical")])
    event = fight(state, {"check": (2, 7), "defence": (3,)})
    # 2 + 3 = 5 against 3 + 2 = 5: a tie, and the defender's.
    assert ([roll.result["total"] for roll in event.rolls[:2]], event.won) == ([5, 5], False)


@pytest.mark.parametrize(
    ("vael", "oru", "won"),
    [
        # Force against Force; more than double is needed.
        pytest.param((5, ("massive",)), (2, ()), True, id="W-CHK-2 5 against 2"),
        pytest.param((4, ("massive",)), (2, ()), None, id="W-CHK-2 not at double"),
        pytest.param((5, ()), (2, ()), None, id="W-CHK-2 not without the tag"),
        pytest.param((5, ("massive",)), (2, ("massive",)), None, id="W-CHK-2 not if both are"),
        pytest.param((2, ()), (5, ("massive",)), False, id="W-CHK-2 who defends"),
    ],
)
def test_the_massive_win_unrolled(
    vael: tuple[int, tuple[str, ...]], oru: tuple[int, tuple[str, ...]], won: bool | None
) -> None:
    powers = [
        faction("vael", force=vael[0], tags=vael[1]),
        faction("oru", force=oru[0], tags=oru[1]),
    ]
    event = fight(pair("infantry", "infantry", factions=powers), {})
    thrown = any(roll.id.endswith("/check") for roll in event.rolls)
    assert (event.massive, thrown) == (won is not None, won is None)
    if won is not None:
        assert event.won is won
