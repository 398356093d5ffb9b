"""Checks used by many orders: whether something exists, who owns it, and whether it is in reach."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from chronicle.files.source import Span
from chronicle.records import dataclass
from chronicle.rules.lieutenants.asset_kinds import kind_of
from chronicle.rules.lieutenants.diagnostics import forces, keys
from chronicle.rules.lieutenants.inputs import TargetInput
from chronicle.rules.lieutenants.setup.name_checks import check_location
from chronicle.rules.lieutenants.state import (
    Asset,
    Facility,
    Information,
    Item,
    Lieutenant,
    PlaceState,
    Unit,
)
from chronicle.rules.lieutenants.terms import AssetKind
from chronicle.rules.lieutenants.validation.order_context import ASSET_CLASSES, OrderContext
from chronicle.rules.shared.parser import check_known

TargetKind: TypeAlias = AssetKind | Literal["capital", "other"]
#: All keys that can name a target.
TARGET_KINDS: Final[tuple[TargetKind, ...]] = (
    "lieutenant",
    "unit",
    "item",
    "information",
    "facility",
    "location",
    "other",
    "capital",
)


@dataclass(frozen=True, slots=True)
class OrderTarget:
    """The target of an order: kind, id (or free text), span in the file, and asset or place."""

    kind: TargetKind
    name: str
    span: Span
    asset: Asset | None = None
    place: PlaceState | None = None
    amount: int = 0


def parse_target(
    context: OrderContext, key: Literal["target", "take"], kinds: Sequence[TargetKind]
) -> OrderTarget | None:
    """Return the one target under a key, of one of these kinds; None after errors."""
    shape = context.action_input.target if key == "target" else context.action_input.take
    if shape is None:
        return None
    named = [kind for kind in TARGET_KINDS if getattr(shape, kind) is not None]
    if shape.obscurity is not None and "other" not in named:
        context.report.add(
            keys.UnusedKey(
                at=shape.key_at("obscurity"),
                key="obscurity",
                what=f"`{named[0]}:`" if len(named) == 1 else f"`{key}:`",
                takes=(),
            )
        )
    if len(named) != 1:
        context.report.add(
            keys.NotExactlyOne(at=context.action_input.at(key), key=key, kinds=tuple(kinds))
        )
        return None
    kind = named[0]
    if kind not in kinds:
        context.report.add(
            keys.TargetKindNotAllowed(
                at=shape.key_at(kind), action=context.action, kind=kind, kinds=tuple(kinds)
            )
        )
        return None
    return _parse_named(context, shape, kind)


def _parse_named(context: OrderContext, shape: TargetInput, kind: TargetKind) -> OrderTarget | None:
    span = shape.at(kind)
    if kind == "capital":
        return OrderTarget(kind, "", span, amount=shape.capital or 0)
    name = str(getattr(shape, kind))
    if kind == "other":
        return OrderTarget(kind, name, span)
    if kind == "location":
        place = find_location(context, name, span)
        return OrderTarget(kind, name, span, place=place) if place is not None else None
    asset = find_asset(context, kind, name, span)
    return OrderTarget(kind, name, span, asset) if asset is not None else None


def find_location(context: OrderContext, name: str, at: Span) -> PlaceState | None:
    """Return the location of this name; None after errors."""
    return (
        context.board.places[name]
        if check_location(name, context.board.places, at, context.report)
        else None
    )


def find_asset(
    context: OrderContext, kind: AssetKind, name: str, at: Span, *, own: bool = False
) -> Asset | None:
    """Return the asset of this name and kind that is still in play; None after errors.

    With ``own``, only the faction's own assets are allowed, and suggested for a misspelt name.
    """
    asset = context.board.assets.get(name)
    if asset is None:
        offered = [
            id
            for id, other in context.board.assets.items()
            if isinstance(other, ASSET_CLASSES[kind]) and (context.own(other) or not own)
        ]
        check_known(kind, name, offered, at, context.report)
        return None
    if kind_of(asset) != kind:
        context.report.add(keys.WrongAssetKind(at=at, name=name, kind=kind_of(asset), wanted=kind))
        return None
    if own and not check_own(context, asset, at):
        return None
    return asset if check_in_play(context, asset, at) else None


def check_own(context: OrderContext, asset: Asset, at: Span) -> bool:
    """Return whether an asset belongs to the faction; report it if not."""
    if not context.own(asset):
        context.report.add(forces.NotOwn(at=at, name=asset.id, faction=context.faction))
    return context.own(asset)


def check_in_play(context: OrderContext, asset: Asset, at: Span) -> bool:
    """Return whether an asset is still in play; report it if not.

    Lieutenants and units without a faction are not; facilities without one are.
    """
    if isinstance(asset, Item | Information):
        return True
    why = {"destroyed": "is destroyed", "lost": "is lost"}.get(asset.condition, "")
    if not why and not asset.faction and not isinstance(asset, Facility):
        why = "has left and belongs to nobody"
    if why:
        context.report.add(forces.OutOfAction(at=at, name=asset.id, why=why))
    return not why


def check_free(context: OrderContext, asset: Asset, at: Span) -> bool:
    """Return whether an asset is free; report it if it is a prisoner."""
    by = asset.held_by if isinstance(asset, Lieutenant | Unit) else ""
    if by:
        why = f"is a prisoner of `{by}`"
        context.report.add(forces.OutOfAction(at=at, name=asset.id, why=why))
    return not by


def check_near(context: OrderContext, name: str, place: str, at: Span) -> bool:
    """Return whether a place is in the lieutenant's locale (L-MOVE); report it if not.

    ``name`` is the asset or place to report. If the lieutenant's locale is unknown, every place is
    accepted.
    """
    where = context.board.locale(place)
    if not context.locale or where == context.locale:
        return True
    context.report.add(
        forces.NotInLocale(
            at=at, name=name, where=where, other=context.order.lieutenant, locale=context.locale
        )
    )
    return False


def parse_place(context: OrderContext) -> str:
    """Return where the action takes place: the location under ``at:``, else the lieutenant's."""
    name = context.action_input.where
    if name is None:
        return context.here
    span = context.action_input.at("at")
    if find_location(context, name, span) is not None:
        check_near(context, name, name, span)
    return name


def target_location(context: OrderContext, target: OrderTarget) -> str:
    """Return a target's location; report it if outside the lieutenant's locale (L-MOVE)."""
    place = context.board.at(target.asset) if target.asset is not None else target.name
    check_near(context, target.name, place, target.span)
    return place


def check_admitted(context: OrderContext, place: PlaceState, asset: Asset | None, at: Span) -> bool:
    """Return whether a location is open to the faction or the asset (L-MOVE); report it if not.

    Open are locations without an owner, those of the faction (or of a double agent's host), and
    those that admit one of these.
    """
    if place.welcomes(frozenset({context.faction, asset.faction if asset else context.faction})):
        return True
    context.report.add(
        forces.NotAdmitted(at=at, place=place.id, owner=place.owner, faction=context.faction)
    )
    return False
