"""The chances of orders against the engine, which carries them out for every fall of their dice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product, takewhile
from typing import Any, Final, TypeAlias

import pytest

from chronicle.model.dice import Dice, Roll
from chronicle.rules.wwn import WWN
from chronicle.rules.wwn.actions.attack import AttackOrder
from chronicle.rules.wwn.actions.expand import Founding
from chronicle.rules.wwn.actions.exposes import Search
from chronicle.rules.wwn.actions.yields import Profit
from chronicle.rules.wwn.events import Acted, Attacked, Event, Started
from tests.rules.wwn.attacks_by_hand import ATTACKS, MASSIVE
from tests.rules.wwn.boards import TURN, asset, board, faction, order
from tests.rules.wwn.odds_by_hand import (
    CORPS,
    EXPANSIONS,
    HOARD,
    KEY,
    MECHANISMS,
    NONE,
    ONE,
    SEARCH,
    End,
    Put,
    Worth,
    ability,
    attack,
    number,
    ruled,
    told,
)
from tests.thorough import thorough

Table: TypeAlias = dict[str, tuple[int, ...]]
#: Whose order it is.
WHO: Final = KEY.partition("/")[0]


def resolved(put: Put, table: Table) -> list[Event]:
    """The events of the order, in a turn in which Vael comes first; the others' are not played."""
    events = WWN.resolve(put.state, put.orders, Dice(b"chances", TURN, table))
    own = takewhile(lambda event: not (isinstance(event, Started) and event.faction != WHO), events)
    return [event for event in own if event.id.startswith(f"{TURN}/{KEY}")]


def falls(
    put: Put, table: Table, counts: Callable[[str], bool]
) -> Iterator[tuple[list[Event], Fraction]]:
    """All that an order can come to, each with its chance: every roll shows all its faces in turn.

    Only rolls that ``counts`` names are tried; the rest fall as they will.
    """
    events = resolved(put, table)
    for roll in (roll for event in events for roll in event.rolls):
        key = roll.id.partition("/")[2]
        if key in table or not counts(key):
            continue
        for faces, chance in shown(roll):
            for found, share in falls(put, {**table, key: faces}, counts):
                yield found, chance * share
        return
    yield events, ONE


def shown(roll: Roll) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """The faces that a roll may show. One throw stands for all whose dice show the same.

    Dice of a profit are told apart, since they may be two throws.
    """
    found: dict[tuple[int, ...], int] = defaultdict(int)
    for faces in product(range(1, roll.sides + 1), repeat=len(roll.faces)):
        found[faces if roll.id.endswith("yield") else tuple(sorted(faces))] += 1
    for faces, times in found.items():
        yield faces, Fraction(times, sum(found.values()))


def everything(key: str) -> bool:
    return bool(key)


def fights(put: Put) -> dict[End, Worth]:
    """The ends of an attack, counted over all that its dice can show."""
    sums: dict[End, list[Fraction]] = defaultdict(lambda: [NONE, NONE, NONE])
    for events, chance in falls(put, dict(put.pinned), everything):
        clash = next(event for event in events if isinstance(event, Attacked))
        spared = any(reaction.kind == "spared" for reaction in clash.reactions)
        outcome = "done" if clash.won else "failed"
        end = (outcome, clash.defender_harm, clash.attacker_harm, clash.taken, spared)
        for place, part in enumerate((1, clash.theirs, clash.ours)):
            sums[end][place] += chance * part
    return {end: (p, theirs / p, ours / p) for end, (p, theirs, ours) in sums.items()}


MAD: Final = asset("temple-fanatics", "oru", "ford", id="mad")
#: Attacks with more to them than is counted above.
MORE: Final = {
    # Massive, so that nobody has to try all faces of the check as well.
    "W-FX-SUFFERS frenzy on both sides": attack(
        "temple-fanatics", MAD, vael=faction("vael", tags=MASSIVE)
    ),
    "W-FX-SUFFERS frenzy of who defends": attack(
        "temple-fanatics",
        MAD,
        vael=faction("vael", force=2),
        oru=faction("oru", force=5, tags=MASSIVE),
    ),
    "W-FX-AFFLICTS a charm does no damage": attack("bewitching-charmer"),
    "W-FX-AFFLICTS sabotage": attack("saboteurs", asset("usurers", "oru", "ford")),
    "W-FX-ROBS a siege": attack("siege-experts", asset("armed-guards", "oru", "ford")),
    "W-FX-STEPS-IN a fortress": attack(
        "infantry", CORPS, asset("fortification-program", "oru", "mill")
    ),
    "W-FX-RESTORES the fallen are healed": attack(
        "infantry", CORPS, asset("healers", "oru", "mill")
    ),
    "W-FX-IMMUNE whom no answer hurts": attack("dancing-girls", CORPS),
    "W-FX-REROLLS thrown again at a price": Put(
        board(
            asset("informers", "oru", "ford"),
            asset("expert-treachery", "vael", "ford"),
            asset("just-as-planned", "vael", "castle"),
            factions=[ruled("vael", rerolls=1)],
        ),
        order(AttackOrder("oru"), "expert-treachery"),
        {f"{KEY}/planned-check-1": (1,)},
    ),
}


#: With so many falls that `make thorough` alone tries them all; `test_odds` has most by hand.
LONG: Final = (
    "W-ACT-1 who is hurt dies sooner",
    "W-CHK-1 against a stronger one",
    "W-CHK-2 Massive, and not more than double",
    "W-ENT-4 on a base, which does not answer",
    "W-FX-SACRIFICES never",
    "W-FX-SINGLE-DIE no more than one",
    "W-TAG Antimagical and Martial make one die",
    "W-TAG Antimagical, and no magic",
    "W-ACT-1 two dice and a number",
    "W-FX-CONVERTS what falls is bought with the last Treasure",
    "W-FX-CONVERTS what falls is not wanted",
    "W-FX-CONVERTS what falls is too dear",
    "W-FX-REROLLS thrown again at a price",
    "W-FX-ROBS a siege",
    "W-FX-SACRIFICES always",
    "W-FX-STEPS-IN a fortress",
    "W-TAG Antimagical: the worst of two",
    "W-TAG Martial on both sides",
    "W-TAG Martial: the best of two",
)


@pytest.mark.parametrize(
    "name", [*(name for name in (*ATTACKS, *MORE) if name not in LONG), *thorough(LONG)]
)
def test_an_attack_ends_as_often_as_the_engine_has_it_end(name: str) -> None:
    put = ATTACKS[name][0] if name in ATTACKS else MORE[name]
    assert told(put) == fights(put)
    assert sum(chance for chance, _, _ in told(put).values()) == 1


@pytest.mark.parametrize(
    "put",
    [
        pytest.param(ability("trade-company"), id="a profit that hurts"),
        pytest.param(ability("manufactory", MECHANISMS), id="a profit doubled"),
        pytest.param(ability("hoard", MECHANISMS, of_kind=[HOARD]), id="two dice doubled"),
        pytest.param(SEARCH, id="a search"),
    ],
)
def test_an_ability_ends_as_often_as_the_engine_has_it_end(put: Put) -> None:
    counted: dict[tuple[str, int | None, int | None], Fraction] = defaultdict(Fraction)
    for events, chance in falls(put, {}, everything):
        acted = next(event for event in events if isinstance(event, Acted))
        scene_name = acted.details
        brought = scene_name.amount if isinstance(scene_name, Profit) else None
        found = len(scene_name.found) if isinstance(scene_name, Search) else None
        counted[acted.outcome, brought, found] += chance
    assert {
        (one.outcome, one.facts["amount"], one.facts["found"]): one.probability
        for one in put.odds()
    } == counted


@pytest.mark.parametrize(
    "name",
    [
        *(name for name in EXPANSIONS if name != "with one die more"),
        *thorough(["with one die more"]),
    ],
)
def test_a_base_is_contested_as_often_as_the_engine_has_it_so(name: str) -> None:
    """Rival by rival: the checks of one are tried with all faces, and the others' as they fall."""
    put = EXPANSIONS[name][0]
    for place, rival in enumerate(("kell", "oru")):
        contested = NONE
        own = {f"{KEY}/check-{rival}", f"{KEY}/defence-{rival}"}
        for events, chance in falls(put, {}, own.__contains__):
            acted = next(event for event in events if isinstance(event, Acted))
            assert isinstance(acted.details, Founding)
            attacks = {who for who, _, attacks in acted.details.rivals if attacks}
            contested += chance * (rival in attacks)
            fell = {event.faction for event in events if isinstance(event, Attacked)}
            # Once the base is gone nobody falls upon it any more.
            assert fell <= attacks
        rows: Any = put.odds()[0].facts["rivals"]
        assert number(rows[place]["chance"]) == contested
