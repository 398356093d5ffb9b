"""Mistakes in what frames a turn: kinds of action, ids, policies, goals, and what is let go."""

from __future__ import annotations

from typing import Final

from tests.rules.wwn.setup_boards import Mistake
from tests.rules.wwn.turns import SECOND, TURN, abilities, listed, mistake, new, turn

TAKEN: Final = (
    "choose another id; reserved ids are `collapse`, `declares`, `goal`, `income`, `over`, "
    "`rogue`, `sequence`, `start`, `turn`, `upkeep`"
)
LESS: Final = "order less, or remove a more expensive order above it"
BENDERS: Final = new("vael", "benders", "mindbenders", "redhaven")
HIT: Final = listed("attack", "id: hit, asset: traders, against: oru")
#: The Kell attack House Vael at the mill, where its eyes have come out of hiding.
AT_VAEL: Final = listed("attack", "id: hit, asset: traders, against: vael")

FRAME: Final = (
    mistake(
        "a faction takes one kind of action",
        "WN051",
        "only one kind of action is allowed per turn, and `sell:` is already one",
        "move `repair:` to another turn (W-TURN-5)",
        "sell: [{id: part, asset: fields}]\n«repair»: [{id: mend, asset: riders}]\n",
    ),
    mistake(
        "the kind that stands first counts",
        "WN051",
        "only one kind of action is allowed per turn, and `repair:` is already one",
        "move `create:` to another turn (W-TURN-5)",
        "repair: [{id: mend, asset: riders}]\n"
        "«create»: {id: mend, asset: riders, type: dragons, at: nowhere}\n",
    ),
    mistake(
        "parts of a turn have names of their own",
        "WN052",
        "the id `income` is reserved",
        TAKEN,
        abilities("id: «income», asset: fields"),
    ),
    mistake(
        "an id is given once in a faction's turn",
        "N003",
        "there is already an order with the id `reap`",
        "give one of them a different id",
        abilities("id: reap, asset: fields") + "repair: [{id: «reap», asset: riders}]\n",
        label="first used on line 5",
    ),
    mistake(
        "who has collapsed orders nothing",
        "WN020",
        "`oru` has collapsed",
        "name a faction that is still in play, or remove this",
        oru="«abilities»: [{id: ride, asset: wagons, to: ford}]\n",
        gm=("faction: oru, hp: -7",),
    ),
    mistake(
        "who is asleep orders nothing",
        "WN101",
        "`oru` is asleep and has no turn",
        "remove its orders, or wake it with an adjustment `asleep: false`",
        oru="«abilities»: [{id: ride, asset: wagons, to: ford}]\n",
        gm=("faction: oru, asleep: true",),
    ),
    Mistake(
        "who has given up a goal uses no abilities in the next turn",
        "WN059",
        "`vael` gave up its goal last turn, so it can't use `abilities:` now",
        "remove `abilities:` (W-GOAL)",
        {
            TURN: turn("abandon: true\n"),
            SECOND: turn("«abilities»: [{id: reap, asset: fields}]\n", number=2),
        },
    ),
    Mistake(
        "who has given up a goal does not act in the next turn",
        "WN059",
        "`vael` gave up its goal last turn, so it can't use `sell:` now",
        "remove `sell:` (W-GOAL)",
        {
            TURN: turn("abandon: true\n"),
            SECOND: turn("«sell»: [{id: part, asset: fields}]\n", number=2),
        },
    ),
)

POLICIES: Final = (
    mistake(
        "only one's own defends one",
        "N001",
        "unknown asset or base of this faction `wagons`",
        "choose one of `eyes`, `fields`, `ford-hall`, `guards`, `red-keep`, `riders`",
        "defend: [riders, «wagons»]\n",
    ),
    mistake(
        "nobody defends twice",
        "WN015",
        "`riders` is listed twice",
        "remove one of them",
        "defend: [riders, guards, «riders»]\n",
    ),
    mistake(
        "nobody contests what is its own",
        "WN019",
        "`vael` is this faction itself",
        "name another faction",
        "contest: [oru, «vael»]\n",
    ),
    mistake(
        "nobody is contested twice",
        "WN015",
        "`oru` is listed twice",
        "remove one of them",
        "contest: [oru, «oru»]\n",
    ),
    mistake(
        "an attack is met by one's own alone",
        "N001",
        "unknown asset or base of this faction `wagons`",
        "choose one of `eyes`, `fields`, `ford-hall`, `guards`, `red-keep`, `riders`",
        "met_by: {traders: [riders, «wagons»]}\n",
    ),
    mistake(
        "a single one who meets an attack is held to the same",
        "N001",
        "unknown asset or base of this faction `ridders`",
        "did you mean `riders`?",
        "met_by: {traders: «ridders»}\n",
    ),
    mistake(
        "nobody meets an attack twice",
        "WN015",
        "`riders` is listed twice",
        "remove one of them",
        "met_by: {traders: [riders, «riders»]}\n",
    ),
    mistake(
        "attacks are made by assets of others",
        "N001",
        "unknown attacking asset `fields`",
        "choose one of `ears`, `ships`, `traders`, `wagons`",
        "met_by: {«fields»: guards}\n",
    ),
    mistake(
        "what is sacrificed for is there, or attacks",
        "N001",
        "unknown asset or base `nobody`",
        "choose one of `ears`, `eyes`, `fields`, `ford-hall`, `guards`, `red-keep`, `riders`, "
        "`ships`, `traders`, `wagons`",
        "sacrifice: [guards, traders, «nobody»]\n",
    ),
    mistake(
        "when to sacrifice is one of three words",
        "C005",
        "invalid value `sometimes`",
        "choose one of `always`, `lethal`, `never`",
        "sacrifice: «sometimes»\n",
    ),
    mistake(
        "one's own alone is brought back",
        "N001",
        "unknown asset or base of this faction `wagons`",
        "choose one of `eyes`, `fields`, `ford-hall`, `guards`, `red-keep`, `riders`",
        "restore: [«wagons»]\n",
    ),
    mistake(
        "one's own is not taken over",
        "N001",
        "unknown asset of another faction `fields`",
        "choose one of `ears`, `ships`, `traders`, `wagons`",
        "take_over: [«fields»]\n",
    ),
    mistake(
        "one pays for one's own alone",
        "N001",
        "unknown asset or base of this faction `wagons`",
        "choose one of `eyes`, `fields`, `ford-hall`, `guards`, `red-keep`, `riders`",
        "pays: [«wagons»]\n",
    ),
    mistake(
        "a throw to be made again has a name",
        "WN096",
        "`check` is not the name of a roll",
        "write `faction/order/purpose`, such as `oru/hit/check`",
        "rerolls: {«check»: 1}\n",
    ),
    mistake(
        "an asset makes throws of its own faction again",
        "WN096",
        "`kell/hit/check` is a rival's roll",
        "name a roll made by this faction",
        "rerolls: {kell/hit/defence: 1, «kell/hit/check»: 1}\n",
        kell=AT_VAEL,
        gm=("asset: eyes, stealth: false",),
    ),
    mistake(
        "standing orders are held to the same",
        "N001",
        "unknown asset or base of this faction `ridders`",
        "did you mean `riders`?",
        "standing: {defend: [«ridders»]}\n",
    ),
    mistake(
        "who does not rule a place forbids nothing there",
        "WN094",
        "`mill` is ruled by `oru`",
        "remove it, or make the faction the ruler with an adjustment",
        "forbids: {«mill»: [kell]}\n",
    ),
    mistake(
        "what nobody rules nobody forbids",
        "WN094",
        "nobody rules `ford`",
        "remove it, or make the faction the ruler with an adjustment",
        "forbids: {«ford»: everyone}\n",
    ),
    mistake(
        "a place has to be there",
        "N001",
        "unknown place `brook`",
        "choose one of `crag`, `ford`, `harbour`, `mill`, `redhaven`",
        "forbids: {«brook»: []}\n",
    ),
    mistake(
        "nobody is kept out of its own place",
        "WN009",
        "`vael` rules this place and can't be shut out of it",
        "remove it from `forbids:`",
        "forbids: {redhaven: [«vael»]}\n",
    ),
)

AGAIN: Final = (
    mistake(
        "a roll has a faction, an order and a purpose",
        "WN096",
        "`kell/check` is not the name of a roll",
        "write `faction/order/purpose`, such as `oru/hit/check`",
        "redo: [{asset: benders, roll: «kell/check»}]\n",
        kell=HIT,
        gm=(BENDERS,),
    ),
    mistake(
        "a roll is a faction's",
        "N001",
        "unknown faction `kel`",
        "did you mean `kell`?",
        "redo: [{asset: benders, roll: «kel/hit/check»}]\n",
        kell=HIT,
        gm=(BENDERS,),
    ),
    mistake(
        "a roll is of an order of this turn",
        "N001",
        "unknown order `hit`",
        "choose one of `strike`",
        "redo: [{asset: benders, roll: «kell/hit/check»}]\n",
        kell=listed("attack", "id: strike, asset: traders, against: oru"),
        gm=(BENDERS,),
    ),
    mistake(
        "nobody throws its own again by it",
        "WN096",
        "`vael/hit/check` is the faction's own roll",
        "name a roll made by a rival",
        "redo: [{asset: benders, roll: «vael/hit/check»}]\n"
        + listed("attack", "id: hit, asset: guards, against: kell"),
        gm=(BENDERS, "asset: traders, at: ford"),
    ),
    mistake(
        "who is attacked throws to resist",
        "WN096",
        "`kell/hit/defence` is the faction's own roll",
        "name a roll made by a rival",
        "redo: [{asset: benders, roll: «kell/hit/defence»}]\n",
        kell=AT_VAEL,
        gm=(BENDERS, "asset: eyes, stealth: false"),
    ),
    mistake(
        "who falls upon a new base throws to attack",
        "WN096",
        "`kell/settle/vael-eyes-check` is the faction's own roll",
        "name a roll made by a rival",
        "redo: [{asset: benders, roll: «kell/settle/vael-eyes-check»}]\n",
        kell="expand: {id: settle, base: inn, at: mill, hp: 2}\n",
        gm=(BENDERS,),
    ),
    mistake(
        "not every asset makes others throw again",
        "WN054",
        "`riders` can't make a rival roll again",
        "name another asset, or move this order to a later turn",
        "redo: [{asset: «riders», roll: kell/hit/check}]\n",
        kell=HIT,
    ),
    mistake(
        "a roll is named once",
        "WN015",
        "`kell/hit/check` is listed twice",
        "remove one of them",
        "redo:\n  - {asset: benders, roll: kell/hit/check}\n"
        "  - {asset: benders, roll: «kell/hit/check», keep: higher}\n",
        kell=HIT,
        gm=(BENDERS,),
    ),
    mistake(
        "a roll that did not come up was not thrown again",
        "WN075",
        "the roll `kell/hit/chek` was not made",
        "did you mean `kell/hit/check`?",
        "redo: [{asset: benders, roll: «kell/hit/chek»}]\n",
        kell=HIT,
        gm=(BENDERS,),
        warning=True,
    ),
)

AIMS: Final = (
    Mistake(
        "a goal that can't be taken up at the end of a turn is found in that turn",
        "WN100",
        "the faction could not take up the goal `eliminate-target`: what it needs was not there",
        "choose another goal in the next turn (W-GOAL)",
        {
            TURN: turn(
                oru="abandon: true\ngoal: «{kind: eliminate-target, asset: ships}»\n",
                vael="attack: [{id: hit, asset: guards, against: kell}]\n",
                kell="defend: [ships]\n",
                gm=(
                    "sequence: [vael, oru, kell]",
                    "asset: guards, at: harbour",
                ),
            )
            + "rolls: {vael/hit/check: [9, 10], vael/hit/defence: [1], vael/hit/damage: [1]}\n",
        },
        warning=True,
    ),
    mistake(
        "a goal is given up or met before another is taken up",
        "WN097",
        "the faction still has the goal `inside-enemy-territory`, which can't be met this turn",
        "add `abandon: true`, or remove `goal:` (W-GOAL)",
        oru="«goal»: {kind: peaceable-kingdom}\n",
        warning=True,
    ),
    mistake(
        "who is at peace is so for four turns",
        "WN097",
        "the faction still has the goal `peaceable-kingdom`, which can't be met this turn",
        "add `abandon: true`, or remove `goal:` (W-GOAL)",
        oru="«goal»: {kind: blood-the-enemy}\n",
        gm=("faction: oru, goal: {kind: peaceable-kingdom}",),
        warning=True,
    ),
    mistake(
        "who founds nothing does not expand",
        "WN097",
        "the faction still has the goal `expand-influence`, which can't be met this turn",
        "add `abandon: true`, or remove `goal:` (W-GOAL)",
        oru="«goal»: {kind: blood-the-enemy}\n",
        gm=("faction: oru, goal: {kind: expand-influence}",),
        warning=True,
    ),
    mistake(
        "who spends nothing has no kingdom's wealth",
        "WN097",
        "the faction still has the goal `wealth-of-kingdoms`, which can't be met this turn",
        "add `abandon: true`, or remove `goal:` (W-GOAL)",
        oru="«goal»: {kind: blood-the-enemy}\n",
        gm=("faction: oru, goal: {kind: wealth-of-kingdoms}",),
        warning=True,
    ),
    mistake(
        "only a goal that there is can be given up",
        "WN098",
        "the faction has no goal to give up",
        "remove `abandon:` (W-GOAL)",
        kell="abandon: «true»\n",
    ),
    mistake(
        "nobody spends for nothing without the goal for it",
        "WN098",
        "the faction does not have the goal `wealth-of-kingdoms`",
        "remove `lavish:` (W-GOAL)",
        "lavish: «true»\n",
    ),
    mistake(
        "who spends for nothing has enough of it",
        "WN088",
        # 2 on hand and an income of 2; four times a Wealth of 2.
        "this costs 8 Treasure, but at most 4 is left",
        LESS,
        oru="lavish: «true»\n",
        gm=("faction: oru, goal: {kind: wealth-of-kingdoms}", "faction: oru, treasure: -10"),
    ),
    mistake(
        "no rating is above 8",
        "WN099",
        "Force can't be raised above 8",
        "remove it from `raises:` (W-ENT-1)",
        "raises: [«force»]\n",
        gm=("faction: vael, force: 8", "faction: vael, xp: +30"),
    ),
    mistake(
        "each step has its price in XP",
        "WN088",
        # Of 5, and of 2 and the mean of 1, 3 and 2 for the goal: 9, less 4 for Wealth 3.
        "this costs 6 XP, but at most 5 is left",
        LESS,
        "raises: [wealth, «wealth»]\n",
        gm=("faction: vael, xp: +2",),
    ),
    mistake(
        "a goal may bring the XP that it takes, or not",
        "WN089",
        "this can cost 4 XP, but maybe only 3 is left",
        "keep it if the risk is worth it; if unpaid, it is not carried out",
        "raises: [«wealth»]\n",
        warning=True,
    ),
    mistake(
        # Of 4, and half the mean of 1, 3 and 2 for the goal: 5, less 4 for Wealth 3.
        "who roots out an enemy gains by what the enemy was",
        "WN088",
        "this costs 6 XP, but at most 1 is left",
        LESS,
        "raises: [wealth, «wealth»]\n",
        gm=("faction: vael, xp: +1", "faction: vael, goal: {kind: root-out-the-enemy, at: mill}"),
    ),
    mistake(
        "only what is too much is let go",
        "WN095",
        "the faction has no more Wealth assets than its rating allows",
        "remove `fields`, or sell it (W-TURN-3)",
        "sheds: [«fields»]\n",
    ),
    mistake(
        "only one's own are let go",
        "WN053",
        "`wagons` belongs to `oru`, not to `vael`",
        "name something that belongs to `vael`",
        "sheds: [«wagons»]\n",
    ),
    mistake(
        "no more are let go than are too many",
        "WN095",
        "the faction can give up only 1 of its Wealth assets",
        "remove `barns`, or sell it (W-TURN-3)",
        "sheds: [herds, «barns»]\n",
        gm=(
            new("vael", "herds", "farmers", "redhaven"),
            new("vael", "barns", "farmers", "redhaven"),
        ),
    ),
    mistake(
        "nobody is let go twice",
        "WN015",
        "`herds` is listed twice",
        "remove one of them",
        "sheds: [herds, «herds»]\n",
        gm=(
            new("vael", "herds", "farmers", "redhaven"),
            new("vael", "barns", "farmers", "redhaven"),
        ),
    ),
    mistake(
        "some can't be let go",
        "WN092",
        "`legion` (Hired Legion) can't be sold or given up",
        "name another asset",
        "sheds: [«legion»]\n",
        gm=(
            new("vael", "legion", "hired-legion", "redhaven"),
            new("vael", "barns", "farmers", "redhaven"),
        ),
    ),
)

LAVISH: Final = "goal: {kind: wealth-of-kingdoms}\n"
SPENT: Final = (
    Mistake(
        "nobody spends for nothing twice at one Wealth",
        "WN021",
        "this goal was met at Wealth 2, and Wealth has not risen since",
        "choose another goal until Wealth has risen",
        {
            TURN: turn(
                oru="lavish: true\n", gm=("faction: oru, goal: {kind: wealth-of-kingdoms}",)
            ),
            SECOND: turn(oru="goal: {kind: «wealth-of-kingdoms»}\n", number=2),
        },
    ),
)

MISTAKES: Final[tuple[Mistake, ...]] = (*FRAME, *POLICIES, *AGAIN, *AIMS, *SPENT)
