"""What tellings hold: the facts of their code and no others, and figures for those alone whose."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest

from chronicle.model.audience import EVERYONE, GM, Audience, faction_audience
from chronicle.model.dice import Modifier
from chronicle.model.facts import Fact, Facts, PieceName, faction_ref
from chronicle.records import replace
from chronicle.rules.protocol import Telling
from chronicle.rules.wwn.actions.create import CreateOrder
from chronicle.rules.wwn.actions.demands import Demand
from chronicle.rules.wwn.events import Acted, Attacked, Reaction
from chronicle.rules.wwn.orders import FactionOrders, RedoOrder
from chronicle.rules.wwn.state import Policy
from chronicle.rules.wwn.tellings import TELLING_FACTS
from tests.rules.wwn.all_tellings import SPACES, tellings
from tests.rules.wwn.boards import TURN, asset
from tests.rules.wwn.told import reveal, tell
from tests.rules.wwn.visibility_boards import (
    GO,
    HOUSES,
    KEY,
    House,
    Scene,
    action,
    mine,
    order,
    play,
    stage,
)
from tests.rules.wwn.visibility_scenes import SCENES, played
from tests.rules.wwn.visibility_table import EVERYBODY
from tests.template_types import mismatches

VAEL, ORU, KELL = faction_audience("vael"), faction_audience("oru"), faction_audience("kell")
#: Facts of which a code says fewer words than are declared.
NARROWED: Final = frozenset({"action", "outcome", "what"})


def every_telling() -> Iterator[Telling]:
    for scene_name in SCENES:
        for house in HOUSES:
            for step in played(scene_name, house).steps:
                told = (tell(step.before, step.event, reader) for reader in EVERYBODY.values())
                yield from (one for one in told if one is not None)
                later = reveal(step.before, step.event)
                if later is not None:
                    yield later


def surely(found: Telling | None) -> Telling:
    assert found is not None
    return found


def told(scene: Scene, reader: Audience, house: House = "public") -> Telling:
    """How a reader learns of a scene's event."""
    return surely(play(scene, house).told(reader))


def test_a_telling_has_the_facts_that_the_type_of_its_code_declares() -> None:
    shown = set()
    for found in every_telling():
        assert list(mismatches(found.facts, TELLING_FACTS[found.code], found.code)) == []
        shown.add(found.code)
    assert shown == TELLING_FACTS.keys()


@pytest.mark.parametrize("code", SPACES)
def test_the_facts_that_themes_are_tested_with_are_of_the_declared_types(code: str) -> None:
    for drawn in tellings(code, every=False):
        assert list(mismatches(drawn.facts, TELLING_FACTS[code], code)) == []


def test_a_telling_says_no_word_that_is_not_of_its_code() -> None:
    for found in every_telling():
        for name in NARROWED & found.facts.keys():
            assert found.facts[name] in SPACES[found.code][name], (found.code, name)


def test_an_unknown_audience_is_told_what_the_public_is() -> None:
    for scene_name in SCENES:
        found = played(scene_name, "public")
        assert found.told(faction_audience("nobody")) == found.told(EVERYONE)
        assert found.told(Audience("auditor")) == found.told(EVERYONE)


def test_a_faction_that_has_collapsed_is_told_on() -> None:
    found = played("collapses", "public")
    last = surely(found.told(ORU))
    assert last.facts["ours"] is True
    assert last.facts["by"] == faction_ref("vael")


# ── Fights ───────────────────────────────────────────────────────────────────────────────────────


def test_fighters_learn_the_damage_and_what_both_have_left() -> None:
    """Infantry with 6 of 6 takes 2d8 of the knights, thrown as 1 and 2: 3 are left."""
    scene = SCENES["attack-won"]()
    scene = replace(scene, table={**scene.table, "vael/go/damage": (1, 2)})
    for reader, side in ((VAEL, "attacker"), (ORU, "defender"), (GM, "gm")):
        facts = told(scene, reader).facts
        hit = facts["defender"]
        assert isinstance(hit, Facts)
        assert facts["side"] == side
        assert [hit[name] for name in ("hp", "maximum", "damage", "harm")] == [3, 6, 3, "hit"]
        # 10 and Force 8 against 1 and Force 8.
        assert (facts["total"], facts["against_total"]) == (18, 9)


def test_the_rest_learn_who_met_whom_and_how_it_ended() -> None:
    for reader in (KELL, EVERYONE):
        facts = told(SCENES["attack-won"](), reader).facts
        hit = facts["defender"]
        assert isinstance(hit, Facts)
        assert hit.keys() == {"name", "type", "base", "faction", "at", "harm"}
        assert facts["won"] is True


def _on_the_seat() -> Scene:
    """Vael's knights against the Oru's own seat, at the ford for once: 3 damage of 16 and more."""
    scene = SCENES["attack-won"]()
    state = scene.state
    oru = replace(state.factions["oru"], policy=Policy(defend=("oru-hall",)))
    seat = replace(state.bases["oru-hall"], at="ford")
    table = {**scene.table, "vael/go/damage": (1, 2)}
    return replace(scene, state=state.with_faction(oru).with_base(seat), table=table)


def test_what_a_rivals_base_can_withstand_is_nobodys_to_know() -> None:
    """The most that a seat has is its faction's, and tells of its ratings."""
    ours, theirs = told(_on_the_seat(), VAEL).facts, told(_on_the_seat(), ORU).facts
    mine_, own = ours["defender"], theirs["defender"]
    assert isinstance(mine_, Facts)
    assert isinstance(own, Facts)
    assert (mine_["maximum"], own["maximum"]) == (None, 60)
    assert (ours["base_damage"], theirs["base_damage"]) == (3, 3)


def test_the_throws_of_a_fight_are_each_fighters_own_and_without_anothers_order() -> None:
    own, theirs = (told(SCENES["attack-won"](), reader).rolls for reader in (VAEL, ORU))
    assert [roll.id for roll in own] == [f"5/vael/go/{name}" for name in ("check", "damage")]
    assert [(roll.id, roll.faces) for roll in theirs] == [("", (1,))]
    every = told(SCENES["attack-won"](), GM).rolls
    assert [roll.id.rpartition("/")[2] for roll in every] == ["check", "defence", "damage"]
    assert told(SCENES["attack-won"](), KELL).rolls == ()


def _bent(stealth: str = "") -> Scene:
    """The Oru have minds bent, so that Vael's check of 10 is thrown again as a 2."""
    scene = SCENES["attack-won"]()
    benders = asset("mindbenders", "oru", "mill", stealth=stealth)
    redo = FactionOrders("oru", redo=(RedoOrder("mindbenders", "vael/go/check", "lower"),))
    table = {**scene.table, "vael/go/check-redone": (2,)}
    state = scene.state.with_asset(benders)
    return replace(scene, state=state, orders=(*scene.orders, redo), table=table)


def test_of_a_throw_made_again_the_one_that_counts_is_told() -> None:
    for reader in (VAEL, ORU):
        # 2 and Force 8 against 1 and Force 8: still a hit.
        assert told(_bent(), reader).facts["total"] == 10
    kept = {roll.id.rpartition("/")[2]: roll.result["kept"] for roll in told(_bent(), VAEL).rolls}
    assert (kept["check"], kept["check-redone"]) == (False, True)


def test_a_hidden_mindbender_is_not_named() -> None:
    def reaction(reader: Audience, stealth: str) -> list[Fact]:
        rows = told(_bent(stealth), reader).facts["reactions"]
        assert isinstance(rows, tuple)
        return [(row["name"], row["faction"]) for row in rows if isinstance(row, Facts)]

    name, oru = "The mindbenders", faction_ref("oru")
    assert reaction(VAEL, "") == reaction(ORU, "") == reaction(ORU, "hidden") == [(name, oru)]
    assert reaction(VAEL, "hidden") == [("", None)]
    assert reaction(KELL, "") == reaction(EVERYONE, "") == []


def test_whoever_has_a_throw_of_others_made_again_learns_that_it_was() -> None:
    """The Kell have the same done, without a part in the fight."""
    scene = _bent()
    kell = asset("mindbenders", "kell", "moor", stealth="hidden")
    redo = FactionOrders("kell", redo=(RedoOrder("mindbenders", "vael/go/check", "lower"),))
    state = scene.state.with_asset(kell)
    scene = replace(scene, state=state, orders=(scene.orders[0], redo))
    for reader, seen in ((KELL, True), (VAEL, True), (ORU, False), (EVERYONE, False)):
        assert bool(told(scene, reader).facts["reactions"]) is seen


def test_dice_thrown_again_by_a_rivals_leave_are_nobody_elses_to_know() -> None:
    step = play(SCENES["attack-won"](), "public").step()
    assert isinstance(step.event, Attacked)
    again = Reaction("threw-again", "oru", "guard", "The guard", hurt=2)
    event = replace(step.event, reactions=(again,))
    for reader, seen in ((ORU, True), (GM, True), (VAEL, False), (KELL, False), (EVERYONE, False)):
        assert bool(surely(tell(step.before, event, reader)).facts["reactions"]) is seen


def test_what_a_reaction_cost_is_its_owners_to_know() -> None:
    step = play(SCENES["attack-won"](), "public").step()
    assert isinstance(step.event, Attacked)
    saved = Reaction("restored", "oru", "guard", "The guard", "guard", paid=3, hurt=2)
    event = replace(step.event, reactions=(saved,))
    for reader, cost in ((ORU, (3, 2)), (GM, (3, 2)), (VAEL, (None, None)), (KELL, (None, None))):
        rows = surely(tell(step.before, event, reader)).facts["reactions"]
        assert isinstance(rows, tuple)
        assert [(row["paid"], row["hurt"]) for row in rows if isinstance(row, Facts)] == [cost]


def test_an_attack_that_nobody_ordered_is_under_no_order() -> None:
    for scene_name in ("contest", "rogue-attacks"):
        for reader in (VAEL, ORU, GM):
            assert surely(played(scene_name, "public").told(reader)).order == "", scene_name
    assert told(SCENES["attack-won"](), VAEL).order == told(SCENES["attack-won"](), GM).order


def test_parts_of_a_roll_do_not_name_what_is_hidden() -> None:
    step = play(SCENES["attack-won"](), "public").step()
    assert isinstance(step.event, Attacked)
    lurkers = asset("knights", "oru", "mill", id="lurkers", stealth="hidden")
    part = Modifier(1, "more-dice", "W-FX-THROWS", Facts(asset="lurkers", tag=""))
    thrown = tuple(replace(roll, modifiers=(part,)) for roll in step.event.rolls)
    event = replace(step.event, rolls=thrown)
    for reader, name in ((VAEL, ""), (ORU, "The lurkers"), (GM, "The lurkers")):
        found = surely(tell(step.before.with_asset(lurkers), event, reader))
        assert {it.facts["name"] for roll in found.rolls for it in roll.modifiers} == {name}


def test_parts_of_a_roll_are_told_by_name() -> None:
    step = play(SCENES["attack-won"](), "public").step()
    assert isinstance(step.event, Attacked)
    facts = (Facts(asset="knights", tag=""), Facts(asset="", tag="machiavellian"))
    parts = tuple(Modifier(1, "more-dice", "W-FX-THROWS", source) for source in facts)
    thrown = tuple(replace(roll, modifiers=parts) for roll in step.event.rolls)
    event = replace(step.event, rolls=thrown)
    names = [Facts(name="The knights"), Facts(name="Machiavellian")]
    for reader in (VAEL, GM):
        for roll in surely(tell(step.before, event, reader)).rolls:
            assert [part.facts for part in roll.modifiers] == names


def test_of_dice_that_a_rival_gives_or_takes_the_gm_alone_reads_the_name() -> None:
    """The GM sees everything; to others a rival's tag or asset may be a secret (W-FX-THROWS)."""
    step = play(SCENES["attack-won"](), "public").step()
    assert isinstance(step.event, Attacked)
    for source in (Facts(asset="knights", tag=""), Facts(asset="", tag="machiavellian")):
        part = Modifier(-1, "fewer-dice", "W-FX-THROWS", Facts({**source, "rival": "oru"}))
        thrown = tuple(replace(roll, modifiers=(part,)) for roll in step.event.rolls)
        event = replace(step.event, rolls=thrown)
        for reader, named in ((VAEL, False), (ORU, False), (GM, True)):
            rolls = surely(tell(step.before, event, reader)).rolls
            names = {it.facts["name"] for roll in rolls for it in roll.modifiers}
            assert names == ({""} if not named else names - {""})


# ── Deeds against others ─────────────────────────────────────────────────────────────────────────


def test_of_a_check_each_side_sees_its_own_throw() -> None:
    for scene_name in (
        "demands-withheld",
        "demands-in-vain",
        "afflicts",
        "afflicts-in-vain",
        "exposes",
    ):
        own, theirs, every = (
            told(SCENES[scene_name](), reader).rolls for reader in (VAEL, ORU, GM)
        )
        assert [roll.id for roll in own] == ["5/vael/go/check"], scene_name
        assert [roll.id for roll in theirs] == [""], scene_name
        faces = {roll.id: roll.faces for roll in every}
        assert theirs[0].faces == faces["5/vael/go/defence"], scene_name


def test_each_rival_of_a_new_base_sees_its_own_throw_and_the_founder_all_of_his() -> None:
    """The Kell have something in the open at the ford as well."""
    scene = SCENES["expand"]()
    state = scene.state.with_asset(asset("farmers", "kell", "ford", id="fields"))
    table = {**scene.table, "vael/go/check-kell": (7,), "vael/go/defence-kell": (2,)}
    scene = replace(scene, state=state, table=table)
    throws = {reader: told(scene, reader).rolls for reader in (VAEL, ORU, KELL, EVERYONE)}
    assert {reader: [roll.faces for roll in rolls] for reader, rolls in throws.items()} == {
        VAEL: [(7,), (1,)],
        ORU: [(10,)],
        KELL: [(2,)],
        EVERYONE: [],
    }
    assert {roll.id for rolls in throws.values() for roll in rolls} == {""}
    assert told(scene, KELL).facts["ours"] == Facts(won=True, attacks=False)
    assert told(scene, ORU).facts["ours"] == Facts(won=False, attacks=False)


# ── Searches, tolls, and what one is not told the source of ──────────────────────────────────────


def test_only_the_gm_learns_what_a_search_missed() -> None:
    facts = told(SCENES["not-spotted"](), GM).facts
    assert (facts["found"], facts["missed"]) == ((), ("The knights",))
    for reader in (VAEL, ORU):
        assert told(SCENES["spotted"](), reader).facts["missed"] == ()


def test_in_a_search_each_side_sees_its_own_throw() -> None:
    """At the start of a turn it is the hidden who have to win, on arrival the watchers."""
    for scene_name, mine_, theirs in (("spotted", (1,), (10,)), ("seen-through", (1,), (10, 10))):
        faces = [told(SCENES[scene_name](), reader).rolls for reader in (VAEL, ORU)]
        assert [[roll.faces for roll in rolls] for rolls in faces] == [[mine_], [theirs]]
        assert {roll.id for rolls in faces for roll in rolls} == {""}


def test_a_toll_is_for_both_its_parties() -> None:
    def toll(reader: Audience) -> Fact:
        rows = told(SCENES["toll"](), reader).facts["legs"]
        assert isinstance(rows, tuple)
        (leg,) = (row for row in rows if isinstance(row, Facts))
        return leg["toll"]

    paid = toll(GM)
    assert isinstance(paid, int)
    assert paid > 0
    assert [toll(reader) for reader in (VAEL, ORU, KELL, EVERYONE)] == [paid, paid, None, None]


def test_whoever_is_made_to_pay_from_hiding_learns_what_and_no_more() -> None:
    met = told(SCENES["demands-from-hiding-met"](), ORU).facts
    refused = told(SCENES["demands-from-hiding-refused"](), ORU).facts
    assert (met["treasure"], met["pieces"]) == (-1, ())
    rows = refused["pieces"]
    assert isinstance(rows, tuple)
    (row,) = (row for row in rows if isinstance(row, Facts))
    assert (refused["treasure"], row["name"], row["fate"]) == (0, "The guard", "lost")


def test_who_perishes_for_a_purchase_that_is_not_made_is_seen_to_be_gone() -> None:
    """The prince takes 1 off the 18 of Knights, for which Vael has no Treasure, and dies of it."""
    poor = {"vael": {"force": 8, "wealth": 1, "treasure": 0}}
    state = stage(mine("merchant-prince", at="castle", hp=1), figures=poor)
    command = CreateOrder(asset("knights", "vael", "castle", id="fresh"), ("merchant-prince",))
    dice = {f"{KEY}/hurt-merchant-prince": (4,), f"{KEY}/price-merchant-prince": (1,)}
    scene = Scene(state, action("create", order(command)), GO, dice)
    assert told(scene, VAEL).code == "undone"
    seen = told(scene, KELL)
    assert seen.code == "seen-gone"
    assert [row["name"] for row in _rows(seen.facts["gone"])] == ["The merchant-prince"]


# ── The frame ────────────────────────────────────────────────────────────────────────────────────


def test_a_faction_learns_its_own_throw_and_who_acts_before_it() -> None:
    scene = SCENES["sequence"]()
    table = {f"{name}/turn/initiative": (face,) for name, face in _INITIATIVE.items()}
    scene = replace(scene, table={**table, "kell/turn/initiative-2": (1,), _TIE: (6,)})
    facts = told(scene, KELL).facts
    # That it tied might tell of somebody that it does not know.
    assert facts["rows"] == (Facts(who=faction_ref("kell"), place=0, faces=(4,)),)
    assert facts["ahead"] == (faction_ref("oru"), faction_ref("vael"))
    order = [row["who"] for row in _rows(told(scene, GM).facts["rows"])]
    assert order == [faction_ref(name) for name in ("oru", "vael", "kell", "far")]
    assert [roll.faces for roll in told(scene, KELL).rolls] == [(4,)]
    ties = [roll.faces for roll in told(scene, GM).rolls if roll.id.startswith(f"{TURN}/kell/")]
    assert ties == [(4,), (1,)]


_INITIATIVE: Final = {"vael": 4, "oru": 8, "kell": 4, "far": 2}
_TIE: Final = "vael/turn/initiative-2"


def _rows(fact: Fact) -> list[Facts]:
    assert isinstance(fact, tuple)
    return [row for row in fact if isinstance(row, Facts)]


def test_standing_orders_are_nobody_elses_and_bans_everybodys() -> None:
    bans = SCENES["declares-bans"]()
    own = FactionOrders("vael", bans=bans.orders[0].bans, standing=Policy(pays=False))
    both = replace(bans, orders=(own,))
    assert told(both, VAEL).facts["standing"] is True
    for reader in (ORU, EVERYONE):
        facts = told(both, reader).facts
        assert facts["standing"] is False
        assert [row["forbids"] for row in _rows(facts["places"])] == [(faction_ref("oru"),)]


def test_others_learn_by_how_much_the_gm_changed_a_figure_and_not_to_what() -> None:
    for reader, totals in ((VAEL, (60, 63)), (GM, (60, 63)), (ORU, (None, None))):
        facts = told(SCENES["altered-for-all"](), reader).facts
        assert (facts["before"], facts["after"]) == totals
        assert facts["change"] == 3


def test_a_collapse_names_nothing_that_was_hidden() -> None:
    scene = SCENES["collapses"]()
    lurkers = asset("knights", "oru", "ford", id="lurkers", stealth="hidden")
    scene = replace(scene, state=scene.state.with_asset(lurkers))
    for reader, seen in ((ORU, True), (GM, True), (VAEL, False), (EVERYONE, False)):
        names = [row["name"] for row in _rows(told(scene, reader).facts["lost"])]
        assert "The guard" in names
        assert ("The lurkers" in names) is seen


def test_who_went_rogue_is_shown_with_the_rest_that_left() -> None:
    facts = told(SCENES["goes-rogue"](), ORU).facts
    assert [row["fate"] for row in _rows(facts["gone"])] == ["rogue"]
    own = told(SCENES["goes-rogue"](), VAEL).facts
    assert [row["paid"] for row in _rows(own["bills"])] == [False]


# ── Reveals ──────────────────────────────────────────────────────────────────────────────────────


def test_a_reveal_says_who_did_what_with_what_and_whether_it_came_off() -> None:
    step = played("demands-from-hiding-refused", "public").step()
    facts = surely(reveal(step.before, step.event)).facts
    assert (facts["action"], facts["who"]) == ("demands", faction_ref("vael"))
    assert (facts["asset"], facts["name"], facts["done"]) == ("The monopoly", "The guard", True)


def test_a_reveal_names_a_named_asset_so_that_the_name_leads_to_its_entry() -> None:
    step = played("demands-from-hiding-refused", "public").step()
    assert isinstance(step.event, Acted)
    assert isinstance(step.event.details, Demand)
    named = replace(step.event, details=replace(step.event.details, name=PieceName("Old Bess")))
    facts = surely(reveal(step.before, named)).facts
    assert Facts.pieces_of(facts) >= {"Old Bess"}


def test_what_was_not_carried_out_can_not_be_revealed() -> None:
    for scene_name in ("move-undone", "attack-undone", "income", "sequence"):
        step = played(scene_name, "public").step()
        assert reveal(step.before, step.event) is None
