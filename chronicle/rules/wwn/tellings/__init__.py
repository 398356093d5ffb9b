"""What each audience is told about each event, and why.

The acting faction and the GM learn everything; audiences in an event's ``known`` visibility learn
what was done and by whom, as far as they see the assets involved; all others learn what happened to
their own pieces, and no more. The public gets no figures, rules or rolls.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chronicle.model.audience import EVERYONE, Audience
from chronicle.model.facts import Facts, FactsOf
from chronicle.records import replace
from chronicle.rules.kit.reasons import GM_REASON, SHARED_REASONS
from chronicle.rules.protocol import Disclosure, Reason, Step, Telling, TellingFacts
from chronicle.rules.wwn import events, rolls, sightings, witnesses
from chronicle.rules.wwn.actions import ORDER_FACTS
from chronicle.rules.wwn.board_view import BoardView, board_view, effective_audience
from chronicle.rules.wwn.state import State
from chronicle.rules.wwn.telling_facts import (
    ClashFacts,
    SeenClashFacts,
    UndoneFacts,
    UnmaskedFacts,
)
from chronicle.rules.wwn.tellings import action_facts as fights
from chronicle.rules.wwn.tellings import turn_events
from chronicle.rules.wwn.tellings.action_facts import action_facts, undone_facts

#: The facts of a telling by its code; a theme has words for each code.
TELLING_FACTS: Final[Mapping[str, TellingFacts]] = {
    **ORDER_FACTS,
    **turn_events.TURN_FACTS,
    "undone": UndoneFacts,
    "clash": ClashFacts,
    "seen-clash": SeenClashFacts,
    "unmasked": UnmaskedFacts,
}
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
        case _:
            found = turn_events.tell_turn_event(view, event, audience)
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
