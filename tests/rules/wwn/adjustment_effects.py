"""What effects come to, one by one, on a board some turns after the opening."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from chronicle.records import replace
from chronicle.rules.wwn.changes import (
    Added,
    BaseAdded,
    Change,
    Cloaked,
    FactionHurt,
    Furthered,
    GoalSet,
    Hurt,
    Joined,
    Learned,
    Lost,
    MagicSet,
    Moved,
    Paid,
    PlaceSet,
    PolicySet,
    Raised,
    Suspended,
    TagsSet,
)
from chronicle.rules.wwn.state import Asset, Base, Goal, Mark, PlaceState, State
from tests.rules.wwn.setup_boards import sound_board

RULE: Final = "W-ENT-1"


def later(**more: Any) -> State:
    """The sound board in turn 4: the fleet cannot move, the traders are rogue, the quay is hurt.

    Vael has met Wealth of Kingdoms at its Wealth of 2; the Kell have a goal of the GM's own.
    """
    sound = sound_board()
    ships = replace(sound.assets["ships"], marks=(Mark("pinned", by="eyes"),), bound_for="crag")
    traders = replace(sound.assets["traders"], marks=(Mark("rogue", amount=2),))
    state = replace(
        sound.with_asset(ships)
        .with_asset(traders)
        .with_base(replace(sound.bases["quay"], hp=11))
        .with_faction(replace(sound.factions["kell"], hp=5, goal=Goal("own", name="A crown")))
        .with_faction(replace(sound.factions["vael"], lavished=2)),
        turn=4,
    )
    return replace(state, **more)


def place_changed(id: str, **more: Any) -> PlaceSet:
    return PlaceSet(replace(sound_board().places[id], **more))


def _at_war(faction: str, *foes: str) -> PolicySet:
    policy = sound_board().factions[faction].policy
    return PolicySet(faction, replace(policy, at_war=frozenset(foes)))


NONE: Final = frozenset[str]()
OPEN: Final[Mapping[str, object]] = {"closed": False, "forbids": NONE, "admits": NONE}
CREW: Final = Asset("crew", "Free Company", "oru", "mill", "free-company", 6)
MASKS: Final = Asset("masks", "Masks", "oru", "ford", "demonic-slayer", 2, stealth="hidden")
TOWER: Final = Base("tower", "the Tower", "oru", "crag", 2, 7)

#: An effect, and what comes of it: faction, subject, before, after, and the changes.
EFFECTS: Final[Mapping[str, tuple[str, str, int, int, tuple[Change, ...]]]] = {
    "faction: vael, treasure: +3": (
        "vael",
        "",
        20,
        23,
        (Paid("vael", 3, "adjustment", RULE),),
    ),
    "faction: vael, treasure: -20": (
        "vael",
        "",
        20,
        0,
        (Paid("vael", -20, "adjustment", RULE),),
    ),
    "faction: vael, xp: -3": ("vael", "", 3, 0, (Learned("vael", -3, "adjustment", RULE),)),
    # The faction is hurt and its headquarters is not.
    "faction: vael, hp: -4": ("vael", "", 15, 11, (FactionHurt("vael", 4, RULE),)),
    # Both are healed by the same, and the headquarters had less to heal.
    "faction: vael, hp: +2": (
        "vael",
        "",
        15,
        17,
        (FactionHurt("vael", -2, RULE), Hurt("red-keep", -1, RULE)),
    ),
    "faction: kell, hp: +1": (
        "kell",
        "",
        5,
        6,
        (FactionHurt("kell", -1, RULE), Hurt("quay", -1, RULE)),
    ),
    "faction: vael, force: 6": ("vael", "", 5, 6, (Raised("vael", "force", 6),)),
    # 1 + 6 + 2 hit points: the headquarters has 16, the hall no more than the faction may have.
    "faction: vael, force: 1": (
        "vael",
        "",
        5,
        1,
        (Raised("vael", "force", 1), Hurt("red-keep", 7, RULE)),
    ),
    "faction: oru, cunning: 1": (
        "oru",
        "",
        3,
        1,
        (Raised("oru", "cunning", 1), Hurt("mill-house", 3, RULE)),
    ),
    "faction: oru, wealth: 8": ("oru", "", 2, 8, (Raised("oru", "wealth", 8),)),
    "faction: vael, magic: high": ("vael", "", 1, 3, (MagicSet("vael", "high"),)),
    "faction: vael, magic: none": ("vael", "", 1, 0, (MagicSet("vael", "none"),)),
    "faction: vael, tags: []": ("vael", "", 0, 0, (TagsSet("vael", ()),)),
    "faction: vael, tags: [mobile, martial]": (
        "vael",
        "",
        0,
        0,
        (TagsSet("vael", ("mobile", "martial")),),
    ),
    "faction: kell, goal: {kind: eliminate-target, asset: guards}": (
        "kell",
        "",
        0,
        0,
        (GoalSet("kell", Goal("eliminate-target", asset="guards", since=4)),),
    ),
    # It was hidden when the goal was chosen.
    "faction: vael, goal: {kind: inside-enemy-territory}": (
        "vael",
        "",
        0,
        0,
        (
            GoalSet(
                "vael",
                Goal("inside-enemy-territory", since=4, excluded=frozenset({"eyes"})),
            ),
        ),
    ),
    "faction: kell, goal_met: true": ("kell", "", 0, 0, (Furthered("kell", 1),)),
    "faction: oru, asleep: true": ("oru", "", 0, 0, (Suspended("oru", True),)),
    # The new seat has as many hit points as the faction; the old one keeps its own.
    "faction: vael, seat: ford-hall": (
        "vael",
        "ford-hall",
        0,
        0,
        (
            BaseAdded(replace(sound_board().bases["red-keep"], headquarters=False)),
            BaseAdded(
                replace(sound_board().bases["ford-hall"], headquarters=True, hp=15, maximum=17)
            ),
        ),
    ),
    "faction: vael, at_war: []": ("vael", "", 0, 0, (_at_war("vael"),)),
    "faction: kell, at_war: [oru, vael]": ("kell", "", 0, 0, (_at_war("kell", "oru", "vael"),)),
    "faction: oru, new_asset: {id: crew, type: free-company, at: mill}": (
        "oru",
        "crew",
        0,
        0,
        (Added(CREW),),
    ),
    "faction: oru, new_asset: {id: masks, name: Masks, type: demonic-slayer, at: ford, hp: 2}": (
        "oru",
        "masks",
        0,
        0,
        (Added(MASKS),),
    ),
    "faction: oru, new_base: {id: tower, name: the Tower, at: crag, hp: 2, max: 7}": (
        "oru",
        "tower",
        0,
        0,
        (BaseAdded(TOWER),),
    ),
    "asset: riders, hp: -8": ("vael", "riders", 9, 1, (Hurt("riders", 8, RULE),)),
    "asset: riders, hp: +3": ("vael", "riders", 9, 12, (Hurt("riders", -3, RULE),)),
    # Bans are for those who move by themselves.
    "asset: wagons, at: redhaven": ("oru", "wagons", 0, 0, (Moved("wagons", "redhaven"),)),
    # It was on its way to the crag, and is not any more.
    "asset: ships, at: harbour": ("kell", "ships", 0, 0, (Moved("ships", "harbour"),)),
    "asset: eyes, stealth: false": ("vael", "eyes", 0, 0, (Cloaked("eyes", ""),)),
    "asset: guards, stealth: true": ("vael", "guards", 0, 0, (Cloaked("guards", "hidden"),)),
    "asset: guards, joins: oru": ("oru", "guards", 0, 0, (Joined("guards", "oru"),)),
    # They obeyed nobody, and obey their own again.
    "asset: traders, joins: kell": ("kell", "traders", 0, 0, (Joined("traders", "kell"),)),
    "asset: ears, lost: true": ("oru", "ears", 4, 0, (Lost("ears"),)),
    "base: ford-hall, hp: -3": (
        "vael",
        "ford-hall",
        4,
        1,
        (Hurt("ford-hall", 3, RULE), FactionHurt("vael", 3, RULE)),
    ),
    "base: ford-hall, hp: +2": ("vael", "ford-hall", 4, 6, (Hurt("ford-hall", -2, RULE),)),
    "base: ford-hall, lost: true": (
        "vael",
        "ford-hall",
        4,
        0,
        (Hurt("ford-hall", 4, RULE), FactionHurt("vael", 4, RULE), Lost("ford-hall")),
    ),
    # What the old ruler forbade, the new one does not.
    "place: redhaven, ruler: oru": (
        "oru",
        "redhaven",
        0,
        0,
        (place_changed("redhaven", ruler="oru", **OPEN),),
    ),
    "place: harbour, ruler: nobody": (
        "kell",
        "harbour",
        0,
        0,
        (place_changed("harbour", ruler="", **OPEN),),
    ),
    "place: mill, forbids: everyone": ("oru", "mill", 0, 0, (place_changed("mill", closed=True),)),
    "place: mill, forbids: vael": (
        "oru",
        "mill",
        0,
        0,
        (place_changed("mill", forbids=frozenset({"vael"})),),
    ),
    "place: redhaven, forbids: []": (
        "vael",
        "redhaven",
        0,
        0,
        (place_changed("redhaven", forbids=NONE),),
    ),
    # Who is shut out by name is let in no longer.
    "place: harbour, forbids: [vael, oru]": (
        "kell",
        "harbour",
        0,
        0,
        (place_changed("harbour", closed=False, forbids=frozenset({"vael", "oru"}), admits=NONE),),
    ),
    "place: ford, forbids: [oru]": (
        "",
        "ford",
        0,
        0,
        (
            PlaceSet(
                PlaceState(
                    "ford", forbids=frozenset({"oru"}), neighbours=("harbour", "mill", "redhaven")
                )
            ),
        ),
    ),
    "sequence: [oru, kell, vael]": ("", "", 0, 0, ()),
}
