"""The collapse of a faction (W-TURN-7)."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.rules.wwn.changes import Change, Fallen, Paid
from chronicle.rules.wwn.events import Attacked, Collapsed, Event
from chronicle.rules.wwn.goals import goal_credit_for_collapse
from chronicle.rules.wwn.state import Piece, State, snapshot_of


def collapse_events(state: State, turn: int, event: Event) -> Iterator[Collapsed]:
    """Yield the factions that an event has left without hit points, in order of id."""
    fallen = [own.id for own in state.factions.values() if own.hp == 0 and not own.collapsed]
    for faction in sorted(fallen):
        yield _collapse_event(state, turn, faction, _responsible_faction(event, faction))


def _responsible_faction(event: Event, fallen: str) -> str:
    """Return the attacker that brought a faction down; empty for a rogue's attack."""
    if not isinstance(event, Attacked) or event.part == "rogue":
        return ""
    return event.faction if event.against == fallen else ""


def _collapse_event(state: State, turn: int, faction: str, by: str) -> Collapsed:
    pieces: tuple[Piece, ...] = (*state.own(faction), *state.own_bases(faction))
    changes: tuple[Change, ...] = goal_credit_for_collapse(state, by, faction) if by else ()
    hoard = state.factions[faction].treasure
    if hoard:
        changes = (*changes, Paid(faction, -hoard, "collapse", "W-TURN-7"))
    return Collapsed(
        id=f"{turn}/{faction}/collapse",
        faction=faction,
        by=by,
        lost=tuple(snapshot_of(state, piece) for piece in pieces),
        changes=(*changes, Fallen(faction)),
    )
