"""Mistakes in opening boards: each marked in place, and what is said of it."""

from __future__ import annotations

from typing import Final

from tests.rules.wwn.figure_mistakes import AIMS, FIGURES, POLICIES
from tests.rules.wwn.setup_boards import Mistake
from tests.rules.wwn.setup_mistake_texts import (
    ANOTHER_ID,
    FACTIONS,
    FORD,
    HALL,
    ORU,
    PLACES,
    SEAT,
    house,
    kell,
    oru,
    places,
    vael,
)

GROUND: Final = (
    Mistake(
        "miles are counted between positions",
        "WN001",
        "this place has no `position:`, but distances are in miles",
        "add `position: [x, y]` in miles, or set `distance: neighbours`",
        {
            **house("{distance: miles}"),
            **places(
                ("name: Redhaven\n", "name: Redhaven\n    position: [0, 0]\n"),
                ("{name: The Mill,", "{name: The Mill, position: [80, 2.5],"),
                (FORD, "ford: {name: «The Ford», neighbours: [harbour]}"),
                ("name: The Harbour\n", "name: The Harbour\n    position: [100, -40]\n"),
                ("{name: The Crag,", "{name: The Crag, position: [9, 9],"),
            ),
        },
    ),
    Mistake(
        "a ruler is a faction",
        "N001",
        "unknown faction `orru`",
        ORU,
        places(("{ruler: oru}", "{ruler: «orru»}")),
    ),
    Mistake(
        "those shut out are factions",
        "N001",
        "unknown faction `thieves`",
        FACTIONS,
        places(("forbids: [oru]", "forbids: [oru, «thieves»]")),
    ),
    Mistake(
        "one who is shut out is a faction, without a list too",
        "N001",
        "unknown faction `thieves`",
        FACTIONS,
        places(("forbids: [oru]", "forbids: «thieves»")),
    ),
    Mistake(
        "those let in are factions",
        "N001",
        "unknown faction `velo`",
        "did you mean `vael`?",
        places(("admits: [vael]", "admits: [«velo»]")),
    ),
    Mistake(
        "a ruler is not shut out",
        "WN009",
        "`vael` rules this place and can't be shut out of it",
        "remove it from `forbids:`",
        places(("forbids: [oru]", "forbids: [oru, «vael»]")),
    ),
    Mistake(
        "who is let in is not shut out",
        "WN009",
        "`oru` is both admitted and shut out",
        "remove it from `forbids:` or from `admits:`",
        places(("forbids: [oru]", "forbids: [oru], admits: [kell, «oru»]")),
    ),
    Mistake(
        "bans are a word or a list",
        "C003",
        "expected text or a list, not a number",
        "",
        places(("forbids: [oru]", "forbids: «3»")),
    ),
)

HOUSE: Final = (
    Mistake(
        "distances are counted in miles or neighbours",
        "C005",
        "invalid value `leagues`",
        "choose one of `miles`, `neighbours`",
        house("{distance: «leagues»}"),
    ),
    Mistake(
        "a move goes some miles",
        "C004",
        "this must be at least 1",
        "",
        house("{move: «0»}"),
    ),
    Mistake(
        "an entry of the catalogue is whole",
        "C001",
        "missing key `cost`",
        "add `cost:`",
        house("catalogue: {assets: {rowers: {«name»: R, attribute: force, level: 1, hp: 2}}}"),
    ),
)

PIECES: Final = (
    Mistake(
        "an asset's id is no faction's",
        "WN002",
        "there is already a faction with the id `oru`",
        ANOTHER_ID,
        vael(("id: guards", "id: «oru»")),
    ),
    Mistake(
        "a base's id is no faction's",
        "WN002",
        "there is already a faction with the id `kell`",
        ANOTHER_ID,
        vael(("id: ford-hall", "id: «kell»")),
    ),
    Mistake(
        "assets of all factions share their ids",
        "N003",
        "there is already an asset with the id `wagons`",
        "give one of them a different id",
        vael(("id: guards", "id: «wagons»")),
        label="first used in factions/oru.yaml, line 17",
    ),
    Mistake(
        "assets and bases share their ids",
        "N003",
        "there is already a base with the id `ford-hall`",
        "give one of them a different id",
        vael(("id: guards", "id: «ford-hall»")),
        label="first used on line 18",
    ),
    Mistake(
        "an asset is of a type that there is",
        "N001",
        "unknown asset type `calvary`",
        "did you mean `cavalry`?",
        vael(("type: cavalry", "type: «calvary»"), ("[riders, red-keep]", "[riders]")),
    ),
    Mistake(
        "an asset is at a place",
        "N001",
        "unknown place `fjord`",
        "did you mean `ford`?",
        vael(("type: local-guard, at: ford", "type: local-guard, at: «fjord»")),
    ),
    Mistake(
        "a base is at a place",
        "N001",
        "unknown place `moor`",
        PLACES,
        vael(("{id: ford-hall, at: ford", "{id: ford-hall, at: «moor»")),
    ),
    Mistake(
        "an asset has no more hit points than its type",
        "WN005",
        "13 hit points are more than the maximum of 12",
        "write 1 to 12, or remove `hp:`",
        vael(("at: redhaven, hp: 9", "at: redhaven, hp: «13»")),
    ),
    Mistake(
        "an asset has hit points",
        "WN005",
        "hit points must be at least 1",
        "write 1 to 12, or remove `hp:`",
        vael(("at: redhaven, hp: 9", "at: redhaven, hp: «0»")),
    ),
    Mistake(
        "what goes by water is by water",
        "WN007",
        "`War Fleet` must be by water, but `crag` is not",
        "name a place with `water: true` in its `opening:`",
        kell(("war-fleet, at: harbour", "war-fleet, at: «crag»")),
    ),
    Mistake(
        "an asset stays away from where it is barred",
        "WN008",
        "`redhaven` is closed to `oru`, and this asset has no cover",
        "place it elsewhere, make it Stealthed, or let the place admit its faction",
        oru(("type: caravan, at: mill", "type: caravan, at: «redhaven»")),
        warning=True,
    ),
    Mistake(
        "an asset stays away from what is closed to everyone",
        "WN008",
        "`harbour` is closed to `oru`, and this asset has no cover",
        "place it elsewhere, make it Stealthed, or let the place admit its faction",
        oru(("type: caravan, at: mill", "type: caravan, at: «harbour»")),
        warning=True,
    ),
)

BASES: Final = (
    Mistake(
        "a faction has a headquarters",
        "WN003",
        "`oru` has no headquarters",
        "add `headquarters: true` to one of its `bases:`",
        oru(("bases:", "«bases»:"), (SEAT, "{id: mill-house, at: mill, max: 7}")),
    ),
    Mistake(
        "a faction without bases has no headquarters",
        "WN003",
        "`oru` has no headquarters",
        "add `headquarters: true` to one of its `bases:`",
        oru((f"  bases:\n    - {SEAT}\n", ""), ("force: 1", "«force»: 1")),
    ),
    Mistake(
        "a faction has one headquarters",
        "WN003",
        "`vael` already has a headquarters: `red-keep`",
        "remove `headquarters:` from one of the two",
        vael((HALL, "{id: ford-hall, at: ford, hp: 17, «headquarters»: true}")),
    ),
    Mistake(
        "the maximum of a headquarters is its faction's",
        "WN004",
        "a headquarters has the maximum of its faction, which is 7",
        "remove `max:`; it follows from the faction's ratings",
        oru((SEAT, "{id: mill-house, at: mill, headquarters: true, max: «6»}")),
    ),
    Mistake(
        "no base has more than its faction",
        "WN004",
        "a base can't have more than its faction's maximum of 17 hit points",
        "write 17 or less",
        vael((HALL, "{id: ford-hall, at: ford, hp: 4, max: «18»}")),
    ),
    Mistake(
        "a base that is no headquarters says its maximum",
        "C001",
        "missing key `max`",
        "add `max:`",
        vael((HALL, "{«id»: ford-hall, at: ford, hp: 4}")),
    ),
    Mistake(
        "a maximum is some hit points",
        "C004",
        "this must be at least 1",
        "",
        vael((HALL, "{id: ford-hall, at: ford, max: «0»}")),
    ),
    Mistake(
        "a base has no more than its maximum",
        "WN005",
        "7 hit points are more than the maximum of 6",
        "write 1 to 6, or remove `hp:`",
        vael((HALL, "{id: ford-hall, at: ford, hp: «7», max: 6}")),
    ),
    Mistake(
        "a base that is gone does not stand here",
        "WN005",
        "hit points must be at least 1",
        "write 1 to 6, or remove `hp:`",
        vael((HALL, "{id: ford-hall, at: ford, hp: «0», max: 6}")),
    ),
    Mistake(
        "a headquarters has no less than its faction",
        "WN006",
        "this headquarters has 14 hit points, but its faction has 15",
        "write 15 or more, or lower the faction's `hp:`",
        vael(("headquarters: true, hp: 16", "headquarters: true, hp: «14»")),
    ),
)
MISTAKES: Final = (*GROUND, *HOUSE, *PIECES, *BASES, *FIGURES, *AIMS, *POLICIES)
