"""Attacks, and how they end as counted by hand."""

from __future__ import annotations

from typing import Final

from chronicle.records import replace
from chronicle.rules.wwn.actions.attack import AttackOrder
from tests.rules.wwn.boards import asset, base, board, faction, order, poor
from tests.rules.wwn.odds_by_hand import (
    BOTH_BEST_OF_TWO,
    CORPS,
    D6,
    D8,
    EQUAL,
    NONE,
    ONE,
    ONE_MORE,
    THREE_MORE,
    THREE_MORE_BEST_OF_TWO,
    THREE_MORE_WORST_OF_TWO,
    TWO_MORE,
    End,
    P,
    Put,
    Worth,
    attack,
    beats,
    check,
    dice,
    fought,
    ruled,
)

#: Infantry (1d8, 6 hit points) on a Reserve Corps (4 hit points, answers with 1d6).
INFANTRY: Final = (D8, 4, D6, 6)
BLACKMAIL: Final = asset("blackmail", "oru", "ford")
IDIOTS: Final = asset("useful-idiots", "oru", "mill")
USURERS: Final = asset("usurers", "oru", "ford")
MASSIVE, MARTIAL = ("massive",), ("martial",)

ATTACKS: Final[dict[str, tuple[Put, dict[End, Worth]]]] = {
    "W-CHK-1 Force 5 against 2": (attack("infantry"), fought(THREE_MORE, *INFANTRY)),
    "W-CHK-1 a tie is the defender's": (
        attack("infantry", oru=faction("oru", force=5)),
        fought(EQUAL, *INFANTRY),
    ),
    "W-CHK-1 against a stronger one": (
        attack("infantry", vael=faction("vael", force=2), oru=faction("oru", force=5)),
        fought(beats(check(2), check(5)), *INFANTRY),
    ),
    "W-ACT-1 who is hurt dies sooner": (
        attack("infantry", replace(CORPS, hp=1), hp=2),
        fought(THREE_MORE, D8, 1, D6, 2),
    ),
    "W-ACT-1 who doesn't answer": (
        attack("infantry", asset("guerrilla-populace", "oru", "ford")),
        fought(THREE_MORE, D8, 4),
    ),
    "W-ACT-1 two dice and a number": (
        attack("free-company", asset("knights", "oru", "ford"), vael=faction("vael", wealth=3)),
        fought(ONE_MORE, dice(2, 4, 2), 16, dice(2, 6), 6),
    ),
    "W-TAG Martial: the best of two": (
        attack("infantry", vael=faction("vael", tags=MARTIAL)),
        fought(THREE_MORE_BEST_OF_TWO, *INFANTRY),
    ),
    "W-TAG Martial on both sides": (
        attack(
            "infantry",
            vael=faction("vael", tags=MARTIAL),
            oru=faction("oru", force=5, tags=MARTIAL),
        ),
        fought(BOTH_BEST_OF_TWO, *INFANTRY),
    ),
    "W-TAG Antimagical: the worst of two": (
        attack("enchanted-elites", oru=faction("oru", tags=("antimagical",))),
        fought(THREE_MORE_WORST_OF_TWO, dice(1, 10), 4, D6, 6),
    ),
    "W-TAG Antimagical, and no magic": (
        attack("infantry", oru=faction("oru", tags=("antimagical",))),
        fought(THREE_MORE, *INFANTRY),
    ),
    "W-TAG Antimagical and Martial make one die": (
        attack(
            "enchanted-elites",
            vael=faction("vael", tags=MARTIAL),
            oru=faction("oru", tags=("antimagical",)),
        ),
        fought(THREE_MORE, dice(1, 10), 4, D6, 6),
    ),
    "W-FX-SINGLE-DIE no more than one": (
        attack(
            "infantry",
            CORPS,
            BLACKMAIL,
            vael=faction("vael", tags=MARTIAL),
            oru=ruled("oru", defend=("reserve-corps",)),
        ),
        fought(THREE_MORE, *INFANTRY),
    ),
    "W-CHK-2 Massive: no check at all": (
        attack("infantry", vael=faction("vael", tags=MASSIVE)),
        fought(ONE, *INFANTRY),
    ),
    "W-CHK-2 Massive, and not more than double": (
        attack("infantry", vael=faction("vael", tags=MASSIVE), oru=faction("oru", force=3)),
        fought(TWO_MORE, *INFANTRY),
    ),
    "W-CHK-2 Massive both": (
        attack("infantry", vael=faction("vael", tags=MASSIVE), oru=faction("oru", tags=MASSIVE)),
        fought(THREE_MORE, *INFANTRY),
    ),
    "W-CHK-2 against one who is Massive": (
        attack(
            "infantry", vael=faction("vael", force=2), oru=faction("oru", force=5, tags=MASSIVE)
        ),
        fought(NONE, *INFANTRY),
    ),
    "W-FX-SACRIFICES when it would be lethal": (
        attack("infantry", CORPS, IDIOTS),
        {
            ("done", "", "", False, True): (THREE_MORE * P(5, 8), NONE, NONE),
            ("done", "hit", "", False, False): (THREE_MORE * P(3, 8), P(2), NONE),
            ("failed", "", "hit", False, False): (P(28, 100) * P(5, 6), NONE, P(3)),
            ("failed", "", "destroyed", False, False): (P(28, 100) * P(1, 6), NONE, P(6)),
        },
    ),
    "W-FX-SACRIFICES always": (
        attack("infantry", CORPS, IDIOTS, oru=ruled("oru", sacrifice="always")),
        {
            ("done", "", "", False, True): (THREE_MORE, NONE, NONE),
            ("failed", "", "hit", False, False): (P(28, 100) * P(5, 6), NONE, P(3)),
            ("failed", "", "destroyed", False, False): (P(28, 100) * P(1, 6), NONE, P(6)),
        },
    ),
    "W-FX-SACRIFICES never": (
        attack("infantry", CORPS, IDIOTS, oru=ruled("oru", sacrifice="never")),
        fought(THREE_MORE, *INFANTRY),
    ),
    # 2d10 come to 8 or more in 79 of 100 throws; below that they make 2 to 7, in 1 to 6 ways:
    # 112 points in 21. Half of the Usurers' 12 is 6, and 6 come in: 6/2 + (5 + 4)/4, rounded up.
    "W-FX-CONVERTS what falls is bought with the last Treasure": (
        attack("lead-or-silver", USURERS, vael=poor("vael", 0, wealth=6)),
        {
            ("done", "hit", "", True, False): (TWO_MORE * P(79, 100), P(8), NONE),
            ("done", "hit", "", False, False): (TWO_MORE * P(21, 100), P(112, 21), NONE),
            ("failed", "", "", False, False): (P(36, 100), NONE, NONE),
        },
    ),
    "W-FX-CONVERTS what falls is too dear": (
        attack("lead-or-silver", asset("healers", "oru", "ford"), vael=poor("vael", 0, wealth=4)),
        fought(EQUAL, dice(2, 10), 8),
    ),
    "W-FX-CONVERTS what falls is not wanted": (
        attack("lead-or-silver", USURERS, vael=replace(ruled("vael", take_over=False), wealth=6)),
        fought(TWO_MORE, dice(2, 10), 8),
    ),
    # 2d6 come to less than 5 in 6 of 36 throws: 2 once, 3 twice, 4 three times, 20 points.
    "W-FX-CONVERTS treachery": (
        attack("expert-treachery", asset("spymaster", "oru", "ford")),
        {
            ("done", "hit", "spent", True, False): (ONE_MORE, NONE, NONE),
            ("failed", "", "hit", False, False): (EQUAL * P(6, 36), NONE, P(20, 6)),
            ("failed", "", "destroyed", False, False): (EQUAL * P(30, 36), NONE, P(5)),
        },
    ),
}


def on_a_base() -> Put:
    state = board(asset("infantry", "vael", "ford"), base("lodge", "oru", hp=5))
    return Put(state, order(AttackOrder("oru"), "infantry"))


ATTACKS["W-ENT-4 on a base, which does not answer"] = (on_a_base(), fought(THREE_MORE, D8, 5))
