"""Income, upkeep and the end of a turn (L-TURN-1, L-TURN-6, L-ENT)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from chronicle.records import MutableRecord, Record, field, replace
from chronicle.rules.kit.changes import apply_changes
from chronicle.rules.lieutenants.catalogue import Price
from chronicle.rules.lieutenants.changes import (
    Change,
    Closed,
    Joined,
    Paid,
    PlaceSet,
    Ranked,
    Turned,
    TurnOver,
)
from chronicle.rules.lieutenants.departure import departure_changes, leave_stance_changes
from chronicle.rules.lieutenants.events import Earned, TurnEnded, Upkeep
from chronicle.rules.lieutenants.orders import FactionOrders, Orders
from chronicle.rules.lieutenants.state import (
    Asset,
    Facility,
    Minion,
    PlaceState,
    State,
)

_INCOME_RULE = "L-TURN-1"
_UPKEEP_RULE = "L-TURN-6"


def income_events(state: State, turn: int) -> Iterator[Earned]:
    """Yield the income of each faction from its locations and undamaged facilities."""
    earning: dict[str, list[tuple[str, int]]] = {}
    for owner, source, amount in (*_location_income(state), *_facility_income(state)):
        earning.setdefault(owner, []).append((source, amount))
    for faction in state.factions:
        lines = tuple(earning.get(faction, ()))
        if lines:
            changes = tuple(
                Paid(faction, amount, "income", _INCOME_RULE, source) for source, amount in lines
            )
            yield Earned(f"{turn}/{faction}/income", faction, lines, changes)


def _location_income(state: State) -> Iterator[tuple[str, str, int]]:
    """Yield owner, id and amount for each location with income."""
    for id, place in sorted(state.places.items()):
        if place.income > 0:
            yield place.owner, id, place.income


def _facility_income(state: State) -> Iterator[tuple[str, str, int]]:
    """Yield owner, id and amount for each undamaged facility with income."""
    for id, asset in sorted(state.assets.items()):
        if isinstance(asset, Facility) and asset.income > 0 and asset.condition == "undamaged":
            yield asset.faction, id, asset.income


def upkeep_events(state: State, orders: Orders, turn: int) -> Iterator[Upkeep]:
    """Yield what each faction pays for its assets, and which ones it can't keep."""
    for faction in tuple(state.factions):
        own = orders.factions.get(faction, FactionOrders(faction, ()))
        books = FactionAccounts(state, faction)
        if own.priority is not None and own.priority != state.factions[faction].priority:
            books.apply_changes(Ranked(faction, own.priority))
        due = _upkeep_due(books.state, faction)
        respect = books.settle_respect(
            [one for one in due if one.currency == "respect"], own.leaves
        )
        books.settle_capital([one for one in due if one.currency == "capital"])
        if due or books.changes:
            event = Upkeep(
                id=f"{turn}/{faction}/upkeep",
                faction=faction,
                lines=tuple((one.id, one.price, one.id not in books.gone) for one in due),
                left=tuple(books.left),
                respect=respect,
                reach=state.factions[faction].reach,
                changes=tuple(books.changes),
            )
            yield event
        state = books.state


class UpkeepDue(Record):
    """An asset or location that a faction has to pay for, and the price."""

    id: str
    price: Price
    thing: Asset | PlaceState

    @property
    def currency(self) -> str:
        return self.price.currency


def _upkeep_due(state: State, faction: str) -> tuple[UpkeepDue, ...]:
    """Return all that a faction has to pay for, in order of payment.

    The faction's ranking comes first, then the price, lowest first. Among equal prices the order on
    the board decides, which is the order in the author's files: who leaves must not depend on the
    spelling of an id.
    """
    found = [
        *(UpkeepDue(id, asset.upkeep, asset) for id, asset in state.assets.items()
          if asset.upkeep.amount > 0 and pays_for(faction, asset)),
        *(UpkeepDue(id, place.upkeep, place) for id, place in state.places.items()
          if place.owner == faction and place.upkeep.amount > 0),
    ]  # fmt: skip
    ranks = {id: rank for rank, id in enumerate(state.factions[faction].priority)}
    found.sort(key=lambda one: (ranks.get(one.id, len(ranks)), one.price.amount))
    return tuple(found)


def unpaid(state: State, faction: str) -> Iterator[Asset | PlaceState]:
    """Yield what a faction could not pay for if the turn ended now, and so would lose."""
    left = state.factions[faction].capital
    for one in _upkeep_due(state, faction):
        if one.currency != "capital":
            continue
        if left >= one.price.amount:
            left -= one.price.amount
        else:
            yield one.thing


def pays_for(faction: str, asset: Asset) -> bool:
    """Return whether a faction pays for an asset: its own, and its agents in other factions.

    Nobody pays for prisoners or for destroyed assets. For a double agent the apparent owner pays
    too, without suspecting it.
    """
    usable = asset.condition != "destroyed" and not asset.held_by
    return usable and faction in (asset.faction, asset.agent_of)


class FactionAccounts(MutableRecord):
    """One faction's accounts during upkeep: the board so far, and who has left."""

    state: State
    faction: str
    changes: list[Change] = field(default_factory=list)
    left: list[tuple[str, Literal["capital", "respect"]]] = field(default_factory=list)

    @property
    def gone(self) -> frozenset[str]:
        return frozenset(id for id, _ in self.left)

    def apply_changes(self, *changes: Change) -> None:
        self.changes.extend(changes)
        self.state = apply_changes(self.state, changes)

    def settle_respect(self, due: Sequence[UpkeepDue], leaves: Sequence[str]) -> int:
        """Return the respect required by those who stay.

        Those whom the GM names leave one by one until there is enough. If they are too few, the
        result exceeds the faction's reach, which is reported later.
        """
        asked = sum(one.price.amount for one in due)
        by_id = {one.id: one for one in due}
        for id in leaves:
            if asked <= self.state.factions[self.faction].reach:
                break
            if id in by_id:
                asked -= by_id.pop(id).price.amount
                self.lose(id, "respect")
        return asked

    def settle_capital(self, due: Sequence[UpkeepDue]) -> None:
        """Pay for one asset after the other; those that can't be paid leave."""
        for one in due:
            if self.state.factions[self.faction].capital >= one.price.amount:
                self.apply_changes(
                    Paid(self.faction, -one.price.amount, "upkeep", _UPKEEP_RULE, one.id)
                )
            else:
                self.lose(one.id, "capital")

    def lose(self, id: str, why: Literal["capital", "respect"]) -> None:
        """Remove an asset from the faction; what it held stays behind."""
        self.left.append((id, why))
        asset = self.state.assets.get(id)
        if asset is None:
            self.apply_changes(PlaceSet(replace(self.state.places[id], owner="")))
        elif asset.faction != self.faction:
            self.apply_changes(*leave_stance_changes(self.state, id, self.faction), Turned(id, ""))
        else:
            self.apply_changes(*_departure_changes(self.state, asset))


def _departure_changes(state: State, asset: Asset) -> Iterator[Change]:
    """Yield the changes of an own asset that leaves, or openly joins the faction it served."""
    if isinstance(asset, Minion):
        yield from departure_changes(state, asset, asset.agent_of)
    else:
        yield Joined(asset.id, "")


def turn_over_event(state: State, turn: int) -> TurnEnded:
    """Return the end of the turn; projects that may not rest are lost if nobody worked on them.

    Blocked projects are not lost, because nobody can work on them.
    """
    lapsed = [
        project
        for _, project in sorted(state.projects.items())
        if not project.hold and not project.blocked and project.worked != turn
    ]
    return TurnEnded(
        f"{turn}/over",
        tuple((project.id, project.faction) for project in lapsed),
        (*(Closed(project.id) for project in lapsed), TurnOver(turn + 1)),
    )
