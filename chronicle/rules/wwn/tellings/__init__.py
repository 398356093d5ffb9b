"""What each audience is told about each event, and why.

The acting faction and the GM learn everything; audiences in an event's ``known`` visibility learn
what was done and by whom, as far as they see the assets involved; all others learn what happened to
their own pieces, and no more. The public gets no figures, rules or rolls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from chronicle.model.audience import EVERYONE, Audience
from chronicle.model.facts import Facts, FactsOf
from chronicle.records import replace
from chronicle.rules.kit.reasons import GM_REASON, SHARED_REASONS, gm_change_reason
from chronicle.rules.protocol import Disclosure, Reason, Step, Telling, TellingFacts
from chronicle.rules.wwn import events, rolls, sightings, witnesses
from chronicle.rules.wwn.actions import ORDER_FACTS
from chronicle.rules.wwn.board_view import BoardView, board_view, effective_audience
from chronicle.rules.wwn.state import State
from chronicle.rules.wwn.telling_facts import COMMON_FACTS, UndoneFacts
from chronicle.rules.wwn.tellings import action_facts as fights
from chronicle.rules.wwn.tellings import turn_events
from chronicle.rules.wwn.tellings.action_facts import action_facts, undone_facts

#: The facts of a telling by its code; a theme has words for each code.
TELLING_FACTS: Final[Mapping[str, TellingFacts]] = {**ORDER_FACTS, **COMMON_FACTS}
#: Codes of actions, for the history of everything that they name.
_ACTION_CODES = {*ORDER_FACTS, "clash", "seen-clash", "unveiled", "collapse"}


#: Every code a reason may carry; each has words in a theme.
REASONS: Final = (
    *SHARED_REASONS,
    "aimed-at",
    "found-out",
    "own-watcher",
    "contests",
    "own-touched",
    "open-to-all",
    "in-the-open",
    "near-it",
    "sees-it",
    "in-play",
    "own-accounts",
    "not-carried-out",
    "not-nothing-happened",
    "not-found-nothing",
    "not-others-affair",
    "not-a-party",
    "not-hidden-hand",
    "not-stealthed",
    "not-near",
    "not-owners-alone",
    "not-to-be-seen",
    "not-seen",
    "not-in-play",
    "not-own-accounts",
    "not-own-standing",
)


def tell(step: Step[State, events.Event], audience: Audience) -> Disclosure:
    """Return what this audience learns of an event, if anything, and why."""
    event = step.event
    audience = effective_audience(step.before, audience)
    view = board_view(step.before, step.after, audience)
    match event:
        case events.Acted():
            found = _disclose_action(view, event, audience)
        case events.Attacked():
            found = _disclose_clash(view, event, audience)
        case events.Unveiled():
            found = _disclose_search(view, event, audience)
        case _:
            found = _disclose_turn_event(view, event, audience)
    told = found.telling
    if told is None:
        return found
    done = told.code in _ACTION_CODES
    if audience == EVERYONE:
        return Disclosure(found.reason, Telling(told.code, facts=told.facts, is_action=done))
    return Disclosure(GM_REASON if view.gm else found.reason, replace(told, is_action=done))


# ── Orders ───────────────────────────────────────────────────────────────────────────────────────


def _disclose_action(view: BoardView, event: events.Acted, audience: Audience) -> Disclosure:
    details = event.details
    if not view.is_of(event.faction):
        return witnesses.tell_witness(view, event, named=event.known.admits(audience))
    reason = Reason("own-order", event.rule)
    if details is None:
        return Disclosure(reason, _undone_telling(event, undone_facts(view, event)))
    facts = Facts({**FactsOf(action_facts(view, event)), **details.facts(view, event)})
    seen = sightings.place_sightings(view, details.met, by_meeting=True)
    thrown = rolls.rolls_for_actor(view, event)
    code = details.code(event.action)
    telling = Telling(code, event.rule, facts, thrown, _order_key(event), seen)
    return Disclosure(reason, telling)


def _undone_telling(event: events.Acted | events.Attacked, facts: UndoneFacts) -> Telling:
    """Return an order that was not carried out, for its owner."""
    return Telling("undone", event.rule, FactsOf(facts), order=_order_key(event))


def _order_key(event: events.Acted | events.Attacked) -> str:
    """Return the key of the order that an event is about; empty for events without an order."""
    if isinstance(event, events.Attacked) and event.part:
        return ""
    return f"{event.faction}/{event.order.rpartition('/')[2]}"


def _disclose_clash(view: BoardView, event: events.Attacked, audience: Audience) -> Disclosure:
    own = view.is_of(event.faction)
    # A contest and a rogue's attack were not ordered.
    own_reason = Reason("contests" if event.part else "own-order", event.rule)
    if event.outcome == "not-carried-out":
        if not own:
            return Disclosure(Reason("not-carried-out", event.rule))
        undone = fights.undone_attack_facts(view, event)
        return Disclosure(own_reason, _undone_telling(event, undone))
    seen = sightings.fight_sightings(view, event)
    if own or view.is_of(event.against):
        facts = fights.fighter_facts(view, event)
        thrown = rolls.rolls_for_fighter(view, event)
        order = _order_key(event) if own else ""
        telling = Telling("clash", event.rule, FactsOf(facts), thrown, order, seen)
        return Disclosure(own_reason if own else Reason("aimed-at", event.rule), telling)
    if not event.known.admits(audience):
        return Disclosure(witnesses.NOT_SEEN)
    outcome = fights.attack_facts_for_others(view, event)
    telling = Telling("seen-clash", event.rule, FactsOf(outcome), sightings=seen)
    return Disclosure(Reason("open-to-all", event.rule), telling)


def _disclose_search(view: BoardView, event: events.Unveiled, audience: Audience) -> Disclosure:
    """Tell those who may know of a search that found something; tell the GM of all searches."""
    party = view.faction in (event.faction, event.against) and bool(view.faction)
    admitted = party or event.known.admits(audience)
    facts = turn_events.unveiled_facts(view, event) if admitted else None
    if facts is None and not event.found:
        return Disclosure(Reason("not-found-nothing", event.rule))
    if facts is None:
        return Disclosure(witnesses.invisible_reason(view, (subject.id for subject in event.found)))
    reason = witnesses.visible_reason(view)
    if party:
        mine = view.faction == event.faction
        reason = Reason("own-watcher" if mine else "found-out", event.rule)
    seen = sightings.place_sightings(
        view, (subject.id for subject in event.found), by_meeting=party
    )
    thrown = rolls.rolls_for_search(view, event)
    # Its position among the others would reveal whose turn it was.
    hides_position = facts["who"] is None
    telling = Telling(
        "unveiled",
        event.rule,
        FactsOf(facts),
        thrown,
        sightings=seen,
        hides_position=hides_position,
    )
    return Disclosure(reason, telling)


# ── Turn events ──────────────────────────────────────────────────────────────────────────────────


def _disclose_turn_event(view: BoardView, event: events.Event, audience: Audience) -> Disclosure:
    match event:
        case events.Sequenced():
            playing = view.gm or view.faction in {faction for faction, _ in event.order}
            if not playing:
                return Disclosure(Reason("not-in-play", event.rule))
            thrown = rolls.rolls_for_sequence(view, event)
            shown = turn_events.sequence_facts(view, event)
            telling = Telling("sequence", event.rule, FactsOf(shown), thrown)
            return Disclosure(Reason("in-play", event.rule), telling)
        case events.Earned() | events.GoalChecked():
            return _disclose_accounts(view, event)
        case events.UpkeepPaid():
            return _disclose_upkeep(view, event, audience)
        case events.Started():
            return _disclose_start(view, event, audience)
        case events.TurnEnded():
            return _disclose_end(view, event, audience)
        case events.Collapsed():
            seen = sightings.place_sightings(view, (subject.id for subject in event.lost))
            facts = turn_events.collapse_facts(view, event)
            telling = Telling("collapse", event.rule, FactsOf(facts), sightings=seen)
            return Disclosure(Reason("open-to-all", event.rule), telling)
        case events.Declared():
            return _disclose_declaration(view, event, audience)
        case events.Altered():
            return _disclose_alteration(view, event, audience)
        case _:
            raise TypeError(f"{type(event).__name__} is no event of a turn")


def _disclose_accounts(view: BoardView, event: events.Earned | events.GoalChecked) -> Disclosure:
    """Tell a faction of its own income and of its own goal."""
    if not view.is_of(event.faction):
        return Disclosure(Reason("not-own-accounts", event.rule))
    if isinstance(event, events.Earned):
        earned = turn_events.income_facts(view, event)
        telling = Telling("income", event.rule, FactsOf(earned))
    else:
        goal = turn_events.goal_event_facts(view, event)
        telling = Telling("goal", event.rule, FactsOf(goal))
    return Disclosure(Reason("own-accounts", event.rule), telling)


def _disclose_declaration(
    view: BoardView, event: events.Declared, audience: Audience
) -> Disclosure:
    own = view.is_of(event.faction)
    admitted = own or event.known.admits(audience)
    facts = turn_events.declaration_facts(view, event) if admitted else None
    if facts is None:
        return Disclosure(Reason("not-own-standing", event.rule))
    reason = Reason("own-order" if own else "open-to-all", event.rule)
    return Disclosure(reason, Telling("declared", event.rule, FactsOf(facts)))


def _disclose_alteration(view: BoardView, event: events.Altered, audience: Audience) -> Disclosure:
    """Tell a GM's change to those it is for, and all others what it does to their own."""
    readers = gm_change_reason(event.visibility, audience, event.rule, by_news=event.by_news)
    if readers.told and _sees_subject(view, event):
        facts = turn_events.adjustment_facts(view, event)
        return Disclosure(readers, Telling("altered", event.rule, FactsOf(facts)))
    own = witnesses.tell_affected(view, event)
    if own is not None:
        return own
    return Disclosure(witnesses.NOT_SEEN if readers.told else readers)


def _sees_subject(view: BoardView, event: events.Altered) -> bool:
    """Return whether a reader sees the subject of a change; otherwise there is nothing to tell."""
    return view.piece(event.subject) is None or view.sees(event.subject)


def _disclose_upkeep(view: BoardView, event: events.UpkeepPaid, audience: Audience) -> Disclosure:
    if view.is_of(event.faction):
        facts = turn_events.upkeep_facts(view, event)
        thrown = rolls.all_rolls(view, event.rolls)
        telling = Telling("upkeep", event.rule, FactsOf(facts), thrown)
        return Disclosure(Reason("own-accounts", event.rule), telling)
    if not event.left:
        return Disclosure(Reason("not-own-accounts", event.rule))
    gone = turn_events.seen_departure_facts(view, event) if event.known.admits(audience) else None
    ids = [subject.id for subject, _ in event.left]
    return _disclose_sight(view, event, "seen-gone", gone and FactsOf(gone), ids)


def _disclose_start(view: BoardView, event: events.Started, audience: Audience) -> Disclosure:
    ids = [*(leg.asset for leg in event.arrived), *(it.id for it, _ in event.harried)]
    own = view.is_of(event.faction)
    # The GM is always told, because it shows whose turn the next events belong to.
    if not ids and not view.gm and not (own and event.recovered):
        return Disclosure(Reason("not-nothing-happened", event.rule))
    if own:
        telling = Telling("start", event.rule, FactsOf(turn_events.start_facts(view, event)))
        return Disclosure(Reason("own-accounts", event.rule), telling)
    facts = turn_events.seen_start_facts(view, event) if event.known.admits(audience) else None
    return _disclose_sight(view, event, "seen-start", facts and FactsOf(facts), ids)


def _disclose_end(view: BoardView, event: events.TurnEnded, audience: Audience) -> Disclosure:
    own = turn_events.end_facts(view, event)
    forfeit = [subject.id for subject in event.forfeit]
    if own is not None:
        seen = sightings.place_sightings(view, forfeit)
        telling = Telling("over", event.rule, FactsOf(own), sightings=seen)
        return Disclosure(Reason("own-accounts", event.rule), telling)
    concerned = [*forfeit, *(subject.id for subject in event.uncovered)]
    if not concerned:
        return Disclosure(Reason("not-nothing-happened", event.rule))
    gone = turn_events.seen_end_facts(view, event) if event.known.admits(audience) else None
    if gone is None:
        return Disclosure(witnesses.invisible_reason(view, concerned))
    return _disclose_sight(view, event, "seen-gone", FactsOf(gone), forfeit)


def _disclose_sight(
    view: BoardView, event: events.Event, code: str, facts: Facts | None, ids: Sequence[str]
) -> Disclosure:
    """Tell of others' assets and bases to those who see them; without facts nothing was seen."""
    if facts is None:
        return Disclosure(witnesses.invisible_reason(view, ids))
    seen = sightings.place_sightings(view, ids)
    return Disclosure(
        witnesses.visible_reason(view), Telling(code, event.rule, facts, sightings=seen)
    )


# ── Reveals ──────────────────────────────────────────────────────────────────────────────────────


def reveal(step: Step[State, events.Event]) -> Telling | None:
    """Return who did something, with which asset, and whether it succeeded; no figures."""
    event = step.event
    public = board_view(step.before, step.before, EVERYONE)
    match event:
        case events.Acted() if event.details is not None:
            facts = fights.unmasked_facts(public, event, event.details)
        case events.Attacked() if event.outcome != "not-carried-out":
            facts = fights.unmasked_attack_facts(public, event)
        case _:
            return None
    return Telling("unmasked", facts=FactsOf(facts))
