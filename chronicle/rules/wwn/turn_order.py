"""The order of play: dice for every faction, rerolled for ties, or stated by the GM."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from chronicle.model.dice import Dice
from chronicle.rules.wwn.action_context import ActionContext
from chronicle.rules.wwn.events import Sequenced
from chronicle.rules.wwn.orders import Orders
from chronicle.rules.wwn.state import State

#: The die for initiative.
INITIATIVE_DIE: Final = 8


def sequence_event(state: State, orders: Orders, dice: Dice) -> Sequenced:
    """Return the order of play of a turn: highest first, ties broken by rerolls (W-TURN-1).

    With it begin, and end, the alliances of the turn.
    """
    id = f"{orders.turn}/sequence"
    if orders.sequence:
        awake = state.awake()
        stated = [one for one in orders.sequence if one in awake]
        stated += [one for one in awake if one not in stated]
        order = tuple((one, ()) for one in stated)
        return Sequenced(id, order, stated=True, rolls=(), changes=orders.alliances)
    context = ActionContext(state, orders, dice, "")
    throws: dict[str, tuple[int, ...]] = dict.fromkeys(state.awake(), ())
    ranked = _rank_factions(context, tuple(throws), throws, 1)
    return Sequenced(
        id,
        tuple((one, throws[one]) for one in ranked),
        stated=False,
        rolls=tuple(context.rolls),
        changes=(*context.changes, *orders.alliances),
    )


def _rank_factions(
    context: ActionContext, among: Sequence[str], throws: dict[str, tuple[int, ...]], count: int
) -> list[str]:
    """Rank factions by a roll of each; those who tie roll again among themselves.

    ``throws`` collects what each has rolled.
    """
    if len(among) < 2 and count > 1:
        return list(among)
    purpose = "initiative" if count == 1 else f"initiative-{count}"
    thrown: dict[str, int] = {}
    for faction in among:
        context.key = f"{faction}/turn"
        thrown[faction] = context.throw(purpose, faction, 1, INITIATIVE_DIE, sum)
        throws[faction] = (*throws[faction], thrown[faction])
    ranked: list[str] = []
    by_throw = sorted(among, key=lambda one: -thrown[one])
    for _, tied in groupby(by_throw, key=lambda one: thrown[one]):
        ranked += _rank_factions(context, tuple(tied), throws, count + 1)
    return ranked
