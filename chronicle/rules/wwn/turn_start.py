"""The start of a faction's turn: late arrivals, uncovered assets, watchers, and declarations."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.model.audience import FOR_EVERYONE, visibility_of_factions
from chronicle.model.dice import Dice
from chronicle.records import replace
from chronicle.rules.wwn.action_context import ActionContext, snapshot_of
from chronicle.rules.wwn.asset_visibility import visibility_of_pieces
from chronicle.rules.wwn.changes import Change, Hurt, Moved, PlaceSet, Played, PolicySet
from chronicle.rules.wwn.distance import tag_effects
from chronicle.rules.wwn.effects import Recovers
from chronicle.rules.wwn.events import Declared, Leg, PieceSnapshot, Started
from chronicle.rules.wwn.orders import Orders
from chronicle.rules.wwn.state import PlaceState, State
from chronicle.rules.wwn.uncovered_assets import hurt_uncovered


def declaration_event(state: State, orders: Orders, faction: str) -> Declared | None:
    """Return a faction's new standing orders and bans, or None when it changes nothing.

    Only bans of places that it still rules count.
    """
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
