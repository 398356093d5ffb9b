"""Every sheet and every chance that a theme may have to word, full, empty and in between."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Final, get_args

from chronicle.model.facts import Fact, Facts
from chronicle.records import field_names
from chronicle.rules.protocol import Chance, Sheet
from chronicle.rules.wwn.effects import EFFECT_BY_WORD
from chronicle.rules.wwn.sheets import CODES
from chronicle.rules.wwn.state import Policy, SacrificePolicy
from chronicle.rules.wwn.terms import ATTRIBUTES, MAGIC, Outcome
from tests.rules.declared_facts import (
    GUARD,
    INN,
    KNIVES,
    MILL,
    ORU,
    VAEL,
    Space,
    Values,
    listed,
    rows_of,
)
from tests.rules.wwn.all_rows import HALL, HARMS, MARKS, goals

#: What Treasure comes or goes for.
REASONS: Final = (
    *("income", "upkeep", "arrears", "excess", "purchase", "sale", "hiding", "repair", "founding"),
    *("free-action", "toll", "toll-taken", "demand", "demand-met", "treachery", "take-over"),
    *("collapse", "salvage"),
    *("restore", "robbed", "loot", "yield", "affliction", "lavish", "owing"),
    *("news", "adjustment"),
)


# ── One's own ────────────────────────────────────────────────────────────────────────────────────


#: A mark that somebody put on a piece, as far as the reader knows.
_MARK: Final[Space] = {
    "kind": MARKS,
    "by": (GUARD, ""),
    "faction": (ORU, None),
    "amount": (3, 2, 0),
    "turn": (4, 0),
}
_ATTACKS: Final = tuple(
    Facts(attribute=ours, target=theirs, damage=damage)
    for ours, theirs in product(ATTRIBUTES, ATTRIBUTES)
    for damage in ("2d6", "")
)
_ASSET: Final[Space] = {"name": (KNIVES,), "type": ("Thugs",), "base": (False,)}
_BASE: Final[Space] = {"name": (HALL,), "type": ("",), "base": (True,)}
#: Where a piece is, and whose it is.
_POSITION: Final[Space] = {"at": (MILL, None), "faction": (ORU, None)}
_BAN: Final[Space] = {
    "place": (MILL, None),
    "ruler": (VAEL, None),
    "closed": (True, False),
    "forbids": ((ORU, VAEL), ()),
    "admits": ((ORU,), ()),
    "lifted": (False, True, False),
}


_POLICY: Final[Space] = {
    **dict.fromkeys(("step_in", "restore", "take_over", "pays"), (True, False)),
    "defend": ((KNIVES, HALL), ()),
    "at_war": ((ORU, VAEL), ()),
    "contest": ((ORU,), ()),
    "rerolls": (2, 0),
    "contests": ("at-war", "never", "always"),
    "sacrifice": (*get_args(SacrificePolicy), "never"),
}
_OWN: Final[Space] = {
    "who": (VAEL,),
    "collapsed": (False, True),
    **dict.fromkeys(ATTRIBUTES, (3, 1)),
    "magic": ("low", *MAGIC),
    "hp": (9, 15, 0),
    "maximum": (15,),
    "hp_before": (12, 9, 0),
    "treasure": (12, 0),
    "treasure_before": (10, 12),
    "xp": (5, 0),
    "xp_before": (3, 5),
    "tags": (("Martial", "Rich"), ("Martial",), ()),
    "goal": (*goals(), None),
    "idle": (True, False),
    "assets": listed(
        **_ASSET,
        **_POSITION,
        attribute=ATTRIBUTES,
        level=(3,),
        hp=(3, 6),
        maximum=(6,),
        stealth=("hidden", "carried", ""),
        subtle=(True, False),
        usable=(False, True),
        ready=(4, 0),
        bound_for=(INN, None),
        attack=(*_ATTACKS, None),
        counter=("1d6", ""),
        effects=((*EFFECT_BY_WORD,), *((word,) for word in EFFECT_BY_WORD), ()),
        upkeep=(2, 0),
        marks=(rows_of(_MARK), *((mark,) for mark in rows_of(_MARK)), ()),
    ),
    "bases": listed(**_BASE, **_POSITION, hp=(3, 9), maximum=(9,), headquarters=(True, False)),
    "limits": (
        tuple(
            Facts(attribute=attribute, rating=3, assets=held, excess=max(0, held - 3))
            for attribute, held in zip(ATTRIBUTES, (5, 0, 3), strict=True)
        ),
    ),
    "standing": rows_of(_POLICY),
    "ledger": listed(
        reason=REASONS,
        rule=("W-TURN-3",),
        order=("vael/buy", ""),
        subject=(KNIVES, ""),
        change=(-3, 2, 0),
        balance=(17,),
    ),
    "rules": listed(**_BAN),
    "lost": (
        rows_of({**_ASSET, **_POSITION, "fate": ("gone", "joined")})
        + rows_of({**_BASE, **_POSITION, "fate": ("gone", "joined")}),
        (),
    ),
}


# ── Others, and places ───────────────────────────────────────────────────────────────────────────


def _others(**more: Values) -> tuple[Facts, ...]:
    """Others' pieces: in the open now or last seen, with and without their hit points."""
    found: Space = {"hp": (3, None), "hp_turn": (2, 0), "seen": (2, 0), **_POSITION, **more}
    assets = rows_of({**_ASSET, **found, "maximum": (6,), "headquarters": (False,)})
    return (
        *assets,
        *rows_of({**_BASE, **found, "maximum": (None,), "headquarters": (True, False)}),
    )


_OWNED: Final[Space] = {
    **_POSITION,
    "own": (True, False),
    "hp": (3, 6),
    "hp_turn": (0,),
    "maximum": (6,),
    "headquarters": (False,),
    "seen": (0,),
    "stealth": ("", "hidden", "carried"),
}
_RIVALS: Final = _others(gone=(False, True, False))
_THERE: Final = (
    *rows_of({**_ASSET, **_OWNED}),
    *rows_of({**_BASE, **_OWNED, "headquarters": (True,), "stealth": ("",)}),
    *_others(own=(False,), stealth=("",)),
)
_PROFILE: Final = (
    *rows_of({**_ASSET, **_POSITION, "headquarters": (False,)}),
    *rows_of({**_BASE, **_POSITION, "headquarters": (True, False)}),
)
SHEETS: Final[Mapping[str, Space]] = {
    "own-sheet": _OWN,
    "rival-sheet": {
        "who": (ORU,),
        "collapsed": (False, True),
        "rules": listed(**_BAN),
        "pieces": (_RIVALS[:1], _RIVALS, ()),
    },
    "public-profile": {
        "who": (ORU,),
        "collapsed": (False, True),
        "rules": listed(**_BAN),
        "pieces": (_PROFILE[:1], _PROFILE, ()),
    },
    "place-sheet": {
        "place": (MILL,),
        "ruler": (ORU, None),
        "closed": (False, True, False),
        "forbids": ((ORU, VAEL), (ORU,), ()),
        "admits": ((ORU, VAEL), ()),
        "lifted": (False, True),
        "barred": (True, False),
        "water": (True, False),
        "near": ((INN, MILL), (INN,), ()),
        "pieces": (_THERE[:1], _THERE, ()),
    },
}


def sheets(code: str) -> Iterator[Sheet]:
    """A sheet with everything on it, with nothing, and with each other value of each fact."""
    return (Sheet(code, facts) for facts in rows_of(SHEETS[code]))


# ── Odds ─────────────────────────────────────────────────────────────────────────────────────────


def chances() -> Iterator[Chance]:
    """Every outcome that an order's odds may name, with all that may come of it."""
    empty: dict[str, Fact] = {"defender": "", "attacker": "", "taken": False, "spared": False}
    empty |= {"theirs": None, "ours": None, "amount": None, "found": None, "rivals": ()}
    for outcome in (*get_args(Outcome), "contested"):
        yield Chance(outcome, Facts(empty), Fraction(1, 3))
    damage = {"theirs": Facts(times=7, of=2), "ours": Facts(times=0, of=1)}
    for won, harm, other in product(("done", "failed"), HARMS, HARMS):
        fight: dict[str, Fact] = {**empty, **damage, "defender": harm, "attacker": other}
        yield Chance(won, Facts(fight), Fraction(1, 1000))
    for word in ("taken", "spared"):
        yield Chance("done", Facts({**empty, **damage, word: True}), Fraction(1, 7))
    for amount in (3, 1, 0, -1):
        yield Chance("done", Facts({**empty, "amount": amount}), Fraction(1, 6))
    for found in (2, 1, 0):
        yield Chance("done", Facts({**empty, "found": found}), Fraction(1, 2))
    rivals = tuple(
        Facts(faction=who, chance=Facts(times=times, of=4))
        for who, times in ((ORU, 1), (None, 3), (VAEL, 0), (VAEL, 4))
    )
    for outcome in ("done", "contested"):
        yield Chance(outcome, Facts({**empty, "rivals": rivals}), Fraction(1, 2))


assert SHEETS.keys() == set(CODES)
assert set(field_names(Policy)) == _POLICY.keys()
