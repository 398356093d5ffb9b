"""Check new bases, founded as the turn's action or as a tag's free action (W-ACT-4)."""

from __future__ import annotations

from chronicle.model.facts import PieceName
from chronicle.rules.wwn.changes import BaseAdded, Cloaked
from chronicle.rules.wwn.diagnostics import orders as problems
from chronicle.rules.wwn.diagnostics import setup
from chronicle.rules.wwn.distance import tag_effects
from chronicle.rules.wwn.effects import ExpandsFreely
from chronicle.rules.wwn.inputs import AbilityInput, ExpansionInput
from chronicle.rules.wwn.orders import ExpandOrder
from chronicle.rules.wwn.setup.name_checks import name_from_id
from chronicle.rules.wwn.state import Base
from chronicle.rules.wwn.validation import common
from chronicle.rules.wwn.validation.order_context import OrderContext, ParsedAction
from chronicle.rules.wwn.validation.treasure import exact_range


def parse_free_expand(
    context: OrderContext, entry: AbilityInput, expansion: ExpansionInput
) -> ParsedAction:
    """Parse a new base as a free action, which some tags allow once per turn (W-TAG)."""
    at = entry.key_at("expand")
    if not any(True for _ in tag_effects(context.board, context.faction, ExpandsFreely)):
        context.report.add(problems.NoFreeExpand(at=at, faction=context.faction))
    else:
        context.check_once(context.faction, "can make only one free Expand", at)
    return parse_expand(context, expansion)


def parse_expand(context: OrderContext, entry: ExpansionInput) -> ParsedAction:
    """Parse a new base, and add it to the board."""
    errors = context.report.errors
    is_new = common.claim_new_id(context, entry.base, entry.at("base"))
    place = common.find_place(context, entry.where, entry.at("at"))
    if place is not None:
        _check_ground(context, entry)
    if entry.hp > context.own.maximum:
        most = context.own.maximum
        context.report.add(setup.BaseTooStrong(at=entry.at("hp"), maximum=most))
    context.purse.pay(exact_range(entry.hp), entry.at("hp"), context.report)
    name = PieceName(entry.name) if entry.name else name_from_id(entry.base)
    base = Base(entry.base, name, context.faction, entry.where, entry.hp, entry.hp)
    if is_new:
        # Even if it can't be founded, later orders assume a board with it.
        context.apply(BaseAdded(base))
    if context.report.errors > errors:
        return None
    context.apply(*(Cloaked(id, "") for id in entry.declares))
    return "", ExpandOrder(base, tuple(entry.declares))


def _check_ground(context: OrderContext, entry: ExpansionInput) -> None:
    """Report what prevents a new base at a place: an existing base, or no asset there."""
    for base in context.board.own_bases(context.faction):
        if base.at == entry.where:
            context.report.add(problems.HasBase(at=entry.at("at"), place=entry.where, base=base.id))
            return
    errors = context.report.errors
    declared = _parse_declared(context, entry)
    present = [
        asset
        for asset in context.board.own(context.faction)
        if asset.at == entry.where and context.board.working(asset)
    ]
    if context.report.errors == errors and not any(
        asset.id in declared or not asset.stealth for asset in present
    ):
        hidden = tuple(asset.id for asset in present)
        problem = problems.NoAssetThere(at=entry.at("at"), place=entry.where, hidden=hidden)
        context.report.add(problem)


def _parse_declared(context: OrderContext, entry: ExpansionInput) -> frozenset[str]:
    """Return the Stealthed assets to reveal; report those that are not hidden there."""
    for name in common.distinct_names(context, entry.declares, entry, "declares"):
        at = entry.at("declares", entry.declares.index(name))
        asset = common.find_own_asset(context, name, at)
        if asset is None:
            continue
        if asset.at != entry.where:
            context.report.add(problems.UnusableAsset(at=at, name=name, why=f"is in `{asset.at}`"))
        elif not asset.stealth:
            context.report.add(
                problems.UnusableAsset(at=at, name=name, why="is already in the open")
            )
    return frozenset(entry.declares)
