"""The start of a faction's turn: late arrivals, uncovered assets, watchers, and declarations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chronicle.model.audience import FOR_EVERYONE, visibility_of_factions
from chronicle.model.dice import Dice
from chronicle.records import replace
from chronicle.rules.wwn.action_context import ActionContext
from chronicle.rules.wwn.board_view import visibility_of_pieces
from chronicle.rules.wwn.changes import (
    Change,
    Cleared,
    Hurt,
    Lost,
    Marked,
    Moved,
    PlaceSet,
    Played,
    PolicySet,
)
from chronicle.rules.wwn.distance import is_covered, is_shut_out, tag_effects
from chronicle.rules.wwn.effects import Recovers
from chronicle.rules.wwn.events import Declared, Leg, Started
from chronicle.rules.wwn.orders import Orders
from chronicle.rules.wwn.state import Asset, Mark, PieceSnapshot, PlaceState, State, snapshot_of

_RULE: Final = "W-ACT-2"
#: Turns from being marked to taking damage: its owner has one turn to move the asset.
GRACE_TURNS: Final = 2


def declaration_event(state: State, orders: Orders, faction: str) -> Declared | None:
    """Return new standing orders and bans, of places still ruled; None if nothing changes."""
    own = orders.of(faction)
    changes: list[Change] = []
    if own.standing is not None and own.standing != state.factions[faction].policy:
        changes.append(PolicySet(faction, own.standing))
    barred = tuple(_changed_bans(state, faction, own.bans))
    changes += [PlaceSet(place) for place in barred]
    if not changes:
        return None
    return Declared(
        id=f"{orders.turn}/{faction}/declares",
        faction=faction,
        places=tuple(place.id for place in barred),
        known=FOR_EVERYONE if barred else visibility_of_factions([faction]),
        changes=tuple(changes),
    )


def _changed_bans(state: State, faction: str, bans: tuple[PlaceState, ...]) -> Iterator[PlaceState]:
    """Yield places whose bans change, with everything else unchanged.

    In order of id, so that the order in the author's file is not revealed.
    """
    for ban in sorted(bans, key=lambda place: place.id):
        place = state.places[ban.id]
        new = replace(place, closed=ban.closed, forbids=ban.forbids, admits=ban.admits)
        if place.ruler == faction and new != place:
            yield new


def start_event(state: State, orders: Orders, dice: Dice, faction: str) -> Started:
    """Return the start of a faction's turn: what recovers, arrives late, or is hurt uncovered."""
    context = ActionContext(state, orders, dice, f"{faction}/start")
    context.apply(Played(faction, over=False))
    recovered = tuple(_recoveries(context, faction))
    arrived = tuple(_late_arrivals(context, faction))
    hurt = tuple(hurt_uncovered(context, faction))
    touched = (*(leg.asset for leg in arrived), *(subject.id for subject, _ in hurt))
    return Started(
        id=f"{orders.turn}/{faction}/start",
        faction=faction,
        arrived=arrived,
        harried=hurt,
        recovered=recovered,
        known=visibility_of_pieces((state, context.state), touched)
        | visibility_of_factions([faction]),
        changes=tuple(context.changes),
    )


def _recoveries(context: ActionContext, faction: str) -> Iterator[tuple[PieceSnapshot, int]]:
    """Yield a faction's assets that regain hit points by its tags, after it, with how many."""
    for change in recovery_changes(context.state, faction):
        context.apply(change)
        asset = context.asset(change.piece)
        yield snapshot_of(context.state, asset), -change.amount


def recovery_changes(state: State, faction: str) -> tuple[Hurt, ...]:
    """Return what a faction's damaged assets that obey it regain by its tags (W-FX-RECOVERS)."""
    most = sum(effect.amount for effect in tag_effects(state, faction, Recovers))
    if not most:
        return ()
    lacking = {
        asset.id: min(most, state.maximum(asset) - asset.hp)
        for asset in state.own(faction)
        if asset.mark("rogue") is None
    }
    return tuple(Hurt(id, -amount, "W-FX-RECOVERS") for id, amount in lacking.items() if amount)


def _late_arrivals(context: ActionContext, faction: str) -> Iterator[Leg]:
    """Yield delayed assets that arrive now, unless something pins them down."""
    for asset in tuple(context.state.own(faction)):
        if asset.bound_for and asset.mark("pinned") is None:
            context.apply(Moved(asset.id, asset.bound_for))
            yield Leg(asset.id, asset.name, asset.at, asset.bound_for)


def is_uncovered(state: State, asset: Asset) -> bool:
    """Return whether an asset is unhidden where it is forbidden; never true of a rogue.

    An asset that was led there may stay (W-FX-LEADS).
    """
    if asset.mark("rogue") is not None or asset.mark("sheltered") is not None:
        return False
    if is_covered(state, asset):
        return False
    return is_shut_out(state, asset.faction, asset.at)


def mark_uncovered(context: ActionContext) -> Iterator[PieceSnapshot]:
    """Mark what is uncovered at the end of a turn, and clear other marks; yield what is new."""
    for asset in sorted(context.state.assets.values(), key=lambda one: one.id):
        mark = asset.mark("uncovered")
        stands_so = is_uncovered(context.state, asset)
        if stands_so and mark is None:
            context.apply(Marked(asset.id, Mark("uncovered", turn=context.state.turn)))
            yield snapshot_of(context.state, asset)
        elif mark is not None and not stands_so:
            context.apply(Cleared(asset.id, mark))


def hurt_uncovered(context: ActionContext, faction: str) -> Iterator[tuple[PieceSnapshot, int]]:
    """Take half the HP of assets uncovered since the turn before the last; yield each loss."""
    for asset in tuple(context.state.own(faction)):
        mark = asset.mark("uncovered")
        if mark is None or mark.turn + GRACE_TURNS > context.state.turn:
            continue
        if not is_uncovered(context.state, asset):
            continue
        damage = min(asset.hp, -(-context.state.maximum(asset) // 2))
        context.apply(Hurt(asset.id, damage, _RULE))
        yield snapshot_of(context.state, context.asset(asset.id)), damage
        if damage == asset.hp:
            context.apply(Lost(asset.id))
