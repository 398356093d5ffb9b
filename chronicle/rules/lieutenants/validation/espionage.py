"""What is aimed at one asset or place: hiding, watching, asking, winning over, selling."""

from __future__ import annotations

from typing import Final

from chronicle.rules.lieutenants.diagnostics import forces, keys
from chronicle.rules.lieutenants.orders import (
    ToConceal,
    ToRecruit,
    ToSeduce,
    ToSell,
    ToSpy,
)
from chronicle.rules.lieutenants.validation.common import (
    Aimed,
    Target,
    admitted,
    free,
    location,
    mine,
    near,
    spot_of,
    target_of,
)
from chronicle.rules.lieutenants.validation.opponents import opponent, own_target
from chronicle.rules.lieutenants.validation.order_context import Case, Read

_HIDDEN: Final[tuple[Aimed, ...]] = ("information", "item", "unit", "lieutenant")
_PEOPLE: Final[tuple[Aimed, ...]] = ("unit", "lieutenant")
_SOLD: Final[tuple[Aimed, ...]] = ("item", "unit", "facility", "information", "location")
_KNOWABLE: Final[tuple[Aimed, ...]] = (
    "lieutenant",
    "unit",
    "item",
    "information",
    "facility",
    "location",
    "other",
)


def conceal(case: Case) -> Read | None:
    """Something of one's own is hidden where it is, or carried to another location."""
    target = target_of(case, "target", _HIDDEN)
    name = case.doing.move_to
    if name is not None:
        at = case.doing.at("move_to")
        place = location(case, name, at)
        if place is not None and near(case, name, name, at):
            admitted(case, place, target.asset if target is not None else None, at)
    if target is None or not _of_ours(case, target):
        return None
    return Read(ToConceal(target.name, name or ""), spot_of(case, target))


def surveil(case: Case) -> Read | None:
    """Somebody or a location is watched; a location against its owner, if nobody is named."""
    target = target_of(case, "target", (*_PEOPLE, "location"))
    if target is not None and target.kind != "location" and case.doing.against is not None:
        case.report.add(
            keys.StrayPart(
                at=case.doing.key_at("against"),
                key="against",
                what=f"`surveil` of a {target.kind}",
                takes=("target", "choose"),
            )
        )
        return None
    against = opponent(case, _others(case, target))
    if target is None or target.kind == "capital":
        return None
    return Read(ToSpy(target.kind, target.name), spot_of(case, target), against)


def investigate(case: Case) -> Read | None:
    """Something is looked into, wherever it is: word travels, and the asking is done here."""
    target = target_of(case, "target", _KNOWABLE)
    if target is None or target.kind == "capital":
        return None
    obscurity = case.doing.target.obscurity if case.doing.target is not None else None
    place = case.board.at(target.asset) if target.asset is not None else target.name
    is_here = target.kind != "other" and case.board.locale(place) == case.locale != ""
    return Read(
        ToSpy(target.kind, target.name, 1 if obscurity is None else obscurity),
        place if is_here else case.here,
        _others(case, target),
    )


def recruit(case: Case) -> Read | None:
    """A unit or lieutenant of others is asked to come over, or to stay and serve in secret."""
    target = target_of(case, "target", _PEOPLE)
    if target is None or not _of_others(case, target):
        return None
    stays = case.doing.join == "stay"
    return Read(ToRecruit(target.name, stays), spot_of(case, target), _others(case, target))


def seduce(case: Case) -> Read | None:
    """A unit or lieutenant of others is kept from everything, which takes a seducer."""
    if not case.able("seduces"):
        case.report.add(
            forces.NobodyAble(at=case.doing.at("action"), deed="seduce", who="a seducer")
        )
    target = target_of(case, "target", _PEOPLE)
    if target is None or not _of_others(case, target):
        return None
    return Read(ToSeduce(target.name), spot_of(case, target), _others(case, target))


def sell(case: Case) -> Read | None:
    """Something of one's own is offered on the open market."""
    target = target_of(case, "target", _SOLD)
    if target is None or not _of_ours(case, target):
        return None
    if target.kind == "capital":
        return None
    if target.kind == "other":
        return None
    return Read(ToSell(target.kind, target.name), spot_of(case, target))


def _of_ours(case: Case, target: Target) -> bool:
    """Whether a target is the faction's own, and free; a finding when it isn't."""
    if target.place is not None:
        if target.place.owner != case.faction:
            case.report.add(forces.NotOwn(at=target.span, name=target.name, faction=case.faction))
        return target.place.owner == case.faction
    asset = target.asset
    return asset is not None and mine(case, asset, target.span) and free(case, asset, target.span)


def _of_others(case: Case, target: Target) -> bool:
    """Whether a target is not one's own; a finding when it is."""
    if target.asset is None or not case.own(target.asset):
        return True
    own_target(case, target.name, target.span)
    return False


def _others(case: Case, target: Target | None) -> str:
    """Whose a target is, when it is not the faction's own."""
    if target is None:
        return ""
    owner = target.place.owner if target.place is not None else ""
    owner = target.asset.faction if target.asset is not None else owner
    return owner if owner != case.faction else ""
