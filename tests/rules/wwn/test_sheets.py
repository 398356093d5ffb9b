"""What stands on a faction's own sheet: its figures, what it has, and its accounts of the turn."""

from __future__ import annotations

from typing import Final

from chronicle.model.audience import EVERYONE, GM, Audience, faction_audience
from chronicle.model.facts import Fact, Facts, faction_ref, place_ref
from chronicle.records import replace
from chronicle.rules.protocol import Sighting
from chronicle.rules.wwn import WWN
from chronicle.rules.wwn.actions.attack import AttackOrder
from chronicle.rules.wwn.actions.repair import RepairOrder
from chronicle.rules.wwn.orders import FactionOrders, FreeActionOrder, Order
from chronicle.rules.wwn.sheets import CODES, measures
from chronicle.rules.wwn.state import Goal, Mark, PlaceState, Policy, State
from tests.rules.single_results import sheet_of
from tests.rules.wwn.all_sheets import SHEETS
from tests.rules.wwn.boards import TURN, base
from tests.rules.wwn.visibility_boards import HOUSES, WON, House, Played, Scene, mine, play, stage
from tests.rules.wwn.visibility_scenes import SCENES, played
from tests.rules.wwn.visibility_table import EVERYBODY

VAEL, ORU, FAR = faction_audience("vael"), faction_audience("oru"), faction_audience("far")
SUBJECTS: Final = (
    *(faction_ref(id) for id in ("vael", "oru", "kell", "far")),
    *(place_ref(id) for id in ("castle", "ford", "mill", "isle")),
)


def rows(facts: Facts, name: str) -> list[Facts]:
    fact = facts[name]
    assert isinstance(fact, tuple)
    return [row for row in fact if isinstance(row, Facts)]


def by_name(facts: Facts, name: str) -> dict[Fact, Facts]:
    return {row["name"]: row for row in rows(facts, name)}


def own(found: Played, reader: Audience = VAEL, id: str = "vael") -> Facts:
    """A faction's own sheet at the end of a turn."""
    shown = found.sheet(reader, faction_ref(id))
    assert shown.code == "own-sheet"
    return shown.facts


def test_a_sheet_holds_the_facts_listed_for_its_code_and_no_others() -> None:
    shown = set()
    for scene_name in ("attack-won", "move", "collapses", "exposes", "expand"):
        for house in HOUSES:
            for reader in EVERYBODY.values():
                for subject in SUBJECTS:
                    found = played(scene_name, house).sheet(reader, subject)
                    assert found.facts.keys() == SHEETS[found.code].keys()
                    _rows_are_listed(found.code, found.facts)
                    shown.add(found.code)
    assert shown == set(CODES)


def _rows_are_listed(code: str, facts: Facts) -> None:
    """Each row has the names of those that a theme is drawn with."""
    for name, fact in facts.items():
        listed = [row for value in SHEETS[code][name] for row in _facts(value)]
        assert all(row.keys() == listed[0].keys() for row in _facts(fact)), (code, name)


def _facts(fact: Fact) -> list[Facts]:
    found = fact if isinstance(fact, tuple) else (fact,)
    return [row for row in found if isinstance(row, Facts)]


# ── Figures ──────────────────────────────────────────────────────────────────────────────────────


def test_figures_stand_beside_those_before_the_turn() -> None:
    """Income of 8/2 + 16/4 = 8, and 1 for the Patronage: 60 come to 69 (W-TURN-2)."""
    facts = own(played("income", "public"))
    assert [facts[name] for name in ("force", "cunning", "wealth", "magic")] == [8, 8, 8, "high"]
    assert (facts["treasure"], facts["treasure_before"]) == (69, 60)
    # Three times 20 (W-ENT-1).
    assert (facts["hp"], facts["hp_before"], facts["maximum"]) == (60, 60, 60)


def test_a_goal_that_is_met_is_gone_and_its_xp_is_there() -> None:
    facts = own(played("goal", "public"))
    assert (facts["goal"], facts["xp"], facts["xp_before"]) == (None, 1, 0)


def test_a_goal_stands_with_how_far_it_has_come() -> None:
    """Blood the Enemy asks for Force, Cunning and Wealth together (W-GOAL)."""
    scene = SCENES["attack-won"]()
    striving = replace(scene.state.factions["vael"], goal=Goal("blood-the-enemy", since=2))
    scene = replace(
        scene,
        state=scene.state.with_faction(striving),
        table={**scene.table, "vael/go/damage": (1, 2)},
    )
    goal = own(play(scene, "public"))["goal"]
    assert isinstance(goal, Facts)
    assert [goal[it] for it in ("progress", "needed", "since")] == [3, 24, 2]


def test_whoever_gives_up_a_goal_sees_that_it_has_to_pause() -> None:
    """The price is the next turn's action and abilities (W-GOAL)."""
    state = stage()
    striving = replace(state.factions["vael"], goal=Goal("blood-the-enemy", since=2))
    given = (FactionOrders("vael", abandon=True),)
    found = play(Scene(state.with_faction(striving), given, ""), "public")
    assert own(found)["idle"] is True
    assert own(played("income", "public"))["idle"] is False


# ── What it has ──────────────────────────────────────────────────────────────────────────────────


def test_an_asset_stands_with_all_that_its_owner_may_know_of_it() -> None:
    marks = (Mark("pinned", by="guard"), Mark("withheld", by="nobody", amount=90))
    state = stage(mine("shapeshifters", hp=3, stealth="hidden", marks=marks))
    (row,) = rows(own(play(Scene(state, (), ""), "public")), "assets")
    assert [row[name] for name in ("name", "type", "attribute", "level")] == [
        *("The shapeshifters", "Shapeshifters", "cunning", 5)
    ]
    assert [row[name] for name in ("hp", "maximum", "stealth", "subtle", "usable")] == [
        *(3, 8, "hidden", True, False)
    ]
    assert row["attack"] == Facts(attribute="cunning", target="cunning", damage="2d6")
    assert (row["counter"], row["effects"]) == ("", ("cloaks",))
    pinned, withheld = rows(row, "marks")
    assert [pinned[name] for name in ("by", "faction")] == ["The guard", faction_ref("oru")]
    assert [withheld[name] for name in ("by", "faction", "amount")] == ["", None, 90]


def test_who_marked_an_asset_from_hiding_is_not_named() -> None:
    state = stage(mine("knights", marks=(Mark("pinned", by="guard"),)))
    hidden = replace(state.assets["guard"], stealth="hidden")
    (row,) = rows(own(play(Scene(state.with_asset(hidden), (), ""), "public")), "assets")
    assert [rows(row, "marks")[0][name] for name in ("by", "faction")] == ["", None]


def test_an_asset_on_its_way_stands_with_where_it_is_bound_for() -> None:
    (row,) = rows(own(played("toll", "public")), "assets")
    assert (row["at"], row["bound_for"]) == (place_ref("ford"), place_ref("mill"))


def test_the_headquarters_withstands_what_its_faction_does() -> None:
    state = stage(base("lodge", hp=4))
    bases = by_name(own(play(Scene(state, (), ""), "public")), "bases")
    found = {name: (row["hp"], row["maximum"], row["headquarters"]) for name, row in bases.items()}
    assert found == {"Hall": (60, 60, True), "The lodge": (4, 4, False)}


def test_limits_count_what_is_too_much_and_leave_out_rogues() -> None:
    """Two of Force with a rating of 1 are one too many (W-TURN-3)."""
    figures = {"vael": {"force": 1, "cunning": 1, "wealth": 1, "treasure": 9}}
    rogue = mine("free-company", marks=(Mark("rogue", amount=90),))
    state = stage(mine("knights"), mine("infantry"), rogue, figures=figures)
    limits = rows(own(play(Scene(state, (), ""), "public")), "limits")
    assert [(row["attribute"], row["assets"], row["excess"]) for row in limits] == [
        *(("force", 2, 1), ("cunning", 0, 0), ("wealth", 0, 0))
    ]


def test_standing_orders_stand_as_they_are_now() -> None:
    policy = Policy(
        defend=("vael-hall", "gone"), at_war=frozenset({"oru"}), sacrifice="always", rerolls=2
    )
    given = (FactionOrders("vael", standing=policy),)
    standing = own(play(Scene(stage(), given, ""), "public"))["standing"]
    assert isinstance(standing, Facts)
    assert (standing["defend"], standing["at_war"]) == (("Hall",), (faction_ref("oru"),))
    assert (standing["sacrifice"], standing["rerolls"], standing["pays"]) == ("always", 2, True)


def test_what_is_gone_is_listed_once_without_who_has_it() -> None:
    found = rows(own(played("demands-from-hiding-refused", "public"), ORU, "oru"), "lost")
    assert [(row["name"], row["fate"]) for row in found] == [("The guard", "gone")]


# ── Accounts ─────────────────────────────────────────────────────────────────────────────────────


def _accounts() -> Scene:
    """Vael uses its Caravan, and repairs its Knights twice: 1, and 1 + 2 Treasure."""
    state = stage(mine("caravan"), mine("farmers"), mine("knights", hp=1))
    ride = Order(
        "vael", "ride", "caravan", FreeActionOrder(0, target="farmers", to="mill"), free=True
    )
    mend = Order("vael", "mend", "", RepairOrder("knights", 2))
    return Scene(state, (FactionOrders("vael", (ride,), "repair", (mend,)),), "")


def test_the_ledger_has_all_treasure_that_came_and_went_with_its_rule() -> None:
    facts = own(play(_accounts(), "public"))
    entries = rows(facts, "ledger")
    assert [
        tuple(row[name] for name in ("reason", "rule", "order", "subject", "change", "balance"))
        for row in entries
    ] == [
        ("income", "W-TURN-2", "", "", 8, 68),
        ("free-action", "W-FX-CARRIES", "vael/ride", "The caravan", -1, 67),
        ("repair", "W-ACT-3", "vael/mend", "The knights", -1, 66),
        ("repair", "W-ACT-3", "vael/mend", "The knights", -2, 64),
    ]
    assert facts["treasure"] == 64


def test_a_ledger_names_nobody_who_takes_from_hiding() -> None:
    found = rows(own(played("demands-from-hiding-met", "public"), ORU, "oru"), "ledger")
    asked = next(row for row in found if row["reason"] == "demand")
    assert (asked["subject"], asked["order"], asked["change"]) == ("The guard", "", -1)


def test_a_ledger_names_what_was_in_the_open_when_it_happened() -> None:
    """The Siege Experts that robbed the Oru were seen then."""
    state = stage(mine("siege-experts"))
    given = Order("vael", "go", "siege-experts", AttackOrder("oru"))
    scene = Scene(state, (FactionOrders("vael", action="attack", orders=(given,)),), "", WON)
    names: dict[House, str] = {"public": "The siege-experts", "owner": ""}
    for house, name in names.items():
        entries = rows(own(play(scene, house), ORU, "oru"), "ledger")
        assert [row["subject"] for row in entries if row["reason"] == "robbed"] == [name]


# ── Others ───────────────────────────────────────────────────────────────────────────────────────


def rival(found: Played, reader: Audience, id: str) -> dict[Fact, Facts]:
    """What a faction knows that another has."""
    shown = found.sheet(reader, faction_ref(id))
    assert shown.code == "rival-sheet"
    return by_name(shown.facts, "pieces")


def test_a_rivals_hit_points_are_those_last_seen_in_a_fight() -> None:
    scene = SCENES["attack-won"]()
    scene = replace(scene, table={**scene.table, "vael/go/damage": (1, 2)})
    guard = rival(play(scene, "public"), VAEL, "oru")["The guard"]
    assert [guard[name] for name in ("hp", "hp_turn", "maximum", "seen")] == [3, TURN, 6, 0]
    for_others = rival(play(scene, "public"), FAR, "oru")["The guard"]
    assert (for_others["hp"], for_others["hp_turn"]) == (None, 0)


def test_what_is_hidden_is_not_on_a_rivals_sheet() -> None:
    knights = "The knights"
    for house in HOUSES:
        assert knights not in rival(played("move-hidden", house), ORU, "vael")
    assert knights in rival(played("move", "public"), ORU, "vael")
    assert knights not in rival(played("altered-into-hiding", "public"), ORU, "vael")


def test_whoever_acts_in_the_open_is_remembered_where_it_was_seen() -> None:
    """In a campaign that shows no assets an attack is still seen."""
    for reader in (ORU, FAR):
        knights = rival(played("attack-lost", "owner"), reader, "vael")["The knights"]
        assert (knights["at"], knights["seen"], knights["gone"]) == (place_ref("ford"), TURN, False)
    assert "The knights" not in rival(played("move", "owner"), FAR, "vael")


def test_what_was_destroyed_before_ones_eyes_is_remembered_as_gone() -> None:
    scene = SCENES["attack-won"]()
    scene = replace(scene, table={**scene.table, "vael/go/damage": (8, 8)})
    guard = rival(play(scene, "owner"), FAR, "oru")["The guard"]
    assert (guard["gone"], guard["seen"]) == (True, TURN)


def test_what_a_fallen_faction_had_is_gone() -> None:
    pieces = rival(played("collapses", "owner"), FAR, "oru")
    assert {row["gone"] for row in pieces.values()} == {True}
    assert played("collapses", "owner").sheet(FAR, faction_ref("oru")).facts["collapsed"] is True


def test_what_is_remembered_of_a_fallen_faction_is_gone_with_it() -> None:
    found = played("collapses", "owner")
    seen = Facts(
        {"name": "The lurkers", "type": "Knights", "base": False, "faction": faction_ref("oru")},
        headquarters=False,
        at=place_ref("ford"),
        gone=False,
    )
    memory = {"lurkers/place": Sighting("lurkers/place", seen, 3)}
    shown = sheet_of(WWN, found.played_turn(), memory, FAR, faction_ref("oru"))
    there = sheet_of(WWN, found.played_turn(), memory, FAR, place_ref("ford"))
    assert shown is not None
    assert there is not None
    assert [row["gone"] for row in rows(shown.facts, "pieces")] == [True]
    assert rows(there.facts, "pieces") == []


def test_the_public_sees_what_is_in_the_open_as_the_campaign_has_it() -> None:
    for house, names in (("public", {"Hall", "The guard"}), ("rumored", set()), ("owner", set())):
        shown = played("income", house).sheet(EVERYONE, faction_ref("oru"))
        assert shown.code == "public-profile"
        assert by_name(shown.facts, "pieces").keys() == names


def test_rulers_and_bans_are_on_everybodys_sheets() -> None:
    for house in HOUSES:
        for reader in EVERYBODY.values():
            shown = played("declares-bans", house).sheet(reader, faction_ref("vael"))
            (row,) = rows(shown.facts, "rules")
            assert (row["place"], row["forbids"]) == (place_ref("ford"), (faction_ref("oru"),))


# ── Places ───────────────────────────────────────────────────────────────────────────────────────


def at_ford(found: Played, reader: Audience) -> Facts:
    return found.sheet(reader, place_ref("ford")).facts


def test_a_place_shows_what_stands_there_to_whoever_sees_it() -> None:
    def names(house: House, reader: Audience) -> set[Fact]:
        return set(by_name(at_ford(played("exposes-in-vain", house), reader), "pieces"))

    ours, guard, hidden = "The informers", "The guard", "The lurkers"
    assert names("public", VAEL) == {ours, guard}
    assert names("public", ORU) == {ours, guard, hidden}
    assert names("public", EVERYONE) == names("rumored", VAEL) == {ours, guard}
    assert names("rumored", FAR) == names("rumored", EVERYONE) == set()
    assert names("owner", VAEL) == {ours}
    assert names("owner", GM) == {ours, guard, hidden}


def test_a_place_shows_hit_points_and_cover_to_the_owner_alone() -> None:
    found = played("exposes-in-vain", "public")
    own_row = by_name(at_ford(found, ORU), "pieces")["The lurkers"]
    assert [own_row[name] for name in ("own", "stealth", "hp")] == [True, "hidden", 16]
    others = by_name(at_ford(found, VAEL), "pieces")["The guard"]
    assert [others[name] for name in ("own", "stealth", "hp", "seen")] == [False, "", None, 0]


def test_a_place_shows_what_was_last_seen_there_and_not_what_is_gone() -> None:
    won = replace(SCENES["attack-won"](), table={**WON, "vael/go/damage": (8, 8)})
    seen = by_name(at_ford(play(won, "owner"), FAR), "pieces")
    assert {name: row["seen"] for name, row in seen.items()} == {"The knights": TURN}


def test_a_place_says_whom_its_ruler_bars() -> None:
    shut = PlaceState("ford", ruler="vael", closed=True, admits=frozenset({"kell"}))
    found = play(Scene(stage(barred=(shut,)), (), ""), "public")
    for reader, barred in ((VAEL, False), (ORU, True), (EVERYONE, False), (GM, False)):
        facts = at_ford(found, reader)
        assert (facts["closed"], facts["admits"]) == (True, (faction_ref("kell"),))
        assert facts["barred"] is barred


def test_near_are_the_places_within_one_move() -> None:
    facts = at_ford(played("income", "public"), VAEL)
    assert facts["near"] == (place_ref("castle"), place_ref("mill"))


# ── Measures ─────────────────────────────────────────────────────────────────────────────────────


def _measured(state: State, *, public: bool) -> dict[str, int]:
    found = [one for one in measures(state) if one.faction == "vael"]
    return {one.name: one.value for one in found if one.visibility.public or not public}


def test_figures_are_measured_for_their_owner_and_what_is_open_for_all_who_see_it() -> None:
    state = stage(mine("knights"), mine("farmers", stealth="hidden"), base("lodge"))
    # The owner counts a hidden asset, the public does not.
    assert _measured(state, public=False) == {
        "treasure": 60,
        "hp": 60,
        "xp": 0,
        "assets": 2,
        "bases": 2,
    }
    assert _measured(state, public=True) == {"assets": 1, "bases": 2}
    for house in ("rumored", "owner"):
        hidden = replace(state, house=replace(state.house, assets=house))
        assert not [one for one in measures(hidden) if one.visibility.public]
        assert all(one.visibility.factions == {one.faction} for one in measures(hidden))


def test_a_reader_of_the_gms_sees_every_faction_as_its_owner_does() -> None:
    for id in ("vael", "oru", "kell"):
        found = played("exposes-in-vain", "owner")
        assert own(found, GM, id)["treasure"] == own(found, faction_audience(id), id)["treasure"]
    guards = own(played("exposes-in-vain", "owner"), GM, "oru")
    assert set(by_name(guards, "assets")) == {"The guard", "The lurkers"}
