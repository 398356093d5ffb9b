"""What watchers find when their owner's turn begins (W-FX-SPOTS)."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.model.audience import FOR_GM, Visibility, visibility_of_factions
from chronicle.model.dice import Dice
from chronicle.rules.wwn.action_context import Draft, subject_of
from chronicle.rules.wwn.dice_checks import Side, contest
from chronicle.rules.wwn.distance import within
from chronicle.rules.wwn.effects import Spots
from chronicle.rules.wwn.events import Unveiled
from chronicle.rules.wwn.orders import Orders
from chronicle.rules.wwn.state import Asset, State
from chronicle.rules.wwn.witnesses import seen_in


def watchers(state: State, faction: str) -> Iterator[tuple[str, str]]:
    """A faction's watchers and the rivals that have something Stealthed in their reach."""
    for asset in state.own(faction):
        if state.working(asset):
            for rival in state.living():
                if rival != faction and any(True for _ in _hidden(state, asset, rival)):
                    yield asset.id, rival


def _hidden(state: State, watcher: Asset, rival: str) -> Iterator[Asset]:
    """A rival's Stealthed assets that a watcher might find at the start of its owner's turn."""
    spots = [one for one in state.type_of(watcher).having(Spots) if one.when == "start"]
    if not spots:
        return
    for asset in state.own(rival):
        near = any(within(state, watcher.at, asset.at, one.reach) for one in spots)
        if asset.stealth and near:
            yield asset


def watched(state: State, orders: Orders, dice: Dice, id: str, rival: str) -> Unveiled | None:
    """Who of a rival's hidden assets stays so: each has to win against the watcher's owner.

    None when the watcher is gone or nobody is left to be found.
    """
    watcher = state.assets.get(id)
    hidden = tuple(_hidden(state, watcher, rival)) if watcher is not None else ()
    if watcher is None or not hidden:
        return None
    draft = Draft(state, orders, dice, f"{watcher.faction}/start")
    found = tuple(asset for asset in hidden if _found(draft, watcher, asset))
    return Unveiled(
        id=f"{orders.turn}/{watcher.faction}/start/{id}/{rival}",
        rule="W-FX-SPOTS",
        faction=watcher.faction,
        asset=id,
        name=watcher.name,
        at=watcher.at,
        against=rival,
        found=tuple(subject_of(draft.state, draft.asset(asset.id)) for asset in found),
        missed=tuple(asset.id for asset in hidden if asset not in found),
        known=_known(draft.state, watcher, rival, found),
        changes=tuple(draft.changes),
        rolls=tuple(draft.rolls),
    )


def _found(draft: Draft, watcher: Asset, asset: Asset) -> bool:
    """Brings an asset out of Stealth if it doesn't win its check of Cunning; whether it came out.

    Who throws again may perish by it, on either side.
    """
    if watcher.id not in draft.state.assets:
        return False
    draft.prefix = f"spot-{watcher.id}-{asset.id}-"
    ours = Side(asset.faction, "cunning", "other", asset.at, watcher.faction, asset.id)
    theirs = Side(watcher.faction, "cunning", "other", asset.at, asset.faction, watcher.id)
    if contest(draft, ours, theirs).won or asset.id not in draft.state.assets:
        return False
    draft.show(asset.id)
    return True


def _known(after: State, watcher: Asset, rival: str, found: tuple[Asset, ...]) -> Visibility:
    """Both sides and whoever sees what was found; nobody learns that nothing was."""
    if not found:
        return FOR_GM
    seen = seen_in((after,), (asset.id for asset in found))
    return seen | visibility_of_factions([watcher.faction, rival])
