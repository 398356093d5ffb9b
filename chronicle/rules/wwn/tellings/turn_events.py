"""What is told about turn events: order of play, income, upkeep, goals, collapses, and the end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from chronicle.model.facts import FactsOf, Ref
from chronicle.rules.wwn.board_view import BoardView
from chronicle.rules.wwn.changes import Cloaked, Joined, PlaceSet, PolicySet
from chronicle.rules.wwn.events import (
    Altered,
    Collapsed,
    Declared,
    Earned,
    Kept,
    Over,
    PieceSnapshot,
    Sequenced,
    Started,
    Strove,
    Unveiled,
)
from chronicle.rules.wwn.fact_rows import ban_rows, goal_facts, gone_row, gone_rows, leg_rows
from chronicle.rules.wwn.state import Asset
from chronicle.rules.wwn.telling_facts import (
    AlteredFacts,
    BillRow,
    CollapseFacts,
    DeclaredFacts,
    GoalFacts,
    GonePieceRow,
    IncomeFacts,
    IncomeRow,
    OverFacts,
    PieceRow,
    RaisedRow,
    RecoveredPieceRow,
    SeenGoneFacts,
    SeenStartFacts,
    SequenceFacts,
    StartFacts,
    TurnOrderRow,
    UncoveredPieceRow,
    UnveiledFacts,
    UpkeepFacts,
)


def sequence_facts(eyes: BoardView, event: Sequenced) -> SequenceFacts:
    """Return the order of play: own roll, and the known factions that act before; all for the GM.

    How many act before is not told: some factions may be unknown to the reader. Ties are not told
    either, since a tied faction might be one of those.
    """
    ids = [faction for faction, _ in event.order]
    before = ids[: ids.index(eyes.faction)] if eyes.faction in ids else ids[:0]
    rows = tuple(
        TurnOrderRow(
            who=eyes.who(faction),
            place=place if eyes.gm else 0,
            faces=faces if eyes.gm else faces[:1],
        )
        for place, (faction, faces) in enumerate(event.order, 1)
        if eyes.is_of(faction)
    )
    return SequenceFacts(
        stated=event.stated,
        rows=tuple(map(FactsOf, rows)),
        ahead=tuple(eyes.who(faction) for faction in before),
    )


def income_facts(eyes: BoardView, event: Earned) -> IncomeFacts:
    """Return the income, line by line (W-TURN-2)."""
    rows = tuple(
        FactsOf(IncomeRow(name=_source(eyes, id), amount=amount)) for id, amount in event.lines
    )
    return IncomeFacts(
        who=eyes.who(event.faction),
        amount=event.amount,
        lines=rows,
        total=event.amount + sum(amount for _, amount in event.lines),
    )


def _source(eyes: BoardView, id: str) -> str:
    """Return the name of an asset or of a tag that brings Treasure."""
    tag = eyes.after.house.catalogue.tags.get(id)
    return eyes.name(id) or (tag.name if tag is not None else "")


def upkeep_facts(eyes: BoardView, event: Kept) -> UpkeepFacts:
    """Return what was paid for what, and who left (W-TURN-3)."""
    bills = (
        BillRow(name=bill.name, reason=bill.reason, amount=bill.amount, paid=bill.paid)
        for bill in event.bills
    )
    return UpkeepFacts(
        who=eyes.who(event.faction),
        bills=tuple(map(FactsOf, bills)),
        left=_departure_rows(eyes, event),
        total=sum(bill.amount for bill in event.bills if bill.paid),
    )


def seen_departure_facts(eyes: BoardView, event: Kept) -> SeenGoneFacts | None:
    """Return who left a faction for lack of pay, for those who saw them."""
    gone = _departure_rows(eyes, event)
    return SeenGoneFacts(who=eyes.who(event.faction), gone=gone) if gone else None


def _departure_rows(eyes: BoardView, event: Kept) -> tuple[FactsOf[GonePieceRow], ...]:
    return tuple(
        gone_row(eyes, subject, fate) for subject, fate in event.left if eyes.sees(subject.id)
    )


def start_facts(eyes: BoardView, event: Started) -> StartFacts:
    """Return the start of a faction's turn, for itself."""
    harried = (
        UncoveredPieceRow(
            **eyes.row(subject), damage=damage, hp=subject.hp, gone=_has_perished(subject)
        )
        for subject, damage in event.harried
    )
    recovered = (
        RecoveredPieceRow(**eyes.row(subject), healed=healed, hp=subject.hp)
        for subject, healed in event.recovered
    )
    return StartFacts(
        who=eyes.who(event.faction),
        arrived=leg_rows(eyes, event.arrived),
        harried=tuple(map(FactsOf, harried)),
        recovered=tuple(map(FactsOf, recovered)),
    )


def seen_start_facts(eyes: BoardView, event: Started) -> SeenStartFacts | None:
    """Return late arrivals and assets that perish uncovered, for those who see them."""
    ways = leg_rows(eyes, event.arrived)
    dead = (subject for subject, _ in event.harried if _has_perished(subject))
    gone = gone_rows(eyes, dead, "destroyed")
    if not ways and not gone:
        return None
    return SeenStartFacts(who=eyes.who(event.faction), legs=ways, gone=gone)


def _has_perished(subject: PieceSnapshot) -> bool:
    return subject.hp == 0


def unveiled_facts(eyes: BoardView, event: Unveiled) -> UnveiledFacts | None:
    """Return Stealthed assets encountered by watchers, for both sides and those who see them now.

    Nobody is told about what was not found, not even that there was something to find. A watcher
    that hides is named only to its own faction.
    """
    party = bool(eyes.faction) and eyes.faction in (event.faction, event.against)
    shown = eyes.rows(event.found, met=party)
    if not shown and not eyes.gm:
        return None
    named = eyes.is_of(event.faction) or not _hides(eyes, event.asset)
    mine = eyes.faction == event.faction
    return UnveiledFacts(
        ours="" if not party else "finder" if mine else "found",
        who=eyes.who(event.faction) if named else None,
        asset=event.name if named else "",
        at=eyes.at(event.at) if named else None,
        against=eyes.who(event.against),
        found=shown,
        missed=tuple(eyes.name(id) for id in event.missed) if eyes.gm else (),
    )


def _hides(eyes: BoardView, id: str) -> bool:
    found = eyes.piece(id)
    return isinstance(found, Asset) and bool(found.stealth)


def goal_event_facts(eyes: BoardView, event: Strove) -> GoalFacts:
    """Return a faction's goal at the end of its turn, and its XP changes (W-TURN-6, W-ENT-1)."""
    raised = (
        RaisedRow(attribute=attribute, rating=rating, xp=xp)
        for attribute, rating, xp in event.raised
    )
    return GoalFacts(
        who=eyes.who(event.faction),
        goal=goal_facts(eyes, event.faction, event.goal, event.needed),
        met=event.met,
        xp=event.xp,
        failed=event.failed,
        abandoned=event.abandoned,
        chosen=goal_facts(eyes, event.faction, event.chosen),
        lavished=event.lavished,
        raised=tuple(map(FactsOf, raised)),
    )


def collapse_facts(eyes: BoardView, event: Collapsed) -> CollapseFacts:
    """Return the collapse of a faction, with its losses that are seen (W-TURN-7)."""
    return CollapseFacts(
        who=eyes.who(event.faction),
        by=eyes.who(event.by),
        lost=eyes.rows(event.lost),
        ours=bool(eyes.faction) and eyes.faction == event.faction,
    )


def declaration_facts(eyes: BoardView, event: Declared) -> DeclaredFacts | None:
    """Return bans for everybody, and the change of standing orders for the faction itself."""
    own = eyes.is_of(event.faction)
    standing = any(isinstance(change, PolicySet) for change in event.changes)
    if not own and not event.places:
        return None
    return DeclaredFacts(
        who=eyes.who(event.faction),
        standing=standing and own,
        places=ban_rows(eyes, eyes.after, event.places),
    )


#: Numbers that a change may alter; those told about it learn by how much.
NUMERIC_KEYS: Final = frozenset({"treasure", "hp", "xp", "force", "cunning", "wealth"})


def adjustment_facts(eyes: BoardView, event: Altered) -> AlteredFacts:
    """Return a GM's change, for those it is for; only the owner learns totals."""
    told = eyes.is_of(event.faction) or eyes.owns(event.subject)
    return AlteredFacts(
        who=eyes.who(event.faction),
        other=_other_faction(eyes, event),
        by_news=event.by_news,
        because=event.because,
        what=event.what,
        name=eyes.name(event.subject),
        place=_where(eyes, event),
        hidden=any(isinstance(it, Cloaked) and bool(it.stealth) for it in event.changes),
        before=event.before if told else None,
        after=event.after if told else None,
        change=event.after - event.before if event.what in NUMERIC_KEYS else 0,
    )


def _where(eyes: BoardView, event: Altered) -> Ref | None:
    """Return the place that a change is about, or where its asset or base is."""
    if event.subject in eyes.after.places:
        return eyes.at(event.subject)
    piece = eyes.after.piece(event.subject)
    placed = event.what in ("at", "new_asset", "new_base")
    return eyes.at(piece.at) if placed and piece is not None else None


def _other_faction(eyes: BoardView, event: Altered) -> Ref | None:
    """Return the faction that receives an asset, a base or a place."""
    for change in event.changes:
        match change:
            case Joined(faction=faction):
                return eyes.who(faction)
            case PlaceSet(place=place) if event.what == "ruler":
                return eyes.who(place.ruler)
            case _:
                pass
    return None


def end_facts(eyes: BoardView, event: Over) -> OverFacts | None:
    """Return the end of a turn, for the GM and for factions whose own pieces it affects."""
    uncovered = _own_rows(eyes, event.uncovered)
    if not eyes.gm and not uncovered and not _own_rows(eyes, event.forfeit):
        return None
    return OverFacts(gone=gone_rows(eyes, event.forfeit, "forfeit"), uncovered=uncovered)


def _own_rows(eyes: BoardView, subjects: Iterable[PieceSnapshot]) -> tuple[FactsOf[PieceRow], ...]:
    return tuple(FactsOf(eyes.row(it)) for it in subjects if eyes.is_of(it.faction))


def seen_end_facts(eyes: BoardView, event: Over) -> SeenGoneFacts | None:
    """Return what was lost for debts, for those who saw it."""
    gone = gone_rows(eyes, event.forfeit, "forfeit")
    owners = {subject.faction for subject in event.forfeit if eyes.sees(subject.id)}
    who = eyes.who(owners.pop()) if len(owners) == 1 else None
    return SeenGoneFacts(who=who, gone=gone) if gone else None
