"""Mistakes in orders and boards, each marked where it is, and what is said of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake: a marked turn or other files, and what is said of it."""

    law: str
    code: str
    message: str
    help: str
    turn: str = "turn: 1\n"
    files: Mapping[str, str] = field(default_factory=dict)
    warning: bool = False

    @property
    def marked(self) -> dict[str, str]:
        return {"turns/001.yaml": self.turn, **self.files}


def _vael(*lines: str, oru: str = "") -> str:
    own = "".join(f"    {line}\n" for line in lines)
    return f"turn: 1\norders:\n  vael:\n{own}{oru}"


DRILL: Final = "  oru:\n    conspiracies: [{id: drill, action: mobilize, resource: giants}]\n"
PUSH: Final = (
    "  oru:\n    conspiracies:\n"
    "      - {id: push, action: raise, resource: giants, to: 2, narrative: They push.}\n"
)
ONE_SPHERE: Final = "place one of them elsewhere or in `reserve` (S-ROUND-1)"
SERVES: Final = "a resource can serve, help or block only one conspiracy (S-ROUND-5)"
STRENGTH: Final = "stake at most the strength of the resource (S-DICE-1, S-STAKE-5)"
POOL: Final = "stake at most the dice in the pool (S-DICE-1)"
SAME_SPHERE: Final = "both must be in the same sphere; place the resource there"
ONE_FIGURE: Final = (
    "write one of {power, sphere, influence}, {power, resource, strength}, {power, dd}, "
    "{power, actor}, {chalice}"
)

MISTAKES: Final = (
    Mistake(
        "the seating names every power",
        "SH001",
        "missing in the seating: `vael`",
        "list every faction once, clockwise",
        files={
            "campaign.yaml": "title: C\nruleset: shadow\nseed: one\nrules: {seating: «[oru]»}\n",
        },
    ),
    Mistake(
        "the seating names no power twice",
        "SH001",
        "`oru` is not a power, or is listed twice",
        "list every faction once, clockwise",
        files={
            "campaign.yaml": (
                "title: C\nruleset: shadow\nseed: one\nrules: {seating: [oru, vael, «oru»]}\n"
            ),
        },
    ),
    Mistake(
        "the seating names powers alone",
        "SH001",
        "`vaels` is not a power, or is listed twice",
        "did you mean `vael`?",
        files={
            "campaign.yaml": (
                "title: C\nruleset: shadow\nseed: one\nrules: {seating: [«vaels», oru]}\n"
            ),
        },
    ),
    Mistake(
        "all powers know every sphere",
        "SH002",
        "all powers see the whole board, but `oru` may not know this sphere",
        "write `for: factions`, or `for: everyone`",
        files={
            "places.yaml": (
                "for: everyone\nplaces:\n  harbour: {name: H}\n  marsh: {name: M}\n"
                "  vale: {name: «V», for: vael}\n"
            )
        },
    ),
    Mistake(
        "two resources of one power do not share a sphere",
        "SH003",
        "`knives` and `eyes` would both be in `harbour`",
        ONE_SPHERE,
        turn=_vael("place: {knives: «harbour»}"),
    ),
    Mistake(
        "Influence of 3 is one power's, whatever the GM gives",
        "SH004",
        "`vael` already has Influence 3 in `harbour`, and only one power can",
        "lower one of the two to 2 or less",
        turn=(
            "turn: 1\nadjustments:\n"
            "  - {for: gm, because: a test, power: vael, sphere: harbour, influence: +2}\n"
            "  - {for: gm, because: a test, power: oru, sphere: harbour, influence: «+3»}\n"
        ),
    ),
    Mistake(
        "a resource serves one conspiracy",
        "SH005",
        "`eyes` is used twice in this round",
        SERVES,
        turn=_vael(
            "conspiracies:",
            "  - {id: creep, action: raise, resource: eyes, to: 2, narrative: They creep.}",
            "  - {id: drill, action: mobilize, resource: «eyes»}",
        ),
    ),
    Mistake(
        "a resource that conspires can't help besides",
        "SH005",
        "`knives` is used twice in this round",
        SERVES,
        turn=_vael(
            "place: {knives: marsh}",
            "conspiracies: [{id: drill, action: mobilize, resource: knives}]",
            "help: [{conspiracy: oru/push, resource: «knives»}]",
            oru=PUSH,
        ),
    ),
    Mistake(
        "a stake is at most the strength of its resource",
        "SH006",
        "`eyes` has strength 1 and can't stake 2 dice",
        STRENGTH,
        turn=_vael(
            "conspiracies:",
            "  - {id: creep, action: raise, resource: eyes, to: 2, stake: «2», narrative: Soft.}",
        ),
    ),
    Mistake(
        "a block is at most the strength of its resource",
        "SH006",
        "`knives` has strength 2 and can't stake 3 dice",
        STRENGTH,
        turn=_vael(
            "place: {knives: marsh}",
            "block: [{conspiracy: oru/push, resource: knives, stake: «3»}]",
            oru=PUSH,
        ),
    ),
    Mistake(
        "a stake is at most what the pool can hold",
        "SH007",
        "`oru` can have at most 2 Destiny Dice here, not 4",
        POOL,
        turn=PUSH.replace("  oru", "turn: 1\norders:\n  oru").replace(
            "to: 2,", "to: 2, stake: «4»,"
        ),
    ),
    Mistake(
        "Influence is raised above the present level",
        "SH008",
        "the power already has Influence 1 in `harbour`",
        "choose a level above the present one (S-ACT-1)",
        turn=_vael(
            "conspiracies:",
            "  - {id: creep, action: raise, resource: eyes, to: «1», narrative: They creep.}",
        ),
    ),
    Mistake(
        "a resource is attacked where it is",
        "SH009",
        "`oru/giants` is in `marsh`, but `eyes` is in `harbour`",
        SAME_SPHERE,
        turn=_vael(
            "conspiracies:",
            "  - id: burn",
            "    action: attack-resource",
            "    resource: eyes",
            "    target: «oru/giants»",
            "    narrative: Fire.",
        ),
    ),
    Mistake(
        "an actor is attacked where it is",
        "SH009",
        "the actor of `oru` is in no sphere, but `eyes` is in `harbour`",
        SAME_SPHERE,
        turn=_vael(
            "conspiracies:",
            "  - {id: hunt, action: attack-actor, resource: eyes, target: «oru», narrative: No.}",
        ),
    ),
    Mistake(
        "help comes from a resource in the sphere",
        "SH009",
        "`oru/push` is in `marsh`, but `eyes` is in `harbour`",
        SAME_SPHERE,
        turn=_vael("help: [{conspiracy: «oru/push», resource: eyes}]", oru=PUSH),
    ),
    Mistake(
        "a resource in reserve can't act",
        "SH010",
        "`knives` is in reserve and can't act",
        "place it: `place: {knives: …}`",
        turn=_vael("conspiracies: [{id: drill, action: mobilize, resource: «knives»}]"),
    ),
    Mistake(
        "nobody helps what mobilizes",
        "SH011",
        "a resource that mobilizes can't be helped or blocked",
        "remove this, or choose another conspiracy (S-ACT-2)",
        turn=_vael(
            "place: {eyes: marsh}", "help: [{conspiracy: «oru/drill», resource: eyes}]", oru=DRILL
        ),
    ),
    Mistake(
        "nobody blocks what mobilizes",
        "SH011",
        "a resource that mobilizes can't be helped or blocked",
        "remove this, or choose another conspiracy (S-ACT-2)",
        turn=_vael(
            "place: {eyes: marsh}", "block: [{conspiracy: «oru/drill», resource: eyes}]", oru=DRILL
        ),
    ),
    Mistake(
        "a power does not attack itself",
        "SH012",
        "a power can't attack itself",
        "choose another power",
        turn=_vael(
            "conspiracies:",
            "  - {id: hunt, action: attack-actor, resource: eyes, target: «vael», narrative: No.}",
        ),
    ),
    Mistake(
        "a power does not help itself",
        "SH012",
        "a power can't help itself",
        "choose another power",
        turn=_vael(
            "place: {knives: marsh}",
            "conspiracies:",
            "  - {id: creep, action: raise, resource: eyes, to: 2, narrative: They creep.}",
            "help: [{conspiracy: «vael/creep», resource: knives}]",
        ),
    ),
    Mistake(
        "a new resource comes with dominance alone",
        "SH014",
        "only a raise to 3 earns a new resource",
        "write `to: 3`, or remove `new_resource`",
        turn=_vael(
            "conspiracies:",
            "  - id: creep",
            "    action: raise",
            "    resource: eyes",
            "    to: 2",
            "    narrative: They creep.",
            "    «new_resource»: {id: ears, name: the Ears, type: agents}",
        ),
    ),
    Mistake(
        "an eliminated actor is not placed",
        "SH015",
        "the actor of `vael` is eliminated",
        "the GM can bring it back with the adjustment `actor: active`",
        turn=(
            "turn: 1\nadjustments:\n"
            "  - {for: factions, because: a fever, power: vael, actor: eliminated}\n"
            "orders:\n  vael: {actor: «marsh»}\n"
        ),
    ),
    Mistake(
        "an eliminated actor is not attacked",
        "SH015",
        "the actor of `oru` is eliminated",
        "the GM can bring it back with the adjustment `actor: active`",
        turn=(
            "turn: 1\nadjustments:\n"
            "  - {for: factions, because: a fever, power: oru, actor: eliminated}\n"
            "orders:\n  vael:\n    conspiracies:\n"
            "      - {id: h, action: attack-actor, resource: eyes, target: «oru», narrative: N.}\n"
        ),
    ),
    Mistake(
        "a power assists once in a story",
        "SH016",
        "`vael` has already given assistance in this story",
        "assistance is available again in the next story",
        turn="turn: 1\norders:\n  vael: {assist: {sphere: harbour, request: A boat}}\n",
        files={
            "turns/002.yaml": (
                "turn: 2\norders:\n  vael: {assist: {«sphere»: harbour, request: A boat}}\n"
            )
        },
    ),
    Mistake(
        "an effect says which figure it changes",
        "SH017",
        "this effect must change exactly one value",
        ONE_FIGURE,
        turn=(
            "turn: 1\nadjustments:\n"
            "  - {«for»: factions, because: a test, power: vael, influence: +1}\n"
        ),
    ),
    Mistake(
        "no pool falls below nothing",
        "SH018",
        "this would change the value from 2 to -1",
        "the value can't be below 0",
        turn="turn: 1\nnews:\n  - {for: gm, text: A., effects: [{power: vael, dd: «-3»}]}\n",
    ),
    Mistake(
        "Influence does not pass 3",
        "SH018",
        "this would change the value from 1 to 4",
        "the value must be from 0 to 3",
        turn=(
            "turn: 1\nnews:\n  - for: gm\n    text: A.\n"
            "    effects: [{power: vael, sphere: harbour, influence: «+3»}]\n"
        ),
    ),
    Mistake(
        "an effect changes something",
        "SH018",
        "this changes nothing",
        "the value must be from 0 to 1",
        turn=(
            "turn: 1\nadjustments:\n  - {for: gm, because: a test, power: vael, actor: «active»}\n"
        ),
    ),
    Mistake(
        "a conspiracy without a narrative is pointed out and played",
        "SH019",
        "this conspiracy has no narrative, so it fails without a roll (S-DICE-4)",
        "add `narrative:`; if it should fail, write `narrative: false`",
        turn=_vael("conspiracies: [{id: «creep», action: raise, resource: eyes, to: 2}]"),
        warning=True,
    ),
    Mistake(
        "a resource of the greatest strength that mobilizes is pointed out and played",
        "SH022",
        "`knives` already has strength 5 and gains nothing",
        "5 is the most (S-ACT-2); give it another order",
        turn=(
            "turn: 1\nadjustments:\n"
            "  - {for: gm, because: a test, power: vael, resource: knives, strength: 3}\n"
            "orders:\n  vael:\n    place: {eyes: reserve, knives: harbour}\n"
            "    conspiracies: [{id: drill, action: mobilize, resource: «knives»}]\n"
        ),
        warning=True,
    ),
    Mistake(
        "a target says whose resource it is",
        "SH020",
        "`giants` does not say whose resource is attacked",
        "write the power, a slash and the resource, like `oru/whalers`",
        turn=_vael(
            "conspiracies:",
            "  - id: burn",
            "    action: attack-resource",
            "    resource: eyes",
            "    target: «giants»",
            "    narrative: Fire.",
        ),
    ),
    Mistake(
        "every faction has opening figures",
        "SH021",
        "this power has no `opening:` with its actor, Influence and resources",
        "add `opening:` with at least `actor: {name: …}`",
        files={
            "factions/vael.yaml": (
                'name: «V»\nfor: everyone\ncolors: ["#7a1f2b", "#e8d8b0"]\nsigil: key\n'
            )
        },
    ),
)
