"""Mistakes in what is bought, and in moves: each marked in place, and what is said."""

from __future__ import annotations

from typing import Final

from tests.rules.lieutenants.setup_boards import Mistake, swapped
from tests.rules.lieutenants.turns import TURN, actions, mistake, turn

LOCALE: Final = "an action happens in the lieutenant's locale (L-MOVE); use a Move to reach another"
OURS: Final = "name something that belongs to `vael`"
LET_IN: Final = "name a location that is unowned, the faction's own, or open to it (L-MOVE)"
ROUTE: Final = "a Move stays in one locale or goes to one neighbouring locale (L-ACT-MOVE)"
ANOTHER_ID: Final = "choose a different id"
RATS: Final = "unit: rats, type: thief-pack, name: Rats"
FORD: Final = "ford: {name: The Ford, within: road}"
HILLS: Final = "\n  hills: {name: The Hills, within: vale, neighbours: [road]}"
DELL: Final = swapped(
    "places.yaml", (FORD, f"{FORD}{HILLS}\n  dell: {{name: The Dell, within: hills}}")
)


def _buy(law: str, code: str, message: str, advice: str, what: str) -> Mistake:
    order = f"id: a, lieutenant: ada, action: purchase, buy: {{{what}}}"
    return mistake(law, code, message, advice, order)


PURCHASES: Final = (
    _buy(
        "what somebody owns is not for sale",
        "LT061",
        "`mill` is not for sale: it belongs to `oru`",
        "claim it, or remove its owner with an adjustment",
        "location: «mill»",
    ),
    Mistake(
        "what has no cost is not for sale",
        "LT061",
        "`ford` is not for sale: it has no cost",
        "add `cost:` to its `opening:`",
        {
            TURN: turn(
                oru=actions("id: a, lieutenant: wren, action: purchase, buy: {location: «ford»}")
            )
        },
    ),
    _buy(
        "a location is bought on the spot",
        "LT045",
        "`inn` is in `road`, but `ada` is in `town`",
        LOCALE,
        "location: «inn»",
    ),
    _buy(
        "ids are given once in the whole campaign",
        "LT017",
        "there is already a unit with the id `giants`",
        ANOTHER_ID,
        "unit: «giants», type: thief-pack, name: More Giants",
    ),
    _buy(
        "ids of places are taken, too",
        "LT017",
        "there is already a place with the id `ford`",
        ANOTHER_ID,
        "item: «ford», name: A Ford",
    ),
    mistake(
        "two purchases of a turn have two ids",
        "N003",
        "there is already a purchase with the id `rats`",
        "give one of them a different id",
        f"id: a, lieutenant: ada, action: purchase, buy: {{{RATS}}}",
        "id: b, lieutenant: kess, action: purchase, buy: {item: «rats», name: Rats}",
    ),
    _buy(
        "a unit is of a type",
        "N001",
        "unknown unit type `theif-pack`",
        "did you mean `thief-pack`?",
        "unit: rats, type: «theif-pack», name: Rats",
    ),
    _buy(
        "a unit is called something",
        "C001",
        "missing key `name`",
        "add `name:`",
        "«unit»: rats, type: thief-pack",
    ),
    _buy(
        "a unit has no more abilities than its type allows",
        "LT015",
        "`hedgemage-adept` can have 1 ability",
        "keep 1 at most",
        "unit: nan, type: hedgemage-adept, name: Nan, abilities: [blast, «energy-wall»]",
    ),
    _buy(
        "what a church alone gives is not bought on the market",
        "LT062",
        "`priest` costs influence, but `from:` is missing",
        "add `from:` with the NPC faction",
        "unit: monk, type: «priest», name: Ro",
    ),
    _buy(
        "what the market has comes from nobody",
        "LT062",
        "`thief-pack` is bought on the open market, not from a faction",
        "remove `from:`",
        f"{RATS}, «from»: watch",
    ),
    _buy(
        "favours come from NPC factions",
        "LT012",
        "`oru` is not an NPC faction",
        "NPC factions: `watch`",
        "unit: monk, type: priest, name: Ro, from: «oru»",
    ),
    _buy(
        "what is bought comes to a location within reach",
        "LT045",
        "`ford` is in `road`, but `ada` is in `town`",
        LOCALE,
        f"{RATS}, at: «ford»",
    ),
    _buy(
        "what is bought comes where it is let in",
        "LT046",
        "`oru` does not admit `vael` to `mill`",
        LET_IN,
        f"{RATS}, at: «mill»",
    ),
    _buy(
        "an item lies somewhere or is held",
        "LT005",
        "only one of `at` and `holder` is allowed",
        "write either `at:` or `holder:`",
        "item: ring, name: A Ring, at: manor, «holder»: kess",
    ),
    _buy(
        "an item is held by one's own",
        "LT006",
        "`fox` is not a lieutenant or a unit of `vael`",
        "it can be held by `wren`, `kess`, `ada`, `knives`, `guards`, `adept`",
        "item: ring, name: A Ring, holder: «fox»",
    ),
    _buy(
        "an item is held by somebody within reach",
        "LT045",
        "`wren` is in `road`, but `ada` is in `town`",
        LOCALE,
        "item: ring, name: A Ring, holder: «wren»",
    ),
    _buy(
        "a tunnel stays in its locale",
        "LT007",
        "a tunnel joins two locations of one locale, but `manor` and `ford` are in two",
        "name another location under `to:`",
        "facility: hole, type: underground-tunnel, name: A Hole, at: manor, to: «ford»",
    ),
)

MOVES: Final = (
    mistake(
        "a move begins in one locale",
        "LT063",
        "`guards` starts in `road`, but others in `town`",
        ROUTE,
        "id: a, lieutenant: kess, action: move, units: [knives, «guards»], "
        "to: {knives: ford, guards: inn}",
        gm=("asset: guards, at: ford",),
    ),
    mistake(
        "a move ends in one locale",
        "LT063",
        "`mill` is in `town`, but others go to `road`",
        ROUTE,
        "id: a, lieutenant: kess, action: move, units: [knives], to: {kess: inn, knives: «mill»}",
    ),
    Mistake(
        "a move leads to a neighbouring locale",
        "LT063",
        "`town` and `hills` are not neighbours",
        ROUTE,
        {
            **DELL,
            TURN: turn(actions("id: a, lieutenant: kess, action: move, to: «dell»")),
        },
    ),
    Mistake(
        "a move is led from where it begins or ends",
        "LT063",
        "`kess` is in `town`, but this move neither starts nor ends there",
        "the lieutenant must be where the move starts or ends (L-ACT-MOVE)",
        {
            **DELL,
            TURN: turn(
                actions(
                    "id: a, lieutenant: «kess», action: move, units: [knives], to: {knives: dell}"
                ),
                gm=("asset: knives, at: ford",),
            ),
        },
    ),
    Mistake(
        "a block is on the way to a neighbouring locale",
        "LT063",
        "`town` and `hills` are not neighbours",
        "a block is at a location or on the way to a neighbouring locale (L-ACT-BLOCK)",
        {
            **DELL,
            TURN: turn(
                actions("id: a, lieutenant: kess, action: block, against: oru, way: «hills»")
            ),
        },
    ),
    mistake(
        "a blocked way leads to a locale",
        "N001",
        "unknown place `roade`",
        "did you mean `road`?",
        "id: a, lieutenant: kess, action: block, against: oru, way: «roade»",
    ),
    mistake(
        "a move leads somewhere else",
        "LT063",
        "`kess` is already at `manor`",
        "name another location, or remove it",
        "id: a, lieutenant: kess, action: move, to: «manor»",
    ),
    mistake(
        "each unit of a move goes somewhere",
        "LT078",
        "`guards` is assigned but has no destination",
        "name its destination under `to:`, or remove it from `units:`",
        "id: a, lieutenant: kess, action: move, units: [knives, «guards»], to: {knives: market}",
    ),
    mistake(
        "only those in the order move",
        "LT048",
        "`guards` is not assigned by this order",
        "add it to `units:`, or remove it here",
        "id: a, lieutenant: kess, action: move, units: [knives], "
        "to: {knives: market, «guards»: market}",
    ),
    mistake(
        "one carries one's own",
        "LT042",
        "`scales` does not belong to `vael`",
        OURS,
        "id: a, lieutenant: kess, action: move, to: ford, carry: [chest, «scales»]",
        gm=("faction: oru, item: {id: scales, name: Scales, at: mill}",),
    ),
    mistake(
        "one carries things",
        "LT053",
        "`drain` is a facility, not an item",
        "name an item",
        "id: a, lieutenant: kess, action: move, to: ford, carry: [«drain»]",
    ),
    mistake(
        "one carries what is at hand",
        "LT047",
        "`chest` is at `ford`, out of reach of `kess`",
        "use it where it is, or give the order to its holder; a Move can carry it",
        "id: a, lieutenant: kess, action: move, to: ford, carry: [«chest»]",
        gm=("asset: chest, at: ford",),
    ),
    mistake(
        "a misspelt burden is told with the nearest",
        "N001",
        "unknown item `ches`",
        "did you mean `chest`?",
        "id: a, lieutenant: kess, action: move, to: ford, carry: [«ches»]",
    ),
)

MISTAKES: Final = (*PURCHASES, *MOVES)
