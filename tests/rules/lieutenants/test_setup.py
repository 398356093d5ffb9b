"""The opening board (L-ENT): what stands in the files is on it, and mistakes are found in place."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from chronicle.rules.lieutenants.catalogue import Price, UnitPower, built_in_catalogue
from chronicle.rules.lieutenants.state import (
    Bonus,
    Facility,
    FactionState,
    HiddenStatus,
    HouseRules,
    Information,
    Item,
    Lieutenant,
    PlaceState,
    State,
    Statistics,
    Unit,
)
from tests.marked_text import place_in_file, places, unmarked
from tests.rules.lieutenants.setup_boards import opened, sound_board, swapped


def c(amount: int) -> Price:
    return Price(amount, "capital")


def r(amount: int) -> Price:
    return Price(amount, "respect")


SQUAD: Final = frozenset({"squad"})
LIEUTENANTS: Final = (
    Lieutenant("fox", "Old Fox", "oru", "mill", 3, Statistics(1, 2), cost=c(5), upkeep=c(1)),
    Lieutenant("wren", "Wren", "oru", "ford", 1, Statistics(charm=2, lore=-1), agent_of="vael"),
    Lieutenant(
        "kess", "Captain Kess", "vael", "manor", 3, Statistics(2, 1), cost=c(6), upkeep=c(1)
    ),
    # Her upkeep is respect, and so she is bonded.
    Lieutenant(
        "ada", "Ada Quill", "vael", "cellar", 2, Statistics(0, 2, 3, 1), upkeep=r(1), bonded=True
    ),
    Lieutenant("serjeant", "the Serjeant", "watch", "inn", 2, Statistics(force=1)),
)
UNITS: Final = (
    Unit(
        "giants",
        "the Giants",
        "oru",
        "mill",
        "mercenaries",
        5,
        ("force",),
        SQUAD,
        cost=c(6),
        upkeep=c(2),
    ),
    Unit(
        "ears",
        "the Ears",
        "oru",
        "mill",
        "informers",
        2,
        (),
        frozenset({"network"}),
        powers=(UnitPower("watches-locale", -1),),
        cost=c(4),
        upkeep=c(1),
    ),
    Unit(
        "spies",
        "the Starlings",
        "oru",
        "ford",
        "spies",
        6,
        ("sneak", "charm"),
        SQUAD,
        powers=(UnitPower("unseen-on-success"),),
        condition="damaged",
        cost=c(10),
        upkeep=c(3),
    ),
    Unit(
        "knives",
        "the Knives",
        "vael",
        "manor",
        "thief-pack",
        4,
        ("sneak",),
        SQUAD,
        cost=c(4),
        upkeep=c(1),
    ),
    # Loyal: the upkeep of 1c is 1r.
    Unit(
        "guards",
        "the Manor Guard",
        "vael",
        "manor",
        "guard-squad",
        3,
        ("force",),
        SQUAD,
        upgrades=("loyal",),
        cost=c(3),
        upkeep=r(1),
        bonded=True,
    ),
    # Blast costs 1c over the 8c of a hedgemage, and brings force.
    Unit(
        "adept",
        "Brother Ash",
        "vael",
        "cellar",
        "hedgemage",
        2,
        ("lore", "force"),
        SQUAD,
        powers=(UnitPower("gains-force"),),
        abilities=("blast",),
        cost=c(9),
        upkeep=c(1),
        hiding=HiddenStatus(2),
    ),
    Unit(
        "patrol",
        "the Patrol",
        "watch",
        "inn",
        "militia",
        2,
        ("force",),
        SQUAD,
        powers=(UnitPower("defends-only"),),
        cost=c(2),
    ),
)
THINGS: Final = (
    Item(
        "crown",
        "the Crown",
        "vael",
        "",
        holder="kess",
        value=12,
        bonuses=(Bonus(("recruit", "ally"), 1),),
    ),
    Item("chest", "an Iron Chest", "vael", "manor", value=3),
    Information("ledger", "the Ledger", "vael", "cellar", obscurity=3),
    Facility(
        "shop", "the Millwrights", "oru", "mill", "craftsmen", 6, cost=c(12), upkeep=r(2), income=1
    ),
    Facility(
        "drain",
        "the Old Drain",
        "vael",
        "manor",
        "underground-tunnel",
        6,
        cost=c(10),
        link="tunnel",
        to="market",
    ),
)
PLACES: Final = (
    PlaceState("vale", "region", "", ()),
    PlaceState("town", "locale", "vale", ("road",)),
    PlaceState("road", "locale", "vale", ("town",), work_factor=Fraction(1, 2), work_cap=5),
    PlaceState("manor", "location", "town", (), "vael", 6, 2, 3, cost=c(8), upkeep=c(1)),
    PlaceState("mill", "location", "town", (), "oru", 5, 1, 2, cost=c(6)),
    PlaceState("market", "location", "town", (), level=4, cost=c(10)),
    # Its page is for Vael alone, and so it is secret, and known to Vael.
    PlaceState(
        "cellar",
        "location",
        "town",
        (),
        "vael",
        2,
        secret=True,
        unlisted=True,
        known_to=frozenset({"vael"}),
    ),
    PlaceState(
        "inn", "location", "road", (), "watch", 0, 1, 2, cost=c(5), admits=frozenset({"vael"})
    ),
    PlaceState("ford", "location", "road", ()),
)


def test_the_initial_board_matches_the_files() -> None:
    assert sound_board() == State(
        turn=1,
        factions={
            "vael": FactionState(
                "vael",
                npc=False,
                level_cap=6,
                leadership=3,
                cohesion=3,
                reach=4,
                capital=20,
                influence={"watch": 2},
                priority=("kess", "knives"),
            ),
            "oru": FactionState(
                "oru",
                npc=False,
                level_cap=5,
                leadership=3,
                cohesion=3,
                reach=2,
                capital=15,
                influence={"watch": 1},
                allies=frozenset({"watch"}),
            ),
            "watch": FactionState(
                "watch", npc=True, level_cap=5, leadership=3, cohesion=3, reach=0, capital=10
            ),
        },
        assets={asset.id: asset for asset in (*LIEUTENANTS, *UNITS, *THINGS)},
        places={place.id: place for place in PLACES},
        house=HouseRules(3, 0, built_in_catalogue()),
    )


def test_all_mistakes_in_the_setup_are_reported_in_one_run() -> None:
    files = {
        **swapped(
            "places.yaml",
            ("{name: The Vale}", "{name: The Vale, opening: {«income»: 1}}"),
            ("{owner: vael, capital: 2}", "{owner: «oru», capital: 2, known_to: [«tief»]}"),
        ),
        **swapped(
            "factions/vael.yaml",
            ("leadership: 3", "leadership: 1"),
            ("{watch: 2}", "{«oru»: 2}"),
            ("[kess, knives]", "[«kes», knives]"),
            ("id: kess, name: Captain Kess, level: 3", "id: «kess», name: Kess, level: «9»"),
            ("- id: ada", "- id: «ada»"),
            ("type: thief-pack, at: manor", "type: «thief», at: «town», upgrades: [«loyall»]"),
            ("abilities: [blast]", "abilities: [blast, demolition, «energy-wall»]"),
            ("name: an Iron Chest, value: 3, at: manor", "name: an Iron Chest, holder: «fox»"),
            ("to: market", "to: «inn»"),
        ),
        **swapped(
            "factions/oru.yaml",
            ("allies: [watch]", "allies: [«vael»]"),
            ("agent_of: vael", "agent_of: «oru»"),
            ("id: shop", "id: kess"),
        ),
    }
    found = opened(unmarked(files))
    # Factions are read in order of their ids: of two of one id, the Oru's comes first.
    assert found.state is None
    marked = set(places(files))
    assert {place_in_file(finding) for finding in found.findings} == marked
