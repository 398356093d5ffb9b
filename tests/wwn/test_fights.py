"""Attacks (W-ACT-1, W-CHK): who meets them, who wins, and what is left of either.

Vael has Force 3, Cunning 4, Wealth 2; Oru 2, 3, 4. Assets are those that ship; all stand at the
ford. Every figure is worked out beside its case.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from chronicle.rules.wwn.catalogue import shipped
from chronicle.rules.wwn.clash import clash
from chronicle.rules.wwn.events import Clash
from chronicle.rules.wwn.fight import Occasion, Part
from chronicle.rules.wwn.orders import FactionOrders, Orders
from chronicle.rules.wwn.state import Asset, Goal, House, Mark, Piece, Policy, State
from tests.wwn.courts import after, base, board, faction, orders, told

HOUSE = House(catalogue=shipped())
KEY = "vael/hit"
Table = Mapping[str, tuple[int, ...]]


def asset(id: str, faction: str, of: str, at: str = "ford", **fields: Any) -> Asset:
    """An asset that ships, unhurt and at the ford unless told otherwise."""
    hp = fields.pop("hp", HOUSE.catalogue.assets[of].hp)
    return Asset(id, id.title(), faction, at, of, hp, **fields)


def ford(*pieces: Piece, **more: Any) -> State:
    return replace(board(*pieces, **more), house=HOUSE)


def fight(state: State, dice: Table, own: Orders | None = None, attacker: str = "ours") -> Clash:
    """The attack of Vael's `ours` on Oru."""
    table = {f"{KEY}/{purpose}": faces for purpose, faces in dice.items()}
    by = state.assets[attacker]
    occasion = Occasion("5/vael/hit", KEY, "hit")
    return clash(state, own or orders(), told(table), by, "oru", occasion)


def pair(ours: str, theirs: str, *more: Piece, **fields: Any) -> State:
    """Two assets face to face; ``ours_…`` and ``theirs_…`` are their fields."""
    own = {name[5:]: value for name, value in fields.items() if name.startswith("ours_")}
    other = {name[7:]: value for name, value in fields.items() if name.startswith("theirs_")}
    return ford(
        asset("ours", "vael", ours, **own),
        asset("theirs", "oru", theirs, **other),
        *more,
        factions=fields.get("factions", ()),
    )


# ── The check ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("check", "defence", "won"),
    [
        # Infantry: Force 3 against Force 2.
        pytest.param(5, 5, True, id="W-CHK-1 8 against 7"),
        pytest.param(4, 5, False, id="W-CHK-1 a tie at 7 is the defender's"),
        pytest.param(1, 10, False, id="W-CHK-1 4 against 12"),
        pytest.param(10, 1, True, id="W-CHK-1 13 against 3"),
    ],
)
def test_more_is_needed_than_the_other_has(check: int, defence: int, won: bool) -> None:
    event = fight(pair("infantry", "infantry"), {"check": (check,), "defence": (defence,)})
    assert event.won is won
    assert [roll.result["total"] for roll in event.rolls[:2]] == [3 + check, 2 + defence]
    assert [(part.value, part.rule) for part in event.rolls[0].modifiers] == [(3, "W-CHK-1")]


def test_a_hit_takes_the_damage_of_the_attack() -> None:
    # Infantry 1d8 against Cavalry's 12 hit points: 12 - 5 = 7.
    event = fight(pair("infantry", "cavalry"), {"check": (9,), "defence": (1,), "damage": (5,)})
    assert (event.theirs, event.ours, event.defender_harm, event.attacker_harm) == (5, 0, "hit", "")
    assert event.defender is not None
    assert event.defender.hp == 7


def test_a_miss_takes_the_damage_of_the_counter() -> None:
    # Infantry (6) fails against Knights, whose counter is 2d6: 2 + 3 = 5.
    event = fight(pair("infantry", "knights"), {"check": (1,), "defence": (9,), "counter": (2, 3)})
    assert (event.theirs, event.ours, event.attacker_harm) == (0, 5, "hit")
    assert event.attacker.hp == 1


def test_who_answers_with_nothing_does_no_harm() -> None:
    event = fight(pair("infantry", "thugs"), {"check": (1,), "defence": (9,)})
    assert (event.ours, event.attacker_harm) == (0, "")
    assert [roll.id for roll in event.rolls] == ["5/vael/hit/check", "5/vael/hit/defence"]


def test_at_no_hit_points_an_asset_is_destroyed() -> None:
    # 1d8 against the 6 of Infantry: 8 takes what is there, 6.
    state = pair("infantry", "infantry")
    event = fight(state, {"check": (9,), "defence": (1,), "damage": (8,)})
    assert (event.theirs, event.defender_harm) == (6, "destroyed")
    assert "theirs" not in after(state, event).assets


def test_a_counter_destroys_as_well() -> None:
    # Thugs have 1 hit point; Infantry answers with 1d6.
    state = ford(asset("ours", "vael", "thugs"), asset("theirs", "oru", "enchanted-elites"))
    event = fight(state, {"check": (1,), "defence": (9,), "counter": (3,)})
    assert (event.ours, event.attacker_harm) == (1, "destroyed")
    assert "ours" not in after(state, event).assets


# ── Who meets it ─────────────────────────────────────────────────────────────────────────────────


def _meets(state: State, own: Orders | None = None) -> str:
    event = fight(state, {"check": (1,), "defence": (9,)}, own)
    assert event.defender is not None
    return event.defender.id


@pytest.mark.parametrize(
    ("defend", "standing", "meets"),
    [
        # Knights have 16 hit points, Cavalry 12, the base 20.
        pytest.param(None, (), "knights", id="W-ACT-1 the one with most hit points left"),
        pytest.param(None, ("cavalry",), "cavalry", id="W-ACT-1 the standing order"),
        pytest.param(("hall",), ("cavalry",), "hall", id="W-ACT-1 this turn's before it"),
        pytest.param(("away", "cavalry"), (), "cavalry", id="W-ACT-1 the first that is there"),
        pytest.param(("spy",), (), "spy", id="W-ENT-5 a Stealthed one by choice"),
        pytest.param((), ("cavalry",), "knights", id="W-ACT-1 none named this turn"),
    ],
)
def test_who_meets_an_attack(
    defend: tuple[str, ...] | None, standing: tuple[str, ...], meets: str
) -> None:
    state = ford(
        asset("ours", "vael", "infantry"),
        asset("cavalry", "oru", "cavalry"),
        asset("knights", "oru", "knights"),
        asset("away", "oru", "knights", "mill"),
        asset("spy", "oru", "spymaster", stealth="hidden"),
        base("hall", "oru", "ford", 20),
        factions=[faction("oru", policy=Policy(defend=standing))],
    )
    assert _meets(state, orders(FactionOrders("oru", defend=defend))) == meets


def test_a_base_meets_it_when_no_asset_can() -> None:
    state = ford(asset("ours", "vael", "infantry"), base("hall", "oru", "ford", 20))
    assert _meets(state) == "hall"


def test_who_defends_from_stealth_loses_it() -> None:
    state = pair("infantry", "spymaster", theirs_stealth="hidden")
    own = orders(FactionOrders("oru", defend=("theirs",)))
    # Infantry attacks Force with Force; the Spymaster answers with 2d6.
    event = fight(state, {"check": (1,), "defence": (9,), "counter": (1, 1)}, own)
    assert after(state, event).assets["theirs"].stealth == ""


def test_nobody_in_the_open_meets_it() -> None:
    state = pair("infantry", "spymaster", theirs_stealth="hidden")
    event = fight(state, {})
    assert (event.outcome, event.won, event.rolls) == ("nobody-there", None, ())


def test_whoever_attacks_from_stealth_loses_it() -> None:
    state = pair("infantry", "infantry", ours_stealth="hidden")
    event = fight(state, {"check": (1,), "defence": (9,), "counter": (1,)})
    assert after(state, event).assets["ours"].stealth == ""


# ── Bases ────────────────────────────────────────────────────────────────────────────────────────


def test_damage_to_a_base_is_its_factions_too() -> None:
    # War Machines 2d10+4: 3 + 4 + 4 = 11. Oru has Force 2 (2), Cunning 3 (4), Wealth 4 (6): 12.
    state = ford(asset("ours", "vael", "war-machines"), base("hall", "oru", "ford", 12))
    event = fight(state, {"check": (9,), "defence": (1,), "damage": (3, 4)})
    assert (event.theirs, event.base_damage, event.defender_harm) == (11, 11, "hit")
    left = after(state, event)
    assert (left.bases["hall"].hp, left.factions["oru"].hp) == (1, 12 - 11)


def test_no_more_goes_through_than_the_base_had() -> None:
    # 11 damage, but the base has 4: 12 - 4 = 8 are left to Oru.
    state = ford(asset("ours", "vael", "war-machines"), base("hall", "oru", "ford", 4))
    event = fight(state, {"check": (9,), "defence": (1,), "damage": (3, 4)})
    assert (event.base_damage, event.defender_harm) == (4, "destroyed")
    left = after(state, event)
    assert "hall" not in left.bases
    assert left.factions["oru"].hp == 8


def test_a_base_does_not_answer() -> None:
    state = ford(asset("ours", "vael", "infantry"), base("hall", "oru", "ford"))
    event = fight(state, {"check": (1,), "defence": (9,)})
    assert (event.ours, event.attacker_harm) == (0, "")


# ── Dice more and less ───────────────────────────────────────────────────────────────────────────


def _dice(event: Clash) -> tuple[int, int]:
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
        pytest.param("contest", (1, 2), id="W-FX-THROWS Dragomans: whoever expands here"),
        pytest.param("", (1, 1), id="W-FX-THROWS Dragomans: in no other fight"),
    ],
)
def test_dragomans_help_to_defend_a_new_base(part: Part, dice: tuple[int, int]) -> None:
    guides = asset("guides", "kell", "dragomans")
    state = pair("infantry", "infantry", guides)
    occasion = Occasion("5/oru/settle/vael/ours", "oru/settle", "settle", "vael-ours-", part)
    event = clash(state, orders(), told({}), state.assets["ours"], "oru", occasion)
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


# ── What it is worth to a goal ───────────────────────────────────────────────────────────────────


def test_damage_dealt_by_either_side_counts_towards_blood() -> None:
    goal = Goal("blood-the-enemy")
    powers = [faction("vael", goal=goal), faction("oru", goal=goal)]
    hit = pair("infantry", "cavalry", factions=powers)
    event = fight(hit, {"check": (9,), "defence": (1,), "damage": (5,)})
    progress = {id: one.goal.progress for id, one in after(hit, event).factions.items() if one.goal}
    assert progress == {"vael": 5, "oru": 0}
    # A counter of Cavalry is 1d4.
    event = fight(hit, {"check": (1,), "defence": (9,), "counter": (4,)})
    progress = {id: one.goal.progress for id, one in after(hit, event).factions.items() if one.goal}
    assert progress == {"vael": 0, "oru": 4}


def test_marks_that_keep_from_acting_do_not_keep_from_defending() -> None:
    held = Mark("unusable", by="somebody")
    state = pair("infantry", "knights", theirs_marks=(held,))
    assert _meets(state) == "theirs"
