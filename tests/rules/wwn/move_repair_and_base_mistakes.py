"""Mistakes in moves, in repairs, and in new bases."""

from __future__ import annotations

from typing import Final

from tests.rules.wwn.setup_boards import Mistake
from tests.rules.wwn.turns import abilities, listed, mistake, new

OTHERS: Final = "name another asset, or move this order to a later turn"
ONCE: Final = "remove one of the two"
HURT: Final = "remove this, unless you expect damage earlier in the turn"
BY_WATER: Final = "name a place with `water: true` in its `opening:`"
SUBJECTS: Final = "`asset`, `base`, `faction`"


def move(*orders: str) -> str:
    return listed("move", *orders)


def repair(*orders: str) -> str:
    return listed("repair", *orders)


MOVES: Final = (
    mistake(
        "nobody moves another's asset",
        "WN053",
        "`wagons` belongs to `oru`, not to `vael`",
        "name something that belongs to `vael`",
        move("id: go, asset: «wagons», to: ford"),
    ),
    mistake(
        "a place has to be there",
        "N001",
        "unknown place `brook`",
        "choose one of `crag`, `ford`, `harbour`, `mill`, `redhaven`",
        move("id: go, asset: riders, to: «brook»"),
    ),
    mistake(
        "an asset moves once",
        "WN056",
        "`riders` can make only one move per turn",
        ONCE,
        move("id: go, asset: riders, to: ford", "id: on, asset: «riders», to: mill"),
        label="the first is on line 5",
    ),
    mistake(
        "a move leads somewhere else",
        "WN065",
        "`riders` is already in `redhaven`",
        "name another place",
        move("id: go, asset: riders, to: «redhaven»"),
    ),
    mistake(
        "a move is one move long",
        "WN065",
        "`harbour` is too far from `redhaven` for `riders`",
        "it can go one move at most (W-ACT-2)",
        move("id: go, asset: riders, to: «harbour»"),
    ),
    mistake(
        "who is mobile goes twice as far, and no further",
        "WN065",
        "`crag` is too far from `redhaven` for `riders`",
        "it can go 2 moves at most (W-ACT-2)",
        move("id: go, asset: riders, to: «crag»"),
        gm=("faction: vael, tags: [mobile]",),
    ),
    mistake(
        "who goes in the open is kept out",
        "WN066",
        "`vael` shuts `oru` out of `redhaven`, and `wagons` is not hidden",
        "hide it first, or send a Subtle asset (W-ACT-2)",
        oru=move("id: go, asset: wagons, to: «redhaven»"),
    ),
    mistake(
        "what is forbidden this turn is forbidden to all who move in it",
        "WN066",
        "`oru` shuts `vael` out of `mill`, and `riders` is not hidden",
        "hide it first, or send a Subtle asset (W-ACT-2)",
        move("id: go, asset: riders, to: «mill»"),
        oru="forbids: {mill: [vael]}\n",
    ),
    mistake(
        "a place can be closed by nobody",
        "WN066",
        "`ford` is closed to `oru`, and `wagons` is not hidden",
        "hide it first, or send a Subtle asset (W-ACT-2)",
        oru=move("id: go, asset: wagons, to: «ford»"),
        gm=("place: ford, forbids: everyone",),
    ),
    mistake(
        "a fleet stays by the water",
        "WN007",
        "`ships` must be by water, but `crag` is not",
        BY_WATER,
        kell=move("id: go, asset: ships, to: «crag»"),
    ),
    mistake(
        "only those who set out with a leader are led",
        "WN066",
        "`vael` shuts `oru` out of `redhaven`, and `band` is not hidden",
        "hide it first, or send a Subtle asset (W-ACT-2)",
        oru=move("id: go, asset: van, to: redhaven", "id: too, asset: band, to: «redhaven»"),
        gm=(
            new("oru", "van", "vanguard-unit", "mill"),
            new("oru", "band", "infantry", "ford"),
            "faction: oru, force: 2",
        ),
    ),
)

REPAIRS: Final = (
    mistake(
        "a free repair is paid with treasure for repairs alone",
        "WN088",
        "this costs 1 Treasure for repairs, but at most 0 is left",
        "order less, or remove a more expensive order above it",
        abilities("id: patch, repair: {asset: «riders»}"),
    ),
    mistake(
        "a free repair has nothing beside",
        "WN050",
        "a free Repair does not use `asset:`",
        "a free Repair takes `repair`",
        abilities("id: bloom, asset: plenty", "id: patch, «asset»: eyes, repair: {asset: riders}"),
        gm=(new("vael", "plenty", "golden-prosperity", "redhaven"),),
    ),
    mistake(
        "a repair is of something",
        "WN076",
        f"this needs exactly one of {SUBJECTS}",
        f"keep or add exactly one of {SUBJECTS}",
        repair("«id»: mend"),
    ),
    mistake(
        "a repair is of one thing",
        "WN076",
        f"this needs exactly one of {SUBJECTS}",
        f"keep or add exactly one of {SUBJECTS}",
        repair("id: mend, asset: riders, «faction»: true"),
    ),
    mistake(
        "a faction is healed once",
        "WN050",
        "a repair of the faction does not use `times:`",
        "a repair of the faction takes `faction`",
        repair("id: mend, faction: true, «times»: 2"),
    ),
    mistake(
        "a base is healed once",
        "WN050",
        "a repair of a base does not use `times:`",
        "a repair of a base takes `base`",
        repair("id: mend, base: ford-hall, «times»: 2"),
    ),
    mistake(
        "an asset has one order to be repaired",
        "WN056",
        "`riders` can be repaired in only one order per turn",
        ONCE,
        repair("id: mend, asset: riders", "id: again, asset: «riders»"),
        label="the first is on line 5",
    ),
    mistake(
        "a base has one order to be repaired",
        "WN056",
        "`ford-hall` can be repaired in only one order per turn",
        ONCE,
        repair("id: mend, base: ford-hall", "id: again, base: «ford-hall»"),
        label="the first is on line 5",
    ),
    mistake(
        "a faction has one order to be repaired",
        "WN056",
        "`vael` can be repaired in only one order per turn",
        ONCE,
        repair("id: mend, faction: true", "id: again, faction: «true»"),
        label="the first is on line 5",
    ),
    mistake(
        "a headquarters heals with its faction",
        "WN078",
        "`red-keep` is the headquarters and heals with its faction",
        "write `faction: true` instead of `base:` (W-ENT-4)",
        repair("id: mend, base: «red-keep»"),
    ),
    mistake(
        "an asset is no base",
        "WN060",
        "`riders` is an asset, not a base",
        "name a base",
        repair("id: mend, base: «riders»"),
    ),
    mistake(
        "a base is looked for among the faction's own",
        "N001",
        "unknown base `hall`",
        "did you mean `ford-hall`?",
        repair("id: mend, base: «hall»"),
    ),
    mistake(
        "others' assets are not repaired",
        "WN053",
        "`ships` belongs to `kell`, not to `vael`",
        "name something that belongs to `vael`",
        repair("id: mend, asset: «ships»"),
    ),
    mistake(
        "others' bases are not repaired",
        "WN053",
        "`quay` belongs to `kell`, not to `vael`",
        "name something that belongs to `vael`",
        repair("id: mend, base: «quay»"),
    ),
    mistake(
        "an asset that is whole need not be repaired",
        "WN077",
        "`guards` is undamaged at the start of the turn",
        HURT,
        repair("id: mend, asset: «guards»"),
        warning=True,
    ),
    mistake(
        "a faction that is whole need not be repaired",
        "WN077",
        "`kell` is undamaged at the start of the turn",
        HURT,
        kell=repair("id: mend, faction: «true»"),
        warning=True,
    ),
    mistake(
        # They lack 3 of 12, and a Force of 5 heals 3 each time.
        "more repairs than are needed are too many",
        "WN077",
        "`riders` lacks 3 HP, and each repair heals 3",
        "`times: 1` is enough, unless you expect damage earlier in the turn",
        repair("id: mend, asset: riders, times: «2»"),
        warning=True,
    ),
)

BASES: Final = (
    mistake(
        "an asset is there before the base",
        "WN079",
        "the faction has no asset in `crag`",
        "move an asset there first (W-ACT-4)",
        "expand: {id: settle, base: inn, at: «crag», hp: 2}\n",
    ),
    mistake(
        "who is hidden founds nothing",
        "WN079",
        "in `mill` the faction has only Stealthed assets",
        "name an asset to reveal under `declares:`: `eyes`",
        "expand: {id: settle, base: inn, at: «mill», hp: 2}\n",
    ),
    mistake(
        "who is in the open need not show itself",
        "WN054",
        "`traders` is already in the open",
        OTHERS,
        kell="expand: {id: settle, base: inn, at: mill, hp: 2, declares: [«traders»]}\n",
    ),
    mistake(
        "who is elsewhere does not show itself here",
        "WN054",
        "`eyes` is in `mill`",
        OTHERS,
        "expand: {id: settle, base: inn, at: crag, hp: 2, declares: [«eyes»]}\n",
    ),
    mistake(
        "only one's own show themselves",
        "WN053",
        "`ears` belongs to `oru`, not to `vael`",
        "name something that belongs to `vael`",
        "expand: {id: settle, base: inn, at: mill, hp: 2, declares: [eyes, «ears»]}\n",
    ),
    mistake(
        "nobody shows itself twice",
        "WN015",
        "`eyes` is listed twice",
        "remove one of them",
        "expand: {id: settle, base: inn, at: mill, hp: 2, declares: [eyes, «eyes»]}\n",
    ),
    mistake(
        "a faction has one base at a place",
        "WN080",
        "the faction already has a base in `ford`: `ford-hall`",
        "choose another place (W-ACT-4)",
        "expand: {id: settle, base: inn, at: «ford», hp: 2}\n",
    ),
    mistake(
        "no base is stronger than its faction",
        "WN004",
        "a base can't have more than its faction's maximum of 12 hit points",
        "write 12 or less",
        kell="expand: {id: settle, base: inn, at: mill, hp: «13»}\n",
        gm=("faction: kell, treasure: +9",),
    ),
    mistake(
        "a base costs its hit points",
        "WN088",
        "this costs 10 Treasure, but at most 9 is left",
        "order less, or remove a more expensive order above it",
        kell="expand: {id: settle, base: inn, at: mill, hp: «10»}\n",
    ),
    mistake(
        "no two things have one id",
        "WN002",
        "there is already an asset with the id `riders`",
        "choose a different id",
        kell="expand: {id: settle, base: «riders», at: mill, hp: 2}\n",
    ),
    mistake(
        "nothing is called as a faction is",
        "WN002",
        "there is already a faction with the id `oru`",
        "choose a different id",
        kell="expand: {id: settle, base: «oru», at: mill, hp: 2}\n",
    ),
    mistake(
        "no two new things have one id, whoever makes them",
        "N003",
        "there is already something new with the id `inn`",
        "give one of them a different id",
        "create: {id: buy, asset: inn, type: infantry, at: ford}\n",
        kell="expand: {id: settle, base: «inn», at: mill, hp: 2}\n",
        label="first used on line 4",
    ),
)

MISTAKES: Final[tuple[Mistake, ...]] = (*MOVES, *REPAIRS, *BASES)
