"""Check rolls that are to be made again, named in advance (W-FX-REDOES, W-FX-REROLLS)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from chronicle.files.source import Span
from chronicle.rules.kit.parser import check_known
from chronicle.rules.wwn.diagnostics import orders as problems
from chronicle.rules.wwn.diagnostics import setup
from chronicle.rules.wwn.distance import has_effect
from chronicle.rules.wwn.effects import Redoes
from chronicle.rules.wwn.inputs import FactionOrdersInput
from chronicle.rules.wwn.orders import RedoOrder
from chronicle.rules.wwn.terms import ACTIONS, RESERVED_ORDER_IDS
from chronicle.rules.wwn.validation.common import find_acting_asset
from chronicle.rules.wwn.validation.order_context import OrderContext
from chronicle.rules.wwn.validation.policies import span_of_key

#: Words in a roll's purpose that mean that the resisting faction rolls.
_RESISTING_PATTERN: Final = re.compile(r"(?:^|-)(?:defence|counter|frenzy-theirs)(?:-|$)")


def parse_redo(context: OrderContext) -> tuple[RedoOrder, ...]:
    """Return the rivals' rolls that a faction has made again, as far as they can be parsed."""
    found: list[RedoOrder] = []
    for index, entry in enumerate(context.entry.redo):
        errors = context.report.errors
        at = entry.at("asset")
        asset = find_acting_asset(context, entry.asset, at)
        if asset is not None and not has_effect(context.board, asset, Redoes):
            context.report.add(
                problems.UnusableAsset(at=at, name=asset.id, why="can't make a rival roll again")
            )
        _check_roll(context, entry.roll, entry.at("roll"), own=False)
        earlier = context.entry.redo[:index]
        if any((one.asset, one.roll) == (entry.asset, entry.roll) for one in earlier):
            context.report.add(setup.NamedTwice(at=entry.at("roll"), name=entry.roll))
        if context.report.errors == errors:
            found.append(RedoOrder(entry.asset, entry.roll, entry.keep))
    return tuple(found)


def check_own_rerolls(context: OrderContext) -> None:
    """Check the names of own rolls that may be made again at an asset's cost (W-FX-REROLLS)."""
    if isinstance(context.entry.rerolls, dict):
        for name in context.entry.rerolls:
            _check_roll(context, name, span_of_key(context.entry, "rerolls", name), own=True)


def _check_roll(context: OrderContext, name: str, at: Span, *, own: bool) -> None:
    """Report a name that is not that of a rival's roll, or of an ``own`` one."""
    faction, _, rest = name.partition("/")
    order, _, purpose = rest.partition("/")
    if not faction or not order or not purpose or "/" in purpose:
        context.report.add(problems.NotRollName(at=at, name=name))
        return
    if not check_known("faction", faction, context.board.factions, at, context.report):
        return
    if faction in context.unread:
        return
    orders = context.entries.get(faction)
    ids = tuple(_ids(orders)) if orders is not None else ()
    if order not in RESERVED_ORDER_IDS and not check_known("order", order, ids, at, context.report):
        return
    if _is_own_roll(context, faction, order, purpose) != own:
        problem = problems.RollOfRival if own else problems.OwnRoll
        context.report.add(problem(at=at, name=name))


def _ids(orders: FactionOrdersInput) -> Iterator[str]:
    yield from (ability.id for ability in orders.abilities)
    yield from (order.id for action in ACTIONS for order in orders.orders_of(action))


def _is_own_roll(context: OrderContext, faction: str, order: str, purpose: str) -> bool:
    """Return whether the faction makes a roll itself.

    A roll is made by the faction that gave the order, or by the one that resists. For attacks on a
    new base it is the other way round.
    """
    resisting = _RESISTING_PATTERN.search(purpose) is not None
    if purpose.startswith("spot-"):
        return False
    attackers = [rival for rival in context.board.factions if purpose.startswith(f"{rival}-")]
    if attackers:
        return (context.faction == faction) if resisting else (context.faction in attackers)
    if not resisting:
        return faction == context.faction
    return context.faction in _aimed_at(context, faction, order) - {faction}


def _aimed_at(context: OrderContext, faction: str, order: str) -> frozenset[str]:
    """Return the factions that an order of another faction names as targets."""
    orders = context.entries.get(faction)
    if orders is None:
        return frozenset()
    aimed: set[str] = set()
    for one in (*orders.abilities, *(orders.attack or ())):
        if one.id == order:
            target = context.board.assets.get(one.target or "")
            aimed |= {one.against or "", target.faction if target is not None else ""}
    return frozenset(aimed - {""})
