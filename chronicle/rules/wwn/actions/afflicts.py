"""What some assets do to a rival's asset instead of attacking it (W-FX-AFFLICTS)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final, Literal

from chronicle.model.audience import FOR_GM, visibility_of_factions
from chronicle.model.facts import Facts, Ref
from chronicle.records import replace
from chronicle.rules.kit import projector
from chronicle.rules.kit.refusals import first_reason
from chronicle.rules.order_form import ActionChoice, FixedField, SelectField
from chronicle.rules.protocol import Disclosure, Reason, TellingFacts
from chronicle.rules.wwn.action import order_id, order_item
from chronicle.rules.wwn.action_context import (
    ActionContext,
    ActionResult,
    acted_event,
    refused_result,
)
from chronicle.rules.wwn.board_view import BoardView, visibility_of_piece
from chronicle.rules.wwn.changes import Cleared, Marked
from chronicle.rules.wwn.dice_amounts import DiceAmount
from chronicle.rules.wwn.dice_checks import CheckSide, opposed_check
from chronicle.rules.wwn.effects import Afflicts
from chronicle.rules.wwn.events import Acted, Details
from chronicle.rules.wwn.fights.attack_effects import affliction_mark
from chronicle.rules.wwn.inputs import AttackInput
from chronicle.rules.wwn.known_state import KnownState
from chronicle.rules.wwn.orders import Order
from chronicle.rules.wwn.refusals import target_refusals
from chronicle.rules.wwn.state import Asset, State
from chronicle.rules.wwn.telling_facts import HitMark, action_facts
from chronicle.rules.wwn.terms import Outcome, RefusalReason
from chronicle.rules.wwn.validation.common import find_rival_asset
from chronicle.rules.wwn.validation.order_context import OrderContext, range_of
from chronicle.rules.wwn.witnesses import (
    ACTOR_FACTS,
    actor_facts,
    hidden_hand_reason,
    tell_victim,
    told,
)

_TARGET_FACTS: Final[projector.Readers] = frozenset({projector.TARGET})


class Affliction(Details):
    """An asset was marked instead of attacked, for a price."""

    FATE: ClassVar[Literal[""]] = ""

    subject: str
    name: Annotated[str, projector.OWN, projector.TARGET]
    against: Annotated[projector.FactionId, projector.OWN]
    mark: Annotated[HitMark, projector.OWN, projector.TARGET]
    paid: Annotated[int, projector.OWN]

    def code(self, action: str) -> str:
        del action
        return "afflicts"

    @property
    def met(self) -> tuple[str, ...]:
        return (self.subject,)

    def to_target(self, view: BoardView, event: Acted) -> Disclosure | None:
        facts = projector.facts_of(self, _TARGET_FACTS, _TARGET_FACTS, view)
        facts["outcome"] = event.outcome
        own = view.faction == self.against
        return tell_victim(view, event, "afflicted", facts) if own else None

    def to_onlooker(self, view: BoardView, event: Acted) -> Disclosure:
        against, name = view.who(self.against), view.name(self.subject)
        facts = {"against": against, "name": name, "outcome": event.outcome}
        return told(view, event, "seen-affliction", {**actor_facts(view, event), **facts})

    def unseen_reason(self, view: BoardView, event: Acted) -> Reason | None:
        return hidden_hand_reason(view, event)


AFFLICTION_FACTS: Final[dict[str, TellingFacts]] = {
    "afflicts": action_facts("AfflictionFacts", Affliction),
    "afflicted": projector.declared_facts(
        "AfflictedFacts",
        ACTOR_FACTS,
        projector.fact_types(Affliction, _TARGET_FACTS),
        {"outcome": Outcome},
    ),
    "seen-affliction": projector.declared_facts(
        "SeenAfflictionFacts", ACTOR_FACTS, {"against": Ref | None, "name": str, "outcome": Outcome}
    ),
}


def affliction_instead(state: State, asset: Asset) -> Afflicts | None:
    """Return what an asset can do instead of attacking; None for most."""
    effects = state.type_of(asset).effects_of(Afflicts)
    return next((effect for effect in effects if effect.when == "instead"), None)


def parse_affliction(
    context: OrderContext, entry: AttackInput, asset: Asset, effect: Afflicts
) -> Asset | None:
    """Return the rival's asset that is to be marked; None after errors."""
    target = find_rival_asset(context, entry, asset, effect.reach)
    if effect.price is not None:
        context.purse.pay(range_of(effect.price), entry.at("asset"), context.report)
    return target


def afflict(
    context: ActionContext, order: Order, asset: Asset, target: str, against: str
) -> ActionResult:
    """Put a mark on a rival's asset."""
    effect, met = affliction_instead(context.state, asset), context.state.assets.get(target)
    reason = _refusal(context.state, asset, met, effect, against)
    if reason or met is None or effect is None:
        return refused_result(reason or "target-gone")
    price = context.roll_amount("price", order.faction, effect.price) if effect.price else 0
    if not context.pay(order.faction, price, "affliction", effect.rule, met.id):
        return refused_result("no-treasure")
    context.reveal_asset(asset.id)
    sides = affliction_sides(context.state, asset, met)
    won = not effect.check or opposed_check(context, *sides).won
    now = context.state.assets.get(met.id)
    # A side that rolls again may lose its asset by it.
    won = won and now is not None and asset.id in context.state.assets
    if won and now is not None:
        _end_afflictions_by(context, asset.id)
        context.apply(Marked(now.id, affliction_mark(context.state, effect, asset, now)))
    details = Affliction(met.id, met.name, met.faction, effect.mark, price)
    victim = frozenset({met.faction})
    # Those who see the acting asset, and its target's owner.
    known = visibility_of_factions(victim) | visibility_of_piece(
        context.state, context.state.assets.get(asset.id, asset)
    )
    return ActionResult(details, known, "done" if won else "failed", touched=victim)


def affliction_event(
    before: State, context: ActionContext, order: Order, done: ActionResult
) -> Acted:
    """Return the event of an order to afflict; nobody else learns of one that is refused."""
    event = replace(acted_event(before, context, order, done), rule=Afflicts.rule)
    return event if done.details is not None else replace(event, known=FOR_GM)


def _refusal(
    state: State, asset: Asset, target: Asset | None, effect: Afflicts | None, against: str
) -> RefusalReason:
    """Return why an asset can't be afflicted by another; empty if it can."""
    if effect is None:
        return "asset-unusable"
    if target is None or target.faction != against:
        return "target-gone"
    return first_reason(target_refusals(state, asset, target, effect.reach))


def affliction_sides(state: State, asset: Asset, target: Asset) -> tuple[CheckSide, CheckSide]:
    """Return the two sides of the check of an asset that afflicts another."""
    ours, theirs = state.type_of(asset).magic, state.type_of(target).magic
    one, other = asset.faction, target.faction
    return (
        CheckSide(one, "cunning", "attack", target.at, other, asset.id, ours, theirs),
        CheckSide(other, "cunning", "defence", target.at, one, target.id, theirs, ours),
    )


def _end_afflictions_by(context: ActionContext, source: str) -> None:
    """End the marks of an asset that last only while it stays with its targets."""
    for _, other in sorted(context.state.assets.items()):
        for mark in other.marks:
            if mark.by == source and not mark.until:
                context.apply(Cleared(other.id, mark))


def affliction_choices(seen: KnownState, asset: Asset) -> Iterator[ActionChoice]:
    """Yield the rivals' assets that an asset can mark instead of attacking."""
    effect = affliction_instead(seen.board, asset)
    if effect is None:
        return
    targets = tuple(
        seen.target(
            it, seen.likely(*affliction_sides(seen.board, asset, it)) if effect.check else None
        )
        for it in seen.others()
        if not any(target_refusals(seen.board, asset, it, effect.reach))
    )
    if targets:
        own, target = FixedField("asset", asset.id), SelectField("target", targets, needed=True)
        order = order_item("attack", order_id(asset.id, effect.mark), own, target)
        price = effect.price or DiceAmount()
        facts = Facts(cost=str(effect.price or ""))
        yield ActionChoice(
            effect.mark, effect.rule, (order,), facts, None, max(price.spread()), price.dice > 0
        )
