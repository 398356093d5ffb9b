"""Mistakes in custom actions: each marked in place, and what is said."""

from __future__ import annotations

from typing import Final

from tests.rules.lieutenants.setup_boards import Mistake
from tests.rules.lieutenants.turns import TURN, actions, mistake, turn

LURE: Final = "lieutenant: kess, action: custom, name: Lure them away"
SNEAK: Final = f"id: a, {LURE}, check: {{skill: sneak}}"
SKILLS: Final = "choose one of `charm`, `force`, `lore`, `sneak`"
TOLD: Final = "for: vael, because: why"
#: All that the mill holds, taken by either of two who come off.
EMPTY: Final = f"brings: {{success: [{{{TOLD}, place: mill, capital: -5}}]}}"
GONE: Final = EMPTY.replace("for", "«for»")

FORM: Final = (
    mistake(
        "a custom action is called something",
        "C001",
        "missing key `name`",
        "add `name:`",
        "«id»: a, lieutenant: kess, action: custom, check: {skill: lore}",
    ),
    mistake(
        "a custom action says what is rolled",
        "C001",
        "missing key `check`",
        "add `check:`",
        "«id»: a, lieutenant: kess, action: custom, name: Lure them away",
    ),
    mistake(
        "a check is on a skill",
        "C001",
        "missing key `skill`",
        "add `skill:`",
        f"id: a, {LURE}, check: «{{}}»",
    ),
    mistake(
        "a skill is one of four",
        "C005",
        "invalid value `wits`",
        SKILLS,
        f"id: a, {LURE}, check: {{skill: «wits»}}",
    ),
    mistake(
        "a check is opposed by one thing",
        "LT050",
        "`check:` with `opposed_by:` does not use `level:`",
        "`check:` with `opposed_by:` takes `skill`, `opposed_by`",
        f"id: a, {LURE}, against: oru, check: {{skill: sneak, «level»: 2, opposed_by: sneak}}",
    ),
    mistake(
        "who opposes it is named",
        "C001",
        "missing key `against`",
        "add `against:`",
        f"«id»: a, {LURE}, check: {{skill: sneak, opposed_by: sneak}}",
    ),
    mistake(
        "whom it is aimed at, and who notices it, is named",
        "C001",
        "missing key `against`",
        "add `against:`",
        f"«id»: a, {LURE}, check: {{skill: sneak}}, notice: target",
    ),
    mistake(
        "it is against a faction that there is",
        "N001",
        "unknown faction `orv`",
        "did you mean `oru`?",
        f"{SNEAK}, against: «orv»",
    ),
    mistake(
        "it is noticed by one of four",
        "C005",
        "invalid value `all`",
        "choose one of `nobody`, `public`, `target`, `watchers`",
        f"{SNEAK}, notice: «all»",
    ),
    mistake(
        "a result is one of four",
        "C002",
        "unknown key `win`",
        "choose one of `complete_failure`, `complete_success`, `failure`, `success`",
        f"{SNEAK}, brings: {{«win»: []}}",
    ),
)

BROUGHT: Final = (
    mistake(
        "what it brings is told to somebody",
        "C001",
        "missing key `for`",
        "add `for:` and the readers: `everyone`, `factions`, `gm`, or ids of factions",
        f"{SNEAK}, brings: {{success: [{{«because»: why, faction: vael, capital: 1}}]}}",
    ),
    mistake(
        "what it brings changes one thing",
        "LT030",
        "this effect must change exactly one thing",
        "write one of {faction, capital} or {faction, reach}",
        f"{SNEAK}, brings: {{success: [{{«for»: vael, because: why, faction: vael, capital: 1, "
        "reach: 1}]}",
    ),
    mistake(
        "what it brings is checked on the board for each result",
        "LT031",
        "this would change the value from 5 to -1",
        "the value can't be below 0",
        f"{SNEAK}, brings: {{failure: [{{{TOLD}, place: mill, capital: «-6»}}]}}",
    ),
    mistake(
        "one thing that a result brings builds on the other",
        "LT032",
        "this changes nothing",
        "remove it, or set a different value",
        f"{SNEAK}, brings: {{complete_failure: [{{{TOLD}, asset: knives, condition: damaged}}, "
        f"{{{TOLD}, asset: knives, condition: «damaged»}}]}}",
    ),
    Mistake(
        "what does not fit any more is left out",
        "LT081",
        "`vael/b` can't bring this any more, so it was left out",
        "write another effect, or give it as an adjustment of a later turn",
        {
            TURN: turn(
                actions(
                    f"id: a, {LURE}, check: {{skill: sneak}}, {EMPTY}",
                    "id: b, lieutenant: ada, action: custom, name: Rob them, "
                    f"check: {{skill: sneak}}, {GONE}",
                )
            )
            + "rolls: {vael/a/check: [6, 6], vael/b/check: [6, 6]}\n"
        },
        warning=True,
    ),
    Mistake(
        "what is done instead is held to the same",
        "LT081",
        "`vael/b` can't bring this any more, so it was left out",
        "write another effect, or give it as an adjustment of a later turn",
        {
            TURN: turn(
                actions(
                    f"{SNEAK}, {EMPTY.replace('success', 'failure')}",
                    "id: b, lieutenant: ada, action: move, to: manor, needs: a, otherwise: "
                    f"{{action: custom, name: Rob them, check: {{skill: sneak}}, {GONE}}}",
                )
            )
            + "rolls: {vael/a/check: [2, 2], vael/b/check: [6, 6]}\n"
        },
        warning=True,
    ),
)

MISTAKES: Final = (*FORM, *BROUGHT)
