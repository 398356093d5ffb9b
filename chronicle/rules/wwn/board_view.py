"""The board as one audience sees it: which assets and bases are visible.

For an event, both the board before it and the board after it count: an audience that sees a thing
on either may be told about it. A name that the audience can't see is empty.
"""

from __future__ import annotations

from collections.abc import Iterable

from chronicle.model.audience import (
    EVERYONE,
    FOR_EVERYONE,
    FOR_GM,
    GM,
    Audience,
    Visibility,
    faction_audience,
    visibility_of_factions,
)
from chronicle.model.facts import FactsOf, Ref, faction_ref, place_ref
from chronicle.records import Record
from chronicle.rules.wwn.distance import is_within
from chronicle.rules.wwn.state import Asset, Base, Piece, PieceSnapshot, State
from chronicle.rules.wwn.telling_facts import IdentityRow, PieceRow


class BoardView(Record):
    """The view of one audience on the board before and after an event.

    ``faction_ref`` is empty for the public and for the GM, who sees everything.
    """

    before: State
    after: State
    faction: str
    gm: bool

    @property
    def audience(self) -> Audience:
        if self.gm:
            return GM
        return faction_audience(self.faction) if self.faction else EVERYONE

    def is_of(self, faction: str) -> bool:
        """Return whether it may know everything about a faction: it is that faction, or the GM."""
        return self.gm or (bool(self.faction) and self.faction == faction)

    def piece(self, id: str) -> Piece | None:
        """Return the asset or base with that id, seen or not; before the event if it existed."""
        return self.before.piece(id) or self.after.piece(id)

    def owns(self, id: str) -> bool:
        """Return whether an asset or base is or was its own."""
        if not self.faction:
            return False
        was, now = self.before.piece(id), self.after.piece(id)
        return (was is not None and was.faction == self.faction) or (
            now is not None and now.faction == self.faction
        )

    def sees(self, id: str) -> bool:
        """Return whether it sees an asset or a base now, or did before the event."""
        if self.gm or self.owns(id):
            return self.piece(id) is not None
        return self.sees_on(self.before, id) or (
            self.after is not self.before and self.sees_on(self.after, id)
        )

    def sees_on(self, state: State, id: str) -> bool:
        """Return whether it sees an asset or a base on one board."""
        piece = state.piece(id)
        return piece is not None and visibility_of_piece(state, piece).admits(self.audience)

    def follows(self, id: str) -> bool:
        """Return whether it sees an asset move: visible at either end, and not hidden on arrival.

        An asset that is Stealthed on arrival leaves no trace, even if it was visible at the start.
        """
        now = self.after.piece(id)
        hidden = isinstance(now, Asset) and bool(now.stealth)
        return self.sees(id) and (not hidden or self.gm or self.owns(id))

    def name(self, id: str) -> str:
        piece = self.piece(id)
        return piece.name if piece is not None and self.sees(id) else ""

    def type_name(self, id: str) -> str:
        """Return the name of a type of asset, from the catalogue."""
        found = self.after.house.catalogue.assets.get(id)
        return found.name if found is not None else id

    def who(self, id: str) -> Ref | None:
        """Return a pointer to a faction, whether or not the reader knows of it."""
        return faction_ref(id) if id else None

    def place(self, id: str) -> Ref | None:
        """Return a pointer to a place, whether or not the reader knows of it."""
        return place_ref(id) if id else None

    def identity(self, of: Piece | PieceSnapshot) -> IdentityRow:
        """Return type and owner of an asset or a base, for those who may know that much."""
        base = of.base if isinstance(of, PieceSnapshot) else not isinstance(of, Asset)
        sort = of.type if isinstance(of, PieceSnapshot | Asset) else ""
        return IdentityRow(
            name=of.name,
            type="" if base else self.type_name(sort),
            base=base,
            faction=self.who(of.faction),
        )

    def row(self, of: Piece | PieceSnapshot) -> PieceRow:
        """Return type, owner and place of an asset or a base, for those who may know that much."""
        return PieceRow(**self.identity(of), at=self.place(of.at))

    def rows(
        self, subjects: Iterable[PieceSnapshot], *, met: bool = False
    ) -> tuple[FactsOf[PieceRow], ...]:
        """Return rows for those assets and bases that the reader sees, or for all when ``met``."""
        return tuple(FactsOf(self.row(it)) for it in subjects if met or self.sees(it.id))

    def met_rows(self, subjects: Iterable[PieceSnapshot]) -> tuple[FactsOf[PieceRow], ...]:
        """Return rows for all of these assets and bases, for a reader who met them."""
        return self.rows(subjects, met=True)

    def is_base(self, id: str) -> bool:
        return isinstance(self.piece(id), Base)


def board_view(before: State, after: State, audience: Audience) -> BoardView:
    """Return an audience's view of an event; an unknown audience sees what the public sees."""
    audience = effective_audience(before, audience)
    return BoardView(before, after, audience.faction, audience.is_gm)


def board_view_of(state: State, audience: Audience) -> BoardView:
    """Return an audience's view of a board."""
    audience = effective_audience(state, audience)
    return BoardView(state, state, audience.faction, audience.is_gm)


def effective_audience(state: State, audience: Audience) -> Audience:
    """Return the audience as this board knows it: the GM, a faction in play, or the public."""
    in_play = audience.is_gm or audience.faction in state.factions
    return audience if in_play else EVERYONE


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


def is_seen_by(state: State, faction: str, piece: Piece) -> bool:
    """Return whether a faction sees an asset or a base on a board; its own in any case."""
    return visibility_of_piece(state, piece).admits(faction_audience(faction))


def visibility_of_pieces(states: Iterable[State], ids: Iterable[str]) -> Visibility:
    """Return who sees any of these assets and bases on one of these boards."""
    visibility, wanted = FOR_GM, tuple(ids)
    for state in states:
        for id in wanted:
            piece = state.piece(id)
            if piece is not None:
                visibility = visibility | visibility_of_piece(state, piece)
    return visibility
