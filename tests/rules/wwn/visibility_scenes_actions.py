"""Scenes for the table of who learns what: what factions order, done openly and in hiding."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final, TypeAlias

from chronicle.records import replace
from chronicle.rules.wwn.actions.attack import AttackOrder
from chronicle.rules.wwn.actions.create import CreateOrder
from chronicle.rules.wwn.actions.expand import ExpandOrder
from chronicle.rules.wwn.actions.hide import HideOrder
from chronicle.rules.wwn.actions.move import MoveOrder
from chronicle.rules.wwn.actions.repair import RepairOrder
from chronicle.rules.wwn.actions.sell import SellOrder
from chronicle.rules.wwn.orders import Order
from chronicle.rules.wwn.state import Asset, Mark, Piece, PlaceState, Policy
from chronicle.rules.wwn.terms import ActionName
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
    mine,
    order,
    stage,
)

#: Vael and the Oru.
ALLIES: Final = frozenset({("oru", "vael")})
Table: TypeAlias = Mapping[str, tuple[int, ...]]


def acted(kind: ActionName, given: Order, table: Table | None = None, **fields: Any) -> Scene:
    """An action of the knights, which have some fields."""
    return Scene(stage(mine("knights", **fields)), action(kind, given), GO, table or {})


def attacks(table: Table, **fields: Any) -> Scene:
    return acted("attack", order(AttackOrder("oru"), "knights"), table, **fields)


def _used(word: str, doer: Asset, *others: Piece, **command: str) -> Scene:
    """A free action of an asset of Vael's."""
    state = stage(doer, *others)
    return Scene(state, ability(state, doer.id, word, **command), GO)


def _toll() -> Scene:
    """The Oru take a toll of who comes to the mill."""
    state = stage(mine("knights"), asset("interrupted-logistics", "oru", "mill"))
    return Scene(state, action("move", _MOVE), GO)


def _carries_for_an_ally(of: str, **fields: Any) -> Scene:
    """Vael carries an asset of the Oru, who are its allies."""
    state = stage(mine(of, **fields), asset("farmers", "oru", "ford"), allies=ALLIES)
    return Scene(state, ability(state, of, "carries", target="farmers", to="mill"), GO)


def _arrives_late() -> Scene:
    state = stage(mine("knights", bound_for="mill"))
    return Scene(state, (), f"{TURN}/vael/start")


def _perishes_uncovered() -> Scene:
    mark = Mark("uncovered", turn=TURN - 2)
    shut = PlaceState("ford", ruler="oru", closed=True)
    state = stage(mine("knights", hp=1, marks=(mark,)), barred=(shut,))
    return Scene(state, (), f"{TURN}/vael/start")


def _mends_an_allys() -> Scene:
    hurt = asset("knights", "oru", "mill", hp=3)
    state = stage(mine("magical-logistics", stealth="hidden"), hurt, allies=ALLIES)
    return Scene(state, ability(state, "magical-logistics", "mends", target="knights"), GO)


def _buys(of: str) -> Scene:
    bought = Asset(of, f"The {of}", "vael", "ford", of, SHIPPED.assets[of].hp)
    state = stage(base("lodge"))
    return Scene(state, action("create", order(CreateOrder(bought))), GO)


def _contest() -> Scene:
    """The Oru are at war with Vael, and fall upon its new base."""
    state = stage(mine("knights"))
    oru = replace(state.factions["oru"], policy=Policy(at_war=frozenset({"vael"})))
    given = action("expand", _EXPAND)
    return Scene(state.with_faction(oru), given, f"{GO}/oru/guard", _EXPANDED)


def _attack_on_nobody() -> Scene:
    scene = attacks(WON)
    guard = replace(scene.state.assets["guard"], stealth="hidden")
    return replace(scene, state=scene.state.with_asset(guard))


def _afflicts(table: Table) -> Scene:
    given = order(AttackOrder("oru", target="guard"), "cryptomancers")
    return Scene(stage(mine("cryptomancers")), action("attack", given), GO, table)


def _demanded(of: str, table: Table, *, pays: bool = False, **fields: Any) -> Scene:
    state = stage(mine(of, **fields))
    state = state.with_faction(replace(state.factions["oru"], policy=Policy(pays=pays)))
    return Scene(state, ability(state, of, "demands", target="guard"), GO, table)


def _exposed(table: Table, *hidden: Piece, **fields: Any) -> Scene:
    state = stage(mine("informers", **fields), *hidden)
    return Scene(state, ability(state, "informers", "exposes", against="oru"), GO, table)


_MOVE: Final = order(MoveOrder("mill"), "knights")
_SELL: Final = order(SellOrder(), "knights")
_EXPAND: Final = order(ExpandOrder(base("lodge")))
_EXPANDED: Final = {f"{KEY}/check-oru": (1,), f"{KEY}/defence-oru": (10,)}
_LURKERS: Final = asset("knights", "oru", "ford", id="lurkers", stealth="hidden")
_farmers_carried: Final = partial(_used, "carries", target="farmers", to="mill")

SCENES: Final[Mapping[str, Make]] = {
    # Moves
    "move": partial(acted, "move", _MOVE),
    "move-hidden": partial(acted, "move", _MOVE, stealth="hidden"),
    "move-undone": partial(acted, "move", _MOVE, marks=(Mark("pinned", by="guard"),)),
    "toll": _toll,
    "carries": partial(_farmers_carried, mine("caravan"), mine("farmers")),
    "carries-into-hiding": partial(_farmers_carried, mine("covert-transport"), mine("farmers")),
    "carries-an-allys": partial(_carries_for_an_ally, "smugglers"),
    "carries-an-allys-from-hiding": partial(_carries_for_an_ally, "smugglers", stealth="hidden"),
    "carries-an-allys-into-hiding": partial(_carries_for_an_ally, "covert-transport"),
    "arrives-late": _arrives_late,
    "perishes-uncovered": _perishes_uncovered,
    # For one's own
    "yields": partial(_used, "yields", mine("farmers")),
    "yields-its-last": partial(_used, "yields", mine("trade-company", hp=1)),
    "mends": partial(
        _used, "mends", mine("magical-logistics"), mine("knights", hp=3), target="knights"
    ),
    "mends-an-allys": _mends_an_allys,
    "repair": partial(acted, "repair", order(RepairOrder("knights")), hp=3),
    "cloaks": partial(_used, "cloaks", mine("shapeshifters")),
    "hide": partial(acted, "hide", order(HideOrder(), "knights")),
    "create": partial(_buys, "knights"),
    "create-hidden": partial(_buys, "occult-infiltrators"),
    "sell": partial(acted, "sell", _SELL),
    "sell-hidden": partial(acted, "sell", _SELL, stealth="hidden"),
    "expand": partial(acted, "expand", _EXPAND, _EXPANDED),
    "contest": _contest,
    # Against others
    "attack-won": partial(attacks, WON),
    "attack-lost": partial(attacks, LOST),
    "attack-from-hiding": partial(attacks, WON, stealth="hidden"),
    "attack-on-nobody": _attack_on_nobody,
    "attack-undone": partial(attacks, WON, marks=(Mark("unusable", by="guard"),)),
    "afflicts": partial(_afflicts, WON),
    "afflicts-in-vain": partial(_afflicts, LOST),
    "demands-met": partial(_demanded, "monopoly", {}, pays=True),
    "demands-refused": partial(_demanded, "monopoly", {}),
    "demands-withheld": partial(_demanded, "supply-interruption", WON),
    "demands-in-vain": partial(_demanded, "supply-interruption", LOST),
    "demands-from-hiding-met": partial(_demanded, "monopoly", {}, pays=True, stealth="hidden"),
    "demands-from-hiding-refused": partial(_demanded, "monopoly", {}, stealth="hidden"),
    "demands-from-hiding-in-vain": partial(
        _demanded, "supply-interruption", LOST, stealth="hidden"
    ),
    "exposes": partial(_exposed, WON, _LURKERS),
    "exposes-from-hiding": partial(_exposed, WON, _LURKERS, stealth="hidden"),
    "exposes-nobody": partial(_exposed, WON),
    "exposes-in-vain": partial(_exposed, LOST, _LURKERS),
}
