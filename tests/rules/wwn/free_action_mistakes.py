"""Mistakes in free actions: which one is meant, its keys, and who has it."""

from __future__ import annotations

from typing import Final

from tests.rules.wwn.setup_boards import Mistake
from tests.rules.wwn.turns import TURN, abilities, mistake, new, turn

OTHERS: Final = "name another asset, or move this order to a later turn"
OF_VAEL: Final = "name something that belongs to `vael`"
IMPERIAL: Final = "faction: vael, tags: [imperialist]"
SETTLE: Final = "id: settle, expand: {base: inn, at: mill, hp: 2, declares: [eyes]}"

KEYS: Final = (
    mistake(
        "a free action is told nothing that it has no use for",
        "WN050",
        "`exposes` of Informers does not use `to:`",
        "`exposes` of Informers takes `against`",
        abilities("id: look, asset: eyes, against: oru, «to»: mill"),
    ),
    mistake(
        "who goes alone takes nobody along",
        "WN050",
        "`carries` of Dragomans does not use `target:`",
        "`carries` of Dragomans takes `to`",
        abilities("id: go, asset: guides, to: ford, «target»: riders"),
        gm=(new("vael", "guides", "dragomans", "redhaven"),),
    ),
    mistake(
        "what brings Treasure is about nothing else",
        "WN050",
        "`yields` of Farmers does not use `against:`",
        "remove it",
        abilities("id: reap, asset: fields, «against»: oru"),
    ),
    mistake(
        "who looks is told at whom",
        "C001",
        "missing key `against`",
        "add `against:`",
        abilities("«id»: look, asset: eyes"),
    ),
    mistake(
        "who goes is told where to",
        "C001",
        "missing key `to`",
        "add `to:`",
        oru=abilities("«id»: ride, asset: wagons"),
    ),
    mistake(
        "a passenger is named where it goes alone",
        "C001",
        "missing key `target`",
        "add `target:`",
        abilities("«id»: ride, asset: carts, to: mill"),
        gm=(new("vael", "carts", "military-transport", "redhaven"),),
    ),
    mistake(
        "an ability is an asset's, or what a tag allows",
        "C001",
        "missing key `asset`",
        "add `asset:`",
        abilities("«id»: look, against: oru"),
    ),
    mistake(
        "what a tag allows is not an asset's",
        "WN050",
        "a free Expand does not use `asset:`",
        "a free Expand takes `expand`",
        abilities(f"{SETTLE}, «asset»: eyes"),
        gm=(IMPERIAL,),
    ),
    mistake(
        "only tags let a faction expand beside its action",
        "WN069",
        "no tag of `vael` lets it expand as a free action",
        "make it the turn's action, under `expand:` (W-ACT-4)",
        abilities("id: settle, «expand»: {base: inn, at: mill, hp: 2, declares: [eyes]}"),
    ),
    mistake(
        "a faction expands freely once a turn",
        "WN056",
        "`vael` can make only one free Expand per turn",
        "remove one of the two",
        abilities(SETTLE, "id: again, «expand»: {base: lookout, at: crag, hp: 2}"),
        gm=(IMPERIAL, "asset: riders, at: crag"),
        label="the first is on line 8",
    ),
    mistake(
        "the word under `use:` is that of an effect that can be ordered",
        "C005",
        "invalid value `mends`",
        "choose one of `yields`",
        abilities("id: reap, asset: fields, use: «mends»"),
    ),
)

#: Farmers who can do two things.
OWN_FARMERS: Final = """\
title: Banners
ruleset: wwn
seed: one
rules:
  catalogue:
    assets:
      farmers:
        effects:
          - {does: yields, amount: 1d4}
          - {does: mends, amount: 1}
"""
SEVERAL: Final = (
    Mistake(
        "of several free actions one is meant",
        "WN062",
        "`fields` has several free actions: say which to use",
        "add `use:` with one of `yields`, `mends`",
        {"campaign.yaml": OWN_FARMERS, TURN: turn(abilities("id: toil, asset: «fields»"))},
    ),
    Mistake(
        "whichever it is, an asset has one a turn",
        "WN056",
        "`fields` has only one free action per turn",
        "remove one of the two",
        {
            "campaign.yaml": OWN_FARMERS,
            TURN: turn(
                abilities(
                    "id: reap, asset: fields, use: yields",
                    "id: mend, asset: «fields», use: mends, target: riders",
                )
            ),
        },
        label="the first is on line 5",
    ),
)

WHO: Final = (
    mistake(
        "an asset's name is looked for among the faction's own",
        "N001",
        "unknown asset `feilds`",
        "did you mean `fields`?",
        abilities("id: reap, asset: «feilds»"),
    ),
    mistake(
        "bases have no free actions",
        "WN060",
        "`red-keep` is a base, not an asset",
        "name an asset",
        abilities("id: reap, asset: «red-keep»"),
    ),
    mistake(
        "nobody uses another's asset",
        "WN053",
        "`wagons` belongs to `oru`, not to `vael`",
        OF_VAEL,
        abilities("id: ride, asset: «wagons», to: ford"),
    ),
    mistake(
        "not every asset has a free action",
        "WN061",
        "`riders` (Cavalry) has no free action to use here",
        "remove it, or use it in an action",
        abilities("id: ride, asset: «riders», to: ford"),
    ),
    mistake(
        "who lowers a price is named with the purchase",
        "WN061",
        "`lenders` (Usurers) has no free action to use here",
        "name it under `helped_by:` of the purchase",
        abilities("id: lend, asset: «lenders»"),
        gm=(new("vael", "lenders", "usurers", "redhaven"),),
    ),
    mistake(
        "who makes rivals throw again is named with the roll",
        "WN061",
        "`benders` (Mindbenders) has no free action to use here",
        "name it under `redo:`, with the roll",
        abilities("id: bend, asset: «benders»"),
        gm=(new("vael", "benders", "mindbenders", "redhaven"),),
    ),
    mistake(
        "a free action is used once a turn",
        "WN056",
        "`fields` has only one free action per turn",
        "remove one of the two",
        abilities("id: reap, asset: fields", "id: again, asset: «fields»"),
        label="the first is on line 5",
    ),
    mistake(
        "who is let go this turn does nothing more",
        "WN054",
        "`herds` is gone after this turn's upkeep",
        OTHERS,
        "sheds: [herds]\n" + abilities("id: reap, asset: «herds»"),
        gm=(
            new("vael", "herds", "farmers", "redhaven"),
            new("vael", "barns", "farmers", "redhaven"),
        ),
    ),
    mistake(
        "who is lost for want of Treasure does nothing more",
        "WN054",
        "`herds` is gone after this turn's upkeep",
        OTHERS,
        # Four of Wealth and a rating of 2: two too many, and no Treasure but the income of 4, less
        # 4 for the soldiers. The cheapest go.
        abilities("id: reap, asset: «herds»"),
        gm=(
            "faction: vael, treasure: -20",
            new("vael", "herds", "farmers", "redhaven"),
            new("vael", "troop", "hired-legion", "redhaven"),
            new("vael", "gang", "hired-legion", "redhaven"),
        ),
    ),
)

MISTAKES: Final[tuple[Mistake, ...]] = (*KEYS, *SEVERAL, *WHO)
