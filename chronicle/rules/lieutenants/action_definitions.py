"""What every action is like: one definition each, read by checks, forms, schemas and the rules.

A definition says which keys an order has, what its target may be, which skill decides and how the
action can be hidden. What an action does is in :mod:`actions`, by the same names.
"""

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


_PEOPLE: Final[tuple[TargetKind, ...]] = ("lieutenant", "unit")
_THINGS: Final[tuple[TargetKind, ...]] = ("item", "information", "facility")
_PORTABLE: Final[tuple[TargetKind, ...]] = ("item", "information", "capital")
_TAKEABLE: Final[tuple[TargetKind, ...]] = ("unit", *_THINGS, "capital")
_ATTACK: Final = ActionDefinition(
    ("at", "against", "strike", "answers", "end_at"),
    skill="force",
    stealth=("unidentified",),
    noticed_by="public",
    witness_code="seen-attack",
    target_code="suffered",
)
_DEALING: Final = ActionDefinition(
    ("npc", "hush", "at", "end_at"),
    required=("npc",),
    skill="charm",
    stealth=("unnoticed",),
    strict_stealth=True,
    noticed_by="watchers",
    witness_code="seen-influence",
)

ACTION_DEFINITIONS: Final[Mapping[terms.Action, ActionDefinition]] = {
    "aggressive-attack": _ATTACK,
    "cautious-attack": _ATTACK,
    "raid": ActionDefinition(
        ("take", "at", "against", "end_at"),
        required=("take",),
        target=TargetDefinition(_TAKEABLE, together=_PORTABLE),
        skill="force",
        stealth=("unidentified",),
        noticed_by="public",
        witness_code="seen-taking",
        target_code="suffered",
    ),
    "conceal": ActionDefinition(
        ("target", "move_to", "end_at"),
        required=("target",),
        target=TargetDefinition((*_PEOPLE, "item", "information"), owner="own"),
        skill="sneak",
        with_units=False,
        witness_code="seen-work",
    ),
    "steal": ActionDefinition(
        ("take", "at", "against", "end_at"),
        required=("take",),
        target=TargetDefinition(("lieutenant", *_TAKEABLE), together=_PORTABLE),
        skill="sneak",
        stealth=("unidentified",),
        noticed_by="public",
        witness_code="seen-taking",
        target_code="suffered",
    ),
    "surveil": ActionDefinition(
        ("target", "against", "choose", "end_at"),
        required=("target",),
        target=TargetDefinition((*_PEOPLE, "location"), unseen=True),
        skill="sneak",
        stealth=("unnoticed",),
        strict_stealth=True,
        noticed_by="target",
        witness_code="seen-inquiry",
        target_code="approached",
    ),
    "purchase": ActionDefinition(
        ("buy", "at", "pay", "end_at"),
        required=("buy",),
        pay=("none", "double"),
        skill="charm",
        stealth=("unnoticed",),
        noticed_by="public",
        witness_code="seen-trade",
    ),
    "investigate": ActionDefinition(
        ("target", "choose", "end_at"),
        required=("target",),
        target=TargetDefinition((*_PEOPLE, *_THINGS, "location", "other"), near=False, unseen=True),
        skill="charm",
        stealth=("unnoticed",),
        strict_stealth=True,
        noticed_by="target",
        witness_code="seen-inquiry",
        target_code="approached",
    ),
    "recruit": ActionDefinition(
        ("target", "join", "end_at"),
        required=("target",),
        target=TargetDefinition(_PEOPLE, owner="others"),
        skill="charm",
        stealth=("unnoticed", "unidentified"),
        strict_stealth=True,
        noticed_by="target",
        witness_code="seen-inquiry",
        target_code="approached",
    ),
    "sell": ActionDefinition(
        ("target", "end_at"),
        required=("target",),
        target=TargetDefinition(("unit", *_THINGS, "location"), owner="own"),
        skill="charm",
        stealth=("unnoticed",),
        noticed_by="public",
        witness_code="seen-trade",
    ),
    "seduce": ActionDefinition(
        ("target", "end_at"),
        required=("target",),
        target=TargetDefinition(_PEOPLE, owner="others"),
        skill="charm",
        stealth=("unnoticed",),
        strict_stealth=True,
        noticed_by="target",
        witness_code="seen-inquiry",
        target_code="suffered",
    ),
    "research": ActionDefinition(
        ("project", "successes", "hold", "name", "at", "end_at"),
        required=("project",),
        skill="lore",
        noticed_by="watchers",
        witness_code="seen-work",
    ),
    # Stealthy only with smugglers or by an underground link (L-AST-MOVES-UNSEEN, L-AST-LINK). It is
    # noticed at both ends.
    "move": ActionDefinition(
        ("to", "carry"), required=("to",), stealth=("unnoticed",), witness_code="seen-move"
    ),
    "train": ActionDefinition(
        (
            *("project", "successes", "hold", "target", "gain", "statistic"),
            *("sent_away", "end_at"),
        ),
        required=("project",),
        target=TargetDefinition(_PEOPLE, owner="own"),
        stealth=("unnoticed",),
        with_units=False,
        noticed_by="watchers",
        witness_code="seen-work",
    ),
    "work": ActionDefinition(
        ("selective", "at", "end_at"),
        required=("units",),
        noticed_by="watchers",
        witness_code="seen-work",
    ),
    "ambush": ActionDefinition(
        ("at", "against", "attack"),
        required=("against",),
        skill="sneak",
        noticed_by="watchers",
        witness_code="seen-stance",
    ),
    "block": ActionDefinition(
        ("at", "way", "against"),
        required=("against",),
        noticed_by="watchers",
        witness_code="seen-stance",
    ),
    "gain-influence": _DEALING,
    "ally": _DEALING,
    "claim": ActionDefinition(
        ("npc", "target", "pay", "hush", "at", "end_at"),
        required=("npc", "target"),
        target=TargetDefinition((*_PEOPLE, *_THINGS, "location"), owner="others", near=False),
        pay=("none", "influence", "capital"),
        skill="charm",
        stealth=("unnoticed",),
        strict_stealth=True,
        noticed_by="watchers",
        witness_code="seen-influence",
    ),
    "rally": ActionDefinition(
        ("npc", "against", "pay", "hush", "at", "end_at"),
        required=("npc", "against"),
        pay=("none", "influence", "capital"),
        skill="charm",
        stealth=("unnoticed",),
        strict_stealth=True,
        noticed_by="watchers",
        witness_code="seen-influence",
    ),
    # The order says who notices it.
    "custom": ActionDefinition(
        ("name", "check", "brings", "notice", "at", "against", "end_at"),
        required=("name", "check"),
        noticed_by="watchers",
        witness_code="seen-custom",
    ),
}
