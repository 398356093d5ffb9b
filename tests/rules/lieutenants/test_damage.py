"""Damage to a force (L-DMG): whom each grade hits, and by which die; expected from the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import pytest

from chronicle.model.dice import Dice, Roll
from chronicle.model.facts import Facts
from chronicle.rules.lieutenants.actions.attack import Combat, deal_damage
from chronicle.rules.lieutenants.catalogue import PowerKind, UnitPower
from chronicle.rules.lieutenants.changes import Change, StanceEnded, Struck
from chronicle.rules.lieutenants.damage import DamageDealer, DamageGrade
from chronicle.rules.lieutenants.state import Condition, Facility, Lieutenant, Minion, Stance, Unit
from tests.rules.lieutenants.two_faction_boards import board, lieutenant, unit

Faces = Mapping[str, Sequence[int]]
KEY = "vael/hit"

# The straight Force check of a lieutenant with Force 0: 2 fails completely, 4 fails, 7 comes off.
CRUSHED, FAILED, FINE = (1, 1), (2, 2), (3, 4)


def dealt(
    grade: DamageGrade, minions: Sequence[Minion], faces: Faces | None = None
) -> DamageDealer:
    """A grade of harm dealt to these minions, with dice by purpose."""
    table = {f"{KEY}/{purpose}": thrown for purpose, thrown in (faces or {}).items()}
    harming = DamageDealer(
        board(*minions),
        Dice(b"", 1, table),
        KEY,
        "theirs",
        [minion for minion in minions if isinstance(minion, Unit)],
        [minion for minion in minions if isinstance(minion, Lieutenant)],
    )
    harming.deal(grade)
    assert all(roll.source == "table" for roll in harming.rolls), "a die that nobody pinned"
    assert len(harming.rolls) == len(table), "a die that nobody threw"
    return harming


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

# Half is rounded up: of one it is one, of three two. A die with as many sides as there are equals
# is thrown for each that is hit, while there are more equals than still have to be hit.
GRADES: list[tuple[str, DamageGrade, tuple[Condition, ...], Faces, list[tuple[str, str, str]]]] = [
    ("L-DMG-DINGED one", "dinged", (WHOLE,), {}, [("u1", "damaged", "L-DMG-DINGED")]),
    (
        "L-DMG-DINGED half of two",
        "dinged",
        (WHOLE, WHOLE),
        {"hurt-theirs-1": (2,)},
        [("u2", "damaged", "L-DMG-DINGED")],
    ),
    (
        "L-DMG-DINGED half of three, rounded up",
        "dinged",
        (WHOLE, WHOLE, WHOLE),
        # The first die is among three; among the two that are left one must be hit.
        {"hurt-theirs-1": (1,), "hurt-theirs-2": (2,)},
        [("u1", "damaged", "L-DMG-DINGED"), ("u3", "damaged", "L-DMG-DINGED")],
    ),
    (
        "L-DMG-WHO the undamaged are damaged first",
        "dinged",
        (HURT, WHOLE),
        {},
        [("u2", "damaged", "L-DMG-DINGED")],
    ),
    (
        "L-DMG-WHO among damaged alone a die",
        "dinged",
        (HURT, HURT),
        {"hurt-theirs-1": (1,)},
        [("u1", "destroyed", "L-DMG-AGAIN")],
    ),
    (
        "L-DMG-WHO one undamaged and then a damaged one",
        "dinged",
        (HURT, HURT, WHOLE),
        {"hurt-theirs-1": (2,)},
        [("u3", "damaged", "L-DMG-DINGED"), ("u2", "destroyed", "L-DMG-AGAIN")],
    ),
    (
        "L-DMG-DAMAGED every unit",
        "damaged",
        (WHOLE, WHOLE, HURT),
        {},
        [
            ("u1", "damaged", "L-DMG-DAMAGED"),
            ("u2", "damaged", "L-DMG-DAMAGED"),
            ("u3", "destroyed", "L-DMG-AGAIN"),
        ],
    ),
    ("L-DMG-DEFEATED one", "defeated", (WHOLE,), {}, [("u1", "destroyed", "L-DMG-DEFEATED")]),
    (
        "L-DMG-DEFEATED half destroyed, the others damaged",
        "defeated",
        (WHOLE, WHOLE, WHOLE),
        {"hurt-theirs-1": (3,), "hurt-theirs-2": (1,)},
        [
            ("u3", "destroyed", "L-DMG-DEFEATED"),
            ("u1", "destroyed", "L-DMG-DEFEATED"),
            ("u2", "damaged", "L-DMG-DEFEATED"),
        ],
    ),
    (
        "L-DMG-WHO the damaged are destroyed first",
        "defeated",
        (WHOLE, HURT, WHOLE, WHOLE),
        {"hurt-theirs-1": (2,)},
        [
            ("u2", "destroyed", "L-DMG-DEFEATED"),
            ("u3", "destroyed", "L-DMG-DEFEATED"),
            ("u1", "damaged", "L-DMG-DEFEATED"),
            ("u4", "damaged", "L-DMG-DEFEATED"),
        ],
    ),
    (
        "L-DMG-AGAIN defeated with more than half damaged before",
        "defeated",
        (HURT, HURT, HURT),
        {"hurt-theirs-1": (2,), "hurt-theirs-2": (1,)},
        [
            ("u2", "destroyed", "L-DMG-DEFEATED"),
            ("u1", "destroyed", "L-DMG-DEFEATED"),
            ("u3", "destroyed", "L-DMG-AGAIN"),
        ],
    ),
    (
        "L-DMG-DESTROYED every unit",
        "destroyed",
        (WHOLE, HURT),
        {},
        [("u1", "destroyed", "L-DMG-DESTROYED"), ("u2", "destroyed", "L-DMG-DESTROYED")],
    ),
    ("no harm", "", (WHOLE, HURT), {}, []),
]


@pytest.mark.parametrize(
    ("grade", "before", "faces", "expected"),
    [row[1:] for row in GRADES],
    ids=[row[0] for row in GRADES],
)
def test_units_are_hit_by_grade(
    grade: DamageGrade,
    before: tuple[Condition, ...],
    faces: Faces,
    expected: list[tuple[str, Condition, str]],
) -> None:
    assert struck(dealt(grade, units(*before), faces).changes) == expected


Fate = Literal["", "damaged", "lost", "destroyed"]
LIEUTENANTS: list[tuple[str, DamageGrade, Condition, Faces, Fate]] = [
    ("L-DMG-DINGED complete failure", "dinged", WHOLE, {"hurt-lea": CRUSHED}, "damaged"),
    ("L-DMG-DINGED failure", "dinged", WHOLE, {"hurt-lea": FAILED}, ""),
    ("L-DMG-DINGED success", "dinged", WHOLE, {"hurt-lea": FINE}, ""),
    ("L-DMG-DAMAGED complete failure", "damaged", WHOLE, {"hurt-lea": CRUSHED}, "damaged"),
    ("L-DMG-DAMAGED failure", "damaged", WHOLE, {"hurt-lea": FAILED}, ""),
    ("L-DMG-DEFEATED complete failure", "defeated", WHOLE, {"hurt-lea": CRUSHED}, "damaged"),
    ("L-DMG-DEFEATED failure", "defeated", WHOLE, {"hurt-lea": FAILED}, "damaged"),
    ("L-DMG-DEFEATED success", "defeated", WHOLE, {"hurt-lea": FINE}, ""),
    ("L-DMG-DESTROYED complete failure", "destroyed", WHOLE, {"fate-lea": CRUSHED}, "destroyed"),
    ("L-DMG-DESTROYED failure", "destroyed", WHOLE, {"fate-lea": FAILED}, "destroyed"),
    ("L-DMG-DESTROYED success", "destroyed", WHOLE, {"fate-lea": FINE}, "lost"),
    (
        "L-DMG-AGAIN failure",
        "dinged",
        HURT,
        {"hurt-lea": CRUSHED, "fate-lea": FAILED},
        "destroyed",
    ),
    ("L-DMG-AGAIN success", "damaged", HURT, {"hurt-lea": CRUSHED, "fate-lea": FINE}, "lost"),
    ("L-DMG-AGAIN defeated", "defeated", HURT, {"hurt-lea": FAILED, "fate-lea": FINE}, "lost"),
    ("L-DMG-AGAIN not hurt", "dinged", HURT, {"hurt-lea": FAILED}, ""),
]


@pytest.mark.parametrize(
    ("grade", "before", "faces", "fate"),
    [row[1:] for row in LIEUTENANTS],
    ids=[row[0] for row in LIEUTENANTS],
)
def test_lieutenants_check_for_themselves(
    grade: DamageGrade, before: Condition, faces: Faces, fate: Fate
) -> None:
    harming = dealt(grade, [lieutenant("lea", 3, condition=before)], faces)
    assert [condition for _, condition, _ in struck(harming.changes)] == ([fate] if fate else [])


def test_only_force_is_in_the_check_of_a_lieutenant() -> None:
    """A straight check: the statistic alone, so that 2 with Force 2 is a failure, not worse."""
    lea = lieutenant("lea", 5, force=2, condition="damaged")
    harming = dealt("dinged", [lea], {"hurt-lea": CRUSHED})
    (roll,) = harming.rolls
    assert [(part.value, part.reason) for part in roll.modifiers] == [(2, "statistic")]
    assert roll.result == Facts(total=4, result="failure")
    assert harming.changes == []


def test_each_die_says_among_whom_it_was_thrown() -> None:
    harming = dealt(
        "dinged", units(WHOLE, WHOLE, WHOLE), {"hurt-theirs-1": (2,), "hurt-theirs-2": (1,)}
    )
    assert harming.rolls == [
        Roll(
            "1/vael/hit/hurt-theirs-1",
            3,
            (2,),
            "table",
            (),
            Facts(hit="u2", among=("u1", "u2", "u3")),
        ),
        Roll("1/vael/hit/hurt-theirs-2", 2, (1,), "table", (), Facts(hit="u1", among=("u1", "u3"))),
    ]


def test_a_defeated_lieutenant_leaves_its_stance() -> None:
    """L-TURN-5: a stance lasts until its lieutenant is out of the fight."""
    lea = lieutenant("lea", 3)
    stance = Stance("lea", "vael", "block", "field", (), ("oru",), "cautious")
    harming = DamageDealer(
        board(lea, stances={"lea": stance}),
        Dice(b"", 1, {f"{KEY}/fate-lea": FINE}),
        KEY,
        "ours",
        [],
        [lea],
    )
    harming.deal("destroyed")
    assert harming.changes == [Struck("lea", "lost", "L-DMG-DESTROYED"), StanceEnded("lea")]


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
    harming = DamageDealer(board(), Dice(b"", 1), KEY, "theirs", [], [], [shop])
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


def test_one_more_is_damaged_when_damage_is_dealt() -> None:
    """L-AST-ONE-MORE-DAMAGED: dinged hits one of two, and the other is the one more."""
    hit = clashed(
        "dinged",
        "",
        [with_power("blaster", "one-more-damaged", 1)],
        units(WHOLE, WHOLE),
        faces={"hurt-theirs-1": (1,)},
    )
    assert hit == [
        ("u1", "damaged", "L-DMG-DINGED"),
        ("u2", "damaged", "L-AST-ONE-MORE-DAMAGED"),
    ]


def test_no_more_is_damaged_when_no_damage_is_dealt() -> None:
    hit = clashed("", "", [with_power("blaster", "one-more-damaged", 1)], units(WHOLE))
    assert hit == []


def test_one_more_of_the_damaged_is_destroyed() -> None:
    """L-DMG-AGAIN: after damage to all, the one more is damaged again."""
    hit = clashed("damaged", "", [with_power("blaster", "one-more-damaged", 1)], units(WHOLE))
    assert hit == [("u1", "damaged", "L-DMG-DAMAGED"), ("u1", "destroyed", "L-DMG-AGAIN")]


def test_a_trap_damages_one_whom_the_attackers_choose() -> None:
    """L-AST-TRAPS: they choose the lowest that is still whole."""
    attackers = [unit("u1", 1, "force", condition="damaged"), unit("u2", 3, "force"), unit("u3", 2)]
    hit = clashed("", "", attackers, [with_power("mine", "traps", 1)])
    assert hit == [("u3", "damaged", "L-AST-TRAPS")]


def test_a_trap_is_for_those_who_come_with_force() -> None:
    hit = clashed("", "", units(WHOLE), [with_power("mine", "traps", 1)], by_force=False)
    assert hit == []


def test_a_trap_destroys_a_damaged_unit() -> None:
    """L-DMG-AGAIN."""
    hit = clashed("", "", units(HURT), [with_power("mine", "traps", 1)])
    assert hit == [("u1", "destroyed", "L-DMG-AGAIN")]
