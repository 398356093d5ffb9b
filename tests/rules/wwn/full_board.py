"""A board on which Vael may order all there is to order, and has some that can do little."""

from __future__ import annotations

from typing import Final

from chronicle.records import replace
from chronicle.rules.wwn.effects import Afflicts, Mends
from chronicle.rules.wwn.state import Goal, Mark, Piece, PlaceState, State
from tests.rules.wwn.boards import SHIPPED, TURN, asset, base, board, faction

(_YIELDS,) = SHIPPED.assets["farmers"].effects
_SEDITION: Final = SHIPPED.assets["seditionists"]
#: Types of a campaign's own that pin and hobble in place of an attack.
JAILERS: Final = replace(
    _SEDITION, id="jailers", name="Jailers", effects=(Afflicts("instead", "pinned", "bearer"),)
)
LAMERS: Final = replace(
    _SEDITION, id="lamers", name="Lamers", effects=(Afflicts("instead", "hobbled", "turn"),)
)
#: One that may do one of two things for free.
STEWARDS: Final = replace(
    SHIPPED.assets["farmers"], id="stewards", name="Stewards", effects=(_YIELDS, Mends(1))
)
CASTLE: Final = (
    *("informers", "smugglers", "covert-transport", "underground-roads", "hired-friends"),
    *("shapeshifters", "mindbenders", "vanguard-unit", "magical-logistics", "farmers", "caravan"),
    *("usurers", "merchant-prince", "mad-genius", "trade-company"),
    *("useful-idiots", "fortification-program", "healers", "lead-or-silver", "just-as-planned"),
    "golden-prosperity",
)
FORD: Final = ("seditionists", "cryptomancers", "monopoly", "supply-interruption")


def bazaar() -> State:
    """Vael's in the castle, at the ford, on the quay and in hiding in the fen; the Oru's beside."""
    own: list[Piece] = [asset(kind) for kind in CASTLE]
    own += [asset(kind, at="ford") for kind in FORD]
    own += [
        asset("knights", at="ford", hp=3),
        asset("cavalry", at="fen", stealth="hidden"),
        asset("war-fleet", at="quay"),
        asset("scouts", marks=(Mark("pinned", by="ears"),)),
        asset("local-guard", marks=(Mark("unusable", by="ears"),)),
        asset("farmers", id="lamed", marks=(Mark("hobbled", by="ears", until=TURN),)),
        asset("infantry", id="recruits", ready=TURN + 1),
        asset("free-company", marks=(Mark("rogue", amount=500),)),
        base("post", at="isle", hp=2, maximum=4),
    ]
    others: list[Piece] = [
        asset("infantry", "oru", "ford", id="guard"),
        asset("farmers", "oru", "ford", id="barns"),
        asset("thugs", "oru", "quay", id="bullies"),
        asset("spymaster", "kell", "castle", id="ears"),
        base("camp", "oru", "fen"),
    ]
    vael = faction(
        "vael",
        force=4,
        cunning=5,
        wealth=4,
        hp=9,
        treasure=60,
        tags=("imperialist",),
        goal=Goal("wealth-of-kingdoms"),
    )
    ruled = (
        PlaceState("castle", ruler="vael", forbids=frozenset({"kell"})),
        PlaceState("ford", ruler="vael"),
        PlaceState("isle", ruler="vael", closed=True),
        PlaceState("quay", ruler="oru", closed=True),
    )
    state = board(*own, *others, factions=[vael], barred=ruled, types=(JAILERS, LAMERS, STEWARDS))
    jail = replace(asset("seditionists", at="ford", id="jail"), type="jailers")
    lame = replace(asset("seditionists", at="ford", id="lame"), type="lamers")
    stewards = replace(asset("farmers", id="stewards"), type="stewards")
    return state.with_asset(jail).with_asset(lame).with_asset(stewards)
