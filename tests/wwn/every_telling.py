"""Everything that a theme may have to word: each code with each closed value of its facts.

A code has its facts as they are when all of them say something, and what each may be instead. What
is drawn is that, everything unknown at once, every single other value, and all of the values in
which results and outcomes can meet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final, TypeAlias, get_args

from chronicle.facts import Fact, Facts
from chronicle.rules.system import Telling
from chronicle.rules.wwn.events import Reason
from chronicle.rules.wwn.tellings import CODES, DEEDS
from chronicle.rules.wwn.terms import ACTIONS, ATTRIBUTES, Action
from tests.wwn.every_row import (
    GUARD,
    HALL,
    HARMS,
    INN,
    KNIVES,
    MARKS,
    MILL,
    ORU,
    VAEL,
    Values,
    bans,
    duellists,
    fighters,
    goals,
    gone,
    legs,
    pieces,
    reactions,
    rolls,
)

#: The facts of a code by name, each with what it may be.
Space: TypeAlias = Mapping[str, Values]

#: What the GM may change, by the key that says so.
CHANGES: Final = (
    *("treasure", "hp", "xp", *ATTRIBUTES, "magic", "tags", "goal", "at_war"),
    *("new_asset", "new_base", "at", "stealth", "joins", "lost", "ruler", "forbids", "sequence"),
)
_ANY_ACTION: Final = ("", *ACTIONS)
_SIGHT: Final = ("spared", "stepped-in", "restored")
_ACTOR: Final[Space] = {"who": (VAEL, None), "asset": (KNIVES, ""), "at": (MILL, None)}
_NAMED: Final[Space] = {"name": (GUARD, "")}
_LESSER: Final = ("unusable", "pinned", "hobbled")
_FOUND: Final[Values] = (pieces()[:1], pieces(), ())


# ── One's own orders ─────────────────────────────────────────────────────────────────────────────


def _base(action: Action | str, *, fails: bool = False) -> Space:
    return {
        "action": (action,),
        **_ACTOR,
        "outcome": ("done", "failed") if fails else ("done",),
        "reactions": reactions(("threw-again", "made-throw-again")),
    }


_CARRYING: Final[Space] = {
    "legs": legs(party=True),
    "paid": (1, 0),
    "grants": ("stealth", "subtle", ""),
}
_MENDING: Final[Space] = {
    "name": (GUARD, HALL, ""),
    "base": (False, True),
    "healed": (4, 1, 0),
    "paid": (3, 1, 0),
    "times": (1, 2, 3),
}
_CLOAKING: Final[Space] = {**_NAMED, "quality": ("stealth", "subtle"), "paid": (2, 0)}
_OWN: Final[Mapping[str, Space]] = {
    "carries": {**_base(""), **_CARRYING},
    "move": {**_base("move"), **_CARRYING},
    "yields": {
        **_base(""),
        "amount": (3, 1, -1, 0),
        "hurt": (2, 0),
        "only": ("repairs", ""),
        "owing": (2, 0),
    },
    "mends": {**_base(""), **_MENDING},
    "repair": {**_base("repair"), **_MENDING},
    "exposes": {
        **_base("", fails=True),
        "against": (ORU, None),
        "found": _FOUND,
        "paid": (1, 0),
    },
    "cloaks": {**_base(""), **_CLOAKING},
    "hide": {**_base("hide"), **_CLOAKING},
    "demands": {
        **_base("", fails=True),
        **_NAMED,
        "against": (ORU, None),
        "asked": (4, 1),
        "paid": (4, 0),
        "unpaid": ("", "lost", "withheld", ""),
    },
    "afflicts": {
        **_base("attack", fails=True),
        **_NAMED,
        "against": (ORU, None),
        "mark": _LESSER,
        "paid": (3, 0),
    },
    "create": {
        **_base("create"),
        **_NAMED,
        "type": ("Knights", ""),
        "price": (18, 0),
        "helped": (
            (
                Facts(name=KNIVES, by=2, hurt=3),
                Facts(name=KNIVES, by=2, hurt=0),
                Facts(name=KNIVES, by=0, hurt=2),
                Facts(name="the Partners", by=-1, hurt=0),
                Facts(name="", by=-1, hurt=0),
            ),
            (Facts(name=KNIVES, by=2, hurt=3),),
            (),
        ),
        "hidden": (True, False),
    },
    "sell": {**_base("sell"), **_NAMED, "type": ("Knights", ""), "gained": (9, 1, 0)},
    "expand": {
        **_base("expand"),
        "action": ("expand", ""),
        "name": (HALL, ""),
        "hp": (4, 1),
        "paid": (4, 0),
        "rivals": (
            tuple(
                Facts(faction=who, won=won, attacks=attacks)
                for who in (ORU, None)
                for won, attacks in ((True, False), (False, True), (False, False))
            ),
            (Facts(faction=ORU, won=True, attacks=False),),
            (),
        ),
    },
}


# ── Everybody else ───────────────────────────────────────────────────────────────────────────────

_CLASH: Final[Space] = {
    "part": ("", "contest", "rogue"),
    "who": (VAEL, None),
    "against": (ORU, None),
    "at": (MILL, None),
    "won": (True, False, None),
    "taken": (False, True, False),
    "nobody": (False, True),
}
_GONE: Final = tuple(fate for fate in ("lost", "rogue", "sold", "forfeit", "surrendered"))

SPACES: Final[Mapping[str, Space]] = {
    **_OWN,
    "undone": {
        "action": _ANY_ACTION,
        **_ACTOR,
        "against": (ORU, None),
        "reason": (*get_args(Reason)[1:], ""),
    },
    "clash": {
        **_CLASH,
        "side": ("attacker", "defender", "gm"),
        "attacker": fighters(),
        "defender": (*fighters(), None),
        "attribute": (*ATTRIBUTES, ""),
        "target": (*ATTRIBUTES, ""),
        "massive": (False, True, False),
        "total": (12, None),
        "against_total": (9, None),
        "base_damage": (0, 3, 0),
        "looted": (0, 2, 0),
        "mark": ("", *_LESSER, ""),
        "reactions": reactions(),
    },
    "seen-clash": {
        **_CLASH,
        "attacker": duellists(),
        "defender": (*duellists(), None),
        "reactions": reactions(_SIGHT),
    },
    "demanded": {
        **_ACTOR,
        "name": (GUARD,),
        "asked": (4, 1),
        "paid": (4, 0),
        "unpaid": ("", "lost", "withheld", ""),
    },
    "afflicted": {
        **_ACTOR,
        "name": (GUARD,),
        "mark": _LESSER,
        "outcome": ("done", "failed"),
    },
    "unveiled": {
        "ours": ("finder", "found", ""),
        **_ACTOR,
        "against": (ORU, None),
        "found": _FOUND,
        "missed": ((GUARD, KNIVES), (GUARD,), ()),
    },
    "touched": {
        "treasure": (-3, 2, 0),
        "pieces": (
            (
                *(
                    Facts(name=GUARD, base=base, at=MILL, fate=fate, amount=amount, mark="")
                    for base in (False, True)
                    for fate, amount in (("hurt", 3), ("lost", 0), ("lost", 2))
                ),
                *(
                    Facts(name=GUARD, base=False, at=at, fate=fate, amount=0, mark="")
                    for fate in ("found", "joined")
                    for at in (MILL, None)
                ),
                *(
                    Facts(name=GUARD, base=False, at=MILL, fate="marked", amount=0, mark=mark)
                    for mark in MARKS
                ),
            ),
            (Facts(name=GUARD, base=False, at=None, fate="lost", amount=0, mark=""),),
            (),
        ),
    },
    "seen-affliction": {
        **_ACTOR,
        "against": (ORU, None),
        **_NAMED,
        "outcome": ("done", "failed"),
    },
    "seen-move": {"who": (VAEL, None), "legs": legs(party=False)},
    "seen-create": {
        "who": (VAEL, None),
        "at": (MILL, None),
        "name": (GUARD,),
        "type": ("Knights",),
        "gone": gone(("lost",)),
    },
    "seen-gone": {"who": (VAEL, None), "gone": gone(_GONE)[:2]},
    "seen-start": {
        "who": (VAEL, None),
        "legs": (*legs(party=False), ()),
        "gone": gone(("destroyed",)),
    },
    "seen-expand": {
        "who": (VAEL, None),
        "at": (MILL, None),
        "name": (HALL,),
        "ours": (
            *(
                Facts(won=won, attacks=attacks)
                for won, attacks in ((True, False), (False, True), (False, False))
            ),
            None,
        ),
    },
    "sequence": {
        "stated": (False, True),
        "rows": (
            (Facts(who=VAEL, place=0, faces=(7, 3)),),
            (
                Facts(who=VAEL, place=1, faces=(8,)),
                Facts(who=ORU, place=2, faces=(3, 5, 1)),
                Facts(who=None, place=3, faces=()),
            ),
            (Facts(who=VAEL, place=0, faces=()),),
        ),
        "ahead": ((ORU, VAEL), (ORU,), ()),
    },
    "income": {
        "who": (VAEL, None),
        "amount": (4, 1),
        "lines": ((Facts(name=KNIVES, amount=1), Facts(name="", amount=2)), ()),
        "total": (7, 1),
    },
    "upkeep": {
        "who": (VAEL, None),
        "bills": (
            tuple(
                Facts(name=name, reason=reason, amount=amount, paid=paid)
                for name in (KNIVES, "")
                for reason in ("upkeep", "excess", "arrears")
                for amount, paid in ((1, True), (3, False))
            ),
            (),
        ),
        "left": gone(("lost", "rogue")),
        "total": (3, 1, 0),
    },
    "start": {
        "who": (VAEL, None),
        "arrived": (*legs(party=True), ()),
        "harried": (
            tuple(
                row
                for dead in (False, True)
                for row in pieces(damage=3, hp=2 * (not dead), gone=dead)
            ),
            (),
        ),
    },
    "goal": {
        "who": (VAEL, None),
        "goal": (*goals(), None),
        "met": (True, False),
        "xp": (2, 1, 0),
        "failed": (False, True, False),
        "abandoned": (False, True, False),
        "chosen": (*goals(), None),
        "lavished": (8, 0),
        "raised": (
            tuple(Facts(attribute=attribute, rating=4, xp=6) for attribute in ATTRIBUTES),
            (),
        ),
    },
    "collapse": {
        "who": (VAEL, None),
        "by": (ORU, None),
        "lost": _FOUND,
        "ours": (False, True),
    },
    "declared": {
        "who": (VAEL, None),
        "standing": (True, False),
        "places": (bans(), *((row,) for row in bans()), ()),
    },
    "altered": {
        "who": (VAEL, None),
        "other": (ORU, None),
        "by_news": (True, False),
        "because": ("found a purse", ""),
        "what": CHANGES,
        "name": (KNIVES, ""),
        "place": (MILL, INN, None),
        "hidden": (False, True, False),
        "before": (0, 1, 2, 3, None),
        "after": (1, 2, 3, 0, None),
        "change": (1, -2, 0),
    },
    "over": {"gone": gone(("forfeit",)), "uncovered": _FOUND},
    "unmasked": {
        "action": (*DEEDS, "attack"),
        **_ACTOR,
        "against": (ORU, None),
        "name": (GUARD, ""),
        "done": (True, False),
    },
}
#: The facts that say together what happened; all of their values are drawn with each other.
_MEET: Final = (
    *("side", "part", "won", "taken", "nobody", "massive", "mark", "outcome", "unpaid", "grants"),
    *("ours", "action", "reason", "what", "hidden", "done", "base", "only", "quality", "stated"),
    *("met", "failed", "abandoned", "standing", "paid"),
)


def facts_of(code: str) -> Iterator[Facts]:
    """The facts of a code as they may be."""
    space = SPACES[code]
    whole: dict[str, Fact] = {name: values[0] for name, values in space.items()}
    bare: dict[str, Fact] = {name: values[-1] for name, values in space.items()}
    yield Facts(bare)
    for name, values in space.items():
        for value in values:
            yield Facts({**whole, name: value})
    meeting = {name: space[name] for name in _MEET if name in space}
    for values in product(*meeting.values()):
        met = dict(zip(meeting, values, strict=True))
        yield Facts({**whole, **met})
        yield Facts({**bare, **met})
    # Of several unknown things each may be the one that leaves a hole.
    for name in sorted(space.keys() - meeting.keys()):
        for value in (whole[name], *(it for it in space[name] if isinstance(it, str))):
            yield Facts({**bare, name: value})


def _can_be(code: str, met: Mapping[str, Fact]) -> bool:
    """Leaves out what contradicts itself, as a fight that nobody met and somebody won."""
    match code:
        case "clash" | "seen-clash":
            return _can_happen(code, met)
        case "goal":
            ends = (met["met"], met["failed"], met["abandoned"])
            return ends.count(True) <= 1 and (met["goal"] is not None or True not in ends)
        case "touched":
            return bool(met["treasure"] or met["pieces"])
        case "start":
            return bool(met["arrived"] or met["harried"])
        case "seen-start":
            return bool(met["legs"] or met["gone"])
        case "declared":
            return bool(met["standing"] or met["places"])
        case "demands" | "demanded":
            # What was not paid has its consequence, and what failed has none.
            failed = met.get("outcome") == "failed"
            return not (met["paid"] and (met["unpaid"] or failed)) and not (
                failed and met["unpaid"]
            )
        case "exposes":
            return not (met["outcome"] == "failed" and met["found"])
        case "altered":
            return not met["hidden"] or met["what"] == "stealth"
        case _:
            return True


def _can_happen(code: str, met: Mapping[str, Fact]) -> bool:
    """Whether a fight can be so: one that nobody met has no defender, no throws and no end."""
    if met["nobody"]:
        still = met["defender"] is None and met["won"] is None and not met["taken"]
        if code == "seen-clash":
            return still
        return still and not (met["mark"] or met["massive"] or met["attribute"] or met["looted"])
    return met["defender"] is not None and not (met["taken"] and not met["won"])


def tellings(code: str) -> Iterator[Telling]:
    """A code as those may be told of it who are told with rule, order and rolls."""
    own = code in DEEDS or code in ("clash", "undone")
    found = dict.fromkeys(facts for facts in facts_of(code) if _can_be(code, facts))
    for number, facts in enumerate(found):
        thrown = rolls() if number == 0 else ()
        yield Telling(code, "W-ACT-1", facts, thrown, "vael/hit" if own else "")


assert SPACES.keys() == set(CODES)
assert HARMS[0] == ""
