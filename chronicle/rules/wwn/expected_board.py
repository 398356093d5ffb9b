"""The board on which a faction plans: as it knows it, with plausible figures of its rivals.

Rivals' figures are secret. A rival of which nothing is known is taken for one of medium size, and
for large enough to have what is seen of it (W-ENT-1, W-ACT-5).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chronicle.records import replace
from chronicle.rules.protocol import Memory
from chronicle.rules.wwn.board_view import BoardView
from chronicle.rules.wwn.known_state import KnownState
from chronicle.rules.wwn.sheets.others import memory_by_piece
from chronicle.rules.wwn.state import Base, FactionState, State
from chronicle.rules.wwn.terms import ATTRIBUTES, MAX_RATING, Attribute

#: A rival's rating in what nothing is seen of.
_USUAL_RATING: Final = 3
#: A rival's Treasure, about one income.
_USUAL_TREASURE: Final = 4
#: The hit points of a rival's base, other than its headquarters.
_USUAL_BASE: Final = 5


def expected_board(known: KnownState, hit_points_seen: frozenset[str]) -> State:
    """Return the board on which a faction uses its abilities, with plausible figures of rivals.

    ``hit_points_seen`` are the bases of rivals whose hit points it has learned. Like there, the
    faction has its Treasure of before its income.
    """
    board = known.board
    rivals = {id: _plausible(board, own) for id, own in board.factions.items() if id != known.id}
    factions = {**board.factions, **rivals}
    bases = {
        id: base
        if base.faction == known.id or id in hit_points_seen
        else _plausible_base(base, factions[base.faction])
        for id, base in board.bases.items()
    }
    for base in bases.values():
        rival = factions[base.faction]
        if base.faction != known.id and base.headquarters:
            # A headquarters never has fewer hit points than its faction (W-ENT-4).
            factions[rival.id] = replace(rival, hp=min(rival.hp, base.hp))
    return replace(board, factions=factions, bases=bases)


def bases_with_hit_points(state: State, memory: Memory, faction: str) -> frozenset[str]:
    """Return the rivals' bases whose hit points a faction has learned."""
    past = memory_by_piece(BoardView(state, state, faction, gm=False), memory)
    return frozenset(id for id, parts in past.items() if isinstance(parts.fact("hp", "hp"), int))


def _plausible(board: State, rival: FactionState) -> FactionState:
    if rival.collapsed:
        return rival
    force, cunning, wealth = (_rating(board, rival.id, it) for it in ATTRIBUTES)
    rated = FactionState(rival.id, force, cunning, wealth, "none", _USUAL_TREASURE, 0)
    return replace(rated, hp=rated.maximum)


def _rating(board: State, rival: str, attribute: Attribute) -> int:
    """Return a rating with which a rival can have all that is seen of it, without excess."""
    levels = tuple(_levels(board, rival, attribute))
    return min(MAX_RATING, max(_USUAL_RATING, len(levels), *levels, 0))


def _levels(board: State, rival: str, attribute: Attribute) -> Iterator[int]:
    for asset in board.own(rival):
        made = board.type_of(asset)
        if made.attribute == attribute:
            yield made.level


def _plausible_base(base: Base, rival: FactionState) -> Base:
    hp = rival.maximum if base.headquarters else min(rival.maximum, _USUAL_BASE)
    return replace(base, hp=hp, maximum=hp)
