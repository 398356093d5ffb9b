"""New bases: as the turn's action, or as what a tag lets a faction do beside it (W-ACT-4)."""

from __future__ import annotations

from chronicle.rules.wwn.changes import BaseAdded, Cloaked
from chronicle.rules.wwn.diagnostics.free_actions import NotByTag
from chronicle.rules.wwn.diagnostics.orders import Unusable
from chronicle.rules.wwn.diagnostics.purchases import HasBase, NoAssetThere
from chronicle.rules.wwn.diagnostics.setup import BaseTooStrong
from chronicle.rules.wwn.distance import tag_effects
from chronicle.rules.wwn.effects import ExpandsFreely
from chronicle.rules.wwn.inputs import AbilityShape, ExpandShape, ExpansionShape
from chronicle.rules.wwn.orders import Order, ToExpand
from chronicle.rules.wwn.setup.names import name_from
from chronicle.rules.wwn.state import Base
from chronicle.rules.wwn.validation.common import each_once, new_id, own_asset, place_of
from chronicle.rules.wwn.validation.order_context import Case
from chronicle.rules.wwn.validation.treasure import exactly


def expand(case: Case, shape: ExpandShape) -> Order | None:
    """A new base as the turn's action; None after errors."""
    case.call(shape.id, shape.at("id"))
    aim = _founded(case, shape)
    return Order(case.faction, shape.id, "", aim) if aim is not None else None


def freely(case: Case, shape: AbilityShape, expansion: ExpansionShape) -> Order | None:
    """A new base among the abilities, as some tags allow once a turn (W-TAG)."""
    errors = case.report.errors
    at = shape.key_at("expand")
    if not any(True for _ in tag_effects(case.board, case.faction, ExpandsFreely)):
        case.report.add(NotByTag(at=at, faction=case.faction))
    else:
        case.once(case.faction, "makes one free Expand", at)
    aim = _founded(case, expansion)
    if aim is None or case.report.errors > errors:
        return None
    return Order(case.faction, shape.id, "", aim, free=True)


def _founded(case: Case, shape: ExpansionShape) -> ToExpand | None:
    """The base as it will be; the board has it from now on."""
    errors = case.report.errors
    is_new = new_id(case, shape.base, shape.at("base"))
    place = place_of(case, shape.where, shape.at("at"))
    if place is not None:
        _ground(case, shape)
    if shape.hp > case.own.maximum:
        most = case.own.maximum
        case.report.add(BaseTooStrong(at=shape.at("hp"), headquarters=False, maximum=most))
    case.purse.pay(exactly(shape.hp), shape.at("hp"), case.report)
    name = shape.name or name_from(shape.base)
    base = Base(shape.base, name, case.faction, shape.where, shape.hp, shape.hp)
    if is_new:
        # Where it can't be founded, the orders after it are still meant for a board with it.
        case.do(BaseAdded(base))
    if case.report.errors > errors:
        return None
    case.do(*(Cloaked(id, "") for id in shape.declares))
    return ToExpand(base, tuple(shape.declares))


def _ground(case: Case, shape: ExpansionShape) -> None:
    """Adds what keeps a faction from a new base at a place: a base, or want of an asset there."""
    for base in case.board.own_bases(case.faction):
        if base.at == shape.where:
            case.report.add(HasBase(at=shape.at("at"), place=shape.where, base=base.id))
            return
    errors = case.report.errors
    declared = _declared(case, shape)
    present = [
        asset
        for asset in case.board.own(case.faction)
        if asset.at == shape.where and case.board.working(asset)
    ]
    if case.report.errors == errors and not any(
        asset.id in declared or not asset.stealth for asset in present
    ):
        hidden = tuple(asset.id for asset in present)
        problem = NoAssetThere(at=shape.at("at"), place=shape.where, hidden=hidden)
        case.report.add(problem)


def _declared(case: Case, shape: ExpansionShape) -> frozenset[str]:
    """The Stealthed assets that show themselves; findings for what is not hidden there."""
    for name in each_once(case, shape.declares, shape, "declares"):
        at = shape.at("declares", shape.declares.index(name))
        asset = own_asset(case, name, at)
        if asset is None:
            continue
        if asset.at != shape.where:
            case.report.add(Unusable(at=at, name=name, why=f"is in `{asset.at}`"))
        elif not asset.stealth:
            case.report.add(Unusable(at=at, name=name, why="is in the open already"))
    return frozenset(shape.declares)
