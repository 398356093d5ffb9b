"""Which factions are to give orders for a turn, and which have given none."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from chronicle.model.campaign import Campaign, Faction, Turn
from chronicle.outline.order_stubs.untouched import is_empty, is_untouched
from chronicle.play.history import AnyHistory
from chronicle.project import next_order_form
from chronicle.records import replace
from chronicle.rules import RULESETS
from chronicle.rules.order_form import Form
from chronicle.rules.protocol import AnyRuleset, EventT, OrdersT, Ruleset, StateT
from chronicle.yaml.nodes import ListNode, MapNode, Node


def factions_without_orders(
    campaign: Campaign, ruleset: AnyRuleset, history: AnyHistory, turn: Turn
) -> tuple[Faction, ...]:
    """The factions whose orders are awaited for a turn and not in its file.

    The turn may be open; ``history`` must reach at least to the turn before it.
    """
    earlier = replace(history, turns=history.turns[: turn.number - 1])
    before = replace(campaign, turns=campaign.turns[: turn.number - 1], open_turn=None)
    awaited = with_players(campaign) & {*awaited_factions(campaign, ruleset, earlier.eve.after)}
    return tuple(
        faction
        for faction in campaign.factions
        if faction.id in awaited
        and not gives_orders(
            turn.orders.get(faction.id),
            partial(next_order_form, before, earlier, ruleset, faction.id),
        )
    )


def with_players(campaign: Campaign) -> frozenset[str]:
    """The factions that somebody plays: their file does not deny it, and a player has them."""
    assigned = {faction for player in campaign.players for faction in player.factions}
    return frozenset(it.id for it in campaign.factions if it.is_played and it.id in assigned)


def turns_without_orders(
    campaign: Campaign, history: AnyHistory, numbers: Iterable[int]
) -> dict[int, tuple[Faction, ...]]:
    """The factions without orders in some of the turns played, by turn; turns with all left out."""
    ruleset = RULESETS[campaign.ruleset]
    found = {
        number: factions_without_orders(campaign, ruleset, history, campaign.turns[number - 1])
        for number in numbers
    }
    return {number: factions for number, factions in found.items() if factions}


def gives_orders(orders: Node | None, form: Callable[[], Form | None]) -> bool:
    """Whether a faction's section has more than the standing values that a new turn has.

    ``form`` returns the faction's order form for the turn, or None if it is unknown.
    """
    if orders is None or is_empty(orders):
        return False
    # A list of mappings always contains given orders, so the form is not needed.
    return _lists_any(orders) or not is_untouched(orders, form())


def _lists_any(orders: Node) -> bool:
    inner = [entry.value for entry in orders.entries] if isinstance(orders, MapNode) else []
    return any(
        isinstance(it, ListNode) and any(isinstance(one, MapNode) for one in it.items)
        for it in inner
    )


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
