"""From a turn's file to its orders: shapes first, then the checks against the board."""

from __future__ import annotations

from collections.abc import Mapping

from chronicle.diagnostics.report import Report
from chronicle.model.campaign import Turn
from chronicle.rules.shadow.adjustments import ChangeReader, events_of
from chronicle.rules.shadow.apply import fold
from chronicle.rules.shadow.inputs import (
    AnyPlotShape,
    AttackActorShape,
    AttackResourceShape,
    MobilizeShape,
    PowerOrdersShape,
    RaiseShape,
    SupportShape,
)
from chronicle.rules.shadow.orders import (
    Aim,
    Assist,
    Conspiracy,
    Orders,
    PowerOrders,
    Support,
    ToAttackActor,
    ToAttackResource,
    ToMobilize,
    ToRaise,
)
from chronicle.rules.shadow.resolve import before_conspiracies
from chronicle.rules.shadow.setup import RESERVE_WORD
from chronicle.rules.shadow.state import RESERVE, State
from chronicle.rules.shadow.validation import Checker
from chronicle.rules.shared.parser import orders_by_faction


def orders(turn: Turn, state: State | None, report: Report) -> Orders | None:
    """A turn's orders, checked against the board it begins with; None after findings.

    Without a board their shapes alone are checked. Of a power whose orders can't be read nothing is
    known, and what others order is not found wrong for that.
    """
    errors = report.errors
    shapes = orders_by_faction(PowerOrdersShape, turn, report)
    unread = frozenset(turn.orders) - frozenset(shapes)
    if state is None:
        return None
    reader = ChangeReader(turn, state, report)
    adjustments = reader.adjustments()
    changes = (*adjustments, *reader.news())
    found = Orders(turn.number, {power: _own(power, shapes[power]) for power in shapes}, changes)
    # Adjustments come before placement: what they destroy or bring back is so when it is placed.
    placing = Checker(shapes, found, fold(state, events_of(state, adjustments)), report, unread)
    placing.placements()
    board = fold(state, before_conspiracies(state, placing.placed()))
    Checker(shapes, found, board, report, unread, lost=placing.lost).conspiracies()
    return found if report.errors == errors else None


def _own(power: str, shape: PowerOrdersShape) -> PowerOrders:
    return PowerOrders(
        power=power,
        place=_placements(shape.place),
        actor=shape.actor,
        conspiracies=tuple(_plot(power, plot) for plot in shape.conspiracies),
        supports=tuple(_support(power, item, blocks=False) for item in shape.help)
        + tuple(_support(power, item, blocks=True) for item in shape.block),
        defend=shape.defend,
        assist=Assist(shape.assist.sphere, shape.assist.request) if shape.assist else None,
    )


def _placements(written: Mapping[str, str]) -> dict[str, str]:
    return {
        resource: RESERVE if sphere == RESERVE_WORD else sphere
        for resource, sphere in written.items()
    }


def _support(power: str, shape: SupportShape, *, blocks: bool) -> Support:
    return Support(power, shape.resource, shape.conspiracy, shape.stake, blocks)


def _plot(power: str, shape: AnyPlotShape) -> Conspiracy:
    return Conspiracy(
        power=power,
        id=shape.id,
        resource=shape.resource,
        aim=_aim(shape),
        stake=0 if isinstance(shape, MobilizeShape) else shape.stake,
        narrative=shape.narrative.strip(),
        public=_public(shape.public),
        veto=shape.veto or "",
    )


def _public(written: str | bool | None) -> str | None:
    """The street's line; `false` is silence, and `true` asks for the draft, as no word does."""
    if isinstance(written, bool):
        return None if written else ""
    return written


def _aim(shape: AnyPlotShape) -> Aim:
    match shape:
        case RaiseShape(to=level, new_resource=new):
            return ToRaise(level, new.id, new.name, new.type) if new else ToRaise(level)
        case MobilizeShape():
            return ToMobilize()
        case AttackResourceShape():
            power, _, resource = shape.target.partition("/")
            return ToAttackResource(power, resource)
        case AttackActorShape():
            return ToAttackActor(shape.target)
