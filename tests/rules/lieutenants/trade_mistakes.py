"""Mistakes in what is bought, and in moves: each marked in place, and what is said."""

from __future__ import annotations

from typing import Final

from tests.rules.lieutenants.setup_boards import Mistake, swapped
from tests.rules.lieutenants.turns import TURN, actions, mistake, turn

LOCALE: Final = "an action happens in its lieutenant's locale (L-MOVE); a Move crosses to another"
OURS: Final = "name something of `vael`"
LET_IN: Final = "name a location that is free, one's own, or open to the faction (L-MOVE)"
ROUTE: Final = "a Move leads from one locale to one neighbour, or stays inside (L-ACT-MOVE)"
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
        "claim it, or let its owner leave it by an adjustment",
        "location: «mill»",
    ),
    Mistake(
        "what has no cost is not for sale",
        "LT061",
        "`ford` is not for sale: it has no cost",
        "give it a `cost:` in its `opening:`",
        {
            TURN: turn(
                oru=actions("id: a, lieutenant: wren, action: purchase, buy: {location: «ford»}")
            )
        },
    ),
    _buy(
        "a location is bought on the spot",
        "LT045",
        "`inn` is in `road`, and `ada` in `town`",
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
        "`hedgemage-adept` has 1 ability",
        "leave 1 at most",
        "unit: nan, type: hedgemage-adept, name: Nan, abilities: [blast, «energy-wall»]",
    ),
    _buy(
        "what a church alone gives is not bought on the market",
        "LT062",
        "`priest` costs influence, and this does not say with whom",
        "add `from:` with the NPC faction",
        "unit: monk, type: «priest», name: Ro",
    ),
    _buy(
        "what the market has comes from nobody",
        "LT062",
        "`thief-pack` is bought on the open market, from nobody in particular",
        "take `from:` out",
        f"{RATS}, «from»: watch",
    ),
    _buy(
        "favours come from NPC factions",
        "LT012",
        "`oru` is no NPC faction",
        "NPC factions are `watch`",
        "unit: monk, type: priest, name: Ro, from: «oru»",
    ),
    _buy(
        "what is bought comes to a location within reach",
        "LT045",
        "`ford` is in `road`, and `ada` in `town`",
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
        "both `at` and `holder` stand here",
        "write one of `at:` and `holder:`",
        "item: ring, name: A Ring, at: manor, «holder»: kess",
    ),
    _buy(
        "an item is held by one's own",
        "LT006",
        "`fox` is no lieutenant and no unit of `vael`",
        "it can be with `wren`, `kess`, `ada`, `knives`, `guards`, `adept`",
        "item: ring, name: A Ring, holder: «fox»",
    ),
    _buy(
        "an item is held by somebody within reach",
        "LT045",
        "`wren` is in `road`, and `ada` in `town`",
        LOCALE,
        "item: ring, name: A Ring, holder: «wren»",
    ),
    _buy(
        "a tunnel stays in its locale",
        "LT007",
        "a tunnel joins two locations of one locale, and `ford` lies in another than `manor`",
        "name another location under `to:`",
        "facility: hole, type: underground-tunnel, name: A Hole, at: manor, to: «ford»",
    ),
)

MOVES: Final = (
    mistake(
        "a move begins in one locale",
        "LT063",
        "`guards` leaves from `road`, and others from `town`",
        ROUTE,
        "id: a, lieutenant: kess, action: move, units: [knives, «guards»], "
        "to: {knives: ford, guards: inn}",
        gm=("asset: guards, at: ford",),
    ),
    mistake(
        "a move ends in one locale",
        "LT063",
        "`mill` lies in `town`, and others go to `road`",
        ROUTE,
        "id: a, lieutenant: kess, action: move, units: [knives], to: {kess: inn, knives: «mill»}",
    ),
    Mistake(
        "a move leads to a neighbouring locale",
        "LT063",
        "`town` and `hills` are no neighbours",
        ROUTE,
        {
            **DELL,
            TURN: turn(actions("id: a, lieutenant: kess, action: move, to: «dell»")),
        },
    ),
    Mistake(
        "a move is led from where it begins or ends",
        "LT063",
        "`kess` is in `town`, which this move does not touch",
        "the lieutenant is where the move begins or where it ends (L-ACT-MOVE)",
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
    mistake(
        "a move leads somewhere else",
        "LT063",
        "`kess` is at `manor` already",
        "name another location, or leave it out",
        "id: a, lieutenant: kess, action: move, to: «manor»",
    ),
    mistake(
        "each unit of a move goes somewhere",
        "LT078",
        "`guards` is assigned and goes nowhere",
        "name its location under `to:`, or take it out of `units:`",
        "id: a, lieutenant: kess, action: move, units: [knives, «guards»], to: {knives: market}",
    ),
    mistake(
        "only those in the order move",
        "LT048",
        "`guards` has no part in this order",
        "add it to `units:`, or take it out here",
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
        "`drain` is a facility and not an item",
        "name an item",
        "id: a, lieutenant: kess, action: move, to: ford, carry: [«drain»]",
    ),
    mistake(
        "one carries what is at hand",
        "LT047",
        "`chest` is at `ford`, out of reach for `kess`",
        "a thing is used where it is, or by who holds it; a Move can carry it along",
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
