"""Mistakes in who carries out an order, with what, and where: each marked, and what is said."""

from __future__ import annotations

from typing import Final

from tests.rules.lieutenants.setup_boards import Mistake
from tests.rules.lieutenants.turns import TURN, actions, mistake, turn, unit

ONE_ACTION: Final = "a lieutenant has one action per turn (L-TURN-2): give this one to another"
ONE_LEADER: Final = "a unit follows one lieutenant per turn (L-TURN-3)"
OUT: Final = "name one that is available, or bring this one back with an adjustment"
OURS: Final = "name something that belongs to `vael`"
FEWER: Final = "remove some, or give them to another lieutenant (L-TURN-3)"
LOCALE: Final = "an action happens in the lieutenant's locale (L-MOVE); use a Move to reach another"
LET_IN: Final = "name a location that is unowned, the faction's own, or open to it (L-MOVE)"
REACH: Final = "use it where it is, or give the order to its holder; a Move can carry it"
PART: Final = "add it to `units:`, or remove it here"
COURT: Final = "id: a, lieutenant: ada, action: gain-influence, npc: watch"

LIEUTENANTS: Final = (
    mistake(
        "a misspelt lieutenant is told with the nearest of the faction's own",
        "N001",
        "unknown lieutenant `kes`",
        "did you mean `kess`?",
        "id: a, lieutenant: «kes», action: gain-influence, npc: watch",
    ),
    mistake(
        "lieutenants obey their own faction",
        "LT042",
        "`fox` does not belong to `vael`",
        OURS,
        "id: a, lieutenant: «fox», action: gain-influence, npc: watch",
    ),
    mistake(
        "a unit leads nothing",
        "LT053",
        "`knives` is a unit, not a lieutenant",
        "name a lieutenant",
        "id: a, lieutenant: «knives», action: gain-influence, npc: watch",
    ),
    mistake(
        "a lieutenant acts once, and the second place is wrong",
        "LT040",
        "`ada` already has an action this turn",
        ONE_ACTION,
        COURT,
        "id: b, lieutenant: «ada», action: surveil, target: {location: mill}",
    ),
    mistake(
        "who is sent away to be taught does nothing else",
        "LT040",
        "`ada` already has an action this turn",
        ONE_ACTION,
        COURT,
        "id: b, lieutenant: kess, action: train, project: p, target: {lieutenant: «ada»}, "
        "gain: level, statistic: charm, sent_away: 5",
    ),
    Mistake(
        "a double agent acts once for each of its factions",
        "LT040",
        "`wren` already has an action this turn",
        ONE_ACTION,
        {
            TURN: turn(
                actions("id: a, lieutenant: wren, action: gain-influence, npc: watch"),
                actions(
                    "id: a, lieutenant: wren, action: gain-influence, npc: watch",
                    "id: b, lieutenant: «wren», action: ally, npc: watch",
                ),
            )
        },
    ),
    Mistake(
        "who is away with a trainer has no other action",
        "LT041",
        "`kess` is away with a trainer",
        OUT,
        {
            TURN: turn(
                actions(
                    "id: a, lieutenant: ada, action: train, project: p, "
                    "target: {lieutenant: kess}, gain: level, statistic: charm, sent_away: 5"
                )
            ),
            "turns/002.yaml": "turn: 2\norders:\n  vael:\n"
            + actions("id: a, lieutenant: «kess», action: gain-influence, npc: watch"),
        },
    ),
    mistake(
        "the lost get no action",
        "LT041",
        "`kess` is lost",
        OUT,
        "id: a, lieutenant: «kess», action: gain-influence, npc: watch",
        gm=("asset: kess, condition: lost",),
    ),
    mistake(
        "the destroyed get no action",
        "LT041",
        "`kess` is destroyed",
        OUT,
        "id: a, lieutenant: «kess», action: gain-influence, npc: watch",
        gm=("asset: kess, condition: destroyed",),
    ),
    Mistake(
        "who has left gets no action",
        "LT042",
        "`ada` does not belong to `vael`",
        OURS,
        {
            TURN: turn("    leaves: [ada]\n", gm=("faction: vael, reach: -3",)),
            "turns/002.yaml": "turn: 2\norders:\n  vael:\n"
            + actions("id: a, lieutenant: «ada», action: gain-influence, npc: watch"),
        },
    ),
    Mistake(
        "who has left is no target",
        "LT041",
        "`ada` has left and belongs to nobody",
        OUT,
        {
            TURN: turn("    leaves: [ada]\n", gm=("faction: vael, reach: -3",)),
            "turns/002.yaml": "turn: 2\norders:\n  vael:\n"
            + actions("id: a, lieutenant: kess, action: recruit, target: {lieutenant: «ada»}"),
        },
    ),
    Mistake(
        "prisoners get no action",
        "LT041",
        "`fox` is a prisoner of `vael`",
        OUT,
        {
            # 2 + 2 + 2 and the +10 of the GM against Old Fox's 3 + 2 and less: taken for certain.
            TURN: turn(
                actions(
                    "id: lift, lieutenant: ada, action: steal, take: {lieutenant: fox}, "
                    "modifiers: [{value: 10, because: a ruse}]"
                )
            )
            + "rolls: {vael/lift/check: [6, 6]}\n",
            "turns/002.yaml": "turn: 2\norders:\n  oru:\n"
            + actions("id: a, lieutenant: «fox», action: gain-influence, npc: watch"),
        },
    ),
)

UNITS: Final = (
    mistake(
        "a misspelt unit is told with the nearest of the faction's own",
        "N001",
        "unknown unit `knive`",
        "did you mean `knives`?",
        "id: a, lieutenant: kess, action: work, units: [«knive»]",
    ),
    mistake(
        "units follow lieutenants of their own faction",
        "LT042",
        "`giants` does not belong to `vael`",
        OURS,
        "id: a, lieutenant: kess, action: work, units: [«giants»]",
    ),
    mistake(
        "lieutenants are not assigned",
        "LT053",
        "`ada` is a lieutenant, not a unit",
        "name a unit",
        "id: a, lieutenant: kess, action: work, units: [«ada»]",
    ),
    mistake(
        "a unit follows one lieutenant, and the second place is wrong",
        "LT044",
        "`knives` is already assigned this turn",
        ONE_LEADER,
        "id: a, lieutenant: kess, action: work, units: [knives]",
        "id: b, lieutenant: ada, action: surveil, target: {location: mill}, units: [«knives»]",
    ),
    mistake(
        "a unit that helps with what is done instead helps nobody else",
        "LT044",
        "`knives` is already assigned this turn",
        ONE_LEADER,
        "id: a, lieutenant: kess, action: work, units: [guards]",
        "id: b, lieutenant: ada, action: gain-influence, npc: watch, needs: a, "
        "otherwise: {action: work, units: [knives]}",
        "id: c, lieutenant: wren, action: work, units: [«knives»]",
        gm=("asset: wren, at: market",),
    ),
    mistake(
        "a unit is named once in an order",
        "LT059",
        "`knives` is listed twice",
        "remove one of them",
        "id: a, lieutenant: kess, action: work, units: [knives, «knives»]",
    ),
    mistake(
        "destroyed units are not assigned",
        "LT041",
        "`knives` is destroyed",
        OUT,
        "id: a, lieutenant: kess, action: work, units: [«knives»]",
        gm=("asset: knives, condition: destroyed",),
    ),
    mistake(
        "a lieutenant commands as many units as the faction has cohesion",
        "LT043",
        "4 units are assigned, but the lieutenant can command only 3",
        FEWER,
        "id: a, lieutenant: kess, action: cautious-attack, at: mill, "
        "units: [knives, guards, adept, «blades»]",
        gm=(unit("blades", "assassins"),),
    ),
    mistake(
        "a move to another locale takes no more units than anything else",
        "LT043",
        "2 units are assigned, but the lieutenant can command only 1",
        FEWER,
        "id: a, lieutenant: kess, action: move, to: ford, units: [knives, «guards»]",
        gm=("faction: vael, cohesion: -2",),
    ),
    mistake(
        "a move inside a locale takes twice as many, and no more",
        "LT043",
        "3 units are assigned, but the lieutenant can command only 2",
        "remove some, or give them to another lieutenant (L-ACT-MOVE)",
        "id: a, lieutenant: kess, action: move, to: market, units: [knives, guards, «adept»]",
        gm=("faction: vael, cohesion: -2",),
    ),
    mistake(
        "units help in their own locale alone",
        "LT045",
        "`knives` is in `road`, but `kess` is in `town`",
        LOCALE,
        "id: a, lieutenant: kess, action: work, units: [«knives»]",
        gm=("asset: knives, at: ford",),
    ),
)

THINGS: Final = (
    mistake(
        "a misspelt item is told with the nearest",
        "N001",
        "unknown item `crow`",
        "did you mean `crown`?",
        f"{COURT}, items: [«crow»]",
    ),
    mistake(
        "information is no item",
        "LT053",
        "`ledger` is information, not an item",
        "name an item",
        f"{COURT}, items: [«ledger»]",
    ),
    mistake(
        "others' items are not used",
        "LT042",
        "`scales` does not belong to `vael`",
        OURS,
        f"{COURT}, items: [«scales»]",
        gm=("faction: oru, item: {id: scales, name: Scales, at: mill}",),
    ),
    mistake(
        "an item in another locale is out of reach",
        "LT047",
        "`chest` is at `ford`, out of reach of `ada`",
        REACH,
        f"{COURT}, items: [«chest»]",
        gm=("asset: chest, at: ford",),
    ),
    mistake(
        "an item that somebody elsewhere holds is out of reach",
        "LT047",
        "`crown` is at `inn`, out of reach of `ada`",
        REACH,
        f"{COURT}, items: [«crown»]",
        gm=("asset: kess, at: inn",),
    ),
    mistake(
        "an item is used once in an order",
        "LT059",
        "`crown` is listed twice",
        "remove one of them",
        f"{COURT}, items: [crown, «crown»]",
    ),
)

PLACES: Final = (
    mistake(
        "an action takes place in its lieutenant's locale",
        "LT045",
        "`inn` is in `road`, but `kess` is in `town`",
        LOCALE,
        "id: a, lieutenant: kess, action: cautious-attack, at: «inn»",
    ),
    mistake(
        "an action takes place at a location",
        "LT004",
        "`town` is a locale, not a location",
        "locations in it: `cellar`, `manor`, `market`, `mill`",
        "id: a, lieutenant: kess, action: cautious-attack, at: «town», against: oru",
    ),
    mistake(
        "an unknown location is told with the nearest",
        "N001",
        "unknown location `mil`",
        "did you mean `mill`?",
        "id: a, lieutenant: kess, action: cautious-attack, at: «mil», against: oru",
    ),
    mistake(
        "nobody ends an action in another locale",
        "LT045",
        "`inn` is in `road`, but `ada` is in `town`",
        LOCALE,
        f"{COURT}, end_at: «inn»",
    ),
    mistake(
        "nobody ends an action where the owner does not admit them",
        "LT046",
        "`oru` does not admit `vael` to `mill`",
        LET_IN,
        "id: a, lieutenant: kess, action: work, units: [knives], "
        "end_at: {kess: cellar, knives: «mill»}",
    ),
    mistake(
        "only those in the order are sent somewhere",
        "LT048",
        "`guards` is not assigned by this order",
        PART,
        "id: a, lieutenant: kess, action: work, units: [knives], end_at: {«guards»: market}",
    ),
)

MISTAKES: Final = (*LIEUTENANTS, *UNITS, *THINGS, *PLACES)
