"""Damage to a force (L-DMG): whom each grade hits, and by which die; expected from the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from chronicle.model.dice import Dice
from chronicle.rules.lieutenants.actions.combat import Combat, deal_damage
from chronicle.rules.lieutenants.catalogue import PowerKind, UnitPower
from chronicle.rules.lieutenants.changes import Change, Struck
from chronicle.rules.lieutenants.damage import DamageDealer, DamageGrade
from chronicle.rules.lieutenants.state import Condition, Facility, Minion
from tests.rules.lieutenants.two_faction_boards import board, unit

Faces = Mapping[str, Sequence[int]]
KEY = "vael/hit"

# The straight Force check of a lieutenant with Force 0: 2 fails completely, 4 fails, 7 comes off.
CRUSHED, FAILED, FINE = (1, 1), (2, 2), (3, 4)


def units(*conditions: Condition) -> tuple[Minion, ...]:
    """Units u1, u2, … in these conditions."""
    return tuple(
        unit(f"u{number}", 2, "force", condition=condition)
        for number, condition in enumerate(conditions, start=1)
    )


def struck(changes: Sequence[Change]) -> list[tuple[str, Condition, str]]:
    return [
        (change.asset, change.condition, change.rule)
        for change in changes
        if isinstance(change, Struck)
    ]


WHOLE: Condition = "undamaged"
HURT: Condition = "damaged"


# Facilities are hit as units of the force are: by attackers with Demolition.

FACILITIES: list[tuple[str, DamageGrade, Condition, Condition]] = [
    ("L-AST-HITS-FACILITIES dinged", "dinged", WHOLE, WHOLE),
    ("L-AST-HITS-FACILITIES damaged", "damaged", WHOLE, HURT),
    ("L-AST-HITS-FACILITIES defeated", "defeated", WHOLE, HURT),
    ("L-AST-HITS-FACILITIES destroyed", "destroyed", WHOLE, "destroyed"),
    ("L-AST-HITS-FACILITIES dinged again", "dinged", HURT, HURT),
    ("L-AST-HITS-FACILITIES damaged again", "damaged", HURT, "destroyed"),
    ("L-AST-HITS-FACILITIES defeated again", "defeated", HURT, "destroyed"),
]


@pytest.mark.parametrize(
    ("grade", "before", "after"),
    [row[1:] for row in FACILITIES],
    ids=[row[0] for row in FACILITIES],
)
def test_facilities_are_hit_by_grade(
    grade: DamageGrade, before: Condition, after: Condition
) -> None:
    shop = Facility("shop", "Shop", "oru", "field", "craftsmen", 6, before)
    harming = DamageDealer((), Dice(b"", 1), KEY, "theirs", [], [], [shop])
    harming.deal(grade)
    expected = [] if after == before else [("shop", after, "L-AST-HITS-FACILITIES")]
    assert struck(harming.changes) == expected


def clashed(
    theirs: DamageGrade,
    ours: DamageGrade,
    attackers: Sequence[Minion],
    defenders: Sequence[Minion],
    *,
    by_force: bool = True,
    faces: Faces | None = None,
) -> list[tuple[str, Condition, str]]:
    """Whom a clash hits."""
    table = {f"{KEY}/{purpose}": thrown for purpose, thrown in (faces or {}).items()}
    clash = Combat(
        board(*attackers, *defenders),
        Dice(b"", 1, table),
        KEY,
        tuple(attackers),
        tuple(defenders),
        by_force=by_force,
    )
    return struck(deal_damage(clash, theirs, ours)[0])


def with_power(id: str, kind: PowerKind, value: int = 0, level: int = 2) -> Minion:
    return unit(id, level, "force", powers=(UnitPower(kind, value),))


def test_a_trap_damages_one_whom_the_attackers_choose() -> None:
    """L-AST-TRAPS: they choose the lowest that is still whole."""
    attackers = [unit("u1", 1, "force", condition="damaged"), unit("u2", 3, "force"), unit("u3", 2)]
    hit = clashed("", "", attackers, [with_power("mine", "traps", 1)])
    assert hit == [("u3", "damaged", "L-AST-TRAPS")]


def test_a_trap_destroys_a_damaged_unit() -> None:
    """L-DMG-AGAIN."""
    hit = clashed("", "", units(HURT), [with_power("mine", "traps", 1)])
    assert hit == [("u1", "destroyed", "L-DMG-AGAIN")]
