"""Check where assets may go, on their own or carried: water and bans (W-ACT-2)."""

from __future__ import annotations

from chronicle.files.source import Span
from chronicle.rules.wwn.actions.availability import entry_refusal
from chronicle.rules.wwn.diagnostics import orders as problems
from chronicle.rules.wwn.diagnostics import setup
from chronicle.rules.wwn.state import Asset, PlaceState
from chronicle.rules.wwn.validation.order_context import OrderContext


def check_elsewhere(context: OrderContext, asset: Asset, to: str, at: Span) -> bool:
    """Return whether a move ends at another place; report it if not."""
    if asset.at == to:
        context.report.add(problems.AlreadyThere(at=at, name=asset.id, to=to))
    return asset.at != to


def report_too_long(context: OrderContext, asset: Asset, to: str, reach: int, at: Span) -> None:
    """Report that a place is too far."""
    context.report.add(
        problems.RouteTooLong(at=at, name=asset.id, place=asset.at, to=to, reach=reach)
    )


def check_may_enter(
    context: OrderContext,
    asset: Asset,
    place: PlaceState,
    at: Span,
    *,
    acts: bool,
    past_bans: bool = False,
) -> None:
    """Report that an asset can't enter a place: it is not by water, or the ruler forbids it.

    With ``acts``, cover that lasts only until the asset acts does not count.
    """
    reason = entry_refusal(context.board, asset, place.id, acts=acts)
    if reason == "no-water":
        context.report.add(setup.NotByWater(at=at, name=asset.id, place=place.id))
    elif reason and not past_bans:
        context.report.add(
            problems.Barred(
                at=at, name=asset.id, place=place.id, ruler=place.ruler, faction=asset.faction
            )
        )
