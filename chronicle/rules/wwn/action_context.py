"""The event being resolved: the current board, its dice, and its results so far."""

from __future__ import annotations

from collections.abc import Callable

from chronicle.model.dice import Dice, Modifier, Roll
from chronicle.model.facts import Facts
from chronicle.records import MutableRecord, field, replace
from chronicle.rules.wwn.changes import Change, Cleared, Cloaked, Paid, Redone, Used
from chronicle.rules.wwn.dice_amounts import DiceAmount
from chronicle.rules.wwn.distance import has_effect
from chronicle.rules.wwn.effects import Redoes
from chronicle.rules.wwn.events import Reaction
from chronicle.rules.wwn.orders import Orders, RedoOrder
from chronicle.rules.wwn.state import Asset, State

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
