"""Mistakes in what an order is aimed at: each marked in place, and what is said."""

from __future__ import annotations

from typing import Final

from tests.rules.lieutenants.setup_boards import Mistake
from tests.rules.lieutenants.turns import TURN, actions, mistake, turn

LOCALE: Final = "an action happens in the lieutenant's locale (L-MOVE); use a Move to reach another"
OTHERS: Final = "name another target"
OURS: Final = "name something that belongs to `vael`"
LET_IN: Final = "name a location that is unowned, the faction's own, or open to it (L-MOVE)"
UNSEEN: Final = "let it surveil or investigate first, or say why it knows, as in `known: a map`"
OUT: Final = "name one that is available, or bring this one back with an adjustment"


OPPONENTS: Final = (
    mistake(
        "nobody attacks oneself",
        "LT060",
        "this `cautious-attack` sets `vael` against itself",
        OTHERS,
        "id: a, lieutenant: kess, action: cautious-attack, at: mill, against: «vael»",
    ),
    mistake(
        "where nobody else owns anything an attack says against whom it goes",
        "C001",
        "missing key `against`",
        "add `against:`",
        "«id»: a, lieutenant: kess, action: aggressive-attack, at: market",
    ),
    mistake(
        "an attack goes against one faction",
        "LT072",
        "`raid` can be against only one faction",
        "keep one of them",
        "id: a, lieutenant: kess, action: raid, at: mill, take: {capital: 2}, "
        "against: [oru, «watch»]",
    ),
    mistake(
        "a misspelt opponent is told with the nearest",
        "N001",
        "unknown faction `orru`",
        "did you mean `oru`?",
        "id: a, lieutenant: kess, action: block, at: market, against: [«orru»]",
    ),
    mistake(
        "those who lie in wait name each faction once",
        "LT059",
        "`oru` is listed twice",
        "remove one of them",
        "id: a, lieutenant: kess, action: ambush, at: market, against: [oru, watch, «oru»]",
    ),
    mistake(
        "nobody lies in wait for oneself",
        "LT060",
        "this `ambush` sets `vael` against itself",
        OTHERS,
        "id: a, lieutenant: kess, action: ambush, at: market, against: «vael»",
    ),
    mistake(
        "nobody robs oneself",
        "LT060",
        "`manor` belongs to `vael`, which can't `raid` its own",
        OTHERS,
        "id: a, lieutenant: kess, action: raid, take: {capital: «2»}",
    ),
    mistake(
        "nobody steals one's own",
        "LT060",
        "`chest` belongs to `vael`, which can't `steal` its own",
        OTHERS,
        "id: a, lieutenant: ada, action: steal, take: {item: «chest»}",
    ),
    mistake(
        "nobody steals one's own besides other things",
        "LT060",
        "`chest` belongs to `vael`, which can't `steal` its own",
        OTHERS,
        "id: a, lieutenant: ada, action: steal, at: mill, take: [{capital: 2}, {item: «chest»}]",
    ),
    Mistake(
        "nobody steals one's own capital besides other things",
        "LT060",
        "`mill` belongs to `oru`, which can't `steal` its own",
        OTHERS,
        {
            TURN: turn(
                oru=actions(
                    "id: a, lieutenant: fox, action: steal, at: mill, "
                    "take: [{item: crown}, {capital: «2»}]"
                )
            )
        },
    ),
    mistake(
        "what is taken at once is listed once",
        "LT059",
        "`capital` is listed twice",
        "remove one of them",
        "id: a, lieutenant: ada, action: steal, at: mill, take: [{capital: 2}, {capital: «1»}]",
    ),
    mistake(
        "a unit is not taken together with other things",
        "LT052",
        "`steal` can't take a unit together with other things",
        "give it its own order; a list can hold `item`, `information`, `capital`",
        "id: a, lieutenant: ada, action: steal, at: mill, take: [{capital: 2}, {«unit»: giants}]",
    ),
    mistake(
        "a raid takes no unit together with other things",
        "LT052",
        "`raid` can't take a unit together with other things",
        "give it its own order; a list can hold `item`, `information`, `capital`",
        "id: a, lieutenant: kess, action: raid, at: mill, take: [{capital: 2}, {«unit»: giants}]",
    ),
    mistake(
        "a lieutenant is not taken by a raid together with other things either",
        "LT052",
        "`raid` does not work on a lieutenant",
        "`raid` works on `unit`, `item`, `information`, `facility`, `capital`",
        "id: a, lieutenant: kess, action: raid, at: mill, "
        "take: [{capital: 2}, {«lieutenant»: fox}]",
    ),
    mistake(
        "each of the things to take is one thing",
        "LT051",
        "`take:` must name exactly one thing",
        "write one of `item`, `information`, `capital`",
        "id: a, lieutenant: ada, action: steal, at: mill, take: [{capital: 2}, «{}»]",
    ),
    mistake(
        "a list of things to take is not empty",
        "C004",
        "this must be a list of 1 or more items",
        "name at least one, or remove the key",
        "id: a, lieutenant: ada, action: steal, at: mill, take: «[]»",
    ),
    mistake(
        "nobody recruits one's own",
        "LT060",
        "`knives` belongs to `vael`, which can't `recruit` its own",
        OTHERS,
        "id: a, lieutenant: ada, action: recruit, target: {unit: «knives»}",
    ),
    mistake(
        "a double agent serves already",
        "LT060",
        "`wren` belongs to `vael`, which can't `recruit` its own",
        OTHERS,
        "id: a, lieutenant: ada, action: recruit, target: {lieutenant: «wren»}",
        gm=("asset: wren, at: market",),
    ),
    mistake(
        "an NPC faction is not rallied against who asks",
        "LT060",
        "this `rally` sets `vael` against itself",
        OTHERS,
        "id: a, lieutenant: ada, action: rally, npc: watch, against: «vael», pay: none",
    ),
    mistake(
        "an NPC faction is not rallied against itself",
        "LT060",
        "this `rally` sets `watch` against itself",
        OTHERS,
        "id: a, lieutenant: ada, action: rally, npc: watch, against: «watch», pay: none",
    ),
    mistake(
        "nobody claims one's own location",
        "LT060",
        "`manor` belongs to `vael`, which can't `claim` its own",
        OTHERS,
        "id: a, lieutenant: ada, action: claim, npc: watch, target: {location: «manor»}, pay: none",
    ),
    mistake(
        "nobody claims one's own asset",
        "LT060",
        "`chest` belongs to `vael`, which can't `claim` its own",
        OTHERS,
        "id: a, lieutenant: ada, action: claim, npc: watch, target: {item: «chest»}, pay: none",
    ),
    mistake(
        "influence is sought with NPC factions",
        "LT012",
        "`oru` is not an NPC faction",
        "NPC factions: `watch`",
        "id: a, lieutenant: ada, action: ally, npc: «oru»",
    ),
    Mistake(
        "an attack answers a rally of its own faction",
        "LT065",
        "`vael/rouse` rallies `watch` against `oru`; this is another attack",
        "order it for the first faction, against the second, or remove `answers:`",
        {
            TURN: turn(
                actions(
                    "id: rouse, lieutenant: ada, action: rally, npc: watch, against: oru, "
                    "pay: capital",
                    "id: b, lieutenant: kess, action: cautious-attack, at: mill, "
                    "answers: «vael/rouse»",
                ),
            )
        },
    ),
    Mistake(
        "an attack answers a rally against those it attacks",
        "LT065",
        "`vael/rouse` rallies `watch` against `oru`; this is another attack",
        "order it for the first faction, against the second, or remove `answers:`",
        {
            TURN: turn(
                actions(
                    "id: rouse, lieutenant: ada, action: rally, npc: watch, against: oru, "
                    "pay: capital",
                ),
                watch=actions(
                    "id: b, lieutenant: serjeant, action: cautious-attack, at: ford, "
                    "against: vael, answers: «vael/rouse»",
                ),
            )
        },
    ),
    Mistake(
        "an attack answers a rally that there is",
        "N001",
        "unknown rally `vael/rouse`",
        "",
        {
            TURN: turn(
                watch=actions(
                    "id: b, lieutenant: serjeant, action: cautious-attack, at: ford, "
                    "against: oru, answers: «vael/rouse»",
                ),
            )
        },
    ),
)

TARGETS: Final = (
    mistake(
        "whoever is watched is in the lieutenant's locale",
        "LT045",
        "`spies` is in `road`, but `ada` is in `town`",
        LOCALE,
        "id: a, lieutenant: ada, action: surveil, target: {unit: «spies»}",
    ),
    mistake(
        "a location that is watched is in the lieutenant's locale",
        "LT045",
        "`inn` is in `road`, but `ada` is in `town`",
        LOCALE,
        "id: a, lieutenant: ada, action: surveil, target: {location: «inn»}",
    ),
    mistake(
        "nobody is recruited from afar",
        "LT045",
        "`spies` is in `road`, but `ada` is in `town`",
        LOCALE,
        "id: a, lieutenant: ada, action: recruit, target: {unit: «spies»}",
    ),
    mistake(
        "nothing is taken from afar",
        "LT045",
        "`spies` is in `road`, but `kess` is in `town`",
        LOCALE,
        "id: a, lieutenant: kess, action: raid, take: {unit: «spies»}",
    ),
    mistake(
        "the destroyed are no targets",
        "LT041",
        "`giants` is destroyed",
        OUT,
        "id: a, lieutenant: ada, action: recruit, target: {unit: «giants»}",
        gm=("asset: giants, condition: destroyed",),
    ),
    mistake(
        "one hides one's own",
        "LT042",
        "`giants` does not belong to `vael`",
        OURS,
        "id: a, lieutenant: ada, action: conceal, target: {unit: «giants»}",
    ),
    mistake(
        "what is hidden comes to a location within reach",
        "LT045",
        "`ford` is in `road`, but `ada` is in `town`",
        LOCALE,
        "id: a, lieutenant: ada, action: conceal, target: {unit: knives}, move_to: «ford»",
    ),
    mistake(
        "what is hidden comes to a location where it is let in",
        "LT046",
        "`oru` does not admit `vael` to `mill`",
        LET_IN,
        "id: a, lieutenant: ada, action: conceal, target: {unit: knives}, move_to: «mill»",
    ),
    mistake(
        "one sells one's own",
        "LT042",
        "`shop` does not belong to `vael`",
        OURS,
        "id: a, lieutenant: ada, action: sell, target: {facility: «shop»}",
    ),
    mistake(
        "one sells locations of one's own",
        "LT042",
        "`mill` does not belong to `vael`",
        OURS,
        "id: a, lieutenant: ada, action: sell, target: {location: «mill»}",
    ),
)


def _unseen(law: str, name: str, order: str) -> Mistake:
    """An order of Old Fox that names what the Oru don't know."""
    message = f"`oru` does not know where `{name}` is"
    return Mistake(law, "LT080", message, UNSEEN, {TURN: turn(oru=actions(f"id: a, {order}"))})


#: What is hidden "cannot be seen by other factions, unless they succeed at some kind of information
#: gathering action" (L-ACT-CONCEAL).
UNKNOWN: Final = (
    _unseen(
        "a raid needs to know of a secret location",
        "cellar",
        "lieutenant: fox, action: raid, at: «cellar», take: {capital: 2}",
    ),
    _unseen(
        "a theft needs to know where a thing is",
        "ledger",
        "lieutenant: fox, action: steal, take: {information: «ledger»}",
    ),
    _unseen(
        "a raid needs to know of each thing that it takes",
        "ledger",
        "lieutenant: fox, action: raid, at: manor, against: vael, "
        "take: [{capital: 2}, {information: «ledger»}]",
    ),
    _unseen(
        "nobody wins over whom they can't see",
        "adept",
        "lieutenant: fox, action: recruit, target: {unit: «adept»}",
    ),
    _unseen(
        "nobody claims what they don't know of",
        "ledger",
        "lieutenant: fox, action: claim, npc: watch, target: {information: «ledger»}, pay: none",
    ),
    _unseen(
        "a move needs to know of a secret location",
        "cellar",
        "lieutenant: fox, action: move, to: «cellar»",
    ),
    _unseen(
        "so does the end of an action",
        "cellar",
        "lieutenant: fox, action: gain-influence, npc: watch, end_at: «cellar»",
    ),
)

MISTAKES: Final = (*OPPONENTS, *TARGETS, *UNKNOWN)
