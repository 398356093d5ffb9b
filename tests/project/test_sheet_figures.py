"""Figures of sheets in dossiers and on pages, by hand: hit points, levels, holders, measures.

All figures come from the small campaigns of the rulesets and from the rules cited.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from chronicle.diagnostics.report import Report
from chronicle.model.audience import EVERYONE, GM, Audience, faction_audience
from chronicle.model.facts import Facts, faction_ref, place_ref
from chronicle.outline.charts import figures_of, own_figures, public_figures
from chronicle.outline.pages import outline
from chronicle.outline.site import Site
from chronicle.pipeline import PlayedCampaign, resolve_campaign
from chronicle.project import project
from chronicle.project.edition import Edition
from chronicle.render.pages import render_file
from chronicle.rules.protocol import Holding
from tests.outline.figures_campaign import assert_in_order, renderer
from tests.rules.lieutenants import small_campaign as lieutenants
from tests.rules.wwn import small_campaign as wwn
from tests.small_campaign import tree_of
from tests.theme_fragments import blocks

VAEL, ORU, KELL = (faction_audience(id) for id in ("vael", "oru", "kell"))
#: Vael's riders attack the Salt Traders at the mill: 9 and 5 for Force beat 2 and 4, and both dice
#: of the damage show 1 (W-CHK-1, W-ACT-1). Martial throws a second die, which is less.
WWN_TURNS: Final = {
    "turns/001.yaml": """\
turn: 1
adjustments:
  - {sequence: [vael, oru, kell], for: gm, because: So be it.}
  - {faction: vael, hp: -2, for: vael, because: Fire.}
  - {asset: riders, hp: -4, for: vael, because: Fire.}
  - {asset: riders, at: mill, for: vael, because: They ride.}
orders:
  vael:
    attack: [{id: hit, asset: riders, against: kell}]
rolls:
  vael/hit/check: [9, 3]
  vael/hit/defence: [2]
  vael/hit/damage: [1, 1]
""",
    "turns/002.yaml": """\
turn: 2
adjustments:
  - {faction: vael, hp: +1, for: vael, because: Rest.}
  - {asset: riders, hp: +3, for: vael, because: Rest.}
  - {place: mill, ruler: nobody, for: everyone, because: Unrest.}
""",
}
#: Ada hears all of the mill in the second turn, while Kess gains a level and the guards lose one.
LIEUTENANTS_TURNS: Final = {
    "turns/001.yaml": "turn: 1\n",
    "turns/002.yaml": """\
turn: 2
adjustments:
  - {for: vael, because: They drill., asset: kess, level: +1}
  - {for: vael, because: They rest., asset: guards, level: -1}
  - {for: vael, because: A fall., asset: knives, condition: damaged}
orders:
  vael:
    actions:
      - id: ask
        lieutenant: ada
        action: investigate
        target: {location: mill}
        choose: more
        modifiers: [{value: 5, because: a good day}]
rolls: {vael/ask/check: [6, 6]}
""",
}


def played(sound: Mapping[str, str], turns: Mapping[str, str]) -> PlayedCampaign:
    report = Report()
    found = resolve_campaign(tree_of(turns, over=sound), report)
    assert found is not None, [finding.message for finding in report.findings]
    return found


@lru_cache(maxsize=1)
def assets() -> PlayedCampaign:
    """The campaign of assets, played."""
    return played(wwn.SOUND, WWN_TURNS)


@lru_cache(maxsize=1)
def people() -> PlayedCampaign:
    """The campaign of lieutenants, played."""
    return played(lieutenants.SOUND, LIEUTENANTS_TURNS)


@lru_cache(maxsize=8)
def site(campaign: Callable[[], PlayedCampaign], reader: Audience) -> Site:
    own = campaign()
    report = Report()
    found = outline(project(own.campaign, own.history, own.ruleset, reader), report)
    assert not report.findings
    return found


def edition(campaign: Callable[[], PlayedCampaign], reader: Audience) -> Edition:
    return site(campaign, reader).edition


def read(campaign: Callable[[], PlayedCampaign], reader: Audience, path: str) -> list[str]:
    """What is read on a page."""
    report, own = Report(), site(campaign, reader)
    drawn = render_file(path, own, renderer(own.edition.ruleset), report)
    assert not report.findings, [finding.message for finding in report.findings]
    assert drawn is not None
    page = drawn.decode()
    return blocks(page[page.index("<main") : page.index("</main>")])


def rows(facts: Facts, name: str) -> dict[str, Facts]:
    """The rows under a name, by their own names."""
    listed = facts[name]
    assert isinstance(listed, tuple)
    return {str(row["name"]): row for row in listed if isinstance(row, Facts)}


def own_facts(campaign: Callable[[], PlayedCampaign], turn: int) -> Facts:
    sheet = edition(campaign, VAEL).dossiers["vael", turn].sheet
    assert sheet is not None
    return sheet.facts


def other_facts(campaign: Callable[[], PlayedCampaign], turn: int, of: str) -> Facts:
    others = dict(edition(campaign, VAEL).dossiers["vael", turn].others)
    return others[faction_ref(of)].facts


# ── Hit points ───────────────────────────────────────────────────────────────────────────────────


def test_hit_points_are_those_left_of_those_a_faction_can_have() -> None:
    # Force 5, Cunning 4, Wealth 2 are worth 9 + 6 + 2 (W-ENT-1). Vael begins with 15 of these 17.
    names = ("hp", "hp_before", "maximum")
    assert [[own_facts(assets, turn)[name] for name in names] for turn in (1, 2)] == [
        [13, 15, 17],
        [14, 13, 17],
    ]


def test_hit_points_of_assets_and_bases_are_those_left() -> None:
    # Of the catalogue's 12 the riders begin with 9, are hurt by 4 and healed by 3. The headquarters
    # can have what the faction can, and is healed with it (W-ENT-4); the hall says 6 itself.
    found = {
        turn: {
            name: (row["hp"], row["maximum"])
            for kind in ("assets", "bases")
            for name, row in rows(own_facts(assets, turn), kind).items()
        }
        for turn in (1, 2)
    }
    unhurt = {"Local Guard": (4, 4), "Informers": (3, 3), "Farmers": (4, 4), "Ford hall": (4, 6)}
    assert found == {
        1: {"the Red Riders": (5, 12), "the Red Keep": (16, 17), **unhurt},
        2: {"the Red Riders": (8, 12), "the Red Keep": (17, 17), **unhurt},
    }


def test_hit_points_of_rivals_are_those_last_seen() -> None:
    # The Salt Traders have lost 2 of their 3 in a fight that all saw; nobody hurt the ships.
    for turn in (1, 2):
        pieces = rows(other_facts(assets, turn, "kell"), "pieces")
        assert [pieces["the Salt Traders"][name] for name in ("hp", "maximum", "hp_turn")] == [
            *(1, 3, 1),
        ]
        assert (pieces["War Fleet"]["hp"], pieces["War Fleet"]["hp_turn"]) == (None, 0)
    (mill,) = (it for it in edition(assets, VAEL).places if it.id == "mill")
    assert mill.sheet is not None
    there = rows(mill.sheet.facts, "pieces")
    assert {name: (row["hp"], row["maximum"]) for name, row in there.items()} == {
        "Informers": (3, 3),
        "the Red Riders": (8, 12),
        "Mill house": (None, None),
        "the Salt Traders": (1, 3),
        "Caravan": (None, 4),
    }


def test_pages_show_hit_points_and_their_change() -> None:
    assert_in_order(
        read(assets, VAEL, "dossier/1.html"),
        *("Carried over", "20", "income", "W-TURN-2", "+4", "24"),
        *("the Salt Traders Front Merchant at the Mill", "1 of 3 (as of turn 1)"),
        *("Force", "5", "Cunning", "4", "Wealth", "2", "Magic", "low"),
        # Half of 2 and a quarter of 9 are 3.25, and so 4 (W-TURN-2).
        *("Hit points", "13/17 ▼−2", "Treasure", "24 ▲+4", "XP", "3"),
        "Force: 2 of 5",
        *("Local Guard", "The Ford", "4 of 4"),
        *("the Red Riders Cavalry", "The Mill", "5 of 12"),
        "Ford hall at the Ford 4 of 6",
        "the Red Keep at Redhaven headquarters 16 of 17",
    )
    assert_in_order(
        read(assets, VAEL, "dossier/1.html"),
        "Attacking: the Red Riders (Cavalry, House Vael) 5 of 12",
        "Defending: the Salt Traders (Front Merchant, The Kell) 1 of 3; lost 2 hit points",
    )
    assert_in_order(
        read(assets, VAEL, "dossier/2.html"),
        *("Figure", "Treasure", "28", "▲+4", "Hit points", "14", "▲+1"),
        *("Hit points", "14/17 ▲+1", "Treasure", "28 ▲+4"),
        *("the Red Riders Cavalry", "The Mill", "8 of 12"),
        "the Red Keep at Redhaven headquarters 17 of 17",
    )
    assert_in_order(
        read(assets, VAEL, "places/mill.html"),
        "House Vael: the Red Riders, Cavalry 8 of 12",
        "The Kell: the Salt Traders, Front Merchant 1 of 3 (as of turn 1)",
    )


# ── Holders and measures ─────────────────────────────────────────────────────────────────────────


def test_a_faction_sees_what_the_public_knew_of_its_figures() -> None:
    # Vael owns the manor, and the cellar of which nobody else knows; the Oru own the mill.
    own, other = edition(people, VAEL), edition(people, ORU)
    assert figures_of(own)["ruled"]["vael"] == (2, 2)
    assert public_figures(own) == {"ruled": {"vael": (1, 1)}}
    assert public_figures(other) == {"ruled": {"oru": (1, 1)}}
    for reader in (EVERYONE, GM):
        assert public_figures(edition(people, reader)) == {}
    assert_in_order(
        read(people, VAEL, "factions/vael.html"),
        *("At the end of each turn.", "Figure", "2", "1"),
        *("Places ruled", "2", "2", "Places ruled, as the public knew it", "1", "1"),
    )
    for page in ("charts.html", "dossier/2.html"):
        assert "Dashed: what the public knew." in " ".join(read(people, VAEL, page))
    for page in ("charts.html", "dossier/2.html", "factions/oru.html"):
        assert "the public knew" not in " ".join(read(people, ORU, page))


def test_only_rulers_are_counted_as_ruling() -> None:
    vael, oru, kell = (faction_ref(id) for id in ("vael", "oru", "kell"))
    first, second = edition(assets, EVERYONE).holdings
    # Bases are seats, and the riders and traders are present at the mill; the Informers hide.
    assert dict(first) == {
        "redhaven": (Holding(vael, "rules"),),
        "mill": (Holding(oru, "rules"), Holding(kell, "present", 1), Holding(vael, "present", 1)),
        "ford": (Holding(vael, "seated"),),
        "harbour": (Holding(kell, "rules"),),
        "crag": (),
    }
    assert second["mill"][0] == Holding(oru, "seated")
    figures = figures_of(edition(assets, EVERYONE))
    assert figures["ruled"] == {"kell": (1, 1), "oru": (1, 0), "vael": (1, 1)}
    # What hides is not counted: the Informers of Vael, the Infiltrators of the Oru.
    assert figures["assets"] == {"kell": (2, 2), "oru": (1, 1), "vael": (3, 3)}
    assert figures["bases"] == {"kell": (1, 1), "oru": (1, 1), "vael": (2, 2)}
    assert_in_order(
        read(assets, EVERYONE, "charts.html"),
        "Places ruled at the end of each turn.",
        # In the order of the chart: by rank at the end.
        *("The Kell", "1", "1", "House Vael", "1", "1", "The Oru", "0", "1"),
    )
    assert_in_order(
        read(assets, EVERYONE, "map.html"),
        *("The Ford", "The Harbour, The Mill, Redhaven", "Turns 1 to 2: House Vael a base"),
        *("The Mill", "The Ford, Redhaven"),
        "Turn 2: The Oru a baseThe Kell one assetHouse Vael one asset",
    )


def test_figures_of_a_faction_are_known_to_it_alone() -> None:
    found = edition(assets, VAEL)
    figures = own_figures(found, figures_of(found))
    assert {name: lines["vael"] for name, lines in figures.items()} == {
        "assets": (4, 4),
        "bases": (2, 2),
        "treasure": (24, 28),
        "hp": (13, 14),
        "xp": (3, 3),
        "ruled": (1, 1),
        "force": (5, 5),
        "cunning": (4, 4),
        "wealth": (2, 2),
        "income": (4, 4),
        "costs": (0, 0),
    }
    assert set(figures["hp"]) == {"vael"}


# ── Levels ───────────────────────────────────────────────────────────────────────────────────────


def levels(facts: Facts, name: str) -> dict[str, object]:
    return {of: row["level"] for of, row in rows(facts, name).items()}


def test_levels_are_those_at_the_end_of_the_turn() -> None:
    # A thief pack has level 4, a guard squad 3, a hedgemage 2 (the catalogue); one level up for
    # Kess and one down for the guards in the second turn.
    first, second = own_facts(people, 1), own_facts(people, 2)
    assert levels(first, "lieutenants") == {"Ada Quill": 2, "Captain Kess": 3, "Wren": 1}
    assert levels(second, "lieutenants") == {"Ada Quill": 2, "Captain Kess": 4, "Wren": 1}
    assert levels(first, "units") == {"Brother Ash": 2, "the Manor Guard": 3, "the Knives": 4}
    assert levels(second, "units") == {"Brother Ash": 2, "the Manor Guard": 2, "the Knives": 4}
    units = rows(second, "units")
    assert {name: row["condition"] for name, row in units.items()} == {
        "Brother Ash": "undamaged",
        "the Manor Guard": "undamaged",
        "the Knives": "damaged",
    }
    locations = second["locations"]
    assert isinstance(locations, tuple)
    assert [
        (row["place"], row["income"], row["stash"], row["level"])
        for row in locations
        if isinstance(row, Facts)
    ] == [(place_ref("cellar"), 0, 2, 1), (place_ref("manor"), 2, 6, 3)]


def test_levels_of_others_are_those_last_seen() -> None:
    # Mercenaries have level 5, informers 2, craftsmen 6 (the catalogue). Old Fox has 3.
    assert rows(other_facts(people, 1, "oru"), "seen") == {}
    seen = rows(other_facts(people, 2, "oru"), "seen")
    assert {name: (row["level"], row["figures_turn"]) for name, row in seen.items()} == {
        "Old Fox": (3, 2),
        "the Giants": (5, 2),
        "the Ears": (2, 2),
        "the Millwrights": (6, 2),
    }
    assert seen["Old Fox"]["statistics"] == Facts(force=1, sneak=2, charm=0, lore=0)


def test_pages_show_levels() -> None:
    assert_in_order(
        read(people, VAEL, "dossier/1.html"),
        # 20 coins and an income of 2; Kess, the Knives, Ash and the manor cost 1 each (L-TURN-6).
        *("Capital", "18 ▼−2", "Respect / reach", "2/4"),
        *("Ada Quill level 2", "force 0", "sneak 2", "charm 3", "lore 1"),
        *("Captain Kess level 3", "force 2", "sneak 1", "charm 0", "lore 0"),
        *("the Manor Guard Guard Squad", "level 3: force; upkeep: 1 respect; loyal"),
        *("the Knives Thief Pack", "level 4: sneak; upkeep: 1 capital"),
        "Wren level 1 serves us inside the Oru",
        *("The Manor", "+2", "1 capital", "6", "3"),
    )
    second = read(people, VAEL, "dossier/2.html")
    assert_in_order(
        second,
        "Captain Kess level 4",
        *("the Manor Guard Guard Squad", "level 2: force; upkeep: 1 respect; loyal"),
    )
    assert_in_order(
        second[second.index("What is known about others") :],
        *("The Oru", "Old Fox lieutenant, level 3", "force 1", "sneak 2", "The Mill, turn 2"),
        *("the Ears Informers, level 2", "the Giants Mercenaries, level 5"),
        "the Millwrights Craftsmen, level 6",
    )
