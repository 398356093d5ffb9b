"""What each audience is told about each event.

The acting faction and the GM learn everything; audiences in an event's ``known`` visibility learn
what was done and by whom, as far as they see the assets involved; all others learn what happened to
their own pieces, and no more. The public gets no figures, rules or rolls.
"""

from __future__ import annotations

from dataclasses import replace

from chronicle.model.audience import EVERYONE, Audience
from chronicle.model.facts import Facts
from chronicle.rules.protocol import Sighting, Step, Telling
from chronicle.rules.wwn import sightings
from chronicle.rules.wwn.board_view import BoardView, board_view, effective_audience
from chronicle.rules.wwn.events import (
    Acted,
    Affliction,
    Altered,
    Clash,
    Collapsed,
    Declared,
    Demand,
    Earned,
    Event,
    Kept,
    Over,
    Search,
    Sequenced,
    Started,
    Strove,
    Unveiled,
)
from chronicle.rules.wwn.state import State
from chronicle.rules.wwn.tellings import action_facts as fights
from chronicle.rules.wwn.tellings import rolls as tellings_rolls
from chronicle.rules.wwn.tellings import turn_events
from chronicle.rules.wwn.tellings.action_facts import (
    code_of,
    common_facts,
    deed_facts,
    undone_facts,
)
from chronicle.rules.wwn.tellings.witnesses import tell_affected, tell_witness

#: What a faction orders, by what it does.
DEED_CODES = (
    *("carries", "yields", "mends", "exposes", "cloaks", "demands", "afflicts"),
    *("move", "repair", "expand", "create", "hide", "sell"),
)
#: Every code a telling may carry; each has words in a theme.
CODES = (
    *DEED_CODES,
    *("undone", "clash", "seen-clash"),
    *("demanded", "afflicted", "unveiled", "touched"),
    *("seen-affliction", "seen-move", "seen-create", "seen-gone", "seen-start", "seen-expand"),
    *("sequence", "income", "upkeep", "start", "goal", "collapse", "declared", "altered", "over"),
    "unmasked",
)
#: Codes of deeds, for the history of everything that they name.
_ACTION_CODES = frozenset(CODES) - {
    *("undone", "touched", "sequence", "income", "upkeep", "start", "goal", "declared", "altered"),
    *("over", "unmasked", "seen-start", "seen-gone"),
}


def tell(step: Step[State, Event], audience: Audience) -> Telling | None:
    """Return what this audience learns of an event, or None if nothing."""
    event = step.event
    audience = effective_audience(step.before, audience)
    sight = board_view(step.before, step.after, audience)
    match event:
        case Acted():
            told = _tell_acted(sight, event, audience)
        case Clash():
            told = _tell_clash(sight, event, audience)
        case Unveiled():
            told = _tell_unveiled(sight, event, audience)
        case _:
            told = _tell_turn_event(sight, event, audience)
    if told is None:
        return None
    done = told.code in _ACTION_CODES
    if audience == EVERYONE:
        return Telling(told.code, facts=told.facts, deed=done)
    return replace(told, deed=done)


# ── Orders ───────────────────────────────────────────────────────────────────────────────────────


def _tell_acted(sight: BoardView, event: Acted, audience: Audience) -> Telling | None:
    own = sight.is_of(event.faction)
    if event.deed is None and own:
        return _tell_undone(event, undone_facts(sight, event), own=own)
    if own:
        facts = Facts({**common_facts(sight, event), **deed_facts(sight, event)})
        seen = _actor_sightings(sight, event)
        rolls = tellings_rolls.rolls_for_actor(sight, event)
        return Telling(code_of(event), event.rule, facts, rolls, _order_key(event), seen)
    found = tell_witness(sight, event, named=event.known.admits(audience))
    if found is None:
        return None
    seen = sightings.place_sightings(sight, found.seen)
    rule = event.rule
    return Telling(found.code, rule, found.facts, found.rolls, "", seen, astray=found.astray)


def _actor_sightings(sight: BoardView, event: Acted) -> tuple[Sighting, ...]:
    """Return what the acting faction sees of others' assets."""
    match event.deed:
        case Search(found=found):
            return sightings.place_sightings(
                sight, (subject.id for subject in found), by_meeting=True
            )
        case Demand(subject=id) | Affliction(subject=id):
            return sightings.place_sightings(sight, (id,), by_meeting=True)
        case _:
            return ()


def _tell_undone(event: Acted | Clash, facts: Facts, *, own: bool) -> Telling | None:
    """Tell only the owner of an order that was not carried out."""
    return Telling("undone", event.rule, facts, order=_order_key(event)) if own else None


def _order_key(event: Acted | Clash) -> str:
    """Return the key of the order that an event is about; empty for events without an order."""
    if isinstance(event, Clash) and event.part:
        return ""
    return f"{event.faction}/{event.order.rpartition('/')[2]}"


def _tell_clash(sight: BoardView, event: Clash, audience: Audience) -> Telling | None:
    own = sight.is_of(event.faction)
    if event.outcome == "not-carried-out":
        return _tell_undone(event, fights.undone_attack_facts(sight, event), own=own)
    seen = sightings.fight_sightings(sight, event)
    if own or sight.is_of(event.against):
        facts = fights.fighter_facts(sight, event)
        rolls = tellings_rolls.rolls_for_fighter(sight, event)
        order = _order_key(event) if own else ""
        return Telling("clash", event.rule, facts, rolls, order, seen)
    if not event.known.admits(audience):
        return None
    facts = fights.attack_facts_for_others(sight, event)
    return Telling("seen-clash", event.rule, facts, sightings=seen)


def _tell_unveiled(sight: BoardView, event: Unveiled, audience: Audience) -> Telling | None:
    """Tell those who may know of a search that found something; tell the GM of all searches."""
    party = sight.faction in (event.faction, event.against) and bool(sight.faction)
    if not (party or event.known.admits(audience)):
        return None
    facts = turn_events.unveiled_facts(sight, event)
    if facts is None:
        return None
    seen = sightings.place_sightings(
        sight, (subject.id for subject in event.found), by_meeting=party
    )
    rolls = tellings_rolls.rolls_for_search(sight, event)
    # Its position among the others would reveal whose turn it was.
    astray = facts["who"] is None
    return Telling("unveiled", event.rule, facts, rolls, sightings=seen, astray=astray)


# ── Turn events ──────────────────────────────────────────────────────────────────────────────────


def _tell_turn_event(sight: BoardView, event: Event, audience: Audience) -> Telling | None:
    match event:
        case Sequenced():
            playing = sight.gm or sight.faction in {faction for faction, _ in event.order}
            rolls = tellings_rolls.rolls_for_sequence(sight, event)
            shown = turn_events.sequence_facts(sight, event)
            return Telling("sequence", event.rule, shown, rolls) if playing else None
        case Earned():
            facts = turn_events.income_facts(sight, event) if sight.is_of(event.faction) else None
            return _telling("income", event, facts)
        case Strove():
            facts = (
                turn_events.goal_event_facts(sight, event) if sight.is_of(event.faction) else None
            )
            return _telling("goal", event, facts)
        case Kept():
            return _tell_upkeep(sight, event, audience)
        case Started():
            return _tell_start(sight, event, audience)
        case Over():
            return _tell_end(sight, event, audience)
        case Collapsed():
            seen = sightings.place_sightings(sight, (subject.id for subject in event.lost))
            facts = turn_events.collapse_facts(sight, event)
            return _telling("collapse", event, facts, seen)
        case Declared():
            admitted = sight.is_of(event.faction) or event.known.admits(audience)
            facts = turn_events.declaration_facts(sight, event) if admitted else None
            return _telling("declared", event, facts)
        case Altered():
            return _tell_altered(sight, event, audience)
        case _:
            return None


def _telling(
    code: str, event: Event, facts: Facts | None, seen: tuple[Sighting, ...] = ()
) -> Telling | None:
    return None if facts is None else Telling(code, event.rule, facts, sightings=seen)


def _tell_altered(sight: BoardView, event: Altered, audience: Audience) -> Telling | None:
    """Tell a GM's change to those it is for, and all others what it does to their own."""
    if event.circle.admits(audience) and _sees_subject(sight, event):
        return _telling("altered", event, turn_events.adjustment_facts(sight, event))
    own = tell_affected(sight, event.changes)
    return None if own is None else Telling(own.code, event.rule, own.facts, astray=True)


def _sees_subject(sight: BoardView, event: Altered) -> bool:
    """Return whether a reader sees the subject of a change; otherwise there is nothing to tell."""
    return sight.piece(event.subject) is None or sight.sees(event.subject)


def _tell_upkeep(sight: BoardView, event: Kept, audience: Audience) -> Telling | None:
    if sight.is_of(event.faction):
        facts, rolls = (
            turn_events.upkeep_facts(sight, event),
            tellings_rolls.all_rolls(sight, event.rolls),
        )
        return Telling("upkeep", event.rule, facts, rolls)
    seen = sightings.place_sightings(sight, (subject.id for subject, _ in event.left))
    facts_seen = (
        turn_events.seen_departure_facts(sight, event) if event.known.admits(audience) else None
    )
    return _telling("seen-gone", event, facts_seen, seen)


def _tell_start(sight: BoardView, event: Started, audience: Audience) -> Telling | None:
    if sight.is_of(event.faction):
        return _telling("start", event, turn_events.start_facts(sight, event))
    ids = (*(leg.asset for leg in event.arrived), *(it.id for it, _ in event.harried))
    facts = turn_events.seen_start_facts(sight, event) if event.known.admits(audience) else None
    return _telling("seen-start", event, facts, sightings.place_sightings(sight, ids))


def _tell_end(sight: BoardView, event: Over, audience: Audience) -> Telling | None:
    seen = sightings.place_sightings(sight, (subject.id for subject in event.forfeit))
    own = turn_events.end_facts(sight, event)
    if own is not None:
        return _telling("over", event, own, seen)
    facts = turn_events.seen_end_facts(sight, event) if event.known.admits(audience) else None
    return _telling("seen-gone", event, facts, seen)


# ── Reveals ──────────────────────────────────────────────────────────────────────────────────────


def reveal(step: Step[State, Event]) -> Telling | None:
    """Return who did something, with which asset, and whether it succeeded; no figures."""
    event = step.event
    public = board_view(step.before, step.before, EVERYONE)
    match event:
        case Acted() if event.deed is not None:
            name = getattr(event.deed, "name", "")
            facts = Facts(
                action=code_of(event),
                who=public.who(event.faction),
                asset=event.name,
                at=public.at(event.at),
                against=public.who(getattr(event.deed, "against", "")),
                name=str(name),
                done=event.outcome == "done",
            )
        case Clash() if event.outcome != "not-carried-out":
            facts = Facts(
                action="attack",
                who=public.who(event.faction),
                asset=event.attacker.name,
                at=public.at(event.at),
                against=public.who(event.against),
                name=event.defender.name if event.defender is not None else "",
                done=bool(event.won),
            )
        case _:
            return None
    return Telling("unmasked", facts=facts)
