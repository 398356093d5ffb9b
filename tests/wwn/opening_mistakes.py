"""Mistakes in opening boards: each marked in place, and what is said of it."""

from __future__ import annotations

from typing import Final

from tests.wwn.openings import Mistake, swapped


def _places(*swaps: tuple[str, str]) -> dict[str, str]:
    return swapped("places.yaml", *swaps)


def _vael(*swaps: tuple[str, str]) -> dict[str, str]:
    return swapped("factions/vael.yaml", *swaps)


def _oru(*swaps: tuple[str, str]) -> dict[str, str]:
    return swapped("factions/oru.yaml", *swaps)


def _kell(*swaps: tuple[str, str]) -> dict[str, str]:
    return swapped("factions/kell.yaml", *swaps)


def _house(rules: str) -> dict[str, str]:
    text = "title: Banners\nruleset: wwn\nseed: one\nrules:\n"
    return {"campaign.yaml": text + "".join(f"  {line}\n" for line in rules.splitlines())}


FORD: Final = "ford: {name: The Ford, neighbours: [harbour]}"
SEAT: Final = "{id: mill-house, at: mill, headquarters: true}"
HALL: Final = "{id: ford-hall, at: ford, hp: 4, max: 6}"
GOAL: Final = "goal: {kind: inside-enemy-territory}"
STANDING: Final = "standing: {contest: [vael], pays: false, step_in: false}"
KELL_STANDING: Final = "standing: {contest: always, restore: false, take_over: false}"
ANOTHER_ID: Final = "give this another id"
ANOTHER: Final = "name another faction"
ORU: Final = "did you mean `oru`?"
FACTIONS: Final = "known here: `kell`, `oru`, `vael`"
PLACES: Final = "known here: `crag`, `ford`, `harbour`, `mill`, `redhaven`"
TARGET: Final = "name an asset of another faction that is unhurt and not Stealthed"
SIZES: Final = "small is 3–4, 2–3, 1–2; medium 5–6, 4–5, 2–3; large 7–8, 6–7, 3–4"
IN_PLAY: Final = "leave it out, or let the faction buy it in play"

GROUND: Final = (
    Mistake(
        "miles are counted between positions",
        "WN001",
        "this place has no position, and distances are counted in miles",
        "add `position: [x, y]` in miles, or count with `distance: neighbours`",
        {
            **_house("{distance: miles}"),
            **_places(
                ("name: Redhaven\n", "name: Redhaven\n    position: [0, 0]\n"),
                ("{name: The Mill,", "{name: The Mill, position: [80, 2.5],"),
                (FORD, "ford: {name: «The Ford», neighbours: [harbour]}"),
                ("name: The Harbour\n", "name: The Harbour\n    position: [100, -40]\n"),
                ("{name: The Crag,", "{name: The Crag, position: [9, 9],"),
            ),
        },
    ),
    Mistake(
        "a ruler is a faction",
        "N001",
        "there is no faction `orru`",
        ORU,
        _places(("{ruler: oru}", "{ruler: «orru»}")),
    ),
    Mistake(
        "those shut out are factions",
        "N001",
        "there is no faction `thieves`",
        FACTIONS,
        _places(("forbids: [oru]", "forbids: [oru, «thieves»]")),
    ),
    Mistake(
        "one who is shut out is a faction, without a list too",
        "N001",
        "there is no faction `thieves`",
        FACTIONS,
        _places(("forbids: [oru]", "forbids: «thieves»")),
    ),
    Mistake(
        "those let in are factions",
        "N001",
        "there is no faction `velo`",
        "did you mean `vael`?",
        _places(("admits: [vael]", "admits: [«velo»]")),
    ),
    Mistake(
        "a ruler is not shut out",
        "WN009",
        "`vael` rules this place, and can't be shut out of it",
        "take it out of `forbids:`",
        _places(("forbids: [oru]", "forbids: [oru, «vael»]")),
    ),
    Mistake(
        "who is let in is not shut out",
        "WN009",
        "`oru` is let in and shut out",
        "take it out of `forbids:` or out of `admits:`",
        _places(("forbids: [oru]", "forbids: [oru], admits: [kell, «oru»]")),
    ),
    Mistake(
        "bans are a word or a list",
        "C003",
        "a text or a list is expected here, not a number",
        "",
        _places(("forbids: [oru]", "forbids: «3»")),
    ),
)

HOUSE: Final = (
    Mistake(
        "distances are counted in miles or neighbours",
        "C005",
        "`leagues` is none of the words that may stand here",
        "known here: `miles`, `neighbours`",
        _house("{distance: «leagues»}"),
    ),
    Mistake(
        "a move goes some miles",
        "C004",
        "this has to be at least 1",
        "",
        _house("{move: «0»}"),
    ),
    Mistake(
        "an entry of the catalogue is whole",
        "C001",
        "`cost` is missing here",
        "add `cost:`",
        _house("catalogue: {assets: {rowers: {«name»: R, attribute: force, level: 1, hp: 2}}}"),
    ),
)

PIECES: Final = (
    Mistake(
        "an asset's id is no faction's",
        "WN002",
        "there is already a faction `oru`",
        ANOTHER_ID,
        _vael(("id: guards", "id: «oru»")),
    ),
    Mistake(
        "a base's id is no faction's",
        "WN002",
        "there is already a faction `kell`",
        ANOTHER_ID,
        _vael(("id: ford-hall", "id: «kell»")),
    ),
    Mistake(
        "assets of all factions share their ids",
        "N003",
        "there is already an asset `wagons`",
        "give one of them another id",
        _vael(("id: guards", "id: «wagons»")),
        label="the other one is in factions/oru.yaml, line 17",
    ),
    Mistake(
        "assets and bases share their ids",
        "N003",
        "there is already a base `ford-hall`",
        "give one of them another id",
        _vael(("id: guards", "id: «ford-hall»")),
        label="the other one is on line 18",
    ),
    Mistake(
        "an asset is of a type that there is",
        "N001",
        "there is no asset type `calvary`",
        "did you mean `cavalry`?",
        _vael(("type: cavalry", "type: «calvary»"), ("[riders, red-keep]", "[riders]")),
    ),
    Mistake(
        "an asset is at a place",
        "N001",
        "there is no place `fjord`",
        "did you mean `ford`?",
        _vael(("type: local-guard, at: ford", "type: local-guard, at: «fjord»")),
    ),
    Mistake(
        "a base is at a place",
        "N001",
        "there is no place `moor`",
        PLACES,
        _vael(("{id: ford-hall, at: ford", "{id: ford-hall, at: «moor»")),
    ),
    Mistake(
        "an asset has no more hit points than its type",
        "WN005",
        "13 hit points are more than there can be",
        "write 1 to 12, or leave `hp:` out",
        _vael(("at: redhaven, hp: 9", "at: redhaven, hp: «13»")),
    ),
    Mistake(
        "an asset has hit points",
        "WN005",
        "what has no hit points is gone",
        "write 1 to 12, or leave `hp:` out",
        _vael(("at: redhaven, hp: 9", "at: redhaven, hp: «0»")),
    ),
    Mistake(
        "what goes by water is by water",
        "WN007",
        "`War Fleet` is always by water, and `crag` is not",
        "name a place with `water: true` in its `opening:`",
        _kell(("war-fleet, at: harbour", "war-fleet, at: «crag»")),
    ),
    Mistake(
        "an asset stays away from where it is barred",
        "WN008",
        "`redhaven` is closed to `oru`, and nothing covers this asset",
        "let it stand elsewhere, or be Stealthed; or have the place admit its faction",
        _oru(("type: caravan, at: mill", "type: caravan, at: «redhaven»")),
        warning=True,
    ),
    Mistake(
        "an asset stays away from what is closed to everyone",
        "WN008",
        "`harbour` is closed to `oru`, and nothing covers this asset",
        "let it stand elsewhere, or be Stealthed; or have the place admit its faction",
        _oru(("type: caravan, at: mill", "type: caravan, at: «harbour»")),
        warning=True,
    ),
)

BASES: Final = (
    Mistake(
        "a faction has a headquarters",
        "WN003",
        "`oru` has no headquarters",
        "write `headquarters: true` at one of its `bases:`",
        _oru(("bases:", "«bases»:"), (SEAT, "{id: mill-house, at: mill, max: 7}")),
    ),
    Mistake(
        "a faction without bases has no headquarters",
        "WN003",
        "`oru` has no headquarters",
        "write `headquarters: true` at one of its `bases:`",
        _oru((f"  bases:\n    - {SEAT}\n", ""), ("force: 1", "«force»: 1")),
    ),
    Mistake(
        "a faction has one headquarters",
        "WN003",
        "`vael` has its headquarters already: `red-keep`",
        "take `headquarters:` away here or there",
        _vael((HALL, "{id: ford-hall, at: ford, hp: 17, «headquarters»: true}")),
    ),
    Mistake(
        "the maximum of a headquarters is its faction's",
        "WN004",
        "the maximum of a headquarters is its faction's, which is 7",
        "take `max:` away; it follows from the faction's ratings",
        _oru((SEAT, "{id: mill-house, at: mill, headquarters: true, max: «6»}")),
    ),
    Mistake(
        "no base has more than its faction",
        "WN004",
        "no base has more hit points than its faction, which has 17 at most",
        "write 17 or less",
        _vael((HALL, "{id: ford-hall, at: ford, hp: 4, max: «18»}")),
    ),
    Mistake(
        "a base that is no headquarters says its maximum",
        "C001",
        "`max` is missing here",
        "add `max:`",
        _vael((HALL, "{«id»: ford-hall, at: ford, hp: 4}")),
    ),
    Mistake(
        "a maximum is some hit points",
        "C004",
        "this has to be at least 1",
        "",
        _vael((HALL, "{id: ford-hall, at: ford, max: «0»}")),
    ),
    Mistake(
        "a base has no more than its maximum",
        "WN005",
        "7 hit points are more than there can be",
        "write 1 to 6, or leave `hp:` out",
        _vael((HALL, "{id: ford-hall, at: ford, hp: «7», max: 6}")),
    ),
    Mistake(
        "a base that is gone does not stand here",
        "WN005",
        "what has no hit points is gone",
        "write 1 to 6, or leave `hp:` out",
        _vael((HALL, "{id: ford-hall, at: ford, hp: «0», max: 6}")),
    ),
    Mistake(
        "a headquarters has no less than its faction",
        "WN006",
        "this has 14 hit points, and its faction still has 15",
        "write 15 or more, or lower the faction's `hp:`",
        _vael(("headquarters: true, hp: 16", "headquarters: true, hp: «14»")),
    ),
)

FIGURES: Final = (
    Mistake(
        "a faction has an opening",
        "WN010",
        "this faction has no `opening:` with its ratings, bases and assets",
        "add `opening:` with `force:`, `cunning:`, `wealth:` and a headquarters",
        {
            "factions/thieves.yaml": "name: «The Thieves»\nfor: everyone\n"
            'colors: ["#7a1f2b", "#e8d8b0"]\nsigil: key\n'
        },
    ),
    Mistake(
        "a faction has all three ratings",
        "C001",
        "`cunning` is missing here",
        "add `cunning:`",
        _oru(("  force: 1\n  cunning: 3\n", "  «force»: 1\n")),
    ),
    Mistake(
        "ratings end at 8",
        "C004",
        "this has to be at most 8",
        "",
        _vael(("force: 5", "force: «9»")),
    ),
    Mistake(
        "a faction has no more hit points than its ratings give",
        "WN005",
        "18 hit points are more than there can be",
        "write 1 to 17, or leave `hp:` out",
        _vael(("hp: 15", "hp: «18»")),
    ),
    Mistake(
        "a faction has hit points",
        "WN005",
        "what has no hit points is gone",
        "write 1 to 17, or leave `hp:` out",
        _vael(("hp: 15", "hp: «0»")),
    ),
    Mistake(
        "ratings are those of a size",
        "WN011",
        "ratings of 5, 5 and 4 are those of no common size of faction",
        SIZES,
        _vael(("force: 5", "«force»: 5"), ("cunning: 4", "cunning: 5"), ("wealth: 2", "wealth: 4")),
        warning=True,
    ),
    Mistake(
        "a small faction begins with one asset of its best attribute",
        "WN012",
        "a small faction begins with one asset of its best attribute, and this is one more",
        IN_PLAY,
        _oru(
            ("type: caravan, at", "type: farmers, at"),
            ("id: wagons, type: farmers", "id: «wagons», type: smugglers"),
        ),
        warning=True,
    ),
    Mistake(
        "a medium faction begins with two others",
        "WN012",
        "a medium faction begins with two assets of its other attributes, and this is one more",
        IN_PLAY,
        _vael(
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
        "this asks for wealth 3, and the faction has 2",
        "raise the faction's `wealth:`, or choose another type",
        _oru(("type: caravan", "type: «free-company»")),
        warning=True,
    ),
    Mistake(
        "an asset needs no more magic than there is",
        "WN013",
        "this asks for magic `medium`, and the faction has `low`",
        "raise the faction's `magic:`, or choose another type",
        _vael(("type: local-guard", "type: «enchanted-elites»")),
        warning=True,
    ),
    Mistake(
        "a tag is one that there is",
        "N001",
        "there is no tag `marital`",
        "did you mean `martial`?",
        _vael(("tags: [martial]", "tags: [«marital»]")),
    ),
    Mistake(
        "a tag is had once",
        "WN015",
        "`populist` stands here twice",
        "take one away",
        _kell(("tags: [populist]", "tags: [populist, «populist»]")),
    ),
    Mistake(
        "a tag for the highest attribute is of use",
        "WN014",
        "`rich` is for those whose wealth is highest, as it is not here",
        "choose another tag, or raise `wealth:`",
        _kell(("tags: [populist]", "tags: [populist, «rich»]")),
        warning=True,
    ),
)

AIMS: Final = (
    Mistake(
        "a goal is one that there is",
        "C005",
        "`get-rich` is none of the words that may stand here",
        "known here: `blood-the-enemy`, `destroy-the-foe`, `eliminate-target`, `expand-influence`, "
        "`inside-enemy-territory`, `invincible-valor`, `peaceable-kingdom`, `root-out-the-enemy`, "
        "`sphere-dominance`, `wealth-of-kingdoms`",
        _oru((GOAL, "goal: {kind: «get-rich»}")),
    ),
    Mistake(
        "a foe is named",
        "C001",
        "`against` is missing here",
        "add `against:`",
        _oru((GOAL, "goal: {«kind»: destroy-the-foe}")),
    ),
    Mistake(
        "a target is named",
        "C001",
        "`asset` is missing here",
        "add `asset:`",
        _oru((GOAL, "goal: {«kind»: eliminate-target}")),
    ),
    Mistake(
        "a place is named",
        "C001",
        "`at` is missing here",
        "add `at:`",
        _oru((GOAL, "goal: {«kind»: root-out-the-enemy}")),
    ),
    Mistake(
        "a sphere is named",
        "C001",
        "`attribute` is missing here",
        "add `attribute:`",
        _oru((GOAL, "goal: {«kind»: sphere-dominance}")),
    ),
    Mistake(
        "a goal about nothing names nothing",
        "WN016",
        "`peaceable-kingdom` has no `against`",
        "take `against:` away",
        _oru((GOAL, "goal: {kind: peaceable-kingdom, «against»: vael}")),
    ),
    Mistake(
        "a goal names nothing else than it is about",
        "WN016",
        "`destroy-the-foe` has no `at`",
        "this goal takes `against:` and nothing else",
        _oru((GOAL, "goal: {kind: destroy-the-foe, against: vael, «at»: mill}")),
    ),
    Mistake(
        "a foe is a faction",
        "N001",
        "there is no faction `velo`",
        "did you mean `vael`?",
        _oru((GOAL, "goal: {kind: destroy-the-foe, against: «velo»}")),
    ),
    Mistake(
        "nobody is its own foe",
        "WN019",
        "`oru` is the faction itself",
        ANOTHER,
        _oru((GOAL, "goal: {kind: destroy-the-foe, against: «oru»}")),
    ),
    Mistake(
        "a target is an asset",
        "N001",
        "there is no asset of another faction `red-keep`",
        "known here: `eyes`, `fields`, `guards`, `riders`, `ships`, `traders`",
        _oru((GOAL, "goal: {kind: eliminate-target, asset: «red-keep»}")),
    ),
    Mistake(
        "a target is a rival's",
        "WN017",
        "`wagons` is the faction's own",
        TARGET,
        _oru((GOAL, "goal: {kind: eliminate-target, asset: «wagons»}")),
    ),
    Mistake(
        "a target is unhurt",
        "WN017",
        "`riders` is hurt already",
        TARGET,
        _oru((GOAL, "goal: {kind: eliminate-target, asset: «riders»}")),
    ),
    Mistake(
        "a target can be attacked",
        "WN017",
        "`eyes` is Stealthed",
        TARGET,
        _oru((GOAL, "goal: {kind: eliminate-target, asset: «eyes»}")),
    ),
    Mistake(
        "an enemy is rooted out of a place",
        "N001",
        "there is no place `redheaven`",
        "did you mean `redhaven`?",
        _oru((GOAL, "goal: {kind: root-out-the-enemy, at: «redheaven»}")),
    ),
    Mistake(
        "an enemy is rooted out of where it has a base",
        "WN018",
        "no other faction has a base at `mill`",
        "others have bases at `ford`, `harbour`, `redhaven`",
        _oru((GOAL, "goal: {kind: root-out-the-enemy, at: «mill»}")),
    ),
)

POLICIES: Final = (
    Mistake(
        "who defends is the faction's own",
        "N001",
        "there is no asset or base of this faction `quay`",
        "known here: `ears`, `mill-house`, `wagons`",
        _oru((STANDING, "standing: {defend: [wagons, «quay»]}")),
    ),
    Mistake(
        "who defends is named once",
        "WN015",
        "`wagons` stands here twice",
        "take one away",
        _oru((STANDING, "standing: {defend: [wagons, ears, «wagons»]}")),
    ),
    Mistake(
        "war is with factions",
        "N001",
        "there is no faction `thieves`",
        FACTIONS,
        _vael(("at_war: [oru]", "at_war: [oru, «thieves»]")),
    ),
    Mistake(
        "nobody is at war with itself",
        "WN019",
        "`vael` is the faction itself",
        ANOTHER,
        _vael(("at_war: [oru]", "at_war: [oru, «vael»]")),
    ),
    Mistake(
        "bases of factions are contested",
        "N001",
        "there is no faction `orru`",
        ORU,
        _kell((KELL_STANDING, "standing: {contest: [vael, «orru»]}")),
    ),
    Mistake(
        "what is no word for contests is a faction",
        "N001",
        "there is no faction `sometimes`",
        FACTIONS,
        _kell((KELL_STANDING, "standing: {contest: «sometimes»}")),
    ),
    Mistake(
        "reactions are used never, when lethal, or always",
        "C005",
        "`often` is none of the words that may stand here",
        "known here: `always`, `lethal`, `never`",
        _kell((KELL_STANDING, "standing: {sacrifice: «often»}")),
    ),
)

MISTAKES: Final = (*GROUND, *HOUSE, *PIECES, *BASES, *FIGURES, *AIMS, *POLICIES)
