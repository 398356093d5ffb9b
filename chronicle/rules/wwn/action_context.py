"""The event of an order while it is resolved: who can act, the board so far, and the result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from chronicle.model.audience import FOR_GM, Visibility, visibility_of_factions
from chronicle.model.dice import Dice, Modifier, Roll
from chronicle.model.facts import Facts
from chronicle.records import MutableRecord, Record, field, replace
from chronicle.rules.wwn.changes import Change, Cleared, Cloaked, Paid, Redone, Used
from chronicle.rules.wwn.dice_amounts import DiceAmount
from chronicle.rules.wwn.distance import has_effect
from chronicle.rules.wwn.effects import Effect, Redoes
from chronicle.rules.wwn.events import Acted, Details, Reaction
from chronicle.rules.wwn.orders import FreeActionOrder, Order, Orders, RedoOrder
from chronicle.rules.wwn.probability import ClassDice
from chronicle.rules.wwn.state import Asset, State
from chronicle.rules.wwn.terms import Outcome, RefusalReason

#: The value of the faces of a roll.
FacesValue = Callable[[tuple[int, ...]], int]


class ActionContext(MutableRecord):
    """The parts of one event, collected while it is resolved.

    ``state`` is the board with all changes so far. ``key`` is the prefix of its roll ids,
    ``faction/order``; ``prefix`` comes before their purposes, for example in a contest.
    """

    state: State
    orders: Orders
    dice: Dice
    key: str
    prefix: str = ""
    changes: list[Change] = field(default_factory=list)
    rolls: list[Roll] = field(default_factory=list)
    reactions: list[Reaction] = field(default_factory=list)
    #: The dice modifiers of each side of a check, with the board that they were found on. Contexts
    #: copied from one another share them: exact chances repeat the same check many times.
    checked: dict[object, tuple[State, tuple[Modifier, ...]]] = field(default_factory=dict)

    def apply(self, *changes: Change) -> None:
        """Apply these changes, and record them for the event."""
        for change in changes:
            self.state = change.apply(self.state)
            self.changes.append(change)

    def throw(
        self,
        purpose: str,
        faction: str,
        count: int,
        sides: int,
        worth: FacesValue,
        parts: tuple[Modifier, ...] = (),
    ) -> int:
        """Roll dice for a faction and return their value, after any rival's redo.

        Both the first roll and the redone roll are kept; the event's reactions say who caused it.
        """
        value = self._throw_once(purpose, count, sides, worth, parts)
        name = f"{self.key}/{self.prefix}{purpose}"
        for owner, redo in self._redos(name, faction):
            asset = self.state.assets[redo.asset]
            again = self._throw_once(f"{purpose}-redone", count, sides, worth, parts)
            self.apply(Used(asset.id), Redone(asset.id, faction))
            self.reactions.append(
                Reaction("made-throw-again", owner, asset.id, asset.name, subject=faction)
            )
            best = max(value, again) if redo.keep == "higher" else min(value, again)
            self._keep_second(again == best)
            return best
        return value

    def _keep_second(self, kept: bool) -> None:
        """Mark which of the last two rolls, a roll and its repetition, counts."""
        for position, counts in ((-2, not kept), (-1, kept)):
            roll = self.rolls[position]
            self.rolls[position] = replace(roll, result=Facts(roll.result, kept=counts))

    def _throw_once(
        self, purpose: str, count: int, sides: int, worth: FacesValue, parts: tuple[Modifier, ...]
    ) -> int:
        name = f"{self.key}/{self.prefix}{purpose}"
        faces, source = self.dice.throw(name, count, sides)
        value = worth(faces)
        result = Facts(total=value, kept=True)
        self.rolls.append(Roll(f"{self.dice.turn}/{name}", sides, faces, source, parts, result))
        return value

    def _redos(self, name: str, faction: str) -> list[tuple[str, RedoOrder]]:
        """Return the rivals' orders to redo this roll of a faction that can be carried out."""
        found: list[tuple[str, RedoOrder]] = []
        for owner, orders in sorted(self.orders.factions.items()):
            for redo in orders.redo:
                asset = self.state.assets.get(redo.asset)
                if owner == faction or redo.roll != name or asset is None:
                    continue
                fresh = redo.asset not in self.state.used
                fresh = fresh and not self._has_redone(faction, owner)
                able = asset.faction == owner and self.state.usable(asset)
                able = able and asset.mark("hobbled") is None
                if fresh and able and has_effect(self.state, asset, Redoes):
                    found.append((owner, redo))
        return found

    def _has_redone(self, faction: str, owner: str) -> bool:
        """Return whether another faction has made this one reroll since its own turn began."""
        assets = self.state.assets
        by = (assets.get(asset) for asset, rival in self.state.redone if rival == faction)
        return any(asset is not None and asset.faction == owner for asset in by)

    def roll_amount(self, purpose: str, faction: str, amount: DiceAmount) -> int:
        """Return the value of an amount; no dice are rolled for a constant one."""
        if not amount.dice:
            return amount.plus
        if isinstance(self.dice, ClassDice):
            return self.dice.one_of(amount.spread())
        parts: tuple[Modifier, ...] = ()
        if amount.plus:
            parts = (Modifier(amount.plus, "fixed", "W-ENT-3"),)
        return self.throw(purpose, faction, amount.dice, amount.sides, amount.of, parts)

    def treasure(self, faction: str) -> int:
        """Return the faction's current Treasure."""
        return self.state.factions[faction].treasure

    def pay(self, faction: str, price: int, reason: str, rule: str, subject: str = "") -> bool:
        """Pay a price if the faction can; return whether it did."""
        if self.treasure(faction) < price:
            return False
        if price:
            self.apply(Paid(faction, -price, reason, rule, subject))
        return True

    def asset(self, id: str) -> Asset:
        """Return the current state of an asset."""
        return self.state.assets[id]

    def use_asset(self, id: str) -> None:
        """Mark that an asset acts or is used: cover that lasts until then ends (W-FX-CARRIES)."""
        asset = self.state.assets[id]
        if asset.stealth == "carried":
            self.apply(Cloaked(id, ""))
        smuggled = asset.mark("smuggled")
        if smuggled is not None:
            self.apply(Cleared(id, smuggled))

    def reveal_asset(self, id: str) -> None:
        """Bring an asset out of Stealth of any kind (W-ENT-5)."""
        self.use_asset(id)
        if self.state.assets[id].stealth:
            self.apply(Cloaked(id, ""))


class ActionResult(Record):
    """The result of an order before it becomes an event; its faction always learns all of it.

    ``known`` are the others who learn of it, ``touched`` those who learn only that something of
    theirs changed.
    """

    details: Details | None
    known: Visibility = FOR_GM
    outcome: Outcome = "done"
    reason: RefusalReason = ""
    touched: frozenset[str] = frozenset()


def refused_result(reason: RefusalReason) -> ActionResult:
    """Return the result of an order whose preconditions are no longer met."""
    return ActionResult(None, outcome="not-carried-out", reason=reason)


def acted_event(before: State, context: ActionContext, order: Order, done: ActionResult) -> Acted:
    """Return the event of an order; ``before`` is the board on which it began."""
    bearer = before.assets.get(order.asset)
    if bearer is not None and bearer.faction != order.faction:
        # An asset that has changed sides is where its new owner wants it.
        bearer = None
    return Acted(
        id=f"{context.dice.turn}/{order.key}",
        rule=_rule(before, order),
        faction=order.faction,
        order=order.id,
        action=order.command.ACTION,
        asset=order.asset,
        name=bearer.name if bearer is not None else "",
        at=order.command.place or (bearer.at if bearer is not None else ""),
        details=done.details,
        outcome=done.outcome,
        reason=done.reason,
        reactions=tuple(context.reactions),
        known=done.known | visibility_of_factions([order.faction]),
        touched=done.touched,
        changes=tuple(context.changes),
        rolls=tuple(context.rolls),
    )


def free_action_effect(state: State, order: Order) -> Effect | None:
    """Return the effect that a free action's order uses, or None when its asset is gone."""
    asset = state.assets.get(order.asset)
    if asset is None or not isinstance(order.command, FreeActionOrder):
        return None
    return state.type_of(asset).effects[order.command.effect]


def _rule(state: State, order: Order) -> str:
    effect = free_action_effect(state, order)
    return order.command.RULE or (effect.rule if effect is not None else "W-TURN-4")


#: An asset has one free action per turn, even if it can choose among several.
ONE_FREE_ACTION: Final = "has only one free action"


def inability_reason(state: State, order: Order) -> RefusalReason:
    """Return why the asset of an order can't act; empty if it can."""
    asset = state.assets.get(order.asset)
    if asset is None or asset.faction != order.faction:
        return "asset-gone"
    return "" if state.usable(asset) else "asset-unusable"


def usable_asset_of(state: State, faction: str, id: str) -> Asset | None:
    """Return a faction's asset if it can act or be acted on; rogues belong to no faction."""
    asset = state.assets.get(id)
    if asset is None or asset.faction != faction or asset.mark("rogue"):
        return None
    return asset


def friendly_asset_of(state: State, faction: str, id: str) -> Asset | None:
    """Return an asset that a faction can carry or heal: its own, or an ally's in the open."""
    asset = state.assets.get(id)
    if asset is None or not state.friendly(asset.faction, faction) or asset.mark("rogue"):
        return None
    return None if asset.stealth and asset.faction != faction else asset


def pay_free_action(
    context: ActionContext, order: Order, effect: Effect, price: int = 0, *, once: bool = True
) -> bool:
    """Pay for a free action and use it up; return whether it could be paid.

    An asset has one free action per turn, unless the effect has no such limit (W-TURN-4).
    """
    if not context.pay(order.faction, price, "free-action", effect.rule, order.asset):
        return False
    context.use_asset(order.asset)
    if once:
        context.apply(Used(order.asset))
    return True
