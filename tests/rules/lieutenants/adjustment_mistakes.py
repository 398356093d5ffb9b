"""Mistakes in what the GM changes, each marked where it is, and what is said of it.

They are made on the board of ``alteration_effects.later``.
"""

from __future__ import annotations

from typing import Final

from tests.rules.lieutenants.setup_boards import Mistake


def _one(law: str, code: str, said: tuple[str, str], effect: str) -> Mistake:
    """A mistake in an adjustment; ``said`` are the message and the help."""
    text = f"turn: 1\nadjustments:\n  - {{for: gm, because: why, {effect}}}\n"
    return Mistake(law, code, *said, {"turns/001.yaml": text})


def _unclear(law: str, way_out: str, effect: str) -> Mistake:
    """An adjustment of which it is not clear what it changes: found where it begins."""
    text = f"turn: 1\nadjustments:\n  - {{«for»: gm, because: why, {effect}}}\n"
    return Mistake(law, "LT030", UNCLEAR, way_out, {"turns/001.yaml": text})


UNCLEAR: Final = "this effect must change exactly one thing"
NOTHING_NEW: Final = ("this changes nothing", "remove it, or set a different value")
ANOTHER: Final = "name another asset or another change"
NEVER_BELOW: Final = "the value can't be below 0"
NPCS: Final = "NPC factions: `watch`"
ROOM: Final = (
    "`oru` has leadership 3; this is one lieutenant too many",
    "raise `leadership:`, or remove a lieutenant",
)
NO_FACTION: Final = ("unknown faction `velo`", "did you mean `vael`?")
KIT: Final = "id: kit, name: Kit, at: mill"

UNCLEAR_ONES: Final = (
    _unclear(
        "an effect changes one thing",
        "write one of {faction, capital} or {faction, reach}",
        "faction: vael, capital: 1, reach: 1",
    ),
    _unclear(
        "an effect says what it is about",
        "write one of {faction, capital} or {place, capital}",
        "capital: 1",
    ),
    _unclear(
        "influence is with somebody",
        "write one of {faction, npc, influence}",
        "faction: vael, influence: 1",
    ),
    _unclear(
        "an effect says something",
        "name the target and one change, as in `{faction: …, capital: +3}`",
        "",
    ),
    _unclear(
        "a key without a value says nothing",
        "write one of {faction, unit}",
        "faction: oru, unit: ",
    ),
)

FIGURES: Final = (
    _one("a faction is one that there is", "N001", NO_FACTION, "faction: «velo», capital: 1"),
    _one(
        "nobody has less than no capital",
        "LT031",
        ("this would change the value from 20 to -1", NEVER_BELOW),
        "faction: vael, capital: «-21»",
    ),
    _one(
        "no location has less than no capital",
        "LT031",
        ("this would change the value from 5 to -1", NEVER_BELOW),
        "place: mill, capital: «-6»",
    ),
    _one("nothing changes by nothing", "LT032", NOTHING_NEW, "faction: vael, capital: «0»"),
    _one(
        "nobody has less than no reach",
        "LT031",
        ("this would change the value from 2 to -1", NEVER_BELOW),
        "faction: oru, reach: «-3»",
    ),
    _one(
        "levels end at 30",
        "LT031",
        ("this would change the value from 5 to 31", "the value must be from 0 to 30"),
        "faction: oru, level_cap: «26»",
    ),
    _one(
        "nobody has less than no influence",
        "LT031",
        ("this would change the value from 2 to -1", NEVER_BELOW),
        "faction: vael, npc: watch, influence: «-3»",
    ),
    _one(
        "influence is with NPC factions",
        "LT012",
        ("`oru` is not an NPC faction", NPCS),
        "faction: vael, npc: «oru», influence: 1",
    ),
    _one(
        "alliances are with NPC factions",
        "LT012",
        ("`vael` is not an NPC faction", NPCS),
        "faction: oru, npc: «vael», ally: true",
    ),
    _one("nobody is allied twice", "LT032", NOTHING_NEW, "faction: oru, npc: watch, ally: «true»"),
    _one(
        "a project is one that there is",
        "N001",
        ("unknown project `ward`", "did you mean `wards`?"),
        "project: «ward», cleared: true",
    ),
    _one(
        "a project that can go on is not cleared",
        "LT032",
        NOTHING_NEW,
        "project: drill, cleared: «true»",
    ),
    _one(
        "the GM finishes no project",
        "LT031",
        ("this would change the value from 5 to 6", "the value must be from 0 to 5"),
        "project: drill, successes: «+1»",
    ),
    _one(
        "a project has no fewer successes than none",
        "LT031",
        ("this would change the value from 3 to -1", "the value must be from 0 to 7"),
        "project: wards, successes: «-4»",
    ),
    _one(
        "a modifier that ends stands",
        "N001",
        ("unknown standing modifier `1/vael/eyes`", "did you mean `1/vael/eye`?"),
        "lifted: «1/vael/eyes»",
    ),
)

PLACES: Final = (
    _one(
        "what is owned is a location",
        "LT004",
        (
            "`town` is a locale, not a location",
            "locations in it: `cellar`, `manor`, `market`, `mill`",
        ),
        "place: «town», owner: oru",
    ),
    _one(
        "a location is one that there is",
        "N001",
        ("unknown location `mil`", "did you mean `mill`?"),
        "place: «mil», owner: oru",
    ),
    _one("an owner is a faction", "N001", NO_FACTION, "place: mill, owner: «velo»"),
    _one("an owner is another than before", "LT032", NOTHING_NEW, "place: mill, owner: «oru»"),
    _one(
        "what is nobody's is taken from nobody",
        "LT032",
        NOTHING_NEW,
        "place: ford, owner: «nobody»",
    ),
    _one(
        "those who learn a place are factions",
        "N001",
        NO_FACTION,
        "place: cellar, known_to: [oru, «velo»]",
    ),
    _one(
        "what everybody knows is not learnt",
        "LT016",
        (
            "this location is not secret: everybody knows it",
            "remove `known_to:`, or add `secret: true` to the location",
        ),
        "place: mill, «known_to»: vael",
    ),
    _one(
        "what somebody knows is not learnt again",
        "LT032",
        NOTHING_NEW,
        "place: cellar, known_to: «vael»",
    ),
)

ASSETS: Final = (
    _one(
        "an asset is one that there is",
        "N001",
        ("unknown asset `giant`", "did you mean `giants`?"),
        "asset: «giant», level: 1",
    ),
    _one(
        "an item is not hurt",
        "LT033",
        ("`crown` is an item and has no condition", ANOTHER),
        "asset: crown, «condition»: damaged",
    ),
    _one(
        "information has no level",
        "LT033",
        ("`ledger` is information and has no level", ANOTHER),
        "asset: ledger, «level»: 1",
    ),
    _one(
        "a facility is not moved",
        "LT033",
        ("`shop` is a facility and can't be moved", ANOTHER),
        "asset: shop, «at»: inn",
    ),
    _one(
        "a unit is not lost",
        "C005",
        (
            "invalid value `lost`",
            "choose one of `damaged`, `destroyed`, `undamaged`",
        ),
        "asset: giants, condition: «lost»",
    ),
    _one(
        "a condition is another than before",
        "LT032",
        NOTHING_NEW,
        "asset: spies, condition: «damaged»",
    ),
    _one(
        "a level is not negative",
        "LT031",
        ("this would change the value from 5 to -1", "the value must be from 0 to 30"),
        "asset: giants, level: «-6»",
    ),
    _one(
        "a lieutenant stays within the level cap",
        "LT011",
        (
            "level 6 is above the faction's level cap of 5",
            "lower the level, or raise `level_cap:`",
        ),
        "asset: fox, level: «+3»",
    ),
    _one(
        "an asset moves to a location",
        "LT004",
        ("`road` is a locale, not a location", "locations in it: `ford`, `inn`"),
        "asset: fox, at: «road»",
    ),
    _one("an asset moves elsewhere", "LT032", NOTHING_NEW, "asset: fox, at: «mill»"),
    _one("an asset joins a faction", "N001", NO_FACTION, "asset: fox, joins: «velo»"),
    _one("an asset joins another faction", "LT032", NOTHING_NEW, "asset: fox, joins: «oru»"),
)

ARRIVALS: Final = (
    _one(
        "a newcomer has an id of its own",
        "LT017",
        ("there is already an asset with the id `crown`", "choose a different id"),
        "faction: oru, item: {id: «crown», name: C, at: mill}",
    ),
    _one(
        "a newcomer has no place's id",
        "LT017",
        ("there is already a place with the id `inn`", "choose a different id"),
        "faction: oru, item: {id: «inn», name: C, at: mill}",
    ),
    _one(
        "a newcomer belongs to a faction",
        "N001",
        NO_FACTION,
        "faction: «velo», item: {id: ring, name: C, at: mill}",
    ),
    _one(
        "a newcomer is at a location",
        "N001",
        ("unknown location `mil`", "did you mean `mill`?"),
        "faction: oru, item: {id: ring, name: C, at: «mil»}",
    ),
    _one(
        "a newcomer is held by its own",
        "LT006",
        (
            "`kess` is not a lieutenant or a unit of `oru`",
            "it can be held by `fox`, `wren`, `giants`, `ears`, `spies`",
        ),
        "faction: oru, item: {id: ring, name: C, holder: «kess»}",
    ),
    _one(
        "a new way ends where it can",
        "LT007",
        (
            "a tunnel joins two locations of one locale, but `mill` and `inn` are in two",
            "name another location under `to:`",
        ),
        "faction: oru, facility: {id: pit, name: P, type: underground-tunnel, at: mill, to: «inn»}",
    ),
    _one(
        "a new lieutenant is within the level cap",
        "LT011",
        (
            "level 6 is above the faction's level cap of 5",
            "lower the level, or raise `level_cap:`",
        ),
        f"faction: oru, lieutenant: {{{KIT}, level: «6»}}",
    ),
    _one(
        "a new unit is of a type that there is",
        "N001",
        ("unknown unit type `cut-purse`", "did you mean `cut-purses`?"),
        "faction: oru, unit: {id: rats, name: R, type: «cut-purse», at: mill}",
    ),
)

AUDIENCES: Final = (
    Mistake(
        "those who are told are an audience",
        "N002",
        "unknown audience `velo`",
        "did you mean `vael`?",
        {
            "turns/001.yaml": "turn: 1\nadjustments:\n"
            "  - {for: [gm, «velo»], because: why, faction: vael, npc: watch, influence: 1}\n"
        },
    ),
)

LISTS: Final = (
    Mistake(
        "adjustments are a list",
        "C003",
        "expected a list, not a mapping",
        "start each entry with a hyphen and a space: `- {for: gm}`",
        {"turns/001.yaml": "turn: 1\nadjustments: «{for: gm}»\n"},
    ),
    Mistake(
        "effects are a list",
        "C003",
        "expected a list, not a mapping",
        "start each entry with a hyphen and a space: `- {faction: vael, capital: 1}`",
        {
            "turns/001.yaml": "turn: 1\nnews:\n"
            "  - {for: gm, text: A, effects: «{faction: vael, capital: 1}»}\n"
        },
    ),
    Mistake(
        "news are checked after adjustments",
        "LT031",
        "this would change the value from 0 to -1",
        NEVER_BELOW,
        {
            "turns/001.yaml": "turn: 1\nnews:\n"
            "  - {for: gm, text: A, effects: [{faction: vael, capital: «-1»}]}\n"
            "adjustments: [{for: gm, because: why, faction: vael, capital: -20}]\n"
        },
    ),
    Mistake(
        "leadership has room for one who joins",
        "LT010",
        *ROOM,
        {
            "turns/001.yaml": "turn: 1\nnews:\n  - for: gm\n    text: A\n    effects:\n"
            "      - {asset: serjeant, joins: oru}\n      - {asset: kess, joins: «oru»}\n"
        },
    ),
    Mistake(
        "leadership has room for one who is new",
        "LT010",
        *ROOM,
        {
            "turns/001.yaml": "turn: 1\nnews:\n  - for: gm\n    text: A\n    effects:\n"
            "      - {asset: serjeant, joins: oru}\n"
            "      - {faction: oru, lieutenant: {id: «kit», name: K, level: 1, at: mill}}\n"
        },
    ),
    Mistake(
        "leadership has room for one who comes back",
        "LT010",
        *ROOM,
        {
            "turns/001.yaml": "turn: 1\nnews:\n  - for: gm\n    text: A\n    effects:\n"
            "      - {asset: fox, condition: lost}\n      - {asset: serjeant, joins: oru}\n"
            "      - {asset: kess, joins: oru}\n      - {asset: fox, condition: «damaged»}\n"
        },
    ),
)

FOG: Final = "faction: vael, modifier: {id: fog, actions: [steal]"

MODIFIERS: Final = (
    Mistake(
        "a standing modifier has an id of its own",
        "LT017",
        "there is already a standing modifier with the id `fog`",
        "choose a different id",
        {
            "turns/001.yaml": "turn: 1\nadjustments:\n"
            f"  - {{for: gm, because: why, {FOG}, value: 2}}}}\n"
            f"  - {{for: gm, because: why, {FOG.replace('fog', '«fog»')}, value: 3}}}}\n"
        },
    ),
    _one(
        "a standing modifier of 0 changes nothing",
        "LT032",
        NOTHING_NEW,
        "faction: vael, modifier: {id: mist, actions: [steal], value: «0»}",
    ),
    _one(
        "a standing modifier is for a lieutenant of the faction",
        "N001",
        ("unknown lieutenant `fox`", "choose one of `ada`, `kess`, `wren`"),
        "faction: vael, modifier: {id: haze, actions: [steal], value: 2, lieutenant: «fox»}",
    ),
)
MISTAKES: Final = (
    *UNCLEAR_ONES,
    *FIGURES,
    *PLACES,
    *ASSETS,
    *ARRIVALS,
    *MODIFIERS,
    *AUDIENCES,
    *LISTS,
)
