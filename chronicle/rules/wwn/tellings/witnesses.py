"""What factions that did not act are told: the target of a deed, and onlookers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from typing import Final

from chronicle.model.dice import Roll
from chronicle.model.facts import Fact, Facts
from chronicle.records import dataclass
from chronicle.rules.protocol import Reason
from chronicle.rules.wwn.board_view import BoardView
from chronicle.rules.wwn.changes import Change, Cloaked, Hurt, Joined, Lost, Marked, Paid
from chronicle.rules.wwn.events import (
    Acted,
    Affliction,
    Altered,
    Carrying,
    Cloaking,
    Demand,
    Founding,
    Mending,
    Profit,
    Purchase,
    Sale,
    Search,
)
from chronicle.rules.wwn.fact_rows import leg_rows
from chronicle.rules.wwn.state import Asset, Base, Piece
from chronicle.rules.wwn.tellings import rolls


@dataclass(frozen=True, slots=True)
class WitnessTelling:
    """A code, its facts and its rolls, for an onlooker, and why it is told.

    ``astray`` when nobody is named.
    """

    reason: Reason
    code: str
    facts: Facts
    rolls: tuple[Roll, ...] = ()
    astray: bool = False
    seen: tuple[str, ...] = field(default=())


def tell_witness(eyes: BoardView, event: Acted, *, named: bool) -> WitnessTelling | Reason:
    """Return what somebody else's deed looks like, or why nothing of it was seen.

    ``named`` for those who learn who did it; all others learn what happened to their own.
    """
    found = _tell_target(eyes, event) or _tell_onlooker(eyes, event) if named else None
    return found or tell_affected(eyes, event) or _unseen_reason(eyes, event)


# ── Reasons ──────────────────────────────────────────────────────────────────────────────────────

#: The rules that make assets visible or invisible.
_ASSETS: Final = "W-ENT-3"
_STEALTH: Final = "W-ENT-5"
#: The reason of those who don't see what a change is about.
NOT_SEEN: Final = Reason("not-seen", _ASSETS)


def visible_reason(eyes: BoardView) -> Reason:
    """Return why others' assets are seen, by the campaign's settings."""
    codes = {"public": "in-the-open", "rumored": "near-it", "owner": "sees-it"}
    return Reason(codes[eyes.before.house.assets], _ASSETS)


def invisible_reason(eyes: BoardView, ids: Iterable[str]) -> Reason:
    """Return why these assets and bases are not seen: hidden, or shown to few by the campaign."""
    if _is_stealthed(eyes, ids):
        return Reason("not-stealthed", _STEALTH)
    codes = {"public": "not-to-be-seen", "rumored": "not-near", "owner": "not-owners-alone"}
    return Reason(codes[eyes.before.house.assets], _ASSETS)


def _is_stealthed(eyes: BoardView, ids: Iterable[str]) -> bool:
    """Return whether any of these assets is Stealthed, before an event or after it."""
    return any(
        isinstance(piece := state.piece(id), Asset) and bool(piece.stealth)
        for id in ids
        for state in (eyes.before, eyes.after)
    )


def _unseen_reason(eyes: BoardView, event: Acted) -> Reason:
    """Return why nothing of another's deed was seen."""
    match event.deed:
        case None:
            return Reason("not-carried-out", event.rule)
        case Search(found=()):
            return Reason("not-found-nothing", event.rule)
        case Demand() | Affliction() | Search() if _is_stealthed(eyes, (event.asset,)):
            return Reason("not-hidden-hand", _STEALTH)
        case Profit() | Mending():
            return Reason("not-others-affair", event.rule)
        case Demand(unpaid=unpaid) if unpaid != "lost":
            return Reason("not-a-party", event.rule)
        case Cloaking(subject=id) | Demand(subject=id) | Affliction(subject=id):
            return invisible_reason(eyes, (id,))
        case Carrying(legs=legs):
            return invisible_reason(eyes, (leg.asset for leg in legs))
        case Purchase(subject=id) | Founding(base=id):
            return invisible_reason(eyes, (id,))
        case Sale() | Search():
            return invisible_reason(eyes, (event.asset,))


# ── Targets ──────────────────────────────────────────────────────────────────────────────────────


def _tell_target(eyes: BoardView, event: Acted) -> WitnessTelling | None:
    """Return a deed for the faction that it was aimed at, or that is a party to it."""
    if not eyes.faction:
        return None
    match event.deed:
        case Demand(against=against) as deed if against == eyes.faction:
            facts: dict[str, Fact] = {
                "asked": deed.asked,
                "paid": deed.paid,
                "unpaid": deed.unpaid,
            }
            return _tell_victim(eyes, event, "demanded", {**facts, "name": deed.name})
        case Affliction(against=against) as deed if against == eyes.faction:
            facts = {"name": deed.name, "mark": deed.mark, "outcome": event.outcome}
            return _tell_victim(eyes, event, "afflicted", facts)
        case Search(against=against, found=found) if against == eyes.faction and found:
            return _tell_exposed(eyes, event, found=True)
        case Founding(rivals=rivals) if eyes.faction in {rival for rival, _, _ in rivals}:
            own = next(it for it in rivals if it[0] == eyes.faction)
            return WitnessTelling(
                Reason("contests", event.rule),
                "seen-expand",
                Facts(_founding_facts(eyes, event, Facts(won=own[1], attacks=own[2]))),
                rolls.rolls_for_rival(eyes, event, (rival for rival, _, _ in rivals)),
            )
        case _:
            return None


def _tell_victim(eyes: BoardView, event: Acted, code: str, more: dict[str, Fact]) -> WitnessTelling:
    """Return a deed for its victim: by whom and with what, where, and the victim's own rolls."""
    facts = {**_actor_facts(eyes, event), **more}
    reason = Reason("aimed-at", event.rule)
    return WitnessTelling(reason, code, Facts(facts), rolls.rolls_for_target(eyes, event))


def _actor_facts(eyes: BoardView, event: Acted) -> dict[str, Fact]:
    """Return who did it, by an asset that was not hidden at the time."""
    return {"who": eyes.who(event.faction), "asset": event.name, "at": eyes.at(event.at)}


def _tell_exposed(eyes: BoardView, event: Acted, *, found: bool) -> WitnessTelling | None:
    """Return Stealthed assets exposed by a free action, for their owner or those who see them."""
    deed = event.deed
    if not isinstance(deed, Search):
        return None
    shown = eyes.rows(deed.found)
    if not shown:
        return None
    facts: dict[str, Fact] = {
        "ours": "found" if found else "",
        **_actor_facts(eyes, event),
        "against": eyes.who(deed.against),
        "found": shown,
        "missed": (),
    }
    reason = Reason("found-out", event.rule) if found else visible_reason(eyes)
    thrown = rolls.rolls_for_target(eyes, event) if found else ()
    seen = tuple(it.id for it in deed.found)
    return WitnessTelling(reason, "unveiled", Facts(facts), thrown, seen=seen)


def _founding_facts(eyes: BoardView, event: Acted, ours: Facts | None) -> dict[str, Fact]:
    name = event.deed.name if isinstance(event.deed, Founding) else ""
    return {"who": eyes.who(event.faction), "at": eyes.at(event.at), "name": name, "ours": ours}


# ── Onlookers ────────────────────────────────────────────────────────────────────────────────────


def _tell_onlooker(eyes: BoardView, event: Acted) -> WitnessTelling | None:
    """Return a deed for those who see the assets that it is about."""
    reason = visible_reason(eyes)
    match event.deed:
        case Carrying(legs=ways):
            shown = leg_rows(eyes, ways)
            facts = Facts(who=eyes.who(event.faction), legs=shown)
            followed = tuple(way.asset for way in ways if eyes.follows(way.asset))
            return WitnessTelling(reason, "seen-move", facts, seen=followed) if shown else None
        case Purchase(subject=id) as bought if eyes.sees(id):
            facts = Facts(
                who=eyes.who(event.faction),
                at=eyes.at(event.at),
                name=bought.name,
                type=eyes.type_name(bought.type),
                gone=lost_piece_rows(eyes, event.changes, "lost"),
            )
            seen = (id, *_lost_ids(eyes, event.changes))
            return WitnessTelling(reason, "seen-create", facts, seen=seen)
        case Founding(base=id) if eyes.sees(id):
            facts = Facts(_founding_facts(eyes, event, None))
            return WitnessTelling(reason, "seen-expand", facts, seen=(id,))
        case Search():
            return _tell_exposed(eyes, event, found=False)
        case Affliction() as deed:
            return _tell_affliction(eyes, event, deed)
        case Sale():
            return _tell_gone(eyes, event, "sold")
        case Demand():
            return _tell_gone(eyes, event, "surrendered")
        case _:
            return _tell_gone(eyes, event, "lost")


def _tell_affliction(eyes: BoardView, event: Acted, deed: Affliction) -> WitnessTelling:
    facts: dict[str, Fact] = {
        **_actor_facts(eyes, event),
        "against": eyes.who(deed.against),
        "name": eyes.name(deed.subject),
        "outcome": event.outcome,
    }
    return WitnessTelling(visible_reason(eyes), "seen-affliction", Facts(facts))


def _tell_gone(eyes: BoardView, event: Acted, fate: str) -> WitnessTelling | None:
    """Return assets that are no longer seen, for those who saw them."""
    rows = lost_piece_rows(eyes, event.changes, fate)
    if not rows:
        return None
    owner = event.deed.against if isinstance(event.deed, Demand) else event.faction
    facts = Facts(who=eyes.who(owner), gone=rows)
    seen = _lost_ids(eyes, event.changes)
    return WitnessTelling(visible_reason(eyes), "seen-gone", facts, seen=seen)


def lost_piece_rows(eyes: BoardView, changes: Iterable[Change], fate: str) -> tuple[Facts, ...]:
    """Return assets and bases removed from the board, of those that the reader sees."""
    return tuple(
        Facts({**eyes.row(piece), "fate": fate})
        for id in _lost_ids(eyes, changes)
        if (piece := eyes.before.piece(id)) is not None
    )


def _lost_ids(eyes: BoardView, changes: Iterable[Change]) -> tuple[str, ...]:
    ids = (change.piece for change in changes if isinstance(change, Lost))
    return tuple(id for id in ids if eyes.sees(id))


# ── The reader's own pieces ──────────────────────────────────────────────────────────────────────


def tell_affected(eyes: BoardView, event: Acted | Altered) -> WitnessTelling | None:
    """Return what happened to the reader's own pieces only, or None when nothing did."""
    if not eyes.faction:
        return None
    changes = event.changes
    treasure = sum(
        change.amount
        for change in changes
        if isinstance(change, Paid) and change.faction == eyes.faction
    )
    rows = tuple(
        Facts(
            {**fate, "name": piece.name, "base": isinstance(piece, Base), "at": eyes.at(piece.at)}
        )
        for piece, fate in _fates_of_own(eyes, changes)
    )
    if not treasure and not rows:
        return None
    facts = Facts(treasure=treasure, pieces=rows)
    return WitnessTelling(Reason("own-touched", event.rule), "touched", facts, astray=True)


def _fates_of_own(
    eyes: BoardView, changes: Iterable[Change]
) -> list[tuple[Piece, dict[str, Fact]]]:
    """Return each of the reader's own that is changed, with its worst fate."""
    fates: dict[str, dict[str, Fact]] = {}
    for change in changes:
        found = _fate_of(change)
        if found is None:
            continue
        id, fate, amount, mark = found
        was = fates.get(id, {"fate": "", "amount": 0, "mark": ""})
        worse = _FATES_BY_RANK.index(fate) >= _FATES_BY_RANK.index(str(was["fate"]))
        hurt = amount + (was["amount"] if isinstance(was["amount"], int) else 0)
        kept = {"fate": fate, "mark": mark} if worse else {}
        fates[id] = {**was, **kept, "amount": hurt}
    owned = ((eyes.before.piece(id), fate) for id, fate in fates.items())
    return [
        (piece, fate)
        for piece, fate in owned
        if piece is not None and piece.faction == eyes.faction
    ]


_FATES_BY_RANK = ("", "found", "hurt", "marked", "joined", "lost")


def _fate_of(change: Change) -> tuple[str, str, int, str] | None:
    """Return whom a change affects: (piece, fate, hit points, mark)."""
    match change:
        case Hurt(piece=id, amount=amount) if amount > 0:
            return id, "hurt", amount, ""
        case Lost(piece=id):
            return id, "lost", 0, ""
        case Marked(asset=id, mark=mark):
            return id, "marked", 0, mark.kind
        case Cloaked(asset=id, stealth=""):
            return id, "found", 0, ""
        case Joined(asset=id):
            return id, "joined", 0, ""
        case _:
            return None
