"""Reasons that rulesets share: the GM, own orders, and the GM's changes to the board."""

from __future__ import annotations

from typing import Final

from chronicle.model.audience import Audience, Visibility
from chronicle.rules.protocol import Reason

#: The reasons that the GM is told of everything.
GM_REASON: Final = Reason("gm")
#: The codes of the reasons of this module.
SHARED_REASONS: Final = (
    "gm",
    "own-order",
    "news-for",
    "adjustment-for",
    "not-news",
    "not-adjustment",
)


def own_order_reason(audience: Audience, faction: str, rule: str) -> Reason | None:
    """Return why the GM and a faction may know all about its orders; None for all others."""
    if audience.is_gm:
        return GM_REASON
    return Reason("own-order", rule) if faction and audience.faction == faction else None


def gm_change_reason(
    visibility: Visibility, audience: Audience, rule: str, *, by_news: bool
) -> Reason:
    """Return why an audience is told about a GM's change, or not: its ``for:`` decides."""
    if audience.is_gm:
        return GM_REASON
    admitted = visibility.admits(audience)
    if by_news:
        return Reason("news-for" if admitted else "not-news", rule)
    return Reason("adjustment-for" if admitted else "not-adjustment", rule)
