"""What factions decide about events of any turn: standing orders, and choices for this turn."""

from __future__ import annotations

from typing import Literal, TypeAlias

from chronicle.rules.wwn.orders import Orders
from chronicle.rules.wwn.state import Policy, SacrificePolicy, State

#: Choices to pay for something, or not.
PaymentChoice: TypeAlias = Literal["restore", "take_over", "pays"]


def agrees_to_pay(
    state: State, orders: Orders, faction: str, choice: PaymentChoice, piece: str
) -> bool:
    """Return whether a faction pays for an asset or base, if it can."""
    decided: bool | frozenset[str] | None = getattr(orders.of(faction).choices, choice)
    if decided is None:
        return bool(getattr(state.factions[faction].policy, choice))
    return decided if isinstance(decided, bool) else piece in decided


def agrees_to_sacrifice(
    state: State, orders: Orders, faction: str, struck: str, attacker: str, *, lethal: bool
) -> bool:
    """Return whether a faction gives up an asset to cancel a hit (W-FX-SACRIFICES)."""
    decided: SacrificePolicy | frozenset[str] | None = orders.of(faction).choices.sacrifice
    if isinstance(decided, frozenset):
        return not decided.isdisjoint((struck, attacker))
    word = decided or state.factions[faction].policy.sacrifice
    return word == "always" or (word == "lethal" and lethal)


def rerolls_by_asset(
    state: State, orders: Orders, faction: str, roll: str, *, done: int, spent: int
) -> bool:
    """Return whether a faction makes a failed roll again at an asset's cost (W-FX-REROLLS).

    ``done`` is how often this roll was made again, ``spent`` how often any was in this turn.
    """
    decided = orders.of(faction).choices.rerolls
    if decided is None:
        decided = state.factions[faction].policy.rerolls
    return spent < decided if isinstance(decided, int) else done < decided.get(roll, 0)


def defenders_against(state: State, orders: Orders, faction: str, attacker: str) -> tuple[str, ...]:
    """Return who meets an asset's attack, as its faction names them, the first first (W-ACT-1)."""
    own = orders.of(faction)
    usual = state.factions[faction].policy.defend if own.defend is None else own.defend
    return (*own.choices.met_by.get(attacker, ()), *usual)


def contests_new_bases(state: State, orders: Orders, faction: str, founder: str) -> bool:
    """Return whether a faction attacks new bases of another immediately (W-ACT-4)."""
    decided = orders.of(faction).contest
    if decided is not None:
        return founder in decided
    policy: Policy = state.factions[faction].policy
    if founder in policy.contest or policy.contests == "always":
        return True
    return policy.contests == "at-war" and founder in policy.at_war
