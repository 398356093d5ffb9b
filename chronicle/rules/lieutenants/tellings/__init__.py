"""Decide what each audience learns about each event, and why.

The actor and the GM learn everything. Audiences in an event's ``known`` visibility learn what was
done and by whom; those only in ``seen`` learn that it was done, where and to whom (L-STL-4). The
public gets no figures. An owner who is told nothing else still learns which of its assets are gone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, get_type_hints

from chronicle.model.audience import EVERYONE, EVERYONE_ID, Audience
from chronicle.model.dice import Roll
from chronicle.model.facts import Facts, FactsOf, Ref
from chronicle.records import replace
from chronicle.rules.kit.projector import declared_facts, fact_types, facts_of
from chronicle.rules.kit.reasons import GM_REASON, SHARED_REASONS, gm_change_reason
from chronicle.rules.lieutenants import events, sightings, telling_facts
from chronicle.rules.lieutenants.action import ACTOR
from chronicle.rules.lieutenants.action_definitions import ACTION_DEFINITIONS
from chronicle.rules.lieutenants.actions import ACTIONS
from chronicle.rules.lieutenants.actions.influence import InfluenceDetails
from chronicle.rules.lieutenants.actions.move import legs_visible_to
from chronicle.rules.lieutenants.actions.raid import TakeDetails
from chronicle.rules.lieutenants.actions.travel import MoveDetails
from chronicle.rules.lieutenants.board_view import BoardView, board_view, effective_audience
from chronicle.rules.lieutenants.fact_rows import (
    action_opponent,
    action_place,
    loss_rows,
    lost_asset_facts,
    modifier_rows,
    money_rows,
)
from chronicle.rules.lieutenants.state import State
from chronicle.rules.lieutenants.tellings import turn_events, witnesses
from chronicle.rules.lieutenants.tellings.rolls import damage_rolls, rolls_for_owner
from chronicle.rules.lieutenants.terms import INFLUENCE_ACTIONS, rule_of
from chronicle.rules.lieutenants.watches import visits
from chronicle.rules.lieutenants.witnesses import noticed_by_of
from chronicle.rules.protocol import (
    Disclosure,
    Prompt,
    Reason,
    Sighting,
    Step,
    Telling,
    TellingFacts,
)

#: Every code of a reason; each has a text in the theme.
REASONS: Final = (
    *SHARED_REASONS,
    "own-gone",
    "aimed-at",
    "aimed-at-unidentified",
    "unidentified",
    "open-to-all",
    "talked-of",
    "courted",
    "influence-there",
    "watches-actor",
    "watches-place",
    "informers",
    "somebody-there",
    "serves-in-secret",
    "lay-in-wait",
    "learns-place",
    "own-accounts",
    "own-project",
    "not-carried-out",
    "not-noticed",
    "not-concealed",
    "not-hushed",
    "not-aimed-at",
    "not-watching",
    "not-there",
    "not-seen",
    "not-passed",
    "not-besides-reveal",
    "not-own-accounts",
    "not-own-project",
)
#: The rules that say who notices what, and what stealth hides.
_NOTICE_RULE: Final = "L-STL-5"
_STEALTH_RULE: Final = "L-STL-4"
#: The rules of the ways to learn of an event; the others are under the rule of the event.
_RULE_BY_WAY: Final[Mapping[events.NoticeWay, str]] = {
    "somebody-there": _NOTICE_RULE,
    "informers": "L-AST-WATCHES-LOCALE",
    "watches-place": _NOTICE_RULE,
    "watches-actor": _NOTICE_RULE,
    "influence-there": "L-INF-3",
    "open-to-all": _NOTICE_RULE,
    "talked-of": "L-INF-3",
    "aimed-at": _NOTICE_RULE,
    "courted": "L-INF-3",
}


def tell(step: Step[State, events.Event], audience: Audience) -> Disclosure:
    """Return what an audience learns of an event, if anything, and why.

    What the public is told is the basis of the turn's news (L-TURN-7).
    """
    event = step.event
    audience = effective_audience(step.before, audience)
    followed = _followed(event, audience)
    view = board_view(step.before, step.after, audience, _event_places(event), followed)
    match event:
        case events.Acted():
            found = _disclose_action(view, event, audience)
        case events.Intercepted():
            found = _disclose_meeting(view, event, audience)
        case events.Earned() | events.Upkeep():
            found = _disclose_accounts(view, event)
        case events.Altered():
            found = _disclose_alteration(view, event, audience)
        case events.TurnEnded():
            found = _disclose_end(view, event)
    return _finish(view, event, found, audience)


def _disclose_alteration(view: BoardView, event: events.Altered, audience: Audience) -> Disclosure:
    readers = gm_change_reason(event.visibility, audience, event.rule, by_news=event.by_news)
    admitted = readers.told
    if admitted and _can_identify_subject(view, event):
        reason = readers
    elif _has_reason(event) and view.learnt():
        # An audience that learns of a place by an adjustment is told that, but not why.
        reason = Reason("learns-place", event.rule)
    elif not _has_reason(event):
        return Disclosure(Reason("not-besides-reveal", event.rule))
    else:
        return Disclosure(Reason("not-seen", event.rule) if admitted else readers)
    facts = turn_events.alteration_facts(view, event, admitted=admitted)
    # Whose order brought it, its place would show to those who are not told of the order.
    brought = "/brings/" in event.id and not view.gm and view.faction != _orderer(event)
    return Disclosure(
        reason, Telling("altered", event.rule, FactsOf(facts), hides_position=brought)
    )


def _disclose_accounts(view: BoardView, event: events.Earned | events.Upkeep) -> Disclosure:
    """Return what a faction is told about its income and upkeep."""
    if not view.gm and view.faction != event.faction:
        return Disclosure(Reason("not-own-accounts", event.rule))
    if isinstance(event, events.Earned):
        telling = Telling("earned", event.rule, FactsOf(turn_events.income_facts(view, event)))
    else:
        telling = Telling("upkeep", event.rule, FactsOf(turn_events.upkeep_facts(view, event)))
    return Disclosure(Reason("own-accounts", event.rule), telling)


def _disclose_end(view: BoardView, event: events.TurnEnded) -> Disclosure:
    lapsed = turn_events.turn_over_facts(view, event)
    if lapsed is None:
        return Disclosure(Reason("not-own-project", event.rule))
    telling = Telling("turn-over", event.rule, FactsOf(lapsed))
    return Disclosure(Reason("own-project", event.rule), telling)


def _followed(event: events.Event, audience: Audience) -> frozenset[str]:
    """Return the assets that an audience watches in an event, and the places they lead to."""
    if not isinstance(event, events.Acted) or not audience.faction:
        return frozenset()
    ids = {watch.subject for watch in event.watches if watch.faction == audience.faction}
    places = {place for faction, place in event.shown if faction == audience.faction}
    return frozenset(ids - {place for _, place in visits(event)} | places)


def _has_reason(event: events.Altered) -> bool:
    """Return whether a change comes from news or an adjustment; reveals need no reason."""
    return event.by_news or bool(event.because)


def _can_identify_subject(view: BoardView, event: events.Altered) -> bool:
    """Return whether the reader sees what a change is about; otherwise nothing is told."""
    return event.subject not in view.after.assets or view.sees(event.subject)


def _event_places(event: events.Event) -> dict[str, str]:
    """Return an event's places and who acts there; targets may be unknown to the actor."""
    match event:
        case events.Acted(details=details, at=at, faction=faction):
            return dict.fromkeys((at,) if details is None else details.locations(at), faction)
        case events.Intercepted(at=at, mover=mover):
            return {at: mover}
        case _:
            return {}


def _finish(
    view: BoardView, event: events.Event, found: Disclosure, audience: Audience
) -> Disclosure:
    """Return what is told and the places it teaches; an owner told nothing learns what is gone."""
    told = found.telling
    if told is None:
        gone = lost_asset_facts(view, event.changes) if view.faction else None
        if gone is None:
            return found
        left = Telling("left-us", facts=FactsOf(gone), hides_position=True)
        return Disclosure(Reason("own-gone", event.rule), left)
    is_action = isinstance(event, events.Acted | events.Intercepted) and told.code != "undone"
    if audience == EVERYONE:
        return Disclosure(found.reason, Telling(told.code, facts=told.facts, is_action=is_action))
    told = replace(told, is_action=is_action, learns=view.learnt())
    return Disclosure(GM_REASON if view.gm else found.reason, told)


# ── Orders ───────────────────────────────────────────────────────────────────────────────────────


def _disclose_action(view: BoardView, event: events.Acted, audience: Audience) -> Disclosure:
    if view.gm or view.faction == event.faction:
        return Disclosure(Reason("own-order", event.rule), _tell_actor(view, event))
    named = event.known.admits(audience)
    if _not_carried_out(event):
        return Disclosure(Reason("not-carried-out", event.rule))
    if not (named or event.seen.admits(audience)):
        return Disclosure(_unnoticed_reason(event))
    way = _way_to_learn(view, event)
    telling = _tell_witness(view, event, named=named, target=way == "aimed-at")
    if telling is None:
        return Disclosure(Reason("not-seen", event.rule))
    return Disclosure(_reason_of_way(event, way, named=named), telling)


def _way_to_learn(view: BoardView, event: events.Acted | events.Intercepted) -> events.NoticeWay:
    """Return how a reader in ``known`` or ``seen`` learns of an event."""
    return event.witnesses.get(view.faction) or event.witnesses[EVERYONE_ID]


def _reason_of_way(
    event: events.Acted | events.Intercepted, way: events.NoticeWay, *, named: bool
) -> Reason:
    """Return the reason for telling those who learn in this way, of an actor or not (L-STL-4)."""
    if not named:
        code = "aimed-at-unidentified" if way == "aimed-at" else "unidentified"
        return Reason(code, _STEALTH_RULE)
    return Reason(way, _RULE_BY_WAY.get(way, event.rule))


def _unnoticed_reason(event: events.Acted) -> Reason:
    """Return why an audience notices nothing of another faction's action."""
    if event.action == "conceal":
        return Reason("not-concealed", rule_of("conceal"))
    if event.stealth.held:
        by = Facts(how=event.stealth.how)
        return Reason("not-noticed", event.stealth.rule or _STEALTH_RULE, by)
    if event.action in INFLUENCE_ACTIONS:
        return Reason("not-hushed", "L-INF-3")
    if noticed_by_of(event.action, event.details) == "target":
        return Reason("not-aimed-at", _NOTICE_RULE)
    return Reason("not-there" if event.action == "move" else "not-watching", _NOTICE_RULE)


def _tell_witness(
    view: BoardView, event: events.Acted, *, named: bool, target: bool
) -> Telling | None:
    """Return an action for those who notice it; None if they could not see any of it."""
    definition = ACTION_DEFINITIONS[event.action]
    if target and definition.target_code == "suffered":
        return Telling(
            "suffered",
            event.rule,
            witnesses.target_facts(view, event, named=named),
            # The dice depend on the actor's order, so they would give away an unknown actor.
            damage_rolls(view, event.rolls) if named else (),
            sightings=sightings.target_sightings(view, event) if named else (),
            hides_position=not named or _ordered_in_secret(view, event),
        )
    facts: Facts | None
    if target and definition.target_code == "approached":
        code, facts = "approached", witnesses.approach_facts(view, event, named=named)
    else:
        code, facts = definition.witness_code, witnesses.witness_facts(view, event, named=named)
    if facts is None:
        return None
    seen_there = _witness_sightings(view, event) if named else ()
    hides = not named or _ordered_in_secret(view, event)
    return Telling(code, event.rule, facts, sightings=seen_there, hides_position=hides)


def _orderer(event: events.Event) -> str:
    """Return the faction whose order an event follows from."""
    return event.id.split("/")[1]


def _ordered_in_secret(view: BoardView, event: events.Acted | events.Intercepted) -> bool:
    """Return whether those who act or come do not seem to belong to the faction that ordered it.

    Among that faction's other acts their act would show whom a double agent serves (L-STL-5).
    """
    master = _orderer(event)
    if isinstance(event, events.Acted) and event.faction != master:
        return event.against != master
    lead = (
        event.lieutenant or event.units[0]
        if isinstance(event, events.Acted)
        else event.mover_lieutenant or event.movers[0]
    )
    asset = view.asset(lead)
    return asset is not None and asset.faction != master


def _witness_sightings(view: BoardView, event: events.Acted) -> tuple[Sighting, ...]:
    units = (
        legs_visible_to(view, event, event.details)
        if isinstance(event.details, MoveDetails)
        else witnesses.followed_units(view, event)
    )
    return sightings.witness_sightings(view, event, units)


def _tell_actor(view: BoardView, event: events.Acted) -> Telling:
    key = _order_key(event.id, event.order)
    mine = view.gm or key.partition("/")[0] == view.faction
    order = key if mine else ""
    lieutenant = view.before.lieutenant(event.lieutenant)
    undone = telling_facts.UndoneFacts(
        action=event.action,
        who=view.who(event.faction),
        lieutenant=lieutenant.name if lieutenant is not None else "",
        at=action_place(view, event),
        against=action_opponent(view, event),
        reason=event.reason,
        plan=event.plan,
        instead=event.instead,
    )
    if event.details is None or event.outcome == "not-carried-out":
        return Telling("undone", event.rule, FactsOf(undone), order=order)
    course = _course_facts(view, event, undone)
    return Telling(
        event.action,
        event.rule,
        Facts({**FactsOf(course), **facts_of(event.details, ACTOR, ACTOR, view)}),
        rolls_for_owner(view, event.rolls, named=mine),
        order=order,
        sightings=() if view.gm else sightings.actor_sightings(view, event),
        hides_position=not mine and _ordered_in_secret(view, event),
        prompts=tuple(Prompt(it) for it in event.prompts) if view.gm else (),
    )


def _course_facts(
    view: BoardView, event: events.Acted, undone: telling_facts.UndoneFacts
) -> telling_facts.OrderFacts:
    """Return how an order went and what it caused."""
    stealth = event.stealth
    return telling_facts.OrderFacts(
        **undone,
        result=event.result or "",
        outcome=event.outcome,
        prompt=event.prompt,
        part=event.part,
        stealth=FactsOf(
            telling_facts.StealthFacts(
                kind=stealth.kind,
                tried=stealth.tried,
                held=stealth.held,
                how=stealth.how,
                rule=stealth.rule,
            )
        ),
        helped=view.names(event.helped),
        idle=view.names(event.idle),
        losses=loss_rows(view, event.changes, view.before.factions),
        money=money_rows(view, event.changes),
        burdens=modifier_rows(view, event.changes),
        served=_real_master(view, event),
        lent=view.names(event.lent) if view.gm else (),
    )


def _not_carried_out(event: events.Acted) -> bool:
    """Return whether an order was not carried out; then only its owner learns of it."""
    return event.details is None or event.outcome == "not-carried-out"


def _order_key(id: str, order: str) -> str:
    """Return the key of the order of an event; the event's id begins with it."""
    return f"{id.split('/')[1]}/{order.rpartition('/')[2]}"


def _real_master(view: BoardView, event: events.Acted) -> Ref | None:
    """Return, for the GM only, the faction that an acting double agent serves."""
    lieutenant = view.before.lieutenant(event.lieutenant)
    if not view.gm or lieutenant is None:
        return None
    return view.who(lieutenant.agent_of)


def _disclose_meeting(view: BoardView, event: events.Intercepted, audience: Audience) -> Disclosure:
    """Tell of a move that met a stance: to the movers, and to whoever noticed them."""
    named = event.known.admits(audience)
    mover = view.gm or view.faction == event.mover
    if not (mover or named or event.seen.admits(audience)):
        return Disclosure(Reason("not-passed", event.rule))
    if mover:
        reason = Reason("own-order", event.rule)
    else:
        reason = _reason_of_way(event, _way_to_learn(view, event), named=named)
    if mover or (named and view.faction == event.faction):
        telling = Telling(
            "intercepted",
            event.rule,
            FactsOf(turn_events.interception_facts(view, event)),
            _waiting_rolls(view, event, named=mover),
            order=_order_key(event.id, event.order) if mover else "",
            sightings=_meeting_sightings(view, event),
            hides_position=not (mover or view.gm) and _ordered_in_secret(view, event),
        )
    else:
        facts = FactsOf(turn_events.meeting_facts(view, event, named=named))
        there = _meeting_sightings(view, event) if named else ()
        hides = not named or _ordered_in_secret(view, event)
        telling = Telling("seen-meeting", event.rule, facts, sightings=there, hides_position=hides)
    return Disclosure(reason, telling)


def _waiting_rolls(view: BoardView, event: events.Intercepted, *, named: bool) -> tuple[Roll, ...]:
    """Return the check of those who wait; only they see the GM's reason for a modifier."""
    rolls = rolls_for_owner(view, event.rolls, named=named)
    if view.gm or view.faction == event.faction:
        return rolls
    return tuple(
        replace(
            roll,
            modifiers=tuple(
                replace(part, facts=Facts(because="")) if part.reason == "gm" else part
                for part in roll.modifiers
            ),
        )
        for roll in rolls
    )


def _meeting_sightings(view: BoardView, event: events.Intercepted) -> tuple[Sighting, ...]:
    if view.gm:
        return ()
    stood = view.before.stances.get(event.lieutenant)
    waiting = (event.lieutenant, *(stood.units if stood is not None else ()))
    involved = view.faction in (event.faction, event.mover)
    ids = (*waiting, *event.movers) if involved else (event.lieutenant, event.mover_lieutenant)
    return tuple(sightings.encounter_sightings(view, event, ids, event.at))


# ── Reveals ──────────────────────────────────────────────────────────────────────────────────────


def reveal(step: Step[State, events.Event]) -> Telling | None:
    """Return who was behind an event and whether it succeeded; no figures, no secret places."""
    before, event = step.before, step.event
    public = board_view(before, before, EVERYONE, _event_places(event))
    match event:
        case events.Acted() if not _not_carried_out(event):
            lieutenant = before.lieutenant(event.lieutenant)
            facts = telling_facts.UnmaskedFacts(
                action=event.action,
                who=public.who(event.faction),
                lieutenant=lieutenant.name if lieutenant is not None else "",
                at=public.place(event.at),
                against=public.who(event.against),
                npc=public.who(event.details.npc)
                if isinstance(event.details, InfluenceDetails)
                else None,
                won=witnesses.succeeded(event),
                kind=event.details.kind if isinstance(event.details, TakeDetails) else "",
            )
        case events.Intercepted():
            waiting = before.lieutenant(event.lieutenant)
            facts = telling_facts.UnmaskedFacts(
                action="intercepted",
                who=public.who(event.faction),
                lieutenant=waiting.name if waiting is not None else "",
                at=public.place(event.at),
                against=public.actor(event.mover, event.movers[0]),
                npc=None,
                won=event.outcome in ("attacked", "stopped"),
                kind=event.kind,
            )
        case _:
            return None
    return Telling("unmasked", facts=FactsOf(facts))


def _facts_of_orders() -> Iterator[tuple[str, TellingFacts]]:
    """Yield the code of each action's order and the facts under it."""
    course = get_type_hints(telling_facts.OrderFacts)
    for name, action in ACTIONS.items():
        yield name, declared_facts(name, course, fact_types(action.details, ACTOR))


@cache
def build_telling_facts() -> Mapping[str, TellingFacts]:
    """Return every code of a telling, and the facts under it."""
    return {**dict(_facts_of_orders()), **telling_facts.OTHER_FACTS}
