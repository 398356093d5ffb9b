"""Why each audience is told about each event, or not (:mod:`tellings` decides)."""

from __future__ import annotations

from typing import Final

from chronicle.model.audience import Audience
from chronicle.rules.protocol import Reason, Step
from chronicle.rules.shadow.events import (
    NOT_CARRIED_OUT,
    ActorPlaced,
    Assisted,
    AttackActorResult,
    AttackResourceResult,
    Changed,
    Conspired,
    Event,
    Placed,
    ResourceTaken,
    Revealed,
)
from chronicle.rules.shadow.state import State
from chronicle.rules.shared.reasons import own_order_reason

#: Every code a reason may carry; each has words in a theme.
REASONS: Final = (
    "gm",
    "own-order",
    "aimed-at",
    "staked",
    "before-all-powers",
    "open-figures",
    "news-for",
    "adjustment-for",
    "revealed",
    "dice-moved",
    "public-line",
    "draft",
    "not-yet-revealed",
    "not-vetoed",
    "not-own-story",
    "not-carried-out",
    "not-given",
    "not-for-street",
)
#: The rule that makes conspiracies visible to all powers.
_IN_TURN: Final = "S-ROUND-5"


def reason_for(step: Step[State, Event], audience: Audience) -> Reason:
    """Return why an audience is told about an event in this way, or not told."""
    before, event = step.before, step.event
    if audience.is_gm:
        return Reason("gm")
    if not audience.faction or audience.faction not in before.powers:
        return _public_reason(event)
    match event:
        case Changed():
            return _changed(event, audience)
        case Placed() | ActorPlaced() as placed:
            own = own_order_reason(audience, placed.power, placed.rule)
            return own or Reason("not-yet-revealed", placed.rule)
        case Assisted():
            own = own_order_reason(audience, event.power, event.rule)
            return own or Reason("not-own-story", event.rule)
        case Revealed():
            return Reason("revealed", event.rule)
        case Conspired():
            return _conspired(event, audience)
        case ResourceTaken():
            own = own_order_reason(audience, event.power, event.rule)
            return own or Reason("before-all-powers", _IN_TURN)
        case _:
            return Reason("open-figures", event.rule)


def _changed(event: Changed, audience: Audience) -> Reason:
    """Return the reason for a GM's change: the board is open, its reason only for those named."""
    if event.circle.admits(audience):
        return Reason("news-for" if event.by_news else "adjustment-for", event.rule)
    return Reason("open-figures", event.rule)


def _conspired(event: Conspired, audience: Audience) -> Reason:
    own = own_order_reason(audience, event.power, event.rule)
    if own is not None:
        return own
    if event.veto:
        # Transfers of dice are open even if the order is not.
        return Reason("dice-moved" if event.transfers else "not-vetoed", "S-DICE-4")
    match event.deed:
        case AttackResourceResult(power=power) | AttackActorResult(power=power) if (
            power == audience.faction
        ):
            return Reason("aimed-at", event.rule)
        case _:
            pass
    if audience.faction in {stake.power for stake in event.stakes}:
        return Reason("staked", event.rule)
    return Reason("before-all-powers", _IN_TURN)


def _public_reason(event: Event) -> Reason:
    match event:
        case Conspired(outcome=outcome) if outcome in NOT_CARRIED_OUT:
            untold = outcome in ("vetoed", "no-narrative")
            return Reason("not-carried-out", "S-DICE-4" if untold else event.rule)
        case Conspired(public=None):
            return Reason("draft", _IN_TURN)
        case Conspired(public=""):
            return Reason("not-given")
        case Conspired():
            return Reason("public-line")
        case _:
            return Reason("not-for-street", event.rule)
