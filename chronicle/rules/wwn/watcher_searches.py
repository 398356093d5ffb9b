"""What watchers find when their owner's turn begins (W-FX-SPOTS)."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.model.audience import FOR_GM, Visibility, visibility_of_factions
from chronicle.model.dice import Dice
from chronicle.rules.wwn.action_context import ActionContext, snapshot_of
from chronicle.rules.wwn.asset_visibility import visibility_of_pieces
from chronicle.rules.wwn.dice_checks import CheckSide, opposed_check
from chronicle.rules.wwn.distance import is_within
from chronicle.rules.wwn.effects import Spots
from chronicle.rules.wwn.events import Unveiled
from chronicle.rules.wwn.orders import Orders
from chronicle.rules.wwn.state import Asset, State


def searches_due(state: State, faction: str) -> Iterator[tuple[str, str]]:
    """Yield a faction's watchers and the rivals that have something Stealthed in their reach."""
    for asset in state.own(faction):
        if state.working(asset):
            for rival in state.living():
                hostile = not state.friendly(rival, faction)
                if hostile and any(True for _ in _hidden(state, asset, rival)):
                    yield asset.id, rival


def _hidden(state: State, watcher: Asset, rival: str) -> Iterator[Asset]:
    """Yield a rival's Stealthed assets that a watcher may find at the start of its owner's turn."""
    spots = [one for one in state.type_of(watcher).effects_of(Spots) if one.when == "start"]
    if not spots:
        return
    for asset in state.own(rival):
        near = any(is_within(state, watcher.at, asset.at, one.reach) for one in spots)
        if asset.stealth and near:
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
        known=_visibility_of_search(context.state, watcher, rival, found),
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


def _visibility_of_search(
    after: State, watcher: Asset, rival: str, found: tuple[Asset, ...]
) -> Visibility:
    """Return both sides and those who see what was found; nobody learns of an empty search."""
    if not found:
        return FOR_GM
    seen = visibility_of_pieces((after,), (asset.id for asset in found))
    return seen | visibility_of_factions([watcher.faction, rival])
