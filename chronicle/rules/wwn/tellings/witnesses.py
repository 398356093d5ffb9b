"""What factions that did not act are told: the target of a deed, and onlookers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from chronicle.model.dice import Roll
from chronicle.model.facts import Fact, Facts
from chronicle.records import dataclass
from chronicle.rules.wwn.board_view import BoardView
from chronicle.rules.wwn.changes import Change, Cloaked, Hurt, Joined, Lost, Marked, Paid
from chronicle.rules.wwn.events import (
    Acted,
    Affliction,
    Carrying,
    Demand,
    Founding,
    Purchase,
    Sale,
    Search,
)
from chronicle.rules.wwn.fact_rows import leg_rows
from chronicle.rules.wwn.state import Base, Piece
from chronicle.rules.wwn.tellings import rolls


@dataclass(frozen=True, slots=True)
class WitnessTelling:
    """A code, its facts and its rolls, for an onlooker; ``astray`` when nobody is named."""

    code: str
    facts: Facts
    rolls: tuple[Roll, ...] = ()
    astray: bool = False
    seen: tuple[str, ...] = field(default=())


def tell_witness(eyes: BoardView, event: Acted, *, named: bool) -> WitnessTelling | None:
    """Return what somebody else's deed looks like, or None when nothing of it was seen.

    ``named`` for those who learn who did it; all others learn what happened to their own.
    """
    found = _tell_target(eyes, event) or _tell_onlooker(eyes, event) if named else None
    return found or tell_affected(eyes, event.changes)


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
                "seen-expand",
                Facts(_founding_facts(eyes, event, Facts(won=own[1], attacks=own[2]))),
                rolls.rolls_for_rival(eyes, event, (rival for rival, _, _ in rivals)),
            )
        case _:
            return None


def _tell_victim(eyes: BoardView, event: Acted, code: str, more: dict[str, Fact]) -> WitnessTelling:
    """Return a deed for its victim: by whom and with what, where, and the victim's own rolls."""
    facts = {**_actor_facts(eyes, event), **more}
    return WitnessTelling(code, Facts(facts), rolls.rolls_for_target(eyes, event))


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
    thrown = rolls.rolls_for_target(eyes, event) if found else ()
    return WitnessTelling("unveiled", Facts(facts), thrown, seen=tuple(it.id for it in deed.found))


def _founding_facts(eyes: BoardView, event: Acted, ours: Facts | None) -> dict[str, Fact]:
    name = event.deed.name if isinstance(event.deed, Founding) else ""
    return {"who": eyes.who(event.faction), "at": eyes.at(event.at), "name": name, "ours": ours}


# ── Onlookers ────────────────────────────────────────────────────────────────────────────────────


def _tell_onlooker(eyes: BoardView, event: Acted) -> WitnessTelling | None:
    """Return a deed for those who see the assets that it is about."""
    match event.deed:
        case Carrying(legs=ways):
            shown = leg_rows(eyes, ways)
            facts = Facts(who=eyes.who(event.faction), legs=shown)
            followed = tuple(way.asset for way in ways if eyes.follows(way.asset))
            return WitnessTelling("seen-move", facts, seen=followed) if shown else None
        case Purchase(subject=id) as bought if eyes.sees(id):
            facts = Facts(
                who=eyes.who(event.faction),
                at=eyes.at(event.at),
                name=bought.name,
                type=eyes.type_name(bought.type),
                gone=lost_piece_rows(eyes, event.changes, "lost"),
            )
            return WitnessTelling("seen-create", facts, seen=(id, *_lost_ids(eyes, event.changes)))
        case Founding(base=id) if eyes.sees(id):
            return WitnessTelling(
                "seen-expand", Facts(_founding_facts(eyes, event, None)), seen=(id,)
            )
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
    return WitnessTelling("seen-affliction", Facts(facts))


def _tell_gone(eyes: BoardView, event: Acted, fate: str) -> WitnessTelling | None:
    """Return assets that are no longer seen, for those who saw them."""
    rows = lost_piece_rows(eyes, event.changes, fate)
    if not rows:
        return None
    owner = event.deed.against if isinstance(event.deed, Demand) else event.faction
    facts = Facts(who=eyes.who(owner), gone=rows)
    return WitnessTelling("seen-gone", facts, seen=_lost_ids(eyes, event.changes))


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


def tell_affected(eyes: BoardView, changes: Iterable[Change]) -> WitnessTelling | None:
    """Return what happened to the reader's own pieces only, or None when nothing did."""
    if not eyes.faction:
        return None
    changes = tuple(changes)
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
    return WitnessTelling("touched", Facts(treasure=treasure, pieces=rows), astray=True)


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
