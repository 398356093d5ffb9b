"""Everything that a theme may have to word: each code with each closed value of its facts.

A code has its facts as they are when all of them say something, and what each may be instead. What
is drawn is that, everything unknown at once, every single other value, and all of the values in
which results and outcomes can meet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, get_args

from chronicle.model.facts import Fact, Facts
from chronicle.records import replace
from chronicle.rules.lieutenants import LIEUTENANTS
from chronicle.rules.lieutenants.events import NotCarriedOutReason, Outcome, PromptKind
from chronicle.rules.lieutenants.terms import ATTACK_ACTIONS, INFLUENCE_ACTIONS, ActionName
from chronicle.rules.protocol import Telling
from tests.rules.declared_facts import INN, KNIVES, MILL, ORU, VAEL, Space, drawn_facts, space_of
from tests.rules.lieutenants.all_rows import (
    KINDS,
    WATCH,
    burdens,
    legs,
    losses,
    minions,
    money,
    price,
    rolls,
    stealth,
)

ACTIONS: Final[tuple[ActionName, ...]] = get_args(ActionName)
CHANGES: Final = (
    *("capital", "level_cap", "leadership", "cohesion", "reach", "influence", "ally"),
    *("condition", "level", "at", "joins", "owner", "known_to", "cleared", "successes", "lifted"),
    "modifier",
    *("lieutenant", "unit", "item", "information", "facility"),
)
#: Names, texts, figures, and what is not told of everything that the types allow.
_WORDS: Final[Space] = {
    "who": (VAEL, None),
    "lieutenant": ("the Serjeant", ""),
    "mover_lieutenant": ("the Fox", ""),
    "npc": (WATCH, None),
    "backs": (ORU, WATCH, None),
    "moved_to": (INN, None),
    "origin": (MILL, None),
    "to": (INN, None),
    "places": ((INN, MILL), (INN,), ()),
    # A block may be on the way between two places.
    "way": ((), (INN, MILL)),
    "targets": ((ORU, WATCH), (ORU,), ()),
    "strike": ("Old Fox", ""),
    "type": ("Thief Pack", ""),
    "plan": ("By night, through the cellar", ""),
    "text": ("who pays the watch", ""),
    "against": (ORU, None),
    "because": ("found a purse", ""),
    "rule": ("L-TURN-6",),
    "gained": (2, 1, -3, 0),
    "change": (1, -2, 0),
    "successes": (3, 8),
    "needed": (8, 20, 0),
    "sabotage": (False, True),
    "reason": (*get_args(NotCarriedOutReason)[1:], ""),
    "prompt": (*get_args(PromptKind)[1:], ""),
    "AssetRow": minions(),
    "LossRow": losses(),
    "TakenKindRow": (Facts(kind="item"), Facts(kind="capital")),
    "TakingRow": (
        Facts(kind="item", name=KNIVES, amount=0),
        Facts(kind="information", name="", amount=0),
        Facts(kind="capital", name="", amount=3),
    ),
    "StealthFacts": stealth(),
    "MoneyRow": money(),
    "StandingModifierRow": (*burdens(ended=False), *burdens(ended=True)),
    **dict.fromkeys(
        (
            *("rally", "won", "itself", "concerted", "by_news"),
            *("must_stay", "stays", "done", "hidden", "selective"),
        ),
        (True, False),
    ),
}
_WON: Final[Space] = {"won": (True, False, None)}
_FIGHTS: Final = ("aggressive-attack", "cautious-attack")
_TRADES: Final = ("purchase", "sell")
_TAKINGS: Final = ("raid", "steal")
_INQUIRIES: Final = ("surveil", "investigate", "recruit")
_BY_ACTION: Final[Mapping[str, Space]] = {
    **{action: {"kind": KINDS} for action in ("conceal", "recruit", "seduce")},
    **{action: {"currency": ("influence", "capital", "")} for action in INFLUENCE_ACTIONS},
    **{action: {"paid": (price(2), price(4, "influence"), price(0))} for action in _TRADES},
    "move": {"legs": (*legs(arrived=True), *legs(arrived=False))},
}
#: Which of the declared words a code has.
_NARROWED: Final[Mapping[str, Space]] = {
    **{
        action: {
            "action": (action,),
            "reason": ("",),
            "outcome": tuple(word for word in get_args(Outcome) if word != "not-carried-out"),
            "part": ("", "fight") if action in ATTACK_ACTIONS else ("",),
            **_BY_ACTION.get(action, {}),
        }
        for action in ACTIONS
    },
    "altered": {"what": CHANGES, "before": (0, 1, 2, 3, None), "after": (1, 2, 3, 0, None)},
    "suffered": {"action": (*_FIGHTS, *_TAKINGS, "seduce")},
    "approached": {"left": (False, True), "action": _INQUIRIES},
    "left-us": {"name": (KNIVES,), "kind": KINDS, "at": (MILL, None)},
    "seen-attack": {**_WON, "action": _FIGHTS},
    "seen-taking": {**_WON, "action": _TAKINGS},
    "seen-trade": {**_WON, "action": _TRADES},
    "seen-influence": {**_WON, "action": INFLUENCE_ACTIONS},
    "seen-move": {**_WON, "action": ("move",), "legs": legs()},
    "seen-work": {**_WON, "action": ("work", "research", "train", "conceal")},
    "seen-stance": {**_WON, "action": ("ambush", "block")},
    "seen-inquiry": {**_WON, "action": (*_INQUIRIES, "seduce")},
    "seen-custom": {**_WON, "action": ("custom",)},
    "unmasked": {
        "action": (*ACTIONS, "intercepted"),
        "kind": ("ambush", "block", "capital", "item", "facility", ""),
    },
}
SPACES: Final[Mapping[str, Space]] = {
    code: space_of(hint, {**_WORDS, **_NARROWED.get(code, {})})
    for code, hint in LIEUTENANTS.telling_facts.items()
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
    met = [name for name in _MEET if name in space and _varies(code, name)]
    usual: dict[str, Fact] = {"outcome": "done", "result": "success"} if code in ACTIONS else {}
    yield from drawn_facts(space, met, usual, every=every)


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
