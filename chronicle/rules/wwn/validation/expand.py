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
from chronicle.rules.wwn.validation.common import (
    claim_new_id,
    distinct_names,
    find_own_asset,
    find_place,
)
from chronicle.rules.wwn.validation.order_context import OrderContext, ParsedAction
from chronicle.rules.wwn.validation.treasure import exact_range


def parse_free_expand(
    case: OrderContext, shape: AbilityInput, expansion: ExpansionInput
) -> ParsedAction:
    """Parse a new base as a free action, which some tags allow once per turn (W-TAG)."""
    at = shape.key_at("expand")
    if not any(True for _ in tag_effects(case.board, case.faction, ExpandsFreely)):
        case.report.add(problems.NoFreeExpand(at=at, faction=case.faction))
    else:
        case.check_once(case.faction, "can make only one free Expand", at)
    return parse_expand(case, expansion)


def parse_expand(case: OrderContext, shape: ExpansionInput) -> ParsedAction:
    """Parse a new base, and add it to the board."""
    errors = case.report.errors
    is_new = claim_new_id(case, shape.base, shape.at("base"))
    place = find_place(case, shape.where, shape.at("at"))
    if place is not None:
        _check_ground(case, shape)
    if shape.hp > case.own.maximum:
        most = case.own.maximum
        case.report.add(setup.BaseTooStrong(at=shape.at("hp"), maximum=most))
    case.purse.pay(exact_range(shape.hp), shape.at("hp"), case.report)
    name = PieceName(shape.name) if shape.name else name_from_id(shape.base)
    base = Base(shape.base, name, case.faction, shape.where, shape.hp, shape.hp)
    if is_new:
        # Even if it can't be founded, later orders assume a board with it.
        case.apply(BaseAdded(base))
    if case.report.errors > errors:
        return None
    case.apply(*(Cloaked(id, "") for id in shape.declares))
    return "", ExpandOrder(base, tuple(shape.declares))


def _check_ground(case: OrderContext, shape: ExpansionInput) -> None:
    """Report what prevents a new base at a place: an existing base, or no asset there."""
    for base in case.board.own_bases(case.faction):
        if base.at == shape.where:
            case.report.add(problems.HasBase(at=shape.at("at"), place=shape.where, base=base.id))
            return
    errors = case.report.errors
    declared = _parse_declared(case, shape)
    present = [
        asset
        for asset in case.board.own(case.faction)
        if asset.at == shape.where and case.board.working(asset)
    ]
    if case.report.errors == errors and not any(
        asset.id in declared or not asset.stealth for asset in present
    ):
        hidden = tuple(asset.id for asset in present)
        problem = problems.NoAssetThere(at=shape.at("at"), place=shape.where, hidden=hidden)
        case.report.add(problem)


def _parse_declared(case: OrderContext, shape: ExpansionInput) -> frozenset[str]:
    """Return the Stealthed assets to reveal; report those that are not hidden there."""
    for name in distinct_names(case, shape.declares, shape, "declares"):
        at = shape.at("declares", shape.declares.index(name))
        asset = find_own_asset(case, name, at)
        if asset is None:
            continue
        if asset.at != shape.where:
            case.report.add(problems.UnusableAsset(at=at, name=name, why=f"is in `{asset.at}`"))
        elif not asset.stealth:
            case.report.add(problems.UnusableAsset(at=at, name=name, why="is already in the open"))
    return frozenset(shape.declares)
