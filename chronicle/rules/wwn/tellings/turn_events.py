"""What is told about turn events: order of play, income, upkeep, goals, collapses, and the end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from chronicle.model.facts import FactsOf, Ref
from chronicle.rules.wwn import events, telling_facts
from chronicle.rules.wwn.board_view import BoardView
from chronicle.rules.wwn.changes import Cloaked, Joined, PlaceSet, PolicySet
from chronicle.rules.wwn.fact_rows import ban_rows, goal_facts, gone_row, gone_rows, leg_rows
from chronicle.rules.wwn.state import Asset, PieceSnapshot


def sequence_facts(view: BoardView, event: events.Sequenced) -> telling_facts.SequenceFacts:
    """Return the order of play: own roll, and the known factions that act before; all for the GM.

    How many act before is not told: some factions may be unknown to the reader. Ties are not told
    either, since a tied faction might be one of those.
    """
    ids = [faction for faction, _ in event.order]
    before = ids[: ids.index(view.faction)] if view.faction in ids else ids[:0]
    rows = tuple(
        telling_facts.TurnOrderRow(
            who=view.who(faction),
            place=place if view.gm else 0,
            faces=faces if view.gm else faces[:1],
        )
        for place, (faction, faces) in enumerate(event.order, 1)
        if view.is_of(faction)
    )
    return telling_facts.SequenceFacts(
        stated=event.stated,
        rows=tuple(map(FactsOf, rows)),
        ahead=tuple(view.who(faction) for faction in before),
    )


def income_facts(view: BoardView, event: events.Earned) -> telling_facts.IncomeFacts:
    """Return the income, line by line (W-TURN-2)."""
    rows = tuple(
        FactsOf(telling_facts.IncomeRow(name=_source(view, id), amount=amount))
        for id, amount in event.lines
    )
    return telling_facts.IncomeFacts(
        who=view.who(event.faction),
        amount=event.amount,
        lines=rows,
        total=event.amount + sum(amount for _, amount in event.lines),
    )


def _source(view: BoardView, id: str) -> str:
    """Return the name of an asset or of a tag that brings Treasure."""
    tag = view.after.house.catalogue.tags.get(id)
    return view.name(id) or (tag.name if tag is not None else "")


def upkeep_facts(view: BoardView, event: events.UpkeepPaid) -> telling_facts.UpkeepFacts:
    """Return what was paid for what, and who left (W-TURN-3)."""
    bills = (
        telling_facts.BillRow(
            name=bill.name, reason=bill.reason, amount=bill.amount, paid=bill.paid
        )
        for bill in event.bills
    )
    return telling_facts.UpkeepFacts(
        who=view.who(event.faction),
        bills=tuple(map(FactsOf, bills)),
        left=_departure_rows(view, event),
        total=sum(bill.amount for bill in event.bills if bill.paid),
    )


def seen_departure_facts(
    view: BoardView, event: events.UpkeepPaid
) -> telling_facts.SeenGoneFacts | None:
    """Return who left a faction for lack of pay, for those who saw them."""
    gone = _departure_rows(view, event)
    return telling_facts.SeenGoneFacts(who=view.who(event.faction), gone=gone) if gone else None


def _departure_rows(
    view: BoardView, event: events.UpkeepPaid
) -> tuple[FactsOf[telling_facts.GonePieceRow], ...]:
    return tuple(
        gone_row(view, subject, fate) for subject, fate in event.left if view.sees(subject.id)
    )


def start_facts(view: BoardView, event: events.Started) -> telling_facts.StartFacts:
    """Return the start of a faction's turn, for itself."""
    harried = (
        telling_facts.UncoveredPieceRow(
            **view.row(subject), damage=damage, hp=subject.hp, gone=_has_perished(subject)
        )
        for subject, damage in event.harried
    )
    recovered = (
        telling_facts.RecoveredPieceRow(**view.row(subject), healed=healed, hp=subject.hp)
        for subject, healed in event.recovered
    )
    return telling_facts.StartFacts(
        who=view.who(event.faction),
        arrived=leg_rows(view, event.arrived),
        harried=tuple(map(FactsOf, harried)),
        recovered=tuple(map(FactsOf, recovered)),
    )


def seen_start_facts(view: BoardView, event: events.Started) -> telling_facts.SeenStartFacts | None:
    """Return late arrivals and assets that perish uncovered, for those who see them."""
    ways = leg_rows(view, event.arrived)
    dead = (subject for subject, _ in event.harried if _has_perished(subject))
    gone = gone_rows(view, dead, "destroyed")
    if not ways and not gone:
        return None
    return telling_facts.SeenStartFacts(who=view.who(event.faction), legs=ways, gone=gone)


def _has_perished(subject: PieceSnapshot) -> bool:
    return subject.hp == 0


def unveiled_facts(view: BoardView, event: events.Unveiled) -> telling_facts.UnveiledFacts | None:
    """Return Stealthed assets encountered by watchers, for both sides and those who see them now.

    Nobody is told about what was not found, not even that there was something to find. A watcher
    that hides is named only to its own faction.
    """
    party = bool(view.faction) and view.faction in (event.faction, event.against)
    shown = view.rows(event.found, met=party)
    if not shown and not view.gm:
        return None
    named = view.is_of(event.faction) or not _hides(view, event.asset)
    mine = view.faction == event.faction
    return telling_facts.UnveiledFacts(
        ours="" if not party else "finder" if mine else "found",
        who=view.who(event.faction) if named else None,
        asset=event.name if named else "",
        at=view.place(event.at) if named else None,
        against=view.who(event.against),
        found=shown,
        missed=tuple(view.name(id) for id in event.missed) if view.gm else (),
    )


def _hides(view: BoardView, id: str) -> bool:
    found = view.piece(id)
    return isinstance(found, Asset) and bool(found.stealth)


def goal_event_facts(view: BoardView, event: events.GoalChecked) -> telling_facts.GoalFacts:
    """Return a faction's goal at the end of its turn, and its XP changes (W-TURN-6, W-ENT-1)."""
    raised = (
        telling_facts.RaisedRow(attribute=attribute, rating=rating, xp=xp)
        for attribute, rating, xp in event.raised
    )
    return telling_facts.GoalFacts(
        who=view.who(event.faction),
        goal=goal_facts(view, event.faction, event.goal, event.needed),
        met=event.met,
        xp=event.xp,
        failed=event.failed,
        abandoned=event.abandoned,
        chosen=goal_facts(view, event.faction, event.chosen),
        lavished=event.lavished,
        raised=tuple(map(FactsOf, raised)),
    )


def collapse_facts(view: BoardView, event: events.Collapsed) -> telling_facts.CollapseFacts:
    """Return the collapse of a faction, with its losses that are seen (W-TURN-7)."""
    return telling_facts.CollapseFacts(
        who=view.who(event.faction),
        by=view.who(event.by),
        lost=view.rows(event.lost),
        ours=bool(view.faction) and view.faction == event.faction,
    )


def declaration_facts(
    view: BoardView, event: events.Declared
) -> telling_facts.DeclaredFacts | None:
    """Return bans for everybody, and the change of standing orders for the faction itself."""
    own = view.is_of(event.faction)
    standing = any(isinstance(change, PolicySet) for change in event.changes)
    if not own and not event.places:
        return None
    return telling_facts.DeclaredFacts(
        who=view.who(event.faction),
        standing=standing and own,
        places=ban_rows(view, view.after, event.places),
    )


#: Numbers that a change may alter; those told about it learn by how much.
NUMERIC_KEYS: Final = frozenset({"treasure", "hp", "xp", "force", "cunning", "wealth"})


def adjustment_facts(view: BoardView, event: events.Altered) -> telling_facts.AlteredFacts:
    """Return a GM's change, for those it is for; only the owner learns totals."""
    told = view.is_of(event.faction) or view.owns(event.subject)
    return telling_facts.AlteredFacts(
        who=view.who(event.faction),
        other=_other_faction(view, event),
        by_news=event.by_news,
        because=event.because,
        what=event.what,
        name=view.name(event.subject),
        place=_where(view, event),
        hidden=any(isinstance(it, Cloaked) and bool(it.stealth) for it in event.changes),
        before=event.before if told else None,
        after=event.after if told else None,
        change=event.after - event.before if event.what in NUMERIC_KEYS else 0,
    )


def _where(view: BoardView, event: events.Altered) -> Ref | None:
    """Return the place that a change is about, or where its asset or base is."""
    if event.subject in view.after.places:
        return view.place(event.subject)
    piece = view.after.piece(event.subject)
    placed = event.what in ("at", "new_asset", "new_base")
    return view.place(piece.at) if placed and piece is not None else None


def _other_faction(view: BoardView, event: events.Altered) -> Ref | None:
    """Return the faction that receives an asset, a base or a place."""
    for change in event.changes:
        match change:
            case Joined(faction=faction):
                return view.who(faction)
            case PlaceSet(place=place) if event.what == "ruler":
                return view.who(place.ruler)
            case _:
                pass
    return None


def end_facts(view: BoardView, event: events.TurnEnded) -> telling_facts.OverFacts | None:
    """Return the end of a turn, for the GM and for factions whose own pieces it affects."""
    uncovered = _own_rows(view, event.uncovered)
    if not view.gm and not uncovered and not _own_rows(view, event.forfeit):
        return None
    return telling_facts.OverFacts(
        gone=gone_rows(view, event.forfeit, "forfeit"), uncovered=uncovered
    )


def _own_rows(
    view: BoardView, subjects: Iterable[PieceSnapshot]
) -> tuple[FactsOf[telling_facts.PieceRow], ...]:
    return tuple(FactsOf(view.row(it)) for it in subjects if view.is_of(it.faction))


def seen_end_facts(view: BoardView, event: events.TurnEnded) -> telling_facts.SeenGoneFacts | None:
    """Return what was lost for debts, for those who saw it."""
    gone = gone_rows(view, event.forfeit, "forfeit")
    owners = {subject.faction for subject in event.forfeit if view.sees(subject.id)}
    who = view.who(owners.pop()) if len(owners) == 1 else None
    return telling_facts.SeenGoneFacts(who=who, gone=gone) if gone else None
