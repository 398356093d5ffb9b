"""Free actions that make assets Stealthed or Subtle (W-FX-CLOAKS), and what hiding is told as."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final, Literal

from chronicle.model.facts import Fact
from chronicle.rules.kit.projector import OWN
from chronicle.rules.kit.refusals import first_reason
from chronicle.rules.order_form import ActionChoice, FieldChoice
from chronicle.rules.wwn.action import FreeAction, FreeActionForm
from chronicle.rules.wwn.action_context import (
    ActionContext,
    ActionResult,
    pay_free_action,
    refused_result,
    usable_asset_of,
)
from chronicle.rules.wwn.board_view import BoardView
from chronicle.rules.wwn.changes import Cleared, Cloaked, Marked
from chronicle.rules.wwn.diagnostics import orders as problems
from chronicle.rules.wwn.effects import Cloaks
from chronicle.rules.wwn.events import Acted, Details
from chronicle.rules.wwn.inputs import AbilityInput
from chronicle.rules.wwn.orders import FreeActionOrder, Order
from chronicle.rules.wwn.refusals import Refusal, kind_refusals, reach_refusals
from chronicle.rules.wwn.state import Asset, Mark, State
from chronicle.rules.wwn.telling_facts import action_facts
from chronicle.rules.wwn.validation.common import find_own_asset
from chronicle.rules.wwn.validation.order_context import OrderContext, exact_range


class Cloaking(Details):
    """An asset gets a quality; ``paid`` is the price."""

    CODE: ClassVar[str] = "cloaks"

    subject: str
    name: Annotated[str, OWN]
    quality: Annotated[Literal["stealth", "subtle"], OWN]
    paid: Annotated[int, OWN]

    def facts(self, view: BoardView, event: Acted) -> dict[str, Fact]:
        return {"itself": self.subject == event.asset, **super().facts(view, event)}


CLOAKING_FACTS: Final = action_facts("CloakingFacts", Cloaking, itself=bool)


def check_cloak(context: OrderContext, entry: AbilityInput, asset: Asset, effect: Cloaks) -> None:
    """Check whom an asset hides, and hide it on the board."""
    target: Asset | None = asset
    if effect.who == "other":
        target = find_own_asset(context, entry.target or "", entry.at("target"))
    if target is None:
        return
    refusals = tuple(cloak_refusals(context.board, asset, target, effect))
    context.refuse(entry, refusals)
    if any(refusal.reason == "barred" for refusal in refusals):
        return
    context.purse.pay(exact_range(effect.price), entry.at("asset"), context.report)
    if effect.quality == "stealth":
        context.apply(Cloaked(target.id, "hidden"))
    else:
        context.apply(Marked(target.id, Mark("subtle", by=asset.id)))


def cloak_refusals(state: State, bearer: Asset, target: Asset, effect: Cloaks) -> Iterator[Refusal]:
    """Yield why an asset can't be given the quality."""
    key = "target" if effect.who == "other" else "asset"
    if effect.who == "other":
        kinds = tuple(kind_refusals(state, target, effect.kinds))
        if not kinds and target.id == bearer.id:
            why = "can't do this to itself"
            itself = problems.UnusableAsset(at=None, name=target.id, why=why)
            kinds = (Refusal(itself, (key,), "barred"),)
        yield from kinds or reach_refusals(state, bearer, target, effect.reach)
        if kinds:
            return
    subtle = state.subtle(target) and target.mark("smuggled") is None
    if target.stealth == "hidden" if effect.quality == "stealth" else subtle:
        problem = problems.AlreadyHidden(at=None, name=target.id, quality=effect.quality)
        yield Refusal(problem, (key,), "hidden-already")


def cloak(
    context: ActionContext, order: Order, command: FreeActionOrder, effect: Cloaks
) -> ActionResult:
    """Give an asset a quality; only its owner learns of it."""
    state = context.state
    bearer = state.assets[order.asset]
    target: Asset | None = bearer
    if effect.who == "other":
        target = usable_asset_of(state, order.faction, command.target)
    if target is None:
        return refused_result("target-gone")
    reason = first_reason(cloak_refusals(state, bearer, target, effect))
    if reason:
        return refused_result(reason)
    if not pay_free_action(context, order, effect, effect.price):
        return refused_result("no-treasure")
    if effect.quality == "stealth":
        context.apply(Cloaked(target.id, "hidden"))
    else:
        _make_subtle(context, bearer, target, effect)
    return ActionResult(Cloaking(target.id, target.name, effect.quality, effect.price))


def _make_subtle(context: ActionContext, bearer: Asset, target: Asset, effect: Cloaks) -> None:
    """Make an asset Subtle; if that depends on the bearer, end it for the previous one."""
    if effect.while_borne:
        for asset in tuple(context.state.assets.values()):
            for mark in asset.marks:
                if mark.kind == "subtle" and mark.by == bearer.id:
                    context.apply(Cleared(asset.id, mark))
    context.apply(Marked(target.id, Mark("subtle", by=bearer.id if effect.while_borne else "")))


def cloak_choices(form: FreeActionForm, effect: Cloaks) -> Iterator[ActionChoice]:
    """Yield the free action, with the own assets that lack the quality."""
    board, facts = form.seen.board, {"cost": effect.price}
    if effect.who == "self":
        if not any(cloak_refusals(board, form.asset, form.asset, effect)):
            yield form.case(facts=facts)
        return
    choices = (
        FieldChoice(asset.id, asset.name)
        for asset in form.seen.obedient_assets()
        if not any(cloak_refusals(board, form.asset, asset, effect))
    )
    yield from form.aimed("target", choices, facts)


CLOAKS: Final = FreeAction(
    Cloaks,
    lambda effect: (("target",) if effect.who == "other" else (), ()),
    check_cloak,
    cloak,
    cloak_choices,
    facts={"cloaks": CLOAKING_FACTS},
)
