"""Resolve searches for Stealthed assets, by free actions and by watchers (W-FX)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chronicle.model.audience import FOR_GM, Visibility, visibility_of_factions
from chronicle.model.dice import Dice
from chronicle.rules.wwn.action_context import ActionContext, snapshot_of
from chronicle.rules.wwn.action_events import ActionResult, refused_result
from chronicle.rules.wwn.actions.availability import pay_free_action
from chronicle.rules.wwn.asset_visibility import visibility_of_pieces
from chronicle.rules.wwn.dice_checks import CheckSide, opposed_check
from chronicle.rules.wwn.distance import is_within
from chronicle.rules.wwn.effects import Exposes, Spots
from chronicle.rules.wwn.events import Leg, Search, Unveiled
from chronicle.rules.wwn.orders import FreeActionOrder, Order, Orders
from chronicle.rules.wwn.state import Asset, State


def expose(
    context: ActionContext, order: Order, command: FreeActionOrder, effect: Exposes
) -> ActionResult:
    """Make one check against a faction; if won, all its Stealthed assets in reach are found."""
    before = context.state
    bearer, rival = before.assets[order.asset], command.against
    if rival == order.faction or before.factions[rival].collapsed:
        return refused_result("target-gone")
    if not pay_free_action(context, order, effect, effect.price):
        return refused_result("no-treasure")
    if not opposed_check(context, *search_sides(bearer, rival)).won:
        return ActionResult(Search(rival, (), effect.price), outcome="failed")
    sought = [
        asset
        for asset in context.state.own(rival)
        if asset.stealth and is_within(context.state, bearer.at, asset.at, effect.reach)
    ]
    found = tuple(snapshot_of(before, asset) for asset in sought)
    for asset in sought:
        context.reveal_asset(asset.id)
    details = Search(rival, found, effect.price)
    if not found:
        return ActionResult(details)
    # The owner of a found asset learns who found it, if the finder is in the open.
    finder = context.state.assets.get(bearer.id)
    if finder is None or finder.stealth:
        return ActionResult(details, touched=frozenset({rival}))
    seen = visibility_of_pieces((context.state,), (asset.id for asset in sought))
    return ActionResult(details, seen | visibility_of_factions([rival]))


def search_sides(bearer: Asset, rival: str) -> tuple[CheckSide, CheckSide]:
    """Return the two sides of the check of an asset that searches for a rival's."""
    own = bearer.faction
    return (
        CheckSide(own, "cunning", "other", bearer.at, rival, bearer.id),
        CheckSide(rival, "cunning", "other", bearer.at, own),
    )


def search_arrivals(
    state: State, orders: Orders, dice: Dice, order: Order, legs: Iterable[Leg]
) -> Iterator[Unveiled]:
    """Yield the results of rivals' watchers checking new Stealthed arrivals (W-FX-SPOTS).

    Every watcher in reach rolls for each arrival, in order of id, until it is found.
    """
    come = tuple(leg.asset for leg in legs if leg.arrived)
    for watcher in tuple(asset for _, asset in sorted(state.assets.items())):
        sought = tuple(_sought_assets(state, watcher, order.faction, come))
        if not sought:
            continue
        context = ActionContext(state, orders, dice, order.key)
        yield _search_event(context, order, watcher, sought)
        state = context.state


def _sought_assets(
    state: State, watcher: Asset, mover: str, come: Iterable[str]
) -> Iterator[Asset]:
    """Yield the Stealthed arrivals that a watcher searches for."""
    if watcher.faction == mover or not state.working(watcher):
        return
    for id in come:
        asset = state.assets.get(id)
        if asset is None or not asset.stealth:
            continue
        for effect in state.type_of(watcher).effects_of(Spots):
            if effect.when == "arrival" and is_within(state, watcher.at, asset.at, effect.reach):
                yield asset
                break


def _search_event(
    context: ActionContext, order: Order, watcher: Asset, sought: tuple[Asset, ...]
) -> Unveiled:
    mover, by = order.faction, watcher.faction
    found: list[Asset] = []
    for asset in sought:
        context.prefix = f"spot-{watcher.id}-{asset.id}-"
        ours = CheckSide(by, "cunning", "other", asset.at, mover, watcher.id)
        theirs = CheckSide(mover, "cunning", "other", asset.at, by, asset.id)
        # An asset that rolls again may be lost by it, on either side.
        if opposed_check(context, ours, theirs).won and asset.id in context.state.assets:
            context.reveal_asset(asset.id)
            found.append(asset)
        if watcher.id not in context.state.assets:
            break
    return Unveiled(
        id=f"{context.dice.turn}/{order.key}/{watcher.id}",
        rule="W-FX-SPOTS",
        faction=by,
        asset=watcher.id,
        name=watcher.name,
        at=sought[0].at,
        against=mover,
        found=tuple(snapshot_of(context.state, asset) for asset in found),
        missed=tuple(asset.id for asset in sought if asset not in found),
        known=_visibility_of_search(context.state, by, mover, found),
        changes=tuple(context.changes),
        rolls=tuple(context.rolls),
    )


def _visibility_of_search(state: State, by: str, mover: str, found: Iterable[Asset]) -> Visibility:
    """Return who learns of it: both sides, and those who now see what was hidden; no one of a miss.

    A watcher that finds nothing does not know that there was anything.
    """
    ids = tuple(asset.id for asset in found)
    return (
        visibility_of_pieces((state,), ids) | visibility_of_factions([by, mover]) if ids else FOR_GM
    )
