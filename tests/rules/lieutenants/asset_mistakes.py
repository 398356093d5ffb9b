"""Mistakes in the assets of opening boards: each marked in place, and what is said of it."""

from __future__ import annotations

from typing import Final

from tests.rules.lieutenants.setup_boards import Mistake, swapped


def _vael(*swaps: tuple[str, str]) -> dict[str, str]:
    return swapped("factions/vael.yaml", *swaps)


def _oru(*swaps: tuple[str, str]) -> dict[str, str]:
    return swapped("factions/oru.yaml", *swaps)


def _unit(rest: str) -> dict[str, str]:
    """One more unit of Vael's."""
    line = "    - {id: guards,"
    return _vael((line, f"    - {{id: rats, name: Rats, at: manor, {rest}}}\n{line}"))


def _way(rest: str) -> dict[str, str]:
    """One more facility of Vael's."""
    line = "    - {id: drain,"
    return _vael((line, f"    - {{id: way, name: Way, {rest}}}\n{line}"))


KESS: Final = "- {id: kess, name: Captain Kess, level: 3, fight: 2, sneak: 1, at: manor,"
KNIVES: Final = "- {id: knives, name: the Knives, type: thief-pack, at: manor}"
CHEST: Final = "- {id: chest, name: an Iron Chest, value: 3, at: manor}"
DRAIN: Final = "type: underground-tunnel, at: manor, to: market}"
TOWN: Final = "locations in it: `cellar`, `manor`, `market`, `mill`"
OTHER_END: Final = "name another location under `to:`"

ASSETS: Final = (
    Mistake(
        "a lieutenant is at a location, not in a locale",
        "LT004",
        "`town` is a locale, not a location",
        TOWN,
        _vael((KESS, KESS.replace("manor", "«town»"))),
    ),
    Mistake(
        "a unit is at a location, not in a region",
        "LT004",
        "`vale` is a region, not a location",
        "locations in it: `cellar`, `ford`, `inn`, `manor`, `market`, `mill`",
        _vael((KNIVES, KNIVES.replace("manor", "«vale»"))),
    ),
    Mistake(
        "an asset is at a place that there is",
        "N001",
        "unknown location `manner`",
        "did you mean `manor`?",
        _vael((KNIVES, KNIVES.replace("manor", "«manner»"))),
    ),
    Mistake(
        "ids are given once in the campaign",
        "N003",
        "there is already an asset with the id `shop`",
        "give one of them a different id",
        _vael(("id: chest", "id: «shop»")),
        label="first used in factions/oru.yaml, line 18",
    ),
    Mistake(
        "assets of all kinds share their ids",
        "N003",
        "there is already an asset with the id `kess`",
        "give one of them a different id",
        _vael(("id: chest", "id: «kess»")),
        label="first used on line 14",
    ),
    Mistake(
        "an asset has no place's id",
        "LT017",
        "there is already a place with the id `mill`",
        "choose a different id",
        _vael(("id: chest", "id: «mill»")),
    ),
    Mistake(
        "an item is somewhere",
        "LT005",
        "one of `at` and `holder` is missing",
        "write either `at:` or `holder:`",
        _vael((CHEST, "- {«id»: chest, name: an Iron Chest}")),
    ),
    Mistake(
        "information is in one place",
        "LT005",
        "only one of `at` and `holder` is allowed",
        "write either `at:` or `holder:`",
        _vael(("at: cellar, obscurity", "at: cellar, «holder»: ada, obscurity")),
    ),
    Mistake(
        "force is said once",
        "LT005",
        "only one of `force` and `fight` is allowed",
        "write either `force:` or `fight:`",
        _vael((KESS, KESS.replace("fight", "force: 1, «fight»"))),
    ),
    Mistake(
        "a holder is there",
        "N001",
        "unknown lieutenant or unit `kes`",
        "did you mean `kess`?",
        _vael(("holder: kess", "holder: «kes»")),
    ),
    Mistake(
        "a holder is the owner's",
        "LT006",
        "`fox` is not a lieutenant or a unit of `vael`",
        "it can be held by `wren`, `kess`, `ada`, `knives`, `guards`, `adept`",
        _vael(("holder: kess", "holder: «fox»")),
    ),
    Mistake(
        "a thing holds nothing",
        "LT006",
        "`chest` is not a lieutenant or a unit of `vael`",
        "it can be held by `wren`, `kess`, `ada`, `knives`, `guards`, `adept`",
        _vael(("holder: kess", "holder: «chest»")),
    ),
    Mistake(
        "nobody is a double agent of its own faction",
        "LT013",
        "this belongs to `oru` and can't be its double agent",
        "name the other faction, or remove `agent_of:`",
        _oru(("agent_of: vael", "agent_of: «oru»")),
    ),
    Mistake(
        "a double agent serves a faction",
        "N001",
        "unknown faction `velo`",
        "did you mean `vael`?",
        _oru(("agent_of: vael", "agent_of: «velo»")),
    ),
    Mistake(
        "lieutenants alone get lost",
        "C005",
        "invalid value `lost`",
        "choose one of `damaged`, `destroyed`, `undamaged`",
        _oru(("condition: damaged", "condition: «lost»")),
    ),
    Mistake(
        "a lieutenant's upkeep is no influence",
        "C006",
        "`1i` is not an upkeep as in `1c` or `2r`",
        "write an upkeep as in `1c` or `2r`",
        _vael((KESS + " cost: 6c, upkeep: 1c", KESS + " cost: 6c, upkeep: «1i»")),
    ),
)

UNITS: Final = (
    Mistake(
        "a unit is of a type that there is",
        "N001",
        "unknown unit type `thief-back`",
        "did you mean `thief-pack`?",
        _unit("type: «thief-back»"),
    ),
    Mistake(
        "an upgrade is one that there is",
        "N001",
        "unknown upgrade `veteran-ish`",
        "did you mean `veteran`?",
        _unit("type: thief-pack, upgrades: [«veteran-ish»]"),
    ),
    Mistake(
        "an ability is one that there is",
        "N001",
        "unknown ability `blas`",
        "did you mean `blast`?",
        _unit("type: hedgemage, abilities: [«blas»]"),
    ),
    Mistake(
        "veterans are of level 1",
        "LT014",
        "`veteran` is only for units of level 1, not for `thief-pack`",
        "remove it, or choose a type of that level",
        _unit("type: thief-pack, upgrades: [«veteran»]"),
    ),
    Mistake(
        "an upgrade is had once",
        "LT014",
        "`loyal` is listed twice",
        "remove one of them",
        _unit("type: thief-pack, upgrades: [loyal, «loyal»]"),
    ),
    Mistake(
        "an ability is had once",
        "LT014",
        "`blast` is listed twice",
        "remove one of them",
        _unit("type: hedgemage, abilities: [blast, «blast»]"),
    ),
    Mistake(
        "divine units have no arcana",
        "LT014",
        "`priest` can't have an ability of this kind: `blast`",
        "divine units have divine abilities, all others arcana",
        _unit("type: priest, abilities: [«blast»]"),
    ),
    Mistake(
        "a type bounds the number of abilities",
        "LT015",
        "`hedgemage-adept` can have 1 ability",
        "keep 1 at most",
        _unit("type: hedgemage-adept, abilities: [blast, «demolition»]"),
    ),
    Mistake(
        "most types have no abilities",
        "LT015",
        "`thief-pack` can't have abilities",
        "remove `abilities:`",
        _unit("type: thief-pack, abilities: [«blast»]"),
    ),
)

WAYS: Final = (
    Mistake(
        "a facility is of a type that there is",
        "N001",
        "unknown facility type `craftsman`",
        "did you mean `craftsmen`?",
        _way("type: «craftsman», at: manor"),
    ),
    Mistake(
        "a tunnel ends somewhere",
        "LT007",
        "`to:` is missing",
        "add `to:` with the location at the other end",
        _vael(
            (
                f"{{id: drain, name: the Old Drain, {DRAIN}",
                "{«id»: drain, name: the Drain, type: underground-tunnel, at: manor}",
            )
        ),
    ),
    Mistake(
        "a shop ends nowhere",
        "LT007",
        "only underground tunnels and roads take `to:`",
        "remove `to:`",
        _way("type: craftsmen, at: manor, to: «mill»"),
    ),
    Mistake(
        "a tunnel ends elsewhere",
        "LT007",
        "both ends are the same location",
        OTHER_END,
        _way("type: underground-tunnel, at: manor, to: «manor»"),
    ),
    Mistake(
        "a tunnel stays in its locale",
        "LT007",
        "a tunnel joins two locations of one locale, but `manor` and `inn` are in two",
        OTHER_END,
        _way("type: underground-tunnel, at: manor, to: «inn»"),
    ),
    Mistake(
        "a tunnel ends at a location",
        "LT004",
        "`town` is a locale, not a location",
        TOWN,
        _way("type: underground-tunnel, at: manor, to: «town»"),
    ),
    Mistake(
        "a road leads to another locale",
        "LT007",
        "a road joins locations of two locales, but `manor` and `mill` are in one",
        OTHER_END,
        _way("type: underground-road, at: manor, to: «mill»"),
    ),
    Mistake(
        "a road begins at a tunnel",
        "LT007",
        "a road needs a tunnel of its owner at both ends, but `mill` has none",
        "first build a tunnel at each end",
        _way("type: underground-road, at: «mill», to: inn"),
    ),
    Mistake(
        "a road ends at a tunnel",
        "LT007",
        "a road needs a tunnel of its owner at both ends, but `inn` has none",
        "first build a tunnel at each end",
        _way("type: underground-road, at: market, to: «inn»"),
    ),
)

MISTAKES: Final = (*ASSETS, *UNITS, *WAYS)
