"""The order to attack: a clash with whoever meets it, or what an asset does instead (W-ACT-1)."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.model.audience import FOR_GM, Visibility, visibility_of_factions
from chronicle.model.dice import Dice
from chronicle.rules.wwn.action_context import Draft
from chronicle.rules.wwn.changes import Cleared, Marked
from chronicle.rules.wwn.dice_checks import Side, contest
from chronicle.rules.wwn.distance import bears, near
from chronicle.rules.wwn.effects import Afflicts, Waterborne
from chronicle.rules.wwn.events import Acted, Affliction, Clash, Outcome, Reason
from chronicle.rules.wwn.fights.attack_check import clash, not_carried_out
from chronicle.rules.wwn.fights.effects import affliction
from chronicle.rules.wwn.fights.fight import Occasion
from chronicle.rules.wwn.orders import Order, Orders, ToAttack
from chronicle.rules.wwn.state import Asset, State
from chronicle.rules.wwn.terms import RULE_OF
from chronicle.rules.wwn.witnesses import seen_by

_RULE = "W-FX-AFFLICTS"


def attack(state: State, order: Order, orders: Orders, dice: Dice) -> Iterator[Acted | Clash]:
    """What comes of an order to attack, whose aim is a :class:`ToAttack`."""
    asset, aim = state.assets.get(order.asset), order.aim
    if not isinstance(aim, ToAttack):
        raise TypeError(f"{order.key} is no attack")
    if asset is None or asset.faction != order.faction:
        # Where it is now, and what its new owner does with it, is not its old one's to know.
        yield _told(Draft(state, orders, dice, order.key), order, None, None, "asset-gone")
    elif aim.target:
        yield _afflict(Draft(state, orders, dice, order.key), order, aim, asset)
    else:
        occasion = Occasion(f"{dice.turn}/{order.key}", order.key, order.id)
        reason = _hindered(state, asset)
        if reason:
            yield not_carried_out(state, asset, aim.against, occasion, reason)
        else:
            yield clash(state, orders, dice, asset, aim.against, occasion)


def _hindered(state: State, asset: Asset) -> Reason:
    """Why an asset can't attack where it is; empty when it can."""
    if not state.usable(asset):
        return "asset-unusable"
    landed = bears(state, asset, Waterborne) and not state.places[asset.at].water
    return "barred" if landed else ""


def instead(state: State, asset: Asset) -> Afflicts | None:
    """What an asset can do in place of attacking; None for most."""
    effects = state.type_of(asset).having(Afflicts)
    return next((effect for effect in effects if effect.when == "instead"), None)


def _afflict(draft: Draft, order: Order, aim: ToAttack, asset: Asset) -> Acted:
    """A mark put on a rival's asset in place of an attack (W-FX-AFFLICTS)."""
    effect, target = instead(draft.state, asset), draft.state.assets.get(aim.target)
    reason = _hindered(draft.state, asset)
    reason = reason or _out_of_hand(draft.state, asset, target, effect, aim.against)
    if reason or target is None or effect is None:
        return _told(draft, order, asset, None, reason or "target-gone")
    price = draft.roll_amount("price", order.faction, effect.price) if effect.price else 0
    if not draft.pay(order.faction, price, "affliction", _RULE, target.id):
        return _told(draft, order, asset, None, "no-treasure")
    draft.show(asset.id)
    deed = Affliction(target.id, target.name, target.faction, effect.mark, price)
    if effect.check and not _overcome(draft, asset, target):
        return _told(draft, order, asset, deed, failed=True)
    now = draft.state.assets.get(target.id)
    if now is None or asset.id not in draft.state.assets:
        return _told(draft, order, asset, deed, failed=True)
    _let_go(draft, asset.id)
    draft.do(Marked(now.id, affliction(draft.state, effect, asset, now)))
    return _told(draft, order, asset, deed)


def _out_of_hand(
    state: State, asset: Asset, target: Asset | None, effect: Afflicts | None, against: str
) -> Reason:
    """Why an asset can't be afflicted by another; empty when it can."""
    if effect is None:
        return "asset-unusable"
    if target is None or target.faction != against or target.stealth:
        return "target-gone"
    return "" if near(state, asset, target.at, effect.reach) else "too-far"


def _overcome(draft: Draft, asset: Asset, target: Asset) -> bool:
    """Whether the check of Cunning against Cunning comes off."""
    return contest(draft, *sides(draft.state, asset, target)).won


def sides(state: State, asset: Asset, target: Asset) -> tuple[Side, Side]:
    """The two sides of the check of an asset that afflicts another."""
    magic = state.type_of(asset).magic
    one, other = asset.faction, target.faction
    return (
        Side(one, "cunning", "attack", target.at, other, asset.id, magic),
        Side(other, "cunning", "defence", target.at, one, target.id, magic),
    )


def _let_go(draft: Draft, source: str) -> None:
    """Ends what an asset has put on others for as long as it stays with them."""
    for _, other in sorted(draft.state.assets.items()):
        for mark in other.marks:
            if mark.by == source and not mark.until:
                draft.do(Cleared(other.id, mark))


def _told(
    draft: Draft,
    order: Order,
    asset: Asset | None,
    deed: Affliction | None,
    reason: Reason = "",
    *,
    failed: bool = False,
) -> Acted:
    """The event: a deed that came off or failed, or none, with the reason."""
    touched = frozenset({deed.against}) if deed is not None else frozenset[str]()
    outcome: Outcome = "not-carried-out" if deed is None else "failed" if failed else "done"
    return Acted(
        id=f"{draft.dice.turn}/{order.key}",
        rule=_RULE if asset is not None else RULE_OF["attack"],
        faction=order.faction,
        order=order.id,
        action="attack",
        asset=order.asset,
        name=asset.name if asset is not None else "",
        at=asset.at if asset is not None else "",
        deed=deed,
        outcome=outcome,
        reason=reason,
        reactions=tuple(draft.reactions),
        known=_known(draft.state, asset, touched) if deed is not None else FOR_GM,
        touched=touched,
        changes=tuple(draft.changes),
        rolls=tuple(draft.rolls),
    )


def _known(state: State, asset: Asset | None, touched: frozenset[str]) -> Visibility:
    """Those who see it: whoever sees the asset that does it, and whom it is done to."""
    now = state.assets.get(asset.id, asset) if asset is not None else None
    return visibility_of_factions(touched) | (seen_by(state, now) if now is not None else FOR_GM)
