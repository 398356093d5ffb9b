"""Scenes for the table of who learns what: what factions order, done openly and in hiding."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from chronicle.records import replace
from chronicle.rules.wwn.orders import (
    AttackOrder,
    CreateOrder,
    ExpandOrder,
    HideOrder,
    MoveOrder,
    RepairOrder,
    SellOrder,
)
from chronicle.rules.wwn.state import Asset, Mark, Piece, PlaceState, Policy
from tests.rules.wwn.boards import SHIPPED, TURN, asset, base
from tests.rules.wwn.visibility_boards import (
    GO,
    KEY,
    LOST,
    WON,
    Make,
    Scene,
    ability,
    action,
    listed,
    mine,
    order,
    stage,
)

SCENES: Final[dict[str, Make]] = {}
listed_scene = listed(SCENES)
#: Vael and the Oru.
ALLIES: Final = frozenset({("oru", "vael")})


# ── Moves ────────────────────────────────────────────────────────────────────────────────────────


def _moves(**fields: Any) -> Scene:
    state = stage(mine("knights", **fields))
    return Scene(state, action("move", order(MoveOrder("mill"), "knights")), GO)


@listed_scene
def _move() -> Scene:
    return _moves()


@listed_scene
def _move_hidden() -> Scene:
    return _moves(stealth="hidden")


@listed_scene
def _move_undone() -> Scene:
    return _moves(marks=(Mark("pinned", by="guard"),))


@listed_scene
def _toll() -> Scene:
    """The Oru take a toll of who comes to the mill."""
    state = stage(mine("knights"), asset("interrupted-logistics", "oru", "mill"))
    return Scene(state, action("move", order(MoveOrder("mill"), "knights")), GO)


def _carried(of: str, *others: Piece, **command: str) -> Scene:
    state = stage(mine(of), *others)
    return Scene(state, ability(state, of, "carries", **command), GO)


@listed_scene
def _carries() -> Scene:
    return _carried("caravan", mine("farmers"), target="farmers", to="mill")


@listed_scene
def _carries_into_hiding() -> Scene:
    return _carried("covert-transport", mine("farmers"), target="farmers", to="mill")


def _carries_for_an_ally(of: str, **fields: Any) -> Scene:
    """Vael carries an asset of the Oru, who are its allies."""
    state = stage(mine(of, **fields), asset("farmers", "oru", "ford"), allies=ALLIES)
    return Scene(state, ability(state, of, "carries", target="farmers", to="mill"), GO)


@listed_scene
def _carries_an_allys() -> Scene:
    return _carries_for_an_ally("smugglers")


@listed_scene
def _carries_an_allys_from_hiding() -> Scene:
    return _carries_for_an_ally("smugglers", stealth="hidden")


@listed_scene
def _carries_an_allys_into_hiding() -> Scene:
    return _carries_for_an_ally("covert-transport")


@listed_scene
def _arrives_late() -> Scene:
    state = stage(mine("knights", bound_for="mill"))
    return Scene(state, (), f"{TURN}/vael/start")


@listed_scene
def _perishes_uncovered() -> Scene:
    mark = Mark("uncovered", turn=TURN - 2)
    shut = PlaceState("ford", ruler="oru", closed=True)
    state = stage(mine("knights", hp=1, marks=(mark,)), barred=(shut,))
    return Scene(state, (), f"{TURN}/vael/start")


# ── For one's own ────────────────────────────────────────────────────────────────────────────────


@listed_scene
def _yields() -> Scene:
    state = stage(mine("farmers"))
    return Scene(state, ability(state, "farmers", "yields"), GO)


@listed_scene
def _yields_its_last() -> Scene:
    state = stage(mine("trade-company", hp=1))
    return Scene(state, ability(state, "trade-company", "yields"), GO)


@listed_scene
def _mends() -> Scene:
    state = stage(mine("magical-logistics"), mine("knights", hp=3))
    return Scene(state, ability(state, "magical-logistics", "mends", target="knights"), GO)


@listed_scene
def _mends_an_allys() -> Scene:
    hurt = asset("knights", "oru", "mill", hp=3)
    state = stage(mine("magical-logistics", stealth="hidden"), hurt, allies=ALLIES)
    return Scene(state, ability(state, "magical-logistics", "mends", target="knights"), GO)


@listed_scene
def _repair() -> Scene:
    state = stage(mine("knights", hp=3))
    return Scene(state, action("repair", order(RepairOrder("knights"))), GO)


@listed_scene
def _cloaks() -> Scene:
    state = stage(mine("shapeshifters"))
    return Scene(state, ability(state, "shapeshifters", "cloaks"), GO)


@listed_scene
def _hide() -> Scene:
    state = stage(mine("knights"))
    return Scene(state, action("hide", order(HideOrder(), "knights")), GO)


def _buys(of: str) -> Scene:
    bought = Asset(of, f"The {of}", "vael", "ford", of, SHIPPED.assets[of].hp)
    state = stage(base("lodge"))
    return Scene(state, action("create", order(CreateOrder(bought))), GO)


@listed_scene
def _create() -> Scene:
    return _buys("knights")


@listed_scene
def _create_hidden() -> Scene:
    return _buys("occult-infiltrators")


def _sells(**fields: Any) -> Scene:
    state = stage(mine("knights", **fields))
    return Scene(state, action("sell", order(SellOrder(), "knights")), GO)


@listed_scene
def _sell() -> Scene:
    return _sells()


@listed_scene
def _sell_hidden() -> Scene:
    return _sells(stealth="hidden")


@listed_scene
def _expand() -> Scene:
    state = stage(mine("knights"))
    return Scene(state, action("expand", order(ExpandOrder(base("lodge")))), GO, _EXPANDED)


_EXPANDED: Final = {f"{KEY}/check-oru": (1,), f"{KEY}/defence-oru": (10,)}


@listed_scene
def _contest() -> Scene:
    """The Oru are at war with Vael, and fall upon its new base."""
    state = stage(mine("knights"))
    oru = replace(state.factions["oru"], policy=Policy(at_war=frozenset({"vael"})))
    given = action("expand", order(ExpandOrder(base("lodge"))))
    return Scene(state.with_faction(oru), given, f"{GO}/oru/guard", _EXPANDED)


# ── Against others ───────────────────────────────────────────────────────────────────────────────


def attacks(table: Mapping[str, tuple[int, ...]], against: str = "oru", **fields: Any) -> Scene:
    state = stage(mine("knights", **fields))
    return Scene(state, action("attack", order(AttackOrder(against), "knights")), GO, table)


@listed_scene
def _attack_won() -> Scene:
    return attacks(WON)


@listed_scene
def _attack_lost() -> Scene:
    return attacks(LOST)


@listed_scene
def _attack_from_hiding() -> Scene:
    return attacks(WON, stealth="hidden")


@listed_scene
def _attack_on_nobody() -> Scene:
    scene = attacks(WON)
    guard = replace(scene.state.assets["guard"], stealth="hidden")
    return replace(scene, state=scene.state.with_asset(guard))


@listed_scene
def _attack_undone() -> Scene:
    return attacks(WON, marks=(Mark("unusable", by="guard"),))


@listed_scene
def _afflicts() -> Scene:
    state = stage(mine("cryptomancers"))
    given = order(AttackOrder("oru", target="guard"), "cryptomancers")
    return Scene(state, action("attack", given), GO, WON)


@listed_scene
def _afflicts_in_vain() -> Scene:
    return replace(_afflicts(), table=LOST)


def _demanded(
    of: str, table: Mapping[str, tuple[int, ...]], *, pays: bool = False, **fields: Any
) -> Scene:
    state = stage(mine(of, **fields))
    state = state.with_faction(replace(state.factions["oru"], policy=Policy(pays=pays)))
    return Scene(state, ability(state, of, "demands", target="guard"), GO, table)


@listed_scene
def _demands_met() -> Scene:
    return _demanded("monopoly", {}, pays=True)


@listed_scene
def _demands_refused() -> Scene:
    return _demanded("monopoly", {})


@listed_scene
def _demands_withheld() -> Scene:
    return _demanded("supply-interruption", WON)


@listed_scene
def _demands_in_vain() -> Scene:
    return _demanded("supply-interruption", LOST)


@listed_scene
def _demands_from_hiding_met() -> Scene:
    return _demanded("monopoly", {}, pays=True, stealth="hidden")


@listed_scene
def _demands_from_hiding_refused() -> Scene:
    return _demanded("monopoly", {}, stealth="hidden")


@listed_scene
def _demands_from_hiding_in_vain() -> Scene:
    return _demanded("supply-interruption", LOST, stealth="hidden")


def _exposed(table: Mapping[str, tuple[int, ...]], *hidden: Piece, **fields: Any) -> Scene:
    state = stage(mine("informers", **fields), *hidden)
    return Scene(state, ability(state, "informers", "exposes", against="oru"), GO, table)


_LURKERS: Final = asset("knights", "oru", "ford", id="lurkers", stealth="hidden")


@listed_scene
def _exposes() -> Scene:
    return _exposed(WON, _LURKERS)


@listed_scene
def _exposes_from_hiding() -> Scene:
    return _exposed(WON, _LURKERS, stealth="hidden")


@listed_scene
def _exposes_nobody() -> Scene:
    return _exposed(WON)


@listed_scene
def _exposes_in_vain() -> Scene:
    return _exposed(LOST, _LURKERS)
