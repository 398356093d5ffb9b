"""Moves of assets, and those who lead others past a ruler's ban (W-ACT-2, W-FX-LEADS)."""

from __future__ import annotations

from chronicle.rules.wwn.action_context import Draft
from chronicle.rules.wwn.action_events import Done, refused
from chronicle.rules.wwn.actions.arrival import enter, seen_going
from chronicle.rules.wwn.actions.availability import kept_out, unable
from chronicle.rules.wwn.changes import Marked, Used
from chronicle.rules.wwn.distance import bears, shut_out, stride, within
from chronicle.rules.wwn.effects import Leads
from chronicle.rules.wwn.events import Carrying, Reason
from chronicle.rules.wwn.orders import Order, Orders, ToMove
from chronicle.rules.wwn.state import Asset, Mark, State


def move(draft: Draft, order: Order, aim: ToMove) -> Done:
    """One asset goes as far as a turn takes it."""
    before = draft.state
    reason = unable(before, order)
    if reason:
        return refused(reason)
    asset = before.assets[order.asset]
    led = leads_itself(before, asset) or led_by(before, draft.orders, asset, aim.to)
    reason = hindrance(before, asset, aim.to, led=led)
    if reason:
        return refused(reason)
    draft.act(asset.id)
    leg = enter(draft, asset.id, aim.to)
    if leg is None:
        return refused("toll-unpaid")
    if bears(before, asset, Leads):
        draft.do(Used(_way(asset, asset.at, aim.to)))
    if led and shut_out(before, asset.faction, aim.to):
        draft.do(Marked(asset.id, Mark("sheltered")))
    return Done(Carrying((leg,)), seen_going(before, draft.state, (leg,)))


def hindrance(state: State, asset: Asset, to: str, *, led: bool) -> Reason:
    """Why an asset can't go to a place in one move."""
    if asset.at == to:
        return "there-already"
    if asset.mark("pinned"):
        return "asset-pinned"
    if not within(state, asset.at, to, stride(state, asset.faction)):
        return "too-far"
    banned = kept_out(state, asset, to, acts=True)
    return "" if led and banned == "closed" else banned


def leads_itself(state: State, asset: Asset) -> bool:
    """Whether a Move takes an asset past bans by an effect of its own."""
    return bears(state, asset, Leads)


def led_by(state: State, orders: Orders, asset: Asset, to: str) -> bool:
    """Whether somebody who leads others goes the same way in the same action.

    Its own order may come before or after.
    """
    for other in orders.of(asset.faction).orders:
        leader = state.assets.get(other.asset)
        if not isinstance(other.aim, ToMove) or other.aim.to != to or leader is None:
            continue
        if leader.faction != asset.faction:
            continue
        if not any(effect.companions for effect in state.type_of(leader).having(Leads)):
            continue
        if _way(leader, asset.at, to) in state.used:
            return True
        ready = leader.at == asset.at and state.usable(leader)
        if ready and not hindrance(state, leader, to, led=True):
            return True
    return False


def _way(leader: Asset, start: str, to: str) -> str:
    """How the board remembers for this turn that somebody has led the way."""
    return f"{leader.id}/led/{start}/{to}"
