"""What many checks ask: whether a thing is there, whose it is, and whether it is within reach."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from chronicle.files.source import Span
from chronicle.rules.lieutenants.asset_kinds import kind_of
from chronicle.rules.lieutenants.diagnostics import forces, keys
from chronicle.rules.lieutenants.inputs import TargetShape
from chronicle.rules.lieutenants.setup.name_checks import is_location
from chronicle.rules.lieutenants.state import (
    Asset,
    Facility,
    Information,
    Item,
    Lieutenant,
    Place,
    Unit,
)
from chronicle.rules.lieutenants.terms import Kind
from chronicle.rules.lieutenants.validation.order_context import KINDS, Case
from chronicle.rules.shared.parser import check_known

Aimed: TypeAlias = Kind | Literal["capital", "other"]
#: Every key by which a target can be named.
AIMED: Final[tuple[Aimed, ...]] = (
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
class Target:
    """What an order names: its kind, its id (or the words), where that stands, and what it is."""

    kind: Aimed
    name: str
    span: Span
    asset: Asset | None = None
    place: Place | None = None
    amount: int = 0


def target_of(case: Case, key: Literal["target", "take"], kinds: Sequence[Aimed]) -> Target | None:
    """The one thing under a key, of one of these kinds; None after findings."""
    shape = case.doing.target if key == "target" else case.doing.take
    if shape is None:
        return None
    named = [kind for kind in AIMED if getattr(shape, kind) is not None]
    if shape.obscurity is not None and "other" not in named:
        case.report.add(
            keys.StrayPart(
                at=shape.key_at("obscurity"),
                key="obscurity",
                what=f"`{named[0]}:`" if len(named) == 1 else f"`{key}:`",
                takes=(),
            )
        )
    if len(named) != 1:
        case.report.add(keys.OneThing(at=case.doing.at(key), key=key, kinds=tuple(kinds)))
        return None
    kind = named[0]
    if kind not in kinds:
        case.report.add(
            keys.UnfitKind(at=shape.key_at(kind), action=case.action, kind=kind, kinds=tuple(kinds))
        )
        return None
    return _named(case, shape, kind)


def _named(case: Case, shape: TargetShape, kind: Aimed) -> Target | None:
    span = shape.at(kind)
    if kind == "capital":
        return Target(kind, "", span, amount=shape.capital or 0)
    name = str(getattr(shape, kind))
    if kind == "other":
        return Target(kind, name, span)
    if kind == "location":
        place = location(case, name, span)
        return Target(kind, name, span, place=place) if place is not None else None
    asset = asset_of(case, kind, name, span)
    return Target(kind, name, span, asset) if asset is not None else None


def location(case: Case, name: str, at: Span) -> Place | None:
    """The location of this name; None after a finding."""
    return (
        case.board.places[name] if is_location(name, case.board.places, at, case.report) else None
    )


def asset_of(case: Case, kind: Kind, name: str, at: Span, *, own: bool = False) -> Asset | None:
    """The asset of this name, of this kind, that has not gone; None after a finding.

    ``own`` when only the faction's own will do: then no others are offered for a slip.
    """
    asset = case.board.assets.get(name)
    if asset is None:
        offered = [
            id
            for id, other in case.board.assets.items()
            if isinstance(other, KINDS[kind]) and (case.own(other) or not own)
        ]
        check_known(kind, name, offered, at, case.report)
        return None
    if kind_of(asset) != kind:
        case.report.add(keys.OtherKind(at=at, name=name, kind=kind_of(asset), wanted=kind))
        return None
    if own and not mine(case, asset, at):
        return None
    return asset if there(case, asset, at) else None


def mine(case: Case, asset: Asset, at: Span) -> bool:
    """Whether an asset belongs to the faction; a finding when it doesn't."""
    if not case.own(asset):
        case.report.add(forces.NotOwn(at=at, name=asset.id, faction=case.faction))
    return case.own(asset)


def there(case: Case, asset: Asset, at: Span) -> bool:
    """Whether an asset is still in the game; a finding when it isn't.

    People who have left went their way; what was built stands where it is, whosever it is.
    """
    if isinstance(asset, Item | Information):
        return True
    why = {"destroyed": "is destroyed", "lost": "is lost"}.get(asset.condition, "")
    if not why and not asset.faction and not isinstance(asset, Facility):
        why = "has left and belongs to nobody"
    if why:
        case.report.add(forces.OutOfAction(at=at, name=asset.id, why=why))
    return not why


def free(case: Case, asset: Asset, at: Span) -> bool:
    """Whether an asset is nobody's prisoner; a finding when it is."""
    by = asset.held_by if isinstance(asset, Lieutenant | Unit) else ""
    if by:
        why = f"is a prisoner of `{by}`"
        case.report.add(forces.OutOfAction(at=at, name=asset.id, why=why))
    return not by


def near(case: Case, name: str, place: str, at: Span) -> bool:
    """Whether a place is in the lieutenant's locale (L-MOVE); a finding when it isn't.

    ``name`` is what is there. Where the lieutenant is unknown, nothing is far.
    """
    where = case.board.locale(place)
    if not case.locale or where == case.locale:
        return True
    case.report.add(
        forces.ElsewhereThan(
            at=at, name=name, where=where, other=case.order.lieutenant, locale=case.locale
        )
    )
    return False


def place_of(case: Case) -> str:
    """Where the action takes place: the location under ``at:``, else where the lieutenant is."""
    name = case.doing.where
    if name is None:
        return case.here
    span = case.doing.at("at")
    if location(case, name, span) is not None:
        near(case, name, name, span)
    return name


def spot_of(case: Case, target: Target) -> str:
    """The location of a target, which has to be in the lieutenant's locale (L-MOVE)."""
    place = case.board.at(target.asset) if target.asset is not None else target.name
    near(case, target.name, place, target.span)
    return place


def admitted(case: Case, place: Place, asset: Asset | None, at: Span) -> bool:
    """Whether an owner lets something in (L-MOVE); a finding when not.

    Locations are open that nobody owns, that are the faction's own (or the host's of a double
    agent), and that admit them.
    """
    if place.welcomes(frozenset({case.faction, asset.faction if asset else case.faction})):
        return True
    case.report.add(
        forces.NotAdmitted(at=at, place=place.id, owner=place.owner, faction=case.faction)
    )
    return False
