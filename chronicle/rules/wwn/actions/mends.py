"""Free actions that heal friendly assets (W-FX-MENDS), and what all healing is told as."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final

from chronicle.model.audience import FOR_GM, visibility_of_factions
from chronicle.model.facts import Facts, Ref
from chronicle.records import Record
from chronicle.rules.kit.projector import OWN, Told, declared_facts
from chronicle.rules.kit.refusals import first_reason
from chronicle.rules.order_form import ActionChoice, FieldChoice
from chronicle.rules.protocol import Disclosure, Reason
from chronicle.rules.wwn.action import FreeAction, FreeActionForm
from chronicle.rules.wwn.action_context import (
    ActionContext,
    ActionResult,
    friendly_asset_of,
    pay_free_action,
    refused_result,
)
from chronicle.rules.wwn.board_view import BoardView
from chronicle.rules.wwn.changes import Hurt
from chronicle.rules.wwn.diagnostics import orders as problems
from chronicle.rules.wwn.effects import Mends
from chronicle.rules.wwn.events import Acted, Details
from chronicle.rules.wwn.inputs import AbilityInput
from chronicle.rules.wwn.known_state import KnownState
from chronicle.rules.wwn.orders import FreeActionOrder, Order
from chronicle.rules.wwn.refusals import Refusal, kind_refusals
from chronicle.rules.wwn.state import Asset, State
from chronicle.rules.wwn.telling_facts import action_facts
from chronicle.rules.wwn.validation.common import find_friendly_asset
from chronicle.rules.wwn.validation.order_context import OrderContext
from chronicle.rules.wwn.witnesses import told


class Mending(Details):
    """Hit points healed: of an asset, a base (``subject``), or the faction itself (empty)."""

    CODE: ClassVar[str] = "mends"
    IS_PRIVATE: ClassVar[bool] = True

    subject: str
    name: Annotated[str, OWN]
    healed: Annotated[int, OWN]
    paid: Annotated[int, OWN]
    times: Annotated[int, OWN] = 1

    @property
    def base(self) -> Annotated[str, Told("is_base", bool), OWN]:
        """Whether it is a base that was healed."""
        return self.subject

    def to_target(self, view: BoardView, event: Acted) -> Disclosure | None:
        """Return an ally's help, for the owner of what was healed."""
        own = view.piece(self.subject)
        if own is None or not view.owns(self.subject):
            return None
        who, at = view.who(event.faction), view.place(own.at)
        facts = {"who": who, "name": self.name, "healed": self.healed, "at": at}
        return told(view, event, "mended", facts, Reason("own-touched", event.rule))


MENDING_FACTS: Final = action_facts("MendingFacts", Mending)
_MENDED_FACTS: Final = declared_facts(
    "MendedFacts", {"who": Ref | None, "name": str, "healed": int, "at": Ref | None}
)


class Healing(Record):
    """What is to be healed, what it lacks, and the hit points that each step heals."""

    name: str
    lacking: int
    heals: int

    @property
    def enough(self) -> int:
        """The steps that heal all of it."""
        return -(-self.lacking // self.heals)

    def refusals(self, key: str, times: int = 1) -> Iterator[Refusal]:
        """Yield that all or some of the steps heal nothing."""
        if times > self.enough:
            problem = problems.NothingToHeal(
                at=None, name=self.name, lacking=self.lacking, heals=self.heals, enough=self.enough
            )
            yield Refusal(problem, (key,), "" if self.lacking else "target-unhurt")


def check_mend(context: OrderContext, entry: AbilityInput, asset: Asset, effect: Mends) -> None:
    """Check whom an asset heals."""
    del asset
    at = entry.at("target")
    target = find_friendly_asset(context, entry.target or "", at)
    if target is None:
        return
    refusals = mend_refusals(context.board, target, effect, hurt=target.id in context.hurting)
    context.refuse(entry, refusals)


def mend_refusals(
    state: State, target: Asset, effect: Mends, *, hurt: bool = False
) -> Iterator[Refusal]:
    """Yield why an asset can't be healed; ``hurt`` if it will be before."""
    kinds = tuple(kind_refusals(state, target, effect.kinds))
    yield from kinds
    if not kinds and not hurt:
        lacking = max(0, state.maximum(target) - target.hp)
        yield from Healing(target.id, lacking, effect.amount).refusals("target")


def mend(
    context: ActionContext, order: Order, command: FreeActionOrder, effect: Mends
) -> ActionResult:
    """Heal a friendly asset at any place; its owner learns of it."""
    state = context.state
    target = friendly_asset_of(state, order.faction, command.target)
    if target is None:
        return refused_result("target-gone")
    reason = first_reason(mend_refusals(state, target, effect))
    if reason:
        return refused_result(reason)
    healed = min(effect.amount, state.maximum(target) - target.hp)
    pay_free_action(context, order, effect)
    context.apply(Hurt(target.id, -healed, effect.rule))
    known = FOR_GM if target.faction == order.faction else visibility_of_factions([target.faction])
    return ActionResult(Mending(target.id, target.name, healed, 0), known)


def mend_choices(form: FreeActionForm, effect: Mends) -> Iterator[ActionChoice]:
    """Yield the free action, with the friendly assets that it can heal."""
    return form.aimed("target", _hurt_assets(form.seen, effect), {"heals": effect.amount})


def _hurt_assets(seen: KnownState, effect: Mends) -> Iterator[FieldChoice]:
    for asset in seen.friendly_assets():
        if not any(mend_refusals(seen.board, asset, effect)):
            facts = Facts(hp=asset.hp, of=seen.board.maximum(asset))
            yield FieldChoice(asset.id, asset.name, facts)


MENDS: Final = FreeAction(
    Mends,
    lambda _: (("target",), ()),
    check_mend,
    mend,
    mend_choices,
    facts={"mends": MENDING_FACTS, "mended": _MENDED_FACTS},
)
