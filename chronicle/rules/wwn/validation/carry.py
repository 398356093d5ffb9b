"""Free actions that move assets: who goes, how far, and whether it is let in (W-FX-CARRIES)."""

from __future__ import annotations

from chronicle.files.source import Span
from chronicle.rules.wwn.changes import Cloaked, Marked, Moved
from chronicle.rules.wwn.diagnostics.free_actions import NeedsWater
from chronicle.rules.wwn.diagnostics.orders import Unusable
from chronicle.rules.wwn.diagnostics.setup import NotByWater
from chronicle.rules.wwn.distance import near, stride, within
from chronicle.rules.wwn.effects import Carries
from chronicle.rules.wwn.inputs import AbilityShape
from chronicle.rules.wwn.state import Asset, Mark, Place
from chronicle.rules.wwn.validation.common import (
    free_to_go,
    of_kind,
    own_asset,
    place_of,
    serving,
    too_far,
)
from chronicle.rules.wwn.validation.order_context import Case
from chronicle.rules.wwn.validation.routes import elsewhere, let_in, too_long
from chronicle.rules.wwn.validation.treasure import exactly


def carried(case: Case, shape: AbilityShape, bearer: Asset, effect: Carries) -> None:
    """Checks who is moved where by a free action, and moves them on the board."""
    place = place_of(case, shape.to or "", shape.at("to"))
    passenger = _passenger(case, shape, bearer, effect)
    if place is not None and effect.water and not place.water:
        _by_land(case, bearer, place, effect, shape.at("to"))
        return
    if place is not None and effect.who != "passenger":
        _itself(case, shape, bearer, place, effect)
    if place is not None and passenger is not None:
        _other(case, shape, bearer, passenger, place, effect)
    case.purse.pay(exactly(effect.price), shape.at("asset"), case.report)
    if place is None:
        return
    # Where the way is none, the orders after it are still meant for its end.
    if effect.who != "passenger":
        case.do(Moved(bearer.id, place.id))
    if passenger is not None:
        case.do(Moved(passenger.id, place.id))
        if effect.grants == "stealth" and not passenger.stealth:
            case.do(Cloaked(passenger.id, "carried"))
        elif effect.grants == "subtle":
            case.do(Marked(passenger.id, Mark("smuggled")))


def _by_land(case: Case, bearer: Asset, place: Place, effect: Carries, at: Span) -> None:
    """Adds that a way by water leads where there is none."""
    if effect.who == "self":
        case.report.add(NotByWater(at=at, name=bearer.id, place=place.id))
    else:
        case.report.add(NeedsWater(at=at, name=bearer.id, place=place.id))


def _passenger(case: Case, shape: AbilityShape, bearer: Asset, effect: Carries) -> Asset | None:
    """Who is carried: another own asset, of the right kind, near the one that carries."""
    if shape.target is None or effect.who == "self":
        return None
    at = shape.at("target")
    found = own_asset(case, shape.target, at)
    if found is None:
        return None
    if found.id == bearer.id:
        case.report.add(Unusable(at=at, name=found.id, why="can't carry itself"))
        return None
    able = serving(case, found, at) and free_to_go(case, found, at)
    if not able or not of_kind(case, found, effect.kinds, at):
        return None
    if not near(case.board, bearer, found.at, effect.start):
        too_far(case, found, bearer, effect.start, at)
        return None
    return found


def _itself(case: Case, shape: AbilityShape, bearer: Asset, place: Place, effect: Carries) -> None:
    at = shape.at("to")
    free_to_go(case, bearer, shape.at("asset"))
    if not elsewhere(case, bearer, place.id, at):
        return
    reach = effect.end * stride(case.board, case.faction)
    if not near(case.board, bearer, place.id, reach):
        too_long(case, bearer, place.id, reach, at)
        return
    let_in(case, bearer, place, at, acts=True, past_bans=effect.past_bans)


def _other(
    case: Case, shape: AbilityShape, bearer: Asset, passenger: Asset, place: Place, effect: Carries
) -> None:
    at = shape.at("to")
    if effect.who == "both" and passenger.at == bearer.at == place.id:
        # It is said of the one that takes it along.
        return
    if not elsewhere(case, passenger, place.id, at):
        return
    if effect.who == "passenger" and not _opens(case, bearer, passenger, place, effect):
        too_long(case, passenger, place.id, 0 if effect.by_here else effect.end, at)
        return
    open_way = effect.past_bans or effect.grants is not None
    let_in(case, passenger, place, at, acts=False, past_bans=open_way)


def _opens(case: Case, bearer: Asset, passenger: Asset, place: Place, effect: Carries) -> bool:
    """Whether a passenger's way is one that the effect opens."""
    if effect.by_here and bearer.at not in (passenger.at, place.id):
        return False
    if near(case.board, bearer, place.id, effect.end):
        return True
    onward = effect.from_passenger
    return bool(onward) and within(case.board, passenger.at, place.id, onward)
