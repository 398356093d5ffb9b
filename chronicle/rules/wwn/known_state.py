"""The board as one faction knows it: its own pieces, visible pieces of others, and its memory.

Order forms are made only from this board, so that they reveal nothing beyond a faction's sheets and
its memory.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from collections.abc import Set as AbstractSet

from chronicle.model.facts import Facts, Ref, faction_ref, place_ref
from chronicle.records import Record, replace
from chronicle.rules.kit.memory import Remembered
from chronicle.rules.order_form import FieldChoice, ProbabilityRange
from chronicle.rules.protocol import Memory
from chronicle.rules.wwn.board_view import BoardView
from chronicle.rules.wwn.dice_checks import CheckSide, reroll_limits, win_chance
from chronicle.rules.wwn.distance import is_within
from chronicle.rules.wwn.orders import Orders
from chronicle.rules.wwn.probability import TooManyOutcomes
from chronicle.rules.wwn.sheets.others import memory_by_piece, visible_pieces
from chronicle.rules.wwn.state import Asset, Base, FactionState, Piece, PlaceState, State
from chronicle.rules.wwn.terms import MAX_RATING, MAX_REROLLS
from chronicle.rules.wwn.validation.order_context import expected_start


class KnownState(Record):
    """What a faction knows when it gives its orders.

    ``eve`` is the board at the start of the turn, ``board`` the one on which it uses its
    abilities, and ``funds`` the Treasure that it has then. ``weak`` and ``strong`` are that board
    with all rivals' ratings, which are secret, at their lowest and highest possible values.
    """

    id: str
    eve: State
    board: State
    weak: State
    strong: State
    funds: int

    @property
    def own(self) -> FactionState:
        """The faction's own figures."""
        return self.board.factions[self.id]

    def rivals(self) -> tuple[str, ...]:
        """Return the other factions still in play."""
        return tuple(id for id in self.board.living() if id != self.id)

    def rival_choices(self) -> tuple[FieldChoice, ...]:
        return tuple(FieldChoice(id, faction_ref(id)) for id in self.rivals())

    def obedient_assets(self) -> tuple[Asset, ...]:
        """Return the own assets that obey it."""
        return tuple(it for it in self.board.own(self.id) if it.mark("rogue") is None)

    def friendly_assets(self) -> tuple[Asset, ...]:
        """Return what it can carry or heal: own assets that obey it, and allies' that it sees."""
        allied = (it for it in self.others() if self.board.friendly(it.faction, self.id))
        return (*self.obedient_assets(), *allied)

    def usable_assets(self) -> tuple[Asset, ...]:
        """Return the own assets that can do something this turn (W-ACT-5)."""
        return tuple(asset for asset in self.obedient_assets() if self.board.usable(asset))

    def others(self) -> tuple[Asset, ...]:
        """Return rivals' assets, where they are or were last seen."""
        found = (asset for _, asset in sorted(self.board.assets.items()))
        return tuple(asset for asset in found if asset.faction in self.rivals())

    def type_name(self, asset: Asset) -> str:
        return self.board.type_of(asset).name

    def likely(self, ours: CheckSide, theirs: CheckSide) -> ProbabilityRange | None:
        """Return the chances of a check against the highest and the lowest possible rating.

        The faction rolls again as its standing orders say, the rival as often as it can or never.
        Tags of rivals, and what is hidden, can change them.
        """
        wanted = self.own.policy.rerolls
        least, most = (min(it, wanted) for it in reroll_limits(self.board, ours, theirs))
        their_most = min(reroll_limits(self.board, theirs, ours)[1], MAX_REROLLS)
        try:
            return ProbabilityRange(
                win_chance(self.strong, ours, theirs, (least, their_most)),
                win_chance(self.weak, ours, theirs, (most, 0)),
                provided="as-known",
            )
        except TooManyOutcomes:
            return None

    def target(self, asset: Asset, likely: ProbabilityRange | None = None) -> FieldChoice:
        """Return a rival's asset as a choice."""
        facts = Facts(
            faction=faction_ref(asset.faction),
            type=self.type_name(asset),
            at=Ref("place", asset.at),
        )
        return FieldChoice(asset.id, asset.name, facts, likely)


def known_state_of(
    state: State, memory: Memory, id: str, turn: int, known: Collection[Ref]
) -> KnownState:
    """Return what a faction knows for a turn: of the factions and places that it knows."""
    eve = replace(_state_as_seen(state, memory, id, known), turn=turn)
    board, purse = expected_start(eve, id, [], Orders(turn, {}))
    return KnownState(
        id,
        eve,
        board,
        _with_rival_ratings(board, id, 1),
        _with_rival_ratings(board, id, MAX_RATING),
        purse.held.least,
    )


def whole_state_of(state: State, id: str, turn: int) -> KnownState:
    """Return the board as the GM knows it, for the orders of a faction."""
    eve = replace(state, turn=turn)
    board, purse = expected_start(eve, id, [], Orders(turn, {}))
    return KnownState(id, eve, board, board, board, purse.held.least)


def _with_rival_ratings(state: State, id: str, rating: int) -> State:
    """Return the board with every rival's ratings set to one value."""
    factions = {
        it.id: it if it.id == id else replace(it, force=rating, cunning=rating, wealth=rating)
        for it in state.factions.values()
    }
    return replace(state, factions=factions)


def _state_as_seen(state: State, memory: Memory, id: str, known: Collection[Ref]) -> State:
    view = BoardView(state, state, id, gm=False)
    places = {it: place for it, place in state.places.items() if place_ref(it) in known}
    factions = {it for it in state.factions if it == id or faction_ref(it) in known}
    # The GM may keep secret from a faction even where it has an asset or a base.
    pieces: list[Piece] = [*state.own(id), *state.own_bases(id)]
    pieces += (it for it in _known_pieces(view, memory) if it.faction in factions)
    pieces = [it for it in pieces if it.at in places]
    return State(
        turn=state.turn,
        factions={
            it: _own_figures(own, factions) if it == id else _stranger(own)
            for it, own in state.factions.items()
            if it in factions
        },
        allies=frozenset(pair for pair in state.allies if id in pair and factions.issuperset(pair)),
        assets={it.id: it for it in pieces if isinstance(it, Asset)},
        bases={it.id: it for it in pieces if isinstance(it, Base)},
        places={it: _known_place(place, places, factions) for it, place in places.items()},
        house=state.house,
    )


def _known_place(
    place: PlaceState, places: Collection[str], factions: AbstractSet[str]
) -> PlaceState:
    """Return a place with the known ones beside it; known factions rule it, or are banned."""
    return replace(
        place,
        ruler=place.ruler if place.ruler in factions else "",
        forbids=place.forbids & factions,
        admits=place.admits & factions,
        neighbours=tuple(it for it in place.neighbours if it in places),
    )


def _own_figures(own: FactionState, factions: AbstractSet[str]) -> FactionState:
    """Return the faction's own figures, without factions that it does not know."""
    policy = own.policy
    at_war, contest = policy.at_war & factions, policy.contest & factions
    return replace(own, policy=replace(policy, at_war=at_war, contest=contest))


def _stranger(faction: FactionState) -> FactionState:
    """Return another faction without its own figures; only its collapse is public."""
    return FactionState(faction.id, 1, 1, 1, "none", 0, 0, collapsed=faction.collapsed)


def _known_pieces(view: BoardView, memory: Memory) -> Iterator[Piece]:
    """Yield others' visible pieces, and remembered ones where the faction sees no more."""
    past = memory_by_piece(view, memory)
    now = tuple(visible_pieces(view))
    for piece in now:
        yield _public_piece(view.after, piece, _hit_points(past.get(piece.id, Remembered({}))))
    there = {piece.id for piece in now}
    for thing, parts in past.items():
        known = _last_seen(view, thing, parts) if thing not in there else None
        if known is not None and not _sees_all_at(view, known.at):
            yield known


def _public_piece(state: State, piece: Piece, hp: int | None) -> Piece:
    """Return another's asset or base without what only its owner knows."""
    if isinstance(piece, Asset):
        full = state.maximum(piece) if hp is None else hp
        return Asset(piece.id, piece.name, piece.faction, piece.at, piece.type, full)
    left = 1 if hp is None else hp
    return Base(piece.id, piece.name, piece.faction, piece.at, left, left, piece.headquarters)


def _last_seen(view: BoardView, id: str, parts: Remembered) -> Piece | None:
    """Return an asset or a base as last seen, or None when it never was, or when it is gone."""
    state, last = view.after, parts.by_part.get("place")
    if last is None or last.facts["gone"]:
        return None
    whose, at, name = last.facts["faction"], last.facts["at"], str(last.facts["name"])
    if not isinstance(whose, Ref) or not isinstance(at, Ref):
        return None
    if whose.id not in state.factions or state.factions[whose.id].collapsed:
        return None
    hp = _hit_points(parts)
    if last.facts["base"]:
        left = 1 if hp is None else hp
        return Base(id, name, whose.id, at.id, left, left, bool(last.facts["headquarters"]))
    kind = _type_called(state, str(last.facts["type"]))
    if kind is None:
        return None
    full = state.house.catalogue.assets[kind].hp
    return Asset(id, name, whose.id, at.id, kind, full if hp is None else hp)


def _type_called(state: State, name: str) -> str | None:
    """Return the type of asset with this name; memory stores names."""
    types = state.house.catalogue.assets.values()
    return next((made.id for made in types if made.name == name), None)


def _hit_points(parts: Remembered) -> int | None:
    known = parts.fact("hp", "hp")
    return known if isinstance(known, int) else None


def _sees_all_at(view: BoardView, place: str) -> bool:
    """Return whether the faction sees everything that is not hidden at a place (W-ENT-5)."""
    state = view.after
    match state.house.assets:
        case "public":
            return True
        case "rumored":
            own: tuple[Piece, ...] = (*state.own(view.faction), *state.own_bases(view.faction))
            return any(is_within(state, piece.at, place, 1) for piece in own)
        case "owner":
            return False
