"""What effects do in a fight, asset by asset: each figure is worked out beside its case."""

from __future__ import annotations

from chronicle.rules.wwn.fights.attack import resolve_attack
from chronicle.rules.wwn.fights.fight import AttackOrigin
from chronicle.rules.wwn.orders import FactionOrders, RedoOrder
from chronicle.rules.wwn.state import Mark
from tests.rules.wwn.custom_catalogue_boards import after, orders, told
from tests.rules.wwn.single_fight import asset, fight, ford, pair

HIT: dict[str, tuple[int, ...]] = {"check": (9,), "defence": (1,)}


def test_saboteurs_that_contest_a_new_base_hobble_for_the_turn_after() -> None:
    # W-FX-AFFLICTS: Vael is in the middle of turn 5, and its abilities are over.
    state = ford(asset("ours", "oru", "saboteurs"), asset("theirs", "vael", "knights"))
    contest = AttackOrigin("5/vael/found/oru/ours", "vael/found", "found", "oru-ours-", "contest")
    dice = told({"vael/found/oru-ours-check": (1,), "vael/found/oru-ours-defence": (9,)})
    event = resolve_attack(state, orders(), dice, state.assets["ours"], "vael", contest)
    marks = after(state, event).assets["theirs"].marks
    assert marks == (Mark("hobbled", by="ours", until=6),)


def test_mindbenders_that_may_use_no_free_action_change_no_throw() -> None:
    # W-FX-AFFLICTS: to have a rival throw again is a free action, and Saboteurs were there.
    hobbled = Mark("hobbled", by="saboteurs", until=5)
    benders = asset("benders", "oru", "mindbenders", "mill", marks=(hobbled,))
    state = pair("infantry", "knights", benders)
    own = orders(FactionOrders("oru", redo=(RedoOrder("benders", "vael/hit/check", "lower"),)))
    event = fight(state, {**HIT, "check-redone": (1,), "damage": (1,)}, own)
    assert (event.won, event.reactions) == (True, ())
