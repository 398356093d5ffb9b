"""Checks used by many orders: whether something exists, who owns it, and whether it is in reach."""

from __future__ import annotations

from chronicle.files.source import Span
from chronicle.records import Record
from chronicle.rules.kit.parser import check_known
from chronicle.rules.lieutenants import state
from chronicle.rules.lieutenants.action_definitions import TARGET_KINDS, TargetKind, TargetOwner
from chronicle.rules.lieutenants.diagnostics import orders as problems
from chronicle.rules.lieutenants.inputs import TargetInput
from chronicle.rules.lieutenants.refusals import asset_refusals, captive_refusals, near_refusals
from chronicle.rules.lieutenants.setup.name_checks import check_location
from chronicle.rules.lieutenants.state import kind_of
from chronicle.rules.lieutenants.terms import PropertyKind
from chronicle.rules.lieutenants.validation.order_context import ASSET_CLASSES, OrderContext


class OrderTarget(Record):
    """The target of an order: kind, id (or free text), span, location, and asset or place."""

    kind: TargetKind
    name: str
    span: Span
    at: str = ""
    asset: state.Asset | None = None
    place: state.PlaceState | None = None
    amount: int = 0

    @property
    def owner(self) -> str:
        """The faction that the target belongs to; empty if none does."""
        if self.asset is not None:
            return self.asset.faction
        return self.place.owner if self.place is not None else ""


def parse_target(context: OrderContext) -> OrderTarget | None:
    """Return the target of an order, as its action's definition allows; None after errors."""
    definition = context.definition.target
    kinds = definition.kinds if definition is not None else ()
    return _parse_named(context, context.action_input.target, ("target",), kinds)


def parse_things_to_take(context: OrderContext) -> tuple[OrderTarget | None, ...]:
    """Return the thing under `take:`, or those listed there, each once; None for each with errors.

    Only things of some kinds can be taken together.
    """
    written, definition = context.action_input.take, context.definition.target
    kinds = definition.kinds if definition is not None else ()
    if not isinstance(written, list):
        return (_parse_named(context, written, ("take",), kinds),)
    if definition is not None and len(written) > 1:
        kinds = definition.together
    found: list[OrderTarget | None] = []
    for index, entry in enumerate(written):
        target = _parse_named(context, entry, ("take", index), kinds)
        named = [(one.kind, one.name) for one in found if one is not None]
        if target is not None and (target.kind, target.name) in named:
            context.report.add(
                problems.RepeatedName(at=target.span, name=target.name or target.kind)
            )
        found.append(target)
    return tuple(found)


def _parse_named(
    context: OrderContext,
    entry: TargetInput | None,
    path: tuple[str | int, ...],
    kinds: tuple[TargetKind, ...],
) -> OrderTarget | None:
    """Return the target of one of these kinds that is named under a key; None after errors."""
    target = _named_target(context, entry, path, kinds)
    return target if target is not None and check_target(context, target) else None


def check_target(context: OrderContext, target: OrderTarget) -> bool:
    """Return whether a target belongs to whom it may; report it if not, or if it is out of reach.

    Its locale is not checked if the order says with `at:` where the action takes place.
    """
    definition, asset = context.definition.target, target.asset
    if definition is None or not _check_owner(context, target, definition.owner):
        return False
    if definition.near and target.at and not context.action_input.has("at"):
        context.refused(near_refusals(context.actor, target.name, target.at, asset), target.span)
    return True


def _named_target(
    context: OrderContext,
    entry: TargetInput | None,
    path: tuple[str | int, ...],
    kinds: tuple[TargetKind, ...],
) -> OrderTarget | None:
    """Return the one target that is named, of an allowed kind; None after errors."""
    if entry is None:
        return None
    key = str(path[0])
    named = [kind for kind in TARGET_KINDS if getattr(entry, kind) is not None]
    if entry.obscurity is not None and "other" not in named:
        context.report.add(
            problems.UnusedKey(
                at=entry.key_at("obscurity"),
                key="obscurity",
                what=f"`{named[0]}:`" if len(named) == 1 else f"`{key}:`",
                takes=(),
            )
        )
    if len(named) != 1:
        context.report.add(
            problems.NotExactlyOne(at=context.action_input.at(*path), key=key, kinds=kinds)
        )
        return None
    kind = named[0]
    if kind not in kinds:
        definition = context.definition.target
        context.report.add(
            problems.TargetKindNotAllowed(
                at=entry.key_at(kind),
                action=context.action,
                kind=kind,
                kinds=definition.kinds if definition is not None else kinds,
                allowed_here=kinds,
            )
        )
        return None
    return _found_target(context, entry, kind)


def _found_target(
    context: OrderContext, entry: TargetInput, kind: TargetKind
) -> OrderTarget | None:
    span = entry.at(kind)
    if kind == "capital":
        return OrderTarget(kind, "", span, amount=entry.capital or 0)
    name = str(getattr(entry, kind))
    if kind == "other":
        return OrderTarget(kind, name, span)
    definition = context.definition.target
    unseen = definition is not None and definition.unseen
    if kind == "location":
        place = find_location(context, name, span, unseen=unseen)
        return OrderTarget(kind, name, span, name, place=place) if place is not None else None
    own = definition is not None and definition.owner == "own"
    asset = find_asset(context, kind, name, span, own=own, unseen=unseen)
    if asset is None:
        return None
    return OrderTarget(kind, name, span, context.board.at(asset), asset)


def _check_owner(context: OrderContext, target: OrderTarget, owner: TargetOwner) -> bool:
    """Return whether a target belongs to whom it may, and own ones are free; report it if not."""
    if target.asset is not None:
        own = context.actor.owns(target.asset)
    else:
        own = target.place is not None and target.place.owner == context.faction
    if owner == "others" and own:
        report_own_target(context, target.name, target.span)
        return False
    if owner != "own":
        return True
    if not own:
        context.report.add(
            problems.NotOwn(at=target.span, name=target.name, faction=context.faction)
        )
    return own and (
        target.asset is None or not context.refused(captive_refusals(target.asset), target.span)
    )


def report_own_target(context: OrderContext, name: str, at: Span) -> None:
    """Report that the target of the action is the faction's own."""
    context.report.add(
        problems.OwnTarget(at=at, action=context.action, name=name, faction=context.faction)
    )


def find_location(
    context: OrderContext, name: str, at: Span, *, unseen: bool = False
) -> state.PlaceState | None:
    """Return the location of this name, also a secret one if ``unseen``; None after errors."""
    if not check_location(name, context.board.places, at, context.report):
        return None
    place = context.board.places[name]
    if not unseen and not context.knows_place(place):
        context.report.add(problems.NotKnown(at=at, name=name, faction=context.faction))
        return None
    return place


def find_asset(
    context: OrderContext,
    kind: PropertyKind,
    name: str,
    at: Span,
    *,
    own: bool = False,
    unseen: bool = False,
) -> state.Asset | None:
    """Return the asset of this name and kind that is still in play; None after errors.

    With ``own``, only the faction's own assets are allowed, and suggested for a misspelt name. With
    ``unseen``, the asset may be hidden from the faction.
    """
    asset = context.board.assets.get(name)
    if asset is None:
        offered = [
            id
            for id, other in context.board.assets.items()
            if isinstance(other, ASSET_CLASSES[kind]) and (context.actor.owns(other) or not own)
        ]
        check_known(kind, name, offered, at, context.report)
        return None
    if kind_of(asset) != kind:
        context.report.add(
            problems.WrongAssetKind(at=at, name=name, kind=kind_of(asset), wanted=kind)
        )
        return None
    seen = unseen or context.sees(asset)
    refusals = asset_refusals(context.actor, asset, own=own, unseen=seen)
    return None if context.refused(refusals, at) else asset


def parse_place(context: OrderContext) -> str:
    """Return where the action takes place: the location under ``at:``, else the lieutenant's."""
    name = context.action_input.where
    if name is None:
        return context.here
    span = context.action_input.at("at")
    if find_location(context, name, span) is not None:
        context.refused(near_refusals(context.actor, name, name), span)
    return name


def parse_against(context: OrderContext) -> tuple[str, ...]:
    """Return the factions under ``against:``; report invalid ones."""
    written = context.action_input.against
    names = [written] if isinstance(written, str) else written or []
    found: list[str] = []
    for index, name in enumerate(names):
        at = (
            context.action_input.at("against")
            if isinstance(written, str)
            else context.action_input.at("against", index)
        )
        if name in found:
            context.report.add(problems.RepeatedName(at=at, name=name))
        elif check_known("faction", name, context.board.factions, at, context.report):
            found.append(name)
            if name == context.faction:
                report_own_target(context, name, at)
    return tuple(found)


def parse_opponent(context: OrderContext, default: str) -> str:
    """Return the one faction under ``against:``, or the default if there is none."""
    named = parse_against(context)
    if len(named) > 1:
        second = context.action_input.at("against", 1)
        context.report.add(problems.OneOpponent(at=second, action=context.action))
    if context.action_input.against is None:
        return default
    return named[0] if named else ""


def location_owner(context: OrderContext, place: str) -> str:
    """Return the faction that owns a location; empty if there is none."""
    found = context.board.places.get(place)
    return found.owner if found is not None else ""
