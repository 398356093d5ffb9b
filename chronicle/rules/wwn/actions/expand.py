"""New bases, and the rivals who fall upon them at once (W-ACT-4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chronicle.model.audience import visibility_of_factions
from chronicle.model.dice import Dice
from chronicle.rules.wwn.action_context import Draft
from chronicle.rules.wwn.action_events import Done, refused
from chronicle.rules.wwn.apply import fold
from chronicle.rules.wwn.changes import BaseAdded, Used
from chronicle.rules.wwn.dice_checks import Side, contest
from chronicle.rules.wwn.distance import tag_effects
from chronicle.rules.wwn.effects import ExpandsFreely
from chronicle.rules.wwn.events import Clash, Founding, Reason
from chronicle.rules.wwn.fights.attack_check import clash
from chronicle.rules.wwn.fights.defender import contests, defender, policy_of
from chronicle.rules.wwn.fights.fight import Occasion
from chronicle.rules.wwn.orders import Order, Orders, ToExpand
from chronicle.rules.wwn.state import Asset, Base, State
from chronicle.rules.wwn.witnesses import seen_by

_RULE: Final = "W-ACT-4"


def expand(draft: Draft, order: Order, aim: ToExpand) -> Done:
    """A base is founded, and each rival there is measured against the founder."""
    before, base = draft.state, aim.base
    reason = _hindrance(before, order, aim)
    if reason:
        return refused(reason)
    # Each hit point of the new base costs 1 Treasure.
    if not draft.pay(order.faction, base.maximum, "founding", _RULE, base.id):
        return refused("no-treasure")
    if order.free:
        draft.do(Used(_key(order)))
    for id in _declared(before, order, aim):
        draft.show(id)
    draft.do(BaseAdded(base))
    rivals = tuple(_measured(draft, order, base))
    circle = seen_by(draft.state, base) | visibility_of_factions(rival for rival, _, _ in rivals)
    return Done(Founding(base.id, base.name, base.maximum, rivals), circle)


def _key(order: Order) -> str:
    """How the board remembers that a faction has used what its tag lets it do freely."""
    return f"{order.faction}/expands"


def _hindrance(state: State, order: Order, aim: ToExpand) -> Reason:
    """Why no base can be founded."""
    if order.free:
        if not any(True for _ in tag_effects(state, order.faction, ExpandsFreely)):
            return "barred"
        if _key(order) in state.used:
            return "used-already"
    if any(base.at == aim.base.at for base in state.own_bases(order.faction)):
        return "base-there"
    declared = frozenset(_declared(state, order, aim))
    here = any(
        asset.id in declared or not asset.stealth
        for asset in _present(state, order.faction, aim.base.at)
    )
    if not here:
        return "no-asset-there"
    return "barred" if state.piece(aim.base.id) is not None else ""


def _present(state: State, faction: str, place: str) -> Iterator[Asset]:
    """A faction's assets that serve it at a place, Stealthed ones among them."""
    return (asset for asset in state.own(faction) if asset.at == place and state.working(asset))


def _declared(state: State, order: Order, aim: ToExpand) -> Iterator[str]:
    """The Stealthed assets that show themselves to count as being there (W-ENT-5)."""
    for asset in _present(state, order.faction, aim.base.at):
        if asset.stealth and asset.id in aim.declares:
            yield asset.id


def _measured(draft: Draft, order: Order, base: Base) -> Iterator[tuple[str, bool, bool]]:
    """The check against every rival there, in order of id, each as :func:`measured` tells."""
    for rival in rivals_at(draft.state, order.faction, base.at):
        won, attacks = measured(draft, rival, base)
        yield rival, won, attacks


def rivals_at(state: State, founder: str, place: str) -> tuple[str, ...]:
    """The factions against which a founder is measured: all others with something open there."""
    rivals = (rival for rival in state.living() if rival != founder)
    return tuple(rival for rival in rivals if _in_the_open(state, rival, place))


def measured(draft: Draft, rival: str, base: Base) -> tuple[bool, bool]:
    """Whether a founder beats a rival, and whether the rival attacks: a tie is the rival's."""
    founder = base.faction
    won = contest(draft, *sides(founder, rival, base.at), f"-{rival}").won
    willing = contests(policy_of(draft.state, draft.orders, rival), founder)
    able = any(True for _ in _able(draft.state, draft.orders, rival, base))
    return won, not won and willing and able


def sides(founder: str, rival: str, place: str) -> tuple[Side, Side]:
    """The two sides of the check of a founder against a rival at a place."""
    return (
        Side(founder, "cunning", "expand", place, rival),
        Side(rival, "cunning", "other", place, founder),
    )


def _in_the_open(state: State, rival: str, place: str) -> bool:
    return any(not asset.stealth for asset in _present(state, rival, place))


def _able(state: State, orders: Orders, rival: str, base: Base) -> Iterator[Asset]:
    """A rival's assets that can fall upon a new base; those in hiding stay there."""
    for asset in _present(state, rival, base.at):
        made = state.type_of(asset)
        if made.attack is None or not made.attacks:
            continue
        if asset.stealth or not state.usable(asset):
            continue
        if defender(state, orders, asset, base.faction, made.attack.target) is not None:
            yield asset


def contested(
    state: State, orders: Orders, dice: Dice, order: Order, deed: Founding
) -> Iterator[Clash]:
    """The attacks on a new base: rival by rival, asset by asset, as long as it stands."""
    for rival, _, attacks in deed.rivals:
        base = state.bases.get(deed.base)
        if base is None or not attacks:
            continue
        for id in tuple(asset.id for asset in _able(state, orders, rival, base)):
            still = {asset.id: asset for asset in _able(state, orders, rival, base)}
            standing = deed.base in state.bases and state.factions[order.faction].hp > 0
            if not standing or id not in still:
                continue
            event = clash(
                state, orders, dice, still[id], order.faction, _occasion(dice, order, rival, id)
            )
            yield event
            state = fold(state, event.changes)


def _occasion(dice: Dice, order: Order, rival: str, asset: str) -> Occasion:
    return Occasion(
        id=f"{dice.turn}/{order.key}/{rival}/{asset}",
        key=order.key,
        order=order.id,
        prefix=f"{rival}-{asset}-",
        part="contest",
    )
