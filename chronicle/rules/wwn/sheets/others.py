"""The sheets of rivals and of places: what is visible, and what was seen of the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from chronicle.model.facts import Fact, Facts, FactsOf, Ref, faction_ref, place_ref
from chronicle.records import Record
from chronicle.rules.kit.memory import Remembered, remembered_things
from chronicle.rules.protocol import Memory, Sighting
from chronicle.rules.wwn.board_view import BoardView
from chronicle.rules.wwn.distance import places_one_move_from
from chronicle.rules.wwn.fact_rows import ban_row, ban_rows
from chronicle.rules.wwn.sightings import identity_facts
from chronicle.rules.wwn.state import Asset, Piece


def memory_by_piece(view: BoardView, memory: Memory) -> Mapping[str, Remembered]:
    """Return what the reader remembers of others' pieces, by id, without those now its own."""
    return remembered_things(memory, ("place", "hp"), view.owns)


def visible_pieces(view: BoardView) -> tuple[Piece, ...]:
    """Return the assets and bases of others that the reader sees, in order of id."""
    state = view.after
    pieces: dict[str, Piece] = {**state.assets, **state.bases}
    return tuple(
        piece for id, piece in sorted(pieces.items()) if view.sees(id) and not view.owns(id)
    )


class KnownBoard(Record, dict=True):
    """What one audience knows of a board, in the tables that all of its sheets are made from."""

    view: BoardView
    memory: Memory

    @cached_property
    def past(self) -> Mapping[str, Remembered]:
        """What the reader remembers of others' pieces, by id."""
        return memory_by_piece(self.view, self.memory)

    @cached_property
    def visible(self) -> tuple[Piece, ...]:
        """The pieces of others that the reader sees."""
        return visible_pieces(self.view)

    @cached_property
    def remembered_by_faction(self) -> Mapping[Fact, list[Remembered]]:
        """What is remembered and not visible now, by the faction that had it when last seen."""
        found: dict[Fact, list[Remembered]] = {}
        open_now = {piece.id for piece in self.visible}
        for thing, parts in self.past.items():
            if thing not in open_now:
                found.setdefault(parts.newest.facts["faction"], []).append(parts)
        return found

    @cached_property
    def own_rows_by_place(self) -> Mapping[str, list[Facts]]:
        """The reader's own pieces at each place, for the GM everybody's, in full."""
        return _own_rows_by_place(self.view)

    @cached_property
    def others_rows_by_place(self) -> Mapping[str, list[Facts]]:
        """Others' visible pieces at each place, and what was last seen there and is hidden."""
        return {} if self.view.gm else _others_rows_by_place(self)


# ── Factions ─────────────────────────────────────────────────────────────────────────────────────


def public_profile_facts(board: KnownBoard, id: str) -> Facts:
    """Return a faction as the public knows it."""
    view = board.view
    rows = (
        Facts({**identity_facts(view, piece), "at": view.place(piece.at)})
        for piece in board.visible
        if piece.faction == id
    )
    return Facts({**_common_facts(view, id), "pieces": tuple(rows)})


def rival_sheet_facts(board: KnownBoard, id: str) -> Facts:
    """Return a faction as another knows it: what is visible, and what is remembered."""
    view = board.view
    seen = [piece for piece in board.visible if piece.faction == id]
    rows = [_visible_row(view, piece, board.past.get(piece.id, Remembered({}))) for piece in seen]
    fallen = view.after.factions[id].collapsed
    gone_by = board.remembered_by_faction.get(faction_ref(id), ())
    rows += [_remembered_row(parts, fallen=fallen) for parts in gone_by]
    return Facts({**_common_facts(view, id), "pieces": tuple(rows)})


def _common_facts(view: BoardView, id: str) -> dict[str, Fact]:
    state = view.after
    ruled = sorted(place.id for place in state.places.values() if place.ruler == id)
    return {
        "who": view.who(id),
        "collapsed": state.factions[id].collapsed,
        "rules": ban_rows(view, state, ruled),
    }


def _visible_row(view: BoardView, piece: Piece, parts: Remembered) -> Facts:
    """Return a visible piece, with the hit points last seen."""
    known = isinstance(piece, Asset)
    return Facts(
        {
            **identity_facts(view, piece),
            "at": view.place(piece.at),
            "hp": parts.fact("hp", "hp"),
            "hp_turn": parts.turn("hp"),
            "maximum": view.after.maximum(piece) if known else None,
            "seen": 0,
            "gone": False,
        }
    )


def _remembered_row(parts: Remembered, *, fallen: bool) -> Facts:
    """Return a piece that is not visible now, as it was last known."""
    newest = parts.newest
    return Facts(
        {
            **_identity_of(newest),
            "at": parts.fact("place", "at"),
            "hp": parts.fact("hp", "hp"),
            "hp_turn": parts.turn("hp"),
            "maximum": None,
            "seen": newest.turn,
            "gone": fallen or bool(parts.fact("place", "gone")),
        }
    )


def _identity_of(sighting: Sighting) -> dict[str, Fact]:
    words = ("name", "type", "base", "faction", "headquarters")
    return {word: sighting.facts[word] for word in words}


# ── Places ───────────────────────────────────────────────────────────────────────────────────────


def place_sheet_facts(board: KnownBoard, id: str) -> Facts:
    """Return a place: its ruler, whom the ruler bans, what is there, and what is near."""
    view = board.view
    found = view.after.places[id]
    return Facts(
        {
            **FactsOf(ban_row(view, found)),
            "barred": bool(view.faction) and found.shuts_out(view.faction),
            "water": found.water,
            "near": tuple(_near(view, id)),
            "pieces": (
                *board.own_rows_by_place.get(id, ()),
                *board.others_rows_by_place.get(id, ()),
            ),
        }
    )


def _near(view: BoardView, id: str) -> Iterator[Ref]:
    """Yield the places within one move; those that the reader does not know are dropped later."""
    return (place_ref(it) for it in places_one_move_from(view.after, id))


def _own_rows_by_place(view: BoardView) -> Mapping[str, list[Facts]]:
    state = view.after
    pieces: dict[str, Piece] = {**state.assets, **state.bases}
    found: dict[str, list[Facts]] = {}
    for thing, piece in sorted(pieces.items()):
        if view.gm or view.owns(thing):
            row = Facts(
                {
                    **_own_row(view, piece, own=view.owns(thing)),
                    "stealth": piece.stealth if isinstance(piece, Asset) else "",
                    "hp": piece.hp,
                    "hp_turn": 0,
                    "maximum": state.maximum(piece),
                    "seen": 0,
                }
            )
            found.setdefault(piece.at, []).append(row)
    return found


def _others_rows_by_place(board: KnownBoard) -> Mapping[str, list[Facts]]:
    view, found = board.view, dict[str, list[Facts]]()
    for piece in board.visible:
        row = _visible_row(view, piece, board.past.get(piece.id, Remembered({})))
        found.setdefault(piece.at, []).append(_as_place_row(row, seen=0))
    open_now = {piece.id for piece in board.visible}
    for thing, parts in board.past.items():
        at = parts.fact("place", "at")
        if isinstance(at, Ref) and thing not in open_now and not _gone_for_good(view, parts):
            row = _remembered_row(parts, fallen=False)
            found.setdefault(at.id, []).append(_as_place_row(row, seen=parts.newest.turn))
    return found


def _gone_for_good(view: BoardView, parts: Remembered) -> bool:
    """Return whether something is known to be gone: by itself, or with its whole faction."""
    whose = parts.newest.facts["faction"]
    state = view.after
    fallen = isinstance(whose, Ref) and whose.id in state.factions
    collapsed = fallen and isinstance(whose, Ref) and state.factions[whose.id].collapsed
    return bool(parts.fact("place", "gone")) or collapsed


def _own_row(view: BoardView, piece: Piece, *, own: bool) -> dict[str, Fact]:
    return {**identity_facts(view, piece), "at": view.place(piece.at), "own": own}


def _as_place_row(row: Facts, *, seen: int) -> Facts:
    """Return a row of a rival's sheet as a row of a place's."""
    kept = {name: fact for name, fact in row.items() if name not in ("gone", "seen")}
    return Facts({**kept, "own": False, "stealth": "", "seen": seen})
