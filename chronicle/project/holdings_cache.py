"""A cache of who held each place at the end of past turns, and of the pieces that turns name.

They are found from all sheets and events of all turns, which takes long in a long campaign.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from chronicle.cache.store import load_value, save_value
from chronicle.project.edition import Edition, TurnPieces
from chronicle.project.lazy import LazySequence
from chronicle.records import Record, replace
from chronicle.rules.protocol import Holding

_KIND: Final = "holdings"
#: Maximum number of editions whose holdings are kept.
_MAX_EDITIONS: Final = 256
#: The holdings of a turn by place.
_Holdings: TypeAlias = Mapping[str, tuple[Holding, ...]]


class _CachedHoldings(Record):
    """The holdings of turns by the turns' origins, and the pieces that they name."""

    by_origin: Mapping[str, _Holdings]
    pieces: dict[str, TurnPieces]


def with_cached_holdings(key: str, edition: Edition) -> Edition:
    """The edition, with the holdings kept under a key for turns whose origin is the same."""
    cached = load_value(_KIND, key, _CachedHoldings)
    if cached is None or not edition.origins:
        return edition

    def holdings(index: int) -> _Holdings:
        found = cached.by_origin.get(edition.origins[index])
        return edition.holdings[index] if found is None else found

    sequence = LazySequence(len(edition.holdings), holdings)
    return replace(edition, holdings=sequence, pieces={**cached.pieces})


def save_holdings(key: str, edition: Edition) -> None:
    """Keep the holdings of an edition whose origins are known."""
    if edition.origins:
        # Most places are held as in the turn before: equal holdings are kept once.
        distinct: dict[tuple[Holding, ...], tuple[Holding, ...]] = {}
        by_origin = {
            origin: {place: distinct.setdefault(held, held) for place, held in holdings.items()}
            for origin, holdings in zip(edition.origins, edition.holdings, strict=True)
        }
        pieces = {it: edition.pieces[it] for it in edition.origins if it in edition.pieces}
        save_value(_KIND, key, _CachedHoldings(by_origin, pieces), _MAX_EDITIONS)
