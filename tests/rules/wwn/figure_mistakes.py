"""What can be wrong with how a faction begins: its figures, its goal, and what it has resolved."""

from __future__ import annotations

from typing import Final

from tests.rules.wwn.setup_boards import Mistake
from tests.rules.wwn.setup_mistake_texts import (
    ANOTHER,
    FACTIONS,
    GOAL,
    IN_PLAY,
    KELL_STANDING,
    ORU,
    SIZES,
    STANDING,
    TARGET,
    kell,
    oru,
    vael,
)

FIGURES: Final = (
    Mistake(
        "a faction has an opening",
        "WN010",
        "this faction has no `opening:`",
        "add `opening:` with `force:`, `cunning:`, `wealth:` and a headquarters",
        {
            "factions/thieves.yaml": "name: «The Thieves»\nfor: everyone\n"
            'colors: ["#7a1f2b", "#e8d8b0"]\nsigil: key\n'
        },
    ),
    Mistake(
        "a faction has all three ratings",
        "C001",
        "missing key `cunning`",
        "add `cunning:`",
        oru(("  force: 1\n  cunning: 3\n", "  «force»: 1\n")),
    ),
    Mistake(
        "ratings end at 8",
        "C004",
        "this must be at most 8",
        "",
        vael(("force: 5", "force: «9»")),
    ),
    Mistake(
        "a faction has no more hit points than its ratings give",
        "WN005",
        "18 hit points are more than the maximum of 17",
        "write 1 to 17, or remove `hp:`",
        vael(("hp: 15", "hp: «18»")),
    ),
    Mistake(
        "a faction has hit points",
        "WN005",
        "hit points must be at least 1",
        "write 1 to 17, or remove `hp:`",
        vael(("hp: 15", "hp: «0»")),
    ),
    Mistake(
        "ratings are those of a size",
        "WN011",
        "ratings of 5, 5 and 4 match no standard faction size",
        SIZES,
        vael(("force: 5", "«force»: 5"), ("cunning: 4", "cunning: 5"), ("wealth: 2", "wealth: 4")),
        warning=True,
    ),
    Mistake(
        "a small faction begins with one asset of its best attribute",
        "WN012",
        "a small faction usually starts with one asset of its best attribute; this is one more",
        IN_PLAY,
        oru(
            ("type: caravan, at", "type: farmers, at"),
            ("id: wagons, type: farmers", "id: «wagons», type: smugglers"),
        ),
        warning=True,
    ),
    Mistake(
        "a medium faction begins with two others",
        "WN012",
        "a medium faction usually starts with two assets of its other attributes; this is one more",
        IN_PLAY,
        vael(
            (
                "type: farmers, at: redhaven}",
                "type: farmers, at: redhaven}\n    - {id: «more», type: farmers, at: ford}",
            )
        ),
        warning=True,
    ),
    Mistake(
        "an asset is of a level that can be bought",
        "WN013",
        "this asset needs wealth 3, but the faction has 2",
        "raise the faction's `wealth:`, or choose another type",
        oru(("type: caravan", "type: «free-company»")),
        warning=True,
    ),
    Mistake(
        "an asset needs no more magic than there is",
        "WN013",
        "this asset needs magic `medium`, but the faction has `low`",
        "raise the faction's `magic:`, or choose another type",
        vael(("type: local-guard", "type: «enchanted-elites»")),
        warning=True,
    ),
    Mistake(
        "a tag is one that there is",
        "N001",
        "unknown tag `marital`",
        "did you mean `martial`?",
        vael(("tags: [martial]", "tags: [«marital»]")),
    ),
    Mistake(
        "a tag is had once",
        "WN015",
        "`populist` is listed twice",
        "remove one of them",
        kell(("tags: [populist]", "tags: [populist, «populist»]")),
    ),
    Mistake(
        "a tag for the highest attribute is of use",
        "WN014",
        "`rich` works only while wealth is the highest rating",
        "choose another tag, or raise `wealth:`",
        kell(("tags: [populist]", "tags: [populist, «rich»]")),
        warning=True,
    ),
)

AIMS: Final = (
    Mistake(
        "a goal is one that there is",
        "C005",
        "invalid value `get-rich`",
        "choose one of `blood-the-enemy`, `destroy-the-foe`, `eliminate-target`,"
        " `expand-influence`, "
        "`inside-enemy-territory`, `invincible-valor`, `own`, `peaceable-kingdom`, "
        "`root-out-the-enemy`, `sphere-dominance`, `wealth-of-kingdoms`",
        oru((GOAL, "goal: {kind: «get-rich»}")),
    ),
    Mistake(
        "a foe is named",
        "C001",
        "missing key `against`",
        "add `against:`",
        oru((GOAL, "goal: {«kind»: destroy-the-foe}")),
    ),
    Mistake(
        "a target is named",
        "C001",
        "missing key `asset`",
        "add `asset:`",
        oru((GOAL, "goal: {«kind»: eliminate-target}")),
    ),
    Mistake(
        "a place is named",
        "C001",
        "missing key `at`",
        "add `at:`",
        oru((GOAL, "goal: {«kind»: root-out-the-enemy}")),
    ),
    Mistake(
        "a sphere is named",
        "C001",
        "missing key `attribute`",
        "add `attribute:`",
        oru((GOAL, "goal: {«kind»: sphere-dominance}")),
    ),
    Mistake(
        "a goal about nothing names nothing",
        "WN016",
        "`peaceable-kingdom` does not take `against:`",
        "remove `against:`",
        oru((GOAL, "goal: {kind: peaceable-kingdom, «against»: vael}")),
    ),
    Mistake(
        "a goal names nothing else than it is about",
        "WN016",
        "`destroy-the-foe` does not take `at:`",
        "this goal takes only `against:`",
        oru((GOAL, "goal: {kind: destroy-the-foe, against: vael, «at»: mill}")),
    ),
    Mistake(
        "a foe is a faction",
        "N001",
        "unknown faction `velo`",
        "did you mean `vael`?",
        oru((GOAL, "goal: {kind: destroy-the-foe, against: «velo»}")),
    ),
    Mistake(
        "nobody is its own foe",
        "WN019",
        "`oru` is this faction itself",
        ANOTHER,
        oru((GOAL, "goal: {kind: destroy-the-foe, against: «oru»}")),
    ),
    Mistake(
        "a target is an asset",
        "N001",
        "unknown asset of another faction `red-keep`",
        "choose one of `eyes`, `fields`, `guards`, `riders`, `ships`, `traders`",
        oru((GOAL, "goal: {kind: eliminate-target, asset: «red-keep»}")),
    ),
    Mistake(
        "a target is a rival's",
        "WN017",
        "`wagons` belongs to the faction itself",
        TARGET,
        oru((GOAL, "goal: {kind: eliminate-target, asset: «wagons»}")),
    ),
    Mistake(
        "a target is unhurt",
        "WN017",
        "`riders` is already damaged",
        TARGET,
        oru((GOAL, "goal: {kind: eliminate-target, asset: «riders»}")),
    ),
    Mistake(
        "a target can be attacked",
        "WN017",
        "`eyes` is Stealthed",
        TARGET,
        oru((GOAL, "goal: {kind: eliminate-target, asset: «eyes»}")),
    ),
    Mistake(
        "an enemy is rooted out of a place",
        "N001",
        "unknown place `redheaven`",
        "did you mean `redhaven`?",
        oru((GOAL, "goal: {kind: root-out-the-enemy, at: «redheaven»}")),
    ),
    Mistake(
        "an enemy is rooted out of where it has a base",
        "WN018",
        "no other faction has a base in `mill`",
        "other factions have bases in `ford`, `harbour`, `redhaven`",
        oru((GOAL, "goal: {kind: root-out-the-enemy, at: «mill»}")),
    ),
)

POLICIES: Final = (
    Mistake(
        "who defends is the faction's own",
        "N001",
        "unknown asset or base of this faction `quay`",
        "choose one of `ears`, `mill-house`, `wagons`",
        oru((STANDING, "standing: {defend: [wagons, «quay»]}")),
    ),
    Mistake(
        "who defends is named once",
        "WN015",
        "`wagons` is listed twice",
        "remove one of them",
        oru((STANDING, "standing: {defend: [wagons, ears, «wagons»]}")),
    ),
    Mistake(
        "war is with factions",
        "N001",
        "unknown faction `thieves`",
        FACTIONS,
        vael(("at_war: [oru]", "at_war: [oru, «thieves»]")),
    ),
    Mistake(
        "nobody is at war with itself",
        "WN019",
        "`vael` is this faction itself",
        ANOTHER,
        vael(("at_war: [oru]", "at_war: [oru, «vael»]")),
    ),
    Mistake(
        "bases of factions are contested",
        "N001",
        "unknown faction `orru`",
        ORU,
        kell((KELL_STANDING, "standing: {contest: [vael, «orru»]}")),
    ),
    Mistake(
        "what is no word for contests is a faction",
        "N001",
        "unknown faction `sometimes`",
        FACTIONS,
        kell((KELL_STANDING, "standing: {contest: «sometimes»}")),
    ),
    Mistake(
        "reactions are used never, when lethal, or always",
        "C005",
        "invalid value `often`",
        "choose one of `always`, `lethal`, `never`",
        kell((KELL_STANDING, "standing: {sacrifice: «often»}")),
    ),
)
