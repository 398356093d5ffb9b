"""Dice more and less in a fight (W-CHK, W-FX-THROWS, W-FX-SINGLE-DIE): how many, and which count.

Vael has Force 3, Cunning 4, Wealth 2; Oru 2, 3, 4. All are at the ford.
"""

from __future__ import annotations

from typing import Any

import pytest

from chronicle.rules.wwn.events import Attacked
from chronicle.rules.wwn.fights.attack import resolve_attack
from chronicle.rules.wwn.fights.fight import AttackKind, AttackOrigin
from chronicle.rules.wwn.state import Piece
from tests.rules.wwn.custom_catalogue_boards import faction, orders, told
from tests.rules.wwn.single_fight import asset, fight, pair


def _dice(event: Attacked) -> tuple[int, int]:
    """How many dice the two sides threw."""
    return len(event.rolls[0].faces), len(event.rolls[1].faces)


def _tagged(faction_id: str, *tags: str, **figures: Any) -> Any:
    return faction(faction_id, tags=tags, **figures)


@pytest.mark.parametrize(
    ("ours", "theirs", "more", "factions", "dice"),
    [
        pytest.param("infantry", "infantry", [], [], (1, 1), id="W-CHK-1 one die each"),
        pytest.param(
            "infantry",
            "infantry",
            [asset("general", "vael", "brilliant-general")],
            [],
            (2, 1),
            id="W-FX-THROWS Brilliant General: those who attack beside it",
        ),
        pytest.param(
            "infantry",
            "infantry",
            [asset("general", "oru", "brilliant-general", hp=1)],
            [],
            (1, 2),
            id="W-FX-THROWS Brilliant General: those who defend beside it",
        ),
        pytest.param(
            "infantry",
            "infantry",
            [asset("general", "vael", "brilliant-general", "castle")],
            [],
            (1, 1),
            id="W-FX-THROWS Brilliant General: not from elsewhere",
        ),
        pytest.param(
            "armed-guards",
            "infantry",
            [asset("general", "vael", "brilliant-general")],
            [],
            (1, 1),
            id="W-FX-THROWS Brilliant General: no asset of Wealth",
        ),
        pytest.param(
            "infantry",
            "infantry",
            [
                asset("general", "vael", "brilliant-general"),
                asset("second", "vael", "brilliant-general"),
            ],
            [],
            (3, 1),
            id="W-FX-THROWS two generals",
        ),
        pytest.param(
            "infantry",
            "infantry",
            [
                asset("general", "vael", "brilliant-general"),
                asset("letters", "oru", "blackmail", hp=1),
            ],
            [],
            (1, 1),
            id="W-FX-SINGLE-DIE Blackmail: no more than one",
        ),
        pytest.param(
            "infantry",
            "infantry",
            [
                asset("general", "oru", "brilliant-general", hp=1),
                asset("letters", "vael", "blackmail"),
            ],
            [],
            (1, 1),
            id="W-FX-SINGLE-DIE Blackmail: nor who defends",
        ),
        pytest.param(
            "infantry",
            "infantry",
            [asset("general", "vael", "brilliant-general"), asset("letters", "vael", "blackmail")],
            [],
            (2, 1),
            id="W-FX-SINGLE-DIE Blackmail: its owner is free",
        ),
        pytest.param(
            "spymaster",
            "spymaster",
            [asset("seers", "vael", "omniscient-seers")],
            [],
            (2, 1),
            id="W-FX-THROWS Omniscient Seers: Cunning",
        ),
        pytest.param(
            "spymaster",
            "spymaster",
            [asset("seers", "oru", "omniscient-seers", "inn")],
            [],
            (1, 2),
            id="W-FX-THROWS Omniscient Seers: one move away",
        ),
        pytest.param(
            "infantry",
            "infantry",
            [asset("seers", "vael", "omniscient-seers")],
            [],
            (1, 1),
            id="W-FX-THROWS Omniscient Seers: not Force",
        ),
        pytest.param(
            "spymaster",
            "purity-rites",
            [],
            [],
            (1, 2),
            id="W-FX-THROWS Purity Rites",
        ),
        pytest.param(
            "infantry",
            "infantry",
            [],
            [_tagged("vael", "martial", force=4)],
            (2, 1),
            id="W-TAG Martial, with Force as high as any",
        ),
        pytest.param(
            "infantry",
            "infantry",
            [],
            [_tagged("vael", "martial")],
            (1, 1),
            id="W-TAG Martial, with Force below Cunning",
        ),
        pytest.param(
            "infantry",
            "infantry",
            [],
            [_tagged("oru", "martial", force=4)],
            (1, 2),
            id="W-TAG Martial defends as well",
        ),
        pytest.param(
            "spymaster",
            "spymaster",
            [],
            [_tagged("vael", "machiavellian")],
            (2, 1),
            id="W-TAG Machiavellian",
        ),
        pytest.param(
            "front-merchant",
            "front-merchant",
            [],
            [_tagged("oru", "rich")],
            (1, 2),
            id="W-TAG Rich",
        ),
        pytest.param(
            "war-machines",
            "infantry",
            [],
            [_tagged("oru", "antimagical")],
            (2, 1),
            id="W-TAG Antimagical: one who needs Medium magic",
        ),
        pytest.param(
            "witch-hunters",
            "infantry",
            [],
            [_tagged("oru", "antimagical")],
            (1, 1),
            id="W-TAG Antimagical: not one who needs Low",
        ),
        pytest.param(
            "war-machines",
            "infantry",
            [asset("general", "vael", "brilliant-general")],
            [_tagged("oru", "antimagical")],
            (1, 1),
            id="W-CHK-1 one more and one less",
        ),
        pytest.param(
            "war-machines",
            "infantry",
            [asset("letters", "kell", "blackmail")],
            [_tagged("oru", "antimagical")],
            (1, 1),
            id="W-FX-SINGLE-DIE Blackmail: no second die to keep the worse of either",
        ),
    ],
)
def test_how_many_dice_are_thrown(
    ours: str, theirs: str, more: list[Piece], factions: list[Any], dice: tuple[int, int]
) -> None:
    assert _dice(fight(pair(ours, theirs, *more, factions=factions), {})) == dice


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
