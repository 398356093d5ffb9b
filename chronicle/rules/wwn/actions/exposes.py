"""Free actions that search for a rival's Stealthed assets (W-FX-EXPOSES)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final, Literal

from chronicle.model.audience import visibility_of_factions
from chronicle.model.facts import FactsOf, faction_ref
from chronicle.rules.kit.projector import OWN, FactionId, Told
from chronicle.rules.order_form import ActionChoice, FieldChoice
from chronicle.rules.protocol import Disclosure, Reason
from chronicle.rules.wwn.action import FreeAction, FreeActionForm
from chronicle.rules.wwn.action_context import (
    ActionContext,
    ActionResult,
    pay_free_action,
    refused_result,
)
from chronicle.rules.wwn.board_view import BoardView, visibility_of_pieces
from chronicle.rules.wwn.dice_checks import CheckSide, opposed_check
from chronicle.rules.wwn.distance import is_within
from chronicle.rules.wwn.effects import Exposes
from chronicle.rules.wwn.events import Acted, Details
from chronicle.rules.wwn.inputs import AbilityInput
from chronicle.rules.wwn.known_state import KnownState
from chronicle.rules.wwn.orders import FreeActionOrder, Order
from chronicle.rules.wwn.rolls import rolls_for_target
from chronicle.rules.wwn.state import Asset, PieceSnapshot, snapshot_of
from chronicle.rules.wwn.telling_facts import PieceRow, action_facts
from chronicle.rules.wwn.validation.common import check_other_faction
from chronicle.rules.wwn.validation.order_context import OrderContext, exact_range
from chronicle.rules.wwn.witnesses import actor_facts, hidden_hand_reason, told


class Search(Details):
    """A search for Stealthed assets: whose, where, and which of them were found."""

    CODE: ClassVar[str] = "exposes"
    FATE: ClassVar[Literal[""]] = ""

    against: Annotated[FactionId, OWN]
    found: Annotated[
        tuple[PieceSnapshot, ...], Told("met_rows", tuple[FactsOf[PieceRow], ...]), OWN
    ]
    paid: Annotated[int, OWN] = 0

    @property
    def met(self) -> tuple[str, ...]:
        return tuple(subject.id for subject in self.found)

    @property
    def count_found(self) -> int:
        return len(self.found)

    def to_target(self, view: BoardView, event: Acted) -> Disclosure | None:
        if view.faction != self.against:
            return None
        reason = Reason("found-out", event.rule)
        return self._exposed(view, event, "found", reason)

    def to_onlooker(self, view: BoardView, event: Acted) -> Disclosure | None:
        return self._exposed(view, event, "", None)

    def _exposed(
        self, view: BoardView, event: Acted, ours: str, reason: Reason | None
    ) -> Disclosure | None:
        """Return Stealthed assets that were exposed, for their owner or those who see them."""
        shown = view.rows(self.found)
        if not shown:
            return None
        against = view.who(self.against)
        facts = {"ours": ours, **actor_facts(view, event), "against": against, "found": shown}
        thrown = rolls_for_target(view, event) if ours else ()
        return told(
            view, event, "unveiled", {**facts, "missed": ()}, reason, rolls=thrown, seen=self.met
        )

    def unseen_reason(self, view: BoardView, event: Acted) -> Reason | None:
        if not self.found:
            return Reason("not-found-nothing", event.rule)
        return hidden_hand_reason(view, event)


def check_expose(context: OrderContext, entry: AbilityInput, asset: Asset, effect: Exposes) -> None:
    """Check whose assets are searched for."""
    del asset
    against = entry.against or ""
    if check_other_faction(context, against, entry.at("against")):
        context.sought.add(against)
    context.purse.pay(exact_range(effect.price), entry.at("asset"), context.report)


def expose(
    context: ActionContext, order: Order, command: FreeActionOrder, effect: Exposes
) -> ActionResult:
    """Make one check against a faction; if won, all its Stealthed assets in reach are found."""
    before = context.state
    bearer, rival = before.assets[order.asset], command.against
    if rival == order.faction or before.factions[rival].collapsed:
        return refused_result("target-gone")
    if not pay_free_action(context, order, effect, effect.price):
        return refused_result("no-treasure")
    if not opposed_check(context, *search_sides(bearer, rival)).won:
        return ActionResult(Search(rival, (), effect.price), outcome="failed")
    sought = [
        asset
        for asset in context.state.own(rival)
        if asset.stealth and is_within(context.state, bearer.at, asset.at, effect.reach)
    ]
    found = tuple(snapshot_of(before, asset) for asset in sought)
    for asset in sought:
        context.reveal_asset(asset.id)
    details = Search(rival, found, effect.price)
    if not found:
        return ActionResult(details)
    # The owner of a found asset learns who found it, if the finder is in the open.
    finder = context.state.assets.get(bearer.id)
    if finder is None or finder.stealth:
        return ActionResult(details, touched=frozenset({rival}))
    seen = visibility_of_pieces((context.state,), (asset.id for asset in sought))
    return ActionResult(details, seen | visibility_of_factions([rival]))


def search_sides(bearer: Asset, rival: str) -> tuple[CheckSide, CheckSide]:
    """Return the two sides of the check of an asset that searches for a rival's."""
    own = bearer.faction
    return (
        CheckSide(own, "cunning", "other", bearer.at, rival, bearer.id),
        CheckSide(rival, "cunning", "other", bearer.at, own),
    )


def expose_choices(form: FreeActionForm, effect: Exposes) -> Iterator[ActionChoice]:
    """Yield the free action, with the rivals whose assets may be searched for."""
    return form.aimed("against", _rivals(form.seen, form.asset), {"cost": effect.price})


def _rivals(seen: KnownState, asset: Asset) -> Iterator[FieldChoice]:
    for rival in seen.rivals():
        likely = seen.likely(*search_sides(asset, rival))
        yield FieldChoice(rival, faction_ref(rival), likely=likely)


EXPOSES: Final = FreeAction(
    Exposes,
    lambda _: (("against",), ()),
    check_expose,
    expose,
    expose_choices,
    facts={"exposes": action_facts("SearchFacts", Search)},
)
