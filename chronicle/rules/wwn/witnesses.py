"""What factions that did not act are told: the target of an action, and onlookers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, get_args

from chronicle.model.dice import Roll
from chronicle.model.facts import Fact, Facts, FactsOf, Ref
from chronicle.rules.protocol import Disclosure, Reason, Telling
from chronicle.rules.wwn import telling_facts
from chronicle.rules.wwn.board_view import BoardView
from chronicle.rules.wwn.changes import Change, Cloaked, Hurt, Joined, Lost, Marked, Paid
from chronicle.rules.wwn.events import Acted, Altered
from chronicle.rules.wwn.fact_rows import gone_row
from chronicle.rules.wwn.rolls import rolls_for_target
from chronicle.rules.wwn.sightings import place_sightings
from chronicle.rules.wwn.state import Asset, Base, Piece

#: The facts that say who did something.
ACTOR_FACTS: Final[Mapping[str, Any]] = {"who": Ref | None, "asset": str, "at": Ref | None}


def tell_witness(view: BoardView, event: Acted, *, named: bool) -> Disclosure:
    """Return what somebody else's action looks like, or why nothing of it was seen.

    ``named`` for those who learn who did it; all others learn what happened to their own.
    """
    found = _tell_named(view, event) if named else None
    return found or tell_affected(view, event) or Disclosure(_unseen_reason(view, event))


def _tell_named(view: BoardView, event: Acted) -> Disclosure | None:
    details = event.details
    if details is None:
        return tell_gone(view, event, event.faction, "lost")
    found = details.to_target(view, event) if view.faction else None
    found = found or details.to_onlooker(view, event)
    if found is None and details.FATE:
        return tell_gone(view, event, details.rival or event.faction, details.FATE)
    return found


def told(  # noqa: PLR0913  the parts of a telling
    view: BoardView,
    event: Acted | Altered,
    code: str,
    facts: Mapping[str, Fact],
    reason: Reason | None = None,
    *,
    rolls: tuple[Roll, ...] = (),
    seen: Iterable[str] = (),
    hides_position: bool = False,
) -> Disclosure:
    """Return what somebody is told who did not act; by default because the assets are seen.

    ``seen`` are others' assets and bases that the reader sees by it; with ``hides_position``
    nobody is named.
    """
    sightings = place_sightings(view, seen)
    telling = Telling(
        code, event.rule, Facts(facts), rolls, sightings=sightings, hides_position=hides_position
    )
    return Disclosure(reason or visible_reason(view), telling)


def actor_facts(view: BoardView, event: Acted) -> dict[str, Fact]:
    """Return who did it, by an asset that was not hidden at the time."""
    return {"who": view.who(event.faction), "asset": event.name, "at": view.place(event.at)}


def tell_victim(view: BoardView, event: Acted, code: str, facts: Mapping[str, Fact]) -> Disclosure:
    """Return an action for its victim, with the victim's own rolls."""
    found = {**actor_facts(view, event), **facts}
    thrown = rolls_for_target(view, event)
    return told(view, event, code, found, Reason("aimed-at", event.rule), rolls=thrown)


def tell_gone(
    view: BoardView, event: Acted, owner: str, fate: telling_facts.GoneFate
) -> Disclosure | None:
    """Return assets that are no longer seen, for those who saw them."""
    rows = lost_piece_rows(view, event.changes, fate)
    if not rows:
        return None
    facts: dict[str, Fact] = {"who": view.who(owner), "gone": rows}
    return told(view, event, "seen-gone", facts, seen=lost_ids(view, event.changes))


def lost_piece_rows(
    view: BoardView, changes: Iterable[Change], fate: telling_facts.GoneFate
) -> tuple[FactsOf[telling_facts.GonePieceRow], ...]:
    """Return assets and bases removed from the board, of those that the reader sees."""
    return tuple(
        gone_row(view, piece, fate)
        for id in lost_ids(view, changes)
        if (piece := view.before.piece(id)) is not None
    )


def lost_ids(view: BoardView, changes: Iterable[Change]) -> tuple[str, ...]:
    """Return the assets and bases removed from the board that the reader sees."""
    ids = (change.piece for change in changes if isinstance(change, Lost))
    return tuple(id for id in ids if view.sees(id))


# ── Reasons ──────────────────────────────────────────────────────────────────────────────────────

#: The rules that make assets visible or invisible.
_ASSETS: Final = "W-ENT-3"
_STEALTH: Final = "W-ENT-5"
#: The reason of those who don't see what a change is about.
NOT_SEEN: Final = Reason("not-seen", _ASSETS)


def visible_reason(view: BoardView) -> Reason:
    """Return why others' assets are seen, by the campaign's settings."""
    codes = {"public": "in-the-open", "rumored": "near-it", "owner": "sees-it"}
    return Reason(codes[view.before.house.assets], _ASSETS)


def invisible_reason(view: BoardView, ids: Iterable[str]) -> Reason:
    """Return why these assets and bases are not seen: hidden, or shown to few by the campaign."""
    if _is_stealthed(view, ids):
        return Reason("not-stealthed", _STEALTH)
    codes = {"public": "not-to-be-seen", "rumored": "not-near", "owner": "not-owners-alone"}
    return Reason(codes[view.before.house.assets], _ASSETS)


def _is_stealthed(view: BoardView, ids: Iterable[str]) -> bool:
    """Return whether any of these assets is Stealthed, before an event or after it."""
    return any(
        isinstance(piece := state.piece(id), Asset) and bool(piece.stealth)
        for id in ids
        for state in (view.before, view.after)
    )


def hidden_hand_reason(view: BoardView, event: Acted) -> Reason | None:
    """Return that a Stealthed asset acted, if one did."""
    return Reason("not-hidden-hand", _STEALTH) if _is_stealthed(view, (event.asset,)) else None


def _unseen_reason(view: BoardView, event: Acted) -> Reason:
    """Return why nothing of another's action was seen."""
    details = event.details
    if details is None:
        return Reason("not-carried-out", event.rule)
    found = details.unseen_reason(view, event)
    return found or invisible_reason(view, details.subjects(event.asset))


# ── The reader's own pieces ──────────────────────────────────────────────────────────────────────


def tell_affected(view: BoardView, event: Acted | Altered) -> Disclosure | None:
    """Return what happened to the reader's own pieces only, or None when nothing did."""
    if not view.faction:
        return None
    changes = event.changes
    treasure = sum(
        change.amount
        for change in changes
        if isinstance(change, Paid) and change.faction == view.faction
    )
    rows = (
        telling_facts.OwnPieceRow(
            **fate, name=piece.name, base=isinstance(piece, Base), at=view.place(piece.at)
        )
        for piece, fate in _fates_of_own(view, changes)
    )
    pieces = tuple(map(FactsOf, rows))
    if not treasure and not pieces:
        return None
    facts = telling_facts.TouchedFacts(treasure=treasure, pieces=pieces)
    reason = Reason("own-touched", event.rule)
    return told(view, event, "touched", FactsOf(facts), reason, hides_position=True)


def _fates_of_own(
    view: BoardView, changes: Iterable[Change]
) -> list[tuple[Piece, telling_facts.FateRow]]:
    """Return each of the reader's own that is changed, with its worst fate and all damage."""
    fates: dict[str, telling_facts.FateRow] = {}
    for change in changes:
        found = _fate_of(change)
        if found is None:
            continue
        id, fate = found
        was = fates.get(id)
        if was is not None:
            # Of two that are equally bad, the later counts.
            worst = max(fate, was, key=lambda one: _FATES_BY_RANK.index(one["fate"]))
            fate = telling_facts.FateRow(**{**worst, "amount": was["amount"] + fate["amount"]})
        fates[id] = fate
    owned = ((view.before.piece(id), fate) for id, fate in fates.items())
    return [
        (piece, fate)
        for piece, fate in owned
        if piece is not None and piece.faction == view.faction
    ]


#: From the least to the worst.
_FATES_BY_RANK: Final = get_args(telling_facts.OwnFate)


def _fate_of(change: Change) -> tuple[str, telling_facts.FateRow] | None:
    """Return the id of the piece that a change affects, and what happens to it."""
    match change:
        case Hurt(piece=id, amount=amount) if amount > 0:
            return id, telling_facts.FateRow(fate="hurt", amount=amount, mark="")
        case Lost(piece=id):
            return id, telling_facts.FateRow(fate="lost", amount=0, mark="")
        case Marked(asset=id, mark=mark):
            return id, telling_facts.FateRow(fate="marked", amount=0, mark=mark.kind)
        case Cloaked(asset=id, stealth=""):
            return id, telling_facts.FateRow(fate="found", amount=0, mark="")
        case Joined(asset=id):
            return id, telling_facts.FateRow(fate="joined", amount=0, mark="")
        case _:
            return None
