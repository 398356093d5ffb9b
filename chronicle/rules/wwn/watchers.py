"""What watchers find: of what arrives, and when their owner's turn begins (W-FX-SPOTS)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chronicle.model.audience import FOR_GM, Visibility, visibility_of_factions
from chronicle.model.dice import Dice
from chronicle.rules.wwn.action_context import ActionContext
from chronicle.rules.wwn.board_view import visibility_of_pieces
from chronicle.rules.wwn.dice_checks import CheckSide, opposed_check
from chronicle.rules.wwn.distance import is_within
from chronicle.rules.wwn.effects import Spots
from chronicle.rules.wwn.events import Details, Unveiled
from chronicle.rules.wwn.orders import Order, Orders
from chronicle.rules.wwn.state import Asset, State, snapshot_of


def searches_due(state: State, faction: str) -> Iterator[tuple[str, str]]:
    """Yield a faction's watchers and the rivals that have something Stealthed in their reach."""
    for asset in state.own_with(faction, Spots):
        if _searches_at_start(state, asset) and state.working(asset):
            for rival in state.living():
                hostile = not state.friendly(rival, faction)
                if hostile and any(True for _ in _hidden(state, asset, rival)):
                    yield asset.id, rival


def _searches_at_start(state: State, asset: Asset) -> list[Spots]:
    """Return an asset's effects that search when its owner's turn begins."""
    return [one for one in state.type_of(asset).effects_of(Spots) if one.when == "start"]


def _hidden(state: State, watcher: Asset, rival: str) -> Iterator[Asset]:
    """Yield a rival's Stealthed assets that a watcher may find at the start of its owner's turn."""
    spots = _searches_at_start(state, watcher)
    for asset in state.own(rival):
        if asset.stealth and any(
            is_within(state, watcher.at, asset.at, one.reach) for one in spots
        ):
            yield asset


def search_event(state: State, orders: Orders, dice: Dice, id: str, rival: str) -> Unveiled | None:
    """Search for a rival's hidden assets: each must win against the watcher's owner to stay hidden.

    Returns None when the watcher is gone or nobody is left to find.
    """
    watcher = state.assets.get(id)
    hidden = tuple(_hidden(state, watcher, rival)) if watcher is not None else ()
    if watcher is None or not hidden:
        return None
    context = ActionContext(state, orders, dice, f"{watcher.faction}/start")
    found = tuple(asset for asset in hidden if _try_to_find(context, watcher, asset))
    return Unveiled(
        id=f"{orders.turn}/{watcher.faction}/start/{id}/{rival}",
        rule="W-FX-SPOTS",
        faction=watcher.faction,
        asset=id,
        name=watcher.name,
        at=watcher.at,
        against=rival,
        found=tuple(snapshot_of(context.state, context.asset(asset.id)) for asset in found),
        missed=tuple(asset.id for asset in hidden if asset not in found),
        known=_visibility_of_search(context.state, watcher.faction, rival, found),
        changes=tuple(context.changes),
        rolls=tuple(context.rolls),
    )


def _try_to_find(context: ActionContext, watcher: Asset, asset: Asset) -> bool:
    """Bring an asset out of Stealth if it loses its check of Cunning; return whether it did.

    A side that rerolls may lose an asset by it.
    """
    if watcher.id not in context.state.assets:
        return False
    context.prefix = f"spot-{watcher.id}-{asset.id}-"
    ours = CheckSide(asset.faction, "cunning", "other", asset.at, watcher.faction, asset.id)
    theirs = CheckSide(watcher.faction, "cunning", "other", asset.at, asset.faction, watcher.id)
    if opposed_check(context, ours, theirs).won or asset.id not in context.state.assets:
        return False
    context.reveal_asset(asset.id)
    return True


# ── Arrivals ──────────────────────────────────────────────────────────────────────────────────────


def search_arrivals(moved: ActionContext, order: Order, details: Details) -> Iterator[Unveiled]:
    """Yield the results of rivals' watchers checking new Stealthed arrivals (W-FX-SPOTS).

    Every watcher in reach rolls for each arrival, in order of id, until it is found.
    """
    come, state = details.arrived, moved.state
    for watcher in sorted(state.assets_with(Spots), key=lambda asset: asset.id):
        sought = tuple(_sought_assets(state, watcher, order.faction, come))
        if not sought:
            continue
        context = ActionContext(state, moved.orders, moved.dice, order.key)
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
