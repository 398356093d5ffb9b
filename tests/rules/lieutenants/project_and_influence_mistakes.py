"""Mistakes in work, projects, influence and upkeep: each marked in place, and what is said."""

from __future__ import annotations

from typing import Final

from tests.rules.lieutenants.setup_boards import Mistake
from tests.rules.lieutenants.turns import TURN, actions, mistake, turn

HIGHER: Final = "use a trainer of higher level; lieutenants can be `sent_away` (L-ACT-TRAIN)"
BEGUN: Final = "remove it here; the GM can change projects with adjustments"
GAINS: Final = "write `gain: level` and `statistic:` with the one to raise (L-ACT-TRAIN)"
TYPES: Final = "name another type, or write `gain: level` (L-ACT-TRAIN)"
SHARE: Final = "assign units that share one (L-ACT-WORK)"
COURT: Final = "id: a, lieutenant: ada, action: gain-influence, npc: watch"
STUDY: Final = "id: a, lieutenant: ada, action: research, project: wards"
TEACH: Final = "id: a, lieutenant: kess, action: train, project: drill"
ADA: Final = f"{TEACH}, target: {{lieutenant: ada}}"

WORK: Final = (
    mistake(
        "all units at work share a competency",
        "LT066",
        "these units have no competency in common",
        SHARE,
        "id: a, lieutenant: kess, action: work, units: «[knives, guards]»",
    ),
    mistake(
        "who can do nothing earns nothing",
        "LT066",
        "`ears` has no competency to work with",
        SHARE,
        "id: a, lieutenant: kess, action: work, units: «[ears]»",
        gm=("asset: ears, joins: vael",),
    ),
    mistake(
        "those who choose their patrons are at work",
        "LT048",
        "`guards` is not assigned by this order",
        "add it to `units:`, or remove it here",
        "id: a, lieutenant: kess, action: work, units: [knives], selective: [knives, «guards»]",
    ),
    mistake(
        "those who choose their patrons are named once",
        "LT059",
        "`knives` is listed twice",
        "remove one of them",
        "id: a, lieutenant: kess, action: work, units: [knives], selective: [knives, «knives»]",
    ),
)

PROJECTS: Final = (
    mistake(
        "new research is called something",
        "C001",
        "missing key `name`",
        "add `name:`",
        "«id»: a, lieutenant: ada, action: research, project: wards",
    ),
    mistake(
        "new training is for somebody",
        "C001",
        "missing key `target`",
        "add `target:`",
        "«id»: a, lieutenant: kess, action: train, project: drill, gain: level",
    ),
    mistake(
        "new training brings something",
        "C001",
        "missing key `gain`",
        "add `gain:`",
        "«id»: a, lieutenant: kess, action: train, project: drill, target: {unit: adept}",
    ),
    Mistake(
        "a project is that of one faction",
        "LT069",
        "`wards` is already a research project of `vael`",
        "choose another id for this one",
        {
            TURN: turn(
                actions(f"{STUDY}, name: Wards"),
                actions("id: a, lieutenant: fox, action: research, project: «wards», name: Wards"),
            )
        },
    ),
    mistake(
        "research is not carried on by training",
        "LT069",
        "`wards` is already a research project of `vael`",
        "choose another id for this one",
        f"{STUDY}, name: Wards",
        "id: b, lieutenant: kess, action: train, project: «wards», target: {unit: adept}, "
        "gain: level",
    ),
    mistake(
        "a project keeps the successes that it was begun with",
        "LT071",
        "`wards` was started with another `successes:`, `8`",
        BEGUN,
        f"{STUDY}, name: Wards",
        "id: b, lieutenant: kess, action: research, project: wards, successes: «9»",
    ),
    mistake(
        "a project keeps its name",
        "LT071",
        "`wards` was started with another `name:`, `Wards`",
        BEGUN,
        f"{STUDY}, name: Wards",
        "id: b, lieutenant: kess, action: research, project: wards, name: «Walls»",
    ),
    mistake(
        "a project rests or not as it was begun",
        "LT071",
        "`wards` was started with another `hold:`, `true`",
        BEGUN,
        f"{STUDY}, name: Wards",
        "id: b, lieutenant: kess, action: research, project: wards, hold: «false»",
    ),
    Mistake(
        "training stays with whom it was begun with",
        "LT071",
        "`drill` was started with another `target:`, `adept`",
        BEGUN,
        {
            TURN: turn(actions(f"{TEACH}, target: {{unit: adept}}, gain: level"))
            + "rolls: {vael/a/check: [4, 4]}\n",
            "turns/002.yaml": "turn: 2\norders:\n  vael:\n"
            + actions(f"{TEACH}, target: «{{unit: knives}}»"),
        },
    ),
    Mistake(
        "what is blocked waits for the GM",
        "LT070",
        "`wards` is blocked: something that it needs is missing",
        "when it has been found, add the adjustment `cleared: true` for this project",
        {
            TURN: turn(actions(f"{STUDY}, name: Wards")) + "rolls: {vael/a/check: [1, 1]}\n",
            "turns/002.yaml": "turn: 2\norders:\n  vael:\n"
            + actions("id: a, lieutenant: ada, action: research, project: «wards»"),
        },
    ),
)

TRAINING: Final = (
    mistake(
        "one trains one's own",
        "LT042",
        "`giants` does not belong to `vael`",
        "name something that belongs to `vael`",
        f"{TEACH}, target: {{unit: «giants»}}, gain: level",
    ),
    mistake(
        "one trains those within reach",
        "LT045",
        "`adept` is in `road`, but `kess` is in `town`",
        "an action happens in the lieutenant's locale (L-MOVE); use a Move to reach another",
        f"{TEACH}, target: {{unit: «adept»}}, gain: level",
        gm=("asset: adept, at: ford",),
    ),
    mistake(
        "who trains a unit for a level has a higher one",
        "LT067",
        "`kess` has level 3, but needs at least level 5",
        HIGHER,
        "id: a, lieutenant: «kess», action: train, project: drill, target: {unit: knives}, "
        "gain: level",
    ),
    mistake(
        "who trains a unit for another type has its level",
        "LT067",
        "`kess` has level 3, but needs at least level 4",
        HIGHER,
        "id: a, lieutenant: «kess», action: train, project: drill, target: {unit: knives}, "
        "gain: {type: cut-purses}",
    ),
    mistake(
        "no lieutenant trains one of the same level",
        "LT067",
        "`ada` has level 2, but needs at least level 4",
        HIGHER,
        "id: a, lieutenant: «ada», action: train, project: drill, target: {lieutenant: kess}, "
        "gain: level, statistic: lore",
    ),
    mistake(
        "levels stay within the cap",
        "LT011",
        "level 3 is above the faction's level cap of 2",
        "lower the level, or raise `level_cap:`",
        f"{ADA}, gain: «level», statistic: lore",
        gm=("faction: vael, level_cap: -4",),
    ),
    mistake(
        "a lieutenant's training raises a statistic",
        "C001",
        "missing key `statistic`",
        "add `statistic:`",
        "«id»: a, lieutenant: kess, action: train, project: drill, target: {lieutenant: ada}, "
        "gain: level",
    ),
    mistake(
        "lieutenants have no type",
        "LT068",
        "`ada` is a lieutenant and has no type",
        GAINS,
        f"{ADA}, gain: {{type: «spies»}}",
    ),
    mistake(
        "a unit turns into another type",
        "LT068",
        "`adept` already has this type",
        TYPES,
        f"{TEACH}, target: {{unit: adept}}, gain: {{type: «hedgemage»}}",
    ),
    mistake(
        "no training makes a priest",
        "LT068",
        "`priest` comes only from an NPC faction, not from training",
        TYPES,
        f"{TEACH}, target: {{unit: adept}}, gain: {{type: «priest»}}",
    ),
    mistake(
        "a unit turns into a type that there is",
        "N001",
        "unknown unit type `spie`",
        "did you mean `spies`?",
        f"{TEACH}, target: {{unit: adept}}, gain: {{type: «spie»}}",
    ),
)

INFLUENCE: Final = (
    mistake(
        "no more influence is spent than is held",
        "LT073",
        "the faction has 2 influence with `watch`, not 3",
        "spend less, or name the order that gains it under `needs:` (L-CHK-7)",
        f"{COURT}, influence: «3»",
    ),
    mistake(
        "no more influence is spent than the campaign allows",
        "LT073",
        "an action can use at most 3 influence, not 4",
        "spend less, or raise `influence_limit:` in campaign.yaml (L-CHK-7)",
        f"{COURT}, influence: «4»",
        gm=("faction: vael, npc: watch, influence: +8",),
    ),
    mistake(
        "influence helps where an NPC faction is concerned",
        "LT074",
        "influence has no effect here: the action concerns no NPC faction",
        "remove `influence:` (L-CHK-7)",
        "id: a, lieutenant: kess, action: work, units: [knives], influence: «1»",
    ),
    Mistake(
        "a claim without a price is pointed out and played",
        "LT075",
        "without `pay:`, this `claim` has no effect even on a success",
        "add `pay: influence` or `pay: capital`, or `pay: none` to pay nothing",
        {
            TURN: turn(
                actions(
                    "id: a, lieutenant: ada, action: «claim», npc: watch, target: {location: mill}"
                )
            )
        },
        warning=True,
    ),
    Mistake(
        "a rally without a price is pointed out and played",
        "LT075",
        "without `pay:`, this `rally` has no effect even on a success",
        "add `pay: influence` or `pay: capital`, or `pay: none` to pay nothing",
        {TURN: turn(actions("id: a, lieutenant: ada, action: «rally», npc: watch, against: oru"))},
        warning=True,
    ),
)


def _upkeep(law: str, code: str, message: str, advice: str, written: str) -> Mistake:
    return Mistake(law, code, message, advice, {TURN: turn(f"    {written}\n")})


UPKEEP: Final = (
    _upkeep(
        "a faction ranks its own",
        "LT042",
        "`giants` does not belong to `vael`",
        "name something that belongs to `vael`",
        "upkeep_priority: [kess, manor, wren, «giants»]",
    ),
    _upkeep(
        "a faction ranks what there is",
        "N001",
        "unknown asset `kes`",
        "did you mean `kess`?",
        "upkeep_priority: [«kes»]",
    ),
    _upkeep(
        "a faction ranks a thing once",
        "LT059",
        "`ada` is listed twice",
        "remove one of them",
        "upkeep_priority: [ada, kess, «ada»]",
    ),
    _upkeep(
        "a faction loses its own",
        "LT042",
        "`mill` does not belong to `vael`",
        "name something that belongs to `vael`",
        "leaves: [«mill»]",
    ),
    _upkeep(
        "who goes for want of respect costs respect",
        "LT076",
        "`knives` costs no respect",
        "name something with upkeep in respect, or remove this (L-TURN-6)",
        "leaves: [«knives»]",
    ),
    # Ada and the loyal guards cost one respect each, of the one that is left.
    Mistake(
        "the GM says who goes when respect falls short",
        "LT077",
        "`vael` needs 2 respect but has reach 1: 1 too little",
        "name who leaves under `leaves:` (L-TURN-6): `ada` (1r), `guards` (1r)",
        {TURN: turn("    «upkeep_priority»: [kess]\n", gm=("faction: vael, reach: -3",))},
    ),
    Mistake(
        "the GM names as many as it takes",
        "LT077",
        "`vael` needs 1 respect but has reach 0: 1 too little",
        "name who leaves under `leaves:` (L-TURN-6): `guards` (1r)",
        {TURN: turn("    «leaves»: [ada]\n", gm=("faction: vael, reach: -4",))},
    ),
)

_IDLE: Final = "{id: a, lieutenant: serjeant, action: work, units: [patrol]}"
_ROUSED: Final = (
    turn(
        actions(
            "id: rouse, lieutenant: ada, action: rally, npc: watch, against: oru, pay: capital"
        ),
    )
    + "rolls: {vael/rouse/check: [3, 4]}\n"
)
#: Who was roused attacks in the same turn or in the next (L-ACT-RALLY).
RALLIES: Final = tuple(
    Mistake(
        f"a rally waits for its answer, {what}",
        "LT079",
        "`watch` was rallied by `vael` against `oru` in turn 1, but does not attack",
        "order the attack for `watch`, with `answers: vael/rouse` (L-ACT-RALLY)",
        {TURN: _ROUSED, "turns/002.yaml": second},
        warning=True,
    )
    for what, second in (
        ("and nobody gives orders", "turn: «2»\n"),
        (
            "and the roused do something else",
            f"turn: 2\norders: {{watch: {{«actions»: [{_IDLE}]}}}}\n",
        ),
    )
)

MISTAKES: Final = (*WORK, *PROJECTS, *TRAINING, *INFLUENCE, *UPKEEP, *RALLIES)
