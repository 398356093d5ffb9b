"""What effects come to, one by one, on a board some turns after the opening."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from chronicle.records import replace
from chronicle.rules.lieutenants.catalogue import NO_PRICE, Price
from chronicle.rules.lieutenants.changes import (
    Added,
    Allied,
    Burdened,
    Change,
    FigureSet,
    Joined,
    Learnt,
    Moved,
    Paid,
    PlaceSet,
    Progressed,
    Relieved,
    StanceEnded,
    Stashed,
    Struck,
    Swayed,
)
from chronicle.rules.lieutenants.state import (
    Facility,
    Information,
    Item,
    Lieutenant,
    Project,
    Stance,
    StandingModifier,
    State,
    Statistics,
    Unit,
)
from tests.rules.lieutenants.setup_boards import sound_board

WARDS: Final = Project("wards", "research", "the Wards", "vael", 8, 3, True, 0, blocked=True)
DRILL: Final = Project("drill", "train", "the Drill", "oru", 6, 5, True, 0, subject="giants")
SHY: Final = StandingModifier("1/vael/eye", -3, "L-ACT-SURVEIL", "vael", ("surveil",), "ada", "fox")
#: Kess waits at the manor for the Oru.
WAITS: Final = Stance("kess", "vael", "block", "manor", ("guards",), ("oru",), "cautious")


def later(**more: Any) -> State:
    """The sound board some turns on: with projects, a standing modifier, and a stance."""
    state = replace(
        sound_board(),
        projects={"wards": WARDS, "drill": DRILL},
        standing={SHY.id: SHY},
        stances={"kess": WAITS},
    )
    return replace(state, **more)


def place_changed(id: str, **more: Any) -> PlaceSet:
    return PlaceSet(replace(sound_board().places[id], **more))


FOX: Final = sound_board().assets["fox"]
assert isinstance(FOX, Lieutenant)
RAT: Final = Unit(
    "rats",
    "Rats",
    "oru",
    "mill",
    "thief-pack",
    4,
    ("sneak",),
    frozenset({"squad"}),
    cost=Price(4, "capital"),
    upkeep=Price(1, "capital"),
)
KIT: Final = Lieutenant("kit", "Kit", "oru", "mill", 1, Statistics(charm=1))
PIT: Final = Facility(
    "pit",
    "P",
    "oru",
    "mill",
    "underground-tunnel",
    6,
    cost=Price(10, "capital"),
    upkeep=NO_PRICE,
    link="tunnel",
    to="market",
)

#: An effect, and what comes of it: faction, subject, before, after, and the changes.
EFFECTS: Final[Mapping[str, tuple[str, str, int, int, tuple[Change, ...]]]] = {
    "faction: vael, capital: +3": (
        "vael",
        "vael",
        20,
        23,
        (Paid("vael", 3, "adjustment", "L-ENT"),),
    ),
    "faction: vael, capital: -20": (
        "vael",
        "vael",
        20,
        0,
        (Paid("vael", -20, "adjustment", "L-ENT"),),
    ),
    "place: mill, capital: -5": ("oru", "mill", 5, 0, (Stashed("mill", -5, "L-ENT"),)),
    "place: ford, capital: 2": ("", "ford", 0, 2, (Stashed("ford", 2, "L-ENT"),)),
    "faction: oru, reach: -2": ("oru", "oru", 2, 0, (FigureSet("oru", "reach", 0),)),
    "faction: oru, cohesion: 1": ("oru", "oru", 3, 4, (FigureSet("oru", "cohesion", 4),)),
    "faction: oru, leadership: -3": ("oru", "oru", 3, 0, (FigureSet("oru", "leadership", 0),)),
    "faction: oru, level_cap: 25": ("oru", "oru", 5, 30, (FigureSet("oru", "level_cap", 30),)),
    "faction: vael, npc: watch, influence: -2": (
        "vael",
        "watch",
        2,
        0,
        (Swayed("vael", "watch", -2, "adjustment", "L-ENT"),),
    ),
    "faction: vael, npc: watch, ally: true": (
        "vael",
        "watch",
        0,
        1,
        (Allied("vael", "watch", True),),
    ),
    "faction: oru, npc: watch, ally: false": (
        "oru",
        "watch",
        1,
        0,
        (Allied("oru", "watch", False),),
    ),
    "asset: giants, condition: damaged": (
        "oru",
        "giants",
        0,
        1,
        (Struck("giants", "damaged", "L-ENT"),),
    ),
    "asset: spies, condition: undamaged": (
        "oru",
        "spies",
        1,
        0,
        (Struck("spies", "undamaged", "L-ENT"),),
    ),
    "asset: shop, condition: destroyed": (
        "oru",
        "shop",
        0,
        3,
        (Struck("shop", "destroyed", "L-ENT"),),
    ),
    "asset: ada, condition: lost": ("vael", "ada", 0, 2, (Struck("ada", "lost", "L-ENT"),)),
    # Who is out of the fight waits for nobody any more (L-TURN-5).
    "asset: kess, condition: lost": (
        "vael",
        "kess",
        0,
        2,
        (Struck("kess", "lost", "L-ENT"), StanceEnded("kess")),
    ),
    "asset: kess, condition: damaged": (
        "vael",
        "kess",
        0,
        1,
        (Struck("kess", "damaged", "L-ENT"),),
    ),
    "asset: fox, level: +2": ("oru", "fox", 3, 5, (Added(replace(FOX, level=5), "L-ENT"),)),
    "asset: ada, at: ford": ("vael", "ada", 0, 0, (Moved("ada", "ford"),)),
    "asset: kess, at: ford": ("vael", "kess", 0, 0, (Moved("kess", "ford"), StanceEnded("kess"))),
    # It lay in Kess's hands at the manor, and is laid down there.
    "asset: crown, at: manor": ("vael", "crown", 0, 0, (Moved("crown", "manor"),)),
    "asset: giants, joins: vael": ("vael", "giants", 0, 0, (Joined("giants", "vael"),)),
    "asset: giants, joins: nobody": ("oru", "giants", 0, 0, (Joined("giants", ""),)),
    # Kess leaves his post, and the crown goes with him.
    "asset: kess, joins: oru": (
        "oru",
        "kess",
        0,
        0,
        (Joined("kess", "oru"), StanceEnded("kess"), Joined("crown", "oru")),
    ),
    # Kess does not hold what is the Oru's.
    "asset: crown, joins: oru": (
        "oru",
        "crown",
        0,
        0,
        (Joined("crown", "oru"), Moved("crown", "manor")),
    ),
    "asset: chest, joins: oru": ("oru", "chest", 0, 0, (Joined("chest", "oru"),)),
    "place: market, owner: oru": ("oru", "market", 0, 0, (place_changed("market", owner="oru"),)),
    "place: mill, owner: nobody": ("oru", "mill", 0, 0, (place_changed("mill", owner=""),)),
    # Its new owner knows a secret place.
    "place: cellar, owner: oru": (
        "oru",
        "cellar",
        0,
        0,
        (place_changed("cellar", owner="oru", known_to=frozenset({"vael", "oru"})),),
    ),
    "place: cellar, known_to: oru": ("vael", "cellar", 1, 2, (Learnt("cellar", "oru"),)),
    "place: cellar, known_to: [watch, oru, vael]": (
        "vael",
        "cellar",
        1,
        3,
        (Learnt("cellar", "watch"), Learnt("cellar", "oru")),
    ),
    "place: cellar, known_to: factions": (
        "vael",
        "cellar",
        1,
        3,
        (Learnt("cellar", "oru"), Learnt("cellar", "watch")),
    ),
    "project: wards, cleared: true": (
        "vael",
        "wards",
        0,
        0,
        (Progressed(replace(WARDS, blocked=False)),),
    ),
    "project: wards, successes: +4": (
        "vael",
        "wards",
        3,
        7,
        (Progressed(replace(WARDS, successes=7)),),
    ),
    "lifted: 1/vael/eye": ("vael", "ada", -3, 0, (Relieved("1/vael/eye"),)),
    "faction: oru, modifier: {id: fog, actions: [steal, raid], value: 2}": (
        "oru",
        "",
        0,
        2,
        (Burdened(StandingModifier("fog", 2, "L-CHK-7", "oru", ("steal", "raid"))),),
    ),
    "faction: vael, modifier: {id: fog, actions: [ally], value: -3, lieutenant: ada, once: true}": (
        "vael",
        "ada",
        0,
        -3,
        (Burdened(StandingModifier("fog", -3, "L-CHK-7", "vael", ("ally",), "ada", until="used")),),
    ),
    "faction: oru, lieutenant: {id: kit, name: Kit, level: 1, charm: 1, at: mill}": (
        "oru",
        "kit",
        0,
        0,
        (Added(KIT, "L-ENT"),),
    ),
    "faction: oru, unit: {id: rats, name: Rats, type: thief-pack, at: mill}": (
        "oru",
        "rats",
        0,
        0,
        (Added(RAT, "L-ENT"),),
    ),
    "faction: oru, item: {id: ring, name: Ring, value: 2, holder: fox}": (
        "oru",
        "ring",
        0,
        0,
        (Added(Item("ring", "Ring", "oru", "", "fox", 2), "L-ENT"),),
    ),
    "faction: oru, information: {id: song, name: Song, at: mill}": (
        "oru",
        "song",
        0,
        0,
        (Added(Information("song", "Song", "oru", "mill"), "L-ENT"),),
    ),
    "faction: oru, facility: {id: pit, name: P, type: underground-tunnel, at: mill, to: market}": (
        "oru",
        "pit",
        0,
        0,
        (Added(PIT, "L-ENT"),),
    ),
}
