"""What is told about turn events: order of play, income, upkeep, goals, collapses, and the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from chronicle.model.audience import Audience
from chronicle.model.dice import Roll
from chronicle.model.facts import Fact, Facts, FactsOf, Ref
from chronicle.records import Record
from chronicle.rules.kit.projector import declared_facts, fact_types, facts_of
from chronicle.rules.kit.reasons import gm_change_reason
from chronicle.rules.protocol import Disclosure, Reason, Telling, TellingFacts
from chronicle.rules.wwn import events, rolls, telling_facts, witnesses
from chronicle.rules.wwn.board_view import BoardView
from chronicle.rules.wwn.changes import Cloaked, Joined, PlaceSet, PolicySet
from chronicle.rules.wwn.fact_rows import ban_rows, goal_facts, gone_row, gone_rows, leg_rows
from chronicle.rules.wwn.sightings import place_sightings
from chronicle.rules.wwn.state import Asset, PieceSnapshot
from chronicle.rules.wwn.telling_facts import OWN_FACTS


def tell_turn_event(view: BoardView, event: events.Event, audience: Audience) -> Disclosure:
    """Return what an audience learns of an event that no order has caused, and why."""
    match event:
        case events.Sequenced():
            return _tell_sequence(view, event)
        case events.Earned() | events.GoalChecked():
            return _tell_accounts(view, event)
        case events.UpkeepPaid():
            return _tell_upkeep(view, event, audience)
        case events.Started():
            return _tell_start(view, event, audience)
        case events.TurnEnded():
            return _tell_end(view, event, audience)
        case events.Collapsed():
            return _tell_collapse(view, event)
        case events.Declared():
            return _tell_declaration(view, event, audience)
        case events.Altered():
            return _tell_alteration(view, event, audience)
        case events.Unveiled():
            return _tell_search(view, event, audience)
        case _:
            raise TypeError(f"{type(event).__name__} is no event of a turn")


def _told(
    event: events.Event,
    code: str,
    facts: Mapping[str, Fact],
    reason: str,
    thrown: tuple[Roll, ...] = (),
) -> Disclosure:
    return Disclosure(Reason(reason, event.rule), Telling(code, event.rule, Facts(facts), thrown))


def _facts_of(view: BoardView, event: Record, faction: str, **more: Fact) -> dict[str, Fact]:
    """Return whose event it is, and its facts for those who may know all of it."""
    return {"who": view.who(faction), **facts_of(event, OWN_FACTS, OWN_FACTS, view), **more}


def _tell_sight(
    view: BoardView,
    event: events.Event,
    code: str,
    facts: Mapping[str, Fact] | None,
    ids: Sequence[str],
) -> Disclosure:
    """Tell of others' assets and bases to those who see them; without facts nothing was seen."""
    if facts is None:
        return Disclosure(witnesses.invisible_reason(view, ids))
    seen = place_sightings(view, ids)
    telling = Telling(code, event.rule, Facts(facts), sightings=seen)
    return Disclosure(witnesses.visible_reason(view), telling)


def _tell_sequence(view: BoardView, event: events.Sequenced) -> Disclosure:
    """Tell the order of play: own roll, and the known factions that act before; all for the GM.

    How many act before is not told: some factions may be unknown to the reader. Ties are not told
    either, since a tied faction might be one of those.
    """
    ids = [faction for faction, _ in event.order]
    if not view.gm and view.faction not in ids:
        return Disclosure(Reason("not-in-play", event.rule))
    before = ids[: ids.index(view.faction)] if view.faction in ids else ids[:0]
    rows = (
        Facts(
            who=view.who(faction),
            place=place if view.gm else 0,
            faces=faces if view.gm else faces[:1],
        )
        for place, (faction, faces) in enumerate(event.order, 1)
        if view.is_of(faction)
    )
    facts = {
        **facts_of(event, OWN_FACTS, OWN_FACTS, view),
        "rows": tuple(rows),
        "ahead": tuple(view.who(faction) for faction in before),
    }
    return _told(event, "sequence", facts, "in-play", rolls.rolls_for_sequence(view, event))


def _tell_accounts(view: BoardView, event: events.Earned | events.GoalChecked) -> Disclosure:
    """Tell a faction of its own income, line by line, and of its own goal (W-TURN-2, W-TURN-6)."""
    if not view.is_of(event.faction):
        return Disclosure(Reason("not-own-accounts", event.rule))
    more: dict[str, Fact]
    if isinstance(event, events.Earned):
        lines = (Facts(name=_source(view, id), amount=amount) for id, amount in event.lines)
        code, more = "income", {"lines": tuple(lines)}
    else:
        raised = (
            Facts(attribute=attribute, rating=rating, xp=xp)
            for attribute, rating, xp in event.raised
        )
        code, more = (
            "goal",
            {
                "goal": goal_facts(view, event.faction, event.goal, event.needed),
                "chosen": goal_facts(view, event.faction, event.chosen),
                "raised": tuple(raised),
            },
        )
    facts = _facts_of(view, event, event.faction, **more)
    return _told(event, code, facts, "own-accounts")


def _source(view: BoardView, id: str) -> str:
    """Return the name of an asset or of a tag that brings Treasure."""
    tag = view.after.house.catalogue.tags.get(id)
    return view.name(id) or (tag.name if tag is not None else "")


def _tell_upkeep(view: BoardView, event: events.UpkeepPaid, audience: Audience) -> Disclosure:
    """Tell what was paid for what, and who left; others see only the latter (W-TURN-3)."""
    gone = tuple(gone_row(view, it, fate) for it, fate in event.left if view.sees(it.id))
    if view.is_of(event.faction):
        facts = _facts_of(view, event, event.faction, left=gone)
        return _told(event, "upkeep", facts, "own-accounts", rolls.all_rolls(view, event.rolls))
    if not event.left:
        return Disclosure(Reason("not-own-accounts", event.rule))
    seen = gone and event.known.admits(audience)
    ids = [subject.id for subject, _ in event.left]
    shown = {"who": view.who(event.faction), "gone": gone} if seen else None
    return _tell_sight(view, event, "seen-gone", shown, ids)


def _tell_start(view: BoardView, event: events.Started, audience: Audience) -> Disclosure:
    """Tell late arrivals, damage to uncovered assets and, to their owner, what recovers."""
    ids = [*(leg.asset for leg in event.arrived), *(it.id for it, _ in event.harried)]
    own = view.is_of(event.faction)
    # The GM is always told, because it shows whose turn the next events belong to.
    if not ids and not view.gm and not (own and event.recovered):
        return Disclosure(Reason("not-nothing-happened", event.rule))
    arrived = leg_rows(view, event.arrived)
    if own:
        harried = (
            Facts({**FactsOf(view.row(it)), "damage": damage, "hp": it.hp, "gone": it.hp == 0})
            for it, damage in event.harried
        )
        recovered = (
            Facts({**FactsOf(view.row(it)), "healed": healed, "hp": it.hp})
            for it, healed in event.recovered
        )
        rows = {"arrived": arrived, "harried": tuple(harried), "recovered": tuple(recovered)}
        facts = _facts_of(view, event, event.faction, **rows)
        return _told(event, "start", facts, "own-accounts")
    gone = gone_rows(view, (it for it, _ in event.harried if it.hp == 0), "destroyed")
    seen = (arrived or gone) and event.known.admits(audience)
    shown = {"who": view.who(event.faction), "legs": arrived, "gone": gone} if seen else None
    return _tell_sight(view, event, "seen-start", shown, ids)


def _tell_end(view: BoardView, event: events.TurnEnded, audience: Audience) -> Disclosure:
    """Tell the end of a turn to those whose own it affects, and to those who see what is lost."""
    forfeit = [subject.id for subject in event.forfeit]
    uncovered, gone = _own_rows(view, event.uncovered), gone_rows(view, event.forfeit, "forfeit")
    if view.gm or uncovered or _own_rows(view, event.forfeit):
        facts = Facts(gone=gone, uncovered=uncovered)
        telling = Telling("over", event.rule, facts, sightings=place_sightings(view, forfeit))
        return Disclosure(Reason("own-accounts", event.rule), telling)
    concerned = [*forfeit, *(subject.id for subject in event.uncovered)]
    if not concerned:
        return Disclosure(Reason("not-nothing-happened", event.rule))
    if not gone or not event.known.admits(audience):
        return Disclosure(witnesses.invisible_reason(view, concerned))
    owners = {subject.faction for subject in event.forfeit if view.sees(subject.id)}
    who = view.who(owners.pop()) if len(owners) == 1 else None
    return _tell_sight(view, event, "seen-gone", {"who": who, "gone": gone}, forfeit)


def _own_rows(
    view: BoardView, subjects: Iterable[PieceSnapshot]
) -> tuple[FactsOf[telling_facts.PieceRow], ...]:
    return tuple(FactsOf(view.row(it)) for it in subjects if view.is_of(it.faction))


def _tell_collapse(view: BoardView, event: events.Collapsed) -> Disclosure:
    """Tell everybody of the collapse of a faction, with its losses that are seen (W-TURN-7)."""
    ours = bool(view.faction) and view.faction == event.faction
    facts = Facts(_facts_of(view, event, event.faction, ours=ours))
    seen = place_sightings(view, (subject.id for subject in event.lost))
    telling = Telling("collapse", event.rule, facts, sightings=seen)
    return Disclosure(Reason("open-to-all", event.rule), telling)


def _tell_declaration(view: BoardView, event: events.Declared, audience: Audience) -> Disclosure:
    """Tell everybody of bans, and the faction itself of its standing orders."""
    own = view.is_of(event.faction)
    if not own and not (event.places and event.known.admits(audience)):
        return Disclosure(Reason("not-own-standing", event.rule))
    facts = {
        "who": view.who(event.faction),
        "standing": own and any(isinstance(change, PolicySet) for change in event.changes),
        "places": ban_rows(view, view.after, event.places),
    }
    return _told(event, "declared", facts, "own-order" if own else "open-to-all")


def _tell_search(view: BoardView, event: events.Unveiled, audience: Audience) -> Disclosure:
    """Tell those who may know of a search that found something; tell the GM of all searches.

    Nobody is told about what was not found, not even that there was something to find. A watcher
    that hides is named only to its own faction.
    """
    party = view.faction in (event.faction, event.against) and bool(view.faction)
    ids = [subject.id for subject in event.found]
    shown = view.rows(event.found, met=party)
    if not (party or event.known.admits(audience)) or not (shown or view.gm):
        if not event.found:
            return Disclosure(Reason("not-found-nothing", event.rule))
        return Disclosure(witnesses.invisible_reason(view, ids))
    watcher = view.piece(event.asset)
    hides = isinstance(watcher, Asset) and bool(watcher.stealth)
    named = view.is_of(event.faction) or not hides
    mine = view.faction == event.faction
    facts = {
        "ours": "" if not party else "finder" if mine else "found",
        "who": view.who(event.faction) if named else None,
        "asset": event.name if named else "",
        "at": view.place(event.at) if named else None,
        "against": view.who(event.against),
        "found": shown,
        "missed": tuple(view.name(id) for id in event.missed) if view.gm else (),
    }
    reason = Reason("own-watcher" if mine else "found-out", event.rule)
    # Its position among the others would reveal whose turn it was.
    telling = Telling(
        "unveiled",
        event.rule,
        Facts(facts),
        rolls.rolls_for_search(view, event),
        sightings=place_sightings(view, ids, by_meeting=party),
        hides_position=not named,
    )
    return Disclosure(reason if party else witnesses.visible_reason(view), telling)


# ── Changes by the GM ────────────────────────────────────────────────────────────────────────────

#: Numbers that a change may alter; those told about it learn by how much.
NUMERIC_KEYS: Final = frozenset({"treasure", "hp", "xp", "force", "cunning", "wealth"})


def _tell_alteration(view: BoardView, event: events.Altered, audience: Audience) -> Disclosure:
    """Tell a GM's change to those it is for, and all others what it does to their own.

    Only the owner learns totals. Where a reader does not see its subject there is nothing to tell.
    """
    readers = gm_change_reason(event.visibility, audience, event.rule, by_news=event.by_news)
    sees = view.piece(event.subject) is None or view.sees(event.subject)
    if not readers.told or not sees:
        own = witnesses.tell_affected(view, event)
        return own or Disclosure(witnesses.NOT_SEEN if readers.told else readers)
    owner = view.is_of(event.faction) or view.owns(event.subject)
    facts: dict[str, Fact] = {
        "who": view.who(event.faction),
        "other": _other_faction(view, event),
        "by_news": event.by_news,
        "because": event.because,
        "what": event.what,
        "name": view.name(event.subject),
        "place": _where(view, event),
        "hidden": any(isinstance(it, Cloaked) and bool(it.stealth) for it in event.changes),
        "before": event.before if owner else None,
        "after": event.after if owner else None,
        "change": event.after - event.before if event.what in NUMERIC_KEYS else 0,
    }
    return Disclosure(readers, Telling("altered", event.rule, Facts(facts)))


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


# ── The types of facts ───────────────────────────────────────────────────────────────────────────


def _types(name: str, *kinds: type[Record], **more: Any) -> TellingFacts:
    parts = (fact_types(kind, OWN_FACTS) for kind in kinds)
    found: TellingFacts = declared_facts(name, *parts, more)
    return found


_Who: Final[Any] = Ref | None
_Gone: Final[Any] = tuple[FactsOf[telling_facts.GonePieceRow], ...]
_Legs: Final[Any] = tuple[FactsOf[telling_facts.LegRow], ...]
_Goal: Final[Any] = FactsOf[telling_facts.GoalRow] | None
_Pieces: Final[Any] = tuple[FactsOf[telling_facts.PieceRow], ...]

#: The facts of events that no order has caused, and of what is told alike of several events.
TURN_FACTS: Final[Mapping[str, TellingFacts]] = {
    "unveiled": telling_facts.UnveiledFacts,
    "touched": telling_facts.TouchedFacts,
    "seen-gone": _types("SeenGoneFacts", who=_Who, gone=_Gone),
    "seen-start": _types("SeenStartFacts", who=_Who, legs=_Legs, gone=_Gone),
    "sequence": _types(
        "SequenceFacts",
        events.Sequenced,
        rows=tuple[FactsOf[telling_facts.TurnOrderRow], ...],
        ahead=tuple[Ref | None, ...],
    ),
    "income": _types(
        "IncomeFacts", events.Earned, who=_Who, lines=tuple[FactsOf[telling_facts.IncomeRow], ...]
    ),
    "upkeep": _types("UpkeepFacts", events.UpkeepPaid, who=_Who, left=_Gone),
    "start": _types(
        "StartFacts",
        who=_Who,
        arrived=_Legs,
        harried=tuple[FactsOf[telling_facts.UncoveredPieceRow], ...],
        recovered=tuple[FactsOf[telling_facts.RecoveredPieceRow], ...],
    ),
    "goal": _types(
        "GoalFacts",
        events.GoalChecked,
        who=_Who,
        goal=_Goal,
        chosen=_Goal,
        raised=tuple[FactsOf[telling_facts.RaisedRow], ...],
    ),
    "collapse": _types("CollapseFacts", events.Collapsed, who=_Who, ours=bool),
    "declared": _types(
        "DeclaredFacts", who=_Who, standing=bool, places=tuple[FactsOf[telling_facts.BanRow], ...]
    ),
    "altered": telling_facts.AlteredFacts,
    "over": _types("OverFacts", gone=_Gone, uncovered=_Pieces),
}
