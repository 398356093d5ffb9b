"""An event in the making: the board as it changes under it, its dice, and what it has come to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from chronicle.model.dice import Dice, Modifier, Roll
from chronicle.model.facts import Facts
from chronicle.rules.wwn.apply import apply_change
from chronicle.rules.wwn.changes import Change, Cleared, Cloaked, Paid, Redone, Used
from chronicle.rules.wwn.dice_amounts import DiceAmount
from chronicle.rules.wwn.distance import has_effect
from chronicle.rules.wwn.effects import Redoes
from chronicle.rules.wwn.events import PieceSnapshot, Reaction
from chronicle.rules.wwn.orders import Orders, RedoOrder
from chronicle.rules.wwn.state import Asset, Base, State

#: What the faces of a throw come to.
FacesValue = Callable[[tuple[int, ...]], int]


@dataclass(slots=True)
class ActionContext:
    """The parts of one event, gathered as it is resolved.

    ``state`` is the board with all changes so far. ``key`` is what its rolls are called by,
    ``faction/order``; ``prefix`` stands before their purposes, as in a contest.
    """

    state: State
    orders: Orders
    dice: Dice
    key: str
    prefix: str = ""
    changes: list[Change] = field(default_factory=list)
    rolls: list[Roll] = field(default_factory=list)
    reactions: list[Reaction] = field(default_factory=list)

    def apply(self, *changes: Change) -> None:
        """Makes these changes, and remembers them for the event."""
        for change in changes:
            self.state = apply_change(self.state, change)
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
        """Throws dice for a faction and tells what they come to, a rival's redo included.

        Redone rolls are kept both; the event's reactions say whose doing it was.
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
        """Notes on the last two rolls, of which one is the other thrown again, which one counts."""
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
        """The orders of rivals that this roll of a faction be thrown again, and can be."""
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
        """Whether another faction has had this one throw again since its own turn began."""
        assets = self.state.assets
        by = (assets.get(asset) for asset, rival in self.state.redone if rival == faction)
        return any(asset is not None and asset.faction == owner for asset in by)

    def roll_amount(self, purpose: str, faction: str, amount: DiceAmount) -> int:
        """What an amount comes to; no dice are thrown for one that has none."""
        if not amount.dice:
            return amount.plus
        parts: tuple[Modifier, ...] = ()
        if amount.plus:
            parts = (Modifier(amount.plus, "fixed", "W-ENT-3"),)
        return self.throw(purpose, faction, amount.dice, amount.sides, amount.of, parts)

    def treasure(self, faction: str) -> int:
        """The Treasure that a faction has now."""
        return self.state.factions[faction].treasure

    def pay(self, faction: str, price: int, reason: str, rule: str, subject: str = "") -> bool:
        """Pays a price if the faction can; whether it did."""
        if self.treasure(faction) < price:
            return False
        if price:
            self.apply(Paid(faction, -price, reason, rule, subject))
        return True

    def asset(self, id: str) -> Asset:
        """An asset as it stands now."""
        return self.state.assets[id]

    def use_asset(self, id: str) -> None:
        """Marks that an asset acts or is used: cover that lasts so long ends (W-FX-CARRIES)."""
        asset = self.state.assets[id]
        if asset.stealth == "carried":
            self.apply(Cloaked(id, ""))
        smuggled = asset.mark("smuggled")
        if smuggled is not None:
            self.apply(Cleared(id, smuggled))

    def reveal_asset(self, id: str) -> None:
        """Brings an asset out of Stealth of any kind (W-ENT-5)."""
        self.use_asset(id)
        if self.state.assets[id].stealth:
            self.apply(Cloaked(id, ""))


def snapshot_of(state: State, piece: Asset | Base) -> PieceSnapshot:
    """An asset or a base as it stands."""
    base = isinstance(piece, Base)
    return PieceSnapshot(
        id=piece.id,
        name=piece.name,
        faction=piece.faction,
        type="" if isinstance(piece, Base) else piece.type,
        base=base,
        at=piece.at,
        hp=piece.hp,
        maximum=state.maximum(piece),
    )
