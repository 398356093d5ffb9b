"""The certain part of the board and the Treasure at the start of a faction's orders.

Assets recover, those on the way arrive, income is added, upkeep is paid, and excess assets are
given up (W-TURN-2, W-TURN-3).
"""

from __future__ import annotations

from chronicle.rules.wwn.changes import Change, Cleared, Lost, Moved, fold
from chronicle.rules.wwn.distance import has_effect
from chronicle.rules.wwn.effects import Unsellable, Upkeep
from chronicle.rules.wwn.orders import Orders
from chronicle.rules.wwn.policies import agrees_to_pay
from chronicle.rules.wwn.state import Asset, State
from chronicle.rules.wwn.terms import ATTRIBUTES, Attribute
from chronicle.rules.wwn.turn_start import recovery_changes
from chronicle.rules.wwn.upkeep import income_event, upkeep_of
from chronicle.rules.wwn.validation.treasure import TreasureEstimate, exact_range


def expected_start(
    state: State, faction: str, sheds: list[str], orders: Orders
) -> tuple[State, TreasureEstimate]:
    """Return board and Treasure at the free actions; ``orders`` have at least the policies."""
    state = fold(state, recovery_changes(state, faction))
    state = fold(state, _arrivals(state, faction))
    income = income_event(state, orders, faction)
    held = state.factions[faction].treasure + income.amount
    held += sum(amount for _, amount in income.lines)
    state, held = _pay_upkeep(state, faction, held)
    state, held = _pay_excess(state, faction, sheds, held)
    state, held = _pay_withheld(state, faction, orders, held)
    return state, TreasureEstimate(exact_range(held))


def _arrivals(state: State, faction: str) -> tuple[Change, ...]:
    return tuple(
        Moved(asset.id, asset.bound_for)
        for asset in state.own(faction)
        if asset.bound_for and asset.mark("pinned") is None
    )


def _pay_upkeep(state: State, faction: str, held: int) -> tuple[State, int]:
    """Pay upkeep and arrears as far as Treasure allows; what depends on dice is left unpaid."""
    for asset in sorted(state.own(faction), key=lambda one: _payment_order(state, one)):
        rogue, due = asset.mark("rogue"), _amount_due(state, asset)
        if not upkeep_of(state, asset):
            continue
        if due <= held:
            held -= due
            if rogue is not None:
                state = fold(state, [Cleared(asset.id, rogue)])
        elif not any(effect.mercenary for effect in state.type_of(asset).effects_of(Upkeep)):
            state = fold(state, [Lost(asset.id)])
    return state, held


def _amount_due(state: State, asset: Asset) -> int:
    rogue = asset.mark("rogue")
    return upkeep_of(state, asset) + (rogue.amount if rogue is not None else 0)


def _payment_order(state: State, asset: Asset) -> tuple[bool, int, str]:
    return (asset.mark("rogue") is not None, _amount_due(state, asset), asset.id)


def _pay_excess(state: State, faction: str, sheds: list[str], held: int) -> tuple[State, int]:
    """Give up or pay for assets beyond the ratings; the cheapest unpaid ones are lost."""
    for id in sheds:
        asset = state.assets.get(id)
        if asset is not None and can_shed(state, faction, asset):
            state = fold(state, [Lost(id)])
    surplus = sorted(
        (asset for attribute in ATTRIBUTES for asset in _surplus(state, faction, attribute)),
        key=lambda asset: _price(state, asset),
    )
    unpaid = max(0, len(surplus) - held)
    state = fold(state, [Lost(asset.id) for asset in surplus[:unpaid]])
    return state, held - (len(surplus) - unpaid)


def _pay_withheld(state: State, faction: str, orders: Orders, held: int) -> tuple[State, int]:
    """Pay for assets that rivals withhold, the cheapest first (W-FX-DEMANDS)."""
    withheld = sorted(
        (mark.amount, asset.id, mark)
        for asset in state.own(faction)
        for mark in asset.marks
        if mark.kind == "withheld" and agrees_to_pay(state, orders, faction, "pays", asset.id)
    )
    for price, id, mark in withheld:
        if price <= held:
            held -= price
            state = fold(state, [Cleared(id, mark)])
    return state, held


def can_shed(state: State, faction: str, asset: Asset) -> bool:
    """Return whether an asset can be given up instead of being paid for (W-TURN-3)."""
    if asset.faction != faction or asset.mark("rogue") is not None:
        return False
    kind = state.type_of(asset).attribute
    return not has_effect(state, asset, Unsellable) and excess_count(state, faction, kind) > 0


def excess_count(state: State, faction: str, attribute: Attribute) -> int:
    """Return how many assets of an attribute a faction has beyond its rating."""
    return len(_surplus(state, faction, attribute))


def _surplus(state: State, faction: str, attribute: Attribute) -> list[Asset]:
    serving = sorted(
        (
            asset
            for asset in state.own(faction)
            if asset.mark("rogue") is None and state.type_of(asset).attribute == attribute
        ),
        key=lambda asset: _price(state, asset),
    )
    rating = state.factions[faction].rating(attribute)
    return serving[: max(0, len(serving) - rating)]


def _price(state: State, asset: Asset) -> tuple[int, str]:
    return (state.type_of(asset).cost, asset.id)
