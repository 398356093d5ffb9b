"""Mistakes in how an order is put, and what it builds on: each marked, and what is said."""

from __future__ import annotations

from typing import Final

from tests.rules.lieutenants.setup_boards import Mistake
from tests.rules.lieutenants.turns import TURN, actions, mistake, turn, unit

COURT: Final = "id: a, lieutenant: ada, action: gain-influence, npc: watch"
RAID: Final = "id: a, lieutenant: kess, action: raid"
TAKEN: Final = "write one of `unit`, `item`, `information`, `facility`, `capital`"
PLAN: Final = "add `otherwise: nothing`, or another action under `otherwise:` (L-TURN-4)"

PARTS: Final = (
    mistake(
        "a key that the action does not use is pointed out, with those that it does",
        "LT050",
        "`gain-influence` does not use `choose:`",
        "`gain-influence` takes `npc`, `hush`, `at`, `end_at`",
        f"{COURT}, «choose»: more",
    ),
    mistake(
        "what is done instead is held to the same",
        "LT050",
        "`work` does not use `npc:`",
        "`work` takes `selective`, `at`, `end_at`",
        COURT,
        "id: b, lieutenant: kess, action: gain-influence, npc: watch, needs: a, "
        "otherwise: {action: work, units: [knives], «npc»: watch}",
    ),
    mistake(
        "obscurity is that of a matter in words",
        "LT050",
        "`item:` does not use `obscurity:`",
        "remove it",
        "id: a, lieutenant: ada, action: investigate, target: {item: crown, «obscurity»: 2}",
    ),
    mistake(
        "only a location is watched against somebody",
        "LT050",
        "`surveil` of a unit does not use `against:`",
        "`surveil` of a unit takes `target`, `choose`",
        "id: a, lieutenant: ada, action: surveil, target: {unit: giants}, «against»: oru",
    ),
    mistake(
        "each kind of purchase has its own keys",
        "LT050",
        "`purchase` of a unit does not use `value:`",
        "`purchase` of a unit takes `type`, `name`, `at`, `upgrades`, `abilities`, `from`",
        "id: a, lieutenant: ada, action: purchase, "
        "buy: {unit: rats, type: thief-pack, name: Rats, «value»: 3}",
    ),
    mistake(
        "a location is bought as it is",
        "LT050",
        "`purchase` of a location does not use `name:`",
        "remove it",
        "id: a, lieutenant: ada, action: purchase, buy: {location: market, «name»: Ours}",
    ),
    mistake(
        "statistics are for lieutenants",
        "LT050",
        "`train` of a unit does not use `statistic:`",
        "`train` of a unit takes `project`, `successes`, `hold`, `target`, `gain`",
        "id: a, lieutenant: kess, action: train, project: drill, target: {unit: adept}, "
        "gain: level, «statistic»: lore",
    ),
    mistake(
        "a purchase is paid double or not",
        "C005",
        "invalid value `capital`",
        "choose one of `double`, `none`",
        "id: a, lieutenant: ada, action: purchase, "
        "buy: {unit: rats, type: thief-pack, name: Rats}, pay: «capital»",
    ),
    mistake(
        "a claim is paid in influence or capital",
        "C005",
        "invalid value `double`",
        "choose one of `capital`, `influence`, `none`",
        "id: a, lieutenant: ada, action: claim, npc: watch, target: {location: mill}, "
        "pay: «double»",
    ),
    mistake(
        "a modifier modifies",
        "LT058",
        "a modifier of 0 changes nothing",
        "give it another value, or remove it",
        f"{COURT}, modifiers: [{{value: 1, because: a gift}}, {{value: «0», because: rain}}]",
    ),
)

TARGETS: Final = (
    mistake(
        "a target is one thing",
        "LT051",
        "`take:` must name exactly one thing",
        TAKEN,
        f"{RAID}, take: «{{capital: 2, item: crown}}»",
    ),
    mistake(
        "a target is something",
        "LT051",
        "`take:` must name exactly one thing",
        TAKEN,
        f"{RAID}, take: «{{}}»",
    ),
    mistake(
        "a purchase is one thing",
        "LT051",
        "`buy:` must name exactly one thing",
        "write one of `unit`, `item`, `facility`, `location`",
        "id: a, lieutenant: ada, action: purchase, buy: «{unit: rats, item: ring, name: R}»",
    ),
    mistake(
        "raids take no lieutenants",
        "LT052",
        "`raid` does not work on a lieutenant",
        "`raid` works on `unit`, `item`, `information`, `facility`, `capital`",
        f"{RAID}, take: {{«lieutenant»: fox}}",
    ),
    mistake(
        "things are not recruited",
        "LT052",
        "`recruit` does not work on an item",
        "`recruit` works on `lieutenant`, `unit`",
        "id: a, lieutenant: ada, action: recruit, target: {«item»: crown}",
    ),
    mistake(
        "lieutenants are not sold",
        "LT052",
        "`sell` does not work on a lieutenant",
        "`sell` works on `unit`, `item`, `information`, `facility`, `location`",
        "id: a, lieutenant: ada, action: sell, target: {«lieutenant»: kess}",
    ),
    mistake(
        "facilities are not hidden",
        "LT052",
        "`conceal` does not work on a facility",
        "`conceal` works on `lieutenant`, `unit`, `item`, `information`",
        "id: a, lieutenant: ada, action: conceal, target: {«facility»: drain}",
    ),
    mistake(
        "a matter in words is for inquiries",
        "LT052",
        "`surveil` does not work on free text",
        "`surveil` works on `lieutenant`, `unit`, `location`",
        "id: a, lieutenant: ada, action: surveil, target: {«other»: who pays}",
    ),
    mistake(
        "a lieutenant is called one",
        "LT053",
        "`fox` is a lieutenant, not a unit",
        "name a unit",
        "id: a, lieutenant: ada, action: surveil, target: {unit: «fox»}",
    ),
    mistake(
        "a misspelt target is told with the nearest of everybody's",
        "N001",
        "unknown unit `giant`",
        "did you mean `giants`?",
        "id: a, lieutenant: ada, action: surveil, target: {unit: «giant»}",
    ),
)

STEALTH: Final = (
    mistake(
        "what can't be stealthy is not",
        "LT054",
        "`work` can't be stealthy",
        "remove `stealthy:` (L-STL-2)",
        "id: a, lieutenant: kess, action: work, units: [knives], stealthy: «true»",
    ),
    mistake(
        "what can stay unnoticed can't be unidentified",
        "LT054",
        "`gain-influence` can't be unidentified",
        "it can be `unnoticed` (L-STL-2)",
        f"{COURT}, stealthy: «unidentified»",
    ),
    mistake(
        "what can be unidentified can't stay unnoticed",
        "LT054",
        "`raid` can't be unnoticed",
        "it can be `unidentified` (L-STL-2)",
        f"{RAID}, at: mill, take: {{capital: 2}}, stealthy: «unnoticed»",
    ),
    mistake(
        "a move is seen, unless somebody or something hides it",
        "LT054",
        "this move can't be stealthy",
        "assign smugglers, or use underground ways from start to end (L-STL-2)",
        "id: a, lieutenant: kess, action: move, units: [knives], to: mill, stealthy: «true»",
    ),
    mistake(
        "a way underground is no help to those who don't start there",
        "LT054",
        "this move can't be stealthy",
        "assign smugglers, or use underground ways from start to end (L-STL-2)",
        "id: a, lieutenant: kess, action: move, units: [adept], to: market, stealthy: «true»",
    ),
)

PLANS: Final = (
    mistake(
        "an order that is needed is one of the faction's",
        "N001",
        "unknown order `cort`",
        "did you mean `court`?",
        "id: court, lieutenant: ada, action: gain-influence, npc: watch",
        "id: b, lieutenant: kess, action: work, units: [knives], needs: «cort», otherwise: nothing",
    ),
    mistake(
        "an order that is needed comes earlier",
        "LT055",
        "`b` is not carried out before this order",
        "move the needed order above this one (L-TURN-4)",
        f"{COURT}, needs: «b», otherwise: nothing",
        "id: b, lieutenant: kess, action: work, units: [knives]",
    ),
    mistake(
        "an order does not need itself",
        "LT055",
        "`a` is not carried out before this order",
        "move the needed order above this one (L-TURN-4)",
        f"{COURT}, needs: «a», otherwise: nothing",
    ),
    Mistake(
        "nobody builds on others' gains",
        "LT056",
        "`vael/a` is an order of another faction",
        "`needs:` must name an earlier order of the same faction (L-TURN-4)",
        {
            TURN: turn(
                actions(COURT),
                actions(
                    "id: b, lieutenant: fox, action: gain-influence, npc: watch, "
                    "needs: «vael/a», otherwise: nothing"
                ),
            )
        },
    ),
    mistake(
        "who counts on a gain says what is done without it",
        "LT057",
        "`needs:` is given without `otherwise:`",
        PLAN,
        COURT,
        "id: b, lieutenant: kess, action: work, units: [knives], «needs»: a",
    ),
    mistake(
        "what is done instead is done instead of something",
        "LT057",
        "`otherwise:` is given without `needs:`",
        "add `needs:` with the earlier order, or remove `otherwise:` (L-TURN-4)",
        f"{COURT}, «otherwise»: nothing",
    ),
    mistake(
        "what is only gained by another order is not there without it",
        "N001",
        "unknown unit `rats`",
        "choose one of `adept`, `guards`, `knives`",
        "id: a, lieutenant: ada, action: purchase, buy: {unit: rats, type: thief-pack, name: R}",
        "id: b, lieutenant: kess, action: work, units: [«rats»]",
    ),
    mistake(
        "what is only gained is not there when the gain is not made",
        "N001",
        "unknown unit `rats`",
        "choose one of `adept`, `guards`, `knives`",
        "id: a, lieutenant: ada, action: purchase, buy: {unit: rats, type: thief-pack, name: R}",
        "id: b, lieutenant: kess, action: cautious-attack, at: mill, units: [rats], needs: a, "
        "otherwise: {action: work, units: [«rats»]}",
    ),
    mistake(
        "two orders of a faction have two ids",
        "N003",
        "there is already an order with the id `a`",
        "give one of them a different id",
        COURT,
        "id: «a», lieutenant: kess, action: work, units: [knives]",
    ),
)

WORKINGS: Final = (
    mistake(
        "it takes a seducer to seduce",
        "LT049",
        "no assigned unit can seduce",
        "assign a seducer",
        "id: a, lieutenant: ada, action: «seduce», target: {lieutenant: fox}, units: [knives]",
    ),
    mistake(
        "it takes saboteurs to sabotage",
        "LT049",
        "no assigned unit can sabotage a facility",
        "assign saboteurs",
        "id: a, lieutenant: ada, action: steal, take: {facility: «shop»}, units: [knives]",
    ),
    mistake(
        "it takes assassins to strike at one asset",
        "LT049",
        "no assigned unit can strike at one asset",
        "assign assassins",
        "id: a, lieutenant: kess, action: cautious-attack, at: mill, units: [knives], "
        "stealthy: true, «strike»: fox",
    ),
    mistake(
        "only who comes in stealth strikes at one asset",
        "LT064",
        "only a stealthy attack can strike at one asset",
        "add `stealthy: true`, or remove `strike:` (L-AST-STRIKES-ONE)",
        "id: a, lieutenant: kess, action: cautious-attack, at: mill, units: [blades], "
        "«strike»: fox",
        gm=(unit("blades", "assassins"),),
    ),
    mistake(
        "all who come to strike at one asset have sneak",
        "LT064",
        "`guards` has no sneak competency, so it can't join a strike at one asset",
        "remove the unit, or remove `strike:` (L-AST-STRIKES-ONE)",
        "id: a, lieutenant: kess, action: cautious-attack, at: mill, units: [blades, «guards»], "
        "stealthy: true, strike: fox",
        gm=(unit("blades", "assassins"),),
    ),
    mistake(
        "who is struck at is of those who are attacked",
        "LT042",
        "`serjeant` does not belong to `oru`",
        "name something that belongs to `oru`",
        "id: a, lieutenant: kess, action: cautious-attack, at: mill, units: [blades], "
        "stealthy: true, strike: «serjeant»",
        gm=(unit("blades", "assassins"),),
    ),
    mistake(
        "a misspelt victim is told with the nearest of the enemy's",
        "N001",
        "unknown lieutenant or unit `fx`",
        "did you mean `fox`?",
        "id: a, lieutenant: kess, action: cautious-attack, at: mill, units: [blades], "
        "stealthy: true, strike: «fx»",
        gm=(unit("blades", "assassins"),),
    ),
)

MISTAKES: Final = (*PARTS, *TARGETS, *STEALTH, *PLANS, *WORKINGS)
