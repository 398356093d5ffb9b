"""Everything that a theme may have to word: each code with each closed value of its facts.

A code has its facts as they are when all of them say something, and what each may be instead. What
is drawn is that, everything unknown at once, every single other value, and all of the values in
which results and outcomes can meet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from chronicle.model.dice import Modifier, Roll
from chronicle.model.facts import Fact, Facts
from chronicle.records import replace
from chronicle.rules.protocol import Telling
from chronicle.rules.wwn.actions import ACTION_CODES
from chronicle.rules.wwn.tellings import TELLING_FACTS
from chronicle.rules.wwn.terms import ATTRIBUTES
from tests.rules.declared_facts import GUARD, INN, KNIVES, MILL, ORU, Space, drawn_facts, space_of
from tests.rules.wwn.all_rows import FATES, MARKS, goals, piece, rolls

#: Texts, and figures that are more or less than others.
_WORDS: Final[Space] = {
    "type": ("Thugs", ""),
    "because": ("found a purse", ""),
    "change": (1, -2, 0),
    "amount": (3, 1, -1, 0),
    "treasure": (-3, 2, 0),
    "itself": (True, False),
    "standing": (True, False),
    "by_news": (True, False),
    "won": (True, False, None),
    # Nobody that is known, and what has no name, is all that is left.
    "nobody": (False, True),
    "base": (False, True),
}
#: What becomes of pieces of one's own, with what belongs to it.
_BEFELL: Final = (
    *((fate, base, MILL, 3 * (fate == "hurt"), "") for fate in ("hurt", "lost") for base in (0, 1)),
    *(
        (fate, 0, at, 2 * (fate == "lost"), "")
        for fate in ("found", "joined", "lost")
        for at in (MILL, None)
    ),
    *(("marked", 0, MILL, 0, mark) for mark in MARKS),
)
_OWN_PIECES: Final = tuple(
    Facts(name=GUARD, base=bool(base), at=at, fate=fate, amount=amount, mark=mark)
    for fate, base, at, amount, mark in _BEFELL
)
#: What the GM may change, by the key that says so.
_CHANGES: Final = (
    *("treasure", "hp", "xp", *ATTRIBUTES, "magic", "tags", "goal", "goal_met", "asleep", "seat"),
    *("at_war", "new_asset", "new_base", "at", "stealth", "joins", "lost", "ruler", "forbids"),
    "sequence",
)
#: Which of the declared words a code has.
_NARROWED: Final[Mapping[str, Space]] = {
    **{code: {"action": ("",)} for code in ("carries", "yields", "mends", "cloaks")},
    **{code: {"action": (code,)} for code in ("move", "repair", "hide", "sell")},
    "create": {"action": ("create",), "by": (2, 0, -1)},
    "exposes": {"action": ("",), "outcome": ("done", "failed")},
    "demands": {"action": ("",), "outcome": ("done", "failed")},
    "afflicts": {"action": ("attack",), "outcome": ("done", "failed")},
    "afflicted": {"outcome": ("done", "failed")},
    "seen-affliction": {"outcome": ("done", "failed")},
    "expand": {"action": ("expand", ""), "won": (False, True)},
    "seen-expand": {"won": (False, True)},
    "goal": {name: (*goals(), None) for name in ("goal", "chosen")},
    "touched": {"pieces": (_OWN_PIECES, _OWN_PIECES[-1:], ())},
    "unmasked": {"action": (*ACTION_CODES, "attack")},
    "altered": {"what": _CHANGES, "before": (0, 1, 2, 3, None), "after": (1, 2, 3, 0, None)},
}
SPACES: Final[Mapping[str, Space]] = {
    code: space_of(hint, {**_WORDS, "outcome": ("done",), **_NARROWED.get(code, {})})
    for code, hint in TELLING_FACTS.items()
}

#: What the public learns of; the rest is for factions and the GM.
PUBLIC: Final = (
    *("altered", "collapse", "declared", "unveiled"),
    *(code for code in SPACES if code.startswith("seen-")),
)

#: The facts that say together what happened; all of their values are drawn with each other.
_MEET: Final = (
    *("side", "part", "won", "taken", "nobody", "massive", "mark", "outcome", "unpaid", "grants"),
    *("ours", "action", "reason", "what", "hidden", "done", "base", "only", "quality", "stated"),
    *("met", "failed", "abandoned", "standing", "paid", "change"),
)


def facts_of(code: str, *, every: bool) -> Iterator[Facts]:
    """The facts of a code as they may be; ``every`` value of those that meet with every other."""
    yield from drawn_facts(SPACES[code], _MEET, {}, every=every)


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
            return bool(met["arrived"] or met["harried"] or met["recovered"])
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


def tellings(code: str, *, every: bool = True) -> Iterator[Telling]:
    """A code as those may be told of it who are told with rule, order and rolls."""
    order = "vael/hit" if code in ACTION_CODES or code in ("clash", "undone") else ""
    all_facts = facts_of(code, every=every)
    found = dict.fromkeys(facts for facts in all_facts if _can_be(code, facts))
    for number, facts in enumerate(found):
        thrown = rolls() if number == 0 else ()
        yield Telling(code, "W-ACT-1", facts, thrown, order)
    yield from _more(code, Telling(code, "W-ACT-1", next(iter(found)), (), order))


# ── What takes several facts at once to be said ──────────────────────────────────────────────────


def check(faces: tuple[int, ...], total: int, *parts: Modifier, kept: bool = True) -> Roll:
    rating = Modifier(3, "rating", "W-CHK-1", Facts(attribute="cunning"))
    result = Facts(total=total, kept=kept)
    return Roll("1/vael/hit/check", 10, faces, "computed", (rating, *parts), result)


def _leg(name: str) -> Facts:
    way: dict[str, Fact] = {"start": MILL, "end": INN, "arrived": True}
    return Facts(way, name=name, type="Thugs", faction=ORU, toll=None, toll_to=None)


_EACH: Final = tuple(piece(fate=fate) for fate in FATES)
#: What an adjustment can take from a faction, or from a thing of that name.
_LOSSES: Final = (
    *((what, "") for what in ("treasure", "hp", "xp", "force", "cunning", "wealth")),
    ("hp", KNIVES),
)
_MORE: Final[Mapping[str, tuple[Mapping[str, Fact], ...]]] = {
    "altered": tuple(
        {"who": ORU, "what": what, "name": name, "change": -2, "before": 3, "after": 1}
        for what, name in _LOSSES
    ),
    "carries": tuple(
        {"asset": KNIVES, "itself": KNIVES in names, "legs": tuple(map(_leg, names))}
        for names in ((KNIVES,), (GUARD,), (KNIVES, GUARD), ())
    ),
    "seen-clash": tuple(
        {
            "won": won,
            "attacker": piece(harm=harm),
            "defender": piece(harm=other),
            "nobody": False,
            "reactions": (),
        }
        for won, harm, other in (
            *((None, "", ""), (False, "", ""), (False, "hit", "")),
            (True, "destroyed", "destroyed"),
        )
    ),
    "seen-gone": tuple({"who": who, "gone": (row,)} for who in (ORU, None) for row in _EACH),
    "start": ({"arrived": (), "harried": (), "recovered": ()},),
    "income": ({"total": 0, "amount": 0, "lines": ()},),
}


def _more(code: str, whole: Telling) -> Iterator[Telling]:
    for facts in _MORE.get(code, ()):
        yield replace(whole, facts=Facts({**whole.facts, **facts}))
    if code == "clash":
        yield replace(whole, rolls=(check((4, 9), 12),))
    if code == "expand":
        # Whoever founds a base learns of what it paid for a second throw without a roll's id.
        yield replace(whole, rolls=(Roll("", 6, (4,), "computed", (), Facts(total=4)),))
