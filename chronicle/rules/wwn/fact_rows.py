"""The rows that tellings and sheets share: lost pieces, movements, reactions, goals, and bans."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chronicle.model.facts import FactsOf
from chronicle.rules.wwn.board_view import BoardView
from chronicle.rules.wwn.events import Leg, Reaction
from chronicle.rules.wwn.goals import goal_xp, required_progress
from chronicle.rules.wwn.state import Asset, Goal, Piece, PieceSnapshot, PlaceState, State
from chronicle.rules.wwn.telling_facts import (
    BanRow,
    GoalRow,
    GoneFate,
    GonePieceRow,
    LegRow,
    ReactionRow,
)


def gone_rows(
    view: BoardView, subjects: Iterable[PieceSnapshot], fate: GoneFate
) -> tuple[FactsOf[GonePieceRow], ...]:
    """Return those of lost assets and bases that the reader sees, all with the same fate."""
    return tuple(gone_row(view, it, fate) for it in subjects if view.sees(it.id))


def gone_row(view: BoardView, of: Piece | PieceSnapshot, fate: GoneFate) -> FactsOf[GonePieceRow]:
    """Return a lost asset or base, and what became of it."""
    return FactsOf(GonePieceRow(**view.row(of), fate=fate))


def leg_rows(
    view: BoardView, ways: Iterable[Leg], *, own: bool = False
) -> tuple[FactsOf[LegRow], ...]:
    """Return the movements that the reader sees, all if ``own``; both parties see a toll."""
    return tuple(FactsOf(_leg(view, way)) for way in ways if own or view.follows(way.asset))


def _leg(view: BoardView, way: Leg) -> LegRow:
    asset = view.piece(way.asset)
    owner = asset.faction if asset is not None else ""
    takes = bool(way.toll_to) and view.is_of(way.toll_to)
    party = takes or view.is_of(owner)
    return LegRow(
        name=way.name,
        type=view.type_name(asset.type) if isinstance(asset, Asset) else "",
        faction=view.who(owner),
        start=view.place(way.start),
        end=view.place(way.end),
        arrived=way.arrived,
        toll=way.toll if party else None,
        toll_to=view.who(way.toll_to)
        if takes or (party and not _toll_taker_hides(view, way))
        else None,
    )


def _toll_taker_hides(view: BoardView, way: Leg) -> bool:
    """Return whether a toll is taken by a hidden asset: then the payer does not learn its owner."""
    taker = view.piece(way.toll_by)
    return isinstance(taker, Asset) and bool(taker.stealth)


def reaction_rows(view: BoardView, found: Iterable[Reaction]) -> tuple[FactsOf[ReactionRow], ...]:
    """Return what others' assets did to an outcome, as far as the reader learns of it.

    A reroll is shown to those whose dice they were, and to the faction that caused it; only the
    owner knows what a reaction cost.
    """
    return tuple(FactsOf(row) for one in found for row in _reaction(view, one))


def _reaction(view: BoardView, of: Reaction) -> Iterator[ReactionRow]:
    own = view.is_of(of.faction)
    again = of.kind in ("threw-again", "made-throw-again", "endured")
    concerned = own or (of.kind == "made-throw-again" and view.is_of(of.subject))
    if again and not concerned:
        return
    seen = own or view.sees(of.asset)
    yield ReactionRow(
        kind=of.kind,
        faction=view.who(of.faction) if seen else None,
        name=of.name if seen else "",
        subject=view.name(of.subject),
        of=view.who(of.subject) if of.kind == "made-throw-again" else None,
        paid=of.paid if own else None,
        hurt=of.hurt if own else None,
    )


def goal_facts(
    view: BoardView, faction: str, goal: Goal | None, required: int | None = None
) -> FactsOf[GoalRow] | None:
    """Return a faction's own goal; ``required`` is the progress it needs, if already known."""
    if goal is None:
        return None
    row = GoalRow(
        kind=goal.kind,
        against=view.who(goal.against),
        asset=view.name(goal.asset),
        at=view.place(goal.at),
        attribute=goal.attribute or "",
        progress=goal.progress,
        needed=required_progress(view.after, faction, goal) if required is None else required,
        since=goal.since,
        name=goal.name,
        xp=goal_xp(view.after, faction, goal) if goal.kind == "own" else None,
    )
    return FactsOf(row)


def ban_rows(view: BoardView, state: State, places: Iterable[str]) -> tuple[FactsOf[BanRow], ...]:
    """Return who is banned by the rulers of places, which everybody knows."""
    return tuple(FactsOf(ban_row(view, state.places[id])) for id in places if id in state.places)


def ban_row(view: BoardView, place: PlaceState) -> BanRow:
    """Return a place's ruler, and who is banned and who is admitted."""
    return BanRow(
        place=view.place(place.id),
        ruler=view.who(place.ruler),
        closed=place.closed,
        forbids=tuple(view.who(id) for id in sorted(place.forbids)),
        admits=tuple(view.who(id) for id in sorted(place.admits)),
        lifted=not place.closed and not place.forbids,
    )
