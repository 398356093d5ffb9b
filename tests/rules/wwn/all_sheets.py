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
from chronicle.rules.wwn.events import Outcome
from chronicle.rules.wwn.sheets import CODES
from chronicle.rules.wwn.state import Policy, SacrificePolicy
from chronicle.rules.wwn.terms import ATTRIBUTES, MAGIC
from tests.rules.declared_facts import GUARD, INN, KNIVES, MILL, ORU, VAEL, Space, rows_of
from tests.rules.wwn.all_rows import HALL, HARMS, MARKS, bans, goals, piece, pieces

#: What Treasure comes or goes for.
REASONS: Final = (
    *("income", "upkeep", "arrears", "excess", "purchase", "sale", "hiding", "repair", "founding"),
    *("free-action", "toll", "toll-taken", "demand", "demand-met", "treachery", "take-over"),
    *("collapse", "salvage"),
    *("restore", "robbed", "loot", "yield", "affliction", "lavish", "owing"),
    *("news", "adjustment"),
)
COVERS: Final = ("", "hidden", "carried")
_FLAGS: Final = ("step_in", "restore", "take_over", "pays")
CONTESTS: Final = ("at-war", "never", "always")


# ── One's own ────────────────────────────────────────────────────────────────────────────────────


def marks() -> tuple[Facts, ...]:
    return tuple(
        Facts(kind=kind, by=by, faction=faction, amount=amount, turn=turn)
        for kind in MARKS
        for by, faction, amount, turn in (
            (GUARD, ORU, 3, 4),
            (GUARD, None, 0, 0),
            ("", None, 2, 0),
            ("", None, 0, 0),
        )
    )


_WHOLE: Final[Mapping[str, Fact]] = {
    "attribute": "cunning",
    "level": 3,
    "hp": 3,
    "maximum": 6,
    "stealth": "hidden",
    "subtle": True,
    "usable": False,
    "ready": 4,
    "bound_for": INN,
    "attack": Facts(attribute="cunning", target="wealth", damage="2d6"),
    "counter": "1d6",
    "effects": tuple(EFFECT_BY_WORD),
    "upkeep": 2,
    "marks": marks(),
}
_PLAIN: Final[Mapping[str, Fact]] = {
    **_WHOLE,
    "hp": 6,
    "stealth": "",
    "subtle": False,
    "usable": True,
    "ready": 0,
    "bound_for": None,
    "attack": None,
    "counter": "",
    "effects": (),
    "upkeep": 0,
    "marks": (),
}


def assets() -> tuple[Facts, ...]:
    """Assets as their owner has them: with all facts that one may have, and with none."""
    rows = [piece(_WHOLE), piece(_PLAIN)]
    rows += [piece({**_PLAIN, "attribute": attribute}) for attribute in ATTRIBUTES]
    rows += [
        piece({**_PLAIN, "stealth": cover, "subtle": subtle})
        for cover, subtle in product(COVERS, (True, False))
    ]
    rows += [
        piece({**_PLAIN, "attack": Facts(attribute=ours, target=theirs, damage=damage)})
        for ours, theirs in product(ATTRIBUTES, ATTRIBUTES)
        for damage in ("1d6", "")
    ]
    rows += [piece({**_PLAIN, "marks": (mark,)}) for mark in marks()]
    rows += [piece({**_PLAIN, "effects": (word,)}) for word in EFFECT_BY_WORD]
    rows += [piece({**_PLAIN, "usable": False, "ready": ready}) for ready in (4, 0)]
    rows.append(piece({**_WHOLE, "at": None, "bound_for": None}))
    return tuple(rows)


def bases() -> tuple[Facts, ...]:
    return tuple(
        piece(base=True, at=at, hp=hp, maximum=9, headquarters=seat)
        for at in (MILL, None)
        for hp, seat in ((3, True), (9, False))
    )


def standing() -> tuple[Facts, ...]:
    whole: dict[str, Fact] = dict.fromkeys(_FLAGS, True)
    whole |= {"defend": (KNIVES, HALL), "at_war": (ORU, VAEL), "contest": (ORU,), "rerolls": 2}
    words: tuple[str, ...] = get_args(SacrificePolicy)
    rows = [
        Facts({**whole, "contests": contests, "sacrifice": word})
        for contests, word in product(CONTESTS, words)
    ]
    bare: dict[str, Fact] = dict.fromkeys(_FLAGS, False)
    bare |= {"defend": (), "at_war": (), "contest": (), "rerolls": 0}
    rows += [Facts({**bare, "contests": contests, "sacrifice": "never"}) for contests in CONTESTS]
    return tuple(rows)


def ledger() -> tuple[Facts, ...]:
    return tuple(
        Facts(
            {"reason": reason, "rule": "W-TURN-3", "order": order, "subject": subject},
            change=change,
            balance=17,
        )
        for reason in REASONS
        for order, subject, change in (("vael/buy", KNIVES, -3), ("", "", 2), ("", KNIVES, 0))
    )


def limits() -> tuple[Facts, ...]:
    return tuple(
        Facts(attribute=attribute, rating=3, assets=held, excess=max(0, held - 3))
        for attribute, held in zip(ATTRIBUTES, (5, 0, 3), strict=True)
    )


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
    "assets": (assets()[:1], assets(), ()),
    "bases": (bases()[:1], bases(), ()),
    "limits": (limits(),),
    "standing": standing(),
    "ledger": (ledger()[:1], ledger(), ()),
    "rules": (bans()[:1], bans(), ()),
    "lost": (tuple(row for fate in ("gone", "joined") for row in pieces(fate=fate)), ()),
}


# ── Others, and places ───────────────────────────────────────────────────────────────────────────


def _rivals() -> tuple[Facts, ...]:
    """What is in the open now, and what was last seen, with and without its hit points."""
    return tuple(
        piece(
            base=base,
            at=at,
            hp=hp,
            hp_turn=hp_turn,
            maximum=maximum,
            headquarters=base and seat,
            seen=seen,
            gone=gone,
        )
        for base, seat, maximum in ((False, False, 6), (True, True, None), (True, False, None))
        for at, seen, gone in (
            (MILL, 0, False),
            (MILL, 2, False),
            (None, 2, False),
            (MILL, 2, True),
        )
        for hp, hp_turn in ((3, 2), (None, 0))
    )


def _there() -> tuple[Facts, ...]:
    """The pieces at a place: the reader's own, others' as remembered, and for the GM all."""
    own = [
        piece(
            base=base,
            faction=VAEL,
            own=True,
            stealth=cover,
            hp=hp,
            hp_turn=0,
            maximum=6,
            headquarters=base,
            seen=0,
        )
        for base, cover in ((False, ""), (False, "hidden"), (False, "carried"), (True, ""))
        for hp in (3, 6)
    ]
    others = [
        Facts({name: fact for name, fact in row.items() if name != "gone"}, own=False, stealth="")
        for row in _rivals()
        if not row["gone"]
    ]
    unknown = [Facts(row, faction=None) for row in others]
    hidden = [Facts(row, own=False) for row in own]
    return (*own, *others, *unknown, *hidden)


def _profile() -> tuple[Facts, ...]:
    return tuple(
        piece(base=base, at=at, headquarters=seat)
        for base, seat in ((False, False), (True, True), (True, False))
        for at in (MILL, None)
    )


SHEETS: Final[Mapping[str, Space]] = {
    "own-sheet": _OWN,
    "rival-sheet": {
        "who": (ORU,),
        "collapsed": (False, True),
        "rules": (bans()[:1], bans(), ()),
        "pieces": (_rivals()[:1], _rivals(), ()),
    },
    "public-profile": {
        "who": (ORU,),
        "collapsed": (False, True),
        "rules": (bans()[:1], bans(), ()),
        "pieces": (_profile()[:1], _profile(), ()),
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
        "pieces": (_there()[:1], _there(), ()),
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
assert set(field_names(Policy)) == standing()[0].keys()
