"""Who sees an asset or a base at its place, by the campaign's settings (W-ENT-5, W-ENT-3)."""

from __future__ import annotations

from collections.abc import Iterable

from chronicle.model.audience import FOR_EVERYONE, FOR_GM, Visibility, visibility_of_factions
from chronicle.rules.wwn.distance import is_within
from chronicle.rules.wwn.state import Asset, Piece, State


def visibility_of_piece(state: State, piece: Piece) -> Visibility:
    """Return the visibility of an asset or a base; a Stealthed one is seen by its owner only.

    Others are seen by everybody (``public``), the owner (``owner``), or those with an asset or base
    within one move of it (``rumored``).
    """
    if isinstance(piece, Asset) and piece.stealth:
        return visibility_of_factions([piece.faction])
    match state.house.assets:
        case "public":
            return FOR_EVERYONE
        case "rumored":
            return visibility_of_factions({piece.faction, *factions_near(state, piece.at)})
        case "owner":
            return visibility_of_factions([piece.faction])


def factions_near(state: State, place: str) -> frozenset[str]:
    """Return the factions with an asset or a base within one move of a place."""
    pieces: tuple[Piece, ...] = (*state.assets.values(), *state.bases.values())
    return frozenset(piece.faction for piece in pieces if is_within(state, piece.at, place, 1))


def visibility_of_pieces(states: Iterable[State], ids: Iterable[str]) -> Visibility:
    """Return who sees any of these assets and bases on one of these boards."""
    visibility, wanted = FOR_GM, tuple(ids)
    for state in states:
        for id in wanted:
            piece = state.piece(id)
            if piece is not None:
                visibility = visibility | visibility_of_piece(state, piece)
    return visibility
