"""Orders to lieutenants, made for the board that they meet and kept when they stand.

What an action needs is picked from what there is; what the rules refuse all the same is dropped, so
that every key may be drawn freely.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from chronicle.rules.lieutenants.state import (
    Asset,
    Information,
    Item,
    Lieutenant,
    Minion,
    State,
    owners,
)
from tests.properties.lieutenants_actions import Content, Doing, sleeps
from tests.properties.secret_tokens import Choices, Ledger, chance, some


@dataclass
class OrderWriter:
    """Writes the orders of all factions for one turn; ``stands`` says whether some of them do."""

    choices: Choices
    ledger: Ledger
    powers: Sequence[str]
    state: State
    stands: Callable[[Content], bool]
    written: dict[str, Content] = field(default_factory=dict)
    busy: set[str] = field(default_factory=set)

    def write(self) -> dict[str, Content]:
        for faction in self.powers:
            self.written[faction] = {"actions": []}
            if leaves := respected(self.state, faction):
                self.written[faction]["leaves"] = leaves
            for asset in self.assets(Lieutenant):
                free = self.able(asset) and asset.id not in self.busy
                # A lieutenant with a stance mostly keeps it.
                percent = 20 if asset.id in self.state.stances else 80
                if free and faction in owners(asset) and chance(self.choices, percent):
                    self.command(faction, asset)
            if chance(self.choices, 25):
                self.rank(faction)
        return {faction: own for faction, own in self.written.items() if own["actions"] or own}

    def command(self, faction: str, lieutenant: Lieutenant) -> None:
        """Up to five tries at an order that stands."""
        for _ in range(5):
            before = len(self.ledger.readers)
            order = Doing(self, faction, lieutenant).order()
            if order is not None and self.keep(faction, order):
                instead = order.get("otherwise")
                led = instead.get("units", []) if isinstance(instead, dict) else []
                self.busy |= {lieutenant.id, *order.get("units", []), *led}
                self.busy |= {id for doing in (order, instead) for id in sent_away(doing)}
                return
            for token in list(self.ledger.readers)[before:]:
                self.ledger.fields[token] = "dropped"

    def keep(self, faction: str, order: Content) -> bool:
        actions = self.written[faction]["actions"]
        actions.append(order)
        if self.stands({"orders": self.written}):
            return True
        actions.pop()
        return False

    def rank(self, faction: str) -> None:
        own = [asset.id for asset in self.assets() if faction in owners(asset)]
        self.written[faction]["upkeep_priority"] = some(self.choices, own, 40)

    def assets(self, *kinds: type[Asset]) -> list[Any]:
        """All assets of these kinds, except those that sleep."""
        found = (asset for _, asset in sorted(self.state.assets.items()) if not sleeps(asset))
        return [asset for asset in found if not kinds or isinstance(asset, kinds)]

    def able(self, asset: Minion) -> bool:
        return self.state.fit(asset) and not asset.held_by


def sent_away(doing: object) -> Iterator[str]:
    """Who is sent away to be taught, and can do nothing else."""
    if isinstance(doing, dict) and "sent_away" in doing and "target" in doing:
        yield doing["target"]["lieutenant"]


def respected(state: State, faction: str) -> list[str]:
    """What a faction pays in respect, the first to go first."""
    return [
        asset.id
        for _, asset in sorted(state.assets.items())
        if not isinstance(asset, Item | Information) and faction in owners(asset)
        if asset.upkeep.currency == "respect" and asset.upkeep.amount
        if asset.condition != "destroyed"
    ]


def orders_of(turn: Content) -> Iterator[tuple[str, Content]]:
    """Every order of a turn file, with its faction."""
    for faction, own in turn.get("orders", {}).items():
        for order in own.get("actions", []):
            yield faction, order
