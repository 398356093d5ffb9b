"""Mistakes in attacks, and in what is done in place of one."""

from __future__ import annotations

from typing import Final

from tests.rules.wwn.setup_boards import Mistake
from tests.rules.wwn.turns import abilities, listed, mistake, new

LATE: Final = "another order can change that this turn; if it comes too late, nothing happens"
NOBODY: Final = "attack where the rival has assets, with one that can fight them (W-ACT-1)"
OTHERS: Final = "attack with another asset (W-ACT-1)"
#: Riders of the Oru at the ford, where Vael's guards are.
RAIDERS: Final = new("oru", "raiders", "scouts", "ford")
REBELS: Final = new("vael", "rebels", "seditionists", "mill")


def attack(*orders: str) -> str:
    return listed("attack", *orders)


WHO: Final = (
    mistake(
        "who only defends does not attack",
        "WN071",
        "`fields` (Farmers) can't attack",
        OTHERS,
        attack("id: hit, asset: «fields», against: oru"),
    ),
    mistake(
        "who has a free action for an attack does not attack",
        "WN071",
        "`eyes` (Informers) can't attack",
        OTHERS,
        attack("id: hit, asset: «eyes», against: oru"),
    ),
    mistake(
        "bases do not attack",
        "WN060",
        "`ford-hall` is a base, not an asset",
        "name an asset",
        attack("id: hit, asset: «ford-hall», against: oru"),
    ),
    mistake(
        "nobody attacks with another's asset",
        "WN053",
        "`ships` belongs to `kell`, not to `vael`",
        "name something that belongs to `vael`",
        attack("id: hit, asset: «ships», against: oru"),
    ),
    mistake(
        "an asset attacks once",
        "WN056",
        "`guards` can make only one attack per turn",
        "remove one of the two",
        attack("id: hit, asset: guards, against: oru", "id: again, asset: «guards», against: oru"),
        gm=(RAIDERS,),
        label="the first is on line 7",
    ),
    mistake(
        "an attack says against whom",
        "C001",
        "missing key `against`",
        "add `against:`",
        attack("«id»: hit, asset: guards"),
    ),
    mistake(
        "who is attacked chooses who meets it",
        "WN050",
        "an attack of Local Guard does not use `target:`",
        "an attack of Local Guard takes `against`",
        attack("id: hit, asset: guards, against: oru, «target»: raiders"),
        gm=(RAIDERS,),
    ),
)

WHOM: Final = (
    mistake(
        "nobody attacks itself",
        "WN019",
        "`vael` is this faction itself",
        "name another faction",
        attack("id: hit, asset: guards, against: «vael»"),
    ),
    mistake(
        "a rival has to be there",
        "N001",
        "unknown faction `oro`",
        "did you mean `oru`?",
        attack("id: hit, asset: guards, against: «oro»"),
    ),
    mistake(
        "a rival has to be in the game",
        "WN020",
        "`oru` has collapsed",
        "name a faction that is still in play, or remove this",
        attack("id: hit, asset: guards, against: «oru»"),
        gm=("faction: oru, hp: -7",),
    ),
    mistake(
        "all attacks of a turn are on one faction",
        "WN072",
        "this attacks `kell`, but another attack this turn is on `oru`",
        "attack only one faction per turn (W-ACT-1)",
        attack("id: hit, asset: guards, against: oru", "id: sink, asset: riders, against: «kell»"),
        gm=(RAIDERS, "asset: traders, at: redhaven"),
        label="the other attack is on line 8",
    ),
    mistake(
        "where the rival has nothing nobody is attacked",
        "WN073",
        "`oru` has nothing in `harbour` that can defend against `ships`",
        NOBODY,
        kell=attack("id: sink, asset: ships, against: «oru»"),
    ),
    mistake(
        "who may come before may be attacked, though this time in vain",
        "WN074",
        "at the start of the turn, `oru` has nothing in `ford` to attack",
        LATE,
        attack("id: hit, asset: guards, against: «oru»"),
        oru=listed("move", "id: ride, asset: wagons, to: ford"),
        warning=True,
        vael_first=True,
    ),
    mistake(
        "who comes only later is not attacked",
        "WN073",
        "`oru` has nothing in `ford` that can defend against `guards`",
        NOBODY,
        attack("id: hit, asset: guards, against: «oru»"),
        oru=listed("move", "id: ride, asset: wagons, to: ford"),
        gm=("sequence: [vael, kell, oru]",),
    ),
    mistake(
        "a base that may be founded before may be attacked, though this time in vain",
        "WN074",
        "at the start of the turn, `oru` has nothing in `crag` to attack",
        LATE,
        attack("id: hit, asset: riders, against: «oru»"),
        oru="expand: {id: settle, base: lookout, at: crag, hp: 2, declares: [ears]}\n",
        gm=("asset: riders, at: crag", "asset: ears, at: crag"),
        warning=True,
        vael_first=True,
    ),
    mistake(
        "what is hidden may be found before",
        "WN074",
        "at the start of the turn, `oru` has nothing in `redhaven` to attack",
        LATE,
        attack("id: hit, asset: riders, against: «oru»"),
        warning=True,
    ),
    mistake(
        "what may not meet an attack counts as nothing",
        "WN073",
        "`kell` has nothing in `ford` that can defend against `guards`",
        NOBODY,
        attack("id: hit, asset: guards, against: «kell»"),
        gm=(new("kell", "rites", "purity-rites", "ford"),),
    ),
    mistake(
        "what an asset may not attack counts as nothing",
        "WN073",
        "`oru` has nothing in `ford` that can defend against `lawyers`",
        NOBODY,
        attack("id: sue, asset: lawyers, against: «oru»"),
        gm=(RAIDERS, new("vael", "lawyers", "pleaders", "ford")),
    ),
)

INSTEAD: Final = (
    mistake(
        "what is done in place of an attack is done to somebody",
        "WN071",
        "`rebels` (Seditionists) does something else instead of attacking",
        "add `target:` with the asset it acts on",
        attack("id: stir, asset: «rebels», against: oru"),
        gm=(REBELS,),
    ),
    mistake(
        "one's own are not afflicted",
        "WN057",
        "`eyes` belongs to `vael` itself",
        "name something that belongs to a rival",
        attack("id: stir, asset: rebels, target: «eyes»"),
        gm=(REBELS,),
    ),
    mistake(
        "bases are not afflicted",
        "WN060",
        "`mill-house` is a base, not an asset",
        "name an asset",
        attack("id: stir, asset: rebels, target: «mill-house»"),
        gm=(REBELS,),
    ),
    mistake(
        "who is elsewhere is not afflicted",
        "WN064",
        "`ships` is in `harbour`, but `rebels` is in `mill`",
        "both must be in the same place",
        attack("id: stir, asset: rebels, target: «ships»"),
        gm=(REBELS,),
    ),
    mistake(
        "who is out of reach is not afflicted",
        "WN064",
        "`ships` is in `harbour`, but `scribes` is in `mill`",
        "the reach is one move",
        attack("id: curse, asset: scribes, target: «ships»"),
        gm=(new("vael", "scribes", "cryptomancers", "mill"),),
    ),
    mistake(
        "who is hidden is not afflicted",
        "WN070",
        "`ears` is Stealthed and can't be targeted",
        "name an asset in the open, or find this one first (W-ENT-5)",
        attack("id: curse, asset: scribes, target: «ears»"),
        gm=(new("vael", "scribes", "cryptomancers", "mill"),),
    ),
    mistake(
        "the faction that is named is the one that is afflicted",
        "WN072",
        "this attacks `oru`, but another attack this turn is on `kell`",
        "attack only one faction per turn (W-ACT-1)",
        attack("id: stir, asset: rebels, against: kell, target: «wagons»"),
        gm=(REBELS,),
        label="the other attack is on line 7",
    ),
    mistake(
        "a single die tells whether it can be paid",
        "WN089",
        "this can cost 4 Treasure, but maybe only 2 is left",
        "keep it if the risk is worth it; if unpaid, it is not carried out",
        # Nothing on hand, and an income of 4 less 2 for the looks.
        abilities("id: look, asset: eyes, against: oru", "id: peer, asset: spies, against: oru")
        + attack("id: stir, asset: «rebels», target: wagons"),
        gm=(
            "faction: vael, treasure: -20",
            REBELS,
            new("vael", "spies", "informers", "ford"),
        ),
        warning=True,
    ),
)

MISTAKES: Final[tuple[Mistake, ...]] = (*WHO, *WHOM, *INSTEAD)
