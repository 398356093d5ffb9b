"""Where assets may go, by themselves or carried: water, and whom a ruler lets in (W-ACT-2)."""

from __future__ import annotations

from chronicle.files.source import Span
from chronicle.rules.wwn.actions.availability import entry_refusal
from chronicle.rules.wwn.diagnostics.free_actions import BadRoute, Barred
from chronicle.rules.wwn.diagnostics.setup import NotByWater
from chronicle.rules.wwn.state import Asset, Place
from chronicle.rules.wwn.validation.order_context import OrderContext


def check_elsewhere(case: OrderContext, asset: Asset, to: str, at: Span) -> bool:
    """Whether a way leads somewhere else; a finding when it doesn't."""
    if asset.at == to:
        case.report.add(BadRoute(at=at, name=asset.id, place=to, to=to, reach=0))
    return asset.at != to


def report_too_long(case: OrderContext, asset: Asset, to: str, reach: int, at: Span) -> None:
    """Adds that a place is too far."""
    case.report.add(BadRoute(at=at, name=asset.id, place=asset.at, to=to, reach=reach))


def check_may_enter(
    case: OrderContext, asset: Asset, place: Place, at: Span, *, acts: bool, past_bans: bool = False
) -> None:
    """Adds that an asset can't come to a place: it is no harbour, or the ruler forbids it.

    One that ``acts`` has no cover any more that lasts only until it does.
    """
    reason = entry_refusal(case.board, asset, place.id, acts=acts)
    if reason == "no-water":
        case.report.add(NotByWater(at=at, name=asset.id, place=place.id))
    elif reason and not past_bans:
        case.report.add(
            Barred(at=at, name=asset.id, place=place.id, ruler=place.ruler, faction=case.faction)
        )
