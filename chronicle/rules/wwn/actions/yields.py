"""Free actions that bring Treasure, by a die table or an amount (W-FX-YIELDS)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final, Literal

from chronicle.model.dice import Modifier
from chronicle.model.facts import Fact, Facts
from chronicle.rules.kit.projector import OWN
from chronicle.rules.order_form import ActionChoice
from chronicle.rules.wwn.action import FreeAction, FreeActionForm
from chronicle.rules.wwn.action_context import (
    ActionContext,
    ActionResult,
    FacesValue,
    pay_free_action,
)
from chronicle.rules.wwn.board_view import visibility_of_piece
from chronicle.rules.wwn.changes import Earmarked, Hurt, Lost, Marked, Paid
from chronicle.rules.wwn.distance import has_effect
from chronicle.rules.wwn.effects import Doubles, Yields
from chronicle.rules.wwn.events import Details
from chronicle.rules.wwn.inputs import AbilityInput
from chronicle.rules.wwn.orders import FreeActionOrder, Order
from chronicle.rules.wwn.state import Asset, Mark, State
from chronicle.rules.wwn.telling_facts import action_facts
from chronicle.rules.wwn.validation.order_context import OrderContext, ValueRange, range_of


class Profit(Details):
    """Treasure by a free action: the gain (a loss if negative), and its cost in HP."""

    CODE: ClassVar[str] = "yields"
    IS_PRIVATE: ClassVar[bool] = True

    amount: Annotated[int, OWN]
    hurt: Annotated[int, OWN]
    only: Annotated[Literal["", "repairs"], OWN]
    owing: Annotated[int, OWN] = 0

    @property
    def brought(self) -> int:
        return self.amount


def check_profit(context: OrderContext, entry: AbilityInput, asset: Asset, effect: Yields) -> None:
    """Count on the Treasure."""
    del entry
    gained = ValueRange(min(effect.table), max(effect.table)) if effect.table else ValueRange()
    if effect.amount is not None:
        gained = range_of(effect.amount)
    context.purse.gain(gained, repairs=effect.only == "repairs")
    if effect.hurts is not None:
        context.hurting.add(asset.id)


def profit(
    context: ActionContext, order: Order, command: FreeActionOrder, effect: Yields
) -> ActionResult:
    """Resolve a free action that brings Treasure; damage to the bearer comes first."""
    del command
    before, bearer = context.state, context.asset(order.asset)
    pay_free_action(context, order, effect)
    hurt = _hurt_bearer(context, bearer, effect)
    value = _roll_profit(context, before, bearer, effect)
    paid, owing = _collect(context, bearer, effect, value)
    details = Profit(paid, hurt, effect.only, owing)
    if bearer.id in context.state.assets:
        return ActionResult(details)
    return ActionResult(details, visibility_of_piece(before, bearer))


def _hurt_bearer(context: ActionContext, bearer: Asset, effect: Yields) -> int:
    """Return the damage to the bearer; if that destroys it, it still brings its profit."""
    if effect.hurts is None:
        return 0
    rolled = context.roll_amount("hurt", bearer.faction, effect.hurts)
    return hurt_user(context, bearer, rolled, Yields.rule)


def hurt_user(context: ActionContext, bearer: Asset, rolled: int, rule: str) -> int:
    """Damage an asset in its owner's service, and return the damage taken."""
    taken = min(rolled, bearer.hp)
    if taken:
        context.apply(Hurt(bearer.id, taken, rule))
    if taken == bearer.hp:
        context.apply(Lost(bearer.id))
    return taken


def _roll_profit(context: ActionContext, state: State, bearer: Asset, effect: Yields) -> int:
    """Return the profit rolled; with an effect that doubles the roll, the better one counts."""
    double = next(_doubling_assets(state, bearer), None)
    parts: tuple[Modifier, ...] = ()
    if double is not None:
        parts = (Modifier(1, "more-dice", "W-FX-DOUBLES", Facts(asset=double.id, tag="")),)
    if effect.table:
        return _by_face(context, bearer, effect.table, parts)
    amount = effect.amount
    if amount is None:
        return 0
    if not amount.dice:
        return amount.plus
    if amount.plus:
        parts = (Modifier(amount.plus, "fixed", "W-ENT-3"), *parts)
    throws = 1 + (double is not None)
    worth = _best(amount.of, amount.dice)
    return context.throw("yield", bearer.faction, throws * amount.dice, amount.sides, worth, parts)


def _by_face(
    context: ActionContext, bearer: Asset, table: tuple[int, ...], parts: tuple[Modifier, ...]
) -> int:
    def worth(faces: tuple[int, ...]) -> int:
        return max(table[face - 1] for face in faces)

    return context.throw("yield", bearer.faction, 1 + len(parts), len(table), worth, parts)


def _best(of: FacesValue, dice: int) -> FacesValue:
    """Return the better of several rolls of the same number of dice, given in sequence."""

    def worth(faces: tuple[int, ...]) -> int:
        return max(of(faces[start : start + dice]) for start in range(0, len(faces), dice))

    return worth


def _doubling_assets(state: State, bearer: Asset) -> Iterator[Asset]:
    """Yield the assets that let their owner roll profits twice at their place (W-FX-DOUBLES)."""
    for asset in state.own(bearer.faction):
        if asset.at == bearer.at and state.working(asset) and has_effect(state, asset, Doubles):
            yield asset


def _collect(context: ActionContext, bearer: Asset, effect: Yields, value: int) -> tuple[int, int]:
    """Return what is gained, negative if paid, and what is still owed."""
    faction = bearer.faction
    if effect.only == "repairs":
        context.apply(Earmarked(faction, max(0, value)))
        return max(0, value), 0
    if value >= 0:
        if value:
            context.apply(Paid(faction, value, "yield", Yields.rule, bearer.id))
        return value, 0
    if context.pay(faction, -value, "yield", Yields.rule, bearer.id):
        return value, 0
    if effect.at_stake:
        context.apply(Marked(bearer.id, Mark("owing", amount=-value)))
        return 0, -value
    left = context.treasure(faction)
    context.pay(faction, left, "yield", Yields.rule, bearer.id)
    return -left, 0


def profit_choices(form: FreeActionForm, effect: Yields) -> Iterator[ActionChoice]:
    """Yield the free action, with the Treasure that it gains, and its cost in hit points."""
    table = effect.table
    facts: dict[str, Fact] = {
        "amount": str(effect.amount or ""),
        "least": str(min(table)) if table else "",
        "most": str(max(table)) if table else "",
        "hurts": str(effect.hurts or ""),
        "repairs": effect.only == "repairs",
    }
    yield form.case(facts=facts)


YIELDS: Final = FreeAction(
    Yields,
    lambda _: ((), ()),
    check_profit,
    profit,
    profit_choices,
    facts={"yields": action_facts("ProfitFacts", Profit)},
)
