"""Mistakes in purchases, in what is hidden, and in sales."""

from __future__ import annotations

from typing import Final

from tests.rules.wwn.setup_boards import Mistake
from tests.rules.wwn.turns import listed, mistake, new

ONCE: Final = "remove one of the two"


def hide(*orders: str) -> str:
    return listed("hide", *orders)


def sell(*orders: str) -> str:
    return listed("sell", *orders)


PURCHASES: Final = (
    mistake(
        "assets are bought at bases",
        "WN083",
        "the faction has no base in `mill`",
        "create it where the faction has a base: `ford`, `redhaven` (W-ACT-5)",
        "create: {id: buy, asset: spears, type: infantry, at: «mill»}\n",
    ),
    mistake(
        "a type has to be there",
        "N001",
        "unknown asset type `infantery`",
        "did you mean `infantry`?",
        "create: {id: buy, asset: spears, type: «infantery», at: ford}\n",
    ),
    mistake(
        "a place has to be there",
        "N001",
        "unknown place `brook`",
        "choose one of `crag`, `ford`, `harbour`, `mill`, `redhaven`",
        "create: {id: buy, asset: spears, type: infantry, at: «brook»}\n",
    ),
    mistake(
        "who helps is one's own",
        "WN053",
        "`wagons` belongs to `oru`, not to `vael`",
        "name something that belongs to `vael`",
        "create: {id: buy, asset: spears, type: infantry, at: ford, helped_by: [«wagons»]}\n",
    ),
    mistake(
        "an asset needs a rating",
        "WN084",
        "this needs Wealth 3, but the faction has 2",
        "raise Wealth first, or order something else (W-ACT-5)",
        "create: {id: buy, asset: gang, type: «free-company», at: ford}\n",
    ),
    mistake(
        "some who buy above their rating have a limit to it",
        "WN084",
        "this needs Wealth 5, but the faction has 2",
        "raise Wealth first, or order something else (W-ACT-5)",
        "create: {id: buy, asset: gang, type: «mad-genius», at: ford}\n",
        gm=("faction: vael, tags: [innovative]",),
    ),
    mistake(
        "an asset needs its grade of magic",
        "WN085",
        "this asset needs Magic `medium`, but the faction has `low` here",
        "buy it where an asset raises Magic, or buy something else (W-ACT-5)",
        "create: {id: buy, asset: elites, type: «enchanted-elites», at: ford}\n",
    ),
    mistake(
        "magic is raised where the asset is",
        "WN085",
        "this asset needs Magic `medium`, but the faction has `low` here",
        "buy it where an asset raises Magic, or buy something else (W-ACT-5)",
        "create: {id: buy, asset: elites, type: «enchanted-elites», at: ford}\n",
        gm=(new("vael", "lab", "arcane-laboratory", "redhaven"),),
    ),
    mistake(
        "not everybody can help",
        "WN086",
        "`riders` (Cavalry) does not help with purchases",
        "remove it from `helped_by:`",
        "create: {id: buy, asset: spears, type: infantry, at: ford, helped_by: [«riders»]}\n",
    ),
    mistake(
        "some help only where they are",
        "WN086",
        "`prince` (Merchant Prince) helps only with purchases in `redhaven`",
        "remove it from `helped_by:`",
        "create: {id: buy, asset: spears, type: infantry, at: ford, helped_by: [«prince»]}\n",
        gm=(new("vael", "prince", "merchant-prince", "redhaven"),),
    ),
    mistake(
        "nobody helps twice",
        "WN015",
        "`lenders` is listed twice",
        "remove one of them",
        "create: {id: buy, asset: spears, type: infantry, at: ford, "
        "helped_by: [lenders, «lenders»]}\n",
        gm=(new("vael", "lenders", "usurers", "redhaven"),),
    ),
    mistake(
        "a fleet is built by the water",
        "WN007",
        "`boats` must be by water, but `redhaven` is not",
        "name a place with `water: true` in its `opening:`",
        "create: {id: buy, asset: boats, type: war-fleet, at: «redhaven»}\n",
    ),
    mistake(
        "an asset too many costs something every turn",
        "WN087",
        "this will be Wealth asset number 3, but the rating is 2",
        "from next turn on, keeping them all costs 1 Treasure per turn (W-TURN-3)",
        "create: {id: buy, asset: thugs, type: «armed-guards», at: ford}\n",
        gm=(new("vael", "herds", "farmers", "redhaven"),),
        warning=True,
    ),
    mistake(
        "what rivals add is part of the price",
        "WN088",
        # On hand 3, an income of 4; 6 for the foot, and 1 for each of two shops.
        "this costs 8 Treasure, but at most 7 is left",
        "order less, or remove a more expensive order above it",
        "create: {id: buy, asset: spears, type: «infantry», at: ford}\n",
        gm=(
            "faction: vael, treasure: -17",
            new("oru", "shop", "cooperative-businesses", "ford"),
            new("kell", "stall", "cooperative-businesses", "ford"),
        ),
    ),
    mistake(
        "a die may make it cheap enough, or not",
        "WN089",
        # On hand 1, an income of 4; 6 for the foot, less 1 to 8 but never below 3.
        "this can cost 5 Treasure, but maybe only 4 is left",
        "keep it if the risk is worth it; if unpaid, it is not carried out",
        "create: {id: buy, asset: spears, type: «infantry», at: redhaven, helped_by: [prince]}\n",
        gm=("faction: vael, treasure: -20", new("vael", "prince", "merchant-prince", "redhaven")),
        warning=True,
    ),
    mistake(
        "no two things have one id",
        "WN002",
        "there is already a base with the id `quay`",
        "choose a different id",
        "create: {id: buy, asset: «quay», type: infantry, at: ford}\n",
    ),
)

PARTINGS: Final = (
    mistake(
        "to hide takes cunning",
        "WN084",
        "hiding an asset needs Cunning 3, but the faction has 2",
        "raise Cunning first, or order something else (W-ACT-6)",
        kell="«hide»: [{id: veil, asset: ships}]\n",
    ),
    mistake(
        "nobody hides beside a rival's base",
        "WN091",
        "`wagons` is in `ford`, where `vael` has a base",
        "move it to another place first (W-ACT-6)",
        oru=hide("id: veil, asset: «wagons»"),
        gm=("asset: wagons, at: ford",),
    ),
    mistake(
        "who is hidden is not hidden again",
        "WN068",
        "`guards` is already Stealthed",
        "name another asset, or remove the order",
        hide("id: veil, asset: «guards»"),
        gm=("asset: guards, stealth: true",),
    ),
    mistake(
        "an asset is hidden once",
        "WN056",
        "`guards` can be hidden only once per turn",
        ONCE,
        hide("id: veil, asset: guards", "id: again, asset: «guards»"),
        label="the first is on line 5",
    ),
    mistake(
        "each costs 2",
        "WN088",
        "this costs 2 Treasure, but at most 0 is left",
        "order less, or remove a more expensive order above it",
        hide("id: a, asset: guards", "id: b, asset: riders", "id: c, asset: «fields»"),
        gm=("faction: vael, treasure: -20",),
    ),
    mistake(
        "some can't be sold",
        "WN092",
        "`legion` (Hired Legion) can't be sold or given up",
        "name another asset",
        sell("id: part, asset: «legion»"),
        gm=(new("vael", "legion", "hired-legion", "redhaven"),),
    ),
    mistake(
        "damaged goods bring nothing",
        "WN093",
        "`riders` has 9 of 12 HP, so it sells for nothing",
        "repair it first, or sell it anyway to get rid of it (W-ACT-7)",
        sell("id: part, asset: «riders»"),
        warning=True,
    ),
    mistake(
        "an asset is sold once",
        "WN056",
        "`fields` can be sold only once per turn",
        ONCE,
        sell("id: part, asset: fields", "id: again, asset: «fields»"),
        label="the first is on line 5",
    ),
)

MISTAKES: Final[tuple[Mistake, ...]] = (*PURCHASES, *PARTINGS)
