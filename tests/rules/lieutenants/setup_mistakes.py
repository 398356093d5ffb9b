"""Mistakes in places and figures of opening boards: each marked in place, and what is said."""

from __future__ import annotations

from typing import Final

from tests.rules.lieutenants.setup_boards import Mistake, swapped


def _places(*swaps: tuple[str, str]) -> dict[str, str]:
    return swapped("places.yaml", *swaps)


def _vael(*swaps: tuple[str, str]) -> dict[str, str]:
    return swapped("factions/vael.yaml", *swaps)


def _oru(*swaps: tuple[str, str]) -> dict[str, str]:
    return swapped("factions/oru.yaml", *swaps)


def _house(rules: str) -> dict[str, str]:
    text = "title: Fords\nruleset: lieutenants\nseed: one\nrules:\n"
    return {"campaign.yaml": text + "".join(f"  {line}\n" for line in rules.splitlines())}


FORD: Final = "ford: {name: The Ford, within: road}"
FACTIONS: Final = "choose one of `oru`, `vael`, `watch`"
OTHER_END: Final = "name another location under `to:`"

TIERS: Final = (
    Mistake(
        "nothing lies within a location",
        "LT001",
        "this lies within `ford`, but that is a location and can't contain places",
        "regions contain locales, locales contain locations: move one of the two up a tier",
        _places((FORD, FORD + "\n  raft: {name: «The Raft», within: ford}")),
    ),
    Mistake(
        "a locale has nothing that locations have",
        "LT002",
        "a locale has no `income`",
        "`income:` is for locations, which are places within a locale",
        _places(("neighbours: [road]}", "neighbours: [road], opening: {«income»: 2}}")),
    ),
    Mistake(
        "a region has no work",
        "LT002",
        "a region has no `work`",
        "`work:` is for locales, which are places within a region",
        _places(("{name: The Vale}", "{name: The Vale, opening: {«work»: {cap: 3}}}")),
    ),
    Mistake(
        "a location has no work",
        "LT002",
        "a location has no `work`",
        "`work:` is for locales, which are places within a region",
        _places((FORD, "ford: {name: F, within: road, opening: {«work»: {cap: 3}}}")),
    ),
    Mistake(
        "locations are no neighbours",
        "LT003",
        "this place and `market` are neighbours, but not both are locales",
        "make locales neighbours instead; locations of one locale are always in reach",
        _places((FORD, "ford: {name: «The Ford», within: road, neighbours: [market]}")),
        warning=True,
    ),
    Mistake(
        "a region and a locale are no neighbours",
        "LT003",
        "this place and `vale` are neighbours, but not both are locales",
        "make locales neighbours instead; locations of one locale are always in reach",
        _places(
            ("{name: The Vale}", "{name: The Vale, neighbours: [town]}"),
            ("town: {name: The Town,", "town: {name: «The Town»,"),
        ),
        warning=True,
    ),
    Mistake(
        "a factor is a fraction",
        "C006",
        "`half` is not a whole number or a fraction like `1/2`",
        "write a whole number or a fraction like `1/2`",
        _places(("factor: 1/2", "factor: «half»")),
    ),
    Mistake(
        "an owner is a faction",
        "N001",
        "unknown faction `orru`",
        "did you mean `oru`?",
        _places(("{owner: oru, capital: 5,", "{owner: «orru», capital: 5,")),
    ),
    Mistake(
        "an owner may know its place",
        "LT008",
        "`oru` owns this place but may not know of it",
        "add the owner to the place's `for:`",
        _places(("{owner: vael, capital: 2}", "{owner: «oru», capital: 2}")),
    ),
    Mistake(
        "those who know a secret are factions",
        "N001",
        "unknown faction `thieves`",
        FACTIONS,
        _places(("vael, capital: 2}", "vael, capital: 2, known_to: [oru, «thieves»]}")),
    ),
    Mistake(
        "those who are admitted are factions",
        "N001",
        "unknown faction `velo`",
        "did you mean `vael`?",
        _places(("admits: [vael]", "admits: [«velo»]")),
    ),
    Mistake(
        "only secrets are known to some",
        "LT016",
        "this location is not secret: everybody knows it",
        "remove `known_to:`, or add `secret: true` to the location",
        _places(("{owner: oru, capital: 5,", "{owner: oru, «known_to»: [vael], capital: 5,")),
    ),
    Mistake(
        "a location does not cost respect",
        "C006",
        "`5r` is not a cost as in `4c` or `4i`",
        "write a cost as in `4c` or `4i`",
        _places(("cost: 5c", "cost: «5r»")),
    ),
)

FIGURES: Final = (
    Mistake(
        "a faction has an opening",
        "LT009",
        "this faction has no `opening:`",
        "add `opening:`; for a faction without a player, it needs only `npc: true`",
        {
            "factions/thieves.yaml": "name: «The Thieves»\nfor: everyone\n"
            'colors: ["#7a1f2b", "#e8d8b0"]\nsigil: key\n'
        },
    ),
    Mistake(
        "leadership bounds the number of lieutenants",
        "LT010",
        "`vael` has leadership 1; this is one lieutenant too many",
        "raise `leadership:`, or remove a lieutenant",
        _vael(("leadership: 3", "leadership: 1"), ("- id: ada", "- id: «ada»")),
    ),
    Mistake(
        "the level cap bounds the level of lieutenants",
        "LT011",
        "level 7 is above the faction's level cap of 6",
        "lower the level, or raise `level_cap:`",
        _vael(("Captain Kess, level: 3", "Captain Kess, level: «7»")),
    ),
    Mistake(
        "influence is with NPC factions",
        "LT012",
        "`oru` is not an NPC faction",
        "NPC factions: `watch`",
        _vael(("influence: {watch: 2}", "influence: {watch: 2, «oru»: 1}")),
    ),
    Mistake(
        "allies are NPC factions",
        "LT012",
        "`vael` is not an NPC faction",
        "NPC factions: `watch`",
        _oru(("allies: [watch]", "allies: [watch, «vael»]")),
    ),
    Mistake(
        "an NPC faction has no influence with itself",
        "LT012",
        "`watch` can't have influence or an alliance with itself",
        "an NPC faction has `npc: true` in its `opening:`",
        swapped("factions/watch.yaml", ("capital: 10", "capital: 10\n  allies: [«watch»]")),
    ),
    Mistake(
        "influence is with factions",
        "N001",
        "unknown faction `wach`",
        "did you mean `watch`?",
        _vael(("{watch: 2}", "{«wach»: 2}")),
    ),
    Mistake(
        "what is ranked for upkeep is there",
        "N001",
        "unknown asset of this faction `knifes`",
        "did you mean `knives`?",
        _vael(("[kess, knives]", "[kess, «knifes»]")),
    ),
    Mistake(
        "what is ranked for upkeep is the faction's",
        "N001",
        "unknown asset of this faction `kess`",
        "choose one of `ears`, `fox`, `giants`, `mill`, `shop`, `spies`, `wren`",
        _oru(("reach: 2", "reach: 2\n  upkeep_priority: [«kess»]")),
    ),
    Mistake(
        "the limit of influence is a number",
        "C003",
        "expected a whole number, not text",
        "write digits, without quotes: `3`",
        _house("influence_limit: «many»"),
    ),
    Mistake(
        "an entry of the catalogue is whole",
        "C001",
        "missing key `level`",
        "add `level:`",
        _house("catalogue: {units: {rowers: {«name»: Rowers}}}"),
    ),
)

MISTAKES: Final = (*TIERS, *FIGURES)
