"""Everything that a theme may have to word: each code with each closed value of its facts.

A code has its facts as they are when all of them say something, and what each may be instead. What
is drawn is that, everything unknown at once, every single other value, and all of the values in
which results and outcomes can meet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final, TypeAlias, get_args

from chronicle.model.facts import Fact, Facts
from chronicle.records import replace
from chronicle.rules.lieutenants.events import NotCarriedOutReason, Outcome, PromptKind
from chronicle.rules.lieutenants.telling_facts import TELLING_FACTS
from chronicle.rules.lieutenants.terms import ATTACK_ACTIONS, ROLL_RESULTS, Action
from chronicle.rules.protocol import Telling
from tests.rules.lieutenants.all_rows import (
    INN,
    KINDS,
    KNIVES,
    MILL,
    ORU,
    VAEL,
    WATCH,
    Values,
    burdens,
    costs,
    finds,
    incomes,
    legs,
    losses,
    minions,
    money,
    price,
    rolls,
    stealth,
    workers,
)

#: The facts of a code by name, each with what it may be.
Space: TypeAlias = Mapping[str, Values]

ACTIONS: Final[tuple[Action, ...]] = get_args(Action)
CHANGES: Final = (
    *("capital", "level_cap", "leadership", "cohesion", "reach", "influence", "ally"),
    *("condition", "level", "at", "joins", "owner", "known_to", "cleared", "successes", "lifted"),
    "modifier",
    *("lieutenant", "unit", "item", "information", "facility"),
)
_OUTCOMES: Final = tuple(word for word in get_args(Outcome) if word != "not-carried-out")
_PARTY: Final[Space] = {"who": (VAEL, None), "lieutenant": ("the Serjeant", ""), "at": (MILL, None)}


# ── One's own orders ─────────────────────────────────────────────────────────────────────────────

_ABOUT: Final[Space] = {"name": (KNIVES, ""), "kind": KINDS}
_ASSAULT: Final[Space] = {
    "style": ("aggressive", "cautious"),
    "strike": ("Old Fox", ""),
    "faced": (minions(), ()),
    "rally": (True, False),
}
#: Further things of a raid.
TAKINGS: Final = (
    Facts(kind="item", name=KNIVES, amount=0),
    Facts(kind="information", name="", amount=0),
    Facts(kind="capital", name="", amount=3),
)
_GRAB: Final[Space] = {
    "kind": ("item", "information", "unit", "lieutenant", "facility", "capital"),
    "name": (KNIVES, ""),
    "amount": (5, 0),
    "sabotage": (False, True),
    "also": (TAKINGS, ()),
    "missing": (TAKINGS, ()),
}
_SPYING: Final[Space] = {
    "kind": (*KINDS, "location", "other"),
    "name": (KNIVES, ""),
    "place": (MILL, None),
    "chose": ("stealth", "more", ""),
    "text": ("who pays the watch", ""),
    "places": ((INN, MILL), (INN,), ()),
    "finds": (finds()[:1], finds(), ()),
}
_TRADE: Final[Space] = {
    "kind": (*KINDS, "location"),
    "name": (KNIVES, ""),
    "place": (MILL, None),
    "price": (price(), price(0)),
    "paid": (price(2), price(4, "influence"), price(0)),
    "hidden": (True, False),
}
_EFFORT: Final[Space] = {
    "name": ("The Wards", ""),
    "gained": (2, 0),
    "successes": (3, 8),
    "needed": (8, 20, 0),
    "subject": (KNIVES, ""),
    "skill": ("force", "sneak", "charm", "lore", ""),
    "done": (True, False),
}
#: A block may be on the way between two places.
_WAY: Final[Space] = {"way": ((), (INN, MILL))}
_STAND: Final[Space] = {
    **_WAY,
    "targets": ((ORU, WATCH), (ORU,), ()),
    "style": ("aggressive", "cautious", ""),
}
_COURTING: Final[Space] = {
    "npc": (WATCH, None),
    "gained": (2, 1, -3, 0),
    "paid": (5, 0),
    "currency": ("influence", "capital", ""),
    "hushed": ("none", "public", "all"),
    "hush_paid": (2, 0),
    "thing": (KNIVES, ""),
    "place": (MILL, None),
    "target": (ORU, None),
    "backs": (ORU, WATCH, None),
    "concerted": (True, False),
}
_OWN: Final[Mapping[Action, Space]] = {
    "aggressive-attack": _ASSAULT,
    "cautious-attack": _ASSAULT,
    "raid": _GRAB,
    "steal": _GRAB,
    "conceal": {
        **_ABOUT,
        "name": (KNIVES, "the Serjeant", ""),
        "itself": (True, False),
        "level": (3, 0, None),
        "must_stay": (True, False),
        "moved_to": (INN, None),
    },
    "surveil": _SPYING,
    "investigate": _SPYING,
    "purchase": _TRADE,
    "sell": _TRADE,
    "recruit": {**_ABOUT, "stays": (True, False), "paid": (3, 0)},
    "seduce": _ABOUT,
    "work": {"units": (workers(), ()), "earned": (5, 1, 0)},
    "research": _EFFORT,
    "train": _EFFORT,
    "move": {"legs": (*legs(arrived=True), *legs(arrived=False))},
    "ambush": _STAND,
    "block": _STAND,
    "gain-influence": _COURTING,
    "ally": _COURTING,
    "claim": _COURTING,
    "rally": _COURTING,
    "custom": {"name": ("Lure away the guards", "")},
}


def _base(action: Action) -> Space:
    return {
        "action": (action,),
        **_PARTY,
        "against": (ORU, None),
        "result": (*ROLL_RESULTS, ""),
        "outcome": _OUTCOMES,
        "reason": ("",),
        "prompt": (*get_args(PromptKind)[1:], ""),
        "part": ("", "fight") if action in ATTACK_ACTIONS else ("",),
        "plan": ("By night, through the cellar", ""),
        "instead": (False, True),
        "stealth": stealth(),
        "helped": ((KNIVES, "the Guard", "a Sage"), (KNIVES,), ()),
        "idle": ((KNIVES,), ()),
        "losses": (losses()[:1], losses(), ()),
        "money": (money()[:2], money(), ()),
        "burdens": (burdens(ended=False)[:1], (*burdens(ended=False), *burdens(ended=True)), ()),
        "served": (ORU, None),
        "lent": ((KNIVES,), ()),
    }


# ── Everybody else ───────────────────────────────────────────────────────────────────────────────


def _looking_on(*actions: Action) -> Space:
    return {
        "action": actions,
        **_PARTY,
        "against": (ORU, None),
        "won": (True, False, None),
        "followed": ((KNIVES, "the Guard"), ()),
    }


_TAKEN: Final[Space] = {
    "kind": ("capital", "item", "information", "unit", "lieutenant", "facility", ""),
    "name": (KNIVES, ""),
    "amount": (5, 0),
}
_WARES: Final[Space] = {
    "kind": (*KINDS, "location", ""),
    "name": (KNIVES, ""),
    "place": (MILL, None),
}
_MEETING: Final[Space] = {
    **_PARTY,
    "kind": ("ambush", "block"),
    "mover": (ORU, None),
    "mover_lieutenant": ("the Fox", ""),
    **_WAY,
    "outcome": ("attacked", "attack", "stopped", "round", "pass"),
}

SPACES: Final[Mapping[str, Space]] = {
    **{action: {**_base(action), **_OWN[action]} for action in ACTIONS},
    "undone": {
        "action": ACTIONS,
        **_PARTY,
        "against": (ORU, None),
        "reason": (*get_args(NotCarriedOutReason)[1:], ""),
        "plan": ("By night", ""),
        "instead": (False, True),
    },
    "intercepted": {
        **_MEETING,
        "side": ("gm", "waiting", "moving"),
        "movers": ((KNIVES, "the Guard"), ()),
        "result": ROLL_RESULTS,
    },
    "earned": {"who": (VAEL, None), "lines": (incomes(), ()), "total": (3, 1, 0)},
    "upkeep": {
        "who": (VAEL, None),
        "lines": (costs(), ()),
        "left": ((Facts(name=KNIVES, why="capital"), Facts(name="", why="respect")), ()),
        "respect": (3, 0),
        "reach": (4, 0),
        "total": (5, 0),
    },
    "altered": {
        "who": (VAEL, None),
        "other": (ORU, None),
        "by_news": (True, False),
        "because": ("found a purse", ""),
        "what": tuple(CHANGES),
        "name": (KNIVES, ""),
        "place": (MILL, None),
        "before": (0, 1, 2, 3, None),
        "after": (1, 2, 3, 0, None),
        "change": (1, -2, 0),
    },
    "turn-over": {"lapsed": (("The Wards", KNIVES), ("The Wards",), ())},
    "suffered": {
        "action": ("aggressive-attack", "cautious-attack", "raid", "steal", "seduce"),
        **_PARTY,
        "won": (True, False),
        "nobody": (False, True),
        "losses": (losses()[:1], losses(), ()),
        "faced": (minions(), ()),
        **_TAKEN,
        "also": (TAKINGS, ()),
    },
    "approached": {
        "action": ("surveil", "investigate", "recruit"),
        **_PARTY,
        **_WARES,
        "kind": (*KINDS, "location", "other", ""),
        "left": (False, True),
    },
    "left-us": {"name": (KNIVES,), "kind": KINDS, "at": (MILL, None)},
    "seen-attack": {
        **_looking_on("aggressive-attack", "cautious-attack"),
        "losses": (
            (
                Facts(faction=ORU, damaged=2, destroyed=1, lost=1),
                Facts(faction=None, damaged=0, destroyed=0, lost=1),
                Facts(faction=ORU, damaged=0, destroyed=0, lost=0),
            ),
            (),
            None,
        ),
    },
    "seen-taking": {
        **_looking_on("raid", "steal"),
        "kind": _TAKEN["kind"],
        "amount": (5, 0, None),
        "sabotage": (False, True),
        "also": ((Facts(kind="item"), Facts(kind="capital")), ()),
    },
    "seen-trade": {**_looking_on("purchase", "sell"), **_WARES, "price": (price(), price(0), None)},
    "seen-influence": {
        **_looking_on("gain-influence", "ally", "claim", "rally"),
        "npc": (WATCH, None),
        "gained": (2, -3, 0, None),
        "thing": (KNIVES, ""),
        "place": (MILL, None),
        "target": (ORU, None),
        "concerted": (True, False),
    },
    "seen-move": {**_looking_on("move"), "legs": legs()},
    "seen-work": {
        **_looking_on("work", "research", "train", "conceal"),
        "name": ("The Wards", ""),
        "earned": (5, 0, None),
    },
    "seen-stance": {
        **_looking_on("ambush", "block"),
        **_WAY,
        "kind": ("ambush", "block"),
        "targets": ((ORU, WATCH), (ORU,), ()),
    },
    "seen-inquiry": {
        **_looking_on("surveil", "investigate", "recruit", "seduce"),
        **_WARES,
        "kind": (*KINDS, "location", "other", ""),
    },
    "seen-custom": {**_looking_on("custom"), "name": ("Lure away the guards", "")},
    "seen-meeting": _MEETING,
    "unmasked": {
        "action": (*ACTIONS, "intercepted"),
        **_PARTY,
        "against": (ORU, None),
        "npc": (WATCH, None),
        "won": (True, False),
        "kind": ("ambush", "block", "capital", "item", "facility", ""),
    },
}
#: The facts that say together what happened; all of their values are drawn with each other.
_MEET: Final = (
    *("action", "result", "outcome", "sabotage", "backs", "kind", "won", "concerted"),
    *("what", "after", "change", "side", "reason", "left"),
)


#: What the public learns of; the rest is for factions and the GM.
PUBLIC: Final = ("altered", *(code for code in SPACES if code.startswith("seen-")))
#: What an adjustment can lower.
_LOWERED: Final = (
    *("capital", "cohesion", "influence", "leadership", "level", "level_cap", "reach"),
    "successes",
)


def facts_of(code: str, *, every: bool) -> Iterator[Facts]:
    """The facts of a code as they may be; ``every`` value of those that meet with every other."""
    space = SPACES[code]
    whole: dict[str, Fact] = {name: values[0] for name, values in space.items()}
    bare: dict[str, Fact] = {name: values[-1] for name, values in space.items()}
    if code in ACTIONS:
        whole |= {"outcome": "done", "result": "success"}
        bare |= {"outcome": "done", "result": "success"}
    yield Facts(bare)
    for name, values in space.items():
        for value in values:
            yield Facts({**whole, name: value})
    if not every:
        return
    meeting = {name: space[name] for name in _MEET if name in space and _varies(code, name)}
    for values in product(*meeting.values()):
        met = dict(zip(meeting, values, strict=True))
        yield Facts({**whole, **met})
        yield Facts({**bare, **met})
    # Of several unknown things each may be the one that leaves a hole.
    for name in sorted(space.keys() - meeting.keys()):
        words = [value for value in space[name] if isinstance(value, str)]
        yield from (Facts({**bare, name: value}) for value in (whole[name], *words))


def _varies(code: str, name: str) -> bool:
    """Whether it matters for what happened: the kinds of things, to orders, mostly do not."""
    if code not in ACTIONS:
        return True
    return name not in ("kind", "concerted") or (name, code) == ("kind", "surveil")


def _can_be(code: str, met: Mapping[str, Fact]) -> bool:
    """Leaves out what contradicts itself, as a block that was an ambush, or is worded alike."""
    if code == "seen-stance":
        return met["action"] == met["kind"]
    if code in ACTIONS and met["outcome"] not in ("done", "failed"):
        # Other outcomes are worded alike, whatever the check showed.
        return met["result"] in ("success", "")
    if code == "unmasked":
        return (met["action"] == "intercepted") == (met["kind"] in ("ambush", "block"))
    return True


def tellings(code: str, *, every: bool = True) -> Iterator[Telling]:
    """A code as those may be told of it who are told with rule, order and rolls.

    Of adjustments there is one that lowers each figure.
    """
    own = code in ACTIONS or code in ("intercepted", "undone")
    all_facts = facts_of(code, every=every)
    found = dict.fromkeys(facts for facts in all_facts if _can_be(code, facts))
    for number, facts in enumerate(found):
        thrown = rolls() if number == 0 else ()
        yield Telling(code, "L-TURN-4", facts, thrown, "vael/hit" if own else "")
    if code == "altered":
        whole = Telling(code, "L-TURN-4", next(iter(found)))
        for what in _LOWERED:
            lowered = {"what": what, "change": -2, "before": 3, "after": 1}
            yield replace(whole, facts=Facts({**whole.facts, **lowered}))


assert SPACES.keys() == set(TELLING_FACTS)
