"""What the definition of an action says: its keys, its target, its skill and its stealth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias, get_args

from chronicle.records import Record
from chronicle.rules.lieutenants import terms
from chronicle.rules.lieutenants.catalogue import Skill
from chronicle.rules.lieutenants.state import AttackStyle

TargetKind: TypeAlias = terms.AssetKind | Literal["capital", "other"]
#: All keys that can name a target, in the order in which they are listed everywhere.
TARGET_KINDS: Final[tuple[TargetKind, ...]] = (*get_args(terms.AssetKind), "other", "capital")
#: Whose a target may be: the faction's own, anybody else's, or both.
TargetOwner: TypeAlias = Literal["own", "others", "anybody"]
#: How an action is told to the side that it is aimed at: what it suffered, or who approached it.
TargetCode: TypeAlias = Literal["", "suffered", "approached"]
#: Keys whose value is one of several words: the words, and the one that holds if a key is left out.
KEYWORDS: Final[Mapping[str, tuple[tuple[str, ...], str]]] = {
    "attack": (get_args(AttackStyle), "cautious"),
    "choose": (get_args(terms.SuccessChoice), "more"),
    "hush": (get_args(terms.HushScope), "none"),
    "if_ambushed": (get_args(terms.StanceReply), "none"),
    "if_blocked": (get_args(terms.StanceReply), "none"),
    "join": (get_args(terms.JoinChoice), "over"),
    "pay": (get_args(terms.Payment), "none"),
}
#: Keys that every action has.
COMMON_KEYS: Final = (
    *("action", "units", "items", "stealthy", "influence", "modifiers", "known"),
    *("if_ambushed", "if_blocked", "plan"),
)
#: Keys that are the GM's to write, and that order forms leave out.
GM_KEYS: Final = frozenset(
    {*("answers", "hold", "known", "modifiers", "selective", "successes"), *("brings", "notice")}
)
#: Keys of the order itself, which `otherwise:` does not repeat.
ORDER_KEYS: Final = ("id", "lieutenant", "needs", "otherwise")


class TargetDefinition(Record):
    """The target of an action: the kinds of thing it may be, whose, and where.

    ``near`` targets must be in the lieutenant's locale (L-MOVE). ``unseen`` ones may be hidden from
    the faction, because the action is there to find them. Things of the kinds in ``together`` may
    be listed to be taken at once.
    """

    kinds: tuple[TargetKind, ...]
    owner: TargetOwner = "anybody"
    near: bool = True
    unseen: bool = False
    together: tuple[TargetKind, ...] = ()


class ActionDefinition(Record):
    """One action: the keys of its orders, its target, its skill, its stealth and its notice.

    ``keys`` are those besides :data:`COMMON_KEYS`, the most important first, and ``required`` are
    those among them, or among the common ones, that an order must have. ``pay`` lists the values of
    `pay:`. ``stealth`` are the ways to hide the action (L-STL-2); with ``strict_stealth``, a
    complete failure stays hidden only by a complete success (L-STL-3). ``with_units`` is false if
    units have no effect.

    ``noticed_by`` are those who notice it besides those that a rule of the action names (L-STL-5).
    ``witness_code`` is the code of what witnesses are told, ``target_code`` that of its target if
    it is told something else.
    """

    keys: tuple[str, ...]
    witness_code: str
    required: tuple[str, ...] = ()
    target: TargetDefinition | None = None
    pay: tuple[terms.Payment, ...] = ()
    skill: Skill | None = None
    stealth: tuple[terms.StealthKind, ...] = ()
    strict_stealth: bool = False
    with_units: bool = True
    noticed_by: terms.NoticedBy = "nobody"
    target_code: TargetCode = ""


PEOPLE: Final[tuple[TargetKind, ...]] = ("lieutenant", "unit")
THINGS: Final[tuple[TargetKind, ...]] = ("item", "information", "facility")
PORTABLE: Final[tuple[TargetKind, ...]] = ("item", "information", "capital")
TAKEABLE: Final[tuple[TargetKind, ...]] = ("unit", *THINGS, "capital")

#: The definition of each action; :mod:`actions` fills it from the declarations.
ACTION_DEFINITIONS: Final[dict[terms.ActionName, ActionDefinition]] = {}
