"""The factions whose orders are awaited for a turn."""

from __future__ import annotations

from chronicle.model.campaign import Campaign
from chronicle.rules.protocol import EventT, OrdersT, Ruleset, StateT


def awaited_factions(
    campaign: Campaign, ruleset: Ruleset[StateT, OrdersT, EventT], state: StateT
) -> tuple[str, ...]:
    """The ids of the factions whose orders are awaited, sorted.

    ``state`` is the state before the turn. A faction is awaited if the rules let it give orders and
    somebody plays it (`played:` in its file). Others may give orders, too, but nobody waits for
    them.
    """
    unplayed = {faction.id for faction in campaign.factions if not faction.is_played}
    return tuple(id for id in ruleset.playing(state) if id not in unplayed)
