"""The codes of tellings with the facts of each: what they are when all say something, and instead.

The first value of a fact stands for all that is known, the last for nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias, get_args

from chronicle.model.facts import Facts
from chronicle.rules.wwn.events import RefusalReason
from chronicle.rules.wwn.telling_facts import ACTION_FACTS, TELLING_FACTS
from chronicle.rules.wwn.terms import ACTIONS, ATTRIBUTES, Action
from tests.rules.wwn.all_rows import (
    GUARD,
    HALL,
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
)

#: The facts of a code by name, each with what it may be.
Space: TypeAlias = Mapping[str, Values]

#: What the GM may change, by the key that says so.
CHANGES: Final = (
    *(
        "treasure",
        "hp",
        "xp",
        *ATTRIBUTES,
        "magic",
        "tags",
        "goal",
        "goal_met",
        "asleep",
        "seat",
        "at_war",
    ),
    *("new_asset", "new_base", "at", "stealth", "joins", "lost", "ruler", "forbids", "sequence"),
)
_ANY_ACTION: Final = ("", *ACTIONS)
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
    "itself": (True, False),
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
_CLOAKING: Final[Space] = {
    "itself": (True, False),
    **_NAMED,
    "quality": ("stealth", "subtle"),
    "paid": (2, 0),
}
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
        "reason": (*get_args(RefusalReason)[1:], ""),
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
        "reactions": reactions(),
    },
    "demanded": {
        **_ACTOR,
        "name": (GUARD,),
        "asked": (4, 1),
        "paid": (4, 0),
        "unpaid": ("", "lost", "withheld", ""),
    },
    "mended": {"who": (VAEL, None), "name": (GUARD,), "healed": (2, 1), "at": (MILL, None)},
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
        "recovered": (pieces(healed=1, hp=3), ()),
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
        "action": (*ACTION_FACTS, "attack"),
        **_ACTOR,
        "against": (ORU, None),
        "name": (GUARD, ""),
        "done": (True, False),
    },
}

assert SPACES.keys() == TELLING_FACTS.keys()
